"""What one state of the tables has that another has not, file by file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from indexer import schema

_CHANGED = (files(__package__) / "changed.sql").read_text(encoding="utf-8")


def difference(old: Mapping[str, pa.Table], new: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """A layer: of each table the rows of files that differ, and the masks that hide what they replace."""
    layer: dict[str, pa.Table] = {}
    masks: list[tuple[str, str]] = []
    with duckdb.connect(":memory:", config={"temp_directory": ""}) as connection:
        for name, table in new.items():
            changed, hidden = _changed(connection, old[name], table)
            layer[name] = table.filter(pc.is_in(table["path"].cast(pa.string()), pa.array(changed, pa.string())))
            masks += [(name, path) for path in hidden]
    columns = list(zip(*sorted(masks), strict=True)) or [(), ()]
    layer[schema.MASKS.name] = pa.table(
        [pa.array(column, pa.string()) for column in columns], names=schema.MASKS.column_names
    )
    return layer


def _changed(connection: duckdb.DuckDBPyConnection, old: pa.Table, new: pa.Table) -> tuple[list[str], list[str]]:
    """Paths whose rows differ, and those of them that the old state has rows of."""
    plain = new.cast(old.schema)  # a dictionary and its texts hash differently
    connection.register("old", old)
    connection.register("new", plain)
    rows = connection.execute(_CHANGED).fetchall()
    connection.unregister("old")
    connection.unregister("new")
    return [path for path, _ in rows], [path for path, was_there in rows if was_there]
