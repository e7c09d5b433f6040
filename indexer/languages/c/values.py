"""What C's expressions stand for. Pointers and arrays count as what they point to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

ARITHMETIC = (b"+", b"-")


def _call(visitor: Visitor, node: Node, context: int) -> int:
    """C has no overloads: the arguments say nothing about what a call gives back."""
    callee, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    term = visitor.visit(callee, CALL) if callee is not None else 0
    if arguments is not None:
        visitor.receive(arguments, READ, 0)
    return visitor.term(Op.CALL, term) if term else 0


def _first(visitor: Visitor, node: Node, context: int) -> int:
    """`a[i]`, `*a`, `a++`: the value is what the first child is."""
    terms = [visitor.visit(child, READ) for child in node.named_children]
    return terms[0] if terms else 0


def _update(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.children(node, WRITE)


def _last(visitor: Visitor, node: Node, context: int) -> int:
    term = 0
    for child in node.named_children:
        term = visitor.visit(child, READ)
    return term


def _assignment(visitor: Visitor, node: Node, context: int) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    term = visitor.visit(left, WRITE) if left is not None else 0
    if right is not None:
        initialise(visitor, right, term)
    return term


def binary(visitor: Visitor, node: Node, context: int) -> int:
    """A pointer and a number make a pointer."""
    terms = [visitor.visit(child, READ) for child in node.named_children]
    sign = node.child_by_field_name("operator")
    if sign is None or visitor.data[sign.start_byte : sign.end_byte] not in ARITHMETIC:
        return 0
    return visitor.terms.union(terms)


def _conditional(visitor: Visitor, node: Node, context: int) -> int:
    terms = [visitor.visit(child, READ) for child in node.named_children]
    return visitor.terms.union(terms[1:])


def _cast(visitor: Visitor, node: Node, context: int) -> int:
    """`(type) value` and `(type) { … }`."""
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    term = visitor.term(Op.INSTANCE, declared) if declared else 0
    if value is not None:
        initialise(visitor, value, term)
    return term


def _descriptor(visitor: Visitor, node: Node, context: int) -> int:
    """A type with the stars and parentheses of a nameless declarator."""
    kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
    term = visitor.visit(kind, TYPE) if kind is not None else 0
    for child in node.named_children:
        if kind is None or child.id != kind.id:
            visitor.visit(child, TYPE)
    if declarator is not None and term and _is_function(declarator):
        return visitor.term(Op.FUNCTION_TYPE, visitor.term(Op.INSTANCE, term))
    return term


def _is_function(declarator: Node | None) -> bool:
    while declarator is not None:
        if declarator.type == "abstract_function_declarator":
            return True
        declarator = declarator.child_by_field_name("declarator")
    return False


def initialise(visitor: Visitor, node: Node, term: int) -> None:
    """A value on its way into something; a list in braces fills the fields of that."""
    visitor.receive(node, READ, term if node.type == "initializer_list" else 0)


def _initializers(visitor: Visitor, node: Node, context: int) -> int:
    """`{ .a = 1, [2] = { … }, 3 }`: names behind a dot are fields of what is made."""
    made = visitor.incoming
    for child in node.named_children:
        if child.type != "initializer_pair":
            initialise(visitor, child, made)
            continue
        term = made
        parts = [part for part in child.named_children if not part.is_extra]
        for part in parts[:-1]:
            term = _designate(visitor, part, term)
        for part in parts[-1:]:
            initialise(visitor, part, term)
    return 0


def _designate(visitor: Visitor, node: Node, base: int) -> int:
    if node.type in ("field_identifier", "identifier"):
        return visitor.member_span(node, 0, 0, WRITE, base)
    if node.type == "field_designator" and node.named_child_count:
        return visitor.member_span(node.named_children[0], 0, 0, WRITE, base)
    visitor.receive(node, READ, 0)
    return base


def _offset(visitor: Visitor, node: Node, context: int) -> int:
    """`offsetof(type, field)`."""
    kind, member = node.child_by_field_name("type"), node.child_by_field_name("member")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    plain = kind is not None and member is not None and member.prev_named_sibling == kind
    if member is not None and plain:
        visitor.member_span(member, 0, 0, READ, visitor.term(Op.INSTANCE, declared) if declared else 0)
    return 0


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "c_call": lambda spec: _call,
    "c_first": lambda spec: _first,
    "c_last": lambda spec: _last,
    "c_update": lambda spec: _update,
    "c_assignment": lambda spec: _assignment,
    "c_binary": lambda spec: binary,
    "c_conditional": lambda spec: _conditional,
    "c_cast": lambda spec: _cast,
    "c_descriptor": lambda spec: _descriptor,
    "c_initializers": lambda spec: _initializers,
    "c_offset": lambda spec: _offset,
}
