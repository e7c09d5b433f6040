"""What a worker does: the files of a task become rows; a file that fails costs itself, not the others."""

from __future__ import annotations

import signal
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.model import Diagnostic, Limits
from indexer.spent import EXTRACT, SEARCH

if TYPE_CHECKING:
    from indexer.extract.rows import Batch

DAY = 86_400.0


@dataclass(slots=True)
class Job:
    """One file on its way to a worker."""

    file: int
    path: str
    language: str | None
    data: bytes
    parsed: bool = True  # else it is listed, and its text can be searched
    failed: Diagnostic | None = None  # it brought a worker down: list it, do not look into it again


@dataclass(slots=True)
class Task:
    number: int
    jobs: list[Job]
    embedded: bool = True  # with vectors of the embedded model
    deaths: int = 0  # workers that it was given to and that did not come back


@dataclass(slots=True)
class Done:
    number: int
    files: int
    buffers: list[bytes]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)  # of the processor, by part


def run_task(task: Task, limits: Limits, at: Any = None) -> Done:
    """The rows of a task; a file that fails is listed instead, and the others are done again without it."""
    while (done := _attempt(task, limits, at)) is None:
        pass
    return done


def _attempt(task: Task, limits: Limits, at: Any) -> Done | None:
    from indexer.extract import list_only
    from indexer.extract.rows import Batch, pack

    batch = Batch(task.embedded)
    diagnostics: list[Diagnostic] = []
    for index, job in enumerate(task.jobs):
        _begin(at, index, limits)
        if job.failed is not None:
            list_only(batch, job.file, job.path, job.language, job.data)
            diagnostics.append(job.failed)
            continue
        try:
            diagnostics.extend(_read(batch, job, limits))
        except Exception as error:
            job.failed = _failure(job.path, error, limits)
            return None
    _end(at)
    buffers = [buffer.to_pybytes() for buffer in pack(batch.tables())]
    batch.laps.end(EXTRACT)
    return Done(task.number, len(task.jobs), buffers, diagnostics, dict(batch.laps.seconds))


def _read(batch: Batch, job: Job, limits: Limits) -> list[Diagnostic]:
    from indexer.extract import extract, list_only

    if job.parsed and job.language is not None:
        return extract(batch, job.file, job.path, job.language, job.data, limits)
    list_only(batch, job.file, job.path, job.language, job.data)
    batch.laps.end(EXTRACT)
    batch.pieces.add_text(job.file, job.path, job.language, job.data)
    batch.laps.end(SEARCH)
    return []


def _failure(path: str, error: Exception, limits: Limits) -> Diagnostic:
    """What an exception means; the same file gives the same text, so no addresses and no values."""
    if isinstance(error, MemoryError):
        message = f"needs more than a worker's share of limits.memory_mb = {limits.memory_mb}: listed, not parsed"
        return Diagnostic("memory_exceeded", path, message)
    if isinstance(error, RecursionError):
        message = f"deeper than limits.nesting = {limits.nesting} levels: listed, not parsed"
        return Diagnostic("nesting_too_deep", path, message)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    return Diagnostic("extract_failed", path, f"{type(error).__name__} at {where}: listed, not parsed")


def _begin(at: Any, index: int, limits: Limits) -> None:
    if at is not None:
        at[1] = 0.0  # else the new file would for a moment seem to have begun when the last one did
        at[0], at[1] = index, time.process_time()
        # The parent ends what overruns; where it is gone, the alarm does, also inside the parser.
        signal.setitimer(signal.ITIMER_PROF, min(2 * limits.parse_seconds + 5, DAY))


def _end(at: Any) -> None:
    if at is not None:
        at[1] = 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
