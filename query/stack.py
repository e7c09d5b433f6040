"""The views over a snapshot's layers: the one place that says which rows count.

A layer replaces rows by file: for each table it masks paths in the layers below. A view shows the rows of each layer
but those that a layer above masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from indexer import schema

MASKED = "_masked"  # which table's rows of which path no longer count, and up to which level


class LayerRows(Protocol):
    """A table's rows in one layer."""

    @property
    def table(self) -> str: ...
    @property
    def level(self) -> int: ...
    @property
    def rows_from(self) -> str:
        """What to select them from, in SQL."""
        ...


def stacked_views(files: Sequence[LayerRows], below: str = "") -> Iterator[str]:
    """The statements that make one view for each table of the schema; with `below`, of files below that folder."""
    masks = [file for file in files if file.table == schema.MASKS.name]
    if masks:
        parts = (f'SELECT "table", path, {file.level} AS level FROM {file.rows_from}' for file in masks)
        grouped = 'SELECT "table", path, max(level) AS level FROM (FROM parts) GROUP BY ALL'
        yield f"CREATE TABLE {MASKED} AS WITH parts AS ({' UNION ALL '.join(parts)}) {grouped}"
    top = max((file.level for file in masks), default=0)
    for table in schema.TABLES.values():
        layers = [_rows(table, file, top, below) for file in files if file.table == table.name]
        yield f'CREATE VIEW "{table.name}" AS ' + " UNION ALL ".join(layers)


def _rows(table: schema.Table, file: LayerRows, top: int, below: str) -> str:
    columns = ", ".join(f'"{name}"' for name in table.column_names)
    conditions = [f"starts_with(path, {text(f'{below}/')})"] if below else []
    if file.level != top:
        hidden = f'SELECT path FROM {MASKED} WHERE "table" = {text(table.name)} AND level > {file.level}'
        conditions.append(f"path NOT IN ({hidden})")
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"SELECT {columns} FROM {file.rows_from}{where}"


def parquet(path: Path) -> str:
    # Our own folder names look like hive partitions and would add two columns.
    return f"read_parquet({text(str(path))}, hive_partitioning = false)"


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
