"""Projects that were registered with `codemap init`, in the local state."""

from __future__ import annotations

import time
from dataclasses import dataclass

from query.repo import RepoRef
from query.state import State, statements


@dataclass(frozen=True, slots=True)
class Project:
    """A work tree, a bare repository or a folder; `registered_at` is seconds since the epoch."""

    root: str
    repo_id: str
    default_ref: str | None
    registered_at: float


def register(state: State, repo: RepoRef) -> bool:
    """Note a project; whether it is new."""
    values = {"root": str(repo.root), "repo_id": repo.repo_id, "default_ref": repo.branch, "now": time.time()}
    with state.transaction() as connection:
        connection.execute(_sql("schema"))
        return connection.execute(_sql("register"), values).rowcount > 0


def listed(state: State) -> list[Project]:
    """All registered projects by their place."""
    if not state.path.exists():
        return []
    with state.transaction(write=False) as connection:
        connection.execute(_sql("schema"))
        return [Project(*row) for row in connection.execute(_sql("list"))]


def _sql(name: str) -> str:
    return statements("query", "projects")[name]
