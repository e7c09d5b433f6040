"""Worker processes that turn files into rows, and survive what hostile files do to them.

Each worker tells, in shared memory, which file it is at and since when. A worker that dies or overruns its time costs
only that file: the rest of its task goes to a fresh worker.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer.model import Diagnostic, IndexerError, Limits
from indexer.task import Done, Job, Task, run_task

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

Meanwhile = Callable[[], None]
LOOK_SECONDS = 0.25  # how often the parent looks for workers that overran
MOST_DEATHS = 3  # of workers that never came to a file of their task
LEAST_SHARE_MB = 256


def load_libraries() -> None:
    """Load once what all processes need: the workers are forked with it."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads would not survive a fork
    import numpy.ma  # pyarrow asks for it
    import pyarrow.compute
    import pyarrow.parquet

    import indexer.extract
    from indexer.search.static import model

    assert numpy.ma and pyarrow.compute and pyarrow.parquet and indexer.extract and model()


def preload(names: Iterable[str]) -> None:
    """Prepare the languages that the workers will meet."""
    from indexer.extract import prepare_language

    for name in names:
        prepare_language(name)


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

    def run(self, tasks: Iterable[Task], meanwhile: Meanwhile | None = None) -> Iterator[Done]:
        """Results as they come; every task gives exactly one. Something else may be done while they are made."""
        source = iter(tasks)
        waiting: deque[Task] = deque()  # made ready while the workers are busy, so that none of them ever waits
        while True:
            for worker in self.workers:
                if worker.task is None and (waiting or _refill(waiting, source, 1)):
                    worker.give(waiting.popleft())
            _refill(waiting, source, len(self.workers))
            busy = [worker for worker in self.workers if worker.task is not None]
            if not busy:
                return
            if meanwhile is not None:
                meanwhile()
                meanwhile = None
            ready = wait([worker.connection for worker in busy], timeout=LOOK_SECONDS)
            for worker in busy:
                if worker.connection in ready:
                    done = worker.take()
                    if done is not None:
                        yield done
                        continue
                    message = "the parser crashed, or ran out of memory, on this file: listed, not parsed"
                    waiting.append(worker.blame("parser_crashed", message))
                elif worker.overran():
                    seconds = self.limits.parse_seconds
                    message = f"took longer than limits.parse_seconds = {seconds:g}: listed, not parsed"
                    waiting.append(worker.blame("parse_timeout", message))


class InProcess:
    """No workers: for a few small files where starting a process takes longer than they do."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None: ...

    def run(self, tasks: Iterable[Task], meanwhile: Meanwhile | None = None) -> Iterator[Done]:
        return (run_task(task, self.limits) for task in tasks)


def _processor_time(pid: int | None) -> float:
    """Seconds that a process has worked: a file must not be left out because others keep the machine busy."""
    try:
        return time.clock_gettime(~(pid or 0) << 3 | 2)  # Linux: the clock of another process
    except OSError:  # it is dead, which shows when it is read from; or no Linux: its own alarm ends it
        return 0.0


def _refill(waiting: deque[Task], source: Iterator[Task], count: int) -> bool:
    """Bring the queue to a length, as far as there are tasks."""
    while len(waiting) < count and (task := next(source, None)) is not None:
        waiting.append(task)
    return bool(waiting)


class _Worker:
    def __init__(self, context: BaseContext, limits: Limits, workers: int) -> None:
        self.context = context
        self.limits = limits
        self.workers = workers
        self.task: Task | None = None
        self._start()

    def _start(self) -> None:
        self.at = self.context.RawArray("d", 2)  # index of the current job, what the worker had worked when it began
        self.connection, there = self.context.Pipe()
        self.process: BaseProcess = self.context.Process(  # type: ignore[attr-defined]
            target=_work, args=(there, self.connection, self.at, self.limits, self.workers), daemon=True
        )
        with interrupts_held():
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
        except (EOFError, OSError):  # OSError: it died in the middle of a message
            return None
        self.task = None
        return done

    def overran(self) -> bool:
        begun: float = self.at[1]
        return begun > 0 and _processor_time(self.process.pid) - begun > self.limits.parse_seconds

    def blame(self, code: str, message: str) -> Task:
        """Replace the worker; its task comes back with the file it was at marked."""
        task, self.task = self.task, None
        assert task is not None
        index, begun = int(self.at[0]), self.at[1] > 0
        self.stop()
        self._start()
        task.deaths += 1
        job = task.jobs[index] if begun else _suspect(task, index)
        if job is not None:
            if job.failed is not None:
                raise _hopeless()
            job.failed = Diagnostic(code, job.path, message)
        return task

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


def _suspect(task: Task, index: int) -> Job | None:
    """The file to leave out where a worker died at none: nobody at first, then the largest of those it had read."""
    if task.deaths == 1:
        return None
    if index < 0 and task.deaths >= MOST_DEATHS:
        raise _hopeless()
    return max(task.jobs, key=lambda job: (job.failed is None, len(job.data))) if index >= 0 else None


def _hopeless() -> IndexerError:
    hint = "free some memory, raise limits.memory_mb, or use fewer workers with --jobs"
    return IndexerError("the worker processes die before they can do anything", hint)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until the fork is done: what is raised inside the hooks of a fork is lost."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: Connection, parents_end: Connection, at: Any, limits: Limits, workers: int) -> None:
    """The worker's loop: a task in, its rows out, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    faulthandler.disable()  # a crash is told as a diagnostic
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

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash is expected: nobody wants its memory on disk
        share = max(limits.memory_mb // (workers + 1), LEAST_SHARE_MB) << 20
        bound = _data_bytes() + share
        resource.setrlimit(resource.RLIMIT_DATA, (bound, bound))


def _data_bytes() -> int:
    """What counts against the limit already."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
    return pages * os.sysconf("SC_PAGE_SIZE")
