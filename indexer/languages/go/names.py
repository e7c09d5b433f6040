"""Go's bare names: which are bound inside functions, and which the file or the package binds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, KIND_OF, NEW, TYPE
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node


def text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def name(visitor: Visitor, node: Node, context: int) -> int:
    """Names are bound in order: one that no scope inside the file has by now is the file's, the same everywhere."""
    start, end = node.start_byte, node.end_byte
    if context > TYPE or start in visitor.by_name:
        return visitor.name(node, context)
    word = visitor.data[start:end]
    scope = visitor.scope
    while scope.parent is not None:
        if word in scope.names:
            return visitor.use(start, end, KIND_OF[context], visitor.scope)
        scope = scope.parent
    return visitor.use(start, end, KIND_OF[context], scope)


def identifier(spec: dict[str, Any]) -> Handler:
    return name


def type_identifier(spec: dict[str, Any]) -> Handler:
    """An identifier that the grammar itself says is a type's."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return name(visitor, node, context if context in (CALL, NEW) or context > TYPE else TYPE)

    return handle
