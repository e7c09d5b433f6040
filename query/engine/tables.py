"""The tables of a snapshot in memory: strings as Arrow columns, everything else as numbers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer import schema
from query.engine.model import Symbol
from query.engine.orders import Bools as Bools
from query.engine.orders import Ints as Ints
from query.engine.orders import source_order, target_order

RULES = tuple(schema.RESOLUTIONS)
SYMBOL_COLUMNS = [field.name for field in fields(Symbol)][1:]
FILE_COLUMNS = ["path", "blob", "language", "size_bytes", "is_test"]
REF_COLUMNS = (
    "to_symbol", "from_symbol", "to_name", "to_container_hint", "path", "line_start", "line_end", "col_start", "kind",
    "resolution", "confidence", "external",
)  # fmt: skip
_KEPT_SYMBOLS = 4_096  # whose fields are put together; questions come back to the same ones
_SMALL = ("kind", "resolution", "confidence", "external")  # numbers below 128


def place(texts: pa.Array, text: str) -> int:
    """Where a text stands in a sorted column; -1 where it does not."""
    index = bisect_left(range(len(texts)), text, key=lambda number: texts[number].as_py())
    return index if index < len(texts) and texts[index].as_py() == text else -1


def texts(column: pa.Array, numbers: Ints) -> list[Any]:
    """Values of a column by their numbers, -1 as none: for many at once half as dear as one by one."""
    return list(column.take(pa.array(numbers, mask=numbers < 0)).to_pylist())


def _symbol(readers: list[Callable[[int], Any]], number: int) -> Symbol:
    return Symbol(number, *[read(number) for read in readers])


class Symbols:
    """All symbols, numbered in the order of their ids."""

    def __init__(self, columns: Mapping[str, pa.Array]) -> None:
        self.columns = columns
        self._read = {name: reader(column) for name, column in self.columns.items()}
        # Neither holds on to this object: what is in a cycle stays in memory long after its view is closed.
        self._made = lru_cache(_KEPT_SYMBOLS)(partial(_symbol, list(self._read.values())))
        self._placed = lru_cache(_KEPT_SYMBOLS)(partial(place, self.ids))

    @property
    def ids(self) -> pa.Array:
        return self.columns["symbol_id"]

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, number: int) -> Symbol:
        return self._made(number)

    def id(self, number: int) -> str | None:
        return str(self.ids[number].as_py()) if number >= 0 else None

    def name(self, number: int) -> str:
        return str(self.columns["qualified_name"][number].as_py())

    def kind(self, number: int) -> str:
        return str(self._read["kind"](number))

    def number(self, symbol_id: str) -> int:
        """-1 where there is no such symbol."""
        return self._placed(symbol_id)

    def numbers(self, ids: pa.ChunkedArray) -> Ints:
        """Numbers of many ids at once, -1 where there is no such symbol."""
        return _numbers(pc.index_in(ids, self.ids))

    def taken(self, column: str, numbers: Ints) -> pa.Array:
        """Values of a column by the numbers of symbols, null for -1."""
        return self.columns[column].take(pa.array(numbers, mask=numbers < 0))

    def where(self, column: str, value: str) -> list[int]:
        """Numbers of the symbols that have the value there."""
        return [int(number) for number in np.flatnonzero(_booleans(pc.equal(self.columns[column], value)))]

    def starting(self, column: str, prefix: str) -> Bools:
        """Which symbols have a value there that begins so; of the columns whose values repeat."""
        found = pc.starts_with(self.columns[column].dictionary, prefix)
        return _booleans(found.take(self.columns[column].indices))

    def having(self, column: str, accept: Callable[[str], bool]) -> Bools:
        """Which symbols have an accepted value there; of the columns whose values repeat and are never null."""
        coded = self.columns[column]
        accepted = np.fromiter(map(accept, coded.dictionary.to_pylist()), np.bool_, len(coded.dictionary))
        return np.asarray(accepted[coded.indices.to_numpy(zero_copy_only=False)], np.bool_)

    def of_kinds(self, kinds: Iterable[str]) -> Bools:
        column = self.columns["kind"]
        found = pc.is_in(column.dictionary, pa.array(list(kinds), pa.string()))
        return _booleans(found.take(column.indices))

    def members(self, number: int) -> list[int]:
        """Symbols directly inside a symbol."""
        return [int(member) for member in np.flatnonzero(self.containers == number)]

    @cached_property
    def is_test(self) -> Bools:
        return _booleans(self.columns["is_test"])

    @cached_property
    def is_type(self) -> Bools:
        return self.of_kinds(schema.TYPE_KINDS)

    @cached_property
    def is_callable(self) -> Bools:
        return self.of_kinds(kind for kind, prefix in schema.KIND_PREFIX.items() if prefix == "M")

    @cached_property
    def containers(self) -> Ints:
        """Number of each symbol's container, -1 for none."""
        encoded = self.columns["container_id"]
        return _numbers(pc.index_in(encoded.dictionary, self.ids).take(encoded.indices))


