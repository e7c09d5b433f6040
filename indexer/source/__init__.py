"""Where the files come from: a commit of a git repository, or a plain folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from indexer.model import Settings, Source, SourceError
from indexer.source.command import discover, looks_like_repository
from indexer.source.content import decode_bom, is_binary, is_lfs_pointer
from indexer.source.folder import FolderSource
from indexer.source.git import GitSource

__all__ = ["decode_bom", "is_binary", "is_lfs_pointer", "open_source"]


def open_source(path: Path, ref: str | None, settings: Settings | None, below: str = "") -> Source:
    """The files of the commit `ref` (HEAD where None) of the repository around `path`, or those of a plain folder.

    Without settings, those that the files themselves hold (codemap.toml, pyproject.toml) decide. `below` names a folder
    of the commit, and leaves out what is not below it.
    """
    if not path.exists():
        raise SourceError(f"{path} does not exist.", "Check the path: it names a repository or a folder.")
    if not path.is_dir():
        raise SourceError(f"{path} is not a folder.", f"Name the folder that holds it: {path.parent}.")
    if shutil.which("git") is None:
        if looks_like_repository(path):
            raise SourceError(f"{path} is in a git repository, but git is not installed.", "Install git and try again.")
    elif repo := discover(path):
        return GitSource(repo, ref, settings, below)
    if ref is not None:
        raise SourceError(
            f"{path} is not in a git repository: there is no revision {ref!r}.",
            "Leave --ref out to index the folder as it is, or point --path at the repository.",
        )
    if below:
        raise SourceError(f"{path} is not in a git repository.", "Index the folder itself: --path instead of --below.")
    return FolderSource(path, settings)
