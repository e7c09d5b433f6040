"""A commit with files replaced that are not committed: its snapshot, and one more layer that lives in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from indexer import facade
from query.mount import Mounted, mount
from query.repo import RepoRef


def overlay(cache: Path, repo: RepoRef, contents: Mapping[str, bytes | None], below: str = "") -> Mounted:
    """The views of a commit as if the files had these contents, None meaning deleted; see `mount` for the rest."""
    layer = facade.overlay(repo.root, cache, repo.repo_id, repo.commit, contents) if contents else None
    return mount(cache, repo.repo_id, repo.commit, over=layer, below=below)
