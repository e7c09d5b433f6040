"""Java's calls and creations: methods, references to them, constructors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, NEW, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.java.declarations import anonymous
from indexer.languages.java.parts import (
    IDENTIFIER,
    INITIALIZED,
    TYPE_NAME,
    Spec,
    enclosing_type,
    kind_of,
    kinds_of,
)
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

CALLED = REF_KINDS.index("call")


def _invocation(spec: Spec) -> Handler:
    """`name(…)` and `object.name(…)` by place; with comments, type arguments or errors between by field."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        count, receiver = len(parts), parts[0]
        kind = receiver.kind_id
        if count == 2 and kind == IDENTIFIER:
            callee = _bare(visitor, receiver)
        elif count == 3 and parts[1].kind_id == IDENTIFIER and kind not in EXTRAS:
            base = visitor.visit(receiver, READ)
            callee = visitor.member_span(parts[1], receiver.start_byte, receiver.end_byte, CALL, base)
        else:
            return _invocation_by_field(visitor, node)
        mark, serials = len(visitor.uses) - 1, visitor.terms.serials
        term = visitor.call(callee, visitor.arguments(parts[-1]), mark)
        return _carrier(visitor, parts[-1], term) if visitor.terms.serials > serials else term

    return handle


def _bare(visitor: Visitor, name: Node) -> int:
    """A method without receiver; in the initializer of a nameless class maybe one of that class."""
    term, slots = visitor.name(name, CALL), visitor.scope.slots
    if slots is None or INITIALIZED not in slots:
        return term
    word = visitor.term(Op.CONSTANT, visitor.text(visitor.data[name.start_byte : name.end_byte]), visitor.text(b""))
    return visitor.term(Op.THROUGH, visitor.text(b"initialized"), slots[INITIALIZED], word, term)


def _carrier(visitor: Visitor, arguments: Node, call: int) -> int:
    """A call with a lambda among its arguments: where it stands may have to say what the lambda takes."""
    if not call or not any(child.kind_id == LAMBDA for child in arguments.named_children):
        return call
    return visitor.term(Op.THROUGH, visitor.text(b"carrier"), call)


def _invocation_by_field(visitor: Visitor, node: Node) -> int:
    name, receiver = node.child_by_field_name("name"), node.child_by_field_name("object")
    callee, mark = 0, -1
    base, explicit, arguments = 0, [], []
    for child in node.named_children:
        if name is not None and child.id == name.id:
            callee = (
                visitor.member_name(child, receiver, CALL, base) if receiver is not None else visitor.name(child, CALL)
            )
            mark = len(visitor.uses) - 1
        elif child.type == "type_arguments":
            explicit = [visitor.visit(part, TYPE) for part in child.named_children]
        elif child.type == "argument_list":
            arguments = visitor.arguments(child)
        elif child.type == "super" and base:
            base = visitor.term(Op.THROUGH, visitor.text(b"super_of"), base)
        else:
            term = visitor.visit(child, READ)
            base = term if receiver is not None and child.id == receiver.id else base
    if explicit and callee:
        callee = visitor.term(Op.APPLY, callee, *explicit)
    return visitor.call(callee, arguments, mark)


def _method_reference(spec: Spec) -> Handler:
    """`Type::name` calls later what it names; `Type::new` makes one."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = [part for part in node.named_children if part.type != "type_arguments" and not part.is_extra]
        receiver = parts[0]
        if len(parts) > 1 and parts[-1].kind_id == IDENTIFIER:
            base = visitor.visit(receiver, READ)
            named = visitor.member_name(parts[-1], receiver, CALL, base)
            mark = len(visitor.uses) - 1
        else:
            named, mark = made_type(visitor, receiver)
        if not named:
            return 0
        site = visitor.term(Op.LAMBDA_PARAMETER, visitor.terms.fresh(), 0)  # the same reference may mean two methods
        term = visitor.term(Op.THROUGH, visitor.text(b"reference"), named, site)
        if mark >= 0:
            rename(visitor, mark, term)
        return term

    return handle


def rename(visitor: Visitor, mark: int, term: int) -> None:
    """Let another term than the name's own decide what a use refers to."""
    visitor.callees[term] = visitor.uses[mark][7]
    visitor.uses[mark] = (*visitor.uses[mark][:7], term)


def made_type(visitor: Visitor, node: Node, outer: Node | None = None, base: int = 0) -> tuple[int, int]:
    """The term of the type that `new` makes, and where the use of its name stands."""
    if node.kind_id == GENERIC:
        name, *rest = node.named_children
        term, mark = made_type(visitor, name, outer, base)
        arguments = [visitor.visit(child, TYPE) for group in rest for child in group.named_children]
        return (visitor.term(Op.APPLY, term, *arguments) if term else 0), mark
    if outer is not None and node.kind_id == TYPE_NAME:
        term = visitor.member_name(node, outer, NEW, base)
    else:
        term = visitor.visit(node, NEW)
    return term, visitor.mark(node)


def _creation(spec: Spec) -> Handler:
    """`new Type(…) { … }`, `outer.new Inner(…)`: an inner type is looked up in the outer value's type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first = node.named_children[0]
        name = first if first.kind_id in TYPES else node.child_by_field_name("type")
        outer = first if name is not None and first.id != name.id and _is_value(first) else None
        term, mark, base, body = 0, -1, 0, None
        arguments: list[int] = []
        for child in node.named_children:
            kind = child.kind_id
            if name is not None and child.id == name.id:
                term, mark = made_type(visitor, child, outer, base)
            elif kind == ARGUMENTS:
                arguments = visitor.arguments(child)
            elif kind == CLASS_BODY:
                body = child
            else:
                base = visitor.visit(child, READ)
        if body is None:
            return visitor.call(term, arguments, mark, Op.NEW)
        made = visitor.term(Op.NEW, term, *arguments)
        if term and mark >= 0:
            rename(visitor, mark, visitor.term(Op.THROUGH, visitor.text(b"extended"), term, made))
        return anonymous(visitor, body, term)

    return handle


def _is_value(node: Node) -> bool:
    return node.type not in ("type_arguments", "annotation", "marker_annotation") and not node.is_extra


def _constructor_call(spec: Spec) -> Handler:
    """`this(…)`, `super(…)`: another constructor of the type, or one of its base."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        word = node.child_by_field_name("constructor")
        arguments: list[int] = []
        for child in node.named_children:
            if child.kind_id == ARGUMENTS:
                arguments = visitor.arguments(child)
            elif word is None or child.id != word.id:
                visitor.visit(child, READ)
        index = enclosing_type(visitor)
        if word is None or index < 0:
            return 0
        made = visitor.term(Op.CLS, index)
        if word.type == "super":
            made = visitor.term(Op.THROUGH, visitor.text(b"superclass"), made)
        term = visitor.term(Op.NEW, made, *arguments)
        visitor.uses.append((word.start_byte, word.end_byte, CALLED, None, visitor.owner, 0, 0, term))
        return 0

    return handle


EXTRAS = kinds_of("line_comment", "block_comment", "ERROR")
TYPES = kinds_of("type_identifier", "generic_type", "scoped_type_identifier")
GENERIC, ARGUMENTS, CLASS_BODY, LAMBDA = map(
    kind_of, ("generic_type", "argument_list", "class_body", "lambda_expression")
)

ROLES: dict[str, Callable[[Spec], Handler]] = {
    "invocation": _invocation,
    "method_reference": _method_reference,
    "creation": _creation,
    "constructor_call": _constructor_call,
}
