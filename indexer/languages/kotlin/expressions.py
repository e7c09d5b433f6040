"""Kotlin's expressions: members, calls, operators, branches, what conditions tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.kotlin.parts import TYPES
from indexer.languages.kotlin.scopes import call, instance, name, nearest

if TYPE_CHECKING:
    from tree_sitter import Node


Spec = dict[str, Any]


EITHER = ("control_structure_body", "when_entry")


def _word(spec: Spec) -> Handler:
    return name


def _this(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return nearest(visitor, visitor.data[node.start_byte : node.end_byte])

    return handle


def _super(spec: Spec) -> Handler:
    """`super<Base>` says which of the bases is meant."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        given = 0
        for child in node.named_children:
            given = visitor.visit(child, TYPE) if child.type == "user_type" else given
        return instance(visitor, given) or nearest(visitor, b"super")

    return handle


def member(visitor: Visitor, node: Node, context: int) -> int:
    return navigate(visitor, node, context)[1]


def navigate(visitor: Visitor, node: Node, context: int) -> tuple[int, int]:
    """What stands before the last suffix is read; the suffix names a member of it. The terms of both."""
    parts = node.named_children
    before, suffix = parts[:-1], parts[-1]
    base = 0
    for child in before:
        given = visitor.visit(child, READ)
        base = base if child.is_extra else given  # a comment in front of the dot
    last = suffix.named_children[-1] if suffix.named_child_count else None
    if last is None:
        return base, 0
    if last.type != "simple_identifier":
        visitor.visit(last, READ)
        return base, 0
    term = visitor.member_name(last, before[0] if before else None, context, base)
    named = visitor.uses and visitor.uses[-1][1] == last.end_byte
    return base, _extension(visitor, last, term) if named else term


def _extension(visitor: Visitor, node: Node, term: int) -> int:
    """A name that is imported may be an extension's, whatever it is called on."""
    text = visitor.data[node.start_byte : node.end_byte]
    if text not in visitor.file_scope.names or visitor.file_scope.names[text] >= 0 or term != visitor.uses[-1][7]:
        return term
    imported = visitor.term(Op.IMPORT, visitor.text(text))
    wrapped = visitor.term(Op.THROUGH, visitor.text(b"extension"), term, imported)
    visitor.uses[-1] = (*visitor.uses[-1][:7], wrapped)
    return wrapped


def _navigation(spec: Spec) -> Handler:
    return member


def _assignable(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        last = node.named_children[-1].type if node.named_child_count else ""
        if last == "navigation_suffix":
            return member(visitor, node, WRITE)
        return visitor.children(node, READ if last == "indexing_suffix" else WRITE)

    return handle


def _unary(spec: Spec) -> Handler:
    """`x!!` is x; `!x`, `-x` are what x is of."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        writes = any(child.type in ("++", "--") for child in node.children)
        return visitor.children(node, WRITE if writes else READ)

    return handle


def _infix(spec: Spec) -> Handler:
    """`a name b` calls `name` on `a`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = node.named_children
        base = visitor.visit(parts[0], READ)
        callee, mark = 0, -1
        arguments = []
        for index, child in enumerate(parts[1:]):
            if index == 0 and child.type == "simple_identifier":
                callee = visitor.member_name(child, parts[0], CALL, base)
                callee = _extension(visitor, child, callee)
                mark = visitor.mark(child)
            else:
                arguments.append(visitor.visit(child, READ))
        return call(visitor, callee, arguments, mark)

    return handle


def _reference(spec: Spec) -> Handler:
    """`Type::name`, `::name`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if not node.named_child_count:
            return 0  # `this::class`
        *before, last = node.named_children
        base = 0
        for child in before:
            base = visitor.visit(child, READ)
        if last.type != "simple_identifier":
            visitor.visit(last, READ)
        elif before:
            visitor.member_name(last, before[0], CALL, base)
        else:
            visitor.visit(last, CALL)
        return 0

    return handle


def _cast(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        declared = 0
        for child in rest:
            declared = visitor.visit(child, TYPE)
        return instance(visitor, declared)

    return handle


def _check(spec: Spec) -> Handler:
    """`x is Type`; `x in y`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            visitor.visit(child, TYPE if child.type in TYPES else READ)
        return visitor.term(Op.LITERAL, visitor.text(b"Boolean"))

    return handle


def _index(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        value = visitor.visit(first, READ)
        keys = [visitor.visit(child, READ) for suffix in rest for child in suffix.named_children]
        return visitor.term(Op.INDEX, value, *keys) if value else 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "word": _word,
    "this": _this,
    "super": _super,
    "navigation": _navigation,
    "assignable": _assignable,
    "unary": _unary,
    "infix": _infix,
    "reference": _reference,
    "cast": _cast,
    "check": _check,
    "kotlin_index": _index,
}
