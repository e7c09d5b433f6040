"""The shared cache on `gs://`: what the S3 server is asked, one that speaks Google's interface must answer, too."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer import schema, store
from indexer.remote import keys
from indexer.remote.bucket import Bucket, Denied, Taken
from indexer.remote.pull import came_from, pull
from indexer.remote.push import push
from query.cli import run

sys.path.append(str(Path(__file__).parent))
s3 = importlib.import_module("test_remote_s3")
shop = importlib.import_module("engine_repo")

bucket = s3.bucket
test_eight_writers_one_winner = s3.test_eight_writers_one_winner
test_a_server_that_dies_in_mid_upload_serves_nothing_half = s3.test_a_server_that_dies_in_mid_upload_serves_nothing_half
test_a_slow_line_is_only_slow = s3.test_a_slow_line_is_only_slow
test_wrong_bytes_are_refused_and_mended = s3.test_wrong_bytes_are_refused_and_mended
test_a_poisoned_manifest_is_replaced_once = s3.test_a_poisoned_manifest_is_replaced_once
test_the_inventory_and_the_collector = s3.test_the_inventory_and_the_collector


class Server(s3.Server):  # type: ignore[misc, name-defined]
    bucket = "gs://codemap"

    def command(self) -> list[str]:
        program = str(Path(__file__).with_name("gcs_server.py"))
        return [sys.executable, program, str(self.ports[3]), str(self.folder / "data")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("gcs"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOOGLE_BASE_URL", server.endpoint)
        patch.setenv("GOOGLE_BEARER_TOKEN", "writer")
        patch.setenv("GOOGLE_ALLOW_HTTP", "true")
        try:
            server.start()
            yield server
        finally:
            server.kill()


def test_what_a_generation_stands_for(bucket: Bucket) -> None:
    bucket.create("a", b"1")
    with pytest.raises(Taken):
        bucket.create("a", b"2")
    first = bucket.read("a")
    assert first is not None and first[0] == b"1"
    bucket.replace("a", b"3", first[1])
    with pytest.raises(Taken):
        bucket.replace("a", b"4", first[1])
    bucket.put("a", b"3")
    same = bucket.read("a")
    assert same is not None and same[1]["version"] != first[1]["version"]
    bucket.delete(["a"])
    with pytest.raises(Taken):
        bucket.replace("a", b"5", same[1])
    bucket.create("a", b"6")
    assert bucket.size("a") == 1 and bucket.size("b") is None


def test_a_listing_has_several_pages(bucket: Bucket) -> None:
    names = [f"v1/{n:03} +%&.json" for n in range(120)]
    for name in names:
        bucket.put(name, b"x")
    assert [one.key for one in bucket.listing("v1")] == names


def test_who_may_only_read_reads_and_is_told_so(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store.publish(tmp_path / "ci", s3.REPO, s3.COMMIT, s3.filler())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GOOGLE_BEARER_TOKEN", "reader")
    with pytest.raises(Denied, match="denies access"):
        push(tmp_path / "ci", Bucket(bucket.url), s3.REPO, s3.COMMIT)
    assert store.publish(schema.cache_path(bucket.url), s3.REPO, s3.COMMIT, s3.filler())[1] is False
    assert "stays in the local cache" in caplog.text
    push(tmp_path / "ci", bucket, s3.REPO, s3.COMMIT)
    pulled = pull(tmp_path / "reader", Bucket(bucket.url), s3.REPO, s3.COMMIT)
    assert pulled is not None and came_from(Path(pulled.snapshot)) == bucket.url


def test_strangers_are_denied(tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_BEARER_TOKEN", "nobody")
    with pytest.raises(Denied, match="denies access"):
        pull(tmp_path, Bucket(bucket.url), s3.REPO, s3.COMMIT)


def test_by_the_actions_steps_the_next_push_builds_only_what_changed(tmp_path: Path, bucket: Bucket) -> None:
    action = importlib.import_module("action_runner")
    forge = action.Forge(tmp_path)
    forge.push(action.FILES)
    credentials = {name: value for name, value in os.environ.items() if name.startswith("GOOGLE_")}
    action.push_reuse_push(forge, bucket.url, **credentials)


def test_by_the_commands(
    tmp_path: Path, bucket: Bucket, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One machine builds into the store; another finds it, meets a damaged manifest, mends it, and cleans up."""

    def told(home: str, *command: str) -> Any:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / home))
        assert run([*command, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    root = shop.make(tmp_path)
    monkeypatch.setenv("CODEMAP_CACHE_DIR", bucket.url)
    monkeypatch.chdir(root)
    built = told("one", "index")
    assert not built["from_cache"]
    assert told("one", "push")["commits"] == []
    assert told("two", "index")["from_cache"]
    assert told("three", "pull")["commits"] == [built["commit"]]
    (listed,) = told("three", "cache", "ls")["snapshots"]
    assert listed["commit"] == built["commit"]
    bucket.put(keys.manifest_key(built["repo_id"], built["commit"]), b"{}")
    assert not told("four", "index")["from_cache"]
    assert told("five", "index")["from_cache"]
    assert told("five", "cache", "gc", "--keep", "0", "--days", "0", "--dry-run")["snapshots"] == []
