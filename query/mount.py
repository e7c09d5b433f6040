"""A snapshot as DuckDB views: verified, read-only, and nothing else within reach."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import duckdb

from indexer import schema
from query.errors import NotIndexedError, QueryError, SnapshotError
from query.stack import parquet, stacked_views, text

if TYPE_CHECKING:
    import pyarrow as pa

THREADS = min(8, os.cpu_count() or 1)
MEMORY = "1GB"
_REMEDY = "build the snapshot again with `codemap index --force`"
_FILE_KEYS = {"table", "path", "rows", "bytes", "sha256"}
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": THREADS,
    "memory_limit": MEMORY,
    "allocator_background_threads": True,  # else what a load needed for a moment is held as long as the mount
    "temp_directory": "",  # else DuckDB would spill into the working directory
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,
}


@dataclass(frozen=True, slots=True)
class MountedFile:
    table: str
    path: Path
    rows: int
    bytes: int
    sha256: str
    level: int = 0  # of its layer, the lowest is 0

    @property
    def rows_from(self) -> str:
        return parquet(self.path)


@dataclass(frozen=True, slots=True)
class MountedRows:
    """A table of a layer that is in memory."""

    table: str
    rows: pa.Table
    level: int

    @property
    def rows_from(self) -> str:
        return f'"_over_{self.table}"'


class Mounted:
    """A connection whose views are the tables of one snapshot."""

    def __init__(
        self,
        path: Path,
        manifest: dict[str, Any],
        files: list[MountedFile],
        over: Mapping[str, pa.Table] | None = None,
        below: str = "",
        lazy: bool = False,
    ) -> None:
        self.path = path
        self.manifest = manifest
        self.files = files
        self.repo_id = str(manifest["repo_id"])
        self.commit = str(manifest["commit"])
        level = len(manifest["layers"])
        laid = [MountedRows(name, rows, level) for name, rows in (over or {}).items()]
        self._hold(partial(_connect, files, laid, below), lazy)

    def _hold(self, connect: Callable[[], duckdb.DuckDBPyConnection], lazy: bool = False) -> None:
        """The connection is opened now, or when somebody asks."""
        self._lock, self._connect = threading.Lock(), connect
        self._connection = None if lazy else connect()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A handle of its own for each thread; `interrupt()` on it stops what it runs."""
        with self._lock:
            if self._connection is None:
                self._connection = self._connect()
        return self._connection.cursor()

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def __enter__(self) -> Mounted:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def mount(
    cache: Path,
    repo_id: str,
    commit: str,
    verify: bool = True,
    over: Mapping[str, pa.Table] | None = None,
    below: str = "",
) -> Mounted:
    """Open the snapshot of a commit, with one more layer on top where `over` gives one.

    `verify=False` leaves hashes to the caller, who is about to check them. `below` names a folder: rows of files
    elsewhere do not count.
    """
    path = schema.snapshot_dir(cache, repo_id, commit).absolute()
    if not (path / schema.MANIFEST).is_file() and not _fetched(cache, repo_id, commit):
        hint = f"codemap index --path <repository> --ref {commit[:12]}"
        raise NotIndexedError(f"commit {commit[:12]} of {repo_id} is not indexed in {cache}", hint)
    manifest = _read_manifest(path)
    files = mounted_files(cache.absolute(), repo_id, manifest)
    for file in files:
        if fault := missing_or_resized(file) or (hash_fault(file) if verify else ""):
            raise SnapshotError(f"{file.path} {fault}", _REMEDY)
    return Mounted(path, manifest, files, over, below)


def laid_over(mounted: Mounted, over: Mapping[str, pa.Table]) -> Mounted:
    """A snapshot that is mounted, with one more layer on top; the views are made when first asked."""
    return Mounted(mounted.path, mounted.manifest, mounted.files, over, lazy=True)


def _fetched(cache: Path, repo_id: str, commit: str) -> bool:
    """A cache in front of an object store is filled by whoever asks first."""
    if schema.store_url(cache) is None:
        return False
    from indexer.facade import fetch_snapshot

    return fetch_snapshot(cache, repo_id, commit)


