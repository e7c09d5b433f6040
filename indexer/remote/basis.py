"""What a build on a fresh machine can start from: the nearest snapshot in the store that has its rows."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from indexer import schema
from indexer.remote import keys, rows
from indexer.remote.bucket import Bucket
from indexer.remote.pull import Pulled, pull
from indexer.remote.verify import Refused, checked_manifest, lower_commits

TRIED = 3  # snapshots that are asked for: what is refused is no reason to look at all of them
log = logging.getLogger("codemap.shared_cache")


def bring_basis(
    cache: Path, bucket: Bucket, repo_id: str, ancestors: Sequence[str], required_key: str | None = None
) -> Pulled | None:
    """The nearest ancestor, else the newest snapshot, with the rows of all its layers; None where none is sound."""
    for commit in islice(_candidates(bucket, repo_id, ancestors), TRIED):
        try:
            if pulled := pull(cache, bucket, repo_id, commit, required_key):
                return _with_rows(cache, bucket, pulled, required_key)
        except Refused as refused:
            log.warning("%s of %s in %s is not built on: %s", commit[:12], repo_id, bucket.url, refused.fault)
    return None


def _candidates(bucket: Bucket, repo_id: str, ancestors: Sequence[str]) -> Iterator[str]:
    """Commits that the store has, with rows: ancestors, nearest first; a shallow clone knows none of its own."""
    newest = sorted(bucket.listing(keys.repo_prefix(repo_id)), key=lambda item: item.modified, reverse=True)
    parsed = [key for item in newest if (key := keys.parse(item.key))]
    there = dict.fromkeys(key.commit for key in parsed if keys.is_rows(key.name))
    published = {key.commit for key in parsed if key.name == schema.MANIFEST}
    yield from (commit for commit in ancestors if commit in there and commit in published)
    yield from (commit for commit in there if commit in published and commit not in set(ancestors))


def _with_rows(cache: Path, bucket: Bucket, pulled: Pulled, required_key: str | None) -> Pulled:
    """Each layer keeps the rows of the files that it brought."""
    folder = Path(pulled.snapshot)
    manifest = checked_manifest((folder / schema.MANIFEST).read_bytes(), pulled.repo_id, pulled.commit)
    stack = [*lower_commits(manifest), pulled.commit]
    came = sum(rows.bring(bucket, schema.snapshot_dir(cache, pulled.repo_id, each), required_key) for each in stack)
    return replace(pulled, bytes=pulled.bytes + came)
