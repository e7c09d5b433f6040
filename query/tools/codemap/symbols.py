"""symbols.search and symbols.get_card: find a definition, and know it without reading its file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from query.tools.call import Call
from query.tools.codemap.answers import Answer, defined_at, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import Fact, SymbolCard, SymbolRef, SymbolSearchHit, SymbolSearchResponse
from query.tools.codemap.routing import Buffers, SymbolId, Where, Word, opened
from query.tools.codemap.vocabulary import FACT_KINDS, REF_KINDS, SYMBOL_KINDS, confidence, least, symbol_kinds
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine import calls
    from query.engine.cards import Card
    from query.engine.symbols import Hit, Search

Query = Annotated[Word, Field(description='words (AND), OR, "a phrase", prefix*; leave out to browse kinds')]
Kinds = Annotated[list[Word], Field(max_length=50, description="Class, Interface, Method, Field …")]
Limit = Annotated[int, Budget("max_results", 100)]

_ID_MARKS = re.compile(r"^\w:|\(.*|~\d+$")  # what an id has around the qualified name


@FAMILY.tool("symbols.search")
def search(
    call: Call,
    where: Buffers,
    query: Query | None = None,
    kinds: Kinds | None = None,
    namespace: Annotated[Word, Field(description="prefix")] | None = None,
    file_path: Annotated[Word, Field(description="prefix")] | None = None,
    limit: Limit = 20,
) -> Answer[SymbolSearchResponse]:
    """Find definitions by name, signature or documentation."""
    from query.engine import symbols

    stored = symbol_kinds(kinds)
    with opened(call, where) as view, call.phase("rank"):
        found = symbols.search(view, query, stored or (), namespace, file_path, limit)
    return Answer(
        _found(found, query),
        SymbolSearchResponse(
            hits=[_hit(hit) for hit in found.hits],
            total_count=found.total,
            truncated=found.truncated,
            near_names=list(found.near),
        ),
        evidence=defined_at(call, (hit.symbol for hit in found.hits)),
        next_actions=[
            next_action(call, "symbols.get_card", "what the best hit is and calls", symbol_id=hit.symbol.symbol_id)
            for hit in found.hits[:1]
        ],
        confidence=least(hit.symbol.confidence for hit in found.hits),
        paths={hit.symbol.path for hit in found.hits},
    )


@FAMILY.tool("symbols.get_card")
def get_card(call: Call, where: Where, symbol_id: SymbolId) -> Answer[SymbolCard]:
    """What a symbol is: signature, documentation, outgoing calls, facts, exceptions, side effects."""
    from query.engine import cards, symbols

    with opened(call, where) as view:
        card = cards.card(view, symbols.resolve(view, symbol_id))
    found = card.symbol
    return Answer(
        f"{found.kind} {found.qualified_name} in {found.path}:{found.line_start}",
        _card(call, card),
        evidence=defined_at(call, [found]),
        next_actions=[
            next_action(call, "symbols.get_definition_span", "read its source", symbol_id=found.symbol_id),
            next_action(call, "graph.callers", "who calls it", symbol_id=found.symbol_id),
        ],
        confidence=confidence(found.confidence),
        paths={found.path, *(called.path for called in card.calls)},
    )


def _found(found: Search, query: str | None) -> str:
    if not found.hits:
        near = f"; near names: {', '.join(found.near)}" if found.near else ""
        return f"nothing matches {query or 'these kinds'}{near}"
    first = found.hits[0].symbol
    return f"{found.total} symbols, the best: {first.qualified_name} ({first.path}:{first.line_start})"


def _hit(hit: Hit) -> SymbolSearchHit:
    found = hit.symbol
    return SymbolSearchHit(
        symbol_id=found.symbol_id,
        fully_qualified_name=found.qualified_name,
        kind=SYMBOL_KINDS[found.kind],
        native_kind=found.kind,
        signature=found.signature or found.name,
        documentation_snippet=hit.snippet,
        file_path=found.path,
        line=found.name_line,
        score=hit.score,
    )


def _called(called: calls.Call) -> SymbolRef:
    """A target outside the repository, or one that is not known, goes by its name alone."""
    return SymbolRef(
        to_symbol=called.target or called.name,
        fully_qualified_name=_ID_MARKS.sub("", called.target) if called.target else called.name,
        kind=REF_KINDS[called.kind],
        file_path=called.path,
        line=called.line,
    )


def _card(call: Call, card: Card) -> SymbolCard:
    found = card.symbol
    return SymbolCard(
        symbol_id=found.symbol_id,
        fully_qualified_name=found.qualified_name,
        kind=SYMBOL_KINDS[found.kind],
        native_kind=found.kind,
        signature=found.signature or found.name,
        documentation=found.documentation,
        namespace=found.namespace or "",
        containing_type=card.container,
        file_path=found.path,
        span_start=found.line_start,
        span_end=found.line_end,
        visibility=found.visibility or "",
        attributes=found.decorators or [],
        calls_top=[_called(called) for called in card.calls],
        facts=[
            Fact(kind=FACT_KINDS[fact.kind], value=fact.value, detail=json.dumps(fact.detail) if fact.detail else None)
            for fact in card.facts
        ],
        side_effects=list(card.side_effects),
        thrown_exceptions=list(card.thrown),
        evidence=[
            pointer(call, place.path, place.line_start, place.line_end, place.symbol_id, place.excerpt)
            for place in card.evidence
        ],
        confidence=confidence(found.confidence),
        stable_id=found.stable_id,
    )
