"""What a snapshot with one more layer on top holds, made from what is loaded of the snapshot: cost follows the layer.

Numbers of symbols, paths and names are places in sorted columns. A layer puts some in and takes some out; what is known
by its old number gets its new one, and the rest is copied in long runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer import schema
from query.engine import relations
from query.engine.fact_table import FACT_COLUMNS, Facts
from query.engine.laid_facts import LaidFacts
from query.engine.laid_refs import LaidRefs, with_none
from query.engine.laid_symbols import LaidSymbols
from query.engine.loading import single
from query.engine.splice import Spliced
from query.engine.tables import (
    FILE_COLUMNS,
    REF_COLUMNS,
    SYMBOL_COLUMNS,
    Bools,
    Files,
    Ints,
    Refs,
    Symbols,
)
from query.engine.view import Loaded, lazily
from query.engine.words import LaidWords, WordIndex
from query.mount import Mounted

_IMPORT = schema.REF_KINDS.index("import")
_IMPORTED = ["path", "local_name", "module", "imported_name"]


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

    def facts(self) -> pa.Table:
        rows = self.rows("facts", FACT_COLUMNS, "path")
        return rows.sort_by([(name, "ascending") for name in ("kind", "value", "path", "line_start")])

    def imports(self, external: bool = False) -> list[tuple[Any, ...]]:
        """(path, local name, module, imported name), in the order of the files; or of those from outside"""
        rows = self.rows("imports", [*_IMPORTED, "line_start", "external"], "path")
        rows = rows.sort_by([(name, "ascending") for name in ("path", "line_start", "local_name")])
        if external:
            rows = rows.filter(pc.and_(rows["external"], pc.not_equal(rows["local_name"], "*")))
        return list(zip(*(rows[name].to_pylist() for name in _IMPORTED), strict=True))

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
    def _own_symbols(self) -> Symbols:
        rows = self.layer.rows("symbols", SYMBOL_COLUMNS, "symbol_id")
        return Symbols({name: _coded(rows[name], column.type) for name, column in self.below.symbols.columns.items()})

    @lazily
    def _symbols_spliced(self) -> Spliced:
        below = self.below.symbols
        gone = _is_in(below.columns["path"], self.layer.hidden("symbols"))
        return Spliced.of(below.ids, gone, self._own_symbols.ids)

    @lazily
    def symbols(self) -> Symbols:
        return LaidSymbols(self.below.symbols, self._own_symbols, self._symbols_spliced)

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
        symbols, files = (self.symbols, self._symbols_spliced), (self.files, self._files_spliced[0])
        return LaidRefs(self.below.refs, self._hidden_refs, self._own_refs, symbols, files)

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
        _add(counts, with_none(moved)[below.refs.target[hidden]], -1)
        own = self._own_refs
        used = pc.not_equal(own["kind"], "import")
        _add(counts, self.symbols.numbers(own["to_symbol"].filter(used)), 1)
        return counts

    @lazily
    def overriding(self) -> Bools:
        """From what overrides below and in the layer: all references together are not needed for it."""
        below, moved, own = self.below, with_none(self._symbols_spliced.moved), self._own_refs
        rows = below.override_rows[~self._hidden_refs[below.override_rows]]
        old = moved[below.refs.source[rows]], moved[below.refs.target[rows]]
        own = own.filter(pc.is_in(own["kind"], pa.array(relations.OVERRIDES)))
        new = self.symbols.numbers(own["from_symbol"]), self.symbols.numbers(own["to_symbol"])
        mask = np.zeros(len(self.symbols) + 1, np.bool_)  # the last one stands for no symbol
        for source, target in (old, new):
            mask[source[target >= 0]] = True
        return np.asarray(mask[:-1], np.bool_)

    @lazily
    def facts(self) -> Facts:
        return LaidFacts(self.below.facts, frozenset(self.layer.hidden("facts").to_pylist()), self.layer.facts())

    @lazily
    def rows(self) -> dict[str, int]:
        refs = np.count_nonzero(~self._hidden_refs) + len(self._own_refs)
        return {"symbols": len(self.symbols), "refs": int(refs)}

    @lazily
    def churn(self) -> list[int | None]:
        own = self.layer.rows("files", ["path", "churn_30d"], "path")
        old = pa.array(self.below.churn, pa.int32())
        return list(self._files_spliced[0].apply(old, single(own["churn_30d"])).to_pylist())

    def parameters(self, ids: Collection[str]) -> dict[str, list[dict[str, Any]]]:
        own = self._own_parameters
        wanted = [one for one in ids if self._own_symbols.number(one) < 0]
        found = self.below.parameters(wanted) if wanted else {}
        return found | {one: own[one] for one in ids if one in own}

    @lazily
    def _own_parameters(self) -> dict[str, list[dict[str, Any]]]:
        rows = self.layer.rows("symbols", ["symbol_id", "parameters"], "symbol_id")
        told = zip(rows["symbol_id"].to_pylist(), rows["parameters"].to_pylist(), strict=True)
        return {symbol: parameters for symbol, parameters in told if parameters is not None}

    def imports(self, paths: Collection[str]) -> list[tuple[str, str | None, str, str | None]]:
        wanted = [path for path in paths if path not in self._hidden_imports]
        own = [row for row in self.layer.imports() if row[0] in paths]
        return [*(self.below.imports(wanted) if wanted else ()), *own]

    def spelled(self, path: str, local: str) -> str | None:
        own = self.imported.get((path, local))  # a new file hides nothing
        return own if own or path in self._hidden_imports else self.below.spelled(path, local)

    @lazily
    def imported(self) -> dict[tuple[str, str], str]:
        """Of the layer's own files."""
        return relations.imported(self.layer.imports(external=True))

    @lazily
    def _hidden_imports(self) -> frozenset[str]:
        return frozenset(self.layer.hidden("imports").to_pylist())

    def near(self, name: str, qualified: str, limit: int) -> list[str]:
        """Those of the snapshot, and of the layer what is spelt alike: the database need not be opened for a draft."""
        own, ids = self._own_symbols, self._own_symbols.ids
        names = {str(text).lower(): row for row, text in enumerate(own.columns["name"].to_pylist())}
        alike = [str(ids[names[one]]) for one in get_close_matches(name.lower(), names, limit)]
        known = [one for one in self.below.near(name, qualified, limit) if self.symbols.number(one) >= 0]
        return list(dict.fromkeys([*alike, *known]))[:limit]

    @lazily
    def words(self) -> WordIndex:
        spliced = self._symbols_spliced
        stays = np.where(spliced.order < len(spliced.moved))[0]
        numbers = np.full(len(spliced.moved), -1, np.int32)
        numbers[spliced.order[stays]] = stays
        return LaidWords(self.below.words, WordIndex(self._own_symbols.columns), numbers, spliced.put_in)


def _coded(column: pa.ChunkedArray, alike: pa.DataType) -> pa.Array:
    return single(column.dictionary_encode()) if pa.types.is_dictionary(alike) else single(column)


def _is_in(texts: pa.Array, wanted: pa.Array) -> Bools:
    if pa.types.is_dictionary(texts.type):
        return np.asarray(_is_in(texts.dictionary, wanted)[texts.indices.to_numpy()], np.bool_)
    return np.asarray(pc.is_in(texts, wanted).to_numpy(zero_copy_only=False), np.bool_)


def _add(counts: Ints, numbers: Ints, amount: int) -> None:
    np.add.at(counts, numbers[numbers >= 0], amount)
