"""The lines of a hit that answer best."""

from __future__ import annotations

import re
from collections.abc import Collection

from indexer.facade import search_terms
from query.engine.texts import Text

LINES = 8
WIDEST = 240
MOST = 200  # lines that are looked at
_HEAD = 3  # letters that a word always shares with its term


def excerpt(text: Text, first: int, last: int, words: Collection[str]) -> tuple[str, int]:
    """Some lines and the number of the first of them: those that say most of the question, else the beginning."""
    last = max(min(last, len(text), first + MOST - 1), first)
    lines = [line[:WIDEST] for line in text.lines(first, last)]
    begin = _densest(lines, set(words)) if len(lines) > LINES else 0
    shown = lines[begin : begin + LINES]
    while shown and not shown[-1].strip():
        shown.pop()
    return "\n".join(shown), first + begin


def _densest(lines: list[str], words: set[str]) -> int:
    """Where the window begins that says the most different words; the beginning wins a tie."""
    if not words:
        return 0
    heads = re.compile("|".join(sorted({re.escape(word[:_HEAD]) for word in words})), re.IGNORECASE)
    said = [words & set(search_terms(line)) if heads.search(line) else set() for line in lines]
    places = range(len(lines) - LINES + 1)
    return max(places, key=lambda at: (len(set().union(*said[at : at + LINES])), -at), default=0)
