"""locate_symbol: where a name is defined."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from query.tools.call import Call
from query.tools.compass.family import tool
from query.tools.compass.models import LocatedRow, LocateResponse
from query.tools.compass.routing import Language, Limit, Scope, Word, opened
from query.tools.compass.rows import row
from query.tools.compass.vocabulary import stored_kinds


@tool("locate_symbol")
def locate_symbol(
    call: Call,
    name: Annotated[Word, Field(description="name, qualified name or id")],
    where: Scope,
    kind: Annotated[Word, Field(description="fn, struct, class, method …")] | None = None,
    language: Language | None = None,
    limit: Limit = 10,
    compact: Annotated[bool, Field(description="without signatures")] = False,
) -> LocateResponse:
    """Find symbol definitions by name, the one most likely meant first."""
    from query.engine.locate import locate

    kinds = stored_kinds(kind)
    with opened(call, where) as (found, view):
        if view is None:
            return LocateResponse(results=[], total_candidates=0, metadata=found.metadata("partial"))
        located = locate(view, name, kinds, language.lower() if language else None, limit)
        results = [
            LocatedRow(**row(place.symbol), language=place.symbol.language, score=place.score)
            for place in located.places
        ]
        return LocateResponse(
            results=[one.model_copy(update={"signature": None}) for one in results] if compact else results,
            total_candidates=located.total,
            near_names=list(located.near),
            metadata=found.metadata("truncated" if len(results) < located.total else "complete"),
        )
