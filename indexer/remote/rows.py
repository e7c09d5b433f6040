"""Rows of files kept for the next build, beside their snapshot in the store; readers have no use for them.

A note says which bytes they are. It is named after the manifest that they belong to and signed like it, since what a
build starts from ends up in what it signs.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

from indexer import schema
from indexer.remote import keys, signing
from indexer.remote.bucket import Bucket
from indexer.remote.pull import download
from indexer.remote.verify import Refused, is_measured

_NAME = "rows.arrow"


def send(bucket: Bucket, snapshot: Path, signing_key: str | None, repair: bool = False) -> int:
    """Bytes that went up; none where the rows are not here, or are there already and trusted."""
    rows = schema.rows_file(snapshot)
    if not rows.is_file():
        return 0
    note = _describe(snapshot, rows)
    content, key, data_key = json.dumps(note, sort_keys=True).encode(), _note_key(snapshot), _data_key(note)
    wanted = repair or bucket.size(data_key) != note["bytes"]
    if wanted:
        bucket.put(data_key, rows)
    if signing_key:
        bucket.put(key + keys.SIGNED, signing.sign(content, signing_key))
    bucket.put(key, content)
    return int(note["bytes"]) if wanted else 0


def bring(bucket: Bucket, snapshot: Path, required_key: str | None) -> int:
    """Bytes that came for a snapshot of the local cache; `Refused` where the rows are missing or not sound."""
    rows = schema.rows_file(snapshot)
    if rows.is_file():
        return 0
    note = _checked_note(bucket, snapshot, required_key)
    rows.parent.mkdir(exist_ok=True)
    coming = rows.with_stem(secrets.token_hex(8))  # should this process die, the collector takes it for an orphan
    try:
        download(bucket, _data_key(note), coming, note)
        coming.replace(rows)
    finally:
        coming.unlink(missing_ok=True)
    return int(note["bytes"])


def _checked_note(bucket: Bucket, snapshot: Path, required_key: str | None) -> dict[str, Any]:
    key = _note_key(snapshot)
    found = bucket.read(key)
    if found is None:
        raise Refused("it has no rows to build on")
    signature = bucket.read(key + keys.SIGNED) if required_key else None
    if required_key and not signing.is_signed(found[0], signature[0] if signature else None, required_key):
        raise Refused("no trusted key signed its rows")
    try:
        note: dict[str, Any] = json.loads(found[0])
        sound = (note["repo_id"], note["commit"]) == _ids(snapshot) and is_measured(note)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("the note on its rows is damaged") from error
    if not sound:
        raise Refused("the note on its rows is damaged, or of another snapshot")
    return note


def _describe(snapshot: Path, rows: Path) -> dict[str, Any]:
    with rows.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    repo_id, commit = _ids(snapshot)
    return {"repo_id": repo_id, "commit": commit, "bytes": rows.stat().st_size, "sha256": digest}


def _data_key(note: dict[str, Any]) -> str:
    return keys.data_key(note["repo_id"], note["commit"], {"path": _NAME, "sha256": note["sha256"]})


def _note_key(snapshot: Path) -> str:
    manifest = (snapshot / schema.MANIFEST).read_bytes()
    return keys.rows_key(*_ids(snapshot), hashlib.sha256(manifest).hexdigest())


def _ids(snapshot: Path) -> tuple[str, str]:
    return snapshot.parent.name.removeprefix("repo="), snapshot.name.removeprefix("commit=")
