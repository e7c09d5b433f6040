"""What people say of code, and what such code says: a book of phrases, for questions in other words than the code's."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

import numpy as np

from indexer.search.said import Phrase, read
from indexer.search.static import LARGEST, Floats, Ints, model, to_bytes, unit
from indexer.search.thesaurus import thesaurus
from indexer.search.words import stem, words

MOST = 9  # phrases that a question may stand for
VECTORS = 0.35  # share of the vectors in how alike a question and a phrase are; the rest is that of common words
LEAST_LIKE = 0.22  # likeness below which a phrase means something else
COMPARED = 300  # phrases whose vectors are looked at: those that have most words in common with the question
DOUBT = 0.05  # what a phrase still counts for that is only just alike; others count by the square of what is above
SURENESS = 3.0  # times the cube of the likeness: a phrase that is merely alike may lead astray
SHORT = 4  # words up to which a question is all there is to go by; longer ones say more themselves
QUIET = 0.5  # power of how much a word tells, in the vector of a question
REMEMBERED = 64  # questions: all that are ranked at a time
BY_WORD = 0.6  # what a word of the thesaurus counts for, beside those that phrases tell
BLOCK = 512  # phrases whose vectors are made at once
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
        place: dict[tuple[str, ...], int] = {}
        self._line = np.asarray([place.setdefault(tuple(phrase.code), len(place)) for phrase in phrases])
        self._codes = list(place)  # each once, whatever is said of it
        self._meant = to_bytes(_pooled(self._codes))
        self._size = len(phrases)
        self._hold([list(dict.fromkeys(map(stem, phrase.said))) for phrase in phrases])
        said = self._vectors([phrase.said for phrase in phrases])
        self.mean = said.mean(axis=0)
        self._said = np.empty(said.shape, np.int8)
        for at in range(0, self._size, BLOCK):
            self._said[at : at + BLOCK] = to_bytes(unit(said[at : at + BLOCK] - self.mean))

    def meant(self, text: str) -> Meant | None:
        asked = words(text)
        if not asked or len(text.split()) == 1:  # a name means itself
            return None
        places, alike = self._alike(asked)
        nearest = _highest(alike, MOST)
        nearest = nearest[alike[nearest] > LEAST_LIKE]
        if not len(nearest):
            return None
        trust = (alike[nearest] - LEAST_LIKE + DOUBT) ** 2
        surest = float(alike[nearest[0]])
        weight = SURENESS * surest**3 * min(1.0, SHORT / len(set(asked))) ** 2
        lines = self._line[places[nearest]]
        vector = unit(trust @ self._meant[lines].astype(np.float32))
        return _by_word(Meant(self._terms(lines.tolist(), trust.tolist()), vector, weight), thesaurus().of(asked))

    def vector(self, asked: Sequence[str]) -> Floats:
        """The unit vector of a question: what people say of everything is less loud."""
        return self._vectors([asked], QUIET)[0] if asked else model().text(asked)

    def _alike(self, asked: Sequence[str]) -> tuple[Ints, Floats]:
        """The phrases that have most in common with a question, and how much each is like it."""
        common = np.zeros(self._size, dtype=np.float32)
        stems = list(dict.fromkeys(map(stem, asked)))
        length = _length([self._tells(word) for word in stems], 0.0)
        for word in stems:
            if (number := self._numbers.get(word)) is not None:
                span = slice(self._bounds[number], self._bounds[number + 1])
                common[self._holders[span]] += self._shares[span] * np.float32(self._tells(word) / length)
        places = _highest(common, COMPARED)
        asking = unit(self._vectors([asked])[0] - self.mean)
        near = self._said[places].astype(np.float32) @ asking * np.float32(LARGEST / 127)
        return places, np.asarray(VECTORS * near + (1 - VECTORS) * common[places], dtype=np.float32)

    def _tells(self, word: str) -> float:
        number = self._numbers.get(word)
        return float(np.log(self._size + 1)) if number is None else float(self._rarity[number])

    def _hold(self, stems: Sequence[list[str]]) -> None:
        """For each word the phrases that have it, and how much of each it is."""
        flat = list(chain.from_iterable(stems))
        self._numbers = {word: number for number, word in enumerate(dict.fromkeys(flat))}
        codes = np.asarray([self._numbers[word] for word in flat])
        counts = np.bincount(codes)
        self._rarity = np.log((self._size + 1) / (counts + 1))
        owner = np.repeat(np.arange(self._size), [len(said) for said in stems])
        told = self._rarity[codes]
        lengths = np.sqrt(np.bincount(owner, told**2, self._size) + ALONE)
        order = np.argsort(codes, kind="stable")
        self._holders = owner[order].astype(np.int32)
        self._shares = (told / lengths[owner])[order].astype(np.float32)
        self._bounds = np.append(0, np.cumsum(counts))

    def _vectors(self, texts: Sequence[Sequence[str]], power: float = 1.0) -> Floats:
        """The unit vector of each text, none of them empty: the more a word tells, the louder."""
        each = [list(dict.fromkeys(text)) for text in texts]
        known = list(dict.fromkeys(chain.from_iterable(each)))
        place = {word: number for number, word in enumerate(known)}
        loud = np.asarray([self._tells(stem(word)) ** power for word in known], dtype=np.float32)
        spoken = loud[:, None] * model().words(known)
        found = np.empty((len(each), spoken.shape[1]), np.float32)
        for at in range(0, len(each), BLOCK):
            block = each[at : at + BLOCK]
            ends = np.cumsum([len(text) for text in block])
            codes = np.asarray([place[word] for word in chain.from_iterable(block)])
            found[at : at + BLOCK] = unit(np.add.reduceat(spoken[codes], np.append(0, ends[:-1]), axis=0))
        return found

    def _terms(self, lines: list[int], trust: list[float]) -> dict[str, float]:
        sums: defaultdict[str, float] = defaultdict(float)
        for line, share in zip(lines, trust, strict=True):
            for term in dict.fromkeys(map(stem, self._codes[line])):
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
