"""Which snapshot a commit is answered from: its own, its nearest indexed ancestor's, or that of a part of it."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath

from indexer import schema
from query.errors import NotIndexedError
from query.hub import changes, parts
from query.repo import RepoRef
from query.state import State

_LOG = logging.getLogger("codemap")
MOST_OVERLAID = 300  # files that are parsed within a query; beyond, the ancestor answers as it is
_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Base:
    """The snapshot that a commit is answered from, and what is laid over it."""

    commit: str
    cache: Path
    distance: int = 0
    changed: tuple[str, ...] = ()
    below: str = ""  # the folder that answers are limited to; "" is all of the commit
    indexed: str = ""  # the folder that the snapshot is of

    @property
    def overlaid(self) -> tuple[str, ...]:
        return self.changed if len(self.changed) <= MOST_OVERLAID else ()

    def holds(self, path: str) -> bool:
        return not self.below or path.startswith(f"{self.below}/")


class Bases:
    """Looks for snapshots; what git had to be asked for is remembered until another one appears."""

    def __init__(self, cache: Path, state: State) -> None:
        self._cache = cache
        self._state = state
        self._known: dict[tuple[str, str, str, int], Base | None] = {}

    def of(self, repo: RepoRef, below: str | None = None) -> Base:
        """What answers for a commit: all of it, or, with `below`, what lies below a folder.

        Who asks for all gets the part that was indexed last from this work tree where nothing else is; it says so.
        """
        if self.is_indexed(repo):
            return Base(repo.commit, self._cache, below=below or "")
        if whole := self._found(repo, ""):
            return _limited(whole, below or "")
        for folder in _around(below) if below else parts.last(self._state, repo.root):
            if part := self._found(repo, folder):
                return _limited(part, below or folder)
        where = f"what lies below {below} in " if below else ""
        what = f"{where}commit {repo.commit[:12]} of {repo.root} is not indexed, and no ancestor of it is"
        raise NotIndexedError(what, f"codemap index --path {repo.root} --ref {repo.commit[:12]}")

    def own(self, repo: RepoRef) -> Base | None:
        """The commit's own snapshot, or that of the part of it that was indexed last from this work tree."""
        if self.is_indexed(repo):
            return Base(repo.commit, self._cache)
        for folder in parts.last(self._state, repo.root):
            if self.is_indexed(repo, folder):
                return Base(repo.commit, schema.part_cache(self._cache, folder), below=folder, indexed=folder)
        return None

    def is_indexed(self, repo: RepoRef, folder: str = "") -> bool:
        return os.path.isfile(_manifest(self._cache, folder, repo.repo_id, repo.commit))  # noqa: PTH113 - see there

    def pulled(self, repo: RepoRef) -> bool:
        """Whether the object store behind the cache has the commit."""
        if schema.store_url(self._cache) is None:
            return False
        from indexer.facade import fetch_snapshot

        try:
            return fetch_snapshot(self._cache, repo.repo_id, repo.commit)
        except Exception as error:
            # A store that cannot be reached should not cost the answer that an ancestor can give.
            _LOG.warning("the store behind %s cannot be asked: %s", self._cache, error)
            return False

    def _found(self, repo: RepoRef, folder: str) -> Base | None:
        """The nearest snapshot of a part, or of all."""
        cache = schema.part_cache(self._cache, folder)
        home = schema.repo_dir(cache, repo.repo_id)
        # A store may have the commit a moment later: what is not there is then looked for each time.
        remembers = schema.store_url(cache) is None
        key = (folder, repo.repo_id, repo.commit, home.stat().st_mtime_ns if home.exists() else 0)
        if self._known.get(key) is None and not (remembers and key in self._known):
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[key] = self._nearest(repo, folder, cache)
        return self._known[key]

    def _nearest(self, repo: RepoRef, folder: str, cache: Path) -> Base | None:
        if self.is_indexed(repo, folder) or (not folder and self.pulled(repo)):
            return Base(repo.commit, cache, indexed=folder)
        home = schema.repo_dir(cache, repo.repo_id)
        there = {path.parent.name.removeprefix("commit=") for path in home.glob(f"commit=*/{schema.MANIFEST}")}
        nearest = changes.nearest_indexed(repo.root, repo.commit, there)
        if nearest is None:
            return None
        commit, distance = nearest
        return Base(commit, cache, distance, tuple(changes.between(repo.root, commit, repo.commit)), indexed=folder)


def _limited(base: Base, below: str) -> Base:
    if not below:
        return base
    shown = replace(base, below=below)
    return replace(shown, changed=tuple(filter(shown.holds, base.changed)))


def _around(below: str) -> list[str]:
    """A folder and those above it, the widest first: it says most about what a name means."""
    folder = PurePosixPath(below)
    return [str(each) for each in reversed((folder, *folder.parents)) if str(each) != "."]


@lru_cache(_KEPT)
def _manifest(cache: Path, folder: str, repo_id: str, commit: str) -> str:
    """A plain string, kept: every call looks at it, and to put the path together took longer than to look."""
    return str(schema.snapshot_dir(schema.part_cache(cache, folder), repo_id, commit) / schema.MANIFEST)
