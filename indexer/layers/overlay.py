"""What is not committed, laid over a commit's snapshot: the same layer that a build of that content would write."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from indexer import kept, schema
from indexer.assemble import assemble
from indexer.kept import Kept
from indexer.layers.difference import difference
from indexer.layers.stack import Stack
from indexer.manifest import read_manifest
from indexer.model import Silent
from indexer.reading import read_rows
from indexer.source import open_source
from indexer.source.contents import ContentsSource
from indexer.source.filters import PathFilter
from indexer.write import conform

if TYPE_CHECKING:
    import pyarrow as pa

REMEMBERED = 2  # commits whose rows stay in memory: the next edit of the same work tree is near
SMALL = 1_000_000  # bytes that are parsed right here
_rows: dict[tuple[Path, int], Kept] = {}
_loading = threading.Lock()


def lay_over(
    root: Path, cache: Path, repo_id: str, commit: str, contents: Mapping[str, bytes | None]
) -> dict[str, pa.Table]:
    """The layer of a commit with some files replaced, None meaning deleted: rows that differ, and masks."""
    manifest = read_manifest(schema.snapshot_dir(cache, repo_id, commit))
    base = _kept(root, cache, repo_id, commit)
    keeps = PathFilter(base.settings).keeps
    given = {path: data for path, data in contents.items() if data is not None and keeps(path)}
    source = ContentsSource(given, base.settings, repo_id, commit)
    small = sum(entry.size for entry in source.entries) <= SMALL
    changed = read_rows(source, source.entries, 0 if small else 1, Silent())
    entries = [entry for entry in base.entries if entry.path not in contents] + source.entries
    whole = base.among(sorted(entries, key=lambda entry: entry.path), changed)
    stack = Stack(cache, manifest)
    churn = dict(zip(*(stack.read("files", ["path", "churn_30d"])[c].to_pylist() for c in (0, 1)), strict=True))
    known = None if None in churn.values() else churn
    tables = dict(assemble(whole.raw, whole.entries, whole.tree(), known))
    return difference({n: stack.read(n) for n in tables}, {n: conform(n, t) for n, t in tables.items()})


def _kept(root: Path, cache: Path, repo_id: str, commit: str) -> Kept:
    """The rows that a commit was made of; made again where only its snapshot came from elsewhere."""
    path = schema.rows_file(schema.snapshot_dir(cache, repo_id, commit))
    with _loading:
        key = (path, path.stat().st_mtime_ns if path.exists() else 0)
        if key not in _rows:
            found = kept.load(cache, repo_id, commit) or _parse(root, commit, path)
            while len(_rows) >= REMEMBERED:
                del _rows[next(iter(_rows))]
            _rows[path, path.stat().st_mtime_ns if path.exists() else 0] = found
            return found
        return _rows[key]


def _parse(root: Path, commit: str, path: Path) -> Kept:
    source = open_source(root, commit, None)
    try:
        rows = read_rows(source, source.entries, 1, Silent())
    finally:
        source.close()
    kept.save(path, path.parent, rows)
    return rows
