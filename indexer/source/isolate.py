"""The objects of a repository seen through an empty one of our own.

Nothing but the commit decides what is read: the original's settings, hooks, info/attributes, grafts and remotes are
not looked at. A partial clone has no remote to fetch from, so an object that is missing is just missing.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from indexer.source.command import Repository

# Names that are odd on other systems must not keep the attributes of the whole commit from being read.
_CONFIG = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tprotectNTFS = false\n\tprotectHFS = false\n"
_OBJECT_FORMAT = "[extensions]\n\tobjectFormat = {}\n"  # only where it is needed: older gits do not know it

_HEAD = "ref: refs/heads/none\n"
_PREFIX = "codemap-git-"
_YOUNG = 60.0  # seconds in which a folder may be made but not locked yet


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A temporary folder, locked while its build lives: what a killed one left is removed by the next."""
    for path in Path(gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            _remove_if_abandoned(path)
    with TemporaryDirectory(prefix=_PREFIX) as name:
        lock = os.open(name, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(lock)


def _remove_if_abandoned(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        facts = os.fstat(descriptor)
        ours = facts.st_uid == os.geteuid() and (path / "HEAD").read_text("ascii") == _HEAD
        if ours and time.time() - facts.st_mtime > _YOUNG:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path)
    finally:
        os.close(descriptor)


def isolated(repo: Repository, folder: Path) -> Repository:
    """The same objects, with `folder` (empty, ours) as the git directory."""
    (folder / "refs").mkdir()
    (folder / "HEAD").write_text(_HEAD)
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
