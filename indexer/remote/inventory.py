"""What a store holds, and what may leave it: the rules of the local cache, by object instead of by folder."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer import schema
from indexer.remote import keys
from indexer.remote.bucket import Bucket, Listed
from indexer.remote.verify import Refused, checked_manifest, lower_commits
from indexer.retention import DAYS, KEEP, Collected, Snapshot, leaving

GRACE_DAYS = 1  # data without a manifest may belong to an upload that is under way


@dataclass(frozen=True, slots=True)
class Inventory:
    """Snapshots, newest first, and objects that belong to none."""

    url: str
    snapshots: list[Snapshot]
    orphans: list[Listed]
    keys: Mapping[tuple[str, str], list[Listed]]  # of each snapshot, by repository and commit


def take(bucket: Bucket, repo_id: str | None = None) -> Inventory:
    """Look at every object, or at those of one repository."""
    folders: dict[tuple[str, str], list[Listed]] = defaultdict(list)
    for item in bucket.listing(keys.repo_prefix(repo_id)):
        if key := keys.parse(item.key):
            folders[key.repo_id, key.commit].append(item)
    found, orphans = [], []
    for (repo, commit), items in folders.items():
        snapshot = _snapshot(bucket, repo, commit, items)
        if snapshot:
            found.append(snapshot)
        else:
            orphans += items
    newest_first = sorted(found, key=lambda snapshot: (-snapshot.built_at, snapshot.commit))
    return Inventory(bucket.url, newest_first, orphans, folders)


def collect(
    bucket: Bucket,
    keep: int = KEEP,
    days: int = DAYS,
    dry_run: bool = False,
    protected: Mapping[str, frozenset[str]] | None = None,
    now: float | None = None,
) -> Collected:
    """Remove what is both old and beyond the newest few, unless it is protected or stood upon."""
    inventory, moment = take(bucket), time.time() if now is None else now
    gone = leaving(inventory.snapshots, keep, days, moment, protected or {})
    stale = [item for item in inventory.orphans if item.modified.timestamp() < moment - GRACE_DAYS * 86_400]
    freed = sum(snapshot.bytes for snapshot in gone) + sum(item.bytes for item in stale)
    if not dry_run:
        for snapshot in gone:
            _delete(bucket, inventory.keys[snapshot.repo_id, snapshot.commit])
        bucket.delete([item.key for item in stale])
    return Collected(dry_run, freed, len(stale), gone)


def _delete(bucket: Bucket, items: list[Listed]) -> None:
    """The manifest first: no reader may find one whose data is gone."""
    for manifest in (True, False):
        bucket.delete([item.key for item in items if item.key.endswith(f"/{schema.MANIFEST}") is manifest])


def _snapshot(bucket: Bucket, repo_id: str, commit: str, items: list[Listed]) -> Snapshot | None:
    key = keys.manifest_key(repo_id, commit)
    manifest = next((item for item in items if item.key == key), None)
    content = bucket.read(key) if manifest else None
    if manifest is None or content is None:
        return None
    try:
        layers = frozenset({commit, *lower_commits(checked_manifest(content[0], repo_id, commit))})
    except Refused:
        layers = frozenset({commit})  # nobody can use it, so it needs nothing
    size = sum(item.bytes for item in items)
    return Snapshot(Path(key).parent, repo_id, commit, manifest.modified.timestamp(), size, layers)
