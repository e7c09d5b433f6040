"""Call graphs, level by level: who leads to a symbol, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from query.engine import calls
from query.engine.calls import Call
from query.engine.model import RESOLVED, Symbol
from query.engine.view import View


@dataclass(frozen=True, slots=True)
class Edge:
    """A call between two nodes, by their keys: how it was resolved, where it stands first, how often it is there."""

    source: str
    target: str
    kind: str
    rule: str
    confidence: str
    path: str
    line: int
    count: int
    via: str | None


@dataclass(frozen=True, slots=True)
class Node:
    """A symbol, or a name outside the repository or unknown (`state`), at its distance from the root."""

    key: str
    name: str
    depth: int
    state: str
    symbol: Symbol | None
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The root is no node of its own graph unless calls lead back to it."""

    root: Symbol
    nodes: tuple[Node, ...]
    total: int
    truncated: bool

    @property
    def edges(self) -> tuple[Edge, ...]:
        return tuple(edge for node in self.nodes for edge in node.edges)


@dataclass
class _Found:
    """A node while the graph grows."""

    depth: int
    call: Call
    edges: list[Edge] = field(default_factory=list)


def callers(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """Who calls the symbol; with `follow_interface` also who calls what it overrides or implements."""
    return _grow(
        view, symbol, depth, limit_per_level, lambda number: calls.callers(view, number, follow_interface), True
    )


def callees(
    view: View, symbol: Symbol, depth: int = 1, limit_per_level: int = 20, follow_interface: bool = False
) -> CallGraph:
    """What the symbol calls; with `follow_interface` also what overrides or implements what it calls."""
    return _grow(
        view, symbol, depth, limit_per_level, lambda number: calls.callees(view, number, follow_interface), False
    )


def _grow(
    view: View, root: Symbol, depth: int, limit: int, step: Callable[[int], list[Call]], upward: bool
) -> CallGraph:
    found: dict[str, _Found] = {}
    expanded, level = {root.number}, [root.number]
    total, cut = 0, False
    for distance in range(1, depth + 1):
        met: dict[str, _Found] = {}
        for number in level:
            for call in step(number):
                key = _key(view, call.source if upward else call.target, call)
                node = found.get(key) or met.setdefault(key, _Found(distance, call))
                node.edges.append(_edge(view, call))
        kept = dict(list(met.items())[:limit])
        total, cut = total + len(met), cut or len(kept) < len(met)
        found |= kept
        reached = (node.call.source if upward else node.call.target for node in kept.values())
        level = [number for number in reached if number >= 0 and number not in expanded]
        expanded.update(level)
    nodes = tuple(_node(view, key, node, upward) for key, node in found.items())
    return CallGraph(root, nodes, total, cut)


def _key(view: View, number: int, call: Call) -> str:
    return view.loaded.symbols.id(number) or f"{call.state}:{call.name}"


def _edge(view: View, call: Call) -> Edge:
    symbols = view.loaded.symbols
    return Edge(
        symbols.id(call.source) or "", _key(view, call.target, call), call.kind, call.rule, call.confidence,
        call.path, call.line, call.count, symbols.id(call.via),
    )  # fmt: skip


def _node(view: View, key: str, found: _Found, upward: bool) -> Node:
    number = found.call.source if upward else found.call.target
    symbol = view.loaded.symbols[number] if number >= 0 else None
    state = RESOLVED if symbol else found.call.state
    return Node(
        key, symbol.qualified_name if symbol else found.call.name, found.depth, state, symbol, tuple(found.edges)
    )
