"""What a snapshot with one more layer on top holds, made from what is loaded of the snapshot: cost follows the layer.

Numbers of symbols, paths and names are places in sorted columns. A layer puts some in and takes some out; what is known
by its old number gets its new one, and the rest is copied in long runs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer import schema
from query.engine import relations
from query.engine.loading import single
from query.engine.orders import Bools, Ints, merged, source_keys
from query.engine.tables import FILE_COLUMNS, REF_COLUMNS, SYMBOL_COLUMNS, Files, Refs, Symbols, coded
from query.engine.view import Loaded, lazily
from query.engine.words import LaidWords, WordIndex
from query.mount import Mounted

_IMPORT = schema.REF_KINDS.index("import")
_OVERRIDES = [schema.REF_KINDS.index(kind) for kind in relations.OVERRIDES]


@dataclass(frozen=True, slots=True)
class Spliced:
    """A sorted column with some rows taken out and others put in."""

    order: npt.NDArray[np.int64]  # rows of the old column, then of the new ones, in their new order
    moved: Ints  # the new place of each old row; of one that is gone the place of what has its key now, else -1

    @classmethod
    def of(cls, old: pa.Array, gone: Bools, new: pa.Array) -> Spliced:
        """Both columns are sorted, and no key of `new` is among those that stay."""
        places = [bisect_left(range(len(old)), key, key=lambda row: old[row].as_py()) for key in new.to_pylist()]
        stays = np.flatnonzero(~gone)
        at = np.searchsorted(stays, places)
        order = np.insert(stays, at, np.arange(len(new)) + len(old))
        moved = np.full(len(old), -1, np.int32)
        inside = order < len(old)
        moved[order[inside]] = np.flatnonzero(inside)
        same = [row for row, place in enumerate(places) if place < len(old) and old[place].as_py() == new[row].as_py()]
        moved[np.asarray(places, np.int64)[same]] = np.asarray(at)[same] + np.asarray(same, np.int64)
        return cls(order, moved)

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
        known = pc.index_in(new, old.dictionary)
        fresh = new.filter(pc.and_(pc.is_null(known), pc.is_valid(new))).unique()
        texts = pa.concat_arrays([old.dictionary, fresh.cast(old.dictionary.type)])
        codes = pa.concat_arrays([old.indices.cast(pa.int32()), pc.index_in(new, texts)]).take(pa.array(self.order))
        return pa.DictionaryArray.from_arrays(codes, texts)


def _joined(pieces: list[pa.Array], alike: pa.Array) -> pa.Array:
    return pa.concat_arrays([piece.cast(alike.type) for piece in pieces]) if pieces else alike[:0]


class Layer:
    """The rows that are laid over a snapshot, and which paths of it they hide, by table."""

    def __init__(self, tables: Mapping[str, pa.Table]) -> None:
        self._tables = tables
        masks = tables[schema.MASKS.name]
        self._masks = [
            (str(table), str(path))
            for table, path in zip(masks["table"].to_pylist(), masks["path"].to_pylist(), strict=True)
        ]

    def hidden(self, table: str) -> pa.Array:
        return pa.array([path for name, path in self._masks if name == table], pa.string())

    def rows(self, table: str, columns: list[str], by: str) -> pa.Table:
        rows = self._tables[table].select(columns)
        plain = [pa.field(f.name, _plain(f.type)) for f in rows.schema]
        return rows.cast(pa.schema(plain)).sort_by(by).combine_chunks()


def _plain(kind: pa.DataType) -> pa.DataType:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


class Laid(Loaded):
    """What is loaded of a snapshot, with a layer on top; whatever is not made from it is read from the mount."""

    def __init__(self, mounted: Mounted, below: Loaded, layer: Layer) -> None:
        super().__init__(mounted)
        self.below = below
        self.layer = layer

    @lazily
    def _own_symbols(self) -> pa.Table:
        return self.layer.rows("symbols", SYMBOL_COLUMNS, "symbol_id")

    @lazily
    def _symbols_spliced(self) -> Spliced:
        below = self.below.symbols
        gone = _is_in(below.columns["path"], self.layer.hidden("symbols"))
        return Spliced.of(below.ids, gone, self._own_symbols["symbol_id"].combine_chunks())

    @lazily
    def symbols(self) -> Symbols:
        below, spliced = self.below.symbols, self._symbols_spliced
        own = {name: single(self._own_symbols[name]) for name in SYMBOL_COLUMNS}
        return Symbols({name: spliced.apply(column, own[name]) for name, column in below.columns.items()})

    @lazily
    def _files_spliced(self) -> tuple[Spliced, pa.Table]:
        own = self.layer.rows("files", FILE_COLUMNS, "path")
        gone = _is_in(self.below.files.paths, self.layer.hidden("files"))
        return Spliced.of(self.below.files.paths, gone, single(own["path"])), own

    @lazily
    def files(self) -> Files:
        spliced, own = self._files_spliced
        return Files(
            {name: spliced.apply(column, single(own[name])) for name, column in self.below.files.columns.items()}
        )

    @lazily
    def _own_refs(self) -> pa.Table:
        return self.layer.rows("refs", list(REF_COLUMNS), "path")

    @lazily
    def refs(self) -> Refs:
        below, own = self.below.refs, self._own_refs
        names, name = _widened(below.names, own["to_name"], below.name)
        hints, hint = _widened(below.hints, own["to_container_hint"], below.hint)
        new = coded(own.to_batches(), self.symbols, self.files, names, hints)
        moved, places = _with_none(self._symbols_spliced.moved), _with_none(self._files_spliced[0].moved)
        kept = np.flatnonzero(~self._hidden_refs)
        old = {name: column[kept] for name, column in below.columns.items()}
        old |= {"to_symbol": moved[old["to_symbol"]], "from_symbol": moved[old["from_symbol"]]}
        old |= {"path": places[old["path"]], "to_name": name[kept], "to_container_hint": hint[kept]}
        return _ordered(below, kept, old, new, names, hints, len(self.symbols))

    @lazily
    def _hidden_refs(self) -> Bools:
        hidden = _is_in(self.below.files.paths, self.layer.hidden("refs"))
        return np.asarray(hidden[self.below.refs.path], np.bool_)

    @lazily
    def fan_in(self) -> Ints:
        below, moved = self.below, self._symbols_spliced.moved
        counts = np.zeros(len(self.symbols), np.int32)
        there = moved >= 0
        counts[moved[there]] = below.fan_in[there]
        hidden = self._hidden_refs & (below.refs.kind != _IMPORT)
        _add(counts, _with_none(moved)[below.refs.target[hidden]], -1)
        own = self._own_refs
        used = pc.not_equal(own["kind"], "import")
        _add(counts, self.symbols.numbers(own["to_symbol"].filter(used)), 1)
        return counts

    @lazily
    def overriding(self) -> Bools:
        below, mask = self.below.refs, np.zeros(len(self.symbols) + 1, np.bool_)  # the last one stands for no symbol
        stays = np.isin(below.kind, _OVERRIDES) & (below.target >= 0) & ~self._hidden_refs
        mask[_with_none(self._symbols_spliced.moved)[below.source[stays]]] = True
        own = self._own_refs
        told = pc.and_(pc.is_in(own["kind"], pa.array(relations.OVERRIDES)), pc.is_valid(own["to_symbol"]))
        mask[self.symbols.numbers(own["from_symbol"].filter(told))] = True
        return np.asarray(mask[:-1], np.bool_)

    @lazily
    def words(self) -> WordIndex:
        own = {name: single(self._own_symbols[name]) for name in SYMBOL_COLUMNS}
        spliced = self._symbols_spliced
        old = len(spliced.moved)
        stays = np.full(old, -1, np.int32)
        inside = spliced.order < old
        stays[spliced.order[inside]] = np.flatnonzero(inside)
        return LaidWords(self.below.words, WordIndex(own), stays, np.flatnonzero(~inside).astype(np.int32))


def _ordered(
    below: Refs, kept: Ints, old: dict[str, Ints], new: dict[str, Ints], names: pa.Array, hints: pa.Array, symbols: int
) -> Refs:
    """The rows of both in the orders of `Refs`, which those that stay are nearly in."""
    order = merged(old, new)
    found = {name: np.concatenate([old[name], new[name]])[order] for name in REF_COLUMNS}
    place = np.empty(len(order), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    if np.any((old["from_symbol"] < 0) & (below.source[kept] >= 0)):
        return Refs(found, names, hints, symbols)  # what some rows stood in is gone: they are no longer in its order
    at = np.full(len(below.path), -1, np.int32)
    at[kept] = place[: len(kept)]
    stand = at[below.in_source]
    stand, added = stand[stand >= 0], place[len(kept) :]
    keys = source_keys(found["from_symbol"], found["line_start"], found["col_start"])
    added = added[np.argsort(keys[added], kind="stable")]
    return Refs(found, names, hints, symbols, np.insert(stand, np.searchsorted(keys[stand], keys[added]), added))


def _widened(texts: pa.Array, own: pa.ChunkedArray, codes: Ints) -> tuple[pa.Array, Ints]:
    """A sorted vocabulary with what the new rows say in addition, and the codes of the old rows in it."""
    said = own.unique()
    fresh = said.filter(pc.and_(pc.is_valid(said), pc.invert(pc.is_in(said, texts))))
    if not len(fresh):
        return texts, codes
    spliced = Spliced.of(texts, np.zeros(len(texts), np.bool_), fresh.take(pc.sort_indices(fresh)))
    return spliced.apply(texts, fresh.take(pc.sort_indices(fresh))), _with_none(spliced.moved)[codes]


def _with_none(numbers: Ints) -> Ints:
    """With one more at the end, so that -1 stays what it is."""
    return np.append(numbers, np.asarray([-1], numbers.dtype))


def _is_in(texts: pa.Array, wanted: pa.Array) -> Bools:
    if pa.types.is_dictionary(texts.type):
        return np.asarray(_is_in(texts.dictionary, wanted)[texts.indices.to_numpy()], np.bool_)
    return np.asarray(pc.is_in(texts, wanted).to_numpy(zero_copy_only=False), np.bool_)


def _add(counts: Ints, numbers: Ints, amount: int) -> None:
    np.add.at(counts, numbers[numbers >= 0], amount)
