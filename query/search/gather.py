"""Pieces on their way into memory: batches as the database hands them out, arrays no larger than they must be."""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.facade import forget_terms, search_terms

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]
Weights = npt.NDArray[np.uint8]
Vectors = npt.NDArray[np.int8]

_REMEMBERED = 4_096  # names
_FEW = 8  # runs of pieces
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

    def places(self, other: Postings) -> Ints:
        """For each word its number among those of others, -1 where they do not have it."""
        found = np.full(len(self.numbers), -1, np.int32)
        few, many = sorted((self.numbers, other.numbers), key=len)
        shared = [word for word in few if word in many]
        found[[self.numbers[word] for word in shared]] = [other.numbers[word] for word in shared]
        return found

    def counts(self, gone: Bools) -> npt.NDArray[np.int64]:
        """How many pieces have each word, those left out that are gone."""
        counts = np.diff(self.bounds)
        places = np.searchsorted(self.bounds, self._held(gone), side="right") - 1
        return counts - np.bincount(places, minlength=len(counts))

    def _held(self, gone: Bools) -> npt.NDArray[np.int64]:
        """Where pieces that are gone stand: those of one file are in a row, and told by first and last alone."""
        edges = np.flatnonzero(np.diff(gone, prepend=False, append=False))
        if len(edges) > 2 * _FEW:
            return np.flatnonzero(gone[self.owner])
        runs = edges.reshape(-1, 2).astype(np.int32)
        found = [np.flatnonzero((self.owner >= first) & (self.owner < end)) for first, end in runs]
        return np.concatenate([np.zeros(0, np.int64), *found])


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


def postings_of(names: pa.Array) -> Postings:
    """The words of names, each once for a name that has it."""
    coded = names.dictionary_encode()
    words: dict[str, int] = {}
    flat, counts = array("i"), array("i")
    for number, name in enumerate(coded.dictionary):
        said = sorted(set(search_terms(name.as_py() or "")))
        flat.extend([words.setdefault(word, len(words)) for word in said])
        counts.append(len(said))
        if number % _REMEMBERED == _REMEMBERED - 1:
            forget_terms()  # what is remembered of each name would stay, all over the memory
    lengths = np.append(np.asarray(counts, np.int32), np.int32(0))
    starts = np.cumsum(lengths) - lengths
    codes = pc.fill_null(coded.indices, len(counts)).to_numpy()
    owner = np.repeat(np.arange(len(codes), dtype=np.int32), lengths[codes])
    within = np.arange(len(owner)) - np.repeat(np.cumsum(lengths[codes]) - lengths[codes], lengths[codes])
    at = np.repeat(starts[codes], lengths[codes]) + within
    return Postings(words, np.asarray(flat, np.int32)[at], owner)


def _matrix(column: pa.Array) -> Vectors:
    """One line for each vector; without length where one is missing."""
    if column.null_count:
        return np.zeros((len(column), 0), np.int8)
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    return np.frombuffer(data, dtype=np.int8)[int(ends[0]) : int(ends[-1])].reshape(len(column), -1).copy()
