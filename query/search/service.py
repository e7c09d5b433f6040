"""One question to its hits: what it names directly first, then what words and meaning find."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import replace
from weakref import WeakKeyDictionary

from indexer.facade import search_terms
from query.engine.view import Loaded, View
from query.errors import InvalidArgument
from query.search.direct import direct
from query.search.handles import is_handle, standing_for
from query.search.hits import merged, named_hits
from query.search.index import TextIndex
from query.search.indexes import text_index
from query.search.intents import classify
from query.search.kept import Kept
from query.search.model import SYMBOL, Evidence, Filters, Found
from query.search.ranker import ranker
from query.search.ranking import Question

MOST_KEPT = 200  # questions about a state that are answered from memory: some 10 KB each
MOST_TEXT = 20_000  # characters of a question: a long stack trace
_TURN = threading.Lock()  # for what the interpreter alone does: several at once only take it from one another
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


def make_ready(view: View) -> None:
    """Load what searches need, so that the first who come do not wait for it."""
    index = text_index(view)
    ranker(index).prepare(index)


def _search(view: View, text: str, chosen: Filters, limit: int, semantic: bool) -> Found:
    index = text_index(view)
    if is_handle(view, text):
        return _by_handle(view, index, text)
    intent = classify(text, index.extensions)
    named = direct(view, intent, text, chosen)
    ranked = ranker(index).rank(index, Question(text, chosen, semantic))
    with _TURN:
        hits = tuple(merged(view, index, named, ranked, limit, search_terms(text)))
    evidence = replace(
        ranked.evidence,
        sources=tuple(dict.fromkeys([*(one.source for one in named), *ranked.evidence.sources])),
        candidates={**Counter(one.source for one in named), **ranked.evidence.candidates},
    )
    return Found(text, intent, hits, max(ranked.total + len(named), len(hits)), evidence)


def _by_handle(view: View, index: TextIndex, handle: str) -> Found:
    """The hit of an earlier search, and nothing else."""
    found = standing_for(view, index, handle)
    hits = named_hits(view, index, [found] if found else [])
    return Found(handle, SYMBOL, hits, len(hits), Evidence(sources=("exact",)))
