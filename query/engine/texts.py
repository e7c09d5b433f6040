"""Contents of files: from the commit's blobs, from disk, or handed in; never from outside the repository."""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import os
import subprocess
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO

import numpy as np

from query.errors import InvalidArgument
from query.repo import git_environment

_WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KEPT_BYTES = 16 * 1024 * 1024
_NEWLINE = 0x0A


class Text:
    """A file's content with its lines found; lines are the indexer's: they end at line feeds alone."""

    def __init__(self, data: bytes) -> None:
        self.data = _narrow(data)
        ends = np.flatnonzero(np.frombuffer(self.data, np.uint8) == _NEWLINE).astype(np.int32)
        tail = [len(self.data)] if not self.data.endswith(b"\n") and self.data else []
        self._ends = np.append(ends, tail).astype(np.int32)

    def __len__(self) -> int:
        """Number of lines."""
        return len(self._ends)

    def line(self, number: int) -> str:
        """A line, 1-based, without its end; empty beyond the last."""
        if not 1 <= number <= len(self._ends):
            return ""
        start = self._ends[number - 2] + 1 if number > 1 else 0
        return self.data[start : self._ends[number - 1]].decode("utf-8", "replace").rstrip("\r")

    def lines(self, first: int, last: int) -> list[str]:
        """Lines from `first` to `last`, as far as they exist, without their ends."""
        first, last = max(first, 1), min(last, len(self._ends))
        if last < first:
            return []
        start = int(self._ends[first - 2]) + 1 if first > 1 else 0
        text = self.data[start : int(self._ends[last - 1])].decode("utf-8", "replace")
        return [line.rstrip("\r") for line in text.split("\n")] if "\r" in text else text.split("\n")


def _narrow(data: bytes) -> bytes:
    """UTF-8 without a byte order mark, as the indexer counts its lines."""
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace").encode()
    return data.removeprefix(codecs.BOM_UTF8)


@lru_cache(4096)
def checked_path(path: str) -> str:
    """A repo-relative path with forward slashes; anything that could lead elsewhere is refused."""
    parts = PurePosixPath(path).parts
    if not parts or "\0" in path or path.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or "\\" in path:
        hint = "give a path below the repository's root with forward slashes, like src/app.py"
        raise InvalidArgument(f"{path[:200]!r} is not a path inside the repository", hint)
    return "/".join(part for part in parts if part != ".")


def file_below(root: Path, path: str) -> Path | None:
    """A file of the work tree; none where it is missing, no plain file, or a link that leads out."""
    base = _resolved(root)
    try:
        real = (base / path).resolve(strict=True)
        inside = real.is_relative_to(base) and ".git" not in real.relative_to(base).parts
        return real if inside and real.is_file() else None
    except (OSError, RuntimeError, ValueError):
        return None


@lru_cache(64)
def _resolved(root: Path) -> Path:
    """Once: what leads out of where it was then is refused."""
    return root.resolve()


def blob_id(data: bytes, like: str) -> str:
    """The id git gives the content, by the hash that `like` is made with."""
    algorithm = "sha1" if len(like) == 40 else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


class Blobs:
    """One long-lived `git cat-file --batch`, started when first asked and started again when it dies."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, blob: str) -> bytes | None:
        """The blob's content; none where this clone does not have it."""
        return self.read_all([blob])[0]

    def read_all(self, blobs: Sequence[str]) -> list[bytes | None]:
        """The same of some blobs, asked for at once: each wait for an answer lets others go first."""
        with self._lock:
            for _ in range(2):
                try:
                    return self._ask(blobs)
                except (OSError, ValueError):
                    self._stop()
        return [None] * len(blobs)

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _ask(self, blobs: Sequence[str]) -> list[bytes | None]:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("".join(f"{blob}\n" for blob in blobs).encode("ascii"))
        process.stdin.flush()
        return [_answer(process.stdout) for _ in blobs]

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            command = ["git", "-C", os.fspath(self._root), "cat-file", "--batch"]
            self._process = subprocess.Popen(
                command, env=git_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was not yet written to the dead process
                    pipe.close()


def _answer(pipe: IO[bytes]) -> bytes | None:
    header = pipe.readline().split()
    if len(header) == 2 and header[1] == b"missing":
        return None
    _, kind, size = header  # a process that died gives an empty line: ValueError
    data = pipe.read(int(size) + 1)
    if len(data) != int(size) + 1:
        raise OSError("git ended in the middle of a blob")
    return data[:-1] if kind == b"blob" else None


class Kept:
    """The texts asked for last, up to some bytes."""

    def __init__(self, most_bytes: int = _KEPT_BYTES) -> None:
        self._most = most_bytes
        self._held = 0
        self._lock = threading.Lock()
        self._texts: OrderedDict[str, Text] = OrderedDict()

    def get(self, key: str) -> Text | None:
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
            return self._texts.get(key)

    def clear(self) -> None:
        with self._lock:
            self._texts.clear()
            self._held = 0

    def put(self, key: str, text: Text) -> None:
        with self._lock:
            if key not in self._texts:
                self._texts[key] = text
                self._held += len(text.data)
            while self._held > self._most and len(self._texts) > 1:
                self._held -= len(self._texts.popitem(last=False)[1].data)
