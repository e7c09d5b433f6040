"""The words of symbols, and who has them: names split at camelCase, snake_case and digits, held for ranking.

All texts of a field lie end to end in one Arrow buffer, so that splitting them is a few operations on bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

# How much a word counts by where it stands.
FIELDS = {"name": 5.0, "qualified_name": 1.5, "signature": 1.5, "documentation": 1.0}
K1, B = 1.2, 0.6
_LAST = "\U0010ffff"  # sorts behind everything that begins alike

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Places = tuple[range, ...]  # in the vocabulary, or in each of several

_APART, _LOWER, _UPPER, _DIGIT = range(4)
_CLASS = np.full(256, _APART, np.uint8)
_CLASS[ord("a") : ord("z") + 1] = _LOWER
_CLASS[128:] = _LOWER  # letters beyond ASCII are never cut in the middle
_CLASS[ord("A") : ord("Z") + 1] = _UPPER
_CLASS[ord("0") : ord("9") + 1] = _DIGIT
_FOLD = np.arange(256, dtype=np.uint8)
_FOLD[ord("A") : ord("Z") + 1] += 32
_WORD = re.compile(rb"[A-Z]+(?=[A-Z][a-z\x80-\xff])|[A-Z]?[a-z\x80-\xff]+|[A-Z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class Split:
    """Words in the order of the texts, and how many each text has."""

    words: pa.Array
    counts: Ints

    @property
    def owner(self) -> Ints:
        """The number of the text of each word."""
        return np.repeat(np.arange(len(self.counts), dtype=np.int32), self.counts)


def split(texts: pa.Array) -> Split:
    """Cut texts into words: `HTTPServer2_get` into http, server, 2, get."""
    texts = texts.cast(pa.large_string()).fill_null("")
    _, offset_buffer, data_buffer = texts.buffers()
    offsets = np.frombuffer(offset_buffer, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    data = np.frombuffer(data_buffer or b"", np.uint8)[offsets[0] : offsets[-1]]
    offsets = offsets - offsets[0]
    kind = _CLASS[data]
    begins, inside = _begins(kind, offsets), kind != _APART
    folded = _FOLD[data[inside]]
    bounds = np.append(np.flatnonzero(begins[inside]), len(folded))
    words = pa.Array.from_buffers(
        pa.large_string(), len(bounds) - 1, [None, pa.py_buffer(bounds), pa.py_buffer(folded)]
    )
    return Split(words, np.diff(np.searchsorted(np.flatnonzero(begins), offsets)).astype(np.int32))


def _begins(kind: Bytes, offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Where words begin: after a gap, at a hump, between letters and digits; one text knows nothing of the next."""
    before, after = np.full_like(kind, _APART), np.full_like(kind, _APART)
    before[1:], after[:-1] = kind[:-1], kind[1:]
    before[offsets[offsets < len(kind)]] = _APART
    after[offsets[offsets > 0] - 1] = _APART
    hump = (kind == _UPPER) & ((before != _UPPER) | (after == _LOWER))
    begins = (before == _APART) | hump | ((kind == _DIGIT) != (before == _DIGIT))
    return np.asarray((kind != _APART) & begins)


def split_text(text: str) -> list[str]:
    """The words of one text: the same as `split` finds, without what a whole column needs."""
    return [word.lower().decode() for word in _WORD.findall(text.encode())]


