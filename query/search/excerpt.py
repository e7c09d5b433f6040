"""The lines of a hit that answer best."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import reduce
from operator import or_

from indexer.facade import search_terms
from query.engine.texts import Text

LINES = 8
WIDEST = 240
MOST = 200  # lines that are looked at
_STEPS = (1, 2, 4)  # two windows so far apart make one that is twice as long, up to LINES
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
        for step in _STEPS:
            said = [one | other for one, other in zip(said, said[step:], strict=False)]
        counts = [window.bit_count() for window in said]
        return counts.index(max(counts))

    def _said(self, lines: list[str]) -> list[int]:
        """The words of the question that each line says."""
        said, by_token = [0] * len(lines), self._by_token
        folded = [line.lower() for line in lines]
        for place in {place for head in by_token.heads for place, line in enumerate(folded) if head in line}:
            said[place] = reduce(or_, map(by_token.__getitem__, _TOKEN.findall(lines[place])), 0)
        return said
