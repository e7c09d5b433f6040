"""Collects the rows of several files as columns and hands them on as Arrow tables.

Symbols are numbered within the batch; names that need other files (modules, ids) are filled in by `assemble`.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.extract.places import Places
from indexer.extract.term_rows import TermRows
from indexer.schema import CONFIDENCES, REF_KINDS
from indexer.search.rows import CHUNKS, Pieces
from indexer.spent import EXTRACT, FACTS, SEARCH, Laps

Ints = npt.NDArray[np.int64]
Row = tuple[int, int, int, int, int, int, int, int]  # start, end, kind, from, to, name, hint, term: within the file
WIDTH = 8
PARAMETERS = pa.list_(
    pa.struct([pa.field("name", pa.string(), False), pa.field("type", pa.string()), pa.field("default", pa.string())])
)
FILES = pa.schema(
    [
        ("file", pa.int32()), ("language", pa.string()), ("line_count", pa.int32()), ("package", pa.string()),
        ("is_test", pa.bool_()), ("parse_errors", pa.int32()),
    ]
)  # fmt: skip
SYMBOLS = pa.schema(
    [
        ("file", pa.int32()), ("parent", pa.int32()), ("container", pa.string()), ("namespace", pa.string()),
        ("kind", pa.string()), ("name", pa.string()), ("local_name", pa.string()), ("shape", pa.string()),
        ("line_start", pa.int32()), ("line_end", pa.int32()), ("col_start", pa.int32()), ("col_end", pa.int32()),
        ("name_line", pa.int32()), ("name_col", pa.int32()), ("signature", pa.string()), ("parameters", PARAMETERS),
        ("return_type", pa.string()), ("documentation", pa.string()), ("visibility", pa.string()),
        ("exported", pa.bool_()), ("is_test", pa.bool_()), ("modifiers", pa.list_(pa.string())),
        ("decorators", pa.list_(pa.string())), ("fingerprint", pa.string()), ("confidence", pa.string()),
    ]
)  # fmt: skip
TEXT = pa.dictionary(pa.int32(), pa.string())
REFS = pa.schema(
    [
        ("file", pa.int32()), ("line_start", pa.int32()), ("line_end", pa.int32()), ("col_start", pa.int32()),
        ("col_end", pa.int32()), ("kind", TEXT), ("from_symbol", pa.int32()), ("to_symbol", pa.int32()),
        ("to_name", TEXT), ("to_container_hint", TEXT), ("term", pa.int32()), ("level", pa.int8()),
    ]
)  # fmt: skip
IMPORTS = pa.schema(
    [
        ("file", pa.int32()), ("line_start", pa.int32()), ("local_name", pa.string()), ("module", pa.string()),
        ("imported_name", pa.string()),
    ]
)  # fmt: skip
TYPES = pa.schema(
    [
        ("symbol", pa.int32()), ("position", pa.int32()), ("relation", pa.string()), ("base_name", pa.string()),
        ("base", pa.int32()),
    ]
)  # fmt: skip
TERMS = pa.schema([("file", pa.int32()), ("op", pa.int8()), ("parts", pa.list_(pa.int32()))])
FLOWS = pa.schema([("how", pa.int8()), ("symbol", pa.int32()), ("place", pa.int32()), ("term", pa.int32())])
TEXTS = pa.schema([("text", pa.string())])
# What may become a fact, see `indexer/facts`: numbers inside `data` count from the file's first symbol, term, mark.
MARKS = pa.schema(
    [
        ("file", pa.int32()), ("shape", pa.string()), ("name", pa.string()), ("line_start", pa.int32()),
        ("line_end", pa.int32()), ("symbol", pa.int32()), ("term", pa.int32()), ("data", pa.string()),
    ]
)  # fmt: skip
PLACED = ("line_start", "line_end", "col_start", "col_end", "name_line", "name_col", "fingerprint")
SCHEMAS = {
    "files": FILES, "symbols": SYMBOLS, "refs": REFS, "imports": IMPORTS, "types": TYPES, "terms": TERMS,
    "flows": FLOWS, "texts": TEXTS, "marks": MARKS, "chunks": CHUNKS,
}  # fmt: skip


class Interned:
    """Texts numbered in order of appearance; rows hold numbers."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}

    def __call__(self, text: bytes) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def values(self) -> pa.Array:
        return pa.array([text.decode("utf-8", "replace") for text in self.numbers], pa.string())


