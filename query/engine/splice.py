"""A sorted column with some rows taken out and others put in: what is known by its old number gets its new one."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.orders import Bools, Ints

N = TypeVar("N", bound=np.generic)
_FEW = 10_000  # rows: what is replaced by one layer


@dataclass(frozen=True)
class Spliced:
    """`order` are rows of the old column, then of the new ones, in their new order."""

    order: npt.NDArray[np.int64]
    moved: Ints  # the new place of each old row; of one that is gone the place of what has its key now, else -1

    @classmethod
    def of(cls, old: pa.Array, gone: Bools, new: pa.Array) -> Spliced:
        """Both columns are sorted, and no key of `new` is among those that stay."""
        # Most of what is put in was there before: only what is new has to be looked for among all.
        left = np.flatnonzero(gone)
        known = dict(zip(old.take(pa.array(left)).to_pylist(), left.tolist(), strict=True)) if len(left) < _FEW else {}
        places = [known[key] if key in known else _place(old, key) for key in new.to_pylist()]
        stays = np.flatnonzero(~gone)
        at = np.searchsorted(stays, places)
        order = np.insert(stays, at, np.arange(len(new)) + len(old))
        moved = np.full(len(old), -1, np.int32)
        inside = order < len(old)
        moved[order[inside]] = np.flatnonzero(inside)
        same = [row for row, place in enumerate(places) if place < len(old) and old[place].as_py() == new[row].as_py()]
        moved[np.asarray(places, np.int64)[same]] = np.asarray(at)[same] + np.asarray(same, np.int64)
        return cls(order, moved)

    @cached_property
    def put_in(self) -> npt.NDArray[np.int32]:
        """The places of the new rows."""
        return np.flatnonzero(self.order >= len(self.moved)).astype(np.int32)

    @cached_property
    def came_from(self) -> Ints:
        """The old row that each place had, or that had the key of the new row there; -1 where there was none."""
        found = np.full(len(self.order), -1, np.int32)
        there = self.moved >= 0
        found[self.moved[there]] = np.flatnonzero(there)
        return found

    def joined(self, old: npt.NDArray[N], new: npt.NDArray[N]) -> npt.NDArray[N]:
        """Another column of the same rows, of numbers or truths."""
        return np.concatenate([old, new])[self.order]

    def apply(self, old: pa.Array, new: pa.Array) -> pa.Array:
        """Another column of the same rows."""
        if pa.types.is_dictionary(old.type):
            return self._coded(old, new)
        return _joined([(old, new)[side].slice(start, length) for side, start, length in self._runs(len(old))], old)

    def _runs(self, old: int) -> list[tuple[bool, int, int]]:
        cuts = np.flatnonzero((np.diff(self.order) != 1) | (self.order[1:] == old)) + 1
        starts, ends = np.append(0, cuts), np.append(cuts, len(self.order))
        rows = self.order[starts] if len(self.order) else self.order
        return [
            (bool(row >= old), int(row - old if row >= old else row), int(end - start))
            for row, start, end in zip(rows, starts, ends, strict=False)
        ]

    def _coded(self, old: pa.DictionaryArray, new: pa.Array) -> pa.DictionaryArray:
        new = new.cast(old.dictionary.type)
        known = pc.index_in(new, old.dictionary)
        fresh = new.filter(pc.and_(pc.is_null(known), pc.is_valid(new))).unique()
        texts = pa.concat_arrays([old.dictionary, fresh])
        codes = pa.concat_arrays([old.indices.cast(pa.int32()), pc.index_in(new, texts)]).take(pa.array(self.order))
        return pa.DictionaryArray.from_arrays(codes, texts)


def _place(sorted_texts: pa.Array, text: str) -> int:
    return bisect_left(range(len(sorted_texts)), text, key=lambda row: sorted_texts[row].as_py())


def _joined(pieces: list[pa.Array], alike: pa.Array) -> pa.Array:
    return pa.concat_arrays([piece.cast(alike.type) for piece in pieces]) if pieces else alike[:0]
