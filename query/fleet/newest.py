"""The newest snapshot of each repository in a cache."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer import schema
from query.errors import NotIndexedError
from query.repo import built_at

_PREFIX = "repo="
_SETTLED_NS = 2_000_000_000  # within it, two changes of a folder can leave the same time


@dataclass(frozen=True, slots=True, order=True)
class Newest:
    """A snapshot, and a digest of its manifest, since that of a commit may be replaced.

    `seen` is the time of the repository's folder; 0 where it has to be looked at again.
    """

    repo_id: str
    commit: str
    digest: str
    seen: int = 0


def newest(cache: Path, known: Mapping[str, Newest] | None = None) -> list[Newest]:
    """One snapshot for each repository, by the repository's id; what is known and has not changed is not read again."""
    found = []
    for repo_id, changed in sorted(_folders(cache).items()):
        before = (known or {}).get(repo_id)
        one = before if before and before.seen == changed else _look(cache, repo_id, changed)
        if one:
            found.append(one)
    if not found:
        raise NotIndexedError(f"there is no snapshot in {cache}", "codemap fleet index REPOS.txt")
    return found


def _folders(cache: Path) -> dict[str, int]:
    """When something last came into the folder of each repository, or went."""
    try:
        with os.scandir(cache / schema.LAYOUT) as entries:
            return {
                entry.name.removeprefix(_PREFIX): entry.stat().st_mtime_ns
                for entry in entries
                if entry.name.startswith(_PREFIX)
            }
    except FileNotFoundError:
        return {}


def _look(cache: Path, repo_id: str, changed: int) -> Newest | None:
    seen = changed if time.time_ns() - changed > _SETTLED_NS else 0
    built = [path.parent for path in schema.repo_dir(cache, repo_id).glob(f"commit=*/{schema.MANIFEST}")]
    if not built:
        return None
    last = max(built, key=lambda path: (built_at(path), path.name))
    digest = hashlib.sha256((last / schema.MANIFEST).read_bytes()).hexdigest()[:16]
    return Newest(repo_id, last.name.removeprefix("commit="), digest, seen)
