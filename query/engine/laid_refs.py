"""The references of a snapshot with those of a layer behind them: rows stay where they are, and get new numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.orders import Bools, Ints, source_keys
from query.engine.splice import Spliced
from query.engine.tables import REF_COLUMNS, Files, Refs, Symbols, coded


class _Columns(Mapping[str, Ints]):
    """Columns of both, each put together when it is first read; `numbered` says what became of old numbers."""

    def __init__(self, below: Refs, kept: Ints, own: Mapping[str, Ints], numbered: Mapping[str, Ints]) -> None:
        self._below, self._kept, self._own, self._numbered = below, kept, own, numbered
        self._made: dict[str, Ints] = {}

    def __getitem__(self, name: str) -> Ints:
        if name not in self._made:
            old = self._below.columns[name][self._kept]
            if name in self._numbered:
                old = self._numbered[name][old]
            self._made[name] = np.concatenate([old, self._own[name]])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(REF_COLUMNS)

    def __len__(self) -> int:
        return len(REF_COLUMNS)


class LaidRefs(Refs):
    """Rows of `below` that are not hidden, then those of the layer, each in the order of target and place."""

    def __init__(
        self, below: Refs, hidden: Bools, own: pa.Table, symbols: tuple[Symbols, Spliced], files: tuple[Files, Spliced]
    ) -> None:
        self._below, self._came_from = below, symbols[1].came_from
        self.names, self.hints = _widened(below.names, own["to_name"]), _widened(below.hints, own["to_container_hint"])
        columns = coded(own.to_batches(), symbols[0], files[0], self.names, self.hints)
        self._own = Refs(columns, self.names, self.hints, len(symbols[0]))
        self._kept = np.flatnonzero(~hidden)
        self._at = np.where(hidden, -1, np.cumsum(~hidden) - 1).astype(np.int32)
        moved, places = with_none(symbols[1].moved), with_none(files[1].moved)
        numbered = {"to_symbol": moved, "from_symbol": moved, "path": places}
        self.columns = _Columns(below, self._kept, columns, numbered)

    def to(self, symbol: int) -> Ints:
        found = self._both(symbol, Refs.to)
        return found if self._is_plain(found) else found[self._by_place(found)]

    def of(self, symbol: int) -> Ints:
        found = self._both(symbol, Refs.of)
        if self._is_plain(found):
            return found
        keys = source_keys(self.source[found], self.line[found], self.col[found])
        return found[np.argsort(keys, kind="stable")]

    def named(self, name: str) -> Ints:
        code = pc.index(self.names, name).as_py()
        orphans = self._orphans[self.name[self._orphans] == code]
        loose = self._own.columns["to_symbol"] < 0
        own = np.flatnonzero(loose & (self._own.columns["to_name"] == code)) + len(self._kept)
        known = self._at[self._below.named(name)]
        found = np.concatenate([known[known >= 0], orphans, own])
        return found if self._is_plain(found) and not len(orphans) else found[self._by_place(found)]

    @cached_property
    def _orphans(self) -> Ints:
        """Rows whose target is gone."""
        return np.flatnonzero((self.target[: len(self._kept)] < 0) & (self._below.target[self._kept] >= 0))

    def _both(self, symbol: int, ask: Callable[[Refs, int], Ints]) -> Ints:
        before = int(self._came_from[symbol])
        known = self._at[ask(self._below, before)] if before >= 0 else np.zeros(0, np.int64)
        return np.concatenate([known[known >= 0], ask(self._own, symbol) + len(self._kept)])

    def _is_plain(self, rows: Ints) -> bool:
        """Whether all are of one side, where they are in order already."""
        return not len(rows) or bool(rows[-1] < len(self._kept)) or bool(rows[0] >= len(self._kept))

    def _by_place(self, rows: Ints) -> Ints:
        """The order of name and place; names that came with the layer stand behind all others."""
        names = self.names.take(pa.array(self.name[rows]))
        rank = pc.rank(names, tiebreaker="dense").to_numpy()
        return np.lexsort([self.col[rows], self.line[rows], self.path[rows], rank])


def _widened(texts: pa.Array, own: pa.ChunkedArray) -> pa.Array:
    """A vocabulary with what the new rows say in addition behind it."""
    said = own.unique()
    fresh = said.filter(pc.and_(pc.is_valid(said), pc.invert(pc.is_in(said, texts))))
    return pa.concat_arrays([texts, fresh.cast(texts.type)]) if len(fresh) else texts


def with_none(numbers: Ints) -> Ints:
    """With one more at the end, so that -1 stays what it is."""
    return np.append(numbers, np.asarray([-1], numbers.dtype))
