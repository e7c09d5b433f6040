"""A commit becomes a snapshot: source, extract, assemble, write, publish."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from indexer import store
from indexer.manifest import describe
from indexer.memory import give_back, undisturbed
from indexer.model import BuildResult, Diagnostic, Progress, Settings, Silent, Source
from indexer.pool import load_libraries
from indexer.reading import read_rows
from indexer.schema import TABLES, part_cache, rows_file, snapshot_dir
from indexer.source import open_source
from indexer.spent import Spent

if TYPE_CHECKING:
    import pyarrow as pa


def build(
    path: Path,
    ref: str | None,
    settings: Settings | None,
    cache: Path,
    jobs: int | None = None,
    force: bool = False,
    progress: Progress | None = None,
    below: str = "",
) -> BuildResult:
    """Index one commit into the cache; a commit that is there already, and sound, is returned as it is.

    Without settings the commit's own (codemap.toml, pyproject.toml) decide. `below` indexes what lies below a folder
    alone, which is kept apart from the snapshots of whole commits.
    """
    started = time.monotonic()
    progress, cache = progress or Silent(), part_cache(cache, below)
    loading = Thread(target=load_libraries)  # while git is asked for the tree
    loading.start()
    try:
        source = open_source(path, ref, settings, below)
    finally:
        loading.join()
    try:
        existing = None if force else store.find(cache, source.repo_id, source.commit)
        fault = store.damage(cache, source.repo_id, source.commit) if existing else ""
        if existing is None or fault:
            snapshot, existed = _publish(source, cache, jobs or os.cpu_count() or 1, force or bool(fault), progress)
        else:
            snapshot, existed = existing, True
    finally:
        source.close()
    return _result(source, snapshot, existed, fault, time.monotonic() - started)


def _result(source: Source, snapshot: Path, existed: bool, fault: str, seconds: float) -> BuildResult:
    from indexer.manifest import read_manifest
    from indexer.remote.pull import came_from

    manifest = read_manifest(snapshot)
    note = f"the snapshot was damaged ({fault}) and was built again" if fault else ""
    if existed and (change := _difference(manifest, source.settings)):
        note = f"kept the snapshot that is there, though it was built {change}: --force builds it again"
    from_cache = came_from(snapshot) is not None
    return BuildResult(str(snapshot), source.repo_id, source.commit, existed, seconds, manifest, note, from_cache)


def _difference(manifest: Mapping[str, Any], settings: Settings) -> str:
    """How the build that made a snapshot differs from the one that was asked for."""
    from indexer import __version__
    from indexer.manifest import settings_digest

    if manifest["settings"] != settings_digest(settings):
        return "with other settings"
    version = manifest["tool"].get("version")
    return "" if version == __version__ else f"by codemap {version}, not {__version__}"


def _publish(source: Source, cache: Path, jobs: int, force: bool, progress: Progress) -> tuple[Path, bool]:
    spent = Spent()

    def fill(folder: Path) -> dict[str, Any]:
        from indexer.layers.basis import find_basis

        told: list[Diagnostic] = []
        basis = None if force else find_basis(source, cache, told)
        if basis is None:
            return _build_whole(source, cache, folder, jobs, progress, told, spent)
        from indexer.kept import RowsDamaged
        from indexer.layers.adding import add_layer  # loads the database, which a whole build does without

        try:
            return add_layer(source, basis, cache, folder, jobs, progress, told)
        except RowsDamaged:
            told.append(
                Diagnostic("basis_damaged", "", f"the rows kept for {basis.commit[:12]} are damaged: not built on")
            )
            return _build_whole(source, cache, folder, jobs, progress, told, spent)

    with undisturbed():
        return store.publish(cache, source.repo_id, source.commit, fill, force, spent)


def _write(name: str, held: list[pa.Table], folder: Path) -> dict[str, object]:
    """Write the table that is held, and give its memory back at once: others run beside."""
    from indexer.write import write_table

    file = write_table(name, held.pop(), folder)
    give_back()
    return file


def _build_whole(
    source: Source, cache: Path, folder: Path, jobs: int, progress: Progress, told: list[Diagnostic], spent: Spent
) -> dict[str, Any]:
    """Tables are written as they are ready: compression leaves the interpreter free, linking has its own process."""
    from indexer.aside import aside, here
    from indexer.assemble import assemble
    from indexer.counts import counted
    from indexer.kept import pieces_aside, save
    from indexer.link import Findings, link

    rows = read_rows(source, source.entries, jobs, progress, spent)
    progress.stage("link")
    tables: dict[str, pa.Table] = {}
    with pieces_aside(rows, folder.parent), ThreadPoolExecutor(max_workers=2) as threads:
        give_back()  # what was needed to join the batches
        writing = {}
        beside = spent.linking(aside if jobs > 1 else here)
        found: list[Findings] = []
        made = time.monotonic()
        for name, table in assemble(rows.raw, source.entries, rows.tree(), source.churn(), link, beside, found, told):
            tables[name] = counted(name, table)
            spent.facts, made = time.monotonic() - made, time.monotonic()  # the last table is that of the facts
            writing[name] = threads.submit(_write, name, [table], folder)
            del table
            if found and rows.findings is None:
                rows.findings = found[0]
                threads.submit(save, rows_file(snapshot_dir(cache, source.repo_id, source.commit)), folder.parent, rows)
        progress.stage("write")
        files = [writing[name].result() for name in TABLES if name in writing]
    return describe(source, tables, files, [*rows.diagnostics, *told, *found[0].told], tree=rows.tree())
