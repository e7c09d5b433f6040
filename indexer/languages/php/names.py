"""What the names of one PHP file mean: its namespace and its `use` statements settle it, whatever others hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.extract.visitor import Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found, Import
    from indexer.extract.scopes import Scope

SLASH = b"\\"


@dataclass(slots=True)
class Nameless:
    """A class without a name: its own methods are in its scope, all else is of its base."""

    scope: Scope
    methods: frozenset[bytes]
    base: int = 0


class Names:
    """Full names begin with a backslash; a name without one may also mean the global function or constant."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.namespace = found.package
        self.type = -1  # the type around, where it has a name
        self.nameless: Nameless | None = None  # the type around, where it has none
        spaces: tuple[int, ...] = (Space.VALUE, Space.TYPE, Space.CALL)
        self.imports: dict[int, dict[bytes, bytes]] = {space: {} for space in spaces}
        for item in found.imports:
            if item.local_name and item.module is not None:
                parts = (item.module_text.strip(SLASH), item.imported_name)
                self.imports[_space(item)][item.local_name] = SLASH.join(part for part in parts if part)
        self.fields = {
            (definition.parent, definition.name): index
            for index, definition in enumerate(found.definitions)
            if definition.kind == "property"
        }

    def full(self, text: bytes, space: int) -> bytes:
        if text.startswith(SLASH):
            return text
        head, qualified, rest = text.partition(SLASH)
        if qualified and head.lower() == b"namespace":
            return self._inside(rest)
        known = self.imports[Space.TYPE if qualified else space].get(head)
        if known is not None:
            return SLASH + known + qualified + rest
        if qualified or space == Space.TYPE or not self.namespace:
            return self._inside(text)
        return self.namespace + SLASH + text

    def _inside(self, text: bytes) -> bytes:
        return SLASH + self.namespace + SLASH + text if self.namespace else SLASH + text


def _space(item: Import) -> int:
    """`use function`, `use const`: for the whole statement or for one name of a group."""
    named = item.imported or item.module
    clause = named.parent if named is not None else None
    words = {child.type for node in (item.node, clause) if node is not None for child in node.children}
    return Space.CALL if "function" in words else (Space.VALUE if "const" in words else Space.TYPE)


@lru_cache(maxsize=1)
def names_of(visitor: Visitor) -> Names:
    return Names(visitor.found)


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def word_term(visitor: Visitor, word: bytes) -> int:
    """`self`, `static`, `parent` as a type."""
    around = names_of(visitor).type
    if around < 0:
        return 0
    if word == b"self":
        return visitor.term(Op.SYMBOL, around)
    return visitor.term(Op.SELF if word == b"static" else Op.SUPER, around) if word in (b"static", b"parent") else 0


def free_term(visitor: Visitor, text: bytes, space: int) -> int:
    return visitor.term(Op.FREE, visitor.text(names_of(visitor).full(text, space)), -1, space)
