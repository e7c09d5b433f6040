"""The newest snapshots of all repositories as one set of tables, each row with its repository and commit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import duckdb

from indexer import schema
from query.errors import SnapshotError
from query.fleet.newest import Newest, newest
from query.mount import MEMORY, THREADS, Mounted, MountedFile, missing_or_resized, mounted_files
from query.stack import text

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": THREADS, "memory_limit": MEMORY, "temp_directory": "", "autoinstall_known_extensions": False,
    "autoload_known_extensions": False, "allow_community_extensions": False, "python_enable_replacements": False,
}  # fmt: skip
_Files = list[tuple[Newest, MountedFile]]


class Fleet(Mounted):
    """A connection whose views hold the rows of many snapshots; one SELECT can ask them all."""

    def __init__(self, cache: Path) -> None:
        self.path, self.repo_id, self.commit = cache, "fleet", ""
        self.manifest: dict[str, Any] = {}
        found = [(one, file) for one in newest(cache) for file in _files(cache.absolute(), one)]
        self.files = [file for _, file in found]
        self._hold(partial(_connect, found))


def _files(cache: Path, one: Newest) -> list[MountedFile]:
    folder = schema.snapshot_dir(cache, one.repo_id, one.commit)
    remedy = f"build it again, or remove {folder}"
    try:
        manifest = json.loads((folder / schema.MANIFEST).read_text(encoding="utf-8"))
        files = mounted_files(cache, one.repo_id, manifest)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(f"the manifest in {folder} is damaged", remedy) from error
    for file in files:
        if fault := missing_or_resized(file):
            raise SnapshotError(f"{file.path} {fault}", remedy)
    return files


def _connect(found: _Files) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:", config=_CONFIG)
    connection.execute("SET parquet_metadata_cache = true")
    connection.execute(f"SET allowed_paths = [{', '.join(text(str(file.path)) for _, file in found)}]")
    connection.execute("CREATE TABLE _files (file VARCHAR, repo VARCHAR, commit VARCHAR)")
    connection.executemany(
        "INSERT INTO _files VALUES (?, ?, ?)", [(str(f.path), n.repo_id, n.commit) for n, f in found]
    )
    masked = list(_masked(found))
    if masked:
        connection.execute(f"CREATE TABLE _masked AS {' UNION ALL '.join(masked)}")
    for table in schema.TABLES.values():
        paths = [text(str(file.path)) for _, file in found if file.table == table.name]
        connection.execute(_view(table, paths, bool(masked)))
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def _view(table: schema.Table, paths: list[str], masked: bool) -> str:
    columns = ", ".join(f'rows."{name}"' for name in table.column_names)
    # A list of files is opened when it is read: a statement pays for the tables that it names.
    rows = f"read_parquet([{', '.join(paths)}], hive_partitioning = false, filename = '_file')"
    hidden = " ANTI JOIN _masked ON _masked.file = rows._file AND _masked.path = rows.path" if masked else ""
    return (
        f'CREATE VIEW "{table.name}" AS SELECT _files.repo, _files.commit, {columns} '
        f"FROM {rows} AS rows JOIN _files ON _files.file = rows._file{hidden}"
    )


def _masked(found: _Files) -> Iterator[str]:
    """Which rows of a file no longer count: what a layer above it masks for its table."""
    for one, mask in found:
        if mask.table != schema.MASKS.name:
            continue
        for other, below in found:
            if other == one and below.level < mask.level and below.table != schema.MASKS.name:
                yield (
                    f"SELECT {text(str(below.path))} AS file, path FROM read_parquet({text(str(mask.path))}) "
                    f'WHERE "table" = {text(below.table)}'
                )
