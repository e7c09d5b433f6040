"""Call graphs, level by level: who leads to a symbol, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from query.engine import calls
from query.engine.calls import Call, Hop
from query.engine.model import Symbol
from query.engine.view import View


@dataclass(frozen=True, slots=True)
class Node:
    """A symbol, or a name outside the repository or unknown (`state`), at its distance from the root.

    `key` is the symbol's id, or state and name; `edges` are the calls that tie the node to the graph.
    """

    key: str
    name: str
    depth: int
    state: str
    symbol: Symbol | None
    edges: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The root is no node of its own graph unless calls lead back to it; `total` counts what was cut, too."""

    root: Symbol
    nodes: tuple[Node, ...]
    total: int
    truncated: bool

    @property
    def edges(self) -> tuple[Call, ...]:
        return tuple(edge for node in self.nodes for edge in node.edges)


@dataclass(frozen=True, slots=True)
class _Found:
    """A node while the graph grows: one end of its hops is the same."""

    depth: int
    number: int
    hops: list[Hop]


def callers(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """Who calls the symbol; with `follow_interface` also who calls what it overrides or implements."""

    def step(number: int) -> list[tuple[int, Hop]]:
        return [(hop.source, hop) for hop in calls.callers(view, number, follow_interface)]

    return _grow(view, symbol, depth, limit_per_level, step)


def callees(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """What the symbol calls; with `follow_interface` also what overrides or implements what it calls."""

    def step(number: int) -> list[tuple[int, Hop]]:
        return [(hop.target, hop) for hop in calls.callees(view, number, follow_interface)]

    return _grow(view, symbol, depth, limit_per_level, step)


def _grow(view: View, root: Symbol, depth: int, limit: int, step: Callable[[int], list[tuple[int, Hop]]]) -> CallGraph:
    found: dict[int | str, _Found] = {}
    expanded, level = {root.number}, [root.number]
    total, cut = 0, False
    for distance in range(1, depth + 1):
        met: dict[int | str, _Found] = {}
        for number, hop in (reached for one in level for reached in step(one)):
            key = number if number >= 0 else _outside(view, hop)
            node = found.get(key) or met.setdefault(key, _Found(distance, number, []))
            node.hops.append(hop)
        kept = dict(list(met.items())[:limit])
        total, cut = total + len(met), cut or len(kept) < len(met)
        found |= kept
        level = [node.number for node in kept.values() if node.number >= 0 and node.number not in expanded]
        expanded.update(level)
    return CallGraph(root, tuple(_node(view, node) for node in found.values()), total, cut)


def _outside(view: View, hop: Hop) -> str:
    """What tells targets without a symbol apart."""
    call = calls.describe(view, hop)
    return f"{call.state}:{call.name}"


def _node(view: View, found: _Found) -> Node:
    edges = tuple(calls.describe(view, hop) for hop in found.hops)
    if found.number < 0:
        return Node(_outside(view, found.hops[0]), edges[0].name, found.depth, edges[0].state, None, edges)
    symbol = view.loaded.symbols[found.number]
    return Node(symbol.symbol_id, symbol.qualified_name, found.depth, "resolved", symbol, edges)