class Files:
    def __init__(self, columns: dict[str, pa.Array]) -> None:
        self.columns = columns
        self.paths, self.blobs, self.sizes = columns["path"], columns["blob"], columns["size_bytes"]
        self._languages = columns["language"]
        self._in_languages: dict[frozenset[str], Bools] = {}
        self.is_test = _booleans(columns["is_test"])

    def path(self, number: int) -> str:
        return str(self.paths[number].as_py())

    def number(self, path: str) -> int:
        return self._numbers.get(path, -1)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {path: number for number, path in enumerate(self.paths.to_pylist())}

    @cached_property
    def tests(self) -> frozenset[str]:
        return frozenset(self.paths.filter(pa.array(self.is_test)).to_pylist())

    def in_languages(self, languages: Iterable[str]) -> Bools:
        wanted = frozenset(languages)
        if wanted not in self._in_languages:
            self._in_languages[wanted] = _booleans(pc.is_in(self._languages, pa.array(sorted(wanted), pa.string())))
        return self._in_languages[wanted]

    def blob(self, number: int) -> str:
        return str(self.blobs[number].as_py())

    def size(self, number: int) -> int:
        return int(self.sizes[number].as_py())


class Refs:
    """All references as parallel arrays, texts by their places; those of a target, or in a definition, by number."""

    columns: Mapping[str, Ints]
    names: pa.Array
    hints: pa.Array

    def __init__(self, columns: Mapping[str, Ints], names: pa.Array, hints: pa.Array, symbols: int) -> None:
        """Rows in the order of target, name and place; see load.sql."""
        self.columns, self.names, self.hints = columns, names, hints
        bounds = np.arange(symbols + 1, dtype=np.int32)  # of another type, the columns would be copied first
        self._by_target = np.searchsorted(self.target, bounds)
        self._in_source = source_order(self.source, self.line, self.col)
        self._by_source = np.searchsorted(self.source[self._in_source], bounds)

    def to(self, symbol: int) -> Ints:
        """Rows that refer to the symbol, by place."""
        return np.arange(self._by_target[symbol], self._by_target[symbol + 1])

    def of(self, symbol: int) -> Ints:
        """Rows inside the symbol, in the order of the source."""
        return self._in_source[self._by_source[symbol] : self._by_source[symbol + 1]]

    def named(self, name: str) -> Ints:
        """Rows without a target in the repository that are so named."""
        code = place(self.names, name)
        loose = self.name[: self._by_target[0]]
        # Of its own type, or numpy would make a copy of the whole column first.
        first, last = np.searchsorted(loose, np.array([code, code + 1], loose.dtype)) if code >= 0 else (0, 0)
        return np.arange(first, last)

    def written(self, row: int) -> tuple[str, str | None]:
        """(name, receiver or qualifier) as they stand in the source"""
        hint = self.hint[row]
        return str(self.names[int(self.name[row])].as_py()), self.hints[int(hint)].as_py() if hint >= 0 else None

    @property
    def target(self) -> Ints:
        return self.columns["to_symbol"]

    @property
    def source(self) -> Ints:
        return self.columns["from_symbol"]

    @property
    def name(self) -> Ints:
        return self.columns["to_name"]

    @property
    def hint(self) -> Ints:
        return self.columns["to_container_hint"]

    @property
    def path(self) -> Ints:
        return self.columns["path"]

    @property
    def line(self) -> Ints:
        return self.columns["line_start"]

    @property
    def line_end(self) -> Ints:
        return self.columns["line_end"]

    @property
    def col(self) -> Ints:
        return self.columns["col_start"]

    @property
    def kind(self) -> Ints:
        return self.columns["kind"]

    @property
    def rule(self) -> Ints:
        return self.columns["resolution"]

    @property
    def confidence(self) -> Ints:
        return self.columns["confidence"]

    @property
    def external(self) -> Ints:
        return self.columns["external"]


def coded(
    pieces: Iterable[pa.RecordBatch], symbols: Symbols, files: Files, names: pa.Array, hints: pa.Array
) -> dict[str, Ints]:
    """References as numbers, texts by their places among those known, null as -1, in the order of target and place."""
    known = {
        "to_name": names, "to_container_hint": hints, "path": files.paths, "kind": pa.array(schema.REF_KINDS),
        "resolution": pa.array(RULES), "confidence": pa.array(schema.CONFIDENCES),
    }  # fmt: skip
    nothing = np.empty(0, np.int32)
    columns: dict[str, list[Ints]] = {name: [nothing] for name in REF_COLUMNS}
    for piece in pieces:
        for name, parts in columns.items():
            if name in ("to_symbol", "from_symbol"):
                parts.append(symbols.numbers(piece[name]))
            else:
                told = pc.index_in(piece[name], known[name]) if name in known else piece[name].cast(pa.int32())
                parts.append(_numbers(told))
    found = {name: np.concatenate(parts) for name, parts in columns.items()}
    order = target_order(found)
    small = dict.fromkeys(_SMALL, np.int8)
    return {name: numbers[order].astype(small.get(name, np.int32), copy=False) for name, numbers in found.items()}


def each(column: pa.Array) -> Callable[[int], Any]:
    """What gives a column's value by its number, made anew each time."""
    return lambda number: column[number].as_py()


def reader(column: pa.Array) -> Callable[[int], Any]:
    """What gives a column's value by its number; values that repeat are made once."""
    if not pa.types.is_dictionary(column.type):
        return each(column)
    values: list[Any] = []
    codes = _numbers(column.indices)

    def read(number: int) -> Any:
        if not values:  # many columns are never read
            values.extend([*column.dictionary.to_pylist(), None])
        return values[codes[number]]

    return read


def _booleans(column: pa.Array | pa.ChunkedArray) -> Bools:
    return np.asarray(pc.fill_null(column, False).to_numpy(zero_copy_only=False), dtype=np.bool_)


def _numbers(column: pa.Array | pa.ChunkedArray) -> Ints:
    return np.asarray(pc.fill_null(column, -1).to_numpy(zero_copy_only=False), dtype=np.int32)
