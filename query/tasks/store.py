"""Tasks in the state database: each change is one statement in one transaction."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID, uuid4

from query.errors import NotFound
from query.state import State, statements

Status = Literal["need to be done", "in-progress", "complete"]
FIRST: Status = "need to be done"


@dataclass(frozen=True, slots=True)
class Task:
    """Times are seconds since the epoch."""

    id: str
    title: str
    description: str | None
    notes: str | None
    status: Status
    created_at: float
    updated_at: float
    branch: str | None
    commit_sha: str | None
    planning_references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The newest tasks that fit, and how many there are."""

    tasks: list[Task]
    total: int


class Tasks:
    """The tasks of one user."""

    def __init__(self, state: State) -> None:
        self._state = state

    def create(
        self, title: str, description: str | None = None, notes: str | None = None, references: Sequence[str] = ()
    ) -> Task:
        values = {"title": title, "description": description, "notes": notes, "status": FIRST}
        values |= {"id": str(uuid4()), "planning_references": json.dumps(references)}
        with self._transaction() as connection:
            return _one(connection, "create", values | {"now": time.time()})

    def get(self, task_id: UUID) -> Task:
        with self._transaction(write=False) as connection:
            return _one(connection, "get", {"id": str(task_id)})

    def list(self, status: Status | None = None, branch: str | None = None, limit: int = 20) -> Page:
        """The newest first; `branch` is how the branch's name begins."""
        wanted = {"status": status, "branch": branch}
        with self._transaction(write=False) as connection:
            found = [_task(row) for row in connection.execute(_sql("list"), wanted | {"limit": limit})]
            (total,) = connection.execute(_sql("count"), wanted).fetchone()
        return Page(found, total)

    def update(self, task_id: UUID, **given: str | None) -> Task:
        """Change the fields that are given and not None; where none is, the task stays as it is."""
        if not any(value is not None for value in given.values()):
            return self.get(task_id)
        fields = dict.fromkeys(("title", "description", "notes", "status", "branch", "commit_sha"))
        with self._transaction() as connection:
            return _one(connection, "update", fields | given | {"id": str(task_id), "now": time.time()})

    @contextmanager
    def _transaction(self, write: bool = True) -> Iterator[sqlite3.Connection]:
        with self._state.transaction(write) as connection:
            for statement in _sql("schema").split(";"):
                connection.execute(statement)
            yield connection


def _one(connection: sqlite3.Connection, name: str, values: dict[str, Any]) -> Task:
    row = connection.execute(_sql(name), values).fetchone()
    if row is None:
        raise NotFound("Task not found", "list_tasks names the tasks there are")
    return _task(row)


def _task(row: Sequence[Any]) -> Task:
    *fields, references = row
    fields.append(tuple(json.loads(references)))
    return Task(*fields)


def _sql(name: str) -> str:
    return statements("query.tasks", "tasks")[name]
