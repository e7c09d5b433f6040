"""Contents out of git's object store, through one long-lived `git cat-file --batch`."""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from indexer.model import Entry, SourceError
from indexer.source.command import Repository
from indexer.source.filters import Findings

# Requests under way fit into the smallest pipe (4 KB), so that neither side ever waits for the other in a circle.
_WINDOW = 60
_MOST_RESTARTS = 50
_MUCH = 32 << 20  # what a process read stays mapped: after that many bytes it goes, and the next reader starts another


class _Broken(Exception):
    """The process ended in the middle: the object at hand is damaged."""


class _Batch:
    """One `git cat-file --batch` process."""

    def __init__(self, repo: Repository) -> None:
        self._process = subprocess.Popen(
            repo.command("cat-file", "--batch"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=repo.git_dir,
            env=repo.environment(),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self.bytes = 0

    def ask(self, entries: Iterable[Entry]) -> None:
        with suppress(BrokenPipeError):  # the answer that does not come tells it
            self._stdin.write("".join(f"{entry.blob}\n" for entry in entries).encode("ascii"))
            self._stdin.flush()

    def answer(self) -> bytes | None:
        """The next content asked for; None where there is no such blob."""
        header = self._stdout.readline().split()
        if not header:
            raise _Broken
        if len(header) != 3:  # "<id> missing"
            return None
        size = int(header[2])
        data = self._stdout.read(size)
        self.bytes += size
        if len(data) != size or self._stdout.read(1) != b"\n":
            raise _Broken
        return data if header[1] == b"blob" else None

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self._stdin.close()
        self._stdout.close()
        self._process.kill()
        self._process.wait()


class BlobReader:
    """Reads blobs in the order asked for; what cannot be read becomes a finding."""

    def __init__(self, repo: Repository, findings: Findings) -> None:
        self._repo = repo
        self._findings = findings
        self._idle: _Batch | None = None
        self._restarts = 0

    def read(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        todo, pending = iter(entries), deque[Entry]()
        batch, self._idle = self._idle or _Batch(self._repo), None
        try:
            while _refill(batch, todo, pending):
                entry = pending.popleft()
                try:
                    data = batch.answer()
                except _Broken:
                    batch.close()
                    batch = self._restart(entry, pending)
                    continue
                if data is None:
                    self._findings.report("object_missing", [entry.path])
                else:
                    yield entry, data
            self._keep(batch)
        except BaseException:  # also a reader that stops half-way: what is under way must not answer the next one
            batch.close()
            raise

    def close(self) -> None:
        if self._idle is not None:
            self._idle.close()
            self._idle = None

    def _keep(self, batch: _Batch) -> None:
        self.close()
        if batch.bytes < _MUCH:
            self._idle = batch
        else:
            batch.close()

    def _restart(self, damaged: Entry, pending: Iterable[Entry]) -> _Batch:
        self._findings.report("object_damaged", [damaged.path])
        self._restarts += 1
        if self._restarts > _MOST_RESTARTS:
            raise SourceError(
                f"The repository is damaged: more than {_MOST_RESTARTS} objects cannot be read.",
                "Run `git fsck` in it, then fetch the damaged objects again or clone anew.",
            )
        batch = _Batch(self._repo)
        batch.ask(pending)
        return batch


def _refill(batch: _Batch, todo: Iterator[Entry], pending: deque[Entry]) -> bool:
    """Keep requests under way; false when all is answered."""
    if len(pending) <= _WINDOW // 2:
        more = list(islice(todo, _WINDOW - len(pending)))
        if more:
            batch.ask(more)
            pending.extend(more)
    return bool(pending)
