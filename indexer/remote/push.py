"""From the local cache into the store: data first, the manifest last, created once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indexer import schema, store
from indexer.model import StoreError
from indexer.remote import keys, rows, signing
from indexer.remote.bucket import Bucket, RemoteError, Taken
from indexer.remote.verify import Refused, checked_manifest, lower_commits, own_files


@dataclass(frozen=True, slots=True)
class Pushed:
    """What went up. What is in `kept` was there already, perhaps from another builder: the first one counts."""

    repo_id: str
    commit: str
    url: str
    commits: list[str]
    kept: list[str]
    bytes: int


@dataclass(frozen=True, slots=True)
class _Local:
    """A snapshot of the local cache, about to go up."""

    folder: Path
    content: bytes
    manifest: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _How:
    signing_key: str | None
    repair: bool
    with_rows: bool


def push(
    cache: Path,
    bucket: Bucket,
    repo_id: str,
    commit: str,
    signing_key: str | None = None,
    repair: bool = False,
    with_rows: bool = True,
) -> Pushed:
    """Bring a snapshot and every layer below it up; with `repair` what is there already is not trusted."""
    top = _local(cache, repo_id, commit)
    stack = [*lower_commits(top.manifest), commit]
    went: dict[str, int] = {}
    for each in stack:
        how = _How(signing_key, repair and each == commit, with_rows)
        sent = _push_one(bucket, _local(cache, repo_id, each), how)
        if sent is not None:
            went[each] = sent
        if each != commit:
            _check_base(bucket, top.manifest, each)
    kept = [each for each in stack if each not in went]
    return Pushed(repo_id, commit, bucket.url, list(went), kept, sum(went.values()))


def _local(cache: Path, repo_id: str, commit: str) -> _Local:
    folder = store.find(cache, repo_id, commit)
    if folder is None:
        raise StoreError(f"{commit[:12]} of {repo_id} is not in {cache}", f"codemap index --ref {commit[:12]}")
    if fault := store.damage(cache, repo_id, commit):
        raise StoreError(f"{folder} is damaged: {fault}", "build it again with `codemap index --force`")
    content = (folder / schema.MANIFEST).read_bytes()
    return _Local(folder, content, checked_manifest(content, repo_id, commit))


def _push_one(bucket: Bucket, local: _Local, how: _How) -> int | None:
    """Bytes that went up for one folder of the stack; None where a sound one is there."""
    repo_id, commit = str(local.manifest["repo_id"]), str(local.manifest["commit"])
    key = keys.manifest_key(repo_id, commit)
    existing = bucket.read(key)
    if existing and not how.repair and _stays(bucket, repo_id, commit, existing[0]):
        if existing[0] == local.content:
            _accompany(bucket, local, how)
        return None
    sent = _upload(bucket, local, how.repair) + _accompany(bucket, local, how)
    try:
        if existing is None:
            bucket.create(key, local.content)
        elif existing[0] != local.content:
            bucket.replace(key, local.content, existing[1])
    except Taken:
        return None
    return sent + len(local.content)


def _stays(bucket: Bucket, repo_id: str, commit: str, content: bytes) -> bool:
    """Whether what is there is left alone: it is sound and complete, or written by a newer codemap."""
    try:
        manifest = checked_manifest(content, repo_id, commit)
    except Refused as refused:
        return refused.newer
    return all(bucket.size(keys.data_key(repo_id, commit, file)) == file["bytes"] for file in own_files(manifest))


def _upload(bucket: Bucket, local: _Local, repair: bool) -> int:
    sent = 0
    for file in own_files(local.manifest):
        key = keys.data_key(str(local.manifest["repo_id"]), str(local.manifest["commit"]), file)
        if repair or bucket.size(key) != file["bytes"]:
            bucket.put(key, local.folder / str(file["path"]))
            sent += int(file["bytes"])
    return sent


def _accompany(bucket: Bucket, local: _Local, how: _How) -> int:
    """Before the manifest: who sees the manifest finds its signature, and the rows to build on."""
    if how.signing_key:
        digest = hashlib.sha256(local.content).hexdigest()
        key = keys.signature_key(str(local.manifest["repo_id"]), str(local.manifest["commit"]), digest)
        bucket.put(key, signing.sign(local.content, how.signing_key))
    return rows.send(bucket, local.folder, how.signing_key, how.repair) if how.with_rows else 0


def _check_base(bucket: Bucket, manifest: Mapping[str, Any], commit: str) -> None:
    """The store must hold the very build of the layer that the snapshot stands on."""
    repo_id = str(manifest["repo_id"])
    found = bucket.read(keys.manifest_key(repo_id, commit))
    there = {str(f["sha256"]) for f in own_files(checked_manifest(found[0], repo_id, commit))} if found else set()
    wanted = {str(f["sha256"]) for layer in manifest["layers"] if layer["commit"] == commit for f in layer["files"]}
    if not wanted <= there:
        hint = "build the commit whole with `codemap index --force`, then push it"
        raise RemoteError(f"{bucket.url} holds another build of the layer {commit[:12]}", hint)
