"""What one state of the tables has that another has not, file by file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files

import pyarrow as pa
import pyarrow.compute as pc

from indexer import schema
from indexer.write import arrow_schema

_PRINTS = (files(__package__) / "prints.sql").read_text(encoding="utf-8")
Prints = dict[str, dict[str, tuple[int, int]]]  # table -> path -> what its rows are, in short


def prints(tables: Mapping[str, pa.Table]) -> Prints:
    import duckdb  # which most layers are made without

    made: Prints = {}
    with duckdb.connect(":memory:", config={"temp_directory": ""}) as connection:
        for name, table in tables.items():
            plain = table.cast(arrow_schema(schema.TABLES[name]))  # a dictionary and its texts hash differently
            connection.register("rows", plain)
            made[name] = {path: (n, h) for path, n, h in connection.execute(_PRINTS).fetchall()}
            connection.unregister("rows")
    return made


def difference(before: Prints, tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """A layer: of each table the rows of files that differ, and the masks that hide what they replace."""
    layer: dict[str, pa.Table] = {}
    masks: list[tuple[str, str]] = []
    after = prints(tables)
    for name, table in tables.items():
        changed = {path for path, _ in before[name].items() ^ after[name].items()}
        layer[name] = table.filter(pc.is_in(table["path"].cast(pa.string()), pa.array(sorted(changed), pa.string())))
        masks += [(name, path) for path in changed & before[name].keys()]
    layer[schema.MASKS.name] = masks_table(masks)
    return layer


def masks_table(masks: Iterable[tuple[str, str]]) -> pa.Table:
    """Pairs of a table's name and a path."""
    columns = list(zip(*sorted(masks), strict=True)) or [(), ()]
    return pa.table([pa.array(column, pa.string()) for column in columns], names=schema.MASKS.column_names)
