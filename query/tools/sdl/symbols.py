"""sdl.symbol.search: symbols by name, or by what they are about."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from query.errors import QueryError
from query.tools.call import Call
from query.tools.sdl.family import FAMILY
from query.tools.sdl.models import Evidence, Found, SearchResponse, Truncation
from query.tools.sdl.routing import RepoId, Word, opened
from query.tools.sdl.vocabulary import KINDS, Kind, stored_kinds

if TYPE_CHECKING:
    from query import search as text_search
    from query.engine import symbols as by_name
    from query.engine.model import Symbol
    from query.engine.view import View
    from query.tools.sdl.routing import Asked

PREFETCHED = 5
_prefetching = threading.Lock()
_NARROW = "give kinds, more words, or a higher limit"


@FAMILY.tool("sdl.symbol.search")
def search(
    call: Call,
    repoId: RepoId,
    query: Annotated[Word, Field(description="words of a name, prefix*, OR; with semantic a question")],
    kinds: Annotated[list[Kind], Field(max_length=8)] | None = None,
    limit: Annotated[int, Field(ge=1, le=1000)] = 50,
    semantic: Annotated[bool, Field(description="by words and meaning, not names alone")] = False,
    includeRetrievalEvidence: bool = False,
) -> SearchResponse:
    """Find symbols by name, or by meaning with semantic; the best five cards are made ready."""
    with opened(call, repoId) as asked:
        answer = _by_meaning if semantic else _by_name
        found, response = answer(asked, query, stored_kinds(kinds), limit)
        if not asked.waiting:  # else the cards would be of a state that is about to go, and keep others from coming
            _prefetch(call, repoId, [symbol.stable_id for symbol in found[:PREFETCHED]])
    if not includeRetrievalEvidence:
        response.retrieval_evidence = None
    return response


def _by_name(asked: Asked, query: str, kinds: tuple[str, ...], limit: int) -> tuple[list[Symbol], SearchResponse]:
    from query.engine import symbols

    found: by_name.Search = symbols.search(asked.view, query, kinds, limit=limit)
    chosen = [hit.symbol for hit in found.hits]
    evidence = Evidence(
        sources=["names"],
        candidate_counts={"names": found.total},
        fusion_latency_ms=0.0,
        model=None,
        fallback_reason=None,
    )
    response = SearchResponse(
        results=list(map(_row, chosen)),
        retrieval_mode="legacy",
        retrieval_evidence=evidence,
        truncation=_truncation(len(chosen), found.total),
        drafts_waiting=asked.waiting or None,
        near_names=list(found.near) or None,
        ledger_version=asked.ledger,
    )
    return chosen, response


def _by_meaning(asked: Asked, query: str, kinds: tuple[str, ...], limit: int) -> tuple[list[Symbol], SearchResponse]:
    from query.search import Filters
    from query.search.service import search as ask

    found: text_search.Found = ask(asked.view, query, Filters(kinds=kinds), limit)
    chosen = [symbol for hit in found.hits if (symbol := _symbol(asked.view, hit)) is not None]
    told = found.evidence
    evidence = Evidence(
        sources=list(told.sources),
        candidate_counts=told.candidates,
        fusion_latency_ms=told.fusion_ms,
        model=told.model,
        fallback_reason=told.fallback_reason,
    )
    response = SearchResponse(
        results=list(map(_row, chosen)),
        # Without vectors words alone have ranked.
        retrieval_mode="hybrid" if told.model else "legacy",
        retrieval_evidence=evidence,
        truncation=_truncation(len(found.hits), found.total_candidates),
        drafts_waiting=asked.waiting or None,
        ledger_version=asked.ledger,
    )
    return chosen, response


def _symbol(view: View, hit: text_search.Hit) -> Symbol | None:
    number = view.loaded.symbols.number(hit.symbol_id) if hit.symbol_id else -1
    return view.loaded.symbols[number] if number >= 0 else None


def _row(symbol: Symbol) -> Found:
    return Found(
        symbol_id=symbol.stable_id,
        name=symbol.name,
        qualified_name=symbol.qualified_name,
        kind=KINDS[symbol.kind],
        file=symbol.path,
        line=symbol.name_line,
    )


def _truncation(returned: int, total: int) -> Truncation | None:
    return Truncation(returned=returned, total=total, hint=_NARROW) if returned < total else None


def _prefetch(call: Call, repo_id: str, ids: list[str]) -> None:
    """Make cards while the caller reads: one of the first is asked for next."""
    # One at a time: what the first loads serves the others, too.
    if ids and call.offered("sdl.symbol.getCard") and _prefetching.acquire(blocking=False):
        threading.Thread(target=_made_ready, args=(Call(call.services), repo_id, ids), name="prefetch").start()


def _made_ready(call: Call, repo_id: str, ids: list[str]) -> None:
    from query.engine.symbols import resolve
    from query.tools.sdl.shaping.cards import Wanted, cards

    try:
        # Whatever stands against it is told to who asks for the card.
        with suppress(QueryError, OSError), opened(call, repo_id) as asked:
            cards(asked, [resolve(asked.view, one) for one in ids], Wanted())
    finally:
        _prefetching.release()
