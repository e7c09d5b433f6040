"""graph.trace_feature: a tree of calls from an entry point, annotated with what is known of each step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from query.tools.call import Call, Cut
from query.tools.codemap import models
from query.tools.codemap.answers import MAX_CHARS, Answer, defined_at, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import FeatureTraceResponse, TraceAnnotation
from query.tools.codemap.routing import Where, Word, opened
from query.tools.codemap.vocabulary import FACT_KINDS, confidence
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine.trace import Trace, TraceNode


@FAMILY.tool("graph.trace_feature")
def trace_feature(
    call: Call,
    where: Where,
    entry_point: Annotated[Word, Field(description="or stable_id, or route: POST /a")],
    depth: Annotated[int, Budget("max_depth", 6)] = 3,
    limit: Annotated[int, Budget("max_references", 500)] = 100,
) -> Answer[FeatureTraceResponse]:
    """Trace a feature from its entry point: a call tree with routes, settings, tables, exceptions at each step."""
    from query.engine import routes, symbols, trace

    with opened(call, where) as view:
        route = routes.read(entry_point)
        entry = routes.handler(view, route) if route else symbols.resolve(view, entry_point)
        found = trace.trace(view, entry, depth, limit)
        data = _response(found, depth)
        whole = size = len(data.model_dump_json())
        # A tree cannot be cut at its end like a list: it is grown again, smaller.
        while size > MAX_CHARS and found.total > 1:
            found = trace.trace(view, entry, depth, max(1, found.total * MAX_CHARS // (size + size // 10)))
            data = _response(found, depth)
            size = len(data.model_dump_json())
    if size < whole:
        call.cuts["max_chars"] = Cut(whole, MAX_CHARS)
    steps = list(_steps(found.root))
    return Answer(
        f"{found.entry.qualified_name}{f' ({found.route})' if found.route else ''} reaches {found.total - 1} steps",
        data,
        evidence=defined_at(call, (step.symbol for step in steps)),
        next_actions=[
            next_action(call, "symbols.get_definition_span", "read the entry point", symbol_id=entry.symbol_id)
        ],
        paths={step.symbol.path for step in steps},
    )


def _response(found: Trace, depth: int) -> FeatureTraceResponse:
    return FeatureTraceResponse(
        entry_point=found.entry.symbol_id,
        entry_point_name=found.entry.qualified_name,
        entry_point_route=found.route,
        nodes=[_node(found.root)],
        total_nodes_traversed=found.total,
        depth=depth,
        truncated=found.truncated,
    )


def _node(step: TraceNode) -> models.TraceNode:
    return models.TraceNode(
        symbol_id=step.symbol.symbol_id,
        stable_id=step.symbol.stable_id,
        display_name=step.symbol.qualified_name,
        depth=step.depth,
        rule=step.rule,
        annotations=[
            TraceAnnotation(
                kind=FACT_KINDS[fact.kind],
                value=fact.value.partition("|")[0].strip(),
                confidence=confidence(fact.confidence),
            )
            for fact in step.annotations
        ],
        children=[_node(child) for child in step.children],
    )


def _steps(step: TraceNode) -> Iterator[TraceNode]:
    yield step
    for child in step.children:
        yield from _steps(child)
