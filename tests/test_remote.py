"""The shared cache behind the local one: what goes up comes down as it was, and what is not sound is refused."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from indexer import schema, store
from indexer.manifest import build_manifest, dump_manifest
from indexer.model import Diagnostic, Settings, StoreError
from indexer.remote import keys
from indexer.remote.bucket import Bucket, RemoteError
from indexer.remote.pull import came_from, pull
from indexer.remote.push import push
from indexer.remote.verify import Refused
from indexer.write import arrow_schema, write_table
from query.cli import run

REPO = "demo-1"
ONE, TWO = "1" * 40, "2" * 40


def filler(commit: str, below: Path | None = None, builder: str = "ci") -> Callable[[Path], Mapping[str, Any]]:
    """Fills a snapshot of empty tables; `below` is the folder of the snapshot that it stands on."""

    def fill(folder: Path) -> Mapping[str, Any]:
        tables = schema.TABLES if below is None else {"refs": schema.REFS}
        files = [write_table(name, arrow_schema(table).empty_table(), folder) for name, table in tables.items()]
        manifest = build_manifest(REPO, commit, Settings(), files, {}, [Diagnostic("by", "", builder)], "syntax_only")
        if below is not None:
            lower = json.loads((below / schema.MANIFEST).read_text())
            manifest["layers"] = [*lower["layers"], *manifest["layers"]]
        return manifest

    return fill


def publish(cache: Path, commit: str = ONE, below: Path | None = None, builder: str = "ci") -> Path:
    return store.publish(cache, REPO, commit, filler(commit, below, builder))[0]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != schema.BUILD_INFO}


@pytest.fixture
def shared(tmp_path: Path) -> Bucket:
    return Bucket(f"file://{tmp_path}/shared")


def stored(tmp_path: Path, commit: str = ONE) -> Path:
    return schema.snapshot_dir(tmp_path / "shared", REPO, commit)


def test_what_is_pushed_is_pulled_byte_by_byte(tmp_path: Path, shared: Bucket) -> None:
    built = publish(tmp_path / "a")
    assert push(tmp_path / "a", shared, REPO, ONE).commits == [ONE]
    pulled = pull(tmp_path / "b", shared, REPO, ONE)
    assert pulled is not None and pulled.from_cache and pulled.commits == [ONE]
    assert content(Path(pulled.snapshot)) == content(built)
    assert (came_from(Path(pulled.snapshot)), came_from(built)) == (shared.url, None)


def test_what_the_store_does_not_have_is_told_apart_from_what_is_refused(tmp_path: Path, shared: Bucket) -> None:
    assert pull(tmp_path / "b", shared, REPO, ONE) is None


def test_every_layer_below_goes_along_both_ways(tmp_path: Path, shared: Bucket) -> None:
    lower = publish(tmp_path / "a")
    publish(tmp_path / "a", TWO, below=lower)
    assert push(tmp_path / "a", shared, REPO, TWO).commits == [ONE, TWO]
    pulled = pull(tmp_path / "b", shared, REPO, TWO)
    assert pulled is not None and pulled.commits == [ONE, TWO]
    assert store.damage(tmp_path / "b", REPO, TWO) == ""
    again = pull(tmp_path / "b", shared, REPO, TWO)
    assert again is not None and (again.commits, again.bytes, again.from_cache) == ([], 0, True)


def test_a_snapshot_on_another_build_of_its_layer_is_refused(tmp_path: Path, shared: Bucket) -> None:
    publish(tmp_path / "a", TWO, below=publish(tmp_path / "a"))
    push(tmp_path / "a", shared, REPO, TWO)
    mine = publish(tmp_path / "b")
    (mine / "refs.parquet").write_bytes(b"another build")
    with pytest.raises(Refused, match="another build"):
        pull(tmp_path / "b", shared, REPO, TWO)
    assert store.find(tmp_path / "b", REPO, TWO) is None


def test_a_layer_that_the_store_has_from_another_builder_is_not_built_upon(tmp_path: Path, shared: Bucket) -> None:
    theirs = publish(tmp_path / "other")
    refs = theirs / "refs.parquet"
    pq.write_table(pq.read_table(refs), refs, compression="none")
    manifest = json.loads((theirs / schema.MANIFEST).read_text())
    (file,) = (file for file in manifest["layers"][0]["files"] if file["table"] == "refs")
    file.update(bytes=refs.stat().st_size, sha256=hashlib.sha256(refs.read_bytes()).hexdigest())
    (theirs / schema.MANIFEST).write_text(dump_manifest(manifest))
    push(tmp_path / "other", shared, REPO, ONE)
    publish(tmp_path / "a", TWO, below=publish(tmp_path / "a"))
    with pytest.raises(RemoteError, match="another build of the layer"):
        push(tmp_path / "a", shared, REPO, TWO)
    assert pull(tmp_path / "b", shared, REPO, TWO) is None


def test_the_first_builder_wins_and_nothing_mixes(tmp_path: Path, shared: Bucket) -> None:
    first = publish(tmp_path / "a", builder="first")
    publish(tmp_path / "b", builder="second")
    push(tmp_path / "a", shared, REPO, ONE)
    assert push(tmp_path / "b", shared, REPO, ONE).kept == [ONE]
    pulled = pull(tmp_path / "c", shared, REPO, ONE)
    assert pulled is not None and content(Path(pulled.snapshot)) == content(first)


def test_an_upload_that_broke_off_is_invisible_and_is_taken_up_again(tmp_path: Path, shared: Bucket) -> None:
    publish(tmp_path / "a")
    push(tmp_path / "a", shared, REPO, ONE)
    (stored(tmp_path) / schema.MANIFEST).unlink()
    lost = next(stored(tmp_path).glob("refs.*"))
    lost_bytes = lost.stat().st_size
    lost.unlink()
    assert pull(tmp_path / "b", shared, REPO, ONE) is None
    manifest_bytes = (store.find(tmp_path / "a", REPO, ONE) or Path()).joinpath(schema.MANIFEST).stat().st_size
    assert push(tmp_path / "a", shared, REPO, ONE).bytes == lost_bytes + manifest_bytes
    assert pull(tmp_path / "b", shared, REPO, ONE) is not None


def edited(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def poison(folder: Path) -> None:
        manifest = json.loads((folder / schema.MANIFEST).read_text())
        change(manifest)
        (folder / schema.MANIFEST).write_text(json.dumps(manifest))

    return poison


def flip(folder: Path) -> None:
    data = next(folder.glob("symbols.*"))
    data.write_bytes(data.read_bytes()[:-1] + b"!")


POISON: dict[str, tuple[Callable[[Path], None], str]] = {
    "wrong bytes": (flip, "symbols.parquet is not what the manifest says"),
    "cut short": (lambda folder: next(folder.glob("refs.*")).write_bytes(b"PAR1") and None, "refs.parquet is not what"),
    "too long": (lambda folder: next(folder.glob("refs.*")).write_bytes(b"x" * 99_999) and None, "refs.parquet is not"),
    "missing": (lambda folder: next(folder.glob("files.*")).unlink(), "files.parquet is missing"),
    "garbage": (lambda folder: (folder / schema.MANIFEST).write_text("{") and None, "damaged"),
    "deep": (lambda folder: (folder / schema.MANIFEST).write_text("[" * 100_000) and None, "damaged"),
    "another commit": (edited(lambda m: m.update(commit=TWO)), f"of the commit {TWO}"),
    "a foreign repository": (edited(lambda m: m.update(repo_id="evil-2")), "of the repository evil-2"),
    "an older schema": (edited(lambda m: m.update(schema_version=0)), "schema version 0"),
    "no layers": (edited(lambda m: m.update(layers=[])), "list of files"),
    "a path": (edited(lambda m: m["layers"][0]["files"][0].update(path="../../x")), "outside of its folder"),
    "the manifest as data": (
        edited(lambda m: m["layers"][0]["files"][0].update(path="manifest.json")),
        "list of files",
    ),
    "a size that is none": (edited(lambda m: m["layers"][0]["files"][0].update(bytes=True)), "list of files"),
    "a layer that is none": (edited(lambda m: m["layers"].insert(0, {"commit": "../x", "files": []})), "list of files"),
    "a layer that is missing": (edited(lambda m: m["layers"].insert(0, {"commit": TWO, "files": []})), "is missing"),
}


@pytest.mark.parametrize("name", POISON)
def test_a_poisoned_entry_is_refused_told_rebuilt_and_mended(
    name: str, tmp_path: Path, shared: Bucket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    poison, fault = POISON[name]
    publish(tmp_path / "a")
    push(tmp_path / "a", shared, REPO, ONE)
    poison(stored(tmp_path))
    with pytest.raises(Refused, match=fault):
        pull(tmp_path / "b", shared, REPO, ONE)
    assert store.find(tmp_path / "b", REPO, ONE) is None

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    built, existed = store.publish(schema.cache_path(shared.url), REPO, ONE, filler(ONE, builder="mended"))
    assert not existed and came_from(built) is None
    assert fault in caplog.text
    assert pull(tmp_path / "c", shared, REPO, ONE) is not None


def test_the_work_of_a_newer_codemap_is_not_used_and_not_overwritten(tmp_path: Path, shared: Bucket) -> None:
    publish(tmp_path / "a")
    push(tmp_path / "a", shared, REPO, ONE)
    edited(lambda manifest: manifest.update(schema_version=99))(stored(tmp_path))
    with pytest.raises(Refused, match="schema version 99"):
        pull(tmp_path / "b", shared, REPO, ONE)
    before = content(stored(tmp_path))
    assert push(tmp_path / "a", shared, REPO, ONE).kept == [ONE]
    assert content(stored(tmp_path)) == before


def test_damaged_snapshots_do_not_go_up(tmp_path: Path, shared: Bucket) -> None:
    (publish(tmp_path / "a") / "refs.parquet").write_bytes(b"rot")
    with pytest.raises(StoreError, match="damaged"):
        push(tmp_path / "a", shared, REPO, ONE)
    assert not stored(tmp_path).exists()


def test_one_builds_and_the_next_machine_mounts(
    tmp_path: Path, shared: Bucket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_again(folder: Path) -> Mapping[str, Any]:
        raise AssertionError("built twice")

    monkeypatch.setenv("CODEMAP_CACHE_DIR", shared.url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "ci"))
    assert store.publish(schema.default_cache_dir(), REPO, ONE, filler(ONE))[1] is False
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "laptop"))
    path, existed = store.publish(schema.default_cache_dir(), REPO, ONE, not_again)
    assert existed and came_from(path) == shared.url
    assert store.obtain(schema.default_cache_dir(), REPO, TWO) is None


def test_a_store_out_of_reach_does_not_stop_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "file").write_text("no folder")
    front = schema.cache_path(f"file://{tmp_path}/file/below")
    assert store.publish(front, REPO, ONE, filler(ONE))[1] is False
    assert "cannot be used" in caplog.text and "stays in the local cache" in caplog.text


def test_a_mount_without_locks_is_built_on_and_nothing_is_taken_for_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    (tmp_path / store.STAGING / "another").mkdir(parents=True)
    (tmp_path / store.STAGING / "another" / store.LOCK).touch()
    assert publish(tmp_path).is_dir()
    assert store.dead_stages(tmp_path) == []


@pytest.mark.parametrize("url", ["s3://bucket", "s3://bucket/a/b c%", "gs://b/p", "az://container/x", "file:///mnt/x"])
def test_the_folder_in_front_of_a_store_knows_its_store(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/me/.cache")
    front = schema.cache_path(url + "/")
    assert schema.store_url(front) == url
    assert front.is_absolute() and front.parent == Path("/home/me/.cache/codemap/stores")
    assert schema.store_url(Path("/srv/cache")) is None and schema.cache_path("/srv/cache") == Path("/srv/cache")


def test_names_of_objects_are_read_back() -> None:
    file = {"path": "refs.parquet", "sha256": "ab" * 32}
    assert keys.data_key(REPO, ONE, file).endswith(f"/refs.{'ab' * 8}.parquet")
    assert keys.parse(keys.manifest_key(REPO, ONE)) == keys.Key(REPO, ONE, schema.MANIFEST)
    assert keys.parse("v1/repo=x/commit=zz/manifest.json") is None


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repo = tmp_path / "repo"
    subprocess.run(["git", "init", "-q", repo], check=True)
    (repo / "a.py").write_text("def f():\n    return 1\n")
    subprocess.run(["git", "-C", repo, "add", "."], check=True)
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "-C", repo, *who, "commit", "-qm", "one"], check=True)
    here, url = ["--path", str(repo), "--json", "--cache-dir"], f"file://{tmp_path}/shared"

    def told(*args: str) -> tuple[int, Any]:
        code = run(list(args))
        return code, json.loads(capsys.readouterr().out.splitlines()[-1])

    code, failure = told("pull", *here, str(tmp_path / "b"), "--from", url)
    assert code == 4 and "has no snapshot" in failure["error"]["message"]
    assert told("index", *here, str(tmp_path / "a"), "-j", "1")[0] == 0
    code, failure = told("push", *here, str(tmp_path / "a"))
    assert code == 2 and "--to" in failure["error"]["hint"]
    assert told("push", *here, str(tmp_path / "a"), "--to", url)[1]["commits"]
    assert told("pull", *here, str(tmp_path / "b"), "--from", url)[1]["from_cache"] is True
    assert len(told("cache", "ls", *here, str(tmp_path / "b"))[1]["snapshots"]) == 1
    assert run(["sql", "--path", str(repo), "--cache-dir", str(tmp_path / "b"), "SELECT name FROM symbols"]) == 0
