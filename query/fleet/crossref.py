"""Look-ups over all repositories of a cache: who uses which name, in whichever repository it is defined."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from threading import Lock

import pyarrow as pa
import pyarrow.compute as pc

from query.errors import NotFound
from query.fleet.merged import TABLES, Merged
from query.fleet.sorted_file import SortedFile

_NEAR = 5
_definition = itemgetter("repo", "symbol_id", "kind", "path", "line")
_USE = ("repo", "path", "line", "col", "kind", "external", "key")


@dataclass(frozen=True, slots=True)
class Definition:
    repo: str
    symbol_id: str
    kind: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Use:
    """`external` tells that the repository has the name from another one."""

    repo: str
    path: str
    line: int
    col: int
    kind: str
    external: bool
    name: str


@dataclass(frozen=True, slots=True)
class References:
    """`uses` may be cut, `total` counts them all; `commits` has the commit of each repository that is in it."""

    name: str
    definitions: tuple[Definition, ...]
    uses: tuple[Use, ...]
    total: int
    repositories: int
    commits: dict[str, str]


@lru_cache(maxsize=4)
def opened(cache: Path) -> Crossref:
    """The cross-reference of a cache, one for all calls of a server."""
    return Crossref(cache)


class Crossref:
    """The cross-reference of a cache, kept open between look-ups."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._merged = Merged(cache)
        self._lock = Lock()
        self._open: tuple[SortedFile, SortedFile] | None = None

    def refresh(self) -> list[str]:
        """Bring the files up to date; ids of the repositories that were read again."""
        with self._lock:
            return self._merged.refresh()

    def references(self, name: str, limit: int | None = None, external_only: bool = False) -> References:
        """Everything that uses a name, under all names that its definitions have."""
        names, uses, commits = self._files()
        key = name.replace("::", ".").replace("\\", ".")
        found = names.rows(key).to_pylist()
        owners: dict[str, set[str]] = {key: set()}
        for row in found:
            for spelling in row["spellings"]:
                owners.setdefault(spelling, set()).add(row["repo"])
        used = _of_owners(uses.rows(*owners), owners)
        if not found and not used.num_rows:
            raise self._unknown(name, names.keys_ending(key.rpartition(".")[2]))
        if external_only:
            used = used.filter(used["external"])
        repos = set(used["repo"].unique().to_pylist())
        shown = used.sort_by([(column, "ascending") for column in ("repo", "path", "line", "col")]).slice(0, limit)
        return References(
            name,
            tuple(Definition(*_definition(row)) for row in found),
            tuple(map(Use, *(shown[column].to_pylist() for column in _USE))),
            used.num_rows,
            len(repos),
            {repo: commits[repo] for repo in sorted(repos.union(row["repo"] for row in found))},
        )

    def _files(self) -> tuple[SortedFile, SortedFile, dict[str, str]]:
        with self._lock:
            self._merged.refresh()
            names, uses = (self._merged.path(table) for table in TABLES)
            if self._open is None or self._open[0].path != names:
                self._open = SortedFile(names), SortedFile(uses)
            return *self._open, self._merged.commits

    def _unknown(self, name: str, near: list[str]) -> NotFound:
        close = tuple(sorted(near, key=lambda key: (len(key), key))[:_NEAR])
        hint = "did you mean " + ", ".join(close) if close else "give the full name, like flask.Flask"
        return NotFound(f"no repository in {self._cache} defines or uses {name!r}", hint, close)


def _of_owners(uses: pa.Table, owners: dict[str, set[str]]) -> pa.Table:
    """Uses of names without those that mean another repository's own definition of the same name."""
    keys, repos = uses["key"], uses["repo"]
    kept = uses["external"]
    for key, owning in owners.items():
        own = pc.is_in(repos, pa.array(sorted(owning), pa.string())) if owning else pa.scalar(True)
        kept = pc.or_(kept, pc.and_(pc.equal(keys, key), own))
    return uses.filter(kept)
