"""A commit becomes a snapshot: source, extract, assemble, write, publish."""

from __future__ import annotations

import gc
import itertools
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from indexer import languages, store
from indexer.model import BuildResult, Diagnostic, Entry, Progress, Settings, Source
from indexer.modules import Tree, is_manifest
from indexer.pool import Done, Job, Pool, Task, load_libraries, preload
from indexer.schema import TABLES
from indexer.source import decode_bom, is_binary, is_lfs_pointer, open_source

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.raw import Raw

TASK_BYTES = 400_000
TASK_FILES = 100
COMMON = 200
READ_BYTES = 64 << 20  # larger files are not even read, unless they may be parsed


class _Silent:
    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...


def build(
    path: Path,
    ref: str | None,
    settings: Settings | None,
    cache: Path,
    jobs: int | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> BuildResult:
    """Index one commit into the cache; a commit that is there already, and sound, is returned as it is.

    Without settings the commit's own (codemap.toml, pyproject.toml) decide.
    """
    started = time.monotonic()
    progress = progress or _Silent()
    loading = Thread(target=load_libraries)  # while git is asked for the tree
    loading.start()
    try:
        source = open_source(path, ref, settings)
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

    manifest = read_manifest(snapshot)
    note = f"the snapshot was damaged ({fault}) and was built again" if fault else ""
    if existed and (change := _difference(manifest, source.settings)):
        note = f"kept the snapshot that is there, though it was built {change}: --force builds it again"
    return BuildResult(str(snapshot), source.repo_id, source.commit, existed, seconds, manifest, note)


def _difference(manifest: Mapping[str, Any], settings: Settings) -> str:
    """How the build that made a snapshot differs from the one that was asked for."""
    from indexer import __version__
    from indexer.manifest import settings_digest

    if manifest["settings"] != settings_digest(settings):
        return "with other settings"
    version = manifest["tool"].get("version")
    return "" if version == __version__ else f"by codemap {version}, not {__version__}"


def _publish(source: Source, cache: Path, jobs: int, force: bool, progress: Progress) -> tuple[Path, bool]:
    def fill(folder: Path) -> dict[str, Any]:
        raw, reading = _rows(source, jobs, progress)
        progress.stage("link")
        tables, files = _write(source, raw, reading.tree(), jobs, folder, progress)
        return _manifest(source, tables, files, [*source.diagnostics, *reading.diagnostics])

    enabled = gc.isenabled()
    gc.disable()  # millions of rows and no cycles: looking for some takes a tenth of the time
    try:
        return store.publish(cache, source.repo_id, source.commit, fill, force)
    finally:
        if enabled:
            gc.enable()


def _rows(source: Source, jobs: int, progress: Progress) -> tuple[Raw, _Reading]:
    """All rows of the commit; which worker did what, and when, leaves no trace in them."""
    preload(_languages(source.entries))
    with Pool(jobs, source.settings.limits) as pool:
        reading = _Reading(source)
        results: list[Done] = []
        progress.stage("index", len(source.entries))
        for done in pool.run(reading.tasks()):
            results.append(done)
            progress.advance(done.files)
        progress.advance(reading.listed)
    from indexer.extract.rows import unpack
    from indexer.raw import merge

    results.sort(key=lambda done: done.number)
    raw = merge([unpack(done.buffers) for done in results] + [reading.batch.tables()])
    reading.diagnostics += [diagnostic for done in results for diagnostic in done.diagnostics]
    return raw, reading


def _languages(entries: Sequence[Entry]) -> list[str]:
    """Languages that all workers will meet, as far as names tell; the rare ones are left to who meets them."""
    suffixes = Counter(entry.path.rpartition(".")[2] for entry in entries)
    found = {languages.detect(f"x.{suffix}", b"") for suffix, count in suffixes.items() if count >= COMMON}
    return sorted(name for name in found if name is not None and languages.is_parsed(name))


class _Reading:
    """Reads the commit's files in path order, sorts out what is not source, cuts the rest into tasks."""

    def __init__(self, source: Source) -> None:
        from indexer.extract.rows import Batch

        self.source = source
        self.batch = Batch()  # files that are only listed
        self.listed = 0
        self.diagnostics: list[Diagnostic] = []
        self.manifests: dict[str, bytes] = {}
        self.wanted = set(source.settings.languages) or None

    def tree(self) -> Tree:
        return Tree(frozenset(entry.path for entry in self.source.entries), self.manifests)

    def tasks(self) -> Iterator[Task]:
        """One language a task: a rare one is met, and its query compiled, by one worker only."""
        begun: dict[str, list[Job]] = {}
        sizes: Counter[str] = Counter()
        numbers = itertools.count()
        for job in self._jobs():
            jobs = begun.setdefault(job.language, [])
            jobs.append(job)
            sizes[job.language] += len(job.data)
            if sizes[job.language] >= TASK_BYTES or len(jobs) >= TASK_FILES:
                yield Task(next(numbers), begun.pop(job.language))
                del sizes[job.language]
        for jobs in begun.values():
            yield Task(next(numbers), jobs)

    def _jobs(self) -> Iterator[Job]:
        numbers = {entry.path: number for number, entry in enumerate(self.source.entries)}
        for entry, data in self.source.read(self._readable(self.source.entries)):
            job = self._sort(numbers[entry.path], entry, data)
            if job is not None:
                yield job
            else:
                self.listed += 1

    def _readable(self, entries: Sequence[Entry]) -> Iterator[Entry]:
        most = max(READ_BYTES, self.source.settings.limits.file_bytes)
        for entry in entries:
            if entry.size <= most:
                yield entry
            else:
                self._note("file_too_large", entry.path, f"{entry.size:,} bytes: left out")

    def _sort(self, number: int, entry: Entry, data: bytes) -> Job | None:
        """A job for the workers, or a row (or nothing) right here."""
        from indexer.extract import list_only

        language = languages.detect(entry.path, data)
        skipped = entry.origin in self.source.settings.list_only
        if is_binary(data) and not (languages.is_parsed(language) and not skipped):
            return None
        if is_manifest(entry.path):
            self.manifests[entry.path] = data
        text = decode_bom(data)
        wanted = languages.is_parsed(language) and not skipped and (self.wanted is None or language in self.wanted)
        if wanted and language is not None and not self._is_unfit(entry.path, text):
            return Job(number, entry.path, language, text)
        list_only(self.batch, number, entry.path, language, text)
        return None

    def _is_unfit(self, path: str, text: bytes) -> bool:
        """Source by its name, but nothing to parse; told, since its symbols will be missed."""
        most = self.source.settings.limits.file_bytes
        if is_lfs_pointer(text):
            self._note("lfs_pointer", path, "the content is in Git LFS: listed, not parsed")
        elif is_binary(text):
            self._note("binary_skipped", path, "holds NUL bytes: listed, not parsed")
        elif len(text) > most:
            message = f"{len(text):,} bytes, more than limits.file_bytes = {most:,}: listed, not parsed"
            self._note("file_too_large", path, message)
        else:
            return False
        return True

    def _note(self, code: str, path: str, message: str) -> None:
        self.diagnostics.append(Diagnostic(code, path, message))


def _write(
    source: Source, raw: Raw, tree: Tree, jobs: int, folder: Path, progress: Progress
) -> tuple[dict[str, pa.Table], list[dict[str, object]]]:
    """Tables are written as they are ready: compression leaves the interpreter free, linking has its own process."""
    from indexer.aside import aside, here
    from indexer.assemble import assemble
    from indexer.write import write_table

    tables: dict[str, pa.Table] = {}
    with ThreadPoolExecutor(max_workers=2) as threads:
        writing = {}
        for name, table in assemble(raw, source.entries, tree, source.churn(), aside if jobs > 1 else here):
            tables[name] = table
            writing[name] = threads.submit(write_table, name, table, folder)
        progress.stage("write")
        files = [writing[name].result() for name in TABLES if name in writing]
    return tables, files


def _manifest(
    source: Source, tables: dict[str, pa.Table], files: list[dict[str, object]], diagnostics: list[Diagnostic]
) -> dict[str, Any]:
    from indexer.counts import count
    from indexer.manifest import build_manifest

    level = _semantic_level(tables["files"]["language"].unique().to_pylist())
    return build_manifest(
        source.repo_id, source.commit, source.settings, files, count(tables), diagnostics, semantic_level=level
    )


def _semantic_level(names: list[str | None]) -> str:
    """How far references are followed: over all files in all languages, in some, or inside files only."""
    parsed = [languages.load(name) for name in names if name is not None and languages.is_parsed(name)]
    linked = [language.linking is not None for language in parsed]
    return "full" if all(linked) else ("partial" if any(linked) else "syntax_only")
