"""Jobs in the state database: what runs, what ran, and what became of it.

A job's process holds a lock on the job's file as long as it lives. So one that died without a word is known to whoever
looks, however it died, and nobody has to trust a process number.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from query.errors import QueryError, StateError
from query.repo import RepoRef
from query.state import State, statements

KEPT = 50  # jobs of a repository that history holds
Mode = Literal["full", "incremental"]
Status = Literal["running", "published", "failed"]
_DIED = "its process ended before the index was published"


class InProgress(QueryError):
    """A job of the same repository is running."""

    def __init__(self, job: Job) -> None:
        super().__init__(
            f"job {job.job_id} is indexing {job.ref} of {job.root}",
            "see how far it is with index_status, then call again",
        )
        self.job = job


@dataclass(frozen=True, slots=True)
class Job:
    """Times are seconds since the epoch; counts are known once it is published."""

    job_id: str
    repo_id: str
    cache: str
    root: str
    ref: str
    commit_sha: str
    mode: Mode
    force: bool  # builds what is there already, too
    live: bool  # takes in the work tree, too
    status: Status
    progress: str | None
    error: str | None
    changed_files: int | None
    file_count: int | None
    created_at: float
    finished_at: float | None

    @property
    def seconds(self) -> float | None:
        return None if self.finished_at is None else self.finished_at - self.created_at


class Jobs:
    """The jobs of one cache."""

    def __init__(self, state: State, cache: Path) -> None:
        self.state = state
        self.cache = cache

    def active(self, repo: RepoRef) -> Job | None:
        """The job that runs for the repository; one whose process is gone is told as failed from here on."""
        running = self._read("running", self._key(repo))
        for job in running:
            if not _is_locked(self.lock_file(job.job_id)):
                self.fail(job.job_id, _DIED)
        return next((job for job in running if _is_locked(self.lock_file(job.job_id))), None)

    def recent(self, repo: RepoRef, limit: int = 10) -> list[Job]:
        """The newest first."""
        self.active(repo)
        return self._read("recent", self._key(repo) | {"limit": limit})

    def get(self, job_id: str) -> Job | None:
        return next(iter(self._read("one", {"job_id": job_id})), None)

    @contextmanager
    def begun(self, repo: RepoRef, ref: str, mode: Mode, force: bool, live: bool) -> Iterator[tuple[Job, int]]:
        """A new job and the lock that its process must inherit; whoever comes second is told who was first."""
        job_id = secrets.token_hex(6)
        with _locked(self.lock_file(job_id)) as lock:
            values = {"job_id": job_id, "root": str(repo.root), "ref": ref, "commit_sha": repo.commit}
            if running := self.active(repo):
                self.lock_file(job_id).unlink()
                raise InProgress(running)
            values |= self._key(repo) | {"mode": mode, "force": force, "live": live, "now": time.time()}
            try:
                with self._transaction() as connection:
                    connection.execute(_sql("add"), values)
                    self._forget(connection, repo)
            except StateError as error:
                # The index that allows one running job decides between two who saw none.
                if isinstance(error.__cause__, sqlite3.IntegrityError) and (running := self.active(repo)):
                    raise InProgress(running) from error
                raise
            (job,) = self._read("one", {"job_id": job_id})
            yield job, lock

    def progress(self, job_id: str, text: str) -> None:
        self._update("progress", job_id, {"progress": text})

    def publish(self, job_id: str, mode: Mode, changed_files: int, file_count: int) -> None:
        values = {"mode": mode, "changed_files": changed_files, "file_count": file_count, "now": time.time()}
        self._update("publish", job_id, values)

    def fail(self, job_id: str, error: str) -> None:
        self._update("fail", job_id, {"error": error, "now": time.time()})

    def lock_file(self, job_id: str) -> Path:
        """Held by the job's process, and its log."""
        return self.state.path.parent / "jobs" / f"{job_id}.log"

    def _forget(self, connection: sqlite3.Connection, repo: RepoRef) -> None:
        for (job_id,) in connection.execute(_sql("forget"), self._key(repo) | {"keep": KEPT}).fetchall():
            self.lock_file(job_id).unlink(missing_ok=True)

    def _update(self, name: str, job_id: str, values: dict[str, Any]) -> None:
        with self._transaction() as connection:
            connection.execute(_sql(name), values | {"job_id": job_id})

    def _key(self, repo: RepoRef) -> dict[str, Any]:
        return {"repo_id": repo.repo_id, "cache": str(self.cache)}

    def _read(self, name: str, values: dict[str, Any]) -> list[Job]:
        # Looking must not create a database for people who never had a job.
        if not self.state.path.exists():
            return []
        with self._transaction(write=False) as connection:
            cursor = connection.execute(_sql(name), values)
            names = [column[0] for column in cursor.description]
            return [Job(**dict(zip(names, row, strict=True))) for row in cursor]

    @contextmanager
    def _transaction(self, write: bool = True) -> Iterator[sqlite3.Connection]:
        with self.state.transaction(write) as connection:
            for statement in _sql("schema").split(";"):
                connection.execute(statement)
            yield connection


def _sql(name: str) -> str:
    return statements("query.jobs", "jobs")[name]


@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """A file that is locked until this and every process that inherits it has closed it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _is_locked(path: Path) -> bool:
    try:
        handle = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
