"""What people call things and deeds, and what code calls them: a question word by word, whatever it says as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

from indexer.search.said import WORDS, Phrase, read
from indexer.search.words import stem


class Thesaurus:
    def __init__(self, entries: Iterable[Phrase]) -> None:
        self._codes: defaultdict[tuple[str, ...], dict[str, str]] = defaultdict(dict)  # words of code by their stems
        for entry in entries:
            codes = self._codes[tuple(map(stem, entry.said))]
            for word in entry.code:
                codes.setdefault(stem(word), word)
        self._longest = max(map(len, self._codes), default=0)

    def of(self, asked: Sequence[str]) -> dict[str, float]:
        """Words of code for those of a question, and how much each counts: the more there are for one, the less."""
        stems = list(map(stem, asked))
        found: defaultdict[str, float] = defaultdict(float)
        free = [True] * len(stems)
        for size in range(self._longest, 0, -1):  # "give up" is neither giving nor up
            for at in range(len(stems) - size + 1):
                codes = self._codes.get(tuple(stems[at : at + size]))
                if codes and all(free[at : at + size]):
                    free[at : at + size] = [False] * size
                    for term, word in codes.items():
                        if term not in stems:
                            found[word] += len(codes) ** -0.5
        return dict(found)


@cache
def thesaurus() -> Thesaurus:
    return Thesaurus(read(WORDS))
