"""Python: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.visitor import TYPE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

PROPERTY = ("property", "cached_property", "classproperty", "setter", "getter", "deleter", "abstractproperty")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """A method behind `@property` and its kin is a property."""
    if definition.kind == "method":
        words = [text.lstrip("@").partition("(")[0].rpartition(".")[2] for text in definition.decorators]
        if any(word in PROPERTY for word in words):
            definition.kind = "property"


def _class_pattern(spec: dict[str, Any]) -> Handler:
    """`case Point(x=0)`: the class is a use, what stands inside binds."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            visitor.visit(child, context if index else TYPE)

    return handle


def _keyword_pattern(spec: dict[str, Any]) -> Handler:
    """`x=value` inside a class pattern: the key is an attribute's name."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children[1:]:
            visitor.visit(child, context)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "pattern_type": _class_pattern,
    "keyword_pattern": _keyword_pattern,
}
