"""What people say of code, and what such code says: a book of phrases, for questions in other words than the code's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

import numpy as np

from indexer.search.said import Phrase, read
from indexer.search.static import Floats, Ints, model, unit
from indexer.search.thesaurus import thesaurus
from indexer.search.words import stem, words

MOST = 6  # phrases that a question may stand for
VECTORS = 0.35  # share of the vectors in how alike a question and a phrase are; the rest is that of common words
LEAST_LIKE = 0.22  # likeness below which a phrase means something else
DOUBT = 0.05  # what a phrase still counts for that is only just alike
SURENESS = 4.0  # times the cube of the likeness: a phrase that is merely alike may lead astray
SHORT = 4  # words up to which a question is all there is to go by; longer ones say more themselves
QUIET = 0.5  # power of how much a word tells, in the vector of a question
REMEMBERED = 64  # questions: all that are ranked at a time
BY_WORD = 0.6  # what a word of the thesaurus counts for, beside those that phrases tell
ALONE = 4.0  # what a phrase of one common word is held against, as if it said more


@dataclass(frozen=True, slots=True)
class Meant:
    """What the code says that a question is about."""

    terms: dict[str, float]  # and how sure each is, the surest 1
    vector: Floats
    weight: float  # against the question's own words


class Book:
    """Phrases by their words and as vectors, seen from their mean: the nearest to a question tell what it may be about.

    Words count by how rare they are in the book: nearly every other phrase has "another", "keep" or "several".
    """

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._codes = [phrase.code for phrase in phrases]
        self._meant = _pooled(self._codes)
        stems = [dict.fromkeys(map(stem, phrase.said)) for phrase in phrases]
        holders = Counter(chain.from_iterable(stems))
        self._size = len(phrases)
        self._rarity = {word: float(np.log((self._size + 1) / (count + 1))) for word, count in holders.items()}
        self._holders = self._postings(stems)
        said = self._vectors([phrase.said for phrase in phrases])
        self._mean = said.mean(axis=0)
        self._said = unit(said - self._mean)

    def meant(self, text: str) -> Meant | None:
        asked = words(text)
        if not asked or len(text.split()) == 1:  # a name means itself
            return None
        alike = self._alike(asked)
        nearest = _highest(alike, MOST)
        nearest = nearest[alike[nearest] > LEAST_LIKE]
        if not len(nearest):
            return None
        trust = alike[nearest] - LEAST_LIKE + DOUBT
        surest = float(alike[nearest[0]])
        weight = SURENESS * surest**3 * min(1.0, SHORT / len(set(asked))) ** 2
        meant = Meant(self._terms(nearest.tolist(), trust.tolist()), unit(trust @ self._meant[nearest]), weight)
        return _by_word(meant, thesaurus().of(asked))

    def vector(self, asked: Sequence[str]) -> Floats:
        """The unit vector of a question: what people say of everything is less loud."""
        return self._vectors([asked], QUIET)[0] if asked else model().text(asked)

    def _alike(self, asked: Sequence[str]) -> Floats:
        """How much each phrase is like a question."""
        common = np.zeros(self._size, dtype=np.float32)
        stems = list(dict.fromkeys(map(stem, asked)))
        length = _length([self._tells(word) for word in stems], 0.0)
        for word in stems:
            if word in self._holders:
                numbers, shares = self._holders[word]
                common[numbers] += shares * np.float32(self._tells(word) / length)
        near = self._said @ unit(self._vectors([asked])[0] - self._mean)
        return np.asarray(VECTORS * near + (1 - VECTORS) * common, dtype=np.float32)

    def _tells(self, word: str) -> float:
        return self._rarity.get(word, float(np.log(self._size + 1)))

    def _postings(self, stems: Sequence[Iterable[str]]) -> dict[str, tuple[Ints, Floats]]:
        """For each word the phrases that have it, and how much of each it is."""
        found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, said in enumerate(stems):
            length = _length([self._rarity[word] for word in said], ALONE)
            for word in said:
                found[word].append((number, self._rarity[word] / length))
        return {
            word: (np.asarray([number for number, _ in pairs]), np.asarray([share for _, share in pairs], np.float32))
            for word, pairs in found.items()
        }

    def _vectors(self, texts: Sequence[Sequence[str]], power: float = 1.0) -> Floats:
        """The unit vector of each text, none of them empty: the more a word tells, the louder."""
        each = [dict.fromkeys(text) for text in texts]
        known = list(dict.fromkeys(chain.from_iterable(each)))
        place = {word: number for number, word in enumerate(known)}
        loud = np.asarray([self._tells(stem(word)) ** power for word in known], dtype=np.float32)
        ends = np.cumsum([len(text) for text in each])
        codes = np.asarray([place[word] for word in chain.from_iterable(each)])
        said = loud[codes, None] * model().words(known)[codes]
        return unit(np.add.reduceat(said, np.append(0, ends[:-1]), axis=0))

    def _terms(self, nearest: list[int], trust: list[float]) -> dict[str, float]:
        sums: defaultdict[str, float] = defaultdict(float)
        for place, share in zip(nearest, trust, strict=True):
            for term in dict.fromkeys(map(stem, self._codes[place])):
                sums[term] += share
        most = max(sums.values())
        return {term: share / most for term, share in sums.items()}


def _by_word(meant: Meant, codes: dict[str, float]) -> Meant:
    """What phrases tell, and what the words of the question are called in code."""
    if not codes:
        return meant
    terms = defaultdict(float, meant.terms)
    for word, share in codes.items():
        terms[stem(word)] += BY_WORD * share
    spoken = unit(np.asarray(list(codes.values()), np.float32) @ model().words(list(codes)))
    return Meant(dict(terms), unit(meant.vector + np.float32(BY_WORD) * spoken), meant.weight)


@cache
def book() -> Book:
    made = Book(list(read()))
    model().forget()  # the words of all phrases: few of them are asked for again
    return made


@lru_cache(REMEMBERED)
def question(text: str) -> Floats:
    """The unit vector of a question, which more than one asks for."""
    found = book().vector(words(text))
    found.flags.writeable = False
    return found


def _length(parts: Sequence[float], more: float) -> float:
    return float(np.sqrt(sum(part**2 for part in parts) + more)) or 1.0


def _highest(values: Floats, most: int) -> Ints:
    """Places of the highest values, the highest first; ties in their order."""
    least = np.partition(values, -most)[-most] if len(values) > most else values.min(initial=0.0)
    places = np.flatnonzero(values >= least)
    return places[np.argsort(-values[places], kind="stable")][:most]


def _pooled(texts: Sequence[Sequence[str]]) -> Floats:
    """The unit vector of each text."""
    counted = [Counter(text) for text in texts]
    known = sorted({word for text in counted for word in text})
    place = {word: number for number, word in enumerate(known)}
    codes = np.asarray([place[word] for text in counted for word in text], dtype=np.int64)
    counts = np.asarray([count for text in counted for count in text.values()], dtype=np.int64)
    lengths = np.asarray([len(text) for text in counted], dtype=np.int64)
    return model().pool(model().words(known), codes, counts, lengths)
