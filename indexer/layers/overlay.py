"""What is not committed, laid over a commit's snapshot: the same layer that a build of that content would write."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from indexer import kept, schema
from indexer.assemble import assemble
from indexer.kept import Kept
from indexer.layers.difference import Prints, difference, prints
from indexer.layers.drafts import draft_layer
from indexer.layers.local import Edited
from indexer.layers.stack import Stack
from indexer.link import link
from indexer.link.again import Linking
from indexer.manifest import read_manifest
from indexer.memory import undisturbed
from indexer.model import Silent
from indexer.modules import modules_of
from indexer.reading import read_rows
from indexer.source import open_source
from indexer.source.contents import ContentsSource
from indexer.source.filters import PathFilter
from indexer.write import conform

if TYPE_CHECKING:
    import pyarrow as pa

REMEMBERED = 2  # commits whose rows stay in memory: the next edit of the same work tree is near
SMALL = 1_000_000  # bytes that are parsed right here


class _Base:
    """What is laid over: the rows that a commit was made of, and its tables in short."""

    def __init__(self, rows: Kept, stack: Stack) -> None:
        self.kept, self.stack = rows, stack
        files = stack.read("files", ["path", "churn_30d"])
        churn = dict(zip(files["path"].to_pylist(), files["churn_30d"].to_pylist(), strict=True))
        self.churn = None if None in churn.values() else churn
        self.edited = Edited(rows, stack.read("facts"), self.churn, lasts=True)
        self._read: Kept | None = None

    def read(self, source: ContentsSource) -> Kept:
        """The rows of files that the commit does not have so; those of the last state are not read again."""
        committed, last = set(self.kept.entries), self._read
        wanted = [entry for entry in source.entries if entry not in committed]
        if last is not None and last.entries == wanted:
            return last
        known = set(last.entries) if last is not None else set()
        other = [entry for entry in wanted if entry not in known]
        rows = read_rows(source, other, 0 if sum(entry.size for entry in other) <= SMALL else 1, Silent())
        if last is not None and len(other) < len(wanted):
            rows = last.only(wanted) if not other else last.among(wanted, rows)
        self._read = rows
        return rows

    @cached_property
    def prints(self) -> Prints:
        return prints({name: self.stack.read(name) for name in schema.TABLES})


_bases: dict[tuple[Path, int], _Base] = {}
_loading = threading.Lock()


def lay_over(
    root: Path, cache: Path, repo_id: str, commit: str, contents: Mapping[str, bytes | None]
) -> dict[str, pa.Table]:
    """The layer of a commit with some files replaced, None meaning deleted: rows that differ, and masks."""
    base = _base(root, cache, repo_id, commit)
    with undisturbed():
        return _layer(base, *_given(base, contents))


def _layer(base: _Base, source: ContentsSource, gone: list[str]) -> dict[str, pa.Table]:
    changed = base.read(source)
    if not gone and (alone := base.edited.layer(changed)) is not None:
        return alone
    replaced = {*gone, *(entry.path for entry in source.entries)}
    entries = [entry for entry in base.kept.entries if entry.path not in replaced] + source.entries
    whole = base.kept.among(sorted(entries, key=lambda entry: entry.path), changed)
    tables = assemble(whole.raw, whole.entries, whole.tree(), base.churn, Linking(whole.entries, base.kept))
    return difference(base.prints, {name: conform(name, table) for name, table in tables})


def warm(root: Path, cache: Path, repo_id: str, commit: str) -> None:
    """Load what edits of a commit ask for, and what is found out once for many of them."""
    edited = _base(root, cache, repo_id, commit).edited
    edited.prepare()
    assert edited.known is not None


def draft_over(
    root: Path, cache: Path, repo_id: str, commit: str, contents: Mapping[str, bytes | None]
) -> dict[str, pa.Table] | None:
    """The same layer before it is linked; nothing where files cannot be shown without others."""
    base = _base(root, cache, repo_id, commit)
    source, gone = _given(base, contents)
    return draft_layer(base.edited, base.read(source), gone)


def _given(base: _Base, contents: Mapping[str, bytes | None]) -> tuple[ContentsSource, list[str]]:
    """The files that a build would take, and the paths that have none any more."""
    settings, part = base.kept.settings, base.kept.part
    wanted = PathFilter(settings)
    within = {path: data for path, data in contents.items() if part.holds(path)}
    given = {path: data for path, data in within.items() if data is not None and wanted.keeps(path)}
    return ContentsSource(given, settings, part=part), [path for path in within if path not in given]


def _base(root: Path, cache: Path, repo_id: str, commit: str) -> _Base:
    snapshot = schema.snapshot_dir(cache, repo_id, commit)
    with _loading:
        key = snapshot, (snapshot / schema.MANIFEST).stat().st_mtime_ns if snapshot.exists() else 0
        if key not in _bases:
            while len(_bases) >= REMEMBERED:
                del _bases[next(iter(_bases))]
            _bases[key] = _read(root, cache, repo_id, commit, snapshot)
        return _bases[key]


def _read(root: Path, cache: Path, repo_id: str, commit: str, snapshot: Path) -> _Base:
    """The rows are made again where only the snapshot came from elsewhere."""
    manifest = read_manifest(snapshot)
    below = str(manifest.get("below", ""))
    rows = kept.load(cache, repo_id, commit) or _parse(root, commit, schema.rows_file(snapshot), below)
    return _Base(rows, Stack(cache, manifest))


def _parse(root: Path, commit: str, path: Path, below: str) -> Kept:
    source = open_source(root, commit, None, below)
    try:
        rows = read_rows(source, source.entries, 1, Silent())
    finally:
        source.close()
    names = [entry.path for entry in rows.entries]
    rows.findings = link(rows.raw, names, modules_of(rows.raw, names, rows.tree()), rows.tree())
    kept.save(path, path.parent, rows)
    return rows
