"""Worker processes that turn files into rows, and survive what hostile files do to them.

Each worker tells, in shared memory, which file it is at and since when. A worker that dies or overruns its time costs
only that file: the rest of its task goes to a fresh worker.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.model import Diagnostic, Limits

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

LOOK_SECONDS = 0.25  # how often the parent looks for workers that overran
START_SECONDS = 60.0


@dataclass(slots=True)
class Job:
    """One file on its way to a worker."""

    file: int
    path: str
    language: str
    data: bytes
    failed: Diagnostic | None = None  # it brought a worker down: list it, do not parse it again


@dataclass(slots=True)
class Task:
    number: int
    jobs: list[Job]


@dataclass(slots=True)
class Done:
    number: int
    files: int
    buffers: list[bytes]
    diagnostics: list[Diagnostic] = field(default_factory=list)


class Pool:
    def __init__(self, jobs: int, limits: Limits) -> None:
        self.limits = limits
        # Forking is fast and safe while there is one thread; with more, start afresh.
        method = "fork" if hasattr(os, "fork") and threading.active_count() == 1 else "spawn"
        self.context = multiprocessing.get_context(method)
        self.workers = [_Worker(self.context, limits, jobs) for _ in range(jobs)]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()

    def run(self, tasks: Iterable[Task]) -> Iterator[Done]:
        """Results as they come; every task gives exactly one."""
        source = iter(tasks)
        again: deque[Task] = deque()
        while True:
            for worker in self.workers:
                if worker.task is None and (task := again.popleft() if again else next(source, None)) is not None:
                    worker.give(task)
            busy = [worker for worker in self.workers if worker.task is not None]
            if not busy:
                return
            ready = wait([worker.connection for worker in busy], timeout=LOOK_SECONDS)
            for worker in busy:
                if worker.connection in ready:
                    done = worker.take()
                    if done is not None:
                        yield done
                        continue
                    again.append(worker.blame("parser_crashed", "the parser crashed on this file: listed, not parsed"))
                elif worker.overran():
                    seconds = self.limits.parse_seconds
                    again.append(worker.blame("parse_timeout", f"took longer than limits.parse_seconds = {seconds:g}"))


class _Worker:
    def __init__(self, context: BaseContext, limits: Limits, workers: int) -> None:
        self.context = context
        self.limits = limits
        self.workers = workers
        self.task: Task | None = None
        self._start()

    def _start(self) -> None:
        self.at = self.context.RawArray("d", 2)  # index of the current job, time it was begun
        self.connection, there = self.context.Pipe()
        self.process: BaseProcess = self.context.Process(  # type: ignore[attr-defined]
            target=_work, args=(there, self.connection, self.at, self.limits, self.workers), daemon=True
        )
        self.process.start()
        there.close()

    def give(self, task: Task) -> None:
        self.task = task
        self.at[0], self.at[1] = -1, 0.0
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # its death shows when it is read from
            self.connection.send(task)

    def take(self) -> Done | None:
        """The result, or None where the worker died."""
        try:
            done: Done = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return None
        self.task = None
        return done

    def overran(self) -> bool:
        begun: float = self.at[1]
        return begun > 0 and time.monotonic() - begun > self.limits.parse_seconds

    def blame(self, code: str, message: str) -> Task:
        """Replace the worker; its task comes back with the file it was at marked."""
        task, self.task = self.task, None
        assert task is not None
        index = int(self.at[0])
        self.stop()
        self._start()
        job = task.jobs[max(index, 0)]
        job.failed = Diagnostic(code, job.path, message)
        return task

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


def _work(connection: Connection, parents_end: Connection, at: Any, limits: Limits, workers: int) -> None:
    """The worker's loop: a task in, its rows out, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parents_end.close()
    _limit_memory(limits, workers)
    gc.disable()  # rows make no cycles, and looking for some costs a tenth of the time
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        done = run_task(task, limits, at)
        try:
            connection.send(done)
        except (BrokenPipeError, OSError):
            return


def _limit_memory(limits: Limits, workers: int) -> None:
    """A share of the whole for each process, on top of what a fork inherits: one file cannot take the machine down."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        share = max(limits.memory_mb // (workers + 1), 256) << 20
        bound = _data_bytes() + share
        resource.setrlimit(resource.RLIMIT_DATA, (bound, bound))


def _data_bytes() -> int:
    """What counts against the limit already."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
    return pages * os.sysconf("SC_PAGE_SIZE")


def run_task(task: Task, limits: Limits, at: Any = None) -> Done:
    from indexer.extract import extract, list_only
    from indexer.extract.rows import Batch, pack

    batch = Batch()
    diagnostics: list[Diagnostic] = []
    for index, job in enumerate(task.jobs):
        if at is not None:
            at[0], at[1] = index, time.monotonic()
        if job.failed is not None:
            list_only(batch, job.file, job.path, job.language, job.data)
            diagnostics.append(job.failed)
        else:
            diagnostics.extend(extract(batch, job.file, job.path, job.language, job.data, limits))
    if at is not None:
        at[1] = 0.0
    return Done(task.number, len(task.jobs), [b.to_pybytes() for b in pack(batch.tables())], diagnostics)
