"""The rows that workers make of files, before names and links: joined, numbered over all files, some replaced.

Files are numbered by the place of their entry, symbols, terms and texts by their row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import S, T, X, parts_of

Ints = npt.NDArray[np.int64]
SYMBOL, TERM, PIECES = "symbols", "terms", "chunks"
# Columns that hold numbers of rows of other tables; below 0 is none.
NUMBERS: dict[str, dict[str, str]] = {
    "symbols": {"parent": SYMBOL},
    "refs": {"from_symbol": SYMBOL, "to_symbol": SYMBOL, "term": TERM},
    "types": {"symbol": SYMBOL, "base": SYMBOL},
    "flows": {"symbol": SYMBOL, "term": TERM},
    "marks": {"symbol": SYMBOL, "term": TERM},
    "chunks": {"symbol": SYMBOL},
}
MOST_RUNS = 200
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
    marks: pa.Table
    chunks: pa.Table


class Late(Raw):
    """Rows whose pieces of text, half of all there is, are read whenever somebody asks for them."""

    __slots__ = ("_pieces",)

    def __init__(self, tables: Mapping[str, pa.Table], pieces: Callable[[], pa.Table]) -> None:
        for name in tables.keys() - {PIECES}:
            setattr(self, name, tables[name])
        self._pieces = pieces

    def read(self) -> dict[str, pa.Table]:
        """What is there without asking for the pieces."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != PIECES}

    def __getattr__(self, name: str) -> pa.Table:
        if name != PIECES:
            raise AttributeError(name)
        return self._pieces()


def tables_of(raw: Raw) -> dict[str, pa.Table]:
    return {field.name: getattr(raw, field.name) for field in fields(raw)}


def merge(batches: Iterable[Mapping[str, pa.Table]]) -> Raw:
    """Concatenate batches, each of one language, in the order of languages and files; their numbers become global."""
    return _concatenate(sorted(batches, key=_first_file))


def _first_file(batch: Mapping[str, pa.Table]) -> tuple[str, int]:
    files = batch["files"]
    return (files["language"][0].as_py() or "", files["file"][0].as_py()) if files.num_rows else ("", -1)


def _concatenate(batches: Iterable[Mapping[str, pa.Table]]) -> Raw:
    parts: dict[str, list[pa.Table]] = {field.name: [] for field in fields(Raw)}
    rows = dict.fromkeys(("symbols", "terms", "texts"), 0)
    for batch in batches:
        for name, tables in parts.items():
            tables.append(_shift(batch[name], {c: rows[of] for c, of in NUMBERS.get(name, {}).items()}))
        parts["terms"][-1] = _shift_parts(batch["terms"], rows)
        for name in rows:
            rows[name] += batch[name].num_rows
    return Raw(**{name: pa.concat_tables(tables).unify_dictionaries() for name, tables in parts.items()})


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
    classes = parts_of(table["op"].to_numpy().astype(np.int32), np.diff(ends).astype(np.int32))
    return pa.array(ends - ends[0]), parts, classes


def combine(parts: Sequence[tuple[Raw, Ints]]) -> Raw:
    """The rows of several sets, as if all had been made at once; each file's place from now on, -1 where it is gone."""
    shifted, first = [], 0
    for raw, place in parts:
        tables = tables_of(raw)
        for name, table in tables.items():
            if first and "file" in table.column_names:
                tables[name] = _with(table, "file", table["file"].to_numpy() + first)
        shifted.append(tables)
        first += len(place)
    return _arrange(_concatenate(shifted), np.concatenate([place for _, place in parts]))


def _arrange(raw: Raw, place: Ints) -> Raw:
    """The rows of the files that have a place, numbered by it, in the order in which `merge` would have them."""
    tables = tables_of(raw)
    home_of = {name: homes(name, raw) for name in tables if name != "texts"}
    rank = _ranks(raw.files, place)
    order = {name: _order(rank[home]) for name, home in home_of.items()}
    numbers = {name: _numbers(order[name], tables[name].num_rows) for name in (SYMBOL, TERM)}
    made = {"texts": raw.texts}
    for name, home in home_of.items():
        table = tables[name]
        for column, of in NUMBERS.get(name, {}).items():
            table = _with(table, column, _mapped(table[column].to_numpy(), numbers[of]))
        if "file" in table.column_names:
            table = _with(table, "file", place[home])
        if name == "terms":
            table = _map_parts(table, numbers)
        made[name] = _taken(table, order[name])
    return Raw(**made)


def _taken(table: pa.Table, order: Ints) -> pa.Table:
    """The rows in that order; where most follow each other, as they do when few files changed, none is copied."""
    begins = np.flatnonzero(np.diff(order, prepend=-2) != 1)
    if not 0 < len(begins) <= MOST_RUNS:
        return table.take(pa.array(order))
    counts = np.diff(begins, append=len(order))
    runs = zip(order[begins].tolist(), counts.tolist(), strict=True)
    return pa.concat_tables(table.slice(first, count) for first, count in runs)


