"""What people say of code, and what such code says: a book of phrases, for questions in other words than the code's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from indexer.search.static import Floats, model, question, unit
from indexer.search.words import stem, words

PHRASES = Path(__file__).with_name("data") / "phrases.txt"
MOST = 4  # phrases that a question may stand for
LEAST_LIKE = 0.35  # cosine below which a phrase means something else
DOUBT = 0.05  # what a phrase still counts for that is only just alike
SURENESS = 2.4  # times the cube of the cosine: a phrase that is merely alike may lead astray
SHORT = 4  # words up to which a question is all there is to go by; longer ones say more themselves


@dataclass(frozen=True, slots=True)
class Meant:
    """What the code says that a question is about."""

    terms: dict[str, float]  # and how sure each is, the surest 1
    vector: Floats
    weight: float  # against the question's own words


@dataclass(frozen=True, slots=True)
class Phrase:
    said: list[str]
    code: list[str]


class Book:
    """Phrases as vectors, seen from their mean: the nearest to a question tell what it may be about."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._codes = [phrase.code for phrase in phrases]
        said = _pooled([phrase.said for phrase in phrases])
        self._mean = said.mean(axis=0)
        self._said = unit(said - self._mean)
        self._meant = _pooled(self._codes)

    def meant(self, text: str) -> Meant | None:
        asked = words(text)
        if not asked or len(text.split()) == 1:  # a name means itself
            return None
        alike = self._said @ unit(question(text) - self._mean)
        nearest = np.flatnonzero(alike > LEAST_LIKE)
        nearest = nearest[np.argsort(-alike[nearest], kind="stable")[:MOST]]
        if not len(nearest):
            return None
        trust = alike[nearest] - LEAST_LIKE + DOUBT
        surest = float(alike[nearest[0]])
        weight = SURENESS * surest**3 * min(1.0, SHORT / len(set(asked))) ** 2
        return Meant(self._terms(nearest.tolist(), trust.tolist()), unit(trust @ self._meant[nearest]), weight)

    def _terms(self, nearest: list[int], trust: list[float]) -> dict[str, float]:
        sums: defaultdict[str, float] = defaultdict(float)
        for place, share in zip(nearest, trust, strict=True):
            for term in dict.fromkeys(map(stem, self._codes[place])):
                sums[term] += share
        most = max(sums.values())
        return {term: share / most for term, share in sums.items()}


@cache
def book() -> Book:
    made = Book(list(read()))
    model().forget()  # the words of all phrases: few of them are asked for again
    return made


def read(path: Path = PHRASES) -> Iterator[Phrase]:
    """Lines are `words of code: phrase | phrase`."""
    for line in path.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            code, _, phrases = line.partition(":")
            for said in phrases.split("|"):
                yield Phrase(words(said), words(code))


def _pooled(texts: Sequence[Sequence[str]]) -> Floats:
    """The unit vector of each text."""
    counted = [Counter(text) for text in texts]
    known = sorted({word for text in counted for word in text})
    place = {word: number for number, word in enumerate(known)}
    codes = np.asarray([place[word] for text in counted for word in text], dtype=np.int64)
    counts = np.asarray([count for text in counted for count in text.values()], dtype=np.int64)
    lengths = np.asarray([len(text) for text in counted], dtype=np.int64)
    return model().pool(model().words(known), codes, counts, lengths)