class WordIndex:
    """Which symbols have a word, how much it tells about each, and where words follow one another."""

    def __init__(self, columns: Mapping[str, pa.Array]) -> None:
        fields = [split(columns[field]) for field in FIELDS]
        self.vocabulary, stream = _coded(pa.concat_arrays([field.words for field in fields]))
        self.size = len(columns["name"])
        self._post(fields, stream)
        # Where the words of each symbol begin in each field: a fifth of what it takes to tell the symbol of each word.
        self._starts = np.cumsum(np.concatenate([[0], *(field.counts for field in fields)])).astype(np.int32)
        small = len(self.vocabulary) <= 1 << 16
        self._stream: npt.NDArray[np.integer[Any]] = stream.astype(np.uint16) if small else stream
        self._fold_names(columns["name"])

    def _post(self, fields: list[Split], stream: Ints) -> None:
        """Add up what each word counts for each symbol that has it."""
        owner = np.concatenate([field.owner for field in fields])
        order = _by_word(stream, owner, len(self.vocabulary))
        words, holders = stream[order], owner[order]
        halves = np.array([2 * weight for weight in FIELDS.values()], np.int32)
        told = np.repeat(halves, [len(field.words) for field in fields])[order]
        first = np.flatnonzero((np.diff(words, prepend=-1) != 0) | (np.diff(holders, prepend=-1) != 0))
        told = np.add.reduceat(told, first) if len(first) else told
        self._holder = holders[first]
        self._damp(fields[0].counts)
        self._halves = np.minimum(told, np.iinfo(np.uint16).max).astype(np.uint16)  # of what a word counts
        self._bounds = np.searchsorted(words[first], np.arange(len(self.vocabulary) + 1, dtype=words.dtype))

    def _damp(self, name_words: Ints) -> None:
        """A short name says more with each of its words than a long one."""
        self.name_words = name_words
        length = name_words / max(1.0, float(name_words.mean()) if self.size else 1.0)
        self._damped = (K1 * (1 - B + B * length)).astype(np.float32)

    def _fold_names(self, names: pa.Array) -> None:
        self.names, codes = _coded(pc.utf8_lower(names))
        self._named = np.argsort(codes, kind="stable").astype(np.int32)
        self._name_bounds = np.searchsorted(codes[self._named], np.arange(len(self.names) + 1))

    def words_like(self, word: str, prefix: bool) -> Places:
        """Places in the vocabulary of the word, or of all that begin with it."""
        return (_range(self.vocabulary, word, prefix),)

    def named(self, name: str, prefix: bool) -> Ints:
        """Symbols whose whole name is that, or begins with it, whatever the case."""
        names = _range(self.names, name.lower(), prefix)
        return self._named[self._name_bounds[names.start] : self._name_bounds[names.stop]]

    def posted(self, words: Places) -> tuple[Ints, Floats]:
        """(symbols that have one of the words, how much each of them tells)"""
        (places,) = words
        posted = slice(self._bounds[places.start], self._bounds[places.stop])
        return self._holder[posted], self._halves[posted].astype(np.float32) * np.float32(0.5)

    def scores(self, words: Places) -> tuple[Ints, Floats]:
        """(symbols that have one of the words, what that adds to the score of each)"""
        holders, told = self.posted(words)
        impact = told * np.float32(K1 + 1) / (told + self._damped[holders])
        if sum(map(len, words)) > 1:  # as if they were one: the best of them counts, and all of them make it common
            best = np.zeros(self.size, np.float32)
            np.maximum.at(best, holders, impact)
            holders = np.flatnonzero(best).astype(np.int32)
            impact = best[holders]
        rarity = np.log1p((self.size - len(holders) + 0.5) / (len(holders) + 0.5))
        return holders, impact * np.float32(rarity)

    def in_sequence(self, steps: list[Places]) -> Ints:
        """Symbols with words that follow one another in one of their fields, one out of each range."""
        first, *others = (places for (places,) in steps)
        at = np.flatnonzero(_one_of(self._stream[: max(0, len(self._stream) - len(others))], first))
        for distance, step in enumerate(others, 1):
            at = at[_one_of(self._stream[at + distance], step)]
        owner, ends = self._owner(at), self._owner(at + len(others))
        return np.unique(owner[owner == ends] % self.size).astype(np.int32)

    def _owner(self, at: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """The text of the words at some places: its symbol, plus the size for each field before it."""
        return np.searchsorted(self._starts, at, side="right") - 1


class LaidWords(WordIndex):
    """The words of symbols of which most are indexed already, and some are in an index of their own."""

    def __init__(self, below: WordIndex, own: WordIndex, stays: Ints, places: Ints) -> None:
        """`stays` are the new numbers of symbols below, -1 where they are gone, `places` those of the others."""
        self._parts = ((below, stays), (own, places))
        self.size = int(np.count_nonzero(stays >= 0)) + len(places)
        name_words = np.zeros(self.size, np.int32)
        for part, numbers in self._parts:
            name_words[numbers[numbers >= 0]] = part.name_words[numbers >= 0]
        self._damp(name_words)

    def words_like(self, word: str, prefix: bool) -> Places:
        return tuple(places for part, _ in self._parts for places in part.words_like(word, prefix))

    def named(self, name: str, prefix: bool) -> Ints:
        return self._among([part.named(name, prefix) for part, _ in self._parts])

    def posted(self, words: Places) -> tuple[Ints, Floats]:
        found = [(*part.posted((at,)), numbers) for (part, numbers), at in zip(self._parts, words, strict=True)]
        kept = [(numbers[holders], told) for holders, told, numbers in found]
        holders, told = (np.concatenate(column) for column in zip(*kept, strict=True))
        return holders[holders >= 0], told[holders >= 0]

    def in_sequence(self, steps: list[Places]) -> Ints:
        each = zip(*steps, strict=True)
        return self._among(
            [part.in_sequence([(at,) for at in places]) for (part, _), places in zip(self._parts, each, strict=True)]
        )

    def _among(self, found: list[Ints]) -> Ints:
        numbers = np.concatenate([known[held] for (_, known), held in zip(self._parts, found, strict=True)])
        return np.sort(numbers[numbers >= 0])


def _coded(texts: pa.Array) -> tuple[list[str], Ints]:
    """(the different texts in order, the place there of each text)"""
    encoded = texts.dictionary_encode()
    order = pc.sort_indices(encoded.dictionary).to_numpy()
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return encoded.dictionary.take(pa.array(order)).to_pylist(), rank[encoded.indices.to_numpy()]


def _by_word(words: Ints, owners: Ints, different: int) -> npt.NDArray[np.intp]:
    """The order of words, then of owners; fields come one after the other, each in the order of its owners."""
    order = np.argsort(owners, kind="stable")
    sorted_by = words[order]
    # Numbers of 16 bits are counted instead of compared: half the time.
    sorted_by = sorted_by.astype(np.uint16) if different <= 1 << 16 else sorted_by
    found: npt.NDArray[np.intp] = order[np.argsort(sorted_by, kind="stable")]
    return found


def _one_of(words: npt.NDArray[np.integer[Any]], wanted: range) -> npt.NDArray[np.bool_]:
    return words == wanted.start if len(wanted) == 1 else (words >= wanted.start) & (words < wanted.stop)


def _range(texts: list[str], text: str, prefix: bool) -> range:
    start = bisect_left(texts, text)
    if prefix:
        return range(start, bisect_left(texts, text + _LAST))
    return range(start, start + (start < len(texts) and texts[start] == text))
