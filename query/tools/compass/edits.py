"""What is edited in a work tree, asked of git once for all calls that wait for it, and again once something changed."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from query.errors import QueryError
from query.hub.changes import git_bytes
from query.hub.watch import Watch

T = TypeVar("T")
_STATUS = (
    "status", "--porcelain", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames",
    "--ignore-submodules=all",
)  # fmt: skip
_IGNORED = "!! "
MOST_WATCHED = 16
# What is written through mapped memory, or by another machine to a shared disk, the kernel does not tell: a look is
# followed by another soon, for which nobody waits unless the last one is old.
TRUSTED_SECONDS, WAITED_SECONDS = 1.0, 5.0


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


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a look found; it holds while nothing happens in the tree, for a moment."""

    paths: list[str]
    ignored: frozenset[str]
    watch: Watch
    began: float

    @property
    def age(self) -> float:
        return time.monotonic() - self.began

    def holds(self) -> bool:
        return self.age < WAITED_SECONDS and self.watch.unchanged()


_LOOKS: Together[list[str]] = Together()
_SEEN: dict[Path, _Seen] = {}
_BESIDE: set[Path] = set()  # trees that are being looked at for nobody in particular


def edited_paths(root: Path) -> list[str]:
    """Paths whose content on disk is not that of HEAD, new files among them."""
    seen = _SEEN.get(root)
    if seen is None or not seen.holds():
        return _LOOKS.look(root, lambda: _looked(root))
    if seen.age >= TRUSTED_SECONDS and root not in _BESIDE:
        _BESIDE.add(root)
        threading.Thread(target=_look_again, args=(root,), name="look at edits", daemon=True).start()
    return seen.paths


def _look_again(root: Path) -> None:
    try:
        with suppress(QueryError):  # who waits for a look is told
            _LOOKS.look(root, lambda: _looked(root))
    finally:
        _BESIDE.discard(root)


def _looked(root: Path) -> list[str]:
    """Looks while the tree is watched already: what happens meanwhile is then not missed."""
    before = _SEEN.get(root)
    ignored = before.ignored if before else _status(root)[1]
    if before and (before.watch.unchanged() or not before.watch.able):
        watch = before.watch
    else:
        watch = Watch(root, ignored)
        if before:
            before.watch.close()
    began = time.monotonic()
    paths, still_ignored = _status(root)
    if still_ignored != ignored:  # a folder that counts now was not watched
        watch.close()
    _SEEN[root] = _Seen(paths, still_ignored, watch, began)
    if len(_SEEN) > MOST_WATCHED:
        _SEEN.pop(next(iter(_SEEN))).watch.close()
    return paths


def _status(root: Path) -> tuple[list[str], frozenset[str]]:
    """(what is edited, folders that are ignored)"""
    listed = [entry.decode(errors="replace") for entry in git_bytes(root, *_STATUS).split(b"\0") if entry]
    paths = sorted(entry[3:] for entry in listed if not entry.startswith(_IGNORED))
    return paths, frozenset(entry[3:] for entry in listed if entry.startswith(_IGNORED) and entry.endswith("/"))
