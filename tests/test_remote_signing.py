"""Signed manifests: made with the private key, asked for with the public one."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from indexer import schema, store
from indexer.manifest import build_manifest
from indexer.model import ConfigError, Settings
from indexer.remote import signing
from indexer.remote.bucket import Bucket
from indexer.remote.pull import pull
from indexer.remote.push import push
from indexer.remote.verify import Refused
from indexer.write import arrow_schema, write_table

REPO, COMMIT = "demo-1", "a" * 40
KEY, OTHER = (base64.b64encode(bytes([n]) * 32).decode() for n in (1, 2))
PUBLIC = signing.public_half(KEY)


def fill(folder: Path) -> dict[str, Any]:
    files = [write_table(name, arrow_schema(table).empty_table(), folder) for name, table in schema.TABLES.items()]
    return build_manifest(REPO, COMMIT, Settings(), files, {}, [], "syntax_only")


@pytest.fixture
def shared(tmp_path: Path) -> Bucket:
    store.publish(tmp_path / "ci", REPO, COMMIT, fill)
    return Bucket(f"file://{tmp_path}/shared")


def test_what_the_key_signed_is_taken(tmp_path: Path, shared: Bucket) -> None:
    push(tmp_path / "ci", shared, REPO, COMMIT, KEY)
    assert pull(tmp_path / "b", shared, REPO, COMMIT, PUBLIC) is not None


@pytest.mark.parametrize(("key", "fault"), [(None, "not signed"), (OTHER, "no trusted key")])
def test_what_it_did_not_sign_is_refused(tmp_path: Path, shared: Bucket, key: str | None, fault: str) -> None:
    push(tmp_path / "ci", shared, REPO, COMMIT, key)
    with pytest.raises(Refused, match=fault):
        pull(tmp_path / "b", shared, REPO, COMMIT, PUBLIC)
    assert pull(tmp_path / "b", shared, REPO, COMMIT) is not None


def test_a_changed_manifest_is_refused(tmp_path: Path, shared: Bucket) -> None:
    push(tmp_path / "ci", shared, REPO, COMMIT, KEY)
    manifest = schema.snapshot_dir(tmp_path / "shared", REPO, COMMIT) / schema.MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"semantic_level": "full"}))
    with pytest.raises(Refused, match="not signed"):
        pull(tmp_path / "b", shared, REPO, COMMIT, PUBLIC)


def test_a_snapshot_can_be_signed_after_it_went_up(tmp_path: Path, shared: Bucket) -> None:
    push(tmp_path / "ci", shared, REPO, COMMIT)
    assert push(tmp_path / "ci", shared, REPO, COMMIT, KEY).kept == [COMMIT]
    assert pull(tmp_path / "b", shared, REPO, COMMIT, PUBLIC) is not None


def test_what_was_pulled_before_signatures_were_required_goes(
    tmp_path: Path, shared: Bucket, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    push(tmp_path / "ci", shared, REPO, COMMIT)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    front = schema.cache_path(shared.url)
    assert store.obtain(front, REPO, COMMIT) is not None
    monkeypatch.setenv(signing.REQUIRED_KEY, PUBLIC)
    assert store.obtain(front, REPO, COMMIT) is None
    assert "no trusted key signed it" in caplog.text
    monkeypatch.setenv(signing.SIGNING_KEY, KEY)
    built, existed = store.publish(front, REPO, COMMIT, fill)
    assert not existed
    assert store.find(front, REPO, COMMIT) == built
    assert pull(tmp_path / "b", shared, REPO, COMMIT, PUBLIC) is not None


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_keys_are_base64_or_pem_or_files(tmp_path: Path) -> None:
    private, public = tmp_path / "ci.pem", tmp_path / "ci.pub"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", private], check=True, capture_output=True)
    subprocess.run(["openssl", "pkey", "-in", private, "-pubout", "-out", public], check=True, capture_output=True)
    signature = signing.sign(b"manifest", private.read_text())
    for key in (str(public), public.read_text(), signing.public_half(str(private))):
        assert signing.is_signed(b"manifest", signature, key)
        assert not signing.is_signed(b"another", signature, key)
        assert not signing.is_signed(b"manifest", b"\xff not base64", key)


@pytest.mark.parametrize("key", ["", "c2hvcnQ=", "no such file", "-----BEGIN nonsense"])
def test_a_key_that_is_none_is_told_without_telling_it(key: str) -> None:
    for use in (lambda: signing.sign(b"", key), lambda: signing.is_signed(b"", b"", key)):
        with pytest.raises(ConfigError, match="key cannot be read") as told:
            use()
        assert not key or key not in told.value.message
