"""A cache that is full, locked, damaged or somebody else's: told with the remedy, mended where that is safe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer import schema, store
from indexer.build import build
from indexer.model import BuildResult, Settings, StoreError


def git(folder: Path, *args: str) -> None:
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=b", *args], check=True, env=env)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "shop.py").write_text("class Cart:\n    def add(self): pass\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def snapshot(repo: Path, cache: Path) -> Path:
    return Path(build(repo, None, None, cache, jobs=1).snapshot)


def codemap(repo: Path, cache: Path, *args: str) -> subprocess.CompletedProcess[str]:
    script = Path(sys.executable).parent / "codemap"
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CODEMAP_"))}
    clean["CODEMAP_CACHE_DIR"] = str(cache)
    return subprocess.run([str(script), *args], cwd=repo, env=clean, capture_output=True, text=True, check=False)


def contents(snapshot: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in snapshot.iterdir() if path.name != schema.BUILD_INFO}


# -- damage --------------------------------------------------------------------------------------------------------


def flip(snapshot: Path) -> None:
    path = snapshot / "symbols.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)


def truncate(snapshot: Path) -> None:
    os.truncate(snapshot / "refs.parquet", 10)


def remove(snapshot: Path) -> None:
    (snapshot / "files.parquet").unlink()


def garble_manifest(snapshot: Path) -> None:
    (snapshot / schema.MANIFEST).write_bytes(b"\xff\xfe{{{")


def empty_manifest(snapshot: Path) -> None:
    (snapshot / schema.MANIFEST).write_bytes(b"")


def edited(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def damage(snapshot: Path) -> None:
        path = snapshot / schema.MANIFEST
        manifest = json.loads(path.read_text())
        change(manifest)
        path.write_text(json.dumps(manifest))

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a changed byte": flip,
    "a short file": truncate,
    "a missing file": remove,
    "a manifest that is not JSON": garble_manifest,
    "an empty manifest": empty_manifest,
    "a manifest without layers": edited(lambda manifest: manifest.pop("layers")),
    "a layer without files": edited(lambda manifest: manifest.update(layers=[{}])),
    "a manifest without a table": edited(lambda manifest: manifest["layers"][0]["files"].pop()),
    "a manifest of an old schema": edited(lambda manifest: manifest.update(schema_version=0)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_snapshot_is_built_again_and_told(
    repo: Path, cache: Path, snapshot: Path, damage: Callable[[Path], None]
) -> None:
    before = contents(snapshot)
    damage(snapshot)
    again = build(repo, None, None, cache, jobs=1)
    assert not again.already_existed
    assert "damaged" in again.note
    assert contents(snapshot) == before
    assert build(repo, None, None, cache, jobs=1).note == ""


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_readers_tell_of_a_damaged_snapshot(
    repo: Path, cache: Path, snapshot: Path, damage: Callable[[Path], None]
) -> None:
    damage(snapshot)
    for command in (["sql", "SELECT count(*) FROM symbols, refs, files"], ["lint"]):
        done = codemap(repo, cache, *command)
        assert done.returncode in (1, 4), done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        remedy, problem = "codemap index --force" in done.stderr, "hash" in done.stdout
        assert problem if done.returncode == 1 else remedy, done.stdout + done.stderr


@pytest.mark.parametrize("damage", [garble_manifest, empty_manifest, remove])
def test_status_tells_of_a_damaged_snapshot(
    repo: Path, cache: Path, snapshot: Path, damage: Callable[[Path], None]
) -> None:
    damage(snapshot)
    done = codemap(repo, cache, "status")
    assert done.returncode == 4, done.stdout + done.stderr
    assert "codemap index --force" in done.stderr


def test_index_tells_on_stderr_and_in_json_that_it_mended(repo: Path, cache: Path, snapshot: Path) -> None:
    truncate(snapshot)
    done = codemap(repo, cache, "index")
    assert done.returncode == 0
    assert "note: the snapshot was damaged (refs.parquet" in done.stderr
    flip(snapshot)
    assert "symbols.parquet" in json.loads(codemap(repo, cache, "index", "--json").stdout)["note"]
    assert codemap(repo, cache, "lint").returncode == 0


def test_the_snapshot_of_a_newer_codemap_is_left_alone(repo: Path, cache: Path, snapshot: Path) -> None:
    edited(lambda manifest: manifest.update(schema_version=schema.SCHEMA_VERSION + 1))(snapshot)
    before = contents(snapshot)
    done = codemap(repo, cache, "index")
    assert done.returncode == 4
    assert "upgrade codemap" in done.stderr
    assert contents(snapshot) == before


# -- other settings ------------------------------------------------------------------------------------------------


def test_a_snapshot_of_other_settings_is_kept_and_told(repo: Path, cache: Path, snapshot: Path, tmp_path: Path) -> None:
    before = contents(snapshot)
    config = tmp_path / "other.toml"
    config.write_text('exclude = ["*.py"]\n')
    done = codemap(repo, cache, "index", "--config", str(config))
    assert done.returncode == 0
    assert "with other settings: --force builds it again" in done.stderr
    told = json.loads(codemap(repo, cache, "index", "--config", str(config), "--json").stdout)
    assert told["already_existed"]
    assert "with other settings" in told["note"]
    assert contents(snapshot) == before
    forced = json.loads(codemap(repo, cache, "index", "--config", str(config), "--force", "--json").stdout)
    assert (forced["note"], forced["manifest"]["counts"]["rows"]["files"]) == ("", 0)


def test_a_snapshot_of_another_version_is_kept_and_told(repo: Path, cache: Path, snapshot: Path) -> None:
    edited(lambda manifest: manifest["tool"].update(version="0.0.0"))(snapshot)
    assert "by codemap 0.0.0" in build(repo, None, None, cache, jobs=1).note


def test_the_same_settings_need_no_word(repo: Path, cache: Path, snapshot: Path) -> None:
    result: BuildResult = build(repo, None, Settings(), cache, jobs=1)
    assert (result.already_existed, result.note) == (True, "")


# -- disks ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Makes a disk of the size asked for."""
    mounted: list[Path] = []

    def make(size: str) -> Path:
        folder = tmp_path / f"disk{len(mounted)}"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("mounting a small disk needs root")
        mounted.append(folder)
        return folder

    yield make
    for folder in mounted:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk(repo: Path, disk: Callable[[str], Path]) -> None:
    cache = disk("16k")  # room for the first tables, not for all
    done = codemap(repo, cache, "index")
    assert done.returncode == 4
    assert "no space left in the cache" in done.stderr
    assert "codemap gc" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(cache.rglob("*.parquet"))
    assert [path.name for path in (cache / store.STAGING).iterdir()] == [store.GUARD]


