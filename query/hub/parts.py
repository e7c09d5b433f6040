"""Parts of repositories that are indexed alone: which folder a path means, and which a work tree asked for last."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from query.errors import InvalidArgument
from query.hub import changes
from query.state import State, statements

if TYPE_CHECKING:
    from query.repo import RepoRef

WHOLE = "."  # as workspaces keep it
_HINT = "give a folder of the repository, or a solution or project file in one"


def folder_of(repo: RepoRef, path: str) -> str:
    """The folder that a path names, or that the file it names is in, relative to the root; "" is the root itself.

    It must be one of the commit: what is not committed cannot be indexed.
    """
    root = repo.root.resolve()
    place = (root / path).resolve() if "\0" not in path else root.parent
    if not place.is_relative_to(root):
        raise InvalidArgument(f"{path[:200]!r} is not below {repo.root}", _HINT)
    name = place.relative_to(root).as_posix()
    kind = "tree" if place.is_dir() else changes.kind_of(repo.root, repo.commit, name)
    if kind is None and not place.is_file():
        raise InvalidArgument(f"{path[:200]!r} does not exist", _HINT)
    folder = name if kind == "tree" else place.parent.relative_to(root).as_posix()
    if folder != WHOLE and changes.kind_of(repo.root, repo.commit, folder) != "tree":
        raise InvalidArgument(f"commit {repo.commit[:12]} has no folder {folder[:200]!r}", _HINT)
    return "" if folder == WHOLE else folder


def remember(state: State, root: Path, below: str) -> None:
    """Note which part was asked for; with "", that all is wanted."""
    if not below and not state.path.exists():
        return
    with state.transaction() as connection:
        connection.execute(_sql("schema"))
        connection.execute(_sql("remember" if below else "forget"), {"root": str(root), "below": below})


def last(state: State, root: Path) -> list[str]:
    """The part that was asked for last from a work tree, if any."""
    if not state.path.exists():
        return []
    with state.transaction(write=False) as connection:
        connection.execute(_sql("schema"))
        return [below for (below,) in connection.execute(_sql("last"), {"root": str(root)})]


def _sql(name: str) -> str:
    return statements("query.hub", "parts")[name]
