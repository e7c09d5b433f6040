"""get_code_context: the code that a question needs, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from query.tools.call import Call
from query.tools.compass.family import tool
from query.tools.compass.models import ContextItem, ContextMetadata, ContextResponse
from query.tools.compass.routing import Language, Question, Scope, opened
from query.tools.compass.rows import row

if TYPE_CHECKING:
    from query.engine.context import Candidate, Packed
    from query.engine.view import View
    from query.tools.compass.standing import Standing

Strategy = Literal["breadth", "depth"]
MOST_TOKENS = 200_000
_NARROW = "Use locate_symbol for specific symbols, or increase max_tokens"
_NOTHING = "Nothing is indexed yet: call index_repo"
_NO_MATCH = "Nothing fits these words: use names or words of the code, or leave language out"


@tool("get_code_context")
def get_code_context(
    call: Call,
    query: Annotated[Question, Field(description="as for search_code")],
    where: Scope,
    max_tokens: Annotated[int, Field(ge=1, le=MOST_TOKENS, description="budget")] = 4000,
    strategy: Annotated[Strategy, Field(description="many signatures, or fewer whole bodies")] = "breadth",
    language: Language | None = None,
) -> ContextResponse:
    """Code that answers a question, fitted to a token budget: many signatures, or fewer whole bodies."""
    from query.engine.context import Packed, candidates, pack

    with opened(call, where) as (found, view):
        if view is None:
            return _response(found, Packed((), 0, 0), strategy, _NOTHING)
        ranked = candidates(view, query, (language.lower(),) if language else ())
        packed = pack(_described(view, ranked, strategy), max_tokens)
        empty = None if packed.total else _NO_MATCH
        return _response(found, packed, strategy, _NARROW if packed.truncated else empty)


def _described(view: View, ranked: list[Candidate], strategy: Strategy) -> Iterator[dict[str, Any]]:
    """Items as they will be sent: what is counted is what goes out."""
    from query.engine.context import body

    for one in ranked:
        item = ContextItem(**row(one.symbol), language=one.symbol.language, score=one.score)
        if strategy == "depth":
            item.body = body(view, one.symbol)
        yield item.model_dump(mode="json")


def _response(found: Standing, packed: Packed, strategy: Strategy, suggestion: str | None) -> ContextResponse:
    left = packed.total - len(packed.items)
    base = found.metadata("partial" if packed.truncated else "complete")
    return ContextResponse(
        context_items=[ContextItem(**item) for item in packed.items],
        estimated_tokens=packed.tokens,
        truncated=packed.truncated,
        metadata=ContextMetadata(
            **base.model_dump(),
            total_candidates=packed.total,
            returned=len(packed.items),
            strategy=strategy,
            remaining_candidates=left if packed.truncated else None,
            suggestion=suggestion,
        ),
    )
