"""graph.callers and graph.callees: who calls a symbol and what it calls, level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from query.tools.call import Call
from query.tools.codemap.answers import MOST_EVIDENCE, Answer, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import CallGraphNode, CallGraphResponse, NextAction, Reached
from query.tools.codemap.routing import SymbolId, Where, opened
from query.tools.codemap.vocabulary import SYMBOL_KINDS, least
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine.graph import CallGraph, Node

Depth = Annotated[int, Budget("max_depth", 6)]
PerLevel = Annotated[int, Budget("max_references", 500)]


@FAMILY.tool("graph.callers")
def callers(
    call: Call,
    where: Where,
    symbol_id: SymbolId,
    depth: Depth = 1,
    limit_per_level: PerLevel = 20,
    follow_interface: bool = False,
) -> Answer[CallGraphResponse]:
    """Who calls a symbol, level by level; follow_interface adds callers of what it implements."""
    from query.engine import graph, refs, symbols

    with opened(call, where) as view:
        symbol = symbols.resolve(view, symbol_id)
        found = graph.callers(view, symbol, depth, limit_per_level, follow_interface)
        possible = refs.count_possible(view, symbol, ("call", "instantiate"))
    told = f"{found.total} callers of {found.root.qualified_name}"
    if possible:
        # None is an answer that must not be mistaken for not known.
        told += f"; {possible} unresolved calls share its name"
    deeper = next_action(call, "refs.find", "references that are no calls", symbol_id=found.root.symbol_id)
    return _answer(call, found, told, deeper, upward=True)


@FAMILY.tool("graph.callees")
def callees(
    call: Call,
    where: Where,
    symbol_id: SymbolId,
    depth: Depth = 1,
    limit_per_level: PerLevel = 20,
    follow_interface: bool = False,
) -> Answer[CallGraphResponse]:
    """What a symbol calls, level by level; follow_interface adds implementations of what it calls."""
    from query.engine import graph, symbols

    with opened(call, where) as view:
        found = graph.callees(view, symbols.resolve(view, symbol_id), depth, limit_per_level, follow_interface)
    trace = next_action(
        call,
        "graph.trace_feature",
        "the same as a tree with routes, tables, settings",
        entry_point=found.root.symbol_id,
    )
    return _answer(call, found, f"{found.root.qualified_name} calls {found.total} symbols", trace, upward=False)


def _answer(
    call: Call, found: CallGraph, text: str, action: NextAction | None, upward: bool
) -> Answer[CallGraphResponse]:
    edges, onward = found.edges, _onward(found, upward)
    return Answer(
        text,
        CallGraphResponse(
            root=found.root.symbol_id,
            nodes=[_node(node, onward.get(node.key, []), upward) for node in found.nodes],
            total_nodes_found=found.total,
            truncated=found.truncated,
        ),
        evidence=[pointer(call, edge.path, edge.line, edge.line, edge.source, None) for edge in edges[:MOST_EVIDENCE]],
        next_actions=[action],
        confidence=least(edge.confidence for edge in edges),
        paths={edge.path for edge in edges} | {node.symbol.path for node in found.nodes if node.symbol},
    )


def _onward(found: CallGraph, upward: bool) -> dict[str, list[str]]:
    """What each node calls within the graph."""
    onward: dict[str, list[str]] = {}
    for node in found.nodes:
        for edge in node.edges:
            source, target = (node.key, edge.target or edge.name) if upward else (edge.source, node.key)
            onward.setdefault(source, []).append(target)
    return onward


def _node(node: Node, onward: list[str], upward: bool) -> CallGraphNode:
    symbol = node.symbol
    return CallGraphNode(
        symbol_id=node.key,
        display_name=node.name,
        kind=SYMBOL_KINDS[symbol.kind] if symbol else "Method",
        depth=node.depth,
        file_path=symbol.path if symbol else None,
        line=symbol.name_line if symbol else 0,
        edges_to=onward,
        reached_by=[
            Reached(symbol_id=(edge.target or edge.name) if upward else edge.source, rule=edge.rule, line=edge.line)
            for edge in node.edges
        ],
    )
