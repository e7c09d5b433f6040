"""The cache: whole snapshots or none, the first builder wins, the dead leave nothing that is seen."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from indexer import retention, schema, store
from indexer.manifest import build_manifest, dump_manifest, read_manifest, settings_digest
from indexer.model import Diagnostic, Limits, Settings, StoreError
from indexer.write import arrow_schema, write_table

REPO = "demo-1"
COMMIT = "a" * 40
ROOT = Path(store.__file__).parents[1]


def fill(folder: Path) -> Mapping[str, Any]:
    files = [write_table(name, arrow_schema(table).empty_table(), folder) for name, table in schema.TABLES.items()]
    return build_manifest(REPO, COMMIT, Settings(), files, {}, [], "syntax_only")


def visible(cache: Path) -> list[str]:
    return sorted(str(path.relative_to(cache)) for path in (cache / schema.LAYOUT).rglob("*") if path.is_file())


def stages(cache: Path) -> list[Path]:
    return [path for path in (cache / store.STAGING).glob("*") if path.is_dir()]


def builder(cache: Path, body: str) -> subprocess.Popen[str]:
    """A process of its own that builds with `body` as the work of `fill`; it prints and reads lines."""
    script = f"""
import os, sys, time
from pathlib import Path
sys.path[:0] = [{str(ROOT)!r}, {str(Path(__file__).parent)!r}]
from indexer import store
from test_store import fill
def work(folder):
{body}
    return fill(folder)
