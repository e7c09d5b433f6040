"""One question to its hits: what it names directly first, then what words and meaning find."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from weakref import WeakKeyDictionary

from indexer.facade import search_terms
from query.engine.model import Symbol
from query.engine.view import Loaded, View
from query.errors import InvalidArgument
from query.search.direct import Direct, direct
from query.search.excerpt import excerpt
from query.search.handles import is_handle, result_id, standing_for
from query.search.index import TextIndex, text_index
from query.search.intents import classify
from query.search.kept import Kept
from query.search.model import SYMBOL, Evidence, Filters, Found, Hit
from query.search.ranking import Ranked, rank

MOST_KEPT = 200  # questions about a state that are answered from memory: some 10 KB each
MOST_TEXT = 20_000  # characters of a question: a long stack trace
_STEP = 0.001  # between answers that are named directly: it tells their order, not their worth
_NEAR = 0.9
_TURNS = threading.BoundedSemaphore(os.cpu_count() or 1)  # more at once only take the interpreter from one another
_KEPT: WeakKeyDictionary[Loaded, Kept[tuple[str, Filters, int, bool], Found]] = WeakKeyDictionary()


def search(view: View, query: str, filters: Filters | None = None, limit: int = 10, semantic: bool = True) -> Found:
    """The places of a repository that answer a name, a path, an error or a question in plain words.

    Who asks what others are asking right now waits for their answer.
    """
    text = query.strip()
    if not text:
        raise InvalidArgument("the query is empty", "give a name, a path, an error message or a question")
    if len(text) > MOST_TEXT:
        raise InvalidArgument(f"the query has {len(text):,} characters", f"at most {MOST_TEXT:,} are read: shorten it")
    chosen = filters or Filters()
    if view.workspace is not None or view.virtual:  # whose texts may change while all else stays
        return _search(view, text, chosen, limit, semantic)
    kept, key = _KEPT.setdefault(view.loaded, Kept(MOST_KEPT)), (text, chosen, limit, semantic)
    found = kept.get(key, lambda: _search(view, text, chosen, limit, semantic))
    if found.evidence.fallback_reason:  # which may be gone the next time
        kept.forget(key)
    return found


def _search(view: View, text: str, chosen: Filters, limit: int, semantic: bool) -> Found:
    with _TURNS:
        return _looked_for(view, text, chosen, limit, semantic)


def _looked_for(view: View, text: str, chosen: Filters, limit: int, semantic: bool) -> Found:
    index = text_index(view)
    if is_handle(view, text):
        return _by_handle(view, index, text)
    intent = classify(text, index.extensions)
    named = direct(view, intent, text, chosen)
    ranked = rank(index, text, chosen, semantic)
    hits = tuple(_merged(view, index, named, ranked, limit, search_terms(text)))
    evidence = replace(
        ranked.evidence,
        sources=tuple(dict.fromkeys([*(one.source for one in named), *ranked.evidence.sources])),
        candidates={**Counter(one.source for one in named), **ranked.evidence.candidates},
    )
    return Found(text, intent, hits, max(ranked.total + len(named), len(hits)), evidence)


def _by_handle(view: View, index: TextIndex, handle: str) -> Found:
    """The hit of an earlier search, and nothing else."""
    found = standing_for(view, index, handle)
    hits = tuple(_with_snippet(view, hit, []) for hit in _named_hits(index, [found] if found else []))
    return Found(handle, SYMBOL, hits, len(hits), Evidence(sources=("exact",)))


def _merged(
    view: View, index: TextIndex, named: list[Direct], ranked: Ranked, limit: int, words: list[str]
) -> Iterator[Hit]:
    """Each symbol once, and each piece that belongs to none."""
    seen: set[str] = set()
    for hit in chain(_named_hits(index, named), _ranked_hits(view, index, ranked)):
        if len(seen) >= limit:
            return
        if hit.result_id not in seen:
            seen.add(hit.result_id)
            yield _with_snippet(view, hit, words)


def _named_hits(index: TextIndex, named: list[Direct]) -> Iterator[Hit]:
    for place, one in enumerate(named):
        score = round((_NEAR if one.source == "near_name" else 1.0) - _STEP * place, 4)
        kind = "file" if one.source == "path" else "snippet"
        key = result_id(f"{one.path}:{one.line_start}")
        hit = Hit(key, kind, one.path, one.line_start, one.line_end, score, (one.source,), index.language(one.path))
        yield hit if one.symbol is None else _described(hit, one.symbol)


def _ranked_hits(view: View, index: TextIndex, ranked: Ranked) -> Iterator[Hit]:
    symbols = view.loaded.symbols
    for number, score, sources in zip(ranked.numbers, ranked.scores, ranked.sources, strict=True):
        segment, row = index.row(number)
        piece = segment[row]
        path, first, last = piece["path"], piece["line_start"], piece["line_end"]
        told = round(min(score, 1.0), 4), sources, piece["language"]
        hit = Hit(result_id(f"{path}:{first}"), "snippet", path, first, last, *told, name=piece["name"])
        place = symbols.number(piece["symbol_id"]) if piece["symbol_id"] and piece["piece"] != "file" else -1
        if place < 0:
            yield hit
        elif piece["piece"] == "window":
            whole = _described(hit, symbols[place])
            yield replace(whole, result_type="snippet", line_start=hit.line_start, line_end=hit.line_end)
        else:
            yield _described(hit, symbols[place])


def _described(hit: Hit, symbol: Symbol) -> Hit:
    return replace(
        hit, result_id=result_id(symbol.symbol_id), result_type="symbol", line_start=symbol.line_start,
        line_end=symbol.line_end, language=symbol.language, symbol_id=symbol.symbol_id, stable_id=symbol.stable_id,
        kind=symbol.kind, name=symbol.name, qualified_name=symbol.qualified_name, signature=symbol.signature,
    )  # fmt: skip


def _with_snippet(view: View, hit: Hit, words: list[str]) -> Hit:
    text = view.lines(hit.path)
    if text is None:  # this clone does not have the blob: what the index knows must do
        return replace(hit, snippet=hit.signature, snippet_line=hit.line_start)
    last = len(text) if hit.result_type == "file" else hit.line_end
    shown, line = excerpt(text, hit.line_start, last, words)
    return replace(hit, line_end=max(last, hit.line_start), snippet=shown, snippet_line=line)
