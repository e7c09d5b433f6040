"""search_code: code by a name, a path, an error message or a question in plain words."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import Field, StringConstraints

from query.errors import QueryError
from query.tools.call import Call
from query.tools.compass.family import tool
from query.tools.compass.identity import repository_uuid
from query.tools.compass.models import Debug, Intent, JoinStatus, NextAction, SearchResponse, SearchRow
from query.tools.compass.routing import Language, Question, Scope, opened, standing
from query.tools.compass.shown import shown

if TYPE_CHECKING:
    from query.engine.view import View
    from query.search import Found, Hit
    from query.tools.compass.standing import Completeness, Standing

MOST = 50
Extension = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9]+$", max_length=50), Field(description="py, js …")]
Directory = Annotated[str, StringConstraints(max_length=500), Field(description="only files below it")]
RepositoryId = Annotated[str, StringConstraints(pattern=r"^[0-9a-fA-F-]{36}$"), Field(description="UUID")]


@tool("search_code")
def search_code(
    call: Call,
    query: Annotated[Question, Field(description="name, path, error message, stack trace or question")],
    where: Scope,
    language: Language | None = None,
    limit: Annotated[int, Field(ge=1, le=MOST)] = 10,
    compact: Annotated[bool, Field(description="places without their source")] = False,
    repository_id: RepositoryId | None = None,
    file_type: Extension | None = None,
    directory: Directory | None = None,
) -> SearchResponse:
    """Find code by a name, a path, an error or a question; definitions, snippets and files."""
    from query.search import Filters
    from query.search.service import search

    languages = (language.lower(),) if language else ()
    filters = Filters(languages, (file_type,) if file_type else (), directory or "")
    with ExitStack() as leases:
        asked, left_out = _opened(call, leases, _scopes(call, where, repository_id), repository_id)
        first = asked[0][0] if asked else standing(call, where)
        answers = [
            Searched(found, view, search(view, query, filters, limit) if view else None) for found, view in asked
        ]
        return _response(call, first, answers, limit, compact, left_out)


@dataclass(frozen=True, slots=True)
class Searched:
    """One repository's part of the answer; nothing is found where nothing is indexed."""

    standing: Standing
    view: View | None
    found: Found | None


def _scopes(call: Call, where: Scope, repository_id: str | None) -> list[Scope]:
    """The repositories that may be searched: the one that is named, else all that are served."""
    roots = call.hub.served_roots
    one_branch = where.ref is not None and repository_id is None  # a branch is one repository's
    if where.repo_path is not None or len(roots) < 2 or one_branch:
        return [where]
    return [where.model_copy(update={"repo_path": str(root)}) for root in roots]


def _opened(
    call: Call, leases: ExitStack, scopes: list[Scope], repository_id: str | None
) -> tuple[list[tuple[Standing, View | None]], bool]:
    """(those that are asked, whether some cannot be): one that is broken must not cost the answer of all others"""
    asked: list[tuple[Standing, View | None]] = []
    failure: QueryError | None = None
    for scope in scopes:
        try:
            if repository_id is None or _is(standing(call, scope), repository_id):
                asked.append(leases.enter_context(opened(call, scope)))
        except QueryError as error:
            failure = error
    if failure is not None and not asked:
        raise failure
    return asked, failure is not None


def _is(found: Standing, repository_id: str) -> bool:
    return repository_uuid(found.repo.repo_id) == repository_id.lower()


def _response(
    call: Call, first: Standing, answers: list[Searched], limit: int, compact: bool, left_out: bool
) -> SearchResponse:
    ranked = sorted(_hits(answers), key=lambda one: -one[2].score)[:limit]
    rows = [shown(where, view, hit, compact) for where, view, hit in ranked]
    known = [answer.found for answer in answers if answer.found is not None]
    found = known[0] if known else None
    total = sum(found.total_candidates for found in known)
    completeness: Completeness = "truncated" if len(rows) < total else "complete"
    return SearchResponse(
        results=rows,
        query_intent=cast(Intent, found.intent) if found else None,
        total_candidates=total,
        total_count=total,
        latency_ms=round(call.elapsed_ms),
        suggested_next_actions=list(_next(call, first, found, rows)),
        debug=_debug(found, rows) if found and logging.getLogger("codemap").isEnabledFor(logging.DEBUG) else None,
        metadata=first.metadata("partial" if left_out or len(known) < len(answers) else completeness),
    )


def _hits(answers: list[Searched]) -> Iterator[tuple[Standing, View, Hit]]:
    for answer in answers:
        if answer.view is not None and answer.found is not None:
            yield from ((answer.standing, answer.view, hit) for hit in answer.found.hits)


def _next(call: Call, found: Standing, answer: Found | None, rows: list[SearchRow]) -> Iterator[NextAction]:
    """Calls worth making now, of those that this server offers."""
    wanted: list[tuple[str, dict[str, Any]]]
    if found.base is None:
        wanted = [("index_repo", {})]
    elif answer is None or not rows:
        wanted = [("index_status", {})]
    else:
        named = next((row for row in rows if row.symbol_id), None)
        wanted = [("locate_symbol", {"name": named.name})] if named and answer.intent != "symbol" else []
        if named and answer.intent == "symbol":
            wanted.append(("get_symbol_hierarchy", {"symbol_name": named.symbol_id, "path": named.path}))
        if answer.intent in ("natural_language", "error"):
            wanted.append(("get_code_context", {"query": answer.query[:500]}))
        elif named:
            wanted.append(("find_related_symbols", {"symbol_name": named.symbol_id, "path": named.path}))
    for name, parameters in wanted:
        if (offered := call.offered(name)) is not None:
            yield NextAction(tool=offered, ref=found.ref, **parameters)


def _debug(found: Found, rows: list[SearchRow]) -> Debug:
    joined = sum(row.symbol_id is not None for row in rows)
    evidence = found.evidence
    return Debug(
        join_status=JoinStatus(hits=joined, misses=len(rows) - joined),
        sources=list(evidence.sources),
        candidates=evidence.candidates,
        fusion_ms=evidence.fusion_ms,
        model=evidence.model,
        fallback_reason=evidence.fallback_reason,
        corrected=evidence.corrected,
    )
