"""From the store into the local cache: verified file by file, visible as a whole or not at all."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indexer import schema, store
from indexer.remote import keys, signing
from indexer.remote.bucket import Bucket
from indexer.remote.verify import Refused, checked_manifest, lower_commits, own_files

SIGNATURE = "manifest.sig"  # beside a pulled manifest, so that it can be checked again


@dataclass(frozen=True, slots=True)
class Pulled:
    """What came, the lowest layer first; what was there already is not listed."""

    repo_id: str
    commit: str
    snapshot: str
    from_cache: bool  # whether this snapshot was built elsewhere
    commits: list[str]
    bytes: int


def pull(cache: Path, bucket: Bucket, repo_id: str, commit: str, required_key: str | None = None) -> Pulled | None:
    """Bring a snapshot and every layer below it; None where the store has none, `Refused` where it is not sound."""
    found = _manifest(bucket, repo_id, commit)
    if found is None:
        return None
    wanted = [*lower_commits(found[1]), commit]
    missing = [each for each in wanted if store.find(cache, repo_id, each) is None]
    received = sum(_pull_one(cache, bucket, repo_id, each, required_key) for each in missing)
    snapshot = schema.snapshot_dir(cache, repo_id, commit)
    return Pulled(repo_id, commit, str(snapshot), came_from(snapshot) is not None, missing, received)


def came_from(snapshot: Path) -> str | None:
    """The store that a snapshot was pulled from; None for one that was built here."""
    try:
        info = json.loads((snapshot / schema.BUILD_INFO).read_text(encoding="utf-8"))
        return str(info["pulled_from"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_vouched_for(snapshot: Path, required_key: str) -> bool:
    """Whether a snapshot was built here, or signed by the key."""
    if came_from(snapshot) is None:
        return True
    try:
        signature = (snapshot / SIGNATURE).read_bytes()
    except OSError:
        return False
    return signing.is_signed((snapshot / schema.MANIFEST).read_bytes(), signature, required_key)


def _manifest(bucket: Bucket, repo_id: str, commit: str) -> tuple[bytes, dict[str, Any]] | None:
    found = bucket.read(keys.manifest_key(repo_id, commit))
    return (found[0], checked_manifest(found[0], repo_id, commit)) if found else None


def _pull_one(cache: Path, bucket: Bucket, repo_id: str, commit: str, required_key: str | None) -> int:
    """One folder of the stack; those below it must be there."""
    found = _manifest(bucket, repo_id, commit)
    if found is None:
        raise Refused(f"its layer {commit} is missing")
    content, manifest = found
    signature = _signature(bucket, repo_id, commit, content)
    if required_key and not signing.is_signed(content, signature, required_key):
        raise Refused("no trusted key signed it" if signature else "it is not signed")
    _check_below(cache, repo_id, manifest)
    store.adopt(cache, repo_id, commit, _filler(bucket, content, manifest, signature))
    return sum(int(file["bytes"]) for file in own_files(manifest))


def _signature(bucket: Bucket, repo_id: str, commit: str, content: bytes) -> bytes | None:
    found = bucket.read(keys.signature_key(repo_id, commit, hashlib.sha256(content).hexdigest()))
    return found[0] if found else None


def _check_below(cache: Path, repo_id: str, manifest: Mapping[str, Any]) -> None:
    """A snapshot stands on exactly the files that it was built on, not on another build of that commit."""
    for layer in manifest["layers"]:
        folder = schema.snapshot_dir(cache, repo_id, str(layer["commit"]))
        for file in layer["files"] if layer["commit"] != manifest["commit"] else []:
            if fault := store.fault(folder / str(file["path"]), file):
                raise Refused(f"it stands on another build of {layer['commit']}: {fault}")


def _filler(
    bucket: Bucket, content: bytes, manifest: Mapping[str, Any], signature: bytes | None
) -> Callable[[Path], None]:
    def fill(folder: Path) -> None:
        started = time.time()
        for file in own_files(manifest):
            key = keys.data_key(str(manifest["repo_id"]), str(manifest["commit"]), file)
            download(bucket, key, folder / str(file["path"]), file)
        if signature is not None:
            (folder / SIGNATURE).write_bytes(signature)
        finished = time.time()
        info = {
            "pulled_from": bucket.url, "started_at": started, "finished_at": finished, "seconds": finished - started,
        }  # fmt: skip
        (folder / schema.BUILD_INFO).write_text(json.dumps(info, sort_keys=True, indent=1) + "\n", encoding="utf-8")
        (folder / schema.MANIFEST).write_bytes(content)

    return fill


def download(bucket: Bucket, key: str, target: Path, file: Mapping[str, Any]) -> None:
    """An object that must have the size and the hash that `file` says."""
    digest, received = hashlib.sha256(), 0
    try:
        with target.open("xb") as out:
            for chunk in bucket.chunks(key):
                received += len(chunk)
                if received > file["bytes"]:
                    break
                digest.update(chunk)
                out.write(chunk)
    except FileNotFoundError as error:
        raise Refused(f"{target.name} is missing") from error
    if received != file["bytes"] or digest.hexdigest() != file["sha256"]:
        raise Refused(f"{target.name} is not what the manifest says")
