"""What a repository's HEAD is, without asking git each time: a few `stat` calls tell whether it moved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from query.repo import RepoRef, locate

Mark = tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class GitFolders:
    """Where a work tree keeps its HEAD, and where all work trees of the repository keep the rest."""

    root: Path
    own: Path
    common: Path


def find_folders(path: Path) -> GitFolders | None:
    """The repository around `path`, found by looking: no process is started for a path that may not be asked about."""
    for folder in (path, *path.parents):
        dot = folder / ".git"
        if dot.is_dir():
            return GitFolders(folder, dot, dot)
        if dot.is_file():
            return _linked(folder, dot)
        if _is_bare(folder):
            return GitFolders(folder, folder, folder)
    return None


def _is_bare(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def _linked(folder: Path, dot: Path) -> GitFolders | None:
    """A work tree or submodule whose `.git` is a file that names another folder."""
    name = _first_line(dot).removeprefix("gitdir:").strip()
    own = (folder / name).resolve()
    if not name or not own.is_dir():
        return None
    common = _first_line(own / "commondir")
    return GitFolders(folder, own, (own / common).resolve() if common else own)


class Heads:
    """The commits that paths stand at, asked again only after something moved."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._folders: dict[Path, GitFolders] = {}
        self._known: dict[Path, tuple[tuple[Mark, ...], RepoRef]] = {}
        self._branches: dict[str, tuple[Mark, str]] = {}

    def folders(self, path: Path) -> GitFolders | None:
        """The repository around a path; one that was found is looked for again when its HEAD is gone."""
        known = self._folders.get(path)
        if known is None or mark(f"{known.own}/HEAD") is None:
            known = find_folders(path)
            if known is not None:
                self._folders[path] = known
        return known

    def at(self, path: Path) -> RepoRef:
        """The repository around an absolute path, at its HEAD."""
        folders = self.folders(path)
        if folders is None:
            return locate(path, None, self._cache)
        # Taken before git is asked: a move in between is then seen the next time.
        stands = marks(folders, self._branch(folders))
        known = self._known.get(path)
        if known and known[0] == stands:
            return known[1]
        found = locate(path, None, self._cache)
        self._known[path] = (stands, found)
        return found

    def _branch(self, folders: GitFolders) -> str:
        """What HEAD names; read again only when it was written: each call asks."""
        head = f"{folders.own}/HEAD"
        written = mark(head)
        known = self._branches.get(head)
        if known is None or known[0] != written:
            known = self._branches[head] = (written, named_by(head))
        return known[1]


def marks(folders: GitFolders, branch: str | None = None) -> tuple[Mark, ...]:
    """What changes when HEAD moves; `branch` is what it names, where that is known."""
    # Plain strings: this is done for every call, and paths as objects would take most of its time.
    head, common = f"{folders.own}/HEAD", str(folders.common)
    branch = named_by(head) if branch is None else branch
    places = [head, f"{common}/packed-refs", f"{common}/config", f"{common}/reftable/tables.list"]
    if branch.startswith("refs/"):
        places.append(f"{common}/{branch}")
    return tuple(map(mark, places))


def named_by(head: str) -> str:
    return _first_line(head).removeprefix("ref:").strip()


def mark(path: str) -> Mark:
    """What changes with a file; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - see above
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _first_line(path: Path | str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as text:  # noqa: PTH123 - called with strings, too
            return text.readline(4096).strip()
    except OSError:
        return ""
