"""The store behind the local cache, as a build sees it: asked first, offered the result, never in the way.

A build goes on when the store is out of reach or its entry is refused; the log says so.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from indexer import schema, store
from indexer.remote import signing
from indexer.remote.basis import bring_basis
from indexer.remote.bucket import Bucket, RemoteError
from indexer.remote.pull import is_vouched_for, pull
from indexer.remote.push import push
from indexer.remote.verify import Refused

log = logging.getLogger("codemap.shared_cache")


def fetch(url: str, cache: Path, repo_id: str, commit: str) -> tuple[bool, str]:
    """Whether the snapshot came from the store; if not because its entry is refused, why."""
    try:
        return pull(cache, Bucket(url), repo_id, commit, os.environ.get(signing.REQUIRED_KEY)) is not None, ""
    except Refused as refused:
        log.warning("%s of %s in %s is refused, it is built here: %s", commit[:12], repo_id, url, refused.fault)
        return False, refused.fault
    except RemoteError as error:
        log.warning("%s (%s); the snapshot is built here", error.message, error.hint)
        return False, ""


def fetch_basis(url: str, cache: Path, repo_id: str, ancestors: Sequence[str]) -> None:
    """Bring what a build can start from, unless an ancestor of the commit was built or brought here before."""
    if any(schema.rows_file(schema.snapshot_dir(cache, repo_id, commit)).is_file() for commit in ancestors):
        return
    try:
        bring_basis(cache, Bucket(url), repo_id, ancestors, os.environ.get(signing.REQUIRED_KEY))
    except RemoteError as error:
        log.warning("%s (%s); the build starts from nothing", error.message, error.hint)


def offer(url: str, cache: Path, repo_id: str, commit: str, repair: bool) -> None:
    """Hand a snapshot that was built here to the others."""
    try:
        push(cache, Bucket(url), repo_id, commit, os.environ.get(signing.SIGNING_KEY), repair)
    except RemoteError as error:
        log.warning("%s (%s); the snapshot stays in the local cache", error.message, error.hint)


def withdraw_unsigned(cache: Path, snapshot: Path) -> bool:
    """Remove a snapshot that came from the store and that no required key signed."""
    required = os.environ.get(signing.REQUIRED_KEY)
    if not required or is_vouched_for(snapshot, required):
        return False
    log.warning("%s was pulled and no trusted key signed it: it is removed", snapshot)
    store.discard(cache, snapshot)
    return True
