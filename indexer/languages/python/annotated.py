"""Values among types: what stands in `Literal["a"]`, and behind the type in `Annotated[T, note]`, spells no type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.roles import ROLES as SHARED
from indexer.extract.terms import Op
from indexer.languages.python import kinds
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.visitor import Handler, Visitor

Spec = dict[str, Any]
TYPES = {b"Literal": 0, b"Annotated": 1}  # how many types such a form begins with


def subscript(spec: Spec) -> Handler:
    """`typing.Literal["a"]`, or whatever else has a key."""
    plain = SHARED["subscript"](spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        if context != TYPE or (types := _types(visitor, node)) is None:
            return plain(visitor, node, context)
        return _applied(visitor, node.named_children[0], node.named_children[1:], types)

    return handle


def generic(spec: Spec) -> Handler:
    """`Literal["a"]`, or another type with its arguments."""
    plain = SHARED["generic"](spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        types = _types(visitor, node)
        if types is None:
            return plain(visitor, node, context)
        first, *groups = node.named_children
        return _applied(visitor, first, [child for group in groups for child in group.named_children], types)

    return handle


def _types(visitor: Visitor, node: Node) -> int | None:
    return TYPES.get(text_of(visitor, node.named_children[0]).rpartition(b".")[2])


def _applied(visitor: Visitor, form: Node, given: list[Node], types: int) -> int:
    value = visitor.visit(form, TYPE)
    arguments = [visitor.visit(child, TYPE) for child in given[:types]]
    for child in given[types:]:
        inner = child.named_children if child.kind_id == kinds.TYPE_NODE else [child]
        for each in inner:
            visitor.visit(each, READ)
    return visitor.term(Op.APPLY, value, *arguments) if value else 0
