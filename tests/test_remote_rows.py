"""What a build starts from comes from the store, too: with it only what changed is parsed, without it everything."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer import schema
from indexer.build import build
from indexer.model import BuildResult
from indexer.remote import shared
from indexer.remote.basis import bring_basis
from indexer.remote.bucket import Bucket
from indexer.remote.push import push
from indexer.remote.refs import ancestors

KEY = base64.b64encode(bytes(range(32))).decode()
FILES = 12


def git(repo: Path, *args: str) -> str:
    command = ["git", "-C", str(repo), "-c", "user.name=a", "-c", "user.email=a@b.c", *args]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(repo: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (repo / name).write_text(text)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "next")
    return git(repo, "rev-parse", "HEAD")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    subprocess.run(["git", "init", "-q", folder], check=True)
    commit(folder, {f"m{n}.py": f"def f{n}():\n    return {n}\n" for n in range(FILES)})
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Bucket:
    return Bucket(f"file://{tmp_path}/store")


def built(repo: Path, cache: Path) -> BuildResult:
    return build(repo, None, None, cache, jobs=1)


def first_machine(repo: Path, cache: Path, store: Bucket, key: str | None = None) -> BuildResult:
    done = built(repo, cache)
    push(cache, store, done.repo_id, done.commit, key)
    return done


def started_from(repo: Path, cache: Path, store: Bucket, key: str | None = None) -> str | None:
    """The commit that came for a build of HEAD to start from."""
    head = git(repo, "rev-parse", "HEAD")
    repo_id = schema.repo_id(None, git(repo, "rev-list", "--max-parents=0", "HEAD"))
    found = bring_basis(cache, store, repo_id, ancestors(repo, head), key)
    return found.commit if found else None


def stack(done: BuildResult) -> list[dict[str, Any]]:
    found: Any = done.manifest["layers"]
    return list(found)


def layers(done: BuildResult) -> list[str]:
    return [layer["commit"] for layer in stack(done)]


def test_a_fresh_machine_builds_only_what_changed(repo: Path, tmp_path: Path, store: Bucket) -> None:
    one = first_machine(repo, tmp_path / "a", store)
    commit(repo, {f"m{n}.py": "def g():\n    return 1\n" for n in range(3)})
    assert started_from(repo, tmp_path / "b", store) == one.commit
    two = built(repo, tmp_path / "b")
    assert layers(two) == [one.commit, two.commit]
    (files,) = (file for file in stack(two)[-1]["files"] if file["table"] == "files")
    assert files["rows"] == 3
    push(tmp_path / "b", store, two.repo_id, two.commit)
    # The rows of a layer name those of the one below: a third machine needs both.
    commit(repo, {"m5.py": "def h():\n    return 1\n"})
    assert started_from(repo, tmp_path / "c", store) == two.commit
    three = built(repo, tmp_path / "c")
    assert layers(three) == [one.commit, two.commit, three.commit]
    assert three.manifest["counts"] == built(repo, tmp_path / "whole").manifest["counts"]


def test_a_cache_in_front_of_a_store_brings_them_once(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"file://{tmp_path}/store"
    for machine in ("a", "b"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / machine))
        cache = schema.cache_path(url)
        before = ancestors(repo, "HEAD")
        shared.fetch_basis(url, cache, schema.repo_id(None, [git(repo, "rev-parse", "HEAD"), *before][-1]), before)
        done = built(repo, cache)
        commit(repo, {"m0.py": f"def g{machine}():\n    return 1\n"})
    assert len(layers(done)) == 2
    shared.fetch_basis("file:///proc/nowhere", cache, done.repo_id, [done.commit])
    assert not caplog.text
    shared.fetch_basis("file:///proc/nowhere", cache, done.repo_id, [])
    assert "starts from nothing" in caplog.text


def test_a_shallow_clone_starts_from_the_newest(repo: Path, tmp_path: Path, store: Bucket) -> None:
    one = first_machine(repo, tmp_path / "a", store)
    found = bring_basis(tmp_path / "b", store, one.repo_id, [])
    assert found is not None and found.commit == one.commit


def test_readers_do_not_get_them_and_they_go_with_their_snapshot(repo: Path, tmp_path: Path, store: Bucket) -> None:
    from indexer.remote import inventory
    from indexer.remote.pull import pull

    one = first_machine(repo, tmp_path / "a", store)
    pulled = pull(tmp_path / "b", store, one.repo_id, one.commit)
    assert pulled is not None and not schema.rows_file(Path(pulled.snapshot)).exists()
    assert inventory.collect(store, keep=0, days=0, now=4e9).snapshots and store.listing("v1") == []


def _note(folder: Path) -> Path:
    (note,) = folder.rglob("rows.*.json")
    return note


def _rewrite(folder: Path, **fields: Any) -> None:
    note = _note(folder)
    note.write_text(json.dumps(json.loads(note.read_text()) | fields))


def _change_rows(folder: Path, change: Callable[[bytes], bytes]) -> Path:
    (path,) = folder.rglob("*.arrow")
    path.write_bytes(change(path.read_bytes()))
    return path


POISON: dict[str, Callable[[Path], object]] = {
    "wrong bytes": lambda folder: _change_rows(folder, lambda data: b"x" * len(data)),
    "cut off": lambda folder: _change_rows(folder, lambda data: data[:-1]),
    "gone": lambda folder: next(folder.rglob("*.arrow")).unlink(),
    "no note": lambda folder: _note(folder).unlink(),
    "a note that is none": lambda folder: _note(folder).write_text("[1]"),
    "a note of another commit": lambda folder: _rewrite(folder, commit="f" * 40),
    "a size beyond all bounds": lambda folder: _rewrite(folder, bytes=1 << 60),
    "a hash that is a path": lambda folder: _rewrite(folder, sha256="../" * 20),
}


@pytest.mark.parametrize("how", POISON)
def test_what_is_not_sound_is_told_and_costs_a_full_build(
    repo: Path, tmp_path: Path, store: Bucket, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    first_machine(repo, tmp_path / "a", store)
    POISON[how](tmp_path / "store")
    commit(repo, {"m0.py": "def g():\n    return 1\n"})
    assert started_from(repo, tmp_path / "b", store) is None
    assert how == "no note" or "is not built on" in caplog.text
    assert not list((tmp_path / "b").rglob("*.arrow"))
    two = built(repo, tmp_path / "b")
    assert layers(two) == [two.commit]


def test_rows_that_are_none_though_their_hash_is_right(repo: Path, tmp_path: Path, store: Bucket) -> None:
    one = first_machine(repo, tmp_path / "a", store)
    path = _change_rows(tmp_path / "store", lambda data: data[: len(data) // 2])
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    _rewrite(tmp_path / "store", sha256=digest, bytes=path.stat().st_size)
    path.rename(path.with_name(f"rows.{digest[:16]}.arrow"))
    commit(repo, {"m0.py": "def g():\n    return 1\n"})
    assert started_from(repo, tmp_path / "b", store) == one.commit
    two = built(repo, tmp_path / "b")
    assert layers(two) == [two.commit]


def test_rows_that_nobody_signed_are_not_built_on(repo: Path, tmp_path: Path, store: Bucket) -> None:
    pytest.importorskip("cryptography")
    from indexer.remote.signing import public_half

    one = first_machine(repo, tmp_path / "a", store, KEY)
    public = public_half(KEY)
    assert started_from(repo, tmp_path / "b", store, public) == one.commit
    _rewrite(tmp_path / "store", bytes=1)
    assert started_from(repo, tmp_path / "c", store, public) is None


def test_rows_are_sent_after_their_snapshot_and_left_out_when_not_wanted(
    repo: Path, tmp_path: Path, store: Bucket
) -> None:
    done = built(repo, tmp_path / "a")
    push(tmp_path / "a", store, done.repo_id, done.commit, with_rows=False)
    assert bring_basis(tmp_path / "b", store, done.repo_id, []) is None
    assert push(tmp_path / "a", store, done.repo_id, done.commit).commits == []
    assert bring_basis(tmp_path / "b", store, done.repo_id, []) is not None
