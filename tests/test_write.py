"""Parquet files: the schema's types, and the same rows give the same bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from indexer import schema
from indexer.write import (
    LARGE_GROUP,
    MANY_ROWS,
    SMALL_GROUP,
    WriteError,
    arrow_schema,
    row_group_size,
    write_table,
)

VALUES: dict[str, Any] = {
    "string": "é'\n\"",
    "int32": 7,
    "int64": 1 << 40,
    "bool": True,
    "binary": b"\0\x7f\x80",
    "list<string>": ["static", ""],
    "list<int32>": [7, 255],
    "parameters": [{"name": "self", "type": None, "default": None}, {"name": "x", "type": "int", "default": "1"}],
}


def rows(table: schema.Table, count: int) -> pa.Table:
    """Rows where every nullable column is null now and then."""
    columns = {
        column.name: [None if column.nullable and row % 3 == 0 else _value(column, row) for row in range(count)]
        for column in table.columns
    }
    return pa.table(columns, schema=arrow_schema(table))


def _value(column: schema.Column, row: int) -> Any:
    return f"{VALUES['string']}{row:07}" if column.type == "string" else VALUES[column.type]


@pytest.mark.parametrize("name", schema.TABLES)
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    table = rows(schema.TABLES[name], 50)
    told = write_table(name, table, tmp_path)
    content = (tmp_path / f"{name}.parquet").read_bytes()
    assert told == {
        "table": name,
        "path": f"{name}.parquet",
        "rows": 50,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    assert pq.read_table(tmp_path / f"{name}.parquet").to_pylist() == table.to_pylist()


@pytest.mark.parametrize("name", schema.TABLES)
def test_duckdb_reads_the_same_rows_and_types(tmp_path: Path, name: str) -> None:
    table = rows(schema.TABLES[name], 50)
    write_table(name, table, tmp_path)
    with duckdb.connect() as connection:
        read = connection.read_parquet(str(tmp_path / f"{name}.parquet")).to_arrow_table()
    assert read.column_names == schema.TABLES[name].column_names
    assert read.to_pylist() == table.to_pylist()


@pytest.mark.parametrize("name", schema.TABLES)
def test_chunks_slices_and_dictionaries_do_not_show_in_the_bytes(tmp_path: Path, name: str) -> None:
    table = rows(schema.TABLES[name], 1_000)
    chunked = pa.concat_tables([table.slice(0, 1), table.slice(1, 333), table.slice(334)])
    inside = pa.concat_tables([table.slice(7, 3), table, table.slice(0, 2)]).combine_chunks().slice(3, 1_000)
    encoded = table
    for index, column in enumerate(table.schema):
        if column.type == pa.string():
            encoded = encoded.set_column(index, column.name, table[column.name].dictionary_encode())
    hashes = set()
    for number, variant in enumerate([table, table, chunked, inside, encoded]):
        folder = tmp_path / str(number)
        folder.mkdir()
        hashes.add(write_table(name, variant, folder)["sha256"])
    assert len(hashes) == 1


def test_chunks_do_not_show_across_row_groups(tmp_path: Path) -> None:
    table = rows(schema.REFS, 45_000)
    odd = pa.concat_tables([table.slice(start, 777) for start in range(0, table.num_rows, 777)])
    (tmp_path / "odd").mkdir()
    assert write_table("refs", odd, tmp_path / "odd") == write_table("refs", table, tmp_path)


def test_an_empty_table_keeps_its_columns(tmp_path: Path) -> None:
    assert write_table("facts", arrow_schema(schema.FACTS).empty_table(), tmp_path)["rows"] == 0
    assert pq.read_schema(tmp_path / "facts.parquet").names == schema.FACTS.column_names


def test_columns_that_cannot_be_null_are_required_in_the_file(tmp_path: Path) -> None:
    write_table("refs", rows(schema.REFS, 10), tmp_path)
    read = pq.read_schema(tmp_path / "refs.parquet")
    assert {f.name: f.nullable for f in read} == {c.name: c.nullable for c in schema.REFS.columns}


def test_looser_types_are_brought_to_the_schemas(tmp_path: Path) -> None:
    table = rows(schema.FILES, 10)
    index = table.column_names.index("line_count")
    wide = table.set_column(index, "line_count", table["line_count"].cast(pa.int64()))
    (tmp_path / "wide").mkdir()
    assert write_table("files", wide, tmp_path / "wide") == write_table("files", table, tmp_path)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda t: t.drop_columns(["blob"]), "missing ['blob']"),
        (lambda t: t.append_column("extra", pa.nulls(t.num_rows)), "unknown ['extra']"),
        (lambda t: t.select(t.column_names[::-1]), "columns differ"),
        (lambda t: t.set_column(0, "path", pa.nulls(t.num_rows, pa.string())), "path holds nulls"),
        (lambda t: t.set_column(4, "line_count", pa.array([1 << 40] * t.num_rows)), "table files"),
    ],
)
def test_rows_that_do_not_fit_are_refused(tmp_path: Path, damage: Any, said: str) -> None:
    with pytest.raises(WriteError) as caught:
        write_table("files", damage(rows(schema.FILES, 5)), tmp_path)
    assert said in caught.value.message
    assert caught.value.hint
    assert not list(tmp_path.iterdir())


def test_row_groups_are_small_until_there_are_many_rows(tmp_path: Path) -> None:
    assert row_group_size(MANY_ROWS) == SMALL_GROUP
    assert row_group_size(MANY_ROWS + 1) == LARGE_GROUP
    write_table("types", rows(schema.TYPES, SMALL_GROUP + 1), tmp_path)
    metadata = pq.read_metadata(tmp_path / "types.parquet")
    assert [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)] == [SMALL_GROUP, 1]


def test_look_ups_can_skip_groups_by_statistics(tmp_path: Path) -> None:
    write_table("symbols", rows(schema.SYMBOLS, 10), tmp_path)
    metadata = pq.read_metadata(tmp_path / "symbols.parquet")
    column = metadata.row_group(0).column(0)
    assert (column.path_in_schema, column.statistics.has_min_max) == ("symbol_id", True)
    assert column.has_column_index and column.has_offset_index


def test_encodings_are_those_that_other_engines_read(tmp_path: Path) -> None:
    portable = {"PLAIN", "RLE", "RLE_DICTIONARY", "PLAIN_DICTIONARY", "DELTA_BINARY_PACKED", "DELTA_BYTE_ARRAY"}
    for name, table in schema.TABLES.items():
        write_table(name, rows(table, 100), tmp_path)
        group = pq.read_metadata(tmp_path / f"{name}.parquet").row_group(0)
        used = {encoding for i in range(group.num_columns) for encoding in group.column(i).encodings}
        assert used <= portable
