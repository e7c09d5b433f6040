"""The lines of a hit that answer best."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import or_

from indexer.facade import search_terms
from query.engine.texts import Text

LINES = 8
WIDEST = 240
MOST = 200  # lines that are looked at
_HEAD = 3  # letters that a word always shares with its term


class Excerpts:
    """Excerpts for the words of one question."""

    def __init__(self, words: Collection[str]) -> None:
        self._bits = {word: 1 << place for place, word in enumerate(dict.fromkeys(words))}
        self._heads = {word[:_HEAD] for word in self._bits}

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
        windows = [reduce(or_, said[at : at + LINES]).bit_count() for at in range(len(lines) - LINES + 1)]
        return windows.index(max(windows))

    def _said(self, lines: list[str]) -> list[int]:
        """The words of the question that each line says, one bit for each."""
        said = [0] * len(lines)
        folded = [line.lower() for line in lines]
        for place in {place for head in self._heads for place, line in enumerate(folded) if head in line}:
            said[place] = reduce(or_, [self._bits.get(word, 0) for word in search_terms(lines[place])], 0)
        return said
