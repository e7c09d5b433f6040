"""How the index stands to what is asked about: fresh or not, ready or not, readable or not; the metadata of answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from indexer import schema
from query.errors import NotIndexedError, SnapshotError
from query.hub import changes
from query.hub.bases import Base
from query.hub.heads import Mark, mark
from query.jobs import Job, Jobs
from query.repo import RepoRef, built_at
from query.state import Workspace
from query.tools.call import Call
from query.tools.compass.edits import edited_paths

Freshness = Literal["fresh", "stale", "syncing"]
Indexing = Literal["not_indexed", "indexing", "ready", "failed"]
Completeness = Literal["complete", "partial", "truncated"]
SchemaStatus = Literal["compatible", "not_indexed", "reindex_required", "corrupt_manifest"]

MOST_READ = 64  # manifests that are remembered
_NO_SOURCE = frozenset({"__pycache__", "node_modules", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache"})


class Metadata(BaseModel):
    codecompass_protocol_version: Literal["1.0"] = "1.0"
    freshness_status: Freshness
    indexing_status: Indexing
    result_completeness: Completeness
    ref: str
    schema_status: SchemaStatus


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the cache holds for a commit, looked at without opening it."""

    status: SchemaStatus
    version: int | None = None
    counts: Mapping[str, int] | None = None


@dataclass
class Standing:
    """One repository at one commit, as a call asks about it."""

    call: Call
    head: RepoRef
    repo: RepoRef
    ref: str
    workspace: Workspace | None = None
    damaged: bool = False  # opening it found what the manifest does not show

    @property
    def jobs(self) -> Jobs:
        return Jobs(self.call.hub.state, self.call.hub.cache)

    @cached_property
    def job(self) -> Job | None:
        return self.jobs.active(self.repo)

    @cached_property
    def _base(self) -> Base | None:
        try:
            return self.call.hub.base(self.repo)
        except NotIndexedError:
            return None

    @property
    def base(self) -> str | None:
        """The commit whose snapshot answers; none where nothing does."""
        return self._base.commit if self._base else None

    @property
    def _folder(self) -> Path:
        cache = self._base.cache if self._base else self.call.hub.cache
        return schema.snapshot_dir(cache, self.repo.repo_id, self.base or "")

    @cached_property
    def snapshot(self) -> Snapshot:
        if self.base is None:
            return Snapshot("not_indexed")
        return read_snapshot(self._folder)

    def check(self) -> None:
        """Refuse where the manifest on the disk is not one that can be answered from."""
        status, version = self.snapshot.status, self.snapshot.version
        if status == "corrupt_manifest":
            raise SnapshotError(f"the manifest in {self._folder} is damaged")
        if status == "reindex_required":
            raise SnapshotError(f"{self._folder} has schema version {version}, not {schema.SCHEMA_VERSION}")

    @property
    def schema_status(self) -> SchemaStatus:
        return "corrupt_manifest" if self.damaged and self.snapshot.status == "compatible" else self.snapshot.status

    @property
    def indexing_status(self) -> Indexing:
        if self.job is not None:
            return "indexing"
        if self.base != self.repo.commit:
            last = next((job for job in self.jobs.recent(self.repo) if job.commit_sha == self.repo.commit), None)
            if last is not None and last.status == "failed":
                return "failed"
        return "not_indexed" if self.base is None else "ready"

    @property
    def freshness(self) -> Freshness:
        if self.job is not None:
            return "syncing"
        return "fresh" if self.schema_status == "compatible" and not self.outdated and not self.edited else "stale"

    @cached_property
    def outdated(self) -> bool:
        """Whether the snapshot of an ancestor answers, with changes since that are too many to be laid over it."""
        base = self.call.hub.base(self.repo)
        return len(base.changed) > len(base.overlaid)

    @cached_property
    def edited(self) -> bool:
        """Whether the commit is checked out, and the work tree holds what the answer does not."""
        root = self.repo.root
        if not self.call.hub.has_git(root):
            published = [job.created_at for job in self.jobs.recent(self.repo) if job.status == "published"]
            return _touched_since(root, max(built_at(self._folder), *published, 0))
        if self.repo.commit != self.head.commit or not changes.has_work_tree(root):
            return False
        paths = edited_paths(root)
        if self.workspace is None:
            return bool(paths)
        return changes.on_disk(root, paths) != self.call.hub.state.contents(self.workspace)

    def metadata(self, completeness: Completeness = "complete") -> Metadata:
        """What every answer tells; one that lacks files is never told as complete."""
        known = self.schema_status == "compatible" and not self.outdated and not (self._base and self._base.below)
        return Metadata(
            freshness_status=self.freshness,
            indexing_status=self.indexing_status,
            result_completeness=completeness if known else "partial",
            ref=self.ref,
            schema_status=self.schema_status,
        )


def _touched_since(folder: Path, seconds: float) -> bool:
    """Whether a folder without git holds anything newer; what tools leave behind does not count."""
    return any(path.lstat().st_mtime > seconds for path in folder.rglob("*") if _NO_SOURCE.isdisjoint(path.parts))


# What the running call found out, for the case that it fails.
CURRENT: ContextVar[Standing | None] = ContextVar("standing", default=None)


def read_snapshot(folder: Path) -> Snapshot:
    """What a snapshot's manifest says of itself."""
    try:
        written = mark(f"{folder}/{schema.MANIFEST}")
        return _read(folder, written) if written else Snapshot("not_indexed")
    except FileNotFoundError:
        return Snapshot("not_indexed")
    except (OSError, ValueError, KeyError, TypeError):
        return Snapshot("corrupt_manifest")


@lru_cache(MOST_READ)
def _read(folder: Path, written: Mark) -> Snapshot:
    """Read again once it is written again: every call asks. What fails is not remembered."""
    manifest: Any = json.loads((folder / schema.MANIFEST).read_text(encoding="utf-8"))
    version = int(manifest["schema_version"])
    if version != schema.SCHEMA_VERSION:
        return Snapshot("reindex_required", version)
    return Snapshot("compatible", version, dict(manifest["counts"]["rows"]))
