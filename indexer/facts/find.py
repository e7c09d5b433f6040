"""One match of a language's query that a rule may be about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.facts.reading import Value

if TYPE_CHECKING:
    from tree_sitter import Node

Captures = dict[str, list["Node"]]


@dataclass(slots=True)
class Find:
    """One match of the query."""

    shape: str
    node: Node
    name: Node | None
    captures: Captures = field(default_factory=dict)
    data: dict[str, Value] = field(default_factory=dict)  # what the mark will say

    @property
    def at(self) -> int:
        """Where it stands: in a fluent chain a call is where its name is."""
        return self.name.start_byte if self.shape == "call" and self.name is not None else self.node.start_byte

    def part(self, name: str) -> Node | None:
        nodes = self.captures.get(name)
        return nodes[0] if nodes else None
