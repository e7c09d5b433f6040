"""Pieces as rows: which words each holds, how much they weigh, and its vector."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from indexer.search.chunks import Lines, of_text, of_unit
from indexer.search.static import MODEL, Floats, Ints, model, to_bytes, unit
from indexer.search.tokens import tokenize
from indexer.search.words import split, stem

if TYPE_CHECKING:
    from indexer.extract.unit import Unit
    from indexer.search.chunks import Chunk

CHUNKS = pa.schema(
    [
        ("file", pa.int32()), ("position", pa.int32()), ("line_start", pa.int32()), ("line_end", pa.int32()),
        ("kind", pa.string()), ("symbol", pa.int32()), ("title", pa.string()),
        ("names", pa.list_(pa.string())), ("length", pa.int32()),
        ("terms", pa.list_(pa.string())), ("counts", pa.list_(pa.int32())),
        ("model", pa.string()), ("vector", pa.binary()),
    ]
)  # fmt: skip
BODY, NAME, CONTAINER, PATH, SIGNATURE, DOCUMENTATION = range(6)
# How much a word counts where it stands; name, signature and documentation are part of the body as well.
WEIGHTS = np.asarray([1, 5, 2, 2, 2, 1])
# Of the parts in a vector. Documentation is in words, as questions are: in a long body it would not be heard.
LOUDNESS = (((BODY,), 1.0), ((NAME, CONTAINER), 1.0), ((SIGNATURE,), 0.4), ((DOCUMENTATION,), 1.2))
BITS = int(WEIGHTS.max()).bit_length()
MOST = 255


class Pieces:
    """The pieces of the files of a batch. Their texts are kept, and their words counted all at once."""

    def __init__(self, embedded: bool = True) -> None:
        self.embedded = embedded  # by the model that workers have
        self.rows: list[tuple[Any, ...]] = []  # file, position, line_start, line_end, kind, symbol, title, names
        self.texts: list[str] = []  # of all pieces, field by field
        self.positions: Counter[int] = Counter()

    def add_unit(self, unit: Unit, path: str) -> None:
        lines = Lines(unit.data)
        self._add(unit.file, path, of_unit(unit, path, lines), lines)

    def add_text(self, file: int, path: str, language: str | None, data: bytes) -> None:
        lines = Lines(data)
        self._add(file, path, of_text(data, language, lines), lines)

    def _add(self, file: int, path: str, chunks: Iterable[Chunk], lines: Lines) -> None:
        for chunk in chunks:
            place = lines.at(chunk.start), max(lines.at(chunk.end - 1), lines.at(chunk.start))
            title = chunk.name if chunk.kind == "section" and chunk.name else None
            self.rows.append((file, self.positions[file], *place, chunk.kind, chunk.symbol, title, chunk.names or None))
            self.positions[file] += 1
            said = chunk.documentation.partition("\n\n")[0]  # what it is for; parameters and examples come behind
            self.texts += (chunk.body, chunk.name, chunk.container, path, chunk.signature, said)

    def table(self) -> pa.Table:
        if not self.rows:
            return CHUNKS.empty_table()
        columns = zip(*self.rows, strict=True)
        given = [pa.array(column, field.type) for column, field in zip(columns, CHUNKS, strict=False)]
        said = _Said(self.texts)
        models = pa.array([MODEL if self.embedded else None] * len(self.rows), pa.string())
        vectors = said.vectors() if self.embedded else pa.nulls(len(self.rows), pa.binary())
        return pa.table([*given, *said.terms(), models, vectors], schema=CHUNKS)


class _Said:
    """Every word of every piece: which piece, which field, which word."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.count = len(texts) // len(WEIGHTS)
        tokens = tokenize(texts)
        parts = [split(token) for token in tokens.names]
        self.words = sorted(set(chain.from_iterable(parts)))  # so that nothing depends on the other files of a task
        number = {word: place for place, word in enumerate(self.words)}
        sizes = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
        flat = np.asarray([number[word] for word in chain.from_iterable(parts)], dtype=np.int64)
        slot = np.repeat(np.arange(len(texts)), tokens.lengths)  # piece and field of each token
        chosen = sizes[tokens.codes]
        self.word = flat[_ranges((np.cumsum(sizes) - sizes)[tokens.codes], chosen)]
        slot = np.repeat(slot, chosen)
        self.piece = slot // len(WEIGHTS)
        self.field = slot - self.piece * len(WEIGHTS)

    def terms(self) -> tuple[pa.Array, pa.Array, pa.Array]:
        """Length, terms in alphabetical order, and the weight of each: equal pieces are equal rows."""
        stems = [stem(word) for word in self.words]
        names = sorted(set(stems))
        number = {name: place for place, name in enumerate(names)}
        term = np.asarray([number[name] for name in stems], dtype=np.int64)
        piece, found, weights = _sums(self.piece, term[self.word], len(names), WEIGHTS[self.field])
        ends = pa.array(np.searchsorted(piece, np.arange(self.count + 1)).astype(np.int32))
        lengths = np.bincount(piece, weights, self.count).astype(np.int32)
        terms = pa.array(names, pa.string()).take(pa.array(found))
        counts = pa.array(np.minimum(weights, MOST).astype(np.int32))
        return pa.array(lengths), pa.ListArray.from_arrays(ends, terms), pa.ListArray.from_arrays(ends, counts)

    def vectors(self) -> pa.Array:
        """A piece says what its text says, and as loud what it is called; its path says what many others say, too."""
        words = model().words(self.words)
        parts = [loudness * self._pooled(words, fields) for fields, loudness in LOUDNESS]
        return pa.array([vector.tobytes() for vector in to_bytes(unit(np.sum(parts, axis=0)))], pa.binary())

    def _pooled(self, words: Floats, fields: tuple[int, ...]) -> Floats:
        chosen = np.isin(self.field, fields)
        ones = np.ones(int(chosen.sum()), dtype=np.int64)
        piece, word, counts = _sums(self.piece[chosen], self.word[chosen], len(words), ones)
        return model().pool(words, word, counts, np.bincount(piece, minlength=self.count))


def _ranges(starts: Ints, sizes: Ints) -> Ints:
    """start, start + 1 … for each size, one after the other."""
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(int(sizes.sum()))


def _sums(rows: Ints, columns: Ints, width: int, amounts: Ints) -> tuple[Ints, Ints, Ints]:
    """Amounts of a few bits, added up for each pair of row and column that occurs, in order."""
    packed = np.sort((rows * width + columns) << BITS | amounts)
    keys = packed >> BITS
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    sums = np.add.reduceat(packed & (1 << BITS) - 1, first) if len(first) else packed
    row = keys[first] // max(width, 1)
    return row, keys[first] - row * width, sums
