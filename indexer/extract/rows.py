"""Collects the rows of several files as columns and hands them on as Arrow tables.

Symbols are numbered within the batch; names that need other files (modules, ids) are filled in by `assemble`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa

from indexer.schema import REF_KINDS

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
        ("to_name", TEXT), ("to_container_hint", TEXT), ("level", pa.int8()),
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
SCHEMAS = {"files": FILES, "symbols": SYMBOLS, "refs": REFS, "imports": IMPORTS, "types": TYPES}


class Interned:
    """Texts numbered in order of appearance; rows hold numbers."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.numbers: dict[bytes, int] = {text.encode(): number for number, text in enumerate(texts)}

    def __call__(self, text: bytes) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def values(self) -> pa.Array:
        return pa.array([text.decode("utf-8", "replace") for text in self.numbers], pa.string())


class Batch:
    """Rows of some files, in the order in which the files were added."""

    def __init__(self) -> None:
        self.files: list[tuple[Any, ...]] = []
        self.symbols: list[tuple[Any, ...]] = []
        self.imports: list[tuple[Any, ...]] = []
        self.types: list[tuple[Any, ...]] = []
        self.texts = Interned()
        self.kinds = Interned(REF_KINDS)
        self.parameters: list[tuple[str, str | None, str | None]] = []  # of all symbols, one after the other
        self.refs: list[list[Any]] = [[] for _ in REFS]  # for each column, an array per file

    def tables(self) -> dict[str, pa.Table]:
        return {
            "files": _from_rows(self.files, FILES),
            "symbols": self._symbols(),
            "refs": self._refs(),
            "imports": _from_rows(self.imports, IMPORTS),
            "types": _from_rows(self.types, TYPES),
        }

    def _symbols(self) -> pa.Table:
        """Rows hold the number of their parameters; the parameters themselves stand in one flat list."""
        table = _from_rows(self.symbols, pa.schema([_as_count(field) for field in SYMBOLS]))
        place = SYMBOLS.get_field_index("parameters")
        counts = table.column(place).combine_chunks()
        ends = np.concatenate(([0], np.cumsum(counts.fill_null(0).to_numpy(zero_copy_only=False))))
        nulls = np.append(counts.is_null().to_numpy(zero_copy_only=False), False)
        names, types, defaults = zip(*self.parameters, strict=True) if self.parameters else ((), (), ())
        parts = [pa.array(part, pa.string()) for part in (names, types, defaults)]
        structs = pa.StructArray.from_arrays(parts, fields=list(PARAMETERS.value_type))
        offsets = pa.array(ends.astype(np.int32), mask=nulls if nulls.any() else None)
        return table.set_column(place, SYMBOLS.field(place), pa.ListArray.from_arrays(offsets, structs, PARAMETERS))

    def _refs(self) -> pa.Table:
        columns: list[Any] = []
        texts, kinds = self.texts.values(), self.kinds.values()
        for field, parts in zip(REFS, self.refs, strict=True):
            flat = np.concatenate(parts) if parts else np.empty(0, dtype=np.int32)
            if field.type == TEXT:
                codes = pa.array(flat.astype(np.int32), mask=flat < 0)
                values = kinds if field.name == "kind" else texts
                columns.append(pa.DictionaryArray.from_arrays(codes, values, safe=False))
            else:
                columns.append(pa.array(flat.astype(np.int8 if field.type == pa.int8() else np.int32)))
        return pa.table(columns, schema=REFS)


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
