"""Declarations and the patterns that take values apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, BIND, READ, TYPE, WRITE
from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow, Op, Space
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
LITERALS = frozenset({"object", "array", "arrow_function", "function_expression", "ternary_expression"})


def _declarator(spec: Spec) -> Handler:
    """`name: type = value`; behind `var` (context WRITE) the name belongs to the function."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, declared, value, is_literal = None, 0, 0, False
        for child in node.named_children:
            kind = child.type
            if name is None and kind != "comment":
                name = child
            elif kind == "type_annotation":
                declared = visitor.visit(child, TYPE)
            else:
                value = visitor.visit(child, READ) or value
                is_literal = kind in LITERALS
                if kind in ("array", "object") and name is not None:
                    home = visitor._home(visitor.scope) if context == WRITE else visitor.scope
                    visitor.containers.add((home, text_of(visitor, name)))
        index = visitor.found.by_node.get(node.id, -1)
        is_function = index >= 0 and visitor.found.definitions[index].kind in (*CALLABLE, "class")
        term = 0 if is_function else value
        if declared:
            literal = is_literal and term
            term = visitor.term(Op.NARROW, term, declared) if literal else visitor.term(Op.INSTANCE, declared)
        if name is not None:
            inner = visitor.scope
            visitor.scope = visitor._home(inner) if context == WRITE else inner
            visitor.receive(name, BIND, term, bool(declared))
            visitor.scope = inner
        return value

    return handle


def _var(spec: Spec) -> Handler:
    """`var` belongs to the function, whatever block it stands in."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for declarator in node.named_children:
            visitor.visit(declarator, WRITE)
        return 0

    return handle


def _for_in(spec: Spec) -> Handler:
    """`for (const x of xs)` binds for the loop, `for (var x …)` for the function, `for (x …)` assigns."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, kind = node.child_by_field_name("left"), node.child_by_field_name("kind")
        right = node.child_by_field_name("right")
        values = visitor.visit(right, READ) if right is not None else 0
        item = _item(visitor, node, values)
        inner = visitor.scope
        for child in node.named_children:
            if right is not None and child.id == right.id:
                continue
            if left is None or child.id != left.id:
                visitor.visit(child, READ)
                continue
            visitor.scope = visitor._home(inner) if kind is not None and kind.type == "var" else inner
            visitor.receive(child, ASSIGN if kind is None else BIND, item)
            visitor.scope = inner
        return 0

    return handle


def _item(visitor: Visitor, node: Node, values: int) -> int:
    """What each round of `of` gives; `in` gives names."""
    sign = node.child_by_field_name("operator")
    if sign is not None and sign.type == "in":
        return visitor.term(Op.LITERAL, visitor.text(b"string"))
    if not values:
        return 0
    item = visitor.term(Op.ITEM, values)
    return visitor.term(Op.AWAIT, item) if any(child.type == "await" for child in node.children[:3]) else item


def _object_pattern(spec: Spec) -> Handler:
    """`{ a, b: c }` takes members by name."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        incoming, declared = visitor.incoming, visitor.declared
        visitor.declared = False
        for child in node.named_children:
            kind = child.type
            if kind == "pair_pattern":
                _taken(visitor, child, context, incoming)
                continue
            visitor.incoming = incoming
            if kind in ("shorthand_property_identifier_pattern", "object_assignment_pattern"):
                name = child if kind[0] == "s" else child.named_children[0]
                text = visitor.text(text_of(visitor, name))
                visitor.incoming = visitor.term(Op.MEMBER, incoming, text, Space.VALUE) if incoming else 0
            visitor.visit(child, context)
        visitor.incoming, visitor.declared = incoming, declared
        return 0

    return handle


def _taken(visitor: Visitor, node: Node, context: int, incoming: int) -> None:
    """`key: pattern`: the key names a member of what comes in."""
    key, *rest = node.named_children
    visitor.incoming = 0
    if _is_import(visitor, key):
        term = incoming and visitor.term(Op.MEMBER, incoming, visitor.text(text_of(visitor, key)), Space.VALUE)
    elif key.type == "property_identifier":
        term = visitor.member_span(key, 0, 0, READ, incoming)
    else:
        visitor.visit(key, READ)
        term = 0
    for child in rest:
        visitor.incoming = term
        visitor.visit(child, context)


def _is_import(visitor: Visitor, key: Node) -> bool:
    """Whether the key was noted as what `require` takes."""
    start = key.start_byte
    return any(item.imported is not None and item.imported.start_byte == start for item in visitor.found.imports)


def _array_pattern(spec: Spec) -> Handler:
    """`[a, , b]` takes elements by place."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        incoming, declared = visitor.incoming, visitor.declared
        visitor.declared = False
        place = 0
        for child in node.children:
            if child.type == ",":
                place += 1
            elif child.is_named:
                key = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"number"))
                whole = child.type == "rest_pattern" or not incoming
                visitor.incoming = incoming if whole else visitor.term(Op.INDEX, incoming, key)
                visitor.visit(child, context)
        visitor.incoming, visitor.declared = incoming, declared
        return 0

    return handle


def _default(spec: Spec) -> Handler:
    """`pattern = default`: either comes in."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, *rest = node.named_children
        incoming, visitor.incoming = visitor.incoming, 0
        given = 0
        for child in rest:
            given = visitor.visit(child, READ) or given
        visitor.incoming = visitor.terms.union([incoming, given])
        visitor.visit(left, context)
        visitor.incoming = incoming
        return 0

    return handle


def _property(spec: Spec) -> Handler:
    """A field or property with a declared type, a value, or both."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id, -1)
        declared, value = 0, 0
        for child in node.named_children:
            kind = child.type
            if kind == "type_annotation":
                declared = visitor.visit(child, TYPE)
            elif kind not in ("property_identifier", "private_property_identifier"):
                value = visitor.visit(child, READ)
        if declared:
            visitor.flow(Flow.TYPE, index, 0, visitor.term(Op.INSTANCE, declared))
        if index >= 0 and value != visitor.term(Op.SYMBOL, index):
            visitor.flow(Flow.VALUE, index, 0, value)
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_declarator": _declarator,
    "var": _var,
    "for_in": _for_in,
    "js_object_pattern": _object_pattern,
    "js_array_pattern": _array_pattern,
    "js_default": _default,
    "js_property": _property,
}
