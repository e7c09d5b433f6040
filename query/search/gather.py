"""Pieces on their way into memory: batches as the database hands them out, arrays no larger than they must be."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

Ints = npt.NDArray[np.int32]
Weights = npt.NDArray[np.uint8]
Vectors = npt.NDArray[np.int8]

_HEAVY = ["terms", "counts", "vector"]


class Postings:
    """For each word the pieces that have it, in order, with its weight there."""

    def __init__(self, words: dict[str, int], codes: Ints, owner: Ints, weights: Weights | None = None) -> None:
        order = np.lexsort((owner, codes))
        self.numbers = words
        self.owner = owner[order]
        self.weights = weights[order] if weights is not None else None
        self.bounds = np.searchsorted(codes[order], np.arange(len(words) + 1))

    def of(self, word: str) -> slice:
        number = self.numbers.get(word)
        return slice(0, 0) if number is None else slice(int(self.bounds[number]), int(self.bounds[number + 1]))


class Gathered:
    """Rows of all batches; `places` tells where each stands in the order of path and position."""

    def __init__(self, batches: pa.RecordBatchReader) -> None:
        self._words: dict[str, int] = {}
        self._codes = [np.zeros(0, np.int32)]
        self._sizes = [np.zeros(0, np.int32)]
        self._weights = [np.zeros(0, np.uint8)]
        self._vectors: list[Vectors] = []
        rows = [batches.schema.empty_table().drop_columns(_HEAVY), *map(self._add, batches)]
        table = pa.concat_tables(rows)
        order = pc.sort_indices(table, [("path", "ascending"), ("position", "ascending")])
        self.table = table.take(order)
        self.places = np.empty(len(order), np.int32)
        self.places[order.to_numpy()] = np.arange(len(order), dtype=np.int32)

    def _add(self, batch: pa.RecordBatch) -> pa.Table:
        terms, counts, vectors = (batch[name] for name in _HEAVY)
        coded = terms.flatten().dictionary_encode()
        numbers = [self._words.setdefault(word, len(self._words)) for word in coded.dictionary.to_pylist()]
        self._codes.append(np.asarray(numbers, np.int32)[coded.indices.to_numpy()])
        self._sizes.append(np.diff(terms.offsets.to_numpy()))
        self._weights.append(counts.flatten().to_numpy().astype(np.uint8))
        self._vectors.append(_matrix(vectors))
        # One column that came from DuckDB keeps all columns of its batch alive: what is kept is copied.
        return pa.table(batch).drop_columns(_HEAVY).take(pa.array(np.arange(len(batch))))

    def postings(self) -> Postings:
        owner = np.repeat(self.places, np.concatenate(self._sizes))
        return Postings(self._words, np.concatenate(self._codes), owner, np.concatenate(self._weights))

    def vectors(self) -> tuple[str | None, Vectors]:
        """The vectors of the one model that made them all; none where some are missing or made by another."""
        models, lengths = self.table["model"].unique().to_pylist(), {part.shape[1] for part in self._vectors}
        if len(models) != 1 or len(lengths) != 1 or models[0] is None:
            return None, np.zeros((len(self.places), 0), np.int8)
        found = np.empty((len(self.places), lengths.pop()), np.int8)
        found[self.places] = np.concatenate(self._vectors)
        return str(models[0]), found


def postings_of(lists: Iterable[Iterable[str]]) -> Postings:
    """Of words that are told piece by piece, each once."""
    words: dict[str, int] = {}
    codes: list[int] = []
    owner: list[int] = []
    for place, said in enumerate(lists):
        found = [words.setdefault(word, len(words)) for word in said]
        codes += found
        owner += [place] * len(found)
    return Postings(words, np.asarray(codes, np.int32), np.asarray(owner, np.int32))


def _matrix(column: pa.Array) -> Vectors:
    """One line for each vector; without length where one is missing."""
    if column.null_count:
        return np.zeros((len(column), 0), np.int8)
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    return np.frombuffer(data, dtype=np.int8)[int(ends[0]) : int(ends[-1])].reshape(len(column), -1).copy()
