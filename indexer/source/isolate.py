"""The objects of a repository seen through an empty one of our own.

Nothing but the commit decides what is read: the original's settings, hooks, info/attributes, grafts and remotes are
not looked at. A partial clone has no remote to fetch from, so an object that is missing is just missing.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from indexer.source.command import Repository

# Names that are odd on other systems must not keep the attributes of the whole commit from being read.
_CONFIG = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tprotectNTFS = false\n\tprotectHFS = false\n"
_OBJECT_FORMAT = "[extensions]\n\tobjectFormat = {}\n"  # only where it is needed: older gits do not know it


def isolated(repo: Repository, folder: Path) -> Repository:
    """The same objects, with `folder` (empty, ours) as the git directory."""
    (folder / "refs").mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/none\n")
    extensions = "" if repo.object_format == "sha1" else _OBJECT_FORMAT.format(repo.object_format)
    (folder / "config").write_text(_CONFIG + extensions)
    with suppress(FileNotFoundError):
        shutil.copyfile(repo.common_dir / "shallow", folder / "shallow")
    extra_env = {
        "GIT_OBJECT_DIRECTORY": str(repo.common_dir / "objects"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_COUNT": "0",
    }
    return replace(repo, git_dir=folder, common_dir=folder, extra_env=extra_env)
