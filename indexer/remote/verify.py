"""What is believed of a manifest that a store hands out: nothing, until it has been looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from indexer import schema
from indexer.model import StoreError

MOST_FILES = 10_000
MOST_BYTES = 100 << 30
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,100}")
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class Refused(StoreError):
    """An entry of the shared cache that must not be used; building the commit again is the remedy."""

    def __init__(self, fault: str, newer: bool = False) -> None:
        super().__init__(f"the shared cache's entry is refused: {fault}", "build it with `codemap index`")
        self.fault = fault
        self.newer = newer  # it is no fault, but the work of a later codemap


def checked_manifest(content: bytes, repo_id: str, commit: str) -> dict[str, Any]:
    """The manifest in `content`, if it is one of this commit that this codemap can read."""
    try:
        manifest = json.loads(content)
        version = manifest["schema_version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refused("its manifest is damaged") from error
    if version != schema.SCHEMA_VERSION:
        newer = type(version) is int and version > schema.SCHEMA_VERSION
        raise Refused(f"schema version {version!s:.20}, not {schema.SCHEMA_VERSION}", newer)
    if manifest.get("repo_id") != repo_id:
        raise Refused(f"it is of the repository {manifest.get('repo_id')!s:.80}, not {repo_id}")
    if manifest.get("commit") != commit:
        raise Refused(f"it is of the commit {manifest.get('commit')!s:.64}, not {commit}")
    _check_layers(manifest)
    return dict(manifest)


def own_files(manifest: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The files that lie in the snapshot's own folder."""
    return [file for layer in manifest["layers"] if layer["commit"] == manifest["commit"] for file in layer["files"]]


def lower_commits(manifest: Mapping[str, Any]) -> list[str]:
    """The commits on whose folders the snapshot stands, the lowest first."""
    commits = dict.fromkeys(str(layer["commit"]) for layer in manifest["layers"])
    return [commit for commit in commits if commit != manifest["commit"]]


def _check_layers(manifest: Mapping[str, Any]) -> None:
    try:
        layers = manifest["layers"]
        commits = [str(layer["commit"]) for layer in layers]
        files = [file for layer in layers for file in layer["files"]]
        sound = bool(layers) and all(map(_COMMIT.fullmatch, commits)) and all(map(_is_sound, files))
        total = sum(file["bytes"] for file in files) if sound else 0
    except (KeyError, TypeError, AttributeError) as error:
        raise Refused("its list of files is damaged") from error
    if not sound:
        raise Refused("its list of files is damaged, or names files outside of its folder")
    if len(files) > MOST_FILES or total > MOST_BYTES:
        raise Refused(f"it lists {len(files):,} files of {total:,} bytes, more than any snapshot has")


def _is_sound(file: Mapping[str, Any]) -> bool:
    """A name and nothing like a path; a size; a hash."""
    reserved = file["path"] in {schema.MANIFEST, schema.BUILD_INFO}
    named = bool(_NAME.fullmatch(file["path"])) and not reserved and isinstance(file["table"], str)
    return named and type(file["rows"]) is int and file["rows"] >= 0 and is_measured(file)


def is_measured(file: Mapping[str, Any]) -> bool:
    """A size that can be, and a hash."""
    sized = type(file["bytes"]) is int and 0 <= file["bytes"] <= MOST_BYTES
    return sized and bool(_SHA256.fullmatch(file["sha256"]))
