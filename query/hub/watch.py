"""Whether a work tree is still as it was when it was looked at: the kernel notes every change (inotify) as it happens.

Where there is no inotify, or too much to watch, nobody can tell, and whoever asks has to look again.
"""

from __future__ import annotations

import ctypes
import os
import select
import threading
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from query.hub.heads import GitFolders, Mark, find_folders, mark, marks

MOST_FOLDERS = 20_000
_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED, _CREATE, _DELETE, _GONE = 0x2, 0x4, 0x8, 0xC0, 0x100, 0x200, 0xC00
_CHANGES = _MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED | _CREATE | _DELETE | _GONE
_GIT = ".git"


class Watch:
    """The folders of a work tree, and git's own notes about it, from now on."""

    def __init__(self, root: Path, ignored: Collection[str]) -> None:
        """`ignored` are folders, relative, that are not watched."""
        self._lock = threading.Lock()
        # Looked for once: a repository that comes between is a new folder in one that is watched.
        self._folders = find_folders(root)
        self._marks = _git_marks(self._folders)
        self._descriptor = _watching(root, ignored)
        self.able = self._descriptor is not None

    def unchanged(self) -> bool:
        """Whether nothing has happened since; False also where that cannot be told."""
        with self._lock:
            if self._descriptor is None:
                return False
            told = select.poll()
            told.register(self._descriptor, select.POLLIN)
            # Nothing is ever read from it: once something has happened it stays so.
            return not told.poll(0) and self._marks == _git_marks(self._folders)

    def close(self) -> None:
        with self._lock:
            if self._descriptor is not None:
                os.close(self._descriptor)
            self._descriptor = None


def _git_marks(folders: GitFolders | None) -> tuple[Mark, ...]:
    if folders is None:
        return ()
    return (*marks(folders), mark(f"{folders.own}/index"), mark(f"{folders.common}/info/exclude"))


@cache
def _libc() -> Any:
    found = ctypes.CDLL(None, use_errno=True)
    return found if hasattr(found, "inotify_init1") else None


def _watching(root: Path, ignored: Collection[str]) -> int | None:
    """A descriptor that becomes readable with the first change; None where there can be none."""
    if _libc() is None or (descriptor := _libc().inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)) < 0:
        return None
    for count, folder in enumerate(_folders(root, frozenset(ignored))):
        if count >= MOST_FOLDERS or _libc().inotify_add_watch(descriptor, os.fsencode(folder), _CHANGES) < 0:
            os.close(descriptor)
            return None
    return int(descriptor)


def _folders(root: Path, ignored: frozenset[str]) -> Iterator[str]:
    """Folders of the tree, each told before it is read: what is made in it meanwhile is noticed."""
    waiting = [""]
    while waiting:
        inside = waiting.pop()
        yield f"{root}/{inside}"
        with suppress(OSError), os.scandir(f"{root}/{inside}") as entries:
            found = (f"{inside}{entry.name}/" for entry in entries if entry.name != _GIT and _is_folder(entry))
            waiting += [path for path in found if path not in ignored]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
