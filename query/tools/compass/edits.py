"""What is edited in a work tree, asked of git once for all calls that wait for it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Generic, TypeVar

from query.hub.changes import git_bytes

T = TypeVar("T")
_STATUS = ("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all")


class Together(Generic[T]):
    """One look at a time for each key. A call never gets a look that began before it came: those who wait share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns: defaultdict[Path, threading.Lock] = defaultdict(threading.Lock)
        self._next: dict[Path, Future[T]] = {}

    def look(self, key: Path, make: Callable[[], T]) -> T:
        with self._lock:
            turn, shared = self._turns[key], self._next.get(key)
            mine: Future[T] = shared or self._next.setdefault(key, Future())
        if shared is None:
            with turn:
                with self._lock:
                    del self._next[key]
                try:
                    mine.set_result(make())
                except BaseException as error:
                    mine.set_exception(error)
        return mine.result()


_LOOKS: Together[list[str]] = Together()


def edited_paths(root: Path) -> list[str]:
    """Paths whose content on disk is not that of HEAD, new files among them."""
    return _LOOKS.look(root, lambda: _edited(root))


def _edited(root: Path) -> list[str]:
    listed = git_bytes(root, *_STATUS).split(b"\0")
    return sorted(entry[3:].decode(errors="replace") for entry in listed if entry)
