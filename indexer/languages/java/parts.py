"""What the roles of Java's nodes share: numbers of node types, types of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.extract.contexts import READ
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
INITIALIZED = b"{"  # what an initializer initializes, by a name that nobody can write


def kind_of(name: str) -> int:
    return languages.load("java").grammar_object.id_for_node_kind(name, True) or 0


def kinds_of(*names: str) -> frozenset[int]:
    return frozenset(map(kind_of, names))


def instance(visitor: Visitor, declared: int) -> int:
    """A value of a declared type."""
    return visitor.term(Op.INSTANCE, declared) if declared else 0


def arrays(visitor: Visitor, element: int, dimensions: Node) -> int:
    """The array type that `[]` behind a type makes."""
    visitor.children(dimensions, READ)
    word = visitor.text(b"array")
    for _ in range(visitor.data.count(b"[", dimensions.start_byte, dimensions.end_byte) if element else 0):
        element = visitor.term(Op.WRAP, word, element)
    return element


def enclosing_type(visitor: Visitor) -> int:
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind not in TYPE_KINDS:
        index = definitions[index].parent
    return index


def is_spread(node: Node, data: bytes) -> bool:
    """Whether what the grammar cannot read is a parameter like `Type @Nullable ... name`."""
    return node.type == "ERROR" and data.find(b"...", node.start_byte, node.end_byte) >= 0


def spread_name(node: Node, data: bytes) -> bytes:
    return data[node.start_byte : node.end_byte].rpartition(b"...")[2].strip()


IDENTIFIER, TYPE_NAME, SPREAD, DIMENSIONS, BLOCK = map(
    kind_of, ("identifier", "type_identifier", "spread_parameter", "dimensions", "block")
)
PARAMETERS = kinds_of("formal_parameter", "spread_parameter")
PLAIN = kinds_of("modifiers", "line_comment", "block_comment", "ERROR")