class Batch:
    """Rows of some files, in the order in which the files were added."""

    def __init__(self, embedded: bool = True) -> None:
        self.files: list[tuple[Any, ...]] = []
        self.symbols: list[tuple[Any, ...]] = []  # the columns of SYMBOLS but for positions and fingerprint
        self.spans: list[tuple[int, int, int]] = []  # of each symbol: start, end, start of the name
        self.parameters: list[tuple[str, str | None, str | None]] = []  # of all symbols, one after the other
        self.refs: list[list[Row]] = []  # per reading of a file
        # The same way: the file's number, where its text begins, level of confidence, suspect lines.
        self.ref_files: list[tuple[int, int, int, set[int]]] = []
        self.imports: list[tuple[Any, ...]] = []
        self.types: list[tuple[Any, ...]] = []
        self.terms = TermRows()  # of the same readings
        self.texts = Interned()
        self.marks: list[tuple[Any, ...]] = []
        self.first_of_file = 0, 0  # the current file's first term and symbol
        self.places = Places()
        self.pieces = Pieces(embedded)
        self.laps = Laps()

    def tables(self) -> dict[str, pa.Table]:
        tables = self._extracted()
        self.laps.end(EXTRACT)
        tables["marks"] = self._marks()
        self.laps.end(FACTS)
        tables["chunks"] = self.pieces.table()
        self.laps.end(SEARCH)
        return tables

    def _extracted(self) -> dict[str, pa.Table]:
        return {
            "files": _from_rows(self.files, FILES),
            "symbols": self._symbols(),
            "refs": self._refs(),
            "imports": self._imports(),
            "types": _from_rows(self.types, TYPES),
            "terms": self._terms(),
            "flows": self._flows(),
            "texts": pa.table([self.texts.values()], schema=TEXTS),
        }

    def _terms(self) -> pa.Table:
        return pa.table(list(self.terms.terms()), schema=TERMS) if self.terms.files else TERMS.empty_table()

    def _flows(self) -> pa.Table:
        rows = self.terms.flows()
        columns = [pa.array(rows[:, place].astype(field.type.to_pandas_dtype())) for place, field in enumerate(FLOWS)]
        return pa.table(columns, schema=FLOWS)

    def _symbols(self) -> pa.Table:
        """Rows hold the number of their parameters; the parameters themselves stand in one flat list."""
        given = pa.schema([_as_count(field) for field in SYMBOLS if field.name not in PLACED])
        table = _from_rows(self.symbols, given)
        columns = {name: table[name] for name in table.column_names} | self._placed()
        columns["parameters"] = self._parameters(table["parameters"].combine_chunks())
        return pa.table([columns[field.name] for field in SYMBOLS], schema=SYMBOLS)

    def _placed(self) -> dict[str, pa.Array]:
        spans = np.asarray(self.spans, dtype=np.int64).reshape(-1, 3)
        (line_start, col_start), (line_end, col_end), (name_line, name_col) = map(self.places.locate, spans.T)
        prints = self.places.fingerprints(spans[:, 0].tolist(), spans[:, 1].tolist()) if len(spans) else []
        lines = (line_start, line_end, col_start, col_end, name_line, name_col)
        columns = [pa.array(values.astype(np.int32)) for values in lines]
        return dict(zip(PLACED, [*columns, pa.array(prints, pa.string())], strict=True))

    def _parameters(self, counts: pa.Array) -> pa.Array:
        ends = np.concatenate(([0], np.cumsum(counts.fill_null(0).to_numpy(zero_copy_only=False))))
        nulls = np.append(counts.is_null().to_numpy(zero_copy_only=False), False)
        names, types, defaults = zip(*self.parameters, strict=True) if self.parameters else ((), (), ())
        parts = [pa.array(part, pa.string()) for part in (names, types, defaults)]
        structs = pa.StructArray.from_arrays(parts, fields=list(PARAMETERS.value_type))
        offsets = pa.array(ends.astype(np.int32), mask=nulls if nulls.any() else None)
        return pa.ListArray.from_arrays(offsets, structs, PARAMETERS)

    def _refs(self) -> pa.Table:
        counts = [len(rows) for rows in self.refs]
        told = [np.asarray([one[place] for one in self.ref_files], dtype=np.int64) for place in range(3)]
        file, base, level = (np.repeat(values, counts) for values in told)
        flat = chain.from_iterable(chain.from_iterable(self.refs))
        rows = np.fromiter(flat, dtype=np.int64, count=WIDTH * len(file)).reshape(-1, WIDTH)
        starts, ends = rows[:, 0] + base, rows[:, 1] + base
        rows[:, -1] = self.terms.settled(rows[:, -1], counts)
        (line_start, col_start), (line_end, col_end) = self.places.locate(starts), self.places.locate(ends)
        self._mark_suspect(level, line_start, counts)
        order = np.lexsort((col_start, line_start, file))  # several readings of a file are one
        numbers = (file, line_start, line_end, col_start, col_end, *rows.T[2:], level)
        texts, kinds = self.texts.values(), pa.array(REF_KINDS, pa.string())
        columns = []
        for field, values in zip(REFS, numbers, strict=True):
            column = pa.array(values[order].astype(np.int8 if field.type == pa.int8() else np.int32))
            if field.type == TEXT:
                # What lies behind a null is looked up, too, when dictionaries are unified.
                codes = pa.array(np.maximum(values[order], 0).astype(np.int32), mask=values[order] < 0)
                column = pa.DictionaryArray.from_arrays(codes, kinds if field.name == "kind" else texts, safe=False)
            columns.append(column)
        return pa.table(columns, schema=REFS)

    def _mark_suspect(self, level: Ints, lines: Ints, counts: list[int]) -> None:
        """References on a line near a syntax error are told as guesses."""
        begin = 0
        for (*_, suspect), count in zip(self.ref_files, counts, strict=True):
            if suspect:
                near = np.isin(lines[begin : begin + count], list(suspect))
                level[begin : begin + count][near] = CONFIDENCES.index("low")
            begin += count

    def _imports(self) -> pa.Table:
        table = _from_rows(self.imports, IMPORTS)
        place = IMPORTS.get_field_index("line_start")
        lines, _ = self.places.locate(table.column(place).to_numpy())
        return table.set_column(place, IMPORTS.field(place), pa.array(lines.astype(np.int32)))

    def _marks(self) -> pa.Table:
        table = _from_rows(self.marks, MARKS)
        for name in ("line_start", "line_end"):
            place = MARKS.get_field_index(name)
            lines, _ = self.places.locate(table.column(place).to_numpy())
            table = table.set_column(place, MARKS.field(place), pa.array(lines.astype(np.int32)))
        return table


def _as_count(field: pa.Field) -> pa.Field:
    return pa.field(field.name, pa.int32()) if field.type == PARAMETERS else field


def _from_rows(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)


def pack(tables: dict[str, pa.Table]) -> list[pa.Buffer]:
    """Tables as IPC streams: bytes travel between processes, Python objects do not."""
    buffers = []
    for name in SCHEMAS:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, tables[name].schema) as writer:
            writer.write_table(tables[name])
        buffers.append(sink.getvalue())
    return buffers


def unpack(buffers: list[Any]) -> dict[str, pa.Table]:
    return {name: pa.ipc.open_stream(buffer).read_all() for name, buffer in zip(SCHEMAS, buffers, strict=True)}
