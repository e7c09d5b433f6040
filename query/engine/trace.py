"""A feature from its entry point on: the tree of calls, annotated with what is known of each step."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from query.engine import calls
from query.engine.model import Fact, Symbol
from query.engine.surfaces import route_of
from query.engine.view import View

_CONTRACTS = frozenset({"interface", "trait", "protocol"})


@dataclass(frozen=True, slots=True)
class TraceNode:
    """A step; `rule` says how the call to it is known, `repeated` that it is unfolded elsewhere in the tree."""

    symbol: Symbol
    depth: int
    rule: str | None
    annotations: tuple[Fact, ...]
    children: tuple[TraceNode, ...]
    repeated: bool


@dataclass(frozen=True, slots=True)
class Trace:
    entry: Symbol
    route: str | None
    root: TraceNode
    total: int
    truncated: bool


@dataclass
class _Step:
    number: int
    depth: int
    rule: str | None
    repeated: bool
    children: list[_Step] = field(default_factory=list)


def trace(view: View, symbol: Symbol, depth: int = 3, limit: int = 100) -> Trace:
    """Follow calls from the symbol, breadth first, to `depth` or until there are `limit` steps."""
    root = _Step(symbol.number, 0, None, False)
    seen, total, cut = {symbol.number}, 1, False
    queue = deque([root])
    while queue:
        step = queue.popleft()
        if step.depth == depth:
            continue
        for target, rule in _onward(view, step.number):
            if total >= limit:
                cut = True
                break
            child = _Step(target, step.depth + 1, rule, target in seen)
            step.children.append(child)
            total += 1
            if not child.repeated:
                seen.add(target)
                queue.append(child)
    routes = [" ".join(route_of(fact)) for fact in view.loaded.facts.of(symbol.symbol_id) if fact.kind == "route"]
    return Trace(symbol, routes[0] if routes else None, _node(view, root), total, cut)


def _onward(view: View, number: int) -> list[tuple[int, str]]:
    """(symbol, rule) of calls within the repository; a member without a body leads on to what implements it."""
    found = [(hop.target, calls.rule(view, hop)) for hop in calls.callees(view, number) if hop.target >= 0]
    if _is_abstract(view, number):
        found += [(target, "overrides") for target in calls.overriders(view, number)]
    return found


def _is_abstract(view: View, number: int) -> bool:
    symbols = view.loaded.symbols
    container = int(symbols.containers[number])
    if container >= 0 and symbols.kind(container) in _CONTRACTS:
        return True
    return "abstract" in (symbols.columns["modifiers"][number].as_py() or ())


def _node(view: View, step: _Step) -> TraceNode:
    symbol = view.loaded.symbols[step.number]
    facts = () if step.repeated else tuple(view.loaded.facts.of(symbol.symbol_id))
    children = tuple(_node(view, child) for child in step.children)
    return TraceNode(symbol, step.depth, step.rule, facts, children, step.repeated)
