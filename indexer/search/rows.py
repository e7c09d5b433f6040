"""Pieces as rows: which words each holds, how much they weigh, and its vector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from indexer.search.chunks import Lines, of_text, of_unit
from indexer.search.static import MODEL, Floats, Ints, model, to_bytes, unit
from indexer.search.words import TOKEN, split, stem

if TYPE_CHECKING:
    from indexer.extract.unit import Unit
    from indexer.search.chunks import Chunk

CHUNKS = pa.schema(
    [
        ("file", pa.int32()), ("position", pa.int32()), ("line_start", pa.int32()), ("line_end", pa.int32()),
        ("kind", pa.string()), ("symbol", pa.int32()), ("title", pa.string()), ("length", pa.int32()),
        ("terms", pa.list_(pa.string())), ("counts", pa.list_(pa.int32())),
        ("model", pa.string()), ("vector", pa.binary()),
    ]
)  # fmt: skip
BODY, NAME, CONTAINER, PATH, SIGNATURE, DOCUMENTATION = range(6)
# How much a word counts where it stands; name, signature and documentation are part of the body as well.
WEIGHTS = np.asarray([1, 5, 2, 2, 2, 1])
LOUDNESS = (((BODY,), 1.0), ((NAME, CONTAINER), 1.0), ((SIGNATURE,), 0.4))  # of the parts in a vector
MOST = 255


class Pieces:
    """The pieces of the files of a batch. Their texts are kept as numbers of tokens, and counted all at once."""

    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []  # file, position, line_start, line_end, kind, symbol, title
        self.tokens = _Numbered()
        self.codes: list[int] = []  # of the tokens of all pieces, field by field
        self.lengths: list[int] = []  # how many of them each field has
        self.positions: Counter[int] = Counter()

    def add_unit(self, unit: Unit, path: str) -> None:
        self._add(unit.file, path, of_unit(unit, path), Lines(unit.data))

    def add_text(self, file: int, path: str, language: str | None, data: bytes) -> None:
        self._add(file, path, of_text(data, language), Lines(data))

    def _add(self, file: int, path: str, chunks: Iterable[Chunk], lines: Lines) -> None:
        for chunk in chunks:
            place = lines.at(chunk.start), max(lines.at(chunk.end - 1), lines.at(chunk.start))
            title = chunk.name if chunk.kind == "section" and chunk.name else None
            self.rows.append((file, self.positions[file], *place, chunk.kind, chunk.symbol, title))
            self.positions[file] += 1
            for text in (chunk.body, chunk.name, chunk.container, path, chunk.signature, chunk.documentation):
                codes = [self.tokens[token] for token in TOKEN.findall(text)]
                self.codes += codes
                self.lengths.append(len(codes))

    def table(self) -> pa.Table:
        if not self.rows:
            return CHUNKS.empty_table()
        columns = zip(*self.rows, strict=True)
        given = [pa.array(column, field.type) for column, field in zip(columns, CHUNKS, strict=False)]
        said = _Said(self.tokens, self.codes, self.lengths)
        models = pa.array([MODEL] * len(self.rows), pa.string())
        return pa.table([*given, *said.terms(), models, said.vectors()], schema=CHUNKS)


class _Numbered(dict[str, int]):
    """Texts numbered in order of appearance."""

    def __missing__(self, text: str) -> int:
        self[text] = number = len(self)
        return number


class _Said:
    """Every word of every piece: which piece, which field, which word."""

    def __init__(self, tokens: Iterable[str], codes: list[int], lengths: list[int]) -> None:
        self.count = len(lengths) // len(WEIGHTS)
        self.words = _Numbered()
        parts = [[self.words[word] for word in split(token)] for token in tokens]
        sizes = np.asarray([len(part) for part in parts], dtype=np.int64)
        flat = np.asarray([word for part in parts for word in part], dtype=np.int64)
        token = np.asarray(codes, dtype=np.int64)
        slot = np.repeat(np.arange(len(lengths)), lengths)  # piece and field of each token
        self.word = flat[_ranges((np.cumsum(sizes) - sizes)[token], sizes[token])]
        slot = np.repeat(slot, sizes[token])
        self.piece, self.field = slot // len(WEIGHTS), slot % len(WEIGHTS)

    def terms(self) -> tuple[pa.Array, pa.Array, pa.Array]:
        """Length, terms in alphabetical order, and the weight of each: equal pieces are equal rows."""
        stems = np.asarray([stem(word) for word in self.words], dtype=np.str_)
        names, term = np.unique(stems, return_inverse=True)
        piece, found, weights = _sums(self.piece, term[self.word], len(names), WEIGHTS[self.field])
        ends = pa.array(np.searchsorted(piece, np.arange(self.count + 1)).astype(np.int32))
        lengths = np.bincount(piece, weights, self.count).astype(np.int32)
        terms = pa.array(names.tolist(), pa.string()).take(pa.array(found))
        counts = pa.array(np.minimum(weights, MOST).astype(np.int32))
        return pa.array(lengths), pa.ListArray.from_arrays(ends, terms), pa.ListArray.from_arrays(ends, counts)

    def vectors(self) -> pa.Array:
        """A piece says what its text says, and as loud what it is called; its path says what many others say, too."""
        names = sorted(self.words)  # sums depend on their order, and that must not depend on the other files of a task
        rank = {name: number for number, name in enumerate(names)}
        self.rank = np.fromiter((rank[name] for name in self.words), dtype=np.int64, count=len(names))
        words = model().words(names)
        parts = [loudness * self._pooled(words, fields) for fields, loudness in LOUDNESS]
        return pa.array([vector.tobytes() for vector in to_bytes(unit(np.sum(parts, axis=0)))], pa.binary())

    def _pooled(self, words: Floats, fields: tuple[int, ...]) -> Floats:
        chosen = np.isin(self.field, fields)
        ones = np.ones(int(chosen.sum()), dtype=np.int64)
        piece, word, counts = _sums(self.piece[chosen], self.rank[self.word[chosen]], len(words), ones)
        return model().pool(words, word, counts, np.bincount(piece, minlength=self.count))


def _ranges(starts: Ints, sizes: Ints) -> Ints:
    """start, start + 1 … for each size, one after the other."""
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))


def _sums(rows: Ints, columns: Ints, width: int, amounts: Ints) -> tuple[Ints, Ints, Ints]:
    """Amounts added up for each pair of row and column that occurs, in order."""
    keys, place = np.unique(rows * max(width, 1) + columns, return_inverse=True)
    sums = np.bincount(place, amounts, len(keys)).astype(np.int64)
    return keys // max(width, 1), keys % max(width, 1), sums
