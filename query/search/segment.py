"""Pieces in memory: who has a word, and what a piece says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.tables import Ints, Symbols, each, reader
from query.search.gather import Gathered, Postings, postings_of
from query.search.prior import Bools, Floats, Prior

if TYPE_CHECKING:
    from query.engine.view import Loaded

_BLOCK = 8_192
FEW = 1_000
_REPEATED = ("path", "piece", "kind", "language", "origin")
_CONSUMED = ("length", "model", "position", "overrides", "visibility", "documented", "names")
_FILTERED = ("path", "kind", "language")
_TOLD = ("path", "line_start", "line_end", "piece", "symbol_id", "language", "name")


class Piece(NamedTuple):
    """What is told of a piece; `kind` is definition, window, file or section."""

    path: str
    line_start: int
    line_end: int
    kind: str
    symbol_id: str | None
    language: str
    name: str | None


class Segment:
    """Some files' pieces, as the statement `chunks` gives them, and what is known of the symbols they are."""

    def __init__(self, batches: pa.RecordBatchReader, loaded: Loaded, without: frozenset[str] = frozenset()) -> None:
        self.without = without  # files of the state whose pieces are left out
        gathered = Gathered(batches)
        number = _numbers(loaded.symbols, gathered.table["symbol_id"])
        table = _with_symbols(gathered.table, loaded, number)
        self.size = table.num_rows
        self.postings = gathered.postings()
        self.model, self.vectors = gathered.vectors()
        self.length = table["length"].to_numpy().astype(np.float32)
        self.columns = {
            name: _encoded(table[name]) if name in _REPEATED else _single(table[name])
            for name in table.column_names
            if name not in _CONSUMED
        }
        if self.size > FEW:  # the ids of all symbols are there already
            known = pa.array(number, mask=number < 0)
            self.columns["symbol_id"] = pa.DictionaryArray.from_arrays(known, loaded.symbols.ids)
        self.called = _called(self.columns["name"])
        spoken = _single(table["names"])
        self.speaker = pc.list_parent_indices(spoken).to_numpy()  # for each of `spoken` the piece that speaks of it
        self.spoken = _called(spoken.flatten())
        self.prior = Prior(table)

    def __getstate__(self) -> dict[str, Any]:
        """What ranking needs, for another process that does nothing else."""
        state = {name: value for name, value in vars(self).items() if name != "_readers"}
        return state | {"columns": {name: self.columns[name] for name in _FILTERED}}

    def adopt(self, other: Segment) -> None:
        """Use the parts of an equal one, and those alone that it lacks from here on as before."""
        vars(self).update(vars(other) | {"columns": self.columns | other.columns})
        vars(self).pop("_readers", None)

    def __getitem__(self, row: int) -> Piece:
        return Piece(*[read(row) for read in self._readers])

    @cached_property
    def _readers(self) -> list[Callable[[int], Any]]:
        return [(each if name == "symbol_id" else reader)(self.columns[name]) for name in _TOLD]

    @cached_property
    def squares(self) -> Floats:
        """Squared lengths of the vectors."""
        blocks = [self.vectors[at : at + _BLOCK].astype(np.float32) for at in range(0, self.size, _BLOCK)]
        found = [np.einsum("ij,ij->i", block, block) for block in blocks]
        return np.concatenate([*found, np.zeros(0, dtype=np.float32)])

    @cached_property
    def total(self) -> npt.NDArray[np.int64]:
        """The sum of the vectors."""
        return np.asarray(self.vectors.sum(axis=0, dtype=np.int64))

    @cached_property
    def longest(self) -> float:
        """Length of the longest vector."""
        return float(np.sqrt(self.squares.max(initial=0.0)))

    @cached_property
    def names(self) -> Postings:
        """The words that pieces are called by, each once."""
        return postings_of(self.columns["name"])

    @cached_property
    def name_words(self) -> Ints:
        """The numbers of those words among all that pieces have: an edit laid over them does not change them."""
        return self.names.places(self.postings)

    @cached_property
    def extensions(self) -> frozenset[str]:
        """Endings of the files that have pieces."""
        paths = self.columns["path"].dictionary.to_pylist()
        return frozenset(path.rpartition(".")[2].lower() for path in paths if "." in path)

    def where(self, column: str, values: list[str]) -> Bools:
        coded = self.columns[column]
        found = pc.is_in(coded.dictionary, pa.array(values, pa.string())).take(coded.indices)
        return _booleans(found)


def _with_symbols(table: pa.Table, loaded: Loaded, number: Ints) -> pa.Table:
    """Name, kind and uses of each piece's symbol; a piece that is none has its title, and is a test as its file is."""
    wanted = ("name", "kind", "is_test", "documentation", "visibility")
    name, kind, is_test, documentation, visibility = (loaded.symbols.taken(column, number) for column in wanted)
    known = (number >= 0) & (len(loaded.symbols) > 0)
    uses, overrides = np.zeros(len(number), np.int32), np.zeros(len(number), np.bool_)
    uses[known], overrides[known] = loaded.fan_in[number[known]], loaded.overriding[number[known]]
    table = table.append_column("name", pc.coalesce(name, _single(table["title"])))
    table = table.append_column("kind", kind).append_column("uses", pa.array(uses))
    table = table.append_column("overrides", pa.array(overrides))
    table = table.append_column("documented", pc.is_valid(documentation))
    table = table.append_column("visibility", visibility.cast(pa.string()))
    tested = pc.coalesce(is_test, _single(table["is_test"]))
    return table.drop_columns(["title", "is_test"]).append_column("is_test", tested)


def _numbers(symbols: Symbols, ids: pa.ChunkedArray) -> Ints:
    """Those of a few ids one by one: all at once costs as much as there are symbols."""
    if len(ids) > FEW:
        return symbols.numbers(ids)
    return np.asarray([-1 if one is None else symbols.number(one) for one in ids.to_pylist()], np.int32)


def _called(names: pa.Array) -> npt.NDArray[np.uint32]:
    """A number for each name, whatever its case; the same in every segment."""
    coded = names.dictionary_encode()
    numbers = [crc32((name or "").lower().encode()) for name in coded.dictionary.to_pylist()]
    codes = pc.fill_null(coded.indices, len(numbers)).to_numpy()
    return np.asarray(np.asarray([*numbers, 0], np.uint32)[codes])


def _encoded(column: pa.ChunkedArray) -> pa.DictionaryArray:
    single = _single(column)
    return single if isinstance(single, pa.DictionaryArray) else single.dictionary_encode()


def _single(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    if isinstance(column, pa.ChunkedArray):
        return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    return column


def _booleans(column: pa.Array) -> Bools:
    return np.asarray(pc.fill_null(column, False).to_numpy(zero_copy_only=False), dtype=np.bool_)
