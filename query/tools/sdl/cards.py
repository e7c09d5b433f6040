"""sdl.symbol.getCard and getCards: what symbols are, or that nothing about them changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from query.errors import InvalidArgument, NotFound
from query.tools.call import Call
from query.tools.sdl.failures import SEARCH, classify
from query.tools.sdl.family import FAMILY
from query.tools.sdl.models import Card, CardsResponse, FailedInput
from query.tools.sdl.routing import RepoId, Word, opened
from query.tools.sdl.vocabulary import Kind, stored_kinds

if TYPE_CHECKING:
    from query.engine.model import Symbol
    from query.tools.sdl.routing import Asked
    from query.tools.sdl.shaping.cards import Wanted

MOST = 100
T = TypeVar("T")
U = TypeVar("U")


class SymbolRef(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[Word, Field(description="may be qualified")]
    file: Annotated[Word, Field(description="path or its end")] | None = None
    kind: Kind | None = None
    exportedOnly: bool = False

    def __str__(self) -> str:
        return f"{self.name} in {self.file}" if self.file else self.name


SymbolId = Annotated[Word, Field(description="from a search or a card")]
Confidence = Annotated[float, Field(ge=0, le=1, description="leave out calls less sure than this")]
Resolution = Annotated[bool, Field(description="tell by which rule each call was resolved")]
Detail = Annotated[Literal["full", "concise"], Field(description="concise: some 100 tokens")]
Etag = Annotated[str, Field(max_length=200)]


@FAMILY.tool("sdl.symbol.getCard")
def get_card(
    call: Call,
    repoId: RepoId,
    symbolId: SymbolId | None = None,
    symbolRef: SymbolRef | None = None,
    ifNoneMatch: Annotated[Etag, Field(description="etag of a card you have")] | None = None,
    minCallConfidence: Confidence = 0.0,
    includeResolutionMetadata: Resolution = False,
    detail: Detail = "full",
) -> Card:
    """A symbol's card: signature, summary, effects, dependencies, metrics, cluster, processes; give an id or a ref."""
    from query.tools.sdl.shaping.cards import Wanted, cards, not_modified

    wanted = Wanted(minCallConfidence, includeResolutionMetadata, detail == "concise")
    given = _exactly_one(symbolId, symbolRef, "symbolId", "symbolRef")
    with opened(call, repoId) as asked:
        (card,) = cards(asked, [_symbol(asked, given)], wanted)
        return _told(asked, not_modified(card, asked.ledger) if ifNoneMatch == card.etag else card)


@FAMILY.tool("sdl.symbol.getCards")
def get_cards(
    call: Call,
    repoId: RepoId,
    symbolIds: Annotated[list[SymbolId], Field(min_length=1, max_length=MOST)] | None = None,
    symbolRefs: Annotated[list[SymbolRef], Field(min_length=1, max_length=MOST)] | None = None,
    knownEtags: Annotated[dict[str, Etag], Field(description="etags of cards you have, by symbolId")] | None = None,
    minCallConfidence: Confidence = 0.0,
    includeResolutionMetadata: Resolution = False,
    detail: Detail = "full",
) -> CardsResponse:
    """Cards of up to 100 symbols in one call, by ids or by refs; those you know are told as not modified."""
    from query.engine.natural import by_ids
    from query.tools.sdl.shaping.cards import Wanted

    wanted = Wanted(minCallConfidence, includeResolutionMetadata, detail == "concise")
    given: Sequence[str | SymbolRef] = _exactly_one(symbolIds, symbolRefs, "symbolIds", "symbolRefs")
    with opened(call, repoId) as asked:
        found: list[tuple[str, Symbol]] = []
        failures: list[FailedInput] = []
        known = by_ids(asked.view, symbolIds or [])
        for one in given:
            try:
                found.append((str(one), known.get(str(one)) or _symbol(asked, one)))
            except NotFound as error:
                failures.append(_failed(call, one, error))
        made = _cards(asked, [symbol for _, symbol in found], wanted, knownEtags or {})
    return CardsResponse(
        cards=made,
        partial=bool(failures),
        succeeded=[name for name, _ in found],
        failed=[one.input for one in failures],
        failures=failures,
    )


def _cards(asked: Asked, symbols: Sequence[Symbol], wanted: Wanted, known: Mapping[str, str]) -> list[Card]:
    from query.tools.sdl.shaping.cards import cards, not_modified

    return [
        _told(asked, not_modified(card, asked.ledger) if _tag(known, symbol) == card.etag else card)
        for card, symbol in zip(cards(asked, symbols, wanted), symbols, strict=True)
    ]


def _told(asked: Asked, card: Card) -> Card:
    """With how many drafts are not linked yet, where calls of them, and calls into them, may be missing."""
    if not asked.linked:
        card.drafts_waiting = asked.waiting or None
    return card


def _tag(known: Mapping[str, str], symbol: Symbol) -> str | None:
    """The tag that the caller has; symbols go by either of their ids."""
    return known.get(symbol.stable_id) or known.get(symbol.symbol_id)


def _exactly_one(first: T | None, second: U | None, *names: str) -> T | U:
    if (first is None) == (second is None):
        raise InvalidArgument(f"exactly one of {names[0]} and {names[1]} is wanted", "leave the other one out")
    return first if first is not None else second  # type: ignore[return-value]


def _symbol(asked: Asked, given: str | SymbolRef) -> Symbol:
    from query.engine.natural import Reference, meant
    from query.engine.symbols import resolve

    try:
        if isinstance(given, str):
            return resolve(asked.view, given)
        kinds = stored_kinds([given.kind]) if given.kind else ()
        return meant(asked.view, Reference(given.name, given.file, kinds, given.exportedOnly))
    except NotFound as error:
        if asked.waiting:  # it may be in one of them
            error.hint += f"; {asked.waiting} drafts are not linked yet: see sdl_buffer_status, and ask again"
        raise


def _failed(call: Call, given: str | SymbolRef, error: NotFound) -> FailedInput:
    return FailedInput(
        input=str(given),
        classification=classify(error),
        message=f"{error.message}. {error.hint}",
        fallback_tools=[call.offered(SEARCH) or SEARCH],
        candidates=list(error.near) or None,
    )
