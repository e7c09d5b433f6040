"""Decorators; `@A().b()`, which the grammar cannot read, is shown to it as `@A()@b()`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _decorator(spec: Spec) -> Handler:
    """What is called; behind a full stop a member of what the decorator before it gives."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if visitor.data[node.start_byte : node.start_byte + 1] == b".":
            visitor.decorator = _behind(visitor, node.named_children[0], visitor.decorator, CALL)
        else:
            visitor.decorator = visitor.children(node, CALL)
        return visitor.decorator

    return handle


def _behind(visitor: Visitor, node: Node, base: int, context: int) -> int:
    """`b`, `b.c`, `b(…)`: its first name is a member of `base`."""
    children = node.named_children
    if not children:
        return visitor.member_span(node, 0, 0, context, base)
    first = _behind(visitor, children[0], base, CALL if node.type == "call_expression" else READ)
    if node.type == "member_expression":
        return visitor.member_span(children[-1], children[0].start_byte, children[0].end_byte, context, first)
    arguments: list[int] = []
    for child in children[1:]:
        if child.type == "arguments":
            arguments = visitor.arguments(child)
        elif types := [visitor.visit(each, TYPE) for each in child.named_children]:
            first = visitor.term(Op.APPLY, first, *types) if first else 0
    return visitor.call(first, arguments)


ROLES: dict[str, Callable[[Spec], Handler]] = {"js_decorator": _decorator}
