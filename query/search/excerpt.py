"""The lines of a hit that answer best."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_

from indexer.facade import search_terms
from query.engine.texts import Text

LINES = 8
WIDEST = 240
MOST = 200  # lines that are looked at
_HEAD = 3  # letters that a word always shares with its term
_TOKEN = re.compile(r"\w+")


class _Said(dict[str, int]):
    """The words of a question that tokens say, one bit for each; lines of code have the same tokens over and over."""

    def __init__(self, words: Collection[str]) -> None:
        self._bits = {word: 1 << place for place, word in enumerate(dict.fromkeys(words))}
        self.heads = {word[:_HEAD] for word in self._bits}

    def __missing__(self, token: str) -> int:
        folded, said = token.lower(), 0
        for head in self.heads:
            if head in folded:
                said = reduce(or_, [self._bits.get(word, 0) for word in search_terms(token)], 0)
                break
        self[token] = said
        return said


class Excerpts:
    """Excerpts for the words of one question."""

    def __init__(self, words: Collection[str]) -> None:
        self._by_token = _Said(words)

    def of(self, text: Text, first: int, last: int) -> tuple[str, int]:
        """Some lines and the number of the first of them: those that say most of the question, else the beginning."""
        last = max(min(last, len(text), first + MOST - 1), first)
        lines = [line[:WIDEST] for line in text.lines(first, last)]
        begin = self._densest(lines) if len(lines) > LINES else 0
        shown = lines[begin : begin + LINES]
        while shown and not shown[-1].strip():
            shown.pop()
        return "\n".join(shown), first + begin

    def _densest(self, lines: list[str]) -> int:
        """Where the window begins that says the most different words; the beginning wins a tie."""
        said = self._said(lines)
        # A window says more than the one before it only where the line that comes in says something.
        begins = [0, *(place - LINES + 1 for place, _ in said if place >= LINES)]
        counts = [_together(said, begin).bit_count() for begin in begins]
        return begins[counts.index(max(counts))]

    def _said(self, lines: list[str]) -> list[tuple[int, int]]:
        """The lines that say words of the question, and which."""
        by_token, folded = self._by_token, "\n".join(lines).lower()
        places = sorted({place for head in by_token.heads for place in _holding(folded, head)})
        said = ((place, reduce(or_, map(by_token.__getitem__, _TOKEN.findall(lines[place])), 0)) for place in places)
        return [one for one in said if one[1]]


def _holding(text: str, part: str) -> Iterator[int]:
    """The lines of a text that hold a part, from 0 on: found in one pass, not line by line."""
    place, end, at = 0, 0, text.find(part)
    while at >= 0:
        place += text.count("\n", end, at)
        yield place
        end = text.find("\n", at)
        at = text.find(part, end) if end >= 0 else -1


def _together(said: list[tuple[int, int]], begin: int) -> int:
    """What the lines of a window say."""
    first = bisect_left(said, (begin, 0))
    words = 0
    for place, own in said[first : first + LINES]:
        if place >= begin + LINES:
            break
        words |= own
    return words
