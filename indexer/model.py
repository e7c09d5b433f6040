"""What the stages of the indexer hand to each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol


class IndexerError(Exception):
    """A build that cannot go on: the message says what failed, the hint what to do next."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class SourceError(IndexerError):
    """The repository, the commit or the folder cannot be read."""

    exit_code = 3


class StoreError(IndexerError):
    """The cache cannot be read or written."""

    exit_code = 4


class ConfigError(IndexerError):
    """A setting is unknown or has a value that does not fit."""

    exit_code = 2


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """Something left out or done with less, told instead of failed."""

    code: str  # e.g. submodule_skipped, file_too_large, parse_timeout, nesting_too_deep, binary_skipped
    path: str  # "" where it is about the whole repository
    message: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One regular file of the tree."""

    path: str  # valid UTF-8, forward slashes
    blob: str  # git blob id, also for plain folders (computed the way git does)
    size: int
    origin: str = ""  # "generated" or "vendored" where .gitattributes says so


@dataclass(frozen=True, slots=True)
class Part:
    """What of a commit is indexed: all of it, or what lies below a folder.

    The folders above say what the modules below are called: `markers` are files there that count by being there,
    `manifests` those whose contents do. Neither is indexed.
    """

    below: str = ""  # "" is all of it
    markers: tuple[str, ...] = ()
    manifests: Mapping[str, bytes] = field(default_factory=dict)

    def holds(self, path: str) -> bool:
        return not self.below or path.startswith(f"{self.below}/")

    def is_under(self, folder: str) -> bool:
        """Whether a folder is above the part's own."""
        return bool(self.below) and (not folder or self.below.startswith(f"{folder}/"))


@dataclass(slots=True)
class Limits:
    """Each leaves a diagnostic instead of a failure."""

    file_bytes: int = 2_000_000
    parse_seconds: float = 10.0
    nesting: int = 2_000
    memory_mb: int = 1_500


EMBEDDERS = ("default", "none", "minilm", "ollama", "openai")


@dataclass(slots=True)
class Settings:
    """What decides the content of a snapshot; its digest is part of the manifest."""

    include: list[str] = field(default_factory=list)  # gitignore-style globs; empty = everything
    exclude: list[str] = field(default_factory=lambda: ["node_modules/"])
    languages: list[str] = field(default_factory=list)  # empty = all
    list_only: list[str] = field(default_factory=list)  # origins whose files are listed, not parsed
    limits: Limits = field(default_factory=Limits)
    embedder: str = "default"  # which model makes the vectors of the text index
    embedder_model: str = ""  # of a server; empty = its usual one
    embedder_fallback: str = ""  # embedder to use where the first fails; empty = the build fails


class Source(Protocol):
    """A tree of files at one commit, wherever it is kept."""

    repo_id: str
    commit: str  # 40 or 64 hex; for plain folders a hash of the content
    entries: list[Entry]  # sorted by path
    diagnostics: list[Diagnostic]
    settings: Settings  # those given, else the commit's own
    part: Part  # which of the commit's files the entries are

    def read(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        """The contents, in the order asked for."""
        ...

    def ancestors(self, most: int) -> list[str]:
        """The commits before this one, nearest first; none where there is no history."""
        ...

    def churn(self) -> dict[str, int] | None:
        """Commits per path in the 30 days before this commit; None where there is no history."""
        ...

    def close(self) -> None: ...


class Progress(Protocol):
    """Whoever watches a build: stages in order, each with the number of files it will go through."""

    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...


class Silent:
    """Nobody watches."""

    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...


@dataclass(frozen=True, slots=True)
class BuildResult:
    """Where the snapshot is and what it took."""

    snapshot: str
    repo_id: str
    commit: str
    already_existed: bool
    seconds: float
    manifest: dict[str, object]
    note: str = ""  # what the caller should know beside the result: built again, or kept though it differs
    from_cache: bool = False  # pulled from the object store behind the cache, not built on this machine
