"""The newest snapshot of each repository in a cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer import schema
from query.errors import NotIndexedError
from query.repo import built_at


@dataclass(frozen=True, slots=True, order=True)
class Newest:
    repo_id: str
    commit: str


def newest(cache: Path) -> list[Newest]:
    """One snapshot for each repository, by the repository's id."""
    found = []
    for repo in sorted((cache / schema.LAYOUT).glob("repo=*")):
        built = [path.parent for path in repo.glob(f"commit=*/{schema.MANIFEST}")]
        if built:
            last = max(built, key=lambda path: (built_at(path), path.name))
            found.append(Newest(repo.name.removeprefix("repo="), last.name.removeprefix("commit=")))
    if not found:
        raise NotIndexedError(f"there is no snapshot in {cache}", "codemap fleet index REPOS.txt")
    return found
