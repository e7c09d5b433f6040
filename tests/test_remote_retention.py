"""What stays in a store, and what leaves it."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from indexer import retention, schema, store
from indexer.manifest import build_manifest
from indexer.model import Settings, SourceError
from indexer.remote import inventory
from indexer.remote.bucket import Bucket
from indexer.remote.push import push
from indexer.remote.refs import identify, important_commits
from indexer.write import arrow_schema, write_table

REPO = "demo-1"
DAY = 86_400.0
COMMITS = [digit * 40 for digit in "12345"]


def publish(cache: Path, commit: str, below: Path | None = None) -> Path:
    def fill(folder: Path) -> dict[str, Any]:
        files = [write_table(name, arrow_schema(table).empty_table(), folder) for name, table in schema.TABLES.items()]
        manifest = build_manifest(REPO, commit, Settings(), files, {}, [], "syntax_only")
        lower = json.loads((below / schema.MANIFEST).read_text())["layers"] if below else []
        return manifest | {"layers": [*lower, *manifest["layers"]]}

    return store.publish(cache, REPO, commit, fill)[0]


@pytest.fixture
def shared(tmp_path: Path) -> Bucket:
    """Five snapshots, a day apart, the first the oldest; the last one stands on the second."""
    bucket = Bucket(f"file://{tmp_path}/shared")
    folders: dict[str, Path] = {}
    for age, commit in zip(range(100, 95, -1), COMMITS, strict=True):
        below = folders[COMMITS[1]] if commit == COMMITS[4] else None
        folders[commit] = publish(tmp_path / "local", commit, below)
        push(tmp_path / "local", bucket, REPO, commit)
        stamp = time.time() - age * DAY
        for path in schema.snapshot_dir(tmp_path / "shared", REPO, commit).iterdir():
            os.utime(path, (stamp, stamp))
    return bucket


def left(bucket: Bucket) -> list[str]:
    return sorted(snapshot.commit for snapshot in inventory.take(bucket).snapshots)


def test_the_newest_and_what_they_stand_on_stay(shared: Bucket) -> None:
    gone = inventory.collect(shared, keep=1, days=30)
    assert sorted(snapshot.commit for snapshot in gone.snapshots) == [COMMITS[0], COMMITS[2], COMMITS[3]]
    assert left(shared) == [COMMITS[1], COMMITS[4]]
    assert {item.key.split("commit=")[1][:40] for item in shared.listing("v1")} == {COMMITS[1], COMMITS[4]}


def test_the_young_and_the_protected_stay(shared: Bucket) -> None:
    assert inventory.collect(shared, keep=0, days=200).snapshots == []
    inventory.collect(shared, keep=0, days=30, protected={REPO: frozenset({COMMITS[0]}), "other": frozenset(COMMITS)})
    assert left(shared) == [COMMITS[0]]


def test_a_dry_run_only_tells(shared: Bucket) -> None:
    planned = inventory.collect(shared, keep=1, days=30, dry_run=True)
    assert planned.dry_run and len(planned.snapshots) == 3 and planned.bytes_freed > 0
    assert left(shared) == COMMITS


def test_uploads_that_broke_off_go_after_a_day(tmp_path: Path, shared: Bucket) -> None:
    folder = schema.snapshot_dir(tmp_path / "shared", REPO, "9" * 40)
    folder.mkdir()
    (folder / "refs.0123456789abcdef.parquet").write_bytes(b"half")
    assert inventory.collect(shared, keep=99).stages == 0
    assert inventory.collect(shared, keep=99, now=time.time() + 2 * DAY).stages == 1
    assert not list(folder.iterdir())


def test_what_is_not_ours_is_left_alone(tmp_path: Path, shared: Bucket) -> None:
    (tmp_path / "shared" / "v1" / "notes.txt").write_text("mine")
    inventory.collect(shared, keep=0, days=0, now=time.time() + 2 * DAY)
    assert [item.key for item in shared.listing("v1")] == ["v1/notes.txt"]


def test_a_folder_keeps_what_is_protected(tmp_path: Path) -> None:
    for commit in COMMITS[:2]:
        publish(tmp_path, commit)
    later = time.time() + 100 * DAY
    planned = retention.plan(tmp_path, keep=0, now=later, protected={REPO: frozenset({COMMITS[0]})})
    assert [snapshot.commit for snapshot in planned.snapshots] == [COMMITS[1]]


def test_tags_and_default_branches_are_what_a_cache_is_for(tmp_path: Path) -> None:
    def git(*args: str) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
        return subprocess.run(
            ["git", "-C", str(tmp_path), *who, *args], check=True, capture_output=True, text=True
        ).stdout.strip()

    git("init", "-q", "-b", "main")
    commits = {}
    for name in ("light", "annotated", "topic", "main"):
        if name == "topic":
            git("checkout", "-q", "-b", "topic")
        if name == "main":
            git("checkout", "-q", "main")
        git("commit", "-q", "--allow-empty", "-m", name)
        commits[name] = git("rev-parse", "HEAD")
        if name == "light":
            git("tag", "v1")
        if name == "annotated":
            git("tag", "-a", "v2", "-m", "two")
    repo_id, found = important_commits(tmp_path)
    assert found == {commits["light"], commits["annotated"], commits["main"]}
    assert identify(tmp_path, "v2") == (repo_id, commits["annotated"])
    with pytest.raises(SourceError, match="does not exist"):
        identify(tmp_path / "nowhere", None)
