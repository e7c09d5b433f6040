"""Finds the snapshot that a commit is best built on: an ancestor's first, then the one that shares most with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from indexer import __version__, kept, schema, store
from indexer.kept import Kept
from indexer.manifest import read_manifest, settings_digest
from indexer.model import Diagnostic, Entry, Source, StoreError
from indexer.version import GRAMMAR_PACKAGES

ANCESTORS = 500  # that are looked at
OTHERS = 4  # newest snapshots of other lines of work that are compared
MOST_CHANGED = 0.3  # of the files: beyond that a full build is as fast, and smaller


@dataclass(slots=True)
class Basis:
    """A sound snapshot made by the same tool, the rows it was made of, and the entries that it lacks."""

    manifest: dict[str, Any]
    kept: Kept
    changed: list[Entry]
    gone: list[str]

    @property
    def commit(self) -> str:
        return str(self.manifest["commit"])

    @property
    def came(self) -> bool:
        """Whether there are files that the snapshot has not in any form."""
        known = {entry.path for entry in self.kept.entries}
        return any(entry.path not in known for entry in self.changed)


def find_basis(source: Source, cache: Path, told: list[Diagnostic]) -> Basis | None:
    """The best snapshot to build on; what is there and cannot be used is told."""
    best: Basis | None = None
    ancestors = source.ancestors(ANCESTORS)
    if url := schema.store_url(cache):
        from indexer.remote import shared

        shared.fetch_basis(url, cache, source.repo_id, ancestors)
    for commit in _indexed(cache, source, ancestors):
        found = _basis(source, cache, commit, told)
        if found is None or len(found.changed) > MOST_CHANGED * len(source.entries):
            continue
        if commit in ancestors:
            return found
        if best is None or len(found.changed) < len(best.changed):
            best = found
    return best


def _indexed(cache: Path, source: Source, ancestors: list[str]) -> Iterator[str]:
    """Commits that have a snapshot and kept rows: ancestors, nearest first, then the newest others."""
    folder = schema.repo_dir(cache, source.repo_id)
    rows = sorted(
        (path for path in folder.glob("rows/*.arrow") if store.find(cache, source.repo_id, path.stem)),
        key=lambda path: path.stat().st_mtime,
        reverse=True,
    )
    there = [path.stem for path in rows if path.stem != source.commit]
    near = set(ancestors)
    yield from (commit for commit in ancestors if commit in set(there))
    yield from [commit for commit in there if commit not in near][:OTHERS]


def _basis(source: Source, cache: Path, commit: str, told: list[Diagnostic]) -> Basis | None:
    try:
        manifest = read_manifest(schema.snapshot_dir(cache, source.repo_id, commit))
    except StoreError:
        return None
    if not _is_alike(manifest, source):
        return None
    if fault := store.damage(cache, source.repo_id, commit):
        told.append(
            Diagnostic("basis_damaged", "", f"the snapshot of {commit[:12]} is damaged ({fault}): not built on")
        )
        return None
    rows = kept.load(cache, source.repo_id, commit)
    if rows is None or rows.part != source.part:
        return None
    known, wanted = set(rows.entries), {entry.path for entry in source.entries}
    changed = [entry for entry in source.entries if entry not in known]
    return Basis(manifest, rows, changed, [entry.path for entry in rows.entries if entry.path not in wanted])


def _is_alike(manifest: dict[str, Any], source: Source) -> bool:
    grammars = {package: version(package) for package in GRAMMAR_PACKAGES}
    same_tool = manifest["tool"].get("version") == __version__ and manifest.get("grammars") == grammars
    return same_tool and manifest.get("settings") == settings_digest(source.settings)
