"""Call graphs, level by level: who leads to a symbol, and where it leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

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
    hops: list[_Place]


# A hop of a symbol's hops, not made yet: of thousands only those are told that a level has room for.
_Place = tuple[Sequence[Hop], int]
_Step = Callable[[int], tuple[Sequence[Hop], list[int]]]


def callers(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """Who calls the symbol; with `follow_interface` also who calls what it overrides or implements."""

    def step(number: int) -> tuple[Sequence[Hop], list[int]]:
        hops = calls.callers(view, number, follow_interface)
        return hops, hops.sources

    return _grow(view, symbol, depth, limit_per_level, step)


def callees(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """What the symbol calls; with `follow_interface` also what overrides or implements what it calls."""

    def step(number: int) -> tuple[Sequence[Hop], list[int]]:
        hops = calls.callees(view, number, follow_interface)
        return hops, [hop.target for hop in hops]

    return _grow(view, symbol, depth, limit_per_level, step)


def _grow(view: View, root: Symbol, depth: int, limit: int, step: _Step) -> CallGraph:
    found: dict[int | str, _Found] = {}
    expanded, level = {root.number}, [root.number]
    total, cut = 0, False
    for distance in range(1, depth + 1):
        met: dict[int | str, list[_Place]] = {}
        for hops, ends in map(step, level):
            for place, number in enumerate(ends):
                key = number if number >= 0 else _outside(view, hops[place])
                (found[key].hops if key in found else met.setdefault(key, [])).append((hops, place))
        kept = dict(islice(met.items(), limit))
        total, cut = total + len(met), cut or len(kept) < len(met)
        found |= {key: _Found(distance, key if isinstance(key, int) else -1, places) for key, places in kept.items()}
        level = [key for key in kept if isinstance(key, int) and key not in expanded]
        expanded.update(level)
    return CallGraph(root, tuple(_node(view, node) for node in found.values()), total, cut)


def _outside(view: View, hop: Hop) -> str:
    """What tells targets without a symbol apart."""
    call = calls.describe(view, hop)
    return f"{call.state}:{call.name}"


def _node(view: View, found: _Found) -> Node:
    edges = tuple(calls.describe(view, hops[place]) for hops, place in found.hops)
    if found.number < 0:
        return Node(f"{edges[0].state}:{edges[0].name}", edges[0].name, found.depth, edges[0].state, None, edges)
    symbol = view.loaded.symbols[found.number]
    return Node(symbol.symbol_id, symbol.qualified_name, found.depth, "resolved", symbol, edges)
