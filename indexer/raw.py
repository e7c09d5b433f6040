"""The rows that workers make of files, before names and links: joined, numbered over all files, some replaced.

Files are numbered by the place of their entry, symbols, terms and texts by their row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import S, T, X, parts_of

Ints = npt.NDArray[np.int64]
SYMBOL, TERM = "symbols", "terms"
# Columns that hold numbers of rows of other tables; below 0 is none.
NUMBERS: dict[str, dict[str, str]] = {
    "symbols": {"parent": SYMBOL},
    "refs": {"from_symbol": SYMBOL, "to_symbol": SYMBOL, "term": TERM},
    "types": {"symbol": SYMBOL, "base": SYMBOL},
    "flows": {"symbol": SYMBOL, "term": TERM},
}
OF_SYMBOLS = frozenset({"types", "flows"})  # rows that belong to their symbol's file


@dataclass(slots=True)
class Raw:
    """The batches' rows, one table per kind, symbols numbered over all files."""

    files: pa.Table
    symbols: pa.Table
    refs: pa.Table
    imports: pa.Table
    types: pa.Table
    terms: pa.Table
    flows: pa.Table
    texts: pa.Table


def tables_of(raw: Raw) -> dict[str, pa.Table]:
    return {field.name: getattr(raw, field.name) for field in fields(raw)}


def merge(batches: Iterable[Mapping[str, pa.Table]]) -> Raw:
    """Concatenate the batches in the order of their first files; their numbers become global."""
    parts: dict[str, list[pa.Table]] = {field.name: [] for field in fields(Raw)}
    rows = dict.fromkeys(("symbols", "terms", "texts"), 0)
    for batch in sorted(batches, key=_first_file):
        for name, tables in parts.items():
            tables.append(_shift(batch[name], {c: rows[of] for c, of in NUMBERS.get(name, {}).items()}))
        parts["terms"][-1] = _shift_parts(batch["terms"], rows)
        for name in rows:
            rows[name] += batch[name].num_rows
    return Raw(**{name: pa.concat_tables(tables).unify_dictionaries() for name, tables in parts.items()})


def _first_file(batch: Mapping[str, pa.Table]) -> int:
    files = batch["files"]["file"]
    return int(files[0].as_py()) if len(files) else -1


def _shift(table: pa.Table, columns: Mapping[str, int]) -> pa.Table:
    for name, offset in columns.items():
        numbers = table[name].to_numpy()
        table = _with(table, name, np.where(numbers >= 0, numbers + offset, -1))
    return table


def _with(table: pa.Table, name: str, numbers: npt.NDArray[np.integer]) -> pa.Table:
    return table.set_column(table.schema.get_field_index(name), name, pa.array(numbers.astype(np.int32)))


def _shift_parts(table: pa.Table, rows: Mapping[str, int]) -> pa.Table:
    ends, parts, classes = _parts(table)
    parts[classes == T] += rows["terms"]
    parts[(classes == S) & (parts >= 0)] += rows["symbols"]
    parts[classes == X] += rows["texts"]
    return table.set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))


def _parts(table: pa.Table) -> tuple[pa.Array, npt.NDArray[np.int32], npt.NDArray[np.int8]]:
    listed = table["parts"].combine_chunks()
    ends, parts = listed.offsets.to_numpy(), listed.flatten().to_numpy().copy()
    _, classes = parts_of(table["op"].to_numpy().astype(np.int32), np.diff(ends).astype(np.int32))
    return pa.array(ends - ends[0]), parts, classes


def renumber(raw: Raw, place: Ints) -> Raw:
    """The rows of the files that have a place (0 or more) from now on, numbered by it; the rest is gone."""
    tables = tables_of(raw)
    homes = {name: _homes(name, tables) for name in tables if name != "texts"}
    kept = {name: place[home] >= 0 for name, home in homes.items()}
    numbers = {name: np.where(kept[name], np.cumsum(kept[name]) - 1, -1) for name in (SYMBOL, TERM)}
    made = {"texts": raw.texts}
    for name, home in homes.items():
        table = tables[name]
        for column, of in NUMBERS.get(name, {}).items():
            table = _with(table, column, _mapped(table[column].to_numpy(), numbers[of]))
        if "file" in table.column_names:
            table = _with(table, "file", place[home])
        if name == "terms":
            table = _map_parts(table, numbers)
        made[name] = table.filter(pa.array(kept[name]))
    return Raw(**made)


def _homes(name: str, tables: Mapping[str, pa.Table]) -> Ints:
    """The file of each row."""
    if name in OF_SYMBOLS:
        return _homes("symbols", tables)[tables[name]["symbol"].to_numpy()]
    return tables[name]["file"].to_numpy().astype(np.int64)


def _mapped(numbers: Ints, to: Ints) -> Ints:
    return np.where(numbers >= 0, to[np.maximum(numbers, 0)], -1) if len(to) else numbers


def _map_parts(table: pa.Table, numbers: Mapping[str, Ints]) -> pa.Table:
    ends, parts, classes = _parts(table)
    for kind, name in ((T, TERM), (S, SYMBOL)):
        chosen = classes == kind
        parts[chosen] = _mapped(parts[chosen], numbers[name])
    return table.set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))


def used_texts(raw: Raw) -> Raw:
    """Without the texts that no term names any more."""
    ends, parts, classes = _parts(raw.terms)
    chosen = classes == X
    codes = pa.array(parts[chosen]).dictionary_encode()
    parts[chosen] = codes.indices.to_numpy()
    raw.terms = raw.terms.set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))
    raw.texts = raw.texts.take(pc.cast(codes.dictionary, pa.int64()))
    return raw