print(store.publish(Path({str(cache)!r}), {REPO!r}, {COMMIT!r}, work)[1], flush=True)
"""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


WAIT = "    (folder / 'half.parquet').write_bytes(b'x'); print('in', flush=True); sys.stdin.readline()"


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting needs root")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_publish_makes_a_snapshot_and_the_next_build_finds_it(tmp_path: Path) -> None:
    path, existed = store.publish(tmp_path, REPO, COMMIT, fill)
    assert (path, existed) == (schema.snapshot_dir(tmp_path, REPO, COMMIT), False)
    assert store.find(tmp_path, REPO, COMMIT) == path
    assert {file.name for file in path.iterdir()} == {
        schema.MANIFEST, schema.BUILD_INFO, *(f"{name}.parquet" for name in schema.TABLES),
    }  # fmt: skip
    assert stages(tmp_path) == []

    def not_again(folder: Path) -> Mapping[str, Any]:
        raise AssertionError("built twice")

    assert store.publish(tmp_path, REPO, COMMIT, not_again) == (path, True)


def test_two_builds_are_the_same_bytes_and_times_stay_beside_the_manifest(tmp_path: Path) -> None:
    one, _ = store.publish(tmp_path / "1", REPO, COMMIT, fill)
    two, _ = store.publish(tmp_path / "2", REPO, COMMIT, fill)
    for path in one.iterdir():
        if path.name != schema.BUILD_INFO:
            assert path.read_bytes() == (two / path.name).read_bytes()
    info = json.loads((one / schema.BUILD_INFO).read_text())
    assert info["started_at"] <= info["finished_at"]


def test_force_replaces_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path, _ = store.publish(tmp_path, REPO, COMMIT, fill)
    (path / "stale").write_text("old")
    assert store.publish(tmp_path, REPO, COMMIT, fill, force=True) == (path, False)
    assert not (path / "stale").exists()
    assert stages(tmp_path) == []


def test_a_folder_without_manifest_is_no_snapshot_and_is_replaced(tmp_path: Path) -> None:
    path = schema.snapshot_dir(tmp_path, REPO, COMMIT)
    path.mkdir(parents=True)
    (path / "refs.parquet").write_text("left over")
    assert store.find(tmp_path, REPO, COMMIT) is None
    assert store.publish(tmp_path, REPO, COMMIT, fill) == (path, False)
    assert read_manifest(path)["commit"] == COMMIT


def test_a_build_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def breaks(folder: Path) -> Mapping[str, Any]:
        (folder / "refs.parquet").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.publish(tmp_path, REPO, COMMIT, breaks)
    assert visible(tmp_path) == []
    assert stages(tmp_path) == []


def test_a_failing_forced_build_keeps_the_old_snapshot(tmp_path: Path) -> None:
    path, _ = store.publish(tmp_path, REPO, COMMIT, fill)
    before = (path / schema.MANIFEST).read_bytes()

    def breaks(folder: Path) -> Mapping[str, Any]:
        raise ValueError

    with pytest.raises(ValueError):
        store.publish(tmp_path, REPO, COMMIT, breaks, force=True)
    assert (path / schema.MANIFEST).read_bytes() == before


def test_two_builders_at_once_both_succeed_and_leave_one_snapshot(tmp_path: Path) -> None:
    builders = [builder(tmp_path, WAIT) for _ in range(2)]
    assert [line(process) for process in builders] == ["in", "in"]
    told = [process.communicate("go\n", timeout=60) for process in builders]
    assert sorted(out.strip() for out, _ in told) == ["False", "True"], told
    assert [process.returncode for process in builders] == [0, 0]
    assert len(list(schema.repo_dir(tmp_path, REPO).iterdir())) == 1
    assert stages(tmp_path) == []


def test_a_killed_builder_leaves_nothing_visible_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    process = builder(tmp_path, WAIT)
    assert line(process) == "in"
    assert store.clean_staging(tmp_path) == 0, "a living builder's folder was taken"
    process.kill()
    process.communicate(timeout=60)
    assert visible(tmp_path) == []
    assert len(stages(tmp_path)) == 1
    store.publish(tmp_path, REPO, COMMIT, fill)
    assert stages(tmp_path) == []
    assert store.find(tmp_path, REPO, COMMIT)


def test_workers_that_outlive_a_killed_builder_do_not_keep_its_lock(tmp_path: Path) -> None:
    forks = (
        "    heard, tell = os.pipe()\n    child = os.fork()\n"
        "    if not child: os.write(tell, b'up'); time.sleep(600); os._exit(0)\n"
        "    os.read(heard, 2); print(child, flush=True)\n"  # a worker that does not run yet still has the lock
    )
    process = builder(tmp_path, forks + WAIT)
    worker = int(line(process))
    try:
        assert line(process) == "in"
        process.kill()
        process.wait(timeout=60)
        os.kill(worker, 0)
        assert store.clean_staging(tmp_path) == 1
    finally:
        os.kill(worker, signal.SIGKILL)
        process.communicate(timeout=60)


def test_a_full_disk_is_told_and_nothing_stays(tmpfs: Path) -> None:
    def large(folder: Path) -> Mapping[str, Any]:
        import pyarrow as pa

        rows = 40_000
        noise = pa.array([os.urandom(16).hex() for _ in range(rows)])
        columns = [noise if f.type == pa.string() else pa.nulls(rows, f.type) for f in arrow_schema(schema.IMPORTS)]
        table = pa.table(columns, names=schema.IMPORTS.column_names)
        lines = pa.array([1] * rows, pa.int32())
        return write_table("imports", table.set_column(1, "line_start", lines), folder)

    with pytest.raises(StoreError) as caught:
        store.publish(tmpfs, REPO, COMMIT, large)
    assert "no space left" in caught.value.message
    assert "codemap gc" in caught.value.hint
    assert visible(tmpfs) == []
    assert stages(tmpfs) == []
    assert store.publish(tmpfs, REPO, COMMIT, fill)[1] is False, "space was not given back"


def test_a_read_only_cache_is_told_and_still_serves_what_it_has(tmpfs: Path) -> None:
    store.publish(tmpfs, REPO, COMMIT, fill)
    subprocess.run(["mount", "-o", "remount,ro", str(tmpfs)], check=True)
    assert store.publish(tmpfs, REPO, COMMIT, fill)[1] is True
    with pytest.raises(StoreError) as caught:
        store.publish(tmpfs, REPO, "b" * 40, fill)
    assert "cannot be written" in caught.value.message
    assert "--cache-dir" in caught.value.hint


def test_a_cache_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    with pytest.raises(StoreError, match="cannot use the cache"):
        store.publish(tmp_path / "cache", REPO, COMMIT, fill)


def test_errors_of_the_source_are_not_blamed_on_the_cache(tmp_path: Path) -> None:
    def breaks(folder: Path) -> Mapping[str, Any]:
        raise PermissionError(errno.EACCES, "no", "/somewhere/else")

    with pytest.raises(PermissionError):
        store.publish(tmp_path / "cache", REPO, COMMIT, breaks)


def test_files_are_readable_by_others_as_far_as_the_umask_lets(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        path, _ = store.publish(tmp_path, REPO, COMMIT, fill)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.iterdir()} == {0o644}


def test_the_manifest_is_sorted_and_complete(tmp_path: Path) -> None:
    said = [Diagnostic("b", "", "2"), Diagnostic("a", "x", "1"), Diagnostic("b", "", "2")]
    files = [{"table": name, "path": name, "rows": 3, "bytes": 1, "sha256": ""} for name in ("symbols", "files")]
    manifest = build_manifest(REPO, COMMIT, Settings(), files, {"kinds": {"class": 3}}, said, "full")
    assert manifest["counts"] == {"kinds": {"class": 3}, "rows": {"files": 3, "symbols": 3}}
    assert [d["code"] for d in manifest["diagnostics"]] == ["a", "b"]
    assert [f["table"] for f in manifest["layers"][0]["files"]] == ["files", "symbols"]
    assert manifest["grammars"].keys() == {"tree-sitter", "tree-sitter-language-pack"}
    shuffled = dict(sorted(manifest.items(), reverse=True))
    assert dump_manifest(shuffled) == dump_manifest(manifest)


def test_the_settings_digest_follows_every_setting() -> None:
    variants = [Settings(), Settings(exclude=[]), Settings(languages=["go"]), Settings(limits=Limits(nesting=3))]
    assert len({settings_digest(settings) for settings in variants}) == len(variants)
    assert settings_digest(Settings()) == settings_digest(Settings())


@pytest.mark.parametrize(
    ("content", "said", "hint"),
    [
        (None, "no manifest.json", "--force"),
        ("{", "damaged", "--force"),
        ("[]", "damaged", "--force"),
        ('{"schema_version": 1}', "not complete", "--force"),
        ('{"schema_version": 1, "layers": [{"commit": "a", "files": [{}]}]}', "not complete", "--force"),
        ('{"schema_version": 99}', "schema version 99", "upgrade"),
        ('{"schema_version": 0}', "old schema version 0", "--force"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_told(tmp_path: Path, content: str | None, said: str, hint: str) -> None:
    if content is not None:
        (tmp_path / schema.MANIFEST).write_text(content)
    with pytest.raises(StoreError) as caught:
        read_manifest(tmp_path)
    assert said in caught.value.message
    assert hint in caught.value.hint


DAY = 86_400.0
NOW = 1_000 * DAY


def aged(cache: Path, commit: str, days: float, layers: list[str] | None = None, repo: str = REPO) -> Path:
    """A snapshot that was built `days` ago."""
    folder = schema.snapshot_dir(cache, repo, commit)
    folder.mkdir(parents=True)
    (folder / "refs.parquet").write_bytes(b"x" * 1_000)
    stacked = [{"commit": base, "files": []} for base in [*(layers or []), commit]]
    (folder / schema.MANIFEST).write_text(json.dumps({"schema_version": schema.SCHEMA_VERSION, "layers": stacked}))
    (folder / schema.BUILD_INFO).write_text(json.dumps({"finished_at": NOW - days * DAY}))
    return folder


def commits(cache: Path) -> set[str]:
    return {path.name.removeprefix("commit=") for path in (cache / schema.LAYOUT).glob("repo=*/commit=*")}


def test_only_what_is_both_old_and_beyond_the_newest_goes(tmp_path: Path) -> None:
    for commit, days in (("new", 1), ("young", 20), ("old", 40), ("older", 50)):
        aged(tmp_path, commit, days)
    aged(tmp_path, "lonely", 400, repo="other-2")
    done = retention.collect(tmp_path, keep=1, days=30, now=NOW)
    assert [snapshot.commit for snapshot in done.snapshots] == ["old", "older"]
    assert done.bytes_freed >= 2_000
    assert commits(tmp_path) == {"new", "young", "lonely"}
    assert stages(tmp_path) == []


def test_a_base_stays_while_a_snapshot_that_stays_is_built_on_it(tmp_path: Path) -> None:
    aged(tmp_path, "base", 100)
    aged(tmp_path, "other", 90)
    aged(tmp_path, "top", 1, layers=["base"])
    retention.collect(tmp_path, keep=1, days=30, now=NOW)
    assert commits(tmp_path) == {"base", "top"}


def test_a_stack_that_goes_as_a_whole_goes_from_the_top(tmp_path: Path) -> None:
    aged(tmp_path, "base", 100)
    aged(tmp_path, "top", 90, layers=["base"])
    aged(tmp_path, "new", 1)
    planned = retention.plan(tmp_path, keep=1, days=30, now=NOW)
    assert [snapshot.commit for snapshot in planned.snapshots] == ["top", "base"]


def test_a_dry_run_tells_and_removes_nothing(tmp_path: Path) -> None:
    aged(tmp_path, "old", 40)
    (tmp_path / store.STAGING / "dead").mkdir(parents=True)
    told = retention.collect(tmp_path, keep=0, days=30, dry_run=True, now=NOW)
    assert (told.dry_run, len(told.snapshots), told.stages) == (True, 1, 1)
    assert commits(tmp_path) == {"old"}
    assert len(stages(tmp_path)) == 1
    done = retention.collect(tmp_path, keep=0, days=30, now=NOW)
    assert done.bytes_freed == told.bytes_freed
    assert commits(tmp_path) == set()
    assert stages(tmp_path) == []


def test_without_build_info_the_manifests_own_time_counts(tmp_path: Path) -> None:
    folder = aged(tmp_path, "old", 0)
    (folder / schema.BUILD_INFO).unlink()
    os.utime(folder / schema.MANIFEST, (NOW, NOW))
    assert retention.plan(tmp_path, keep=0, days=30, now=NOW + 29 * DAY).snapshots == []
    assert len(retention.plan(tmp_path, keep=0, days=30, now=NOW + 31 * DAY).snapshots) == 1


def test_an_empty_or_missing_cache_has_nothing_to_collect(tmp_path: Path) -> None:
    done = retention.collect(tmp_path / "none")
    assert (done.snapshots, done.stages, done.bytes_freed) == ([], 0, 0)
    assert not (tmp_path / "none").exists()


def test_what_was_just_built_is_never_collected(tmp_path: Path) -> None:
    store.publish(tmp_path, REPO, COMMIT, fill)
    assert retention.collect(tmp_path, keep=0, days=1, now=time.time()).snapshots == []
    assert store.find(tmp_path, REPO, COMMIT)
