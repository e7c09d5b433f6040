"""What is local and is no snapshot: workspaces and the files that each of them has changed.

One SQLite file in the user's state folder. Several servers write it at once, so every change is one transaction, and
nothing is held between calls.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
import time
import zlib
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from query.errors import StateError

BUSY_SECONDS = 10.0
TOUCH_SECONDS = 60.0  # how stale the time of the last use may be: a query should not have to write
_HEADER = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)

_Mark = tuple[int, int, int]
Contents = Mapping[str, bytes | None]  # None: deleted


@dataclass(frozen=True, slots=True)
class Workspace:
    """An agent's own state of a work tree: a commit, and files laid over it. Times are seconds since the epoch."""

    root: str
    workspace_id: str
    repo_id: str
    base_commit: str
    solution_path: str
    revision: int
    token: str  # another one after each change: revisions start again after a reset
    symbols: int
    facts: int
    created_at: float
    accessed_at: float
    changed_files: int

    @property
    def below(self) -> str | None:
        """The folder that it is about; none where it is about all."""
        return None if self.solution_path == "." else self.solution_path


class State:
    """The file, opened anew for each operation: safe in every thread and after a fork.

    A server keeps connections for the next operation, since closing the last one makes SQLite wait for the disk.
    """

    def __init__(self, path: Path | None = None, keep: int = 0) -> None:
        self.path = path or default_path()
        self._kept: deque[tuple[_Mark, sqlite3.Connection]] = deque()
        self._keep = keep

    def create(self, root: Path, repo_id: str, workspace_id: str, base_commit: str, solution_path: str) -> Workspace:
        """The workspace, new where there was none; one that is there stays as it is."""
        values = {"repo_id": repo_id, "base_commit": base_commit, "solution_path": solution_path}
        with self.transaction() as connection:
            connection.execute(_sql("create"), _key(root, workspace_id) | values | _stamp())
            return _read(connection, root, workspace_id)[0]

    def get(self, root: Path, workspace_id: str) -> Workspace | None:
        """The workspace, noted as used."""
        with self.transaction(write=False) as connection:
            found = _read(connection, root, workspace_id)
            if found and time.time() - found[0].accessed_at > TOUCH_SECONDS:
                connection.execute(_sql("touch"), _key(root, workspace_id) | {"now": time.time()})
        return found[0] if found else None

    def list(self, root: Path) -> list[Workspace]:
        with self.transaction(write=False) as connection:
            return _read(connection, root, None)

    def contents(self, workspace: Workspace) -> dict[str, bytes | None]:
        """The files that the workspace has laid over its commit."""
        with self.transaction(write=False) as connection:
            rows = connection.execute(_sql("contents"), _key(workspace.root, workspace.workspace_id))
            return {path: None if data is None else zlib.decompress(data) for path, data in rows}

    def revise(self, workspace: Workspace, contents: Contents, kept: Collection[str] = ()) -> Workspace | None:
        """Put `contents` in the place of what was laid over; None where somebody else was faster.

        `kept` are paths whose content is there already: a large file is not written again with each edit of another.
        """
        return self._replace(workspace, contents, workspace.revision + 1, kept)

    def reset(self, workspace: Workspace) -> Workspace | None:
        """Forget everything that was laid over; None where somebody else was faster."""
        return self._replace(workspace, {}, 0)

    def count(self, workspace: Workspace, symbols: int, facts: int) -> None:
        """Note what the files that are laid over hold."""
        values = {"symbols": symbols, "facts": facts, "expected": workspace.token}
        with self.transaction() as connection:
            connection.execute(_sql("count"), _key(workspace.root, workspace.workspace_id) | values)

    def delete(self, root: Path, workspace_id: str) -> bool:
        with self.transaction() as connection:
            return connection.execute(_sql("delete"), _key(root, workspace_id)).rowcount > 0

    def _replace(
        self, workspace: Workspace, contents: Contents, revision: int, kept: Collection[str] = ()
    ) -> Workspace | None:
        key = _key(workspace.root, workspace.workspace_id)
        values = {"revision": revision, "expected": workspace.token}
        with self.transaction() as connection:
            if not connection.execute(_sql("revise"), key | values | _stamp()).rowcount:
                return None
            connection.execute(_sql("clear"), key | {"kept": json.dumps(sorted(kept))})
            new = {path: data for path, data in contents.items() if path not in kept}
            rows = [key | {"path": path, "content": _packed(data)} for path, data in new.items()]
            connection.executemany(_sql("keep"), rows)
            return _read(connection, workspace.root, workspace.workspace_id)[0]

    @contextmanager
    def transaction(self, write: bool = True) -> Iterator[sqlite3.Connection]:
        """Everything inside happens as one step, or not at all."""
        try:
            with self._connection() as connection:
                connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
                yield connection
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            hint = "if the file is damaged, move it away: workspaces are then created anew"
            raise StateError(f"the state file {self.path} cannot be used: {error}", hint) from error

    def close(self) -> None:
        """Close the connections that are kept."""
        while self._kept:
            self._kept.popleft()[1].close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        connection = self._taken() or self._open()
        kept = False
        try:
            yield connection
            kept = len(self._kept) < self._keep
        finally:
            if kept:
                self._kept.append((self._mark(), connection))
            else:
                connection.close()

    def _taken(self) -> sqlite3.Connection | None:
        """A kept connection, if the file is still the one that it was opened for, in this very process."""
        with suppress(IndexError):
            mark, connection = self._kept.popleft()
            if mark == self._mark():
                return connection
            connection.close()
        return None

    def _mark(self) -> _Mark:
        found = self.path.stat() if self.path.exists() else None
        return os.getpid(), found.st_dev if found else 0, found.st_ino if found else 0

    def _open(self) -> sqlite3.Connection:
        new = not self.path.exists()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StateError(
                f"cannot create {self.path.parent}: {error.strerror}", "set XDG_STATE_HOME to a folder of yours"
            ) from error
        connection = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=not self._keep
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        if new or not connection.execute("PRAGMA user_version").fetchone()[0]:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_sql("schema") + "\nPRAGMA user_version = 1;")
        return connection


def default_path() -> Path:
    """In the user's state folder."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "codemap" / "state.sqlite"


def _key(root: Path | str, workspace_id: str | None) -> dict[str, Any]:
    return {"root": str(root), "workspace_id": workspace_id}


def _stamp() -> dict[str, Any]:
    return {"now": time.time(), "token": secrets.token_hex(8)}


def _read(connection: sqlite3.Connection, root: Path | str, workspace_id: str | None) -> list[Workspace]:
    cursor = connection.execute(_sql("list"), _key(root, workspace_id))
    names = [column[0] for column in cursor.description]
    return [Workspace(**dict(zip(names, row, strict=True))) for row in cursor]


def _packed(data: bytes | None) -> bytes | None:
    return None if data is None else zlib.compress(data, 1)


def _sql(name: str) -> str:
    return statements("query", "state")[name]


@cache
def statements(package: str, file: str) -> dict[str, str]:
    """The named statements of a package's .sql file."""
    text = files(package).joinpath(f"{file}.sql").read_text(encoding="utf-8")
    parts = _HEADER.split(text)[1:]
    return {name: body.strip() for name, body in zip(parts[::2], parts[1::2], strict=True)}
