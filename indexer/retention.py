"""What may leave the cache: snapshots that are both old and beyond the newest few of their repository.

Tags, tips of default branches, and whatever a snapshot that stays is built on, stay in any case.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from indexer import schema, store
from indexer.manifest import layer_commits, read_manifest
from indexer.model import StoreError

KEEP = 20
DAYS = 30
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A published snapshot as retention sees it."""

    path: Path
    repo_id: str
    commit: str
    built_at: float
    bytes: int
    layers: frozenset[str]  # commits whose folders it needs, its own among them


@dataclass(frozen=True, slots=True)
class Plan:
    """What can go, dependents first, and the leftovers of builders that died."""

    snapshots: list[Snapshot]
    stages: list[Path]

    @property
    def bytes(self) -> int:
        return sum(snapshot.bytes for snapshot in self.snapshots) + sum(folder_bytes(stage) for stage in self.stages)


@dataclass(frozen=True, slots=True)
class Collected:
    """What `collect` removed, or would remove."""

    dry_run: bool
    bytes_freed: int
    stages: int
    snapshots: list[Snapshot] = field(default_factory=list)

    def with_plan(self, plan: Plan) -> Collected:
        freed, stages = self.bytes_freed + plan.bytes, self.stages + len(plan.stages)
        return Collected(self.dry_run, freed, stages, [*self.snapshots, *plan.snapshots])


Protected = Mapping[str, frozenset[str]]  # commits that stay, by repository


def plan(
    cache: Path, keep: int = KEEP, days: int = DAYS, now: float | None = None, protected: Protected | None = None
) -> Plan:
    """What may leave a cache folder."""
    found = [each for repo in sorted((cache / schema.LAYOUT).glob("repo=*")) for each in snapshots(repo)]
    moment = time.time() if now is None else now
    return Plan(leaving(found, keep, days, moment, protected or {}), store.dead_stages(cache))


def leaving(found: Iterable[Snapshot], keep: int, days: int, now: float, protected: Protected) -> list[Snapshot]:
    """Snapshots neither protected, nor among their repository's newest, nor young, nor needed by one that stays."""
    by_repo: dict[str, list[Snapshot]] = {}
    for snapshot in found:
        by_repo.setdefault(snapshot.repo_id, []).append(snapshot)
    doomed: list[Snapshot] = []
    for repo_id, newest_first in by_repo.items():
        staying = protected.get(repo_id, frozenset())
        old = [snapshot for snapshot in newest_first[keep:] if snapshot.built_at < now - days * _DAY]
        doomed += _unneeded([snapshot for snapshot in old if snapshot.commit not in staying], newest_first)
    return doomed


def collect(
    cache: Path,
    keep: int = KEEP,
    days: int = DAYS,
    dry_run: bool = False,
    now: float | None = None,
    protected: Protected | None = None,
) -> Collected:
    """Remove what the plan says, also of parts of repositories that are indexed alone."""
    done = Collected(dry_run, 0, 0)
    for each in (cache, *sorted((cache / schema.PARTS).glob("*"))):
        planned = plan(each, keep, days, now, protected)
        done = done.with_plan(planned)
        if not dry_run:
            _remove(each, planned)
    return done


def _remove(cache: Path, planned: Plan) -> None:
    for snapshot in planned.snapshots:
        store.discard(cache, snapshot.path)
    store.clean_staging(cache)
    store.drop_orphans(cache)


def snapshots(repo: Path) -> list[Snapshot]:
    """The published snapshots in a repository's folder, newest first."""
    found = [_snapshot(path) for path in repo.glob("commit=*") if (path / schema.MANIFEST).is_file()]
    return sorted(found, key=lambda snapshot: (-snapshot.built_at, snapshot.commit))


def folder_bytes(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


def _unneeded(old: list[Snapshot], all_of_repo: list[Snapshot]) -> list[Snapshot]:
    """Of the old ones those that no snapshot which stays is built on; dependents come before their bases."""
    leaving = {snapshot.commit for snapshot in old}
    needed = {commit for snapshot in all_of_repo if snapshot.commit not in leaving for commit in snapshot.layers}
    free = [snapshot for snapshot in old if snapshot.commit not in needed]
    return sorted(free, key=lambda snapshot: (-len(snapshot.layers), snapshot.commit))


def _snapshot(path: Path) -> Snapshot:
    commit = path.name.removeprefix("commit=")
    try:
        layers = frozenset(layer_commits(read_manifest(path)))
    except StoreError:
        layers = frozenset({commit})  # nobody can mount it, so it needs nothing
    rows = schema.rows_file(path)
    size = folder_bytes(path) + (rows.stat().st_size if rows.exists() else 0)
    return Snapshot(path, path.parent.name.removeprefix("repo="), commit, _built_at(path), size, layers)


def _built_at(path: Path) -> float:
    try:
        return float(json.loads((path / schema.BUILD_INFO).read_text(encoding="utf-8"))["finished_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return (path / schema.MANIFEST).stat().st_mtime
