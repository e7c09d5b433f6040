"""Files that are given, not read: buffers, virtual files, samples."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

from indexer.model import Diagnostic, Entry, Part, Settings


class ContentsSource:
    """A source as any other; whatever commit it is laid over."""

    def __init__(
        self,
        contents: Mapping[str, bytes],
        settings: Settings,
        repo_id: str = "",
        commit: str = "",
        part: Part | None = None,
    ) -> None:
        self.repo_id = repo_id
        self.commit = commit
        self.settings = settings
        self.part = part or Part()
        self.diagnostics: list[Diagnostic] = []
        self.entries = [Entry(path, _blob(data), len(data)) for path, data in sorted(contents.items())]
        self._contents = contents

    def read(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        return ((entry, self._contents[entry.path]) for entry in entries)

    def ancestors(self, most: int) -> list[str]:
        return []

    def churn(self) -> dict[str, int] | None:
        return None

    def close(self) -> None: ...


def _blob(data: bytes) -> str:
    """The id that git would give the content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