def _ranks(files: pa.Table, place: Ints) -> Ints:
    """For each file, where its rows stand among all; -1 where they are gone. Listed ones come first, as in a batch."""
    numbers = files["file"].to_numpy()
    words = files["language"].combine_chunks().dictionary_encode()
    by_word = np.argsort(np.argsort(np.asarray(words.dictionary.to_pylist(), dtype=object)))
    language = by_word[words.indices.fill_null(0).to_numpy()] if len(by_word) else np.zeros(len(numbers), np.int64)
    rank = np.full(len(place), -1, dtype=np.int64)
    at = place[numbers]
    rank[numbers] = np.where(at >= 0, language * (int(place.max(initial=0)) + 1) + at, -1)
    return rank


def _order(rank: Ints) -> Ints:
    order: Ints = np.argsort(rank, kind="stable")
    return order[int(np.count_nonzero(rank < 0)) :]


def _numbers(order: Ints, count: int) -> Ints:
    """Old number to new; -1 for what is gone."""
    numbers = np.full(count, -1, dtype=np.int64)
    numbers[order] = np.arange(len(order))
    return numbers


def homes(name: str, raw: Raw) -> Ints:
    """The file of each row."""
    table: pa.Table = getattr(raw, name)
    files: Ints = (raw.symbols if name in OF_SYMBOLS else table)["file"].to_numpy().astype(np.int64)
    return files[table["symbol"].to_numpy()] if name in OF_SYMBOLS else files


def _mapped(numbers: Ints, to: Ints) -> Ints:
    return np.where(numbers >= 0, to[np.maximum(numbers, 0)], -1) if len(to) else numbers.astype(np.int64)


def _map_parts(table: pa.Table, numbers: Mapping[str, Ints]) -> pa.Table:
    ends, parts, classes = _parts(table)
    for kind, name in ((T, TERM), (S, SYMBOL)):
        chosen = classes == kind
        parts[chosen] = _mapped(parts[chosen], numbers[name])
    return table.set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))


def renumbered(raw: Raw, files: Ints, symbols: Ints, terms: int, texts: int) -> Raw:
    """The same rows with the numbers of another set of rows: for each file and symbol its own, else the first ones."""
    made = tables_of(raw)
    for name, table in made.items():
        for column, of in NUMBERS.get(name, {}).items():
            if of == SYMBOL:
                made[name] = _with(made[name], column, _mapped(table[column].to_numpy(), symbols))
            else:
                made[name] = _shift(made[name], {column: terms})
        if "file" in table.column_names:
            made[name] = _with(made[name], "file", files[table["file"].to_numpy()])
    ends, parts, classes = _parts(made["terms"])
    parts[classes == T] += terms
    parts[classes == X] += texts
    parts[classes == S] = _mapped(parts[classes == S], symbols)
    made["terms"] = made["terms"].set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))
    return Raw(**made)


def chosen(raw: Raw, files: Ints, pieces: pa.Table) -> Raw:
    """The rows of some files, numbered by their places among those; `pieces` stand for their pieces of text."""
    tables = tables_of(raw) if not isinstance(raw, Late) else raw.read()
    rows = {name: np.flatnonzero(np.isin(homes(name, raw), files)) for name in tables.keys() - {"texts", PIECES}}
    numbers = {name: _numbers(rows[name], tables[name].num_rows) for name in (SYMBOL, TERM)}
    place = _numbers(files, int(files.max(initial=-1)) + 1)
    made = {"texts": raw.texts, PIECES: pieces}
    for name, order in rows.items():
        table = tables[name].take(pa.array(order))
        for column, of in NUMBERS.get(name, {}).items():
            table = _with(table, column, _mapped(table[column].to_numpy(), numbers[of]))
        if "file" in table.column_names:
            table = _with(table, "file", place[table["file"].to_numpy()])
        made[name] = _map_parts(table, numbers) if name == "terms" else table
    return used_texts(Raw(**made))


def used_texts(raw: Raw) -> Raw:
    """Without the texts that no term names any more."""
    ends, parts, classes = _parts(raw.terms)
    chosen = classes == X
    codes = pa.array(parts[chosen]).dictionary_encode()
    parts[chosen] = codes.indices.to_numpy()
    terms = raw.terms.set_column(2, "parts", pa.ListArray.from_arrays(ends, pa.array(parts)))
    texts = raw.texts.take(pc.cast(codes.dictionary, pa.int64()))
    return Raw(**tables_of(raw) | {"terms": terms, "texts": texts})
