"""Arrow tables to Parquet files: the same rows give the same bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from indexer import schema
from indexer.model import IndexerError

# Small groups make look-ups read little; beyond this the dictionaries repeated in each group weigh more.
SMALL_GROUP = 20_000
LARGE_GROUP = 100_000
MANY_ROWS = 200_000

ZSTD_LEVEL = 3
# Ids are long: with the usual 1 MB a dictionary would overflow and the rest of the group be written plain.
DICTIONARY_BYTES = 16 << 20

# Texts that hardly repeat within a group: what they share is a prefix with their neighbour.
DISTINCT_TEXTS = {
    "files": {"path", "blob"},
    "symbols": {
        "symbol_id", "stable_id", "name", "qualified_name", "container_id", "signature", "documentation", "fingerprint",
    },
    "types": {"symbol_id"},
    "masks": {"path"},
}  # fmt: skip
# Numbers that grow from row to row or are spread wide; columns repeat and do better in a dictionary.
DISTINCT_NUMBERS = {"line_start", "line_end", "name_line", "line_count", "size_bytes"}

_PARAMETER = pa.struct(
    [pa.field("name", pa.string(), nullable=False), pa.field("type", pa.string()), pa.field("default", pa.string())]
)
_ARROW_TYPES = {
    "string": pa.string(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "binary": pa.binary(),
    "list<string>": pa.list_(pa.string()),
    "list<int32>": pa.list_(pa.int32()),
    "parameters": pa.list_(_PARAMETER),
}
_NESTED_LEAVES = {
    "list<string>": ("list.element",),
    "list<int32>": ("list.element",),
    "parameters": ("list.element.name", "list.element.type", "list.element.default"),
}


_SHAPES = schema.TABLES | {schema.MASKS.name: schema.MASKS}


class WriteError(IndexerError):
    """Rows that do not fit the schema: a fault of the indexer, not of the repository."""

    exit_code = 70

    def __init__(self, message: str) -> None:
        super().__init__(message, "this is a bug: please report it with the name of the repository and the commit")


def arrow_schema(table: schema.Table) -> pa.Schema:
    """The Arrow types of a table's columns, in order."""
    return pa.schema([pa.field(c.name, _ARROW_TYPES[c.type], nullable=c.nullable) for c in table.columns])


def write_table(name: str, table: pa.Table, directory: Path) -> dict[str, object]:
    """Write rows that are already sorted to `<directory>/<name>.parquet` and say what was written."""
    shape = _SHAPES[name]
    rows = _conform(shape, table)
    path = directory / f"{name}.parquet"
    size = row_group_size(rows.num_rows)
    with pq.ParquetWriter(
        path,
        rows.schema,
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        use_dictionary=_dictionary_columns(shape),
        column_encoding=_encodings(shape),
        dictionary_pagesize_limit=DICTIONARY_BYTES,
        write_statistics=True,
        write_page_index=True,
        store_schema=False,
    ) as writer:
        for start in range(0, rows.num_rows, size):
            writer.write_table(_compact(rows.slice(start, size)), row_group_size=size)
    return {"table": name, "path": path.name, "rows": rows.num_rows, **fingerprint(path)}


def conform(name: str, table: pa.Table) -> pa.Table:
    """The rows as a reader of the file will see them: the schema's types, texts plain."""
    return _conform(_SHAPES[name], table).cast(arrow_schema(_SHAPES[name]))


def row_group_size(rows: int) -> int:
    return SMALL_GROUP if rows <= MANY_ROWS else LARGE_GROUP


def fingerprint(path: Path) -> dict[str, object]:
    """Size and hash of a file as the manifest keeps them."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"bytes": path.stat().st_size, "sha256": digest}


def _conform(shape: schema.Table, table: pa.Table) -> pa.Table:
    """The table in the schema's own types and in one chunk, so that bytes depend on the rows alone."""
    if table.column_names != shape.column_names:
        missing = sorted(set(shape.column_names) - set(table.column_names))
        extra = sorted(set(table.column_names) - set(shape.column_names))
        raise WriteError(f"table {shape.name}: columns differ from the schema (missing {missing}, unknown {extra})")
    for column in shape.columns:
        if not column.nullable and table[column.name].null_count:
            raise WriteError(f"table {shape.name}: {column.name} holds nulls")
    try:
        return table.cast(_target(shape, table)).combine_chunks()
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, ValueError) as error:
        raise WriteError(f"table {shape.name}: {error}") from error


def _target(shape: schema.Table, table: pa.Table) -> pa.Schema:
    """The schema's types; texts that come as a dictionary stay one, where the file has one anyway."""
    kept = set(_dictionary_columns(shape))
    fields = arrow_schema(shape)
    for index, field in enumerate(fields):
        if pa.types.is_dictionary(table.schema.field(field.name).type) and field.name in kept:
            fields = fields.set(index, field.with_type(pa.dictionary(pa.int32(), pa.string())))
    return fields


def _compact(group: pa.Table) -> pa.Table:
    """Dictionaries with just the texts that a row group uses, in order of their first use."""
    for index, field in enumerate(group.schema):
        if pa.types.is_dictionary(field.type):
            column = group.column(index).combine_chunks()
            codes = column.indices.dictionary_encode()
            texts = column.dictionary.take(codes.dictionary)
            group = group.set_column(index, field, pa.DictionaryArray.from_arrays(codes.indices, texts))
    return group


def _leaves(column: schema.Column) -> list[str]:
    """The column's names inside the file: nested ones have one per leaf."""
    nested = _NESTED_LEAVES.get(column.type)
    return [f"{column.name}.{leaf}" for leaf in nested] if nested else [column.name]


def _encodings(shape: schema.Table) -> dict[str, str]:
    # Only encodings that Spark, Trino and DuckDB all read: BYTE_STREAM_SPLIT would save 5 % and lose two of them.
    numbers = {c.name: "DELTA_BINARY_PACKED" for c in shape.columns if c.name in DISTINCT_NUMBERS}
    return numbers | dict.fromkeys(sorted(DISTINCT_TEXTS.get(shape.name, ())), "DELTA_BYTE_ARRAY")


def _dictionary_columns(shape: schema.Table) -> list[str]:
    other = _encodings(shape)
    plain = {"bool", "binary"}
    return [leaf for c in shape.columns if c.name not in other and c.type not in plain for leaf in _leaves(c)]
