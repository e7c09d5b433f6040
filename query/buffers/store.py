"""Drafts on disk: contents as the files of a workspace, the rest in tables of their own; both in the state database.

So drafts that were written survive a crash, and every tool that takes a workspace can be asked about them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from query.buffers.model import Draft, Past
from query.errors import StateError
from query.repo import RepoRef
from query.state import State, Workspace, statements

EDITOR = "editor"  # the workspace that holds drafts
_TRIES = 5


class Store:
    """The drafts of one work tree."""

    def __init__(self, state: State, root: Path) -> None:
        self._state = state
        self._root = root
        self._last: tuple[str, Mapping[str, bytes | None]] = "", {}

    def workspace(self) -> Workspace | None:
        # Looking must not create a database for people who never pushed a buffer.
        return self._state.get(self._root, EDITOR) if self._state.path.exists() else None

    def load(self, workspace: Workspace) -> dict[str, Draft]:
        """The drafts as they were written last."""
        contents = self._state.contents(workspace)
        with self._transaction(write=False) as connection:
            known = {row[0]: row for row in connection.execute(_sql("drafts"), self._key())}
        drafts = {}
        for path, content in contents.items():
            if content is not None:
                _, version, dirty, is_open, sequence = known.get(path, (path, 0, True, False, 0))
                drafts[path] = Draft(path, content, version, bool(dirty), bool(is_open), sequence)
        return drafts

    def write(self, repo: RepoRef, drafts: Collection[Draft], event_at: datetime | None) -> Workspace:
        """Make the drafts durable, laid over the commit that `repo` stands at."""
        contents: dict[str, bytes | None] = {draft.path: draft.content for draft in drafts}
        for _ in range(_TRIES):
            known = self._state.create(repo.root, repo.repo_id, EDITOR, repo.commit, ".")
            if known.base_commit != repo.commit:
                self._state.delete(repo.root, EDITOR)
                continue
            if (written := self._state.revise(known, contents, self._same(known, contents))) is not None:
                self._last = written.token, contents
                self._note(drafts, event_at)
                return written
        raise StateError("another server writes the same drafts", "let one server at a time take an editor's buffers")

    def _same(self, known: Workspace, contents: Mapping[str, bytes | None]) -> set[str]:
        """What this object wrote last, if nobody else wrote since."""
        token, last = self._last
        return {path for path, data in contents.items() if last.get(path) is data} if token == known.token else set()

    def past(self) -> tuple[datetime | None, Past]:
        """(the last event, what became of the last checkpoint)"""
        if not self._state.path.exists():
            return None, Past()
        with self._transaction(write=False) as connection:
            row = connection.execute(_sql("past"), self._key()).fetchone() or (None, None, None, None)
        return _time(row[0]), Past(_time(row[1]), row[2], row[3])

    def checkpointed(self, at: datetime, error: str | None = None) -> Past:
        """Note how a checkpoint ended."""
        values = {"at": None if error else at.isoformat(), "result": "failed" if error else "success", "error": error}
        with self._transaction() as connection:
            connection.execute(_sql("checkpoint"), self._key() | values)
        return self.past()[1]

    def _note(self, drafts: Collection[Draft], event_at: datetime | None) -> None:
        with self._transaction() as connection:
            connection.execute(_sql("clear"), self._key())
            rows = [self._key() | _row(draft) for draft in drafts]
            connection.executemany(_sql("keep"), rows)
            if event_at is not None:
                connection.execute(_sql("event"), self._key() | {"event_at": event_at.isoformat()})

    @contextmanager
    def _transaction(self, write: bool = True) -> Iterator[sqlite3.Connection]:
        with self._state.transaction(write) as connection:
            for statement in _sql("schema").split(";"):
                connection.execute(statement)
            yield connection

    def _key(self) -> dict[str, Any]:
        return {"root": str(self._root)}


def _row(draft: Draft) -> dict[str, Any]:
    return {
        "path": draft.path, "version": draft.version, "dirty": draft.dirty, "open": draft.open,
        "sequence": draft.sequence,
    }  # fmt: skip


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _sql(name: str) -> str:
    return statements("query.buffers", "buffers")[name]
