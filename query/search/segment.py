"""Pieces in memory: who has a word, what a piece says, what speaks for it and against it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.facade import search_terms
from indexer.schema import KIND_PREFIX

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

TEST, DERIVED, FILE, SECTION, TYPE, VALUE = 0.7, 0.6, 0.8, 0.8, 0.9, 0.85
USED = 0.01  # for each doubling of the places that use it
_BLOCK = 8_192
_REPEATED = ("path", "piece", "kind", "language", "origin", "model")


class Postings:
    """For each word the pieces that have it, in order, with its weight there."""

    def __init__(self, words: pa.Array, owner: Ints, weights: npt.NDArray[np.uint8] | None = None) -> None:
        coded = words.dictionary_encode()
        codes = np.asarray(coded.indices.to_numpy(zero_copy_only=False), dtype=np.int32)
        order = np.argsort(codes, kind="stable")
        self.owner = owner[order]
        self.weights = weights[order] if weights is not None else None
        self._bounds = np.searchsorted(codes[order], np.arange(len(coded.dictionary) + 1))
        self.numbers = {word: number for number, word in enumerate(coded.dictionary.to_pylist())}

    def of(self, word: str) -> slice:
        number = self.numbers.get(word)
        return slice(0, 0) if number is None else slice(int(self._bounds[number]), int(self._bounds[number + 1]))


class Segment:
    """Some files' pieces, as the statement `chunks` gives them."""

    def __init__(self, table: pa.Table) -> None:
        self.size = table.num_rows
        listed = {name: _single(table[name]) for name in ("terms", "counts")}
        owner = _owners(listed["terms"])
        weights = listed["counts"].flatten().to_numpy(zero_copy_only=False).astype(np.uint8)
        self.postings = Postings(listed["terms"].flatten(), owner, weights)
        self.length = table["length"].to_numpy().astype(np.float32)
        self.columns = {
            name: _single(table[name].dictionary_encode() if name in _REPEATED else table[name])
            for name in table.column_names
            if name not in ("terms", "counts", "vector", "length")
        }
        self.model, self.vectors = _vectors(table)
        self.factor = self._factors()

    def __getitem__(self, row: int) -> dict[str, Any]:
        return {name: column[row].as_py() for name, column in self.columns.items()}

    @cached_property
    def squares(self) -> Floats:
        """Squared lengths of the vectors."""
        blocks = [self.vectors[at : at + _BLOCK].astype(np.float32) for at in range(0, self.size, _BLOCK)]
        found = [np.einsum("ij,ij->i", block, block) for block in blocks]
        return np.concatenate([*found, np.zeros(0, dtype=np.float32)])

    @cached_property
    def names(self) -> Postings:
        """The words that pieces are called by, each once."""
        coded = self.columns["name"].dictionary_encode()
        words = [sorted(set(search_terms(name or ""))) for name in coded.dictionary.to_pylist()]
        codes = pc.fill_null(coded.indices, -1).to_numpy(zero_copy_only=False)
        lists = [words[code] if code >= 0 else [] for code in codes.tolist()]
        owner = np.repeat(np.arange(len(lists), dtype=np.int32), [len(found) for found in lists])
        return Postings(pa.array([word for found in lists for word in found], pa.string()), owner)

    def where(self, column: str, values: list[str]) -> Bools:
        coded = self.columns[column]
        found = pc.is_in(coded.dictionary, pa.array(values, pa.string())).take(coded.indices)
        return _booleans(found)

    def _factors(self) -> Floats:
        """Definitions before what is around them, code that is used before tests and what is generated."""
        letter = {kind: {"T": TYPE, "M": 1.0}.get(prefix, VALUE) for kind, prefix in KIND_PREFIX.items()}
        factor = _looked_up(self.columns["kind"], letter)
        factor *= _looked_up(self.columns["piece"], {"file": FILE, "section": SECTION})
        factor *= np.where(_booleans(self.columns["is_test"]), TEST, 1)
        factor *= _looked_up(self.columns["origin"], {"generated": DERIVED, "vendored": DERIVED})
        factor *= 1 + USED * np.log2(1 + self.columns["uses"].to_numpy())
        return factor.astype(np.float32)


def _looked_up(column: pa.DictionaryArray, values: dict[str, float]) -> npt.NDArray[np.float64]:
    known = np.asarray([values.get(text, 1.0) for text in column.dictionary.to_pylist()] + [1.0])
    codes = pc.fill_null(column.indices, len(known) - 1).to_numpy(zero_copy_only=False)
    return np.asarray(known[codes], dtype=np.float64)


def _vectors(table: pa.Table) -> tuple[str | None, npt.NDArray[np.int8]]:
    """The vectors of the one model that made them all; none where some are missing or made by another."""
    models = table["model"].unique().to_pylist()
    column = _single(table["vector"])
    if len(models) != 1 or models[0] is None or column.null_count:
        return None, np.zeros((table.num_rows, 0), dtype=np.int8)
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[column.offset : column.offset + len(column) + 1]
    flat = np.frombuffer(data, dtype=np.int8)[int(ends[0]) : int(ends[-1])]
    return str(models[0]), flat.reshape(len(column), -1)


def _owners(lists: pa.ListArray) -> Ints:
    lengths = np.diff(lists.offsets.to_numpy())
    return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)


def _single(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    if isinstance(column, pa.ChunkedArray):
        return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    return column


def _booleans(column: pa.Array) -> Bools:
    return np.asarray(pc.fill_null(column, False).to_numpy(zero_copy_only=False), dtype=np.bool_)
