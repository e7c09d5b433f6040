"""What was found as hits: each put together once, with all that is known of its symbol and the lines that answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from query.engine.model import Symbol
from query.engine.view import View
from query.search.direct import Direct
from query.search.excerpt import Excerpts
from query.search.handles import result_id
from query.search.index import TextIndex
from query.search.model import Hit
from query.search.ranking import Ranked

_STEP = 0.001  # between answers that are named directly: it tells their order, not their worth
_NEAR = 0.9

Draft = dict[str, Any]  # fields of a hit


def merged(
    view: View, index: TextIndex, named: list[Direct], ranked: Ranked, limit: int, words: list[str]
) -> Iterator[Hit]:
    """Each symbol once, and each piece that belongs to none."""
    drafts: dict[str, Draft] = {}
    for draft in chain(_named(index, named), _ranked(view, index, ranked)):
        if len(drafts) >= limit:
            break
        drafts.setdefault(draft["result_id"], draft)
    view.read_ahead(draft["path"] for draft in drafts.values())
    excerpts = Excerpts(words)
    return (_finished(view, draft, excerpts) for draft in drafts.values())


def named_hits(view: View, index: TextIndex, named: list[Direct]) -> tuple[Hit, ...]:
    """Hits of what is named, and nothing else."""
    nothing = Excerpts(())
    return tuple(_finished(view, draft, nothing) for draft in _named(index, named))


def _named(index: TextIndex, named: list[Direct]) -> Iterator[Draft]:
    for place, one in enumerate(named):
        draft = {
            "path": one.path, "line_start": one.line_start, "line_end": one.line_end,
            "score": round((_NEAR if one.source == "near_name" else 1.0) - _STEP * place, 4), "sources": (one.source,),
        }  # fmt: skip
        if one.symbol is not None:
            yield draft | _described(one.symbol)
        else:
            draft["result_id"] = result_id(f"{one.path}:{one.line_start}")
            draft["result_type"] = "file" if one.source == "path" else "snippet"
            yield draft | {"language": index.language(one.path)}


def _ranked(view: View, index: TextIndex, ranked: Ranked) -> Iterator[Draft]:
    symbols = view.loaded.symbols
    for number, score, sources in zip(ranked.numbers, ranked.scores, ranked.sources, strict=True):
        segment, row = index.row(number)
        piece = segment[row]
        draft = {"path": piece.path, "score": round(min(score, 1.0), 4), "sources": sources}
        place = symbols.number(piece.symbol_id) if piece.symbol_id and piece.kind != "file" else -1
        own = {"result_type": "snippet", "line_start": piece.line_start, "line_end": piece.line_end}
        if place < 0:
            key = result_id(f"{piece.path}:{piece.line_start}")
            yield draft | own | {"result_id": key, "language": piece.language, "name": piece.name}
        elif piece.kind == "window":
            yield draft | _described(symbols[place]) | own
        else:
            yield draft | _described(symbols[place])


def _described(symbol: Symbol) -> Draft:
    return {
        "result_id": result_id(symbol.symbol_id), "result_type": "symbol", "line_start": symbol.line_start,
        "line_end": symbol.line_end, "language": symbol.language, "symbol_id": symbol.symbol_id,
        "stable_id": symbol.stable_id, "kind": symbol.kind, "name": symbol.name,
        "qualified_name": symbol.qualified_name, "signature": symbol.signature,
    }  # fmt: skip


def _finished(view: View, draft: Draft, excerpts: Excerpts) -> Hit:
    text, first = view.lines(draft["path"]), draft["line_start"]
    if text is None:  # this clone does not have the blob: what the index knows must do
        return Hit(**draft, snippet=draft.get("signature"), snippet_line=first)
    last = len(text) if draft["result_type"] == "file" else draft["line_end"]
    draft["line_end"] = max(last, first)
    draft["snippet"], draft["snippet_line"] = excerpts.of(text, first, last)
    return Hit(**draft)
