"""A plain folder, without git: its files as they are now, keyed by their content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, TypeVar

from indexer import schema
from indexer.config import find_settings
from indexer.model import Diagnostic, Entry, Part, Settings
from indexer.source.filters import MOST_SETTINGS_BYTES, Findings, TreeItem, select
from indexer.source.walk import walk

_CHUNK = 1 << 20
# Never through a link, and never waiting for the other end of a pipe that took the file's place.
_OPEN = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_T = TypeVar("_T")


class _Changed(Exception):
    """The file is not what it was a moment ago."""


class FolderSource:
    """The files below a folder; its .gitignore files hold, .gitattributes need a commit."""

    def __init__(self, path: Path, settings: Settings | None) -> None:
        root = path.resolve()
        self._root = os.fsencode(root)
        self._findings = Findings()
        self._raw: dict[str, bytes] = {}
        self.part = Part()
        self.repo_id: str = schema.repo_id(None, root.as_posix())
        self.settings: Settings = settings or find_settings(self._settings_file, f"{root}/")
        files = select(walk(self._root, self._findings), self.settings, self._findings)
        self.entries: list[Entry] = [entry for item in files if (entry := self._enter(item))]
        self.commit: str = _content_key(self.entries)
        self.diagnostics: list[Diagnostic] = self._findings.diagnostics

    def read(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        """The contents, in the order asked for; what is no longer as it was is left out and becomes a diagnostic."""
        for entry in entries:
            data = self._guarded(entry.path, self._raw[entry.path], partial(_same, entry))
            if data is not None:
                yield entry, data

    def ancestors(self, most: int) -> list[str]:
        """A folder has no history."""
        return []

    def churn(self) -> dict[str, int] | None:
        """A folder has no history."""
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _settings_file(self, name: str) -> bytes | None:
        try:
            with _open(self._root + b"/" + name.encode()) as file:
                data = file.read(MOST_SETTINGS_BYTES + 1)
        except (OSError, _Changed):  # not there, or told when the files are entered
            return None
        if len(data) > MOST_SETTINGS_BYTES:
            self._findings.report("settings_skipped", [name])
            return None
        return data

    def _enter(self, item: TreeItem) -> Entry | None:
        self._raw[item.path] = item.raw
        hashed = self._guarded(item.path, item.raw, _hash)
        return Entry(item.path, *hashed) if hashed else None

    def _guarded(self, path: str, raw: bytes, use: Callable[[BinaryIO], _T]) -> _T | None:
        """What `use` makes of the file; None, and a finding, where it cannot be had."""
        try:
            with _open(self._root + b"/" + raw) as file:
                return use(file)
        except (FileNotFoundError, _Changed):
            self._findings.report("file_changed", [path])
        except OSError as error:
            self._findings.report("unreadable", [path], error.strerror or "")
        return None


def _open(path: bytes) -> BinaryIO:
    file = os.fdopen(os.open(path, _OPEN), "rb")
    if not S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _Changed
    return file


def _hash(file: BinaryIO) -> tuple[str, int]:
    """Blob id and size, the content streamed: it may be larger than memory."""
    size = os.fstat(file.fileno()).st_size
    digest, seen = _blob_header(size), 0
    while chunk := file.read(_CHUNK):
        digest.update(chunk)
        seen += len(chunk)
    if seen != size:
        raise _Changed
    return digest.hexdigest(), size


def _same(entry: Entry, file: BinaryIO) -> bytes:
    data = file.read(entry.size + 1)
    digest = _blob_header(entry.size)
    digest.update(data)
    if digest.hexdigest() != entry.blob:
        raise _Changed
    return data


def _blob_header(size: int) -> hashlib._Hash:
    return hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)


def _content_key(entries: Iterable[Entry]) -> str:
    digest = hashlib.sha256()
    for entry in entries:
        digest.update(f"{entry.path}\0{entry.blob}\n".encode())
    return digest.hexdigest()