def test_a_read_only_cache(repo: Path, disk: Callable[[str], Path]) -> None:
    cache = disk("8m")
    build(repo, None, None, cache, jobs=1)
    subprocess.run(["mount", "-o", "remount,ro", str(cache)], check=True)
    assert codemap(repo, cache, "index").returncode == 0, "what is there is still served"
    assert codemap(repo, cache, "sql", "SELECT 1").returncode == 0
    git(repo, "commit", "-q", "--allow-empty", "-m", "y")
    done = codemap(repo, cache, "index", "--json")
    assert done.returncode == 4
    error = json.loads(done.stdout)["error"]
    assert "cannot be written" in error["message"]
    assert "CODEMAP_CACHE_DIR" in error["hint"]


def test_a_damaged_snapshot_in_a_read_only_cache_is_an_error(repo: Path, disk: Callable[[str], Path]) -> None:
    cache = disk("8m")
    truncate(Path(build(repo, None, None, cache, jobs=1).snapshot))
    subprocess.run(["mount", "-o", "remount,ro", str(cache)], check=True)
    with pytest.raises(StoreError, match="cannot be written"):
        build(repo, None, None, cache, jobs=1)


def test_no_room_for_temporary_files(repo: Path, cache: Path, disk: Callable[[str], Path]) -> None:
    full = disk("8k")
    (full / "filler").write_bytes(b"x" * 4096)
    script = Path(sys.executable).parent / "codemap"
    env = os.environ | {"TMPDIR": str(full), "CODEMAP_CACHE_DIR": str(cache)}
    done = subprocess.run([str(script), "index"], cwd=repo, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stdout + done.stderr
    assert "TMPDIR" in done.stderr
