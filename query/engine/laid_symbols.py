"""The symbols of a snapshot with those of a layer among them: nothing is copied that is not asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import pyarrow as pa

from query.engine.model import Symbol
from query.engine.splice import Spliced
from query.engine.tables import Bools, Ints, Symbols

T = TypeVar("T")


class _Columns(Mapping[str, pa.Array]):
    """Columns of both, each put together when it is first read."""

    def __init__(self, below: Symbols, own: Symbols, spliced: Spliced) -> None:
        self._below, self._own, self._spliced = below, own, spliced
        self._made: dict[str, pa.Array] = {}

    def __getitem__(self, name: str) -> pa.Array:
        if name not in self._made:
            self._made[name] = self._spliced.apply(self._below.columns[name], self._own.columns[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._below.columns)

    def __len__(self) -> int:
        return len(self._below.columns)


class LaidSymbols(Symbols):
    """Those of `below` but for what the layer hides, and the layer's own."""

    def __init__(self, below: Symbols, own: Symbols, spliced: Spliced) -> None:
        self._below, self._own, self._spliced = below, own, spliced
        self.columns = _Columns(below, own, spliced)

    def __len__(self) -> int:
        return len(self._spliced.order)

    def __getitem__(self, number: int) -> Symbol:
        return replace(self._told(number, Symbols.__getitem__), number=number)

    def id(self, number: int) -> str | None:
        return self._told(number, Symbols.id) if number >= 0 else None

    def name(self, number: int) -> str:
        return self._told(number, Symbols.name)

    def kind(self, number: int) -> str:
        return self._told(number, Symbols.kind)

    def number(self, symbol_id: str) -> int:
        own = self._own.number(symbol_id)
        if own >= 0:
            return int(self._spliced.put_in[own])
        known = self._below.number(symbol_id)
        return int(self._spliced.moved[known]) if known >= 0 else -1

    def numbers(self, ids: pa.ChunkedArray) -> Ints:
        coded = (
            ids.combine_chunks().dictionary_encode() if isinstance(ids, pa.ChunkedArray) else ids.dictionary_encode()
        )
        known = np.asarray([*map(self.number, coded.dictionary.to_pylist()), -1], np.int32)
        return np.asarray(known[coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)], np.int32)

    def taken(self, column: str, numbers: Ints) -> pa.Array:
        """Of the layer's symbols alone without putting the column together."""
        rows = np.append(self._spliced.order, -1)[numbers]
        own = np.where(rows < 0, -1, rows - len(self._below))
        if np.any((rows >= 0) & (own < 0)):
            return super().taken(column, numbers)
        return self._own.taken(column, own)

    def starting(self, column: str, prefix: str) -> Bools:
        return self._both(lambda part: part.starting(column, prefix))

    def having(self, column: str, accept: Callable[[str], bool]) -> Bools:
        return self._both(lambda part: part.having(column, accept))

    def of_kinds(self, kinds: Iterable[str]) -> Bools:
        wanted = tuple(kinds)
        return self._both(lambda part: part.of_kinds(wanted))

    @cached_property
    def is_test(self) -> Bools:
        return self._both(lambda part: part.is_test)

    @cached_property
    def is_type(self) -> Bools:
        return self._both(lambda part: part.is_type)

    @cached_property
    def is_callable(self) -> Bools:
        return self._both(lambda part: part.is_callable)

    @cached_property
    def containers(self) -> Ints:
        moved = np.append(self._spliced.moved, np.int32(-1))
        own = self.numbers(self._own.columns["container_id"].cast(pa.string()))
        return self._spliced.joined(moved[self._below.containers], own)

    def _both(self, ask: Callable[[Symbols], Bools]) -> Bools:
        return self._spliced.joined(ask(self._below), ask(self._own))

    def _told(self, number: int, ask: Callable[[Symbols, int], T]) -> T:
        row, known = int(self._spliced.order[number]), len(self._below)
        return ask(self._below, row) if row < known else ask(self._own, row - known)
