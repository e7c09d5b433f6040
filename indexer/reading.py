"""Files become rows: the commit's contents are read, sorted out, cut into tasks and handed to the workers."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from indexer import languages
from indexer.model import Diagnostic, Entry, Progress, Settings, Source
from indexer.modules import is_manifest
from indexer.pool import InProcess, Meanwhile, Pool, preload
from indexer.source import decode_bom, is_binary, is_lfs_pointer
from indexer.spent import Spent
from indexer.task import Done, Job, Task

if TYPE_CHECKING:
    from indexer.kept import Kept

TASK_BYTES = 400_000
TASK_FILES = 100
COMMON = 200
READ_BYTES = 64 << 20  # larger files are not even read, unless they may be parsed


def read_rows(
    source: Source,
    entries: Sequence[Entry],
    jobs: int,
    progress: Progress,
    spent: Spent | None = None,
    meanwhile: Meanwhile | None = None,
) -> Kept:
    """The rows of some of the commit's files; which worker did what, and when, leaves no trace in them.

    Without jobs all is done in this process, which hangs or dies with a file that makes the parser do so; with some
    this one can do something else while the workers begin.
    """
    started = time.monotonic()
    preload(_languages(entries))
    jobs = min(jobs, 1 + sum(entry.size for entry in entries) // TASK_BYTES)  # a worker for each task, at most
    limits = source.settings.limits
    with Pool(jobs, limits) if jobs else InProcess(limits) as pool:
        reading = _Reading(source, entries)
        results: list[Done] = []
        progress.stage("index", len(entries))
        for done in pool.run(reading.tasks(), meanwhile):
            results.append(done)
            progress.advance(done.files)
        progress.advance(reading.listed)
    if spent is not None:
        spent.index = time.monotonic() - started
        for part, seconds in (item for done in results for item in done.seconds.items()):
            spent.workers[part] = spent.workers.get(part, 0.0) + seconds
    from indexer.extract.rows import unpack
    from indexer.kept import Kept
    from indexer.raw import merge
    from indexer.search.embedders import with_vectors

    results.sort(key=lambda done: done.number)
    raw = merge([unpack(done.buffers) for done in results] + [reading.batch.tables()])
    settings = _embedding(source.settings, jobs)
    raw.chunks, fallen = with_vectors(raw.chunks, settings, partial(_contents, source, entries))
    told = [*reading.diagnostics, *(diagnostic for done in results for diagnostic in done.diagnostics), *fallen]
    manifests = {**source.part.manifests, **reading.manifests}
    return Kept(list(entries), told, manifests, source.settings, source.part, raw)


def _embedding(settings: Settings, jobs: int) -> Settings:
    """An overlay does not fail with the server that embeds: what it lays over is then found by its words alone."""
    return settings if jobs or settings.embedder_fallback else replace(settings, embedder_fallback="none")


def _contents(source: Source, entries: Sequence[Entry], numbers: Iterable[int]) -> dict[int, str]:
    wanted = {entries[number]: number for number in numbers}
    return {wanted[entry]: decode_bom(data).decode("utf-8", "replace") for entry, data in source.read(wanted)}


def _languages(entries: Sequence[Entry]) -> list[str]:
    """Languages that all workers will meet, as far as names tell; the rare ones are left to who meets them."""
    suffixes = Counter(entry.path.rpartition(".")[2] for entry in entries)
    found = {languages.detect(f"x.{suffix}", b"") for suffix, count in suffixes.items() if count >= COMMON}
    return sorted(name for name in found if name is not None and languages.is_parsed(name))


class _Reading:
    """Reads the commit's files in path order, sorts out what is not source, cuts the rest into tasks."""

    def __init__(self, source: Source, entries: Sequence[Entry]) -> None:
        from indexer.extract.rows import Batch
        from indexer.search.embedders import is_embedded

        self.source = source
        self.entries = entries
        self.batch = Batch()  # files of which there is nothing to tell
        self.listed = 0
        self.diagnostics: list[Diagnostic] = []
        self.manifests: dict[str, bytes] = {}
        self.wanted = set(source.settings.languages) or None
        self.embedded = is_embedded(source.settings)

    def tasks(self) -> Iterator[Task]:
        """One language a task: a rare one is met, and its query compiled, by one worker only."""
        begun: dict[str | None, list[Job]] = {}
        sizes: Counter[str | None] = Counter()
        numbers = itertools.count()
        for job in self._jobs():
            kind = job.language if job.parsed else None
            jobs = begun.setdefault(kind, [])
            jobs.append(job)
            sizes[kind] += len(job.data)
            if sizes[kind] >= TASK_BYTES or len(jobs) >= TASK_FILES:
                yield Task(next(numbers), begun.pop(kind), self.embedded)
                del sizes[kind]
        for jobs in begun.values():
            yield Task(next(numbers), jobs, self.embedded)

    def _jobs(self) -> Iterator[Job]:
        numbers = {entry.path: number for number, entry in enumerate(self.entries)}
        for entry, data in self.source.read(self._readable(self.entries)):
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
        from indexer.search.chunks import is_document

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
        if is_document(text, language):
            return Job(number, entry.path, language, text, parsed=False)
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