def mounted_files(cache: Path, repo_id: str, manifest: dict[str, Any]) -> list[MountedFile]:
    """The files of all layers, lowest layer first."""
    return [
        file
        for level, layer in enumerate(manifest["layers"])
        for file in _layer_files(schema.snapshot_dir(cache, repo_id, str(layer["commit"])), level, layer["files"])
    ]


def _layer_files(folder: Path, level: int, listed: list[dict[str, Any]]) -> list[MountedFile]:
    files = [
        MountedFile(str(f["table"]), folder / str(f["path"]), int(f["rows"]), int(f["bytes"]), str(f["sha256"]), level)
        for f in listed
    ]
    for file in files:
        # A manifest from a shared cache is somebody else's text: it names files of its folder and no others.
        if file.path.parent != folder or file.path.is_symlink():
            raise SnapshotError(f"the manifest in {folder} names {file.path}, which is outside of it", _REMEDY)
    needed = schema.TABLES.keys() | ({schema.MASKS.name} if level else set())
    if absent := needed - {file.table for file in files}:
        raise SnapshotError(f"the manifest in {folder} lacks {', '.join(sorted(absent))}", _REMEDY)
    return files


def missing_or_resized(file: MountedFile) -> str:
    """What is wrong with the file at first sight, or nothing."""
    try:
        size = file.path.stat().st_size
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return "" if size == file.bytes else f"is damaged: {size} bytes instead of {file.bytes}"


def hash_fault(file: MountedFile) -> str:
    """What is wrong with the file's content, or nothing."""
    try:
        with file.path.open("rb") as content:
            digest = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return "" if digest == file.sha256 else "is damaged: its SHA-256 is not the manifest's"


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((path / schema.MANIFEST).read_text(encoding="utf-8"))
        version = int(manifest["schema_version"])
    except OSError as error:
        raise SnapshotError(f"cannot read the manifest in {path}: {error.strerror}", "check its permissions") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SnapshotError(f"the manifest in {path} is damaged", _REMEDY) from error
    if version > schema.SCHEMA_VERSION:
        raise SnapshotError(f"{path} has schema version {version}, newer than this codemap reads", "upgrade codemap")
    if version < schema.SCHEMA_VERSION:
        raise SnapshotError(f"{path} has the old schema version {version}", _REMEDY)
    _check_shape(path, manifest)
    return dict(manifest)


def _check_shape(path: Path, manifest: dict[str, Any]) -> None:
    try:
        layers = manifest["layers"]
        whole = all(set(file) >= _FILE_KEYS for layer in layers if layer["commit"] for file in layer["files"])
        whole = whole and bool(manifest["repo_id"] and manifest["commit"])
    except (KeyError, TypeError) as error:
        raise SnapshotError(f"the manifest in {path} is damaged", _REMEDY) from error
    if not whole:
        raise SnapshotError(f"the manifest in {path} is damaged", _REMEDY)
    if not layers or str(layers[-1]["commit"]) != str(manifest["commit"]):
        raise SnapshotError(f"the manifest in {path} is damaged: its topmost layer is not its own", _REMEDY)


def _connect(files: list[MountedFile], over: list[MountedRows], below: str) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:", config=_CONFIG)
    try:
        connection.execute("SET parquet_metadata_cache = true")
        paths = ", ".join(text(str(file.path)) for file in files)
        connection.execute(f"SET allowed_paths = [{paths}]")
        for rows in over:
            connection.register("given", rows.rows)
            connection.execute(f"CREATE TABLE {rows.rows_from} AS FROM given")
            connection.unregister("given")
        for statement in stacked_views([*files, *over], below):
            connection.execute(statement)
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(files, error) from error
    return connection


def _unreadable(files: list[MountedFile], error: duckdb.Error) -> QueryError:
    damaged = [file for file in files if str(file.path) in str(error)]
    name = damaged[0].path if damaged else files[0].path.parent
    return SnapshotError(f"{name} cannot be read as Parquet: {str(error).splitlines()[0]}", _REMEDY)
