"""How things are called in the store.

The layout is the cache's own. A data file also carries a part of its hash in its name: what two builders upload at the
same time can then never mix, and the manifest, which is created once, says whose files count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from indexer import schema

SIGNED = ".sig"
_NOTE = ".json"
_SHOWN = 16  # digits of a hash in a name
_SNAPSHOT = re.compile(rf"{schema.LAYOUT}/repo=(?P<repo>[^/]+)/commit=(?P<commit>[0-9a-f]+)/(?P<name>[^/]+)")


@dataclass(frozen=True, slots=True)
class Key:
    """The parts of an object's name."""

    repo_id: str
    commit: str
    name: str


def repo_prefix(repo_id: str | None = None) -> str:
    """What the names of a repository's objects, or of all, begin with."""
    return f"{schema.LAYOUT}/repo={repo_id}/" if repo_id else f"{schema.LAYOUT}/"


def manifest_key(repo_id: str, commit: str) -> str:
    return _folder(repo_id, commit) + schema.MANIFEST


def data_key(repo_id: str, commit: str, file: Mapping[str, Any]) -> str:
    """Of a file that a manifest lists: `symbols.parquet` is kept as `symbols.<hash>.parquet`."""
    path = PurePosixPath(str(file["path"]))
    return _folder(repo_id, commit) + f"{path.stem}.{str(file['sha256'])[:_SHOWN]}{path.suffix}"


def signature_key(repo_id: str, commit: str, manifest_sha256: str) -> str:
    """A signature is of one manifest's bytes, so it is named after them."""
    return _folder(repo_id, commit) + f"manifest.{manifest_sha256[:_SHOWN]}{SIGNED}"


def rows_key(repo_id: str, commit: str, manifest_sha256: str) -> str:
    """A note on the rows that one manifest's snapshot was built from."""
    return _folder(repo_id, commit) + f"rows.{manifest_sha256[:_SHOWN]}{_NOTE}"


def is_rows(name: str) -> bool:
    return name.startswith("rows.") and name.endswith(_NOTE)


def parse(key: str) -> Key | None:
    """What an object is, or None for what is not ours."""
    found = _SNAPSHOT.fullmatch(key)
    return Key(found["repo"], found["commit"], found["name"]) if found else None


def _folder(repo_id: str, commit: str) -> str:
    return f"{repo_prefix(repo_id)}commit={commit}/"
