"""Swift's casts, operators and types that are built from others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.swift.values import instance, value

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _cast(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        declared = 0
        for child in rest:
            if child.type != "as_operator":
                declared = visitor.visit(child, TYPE)
        return instance(visitor, declared)

    return handle


def _last(spec: Spec) -> Handler:
    """Stands for its last child: `try x`, `await x`, a block with one expression."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node) if spec.get("block") else visitor.scope
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        visitor.scope = before
        return term if node.named_child_count == 1 or not spec.get("block") else 0

    return handle


def _first(spec: Spec) -> Handler:
    """`x!` is x."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        return terms[0] if terms else 0

    return handle


def _either(spec: Spec) -> Handler:
    """`a ?? b`, `c ? a : b`"""
    first = spec.get("first", 0)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, READ) for child in node.named_children]
        return visitor.terms.union(terms[first:])

    return handle


def _compared(spec: Spec) -> Handler:
    """`x == .name`: a member of what x is of."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        left = visitor.visit(first, READ)
        for child in rest:
            value(visitor, child, left)
        return visitor.term(Op.LITERAL, visitor.text(b"Bool"))

    return handle


def _built(spec: Spec) -> Handler:
    """`[Element]`, `[Key: Value]` as types or, behind a call, as what is made."""
    word = spec["word"].encode()

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parts = [visitor.visit(child, TYPE) for child in node.named_children]
        return visitor.term(Op.WRAP, visitor.text(word), *parts) if all(parts) else 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "cast": _cast,
    "swift_last": _last,
    "swift_first": _first,
    "swift_either": _either,
    "compared": _compared,
    "built": _built,
}
