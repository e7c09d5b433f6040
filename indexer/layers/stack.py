"""Reads the tables of a snapshot whose rows lie in several layers, the way every reader must see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from indexer import schema
from indexer.write import arrow_schema


class Stack:
    """The layers of a manifest, lowest first; a row counts unless a layer above masks its path."""

    def __init__(self, cache: Path, manifest: Mapping[str, Any]) -> None:
        self.layers: list[dict[str, Path]] = []
        for layer in manifest["layers"]:
            folder = schema.snapshot_dir(cache, str(manifest["repo_id"]), str(layer["commit"]))
            self.layers.append({str(file["table"]): folder / str(file["path"]) for file in layer["files"]})
        self._masks = [_masks(layer.get(schema.MASKS.name)) for layer in self.layers]

    def read(self, name: str, columns: list[str] | None = None, paths: Iterable[str] | None = None) -> pa.Table:
        """A table's rows, of all files or of those at the paths."""
        wanted = None if paths is None else pa.array(sorted(paths), pa.string())
        read = [self._layer(level, name, columns, wanted) for level in range(len(self.layers))]
        shape = arrow_schema(schema.TABLES[name])
        chosen = shape if columns is None else pa.schema([shape.field(column) for column in columns])
        return pa.concat_tables(table.cast(chosen) for table in read)

    def coded(self, name: str, columns: list[str]) -> pa.Table:
        """Columns of a table with texts as numbers, as they are stored: to be counted."""
        texts = [column.name for column in schema.TABLES[name].columns if column.type == "string"]
        read = [self._layer(level, name, columns, None, texts) for level in range(len(self.layers))]
        return pa.concat_tables(read).unify_dictionaries()

    def _layer(
        self, level: int, name: str, columns: list[str] | None, wanted: pa.Array | None, coded: Sequence[str] = ()
    ) -> pa.Table:
        needed = columns if columns is None or "path" in columns else [*columns, "path"]
        with pq.ParquetFile(self.layers[level][name], read_dictionary=list(coded) or None) as file:
            table = file.read(needed)  # `read_table` would load Arrow's data sets first
        masked = [path for masks in self._masks[level + 1 :] for path in masks.get(name, ())]
        if masked:
            table = table.filter(pc.invert(pc.is_in(table["path"], pa.array(masked, pa.string()))))
        if wanted is not None:
            table = table.filter(pc.is_in(table["path"], wanted))
        return table if needed == columns else table.select(columns or table.column_names)


def _masks(path: Path | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    if path is not None:
        with pq.ParquetFile(path) as file:
            rows = file.read()
        for table, masked in zip(rows["table"].to_pylist(), rows["path"].to_pylist(), strict=True):
            found.setdefault(table, []).append(masked)
    return found
