"""Repositories that were registered by name, in the local state: a server for any repository serves them again."""

from __future__ import annotations

import time
from pathlib import Path

from query.repo import RepoRef
from query.state import State, statements


def register(state: State, repo: RepoRef, name: str) -> None:
    """Note a repository, or its new name."""
    values = {"root": str(repo.root), "repo_id": repo.repo_id, "name": name, "now": time.time()}
    with state.transaction() as connection:
        connection.execute(_sql("schema"))
        connection.execute(_sql("register"), values)


def roots(state: State) -> list[Path]:
    """Where they are, those that were registered first in front; what is gone from the disk is not served."""
    # Looking must not create a database for people who never registered anything.
    if not state.path.exists():
        return []
    with state.transaction(write=False) as connection:
        connection.execute(_sql("schema"))
        listed = [Path(root) for (root,) in connection.execute(_sql("list"))]
    return [root for root in listed if root.is_dir()]


def _sql(name: str) -> str:
    return statements("query.hub", "registered")[name]
