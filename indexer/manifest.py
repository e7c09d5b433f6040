"""The manifest: what a snapshot holds, what made it, and a hash of each file.

It holds nothing that differs between two builds of one commit; times live in build.json beside it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer import __version__, languages, schema
from indexer.model import Diagnostic, Settings, Source, StoreError
from indexer.version import GRAMMAR_PACKAGES

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.modules import Tree

REBUILD = "build it again with `codemap index --force`"


def describe(
    source: Source,
    tables: Mapping[str, pa.Table],
    files: Iterable[Mapping[str, object]],
    diagnostics: Iterable[Diagnostic],
    tree: Tree,
    below: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """The manifest of a build: all its tables in numbers, and the files written now on top of the layers below."""
    from indexer.counts import count
    from indexer.link.modules.ecmascript import Resolver

    levels = _levels(tables["files"]["language"].unique().to_pylist())
    told = [*source.diagnostics, *diagnostics]
    manifest = build_manifest(
        source.repo_id, source.commit, source.settings, files, count(dict(tables)), told, semantic_level(levels), below,
        {name: table.num_rows for name, table in tables.items()},
    )  # fmt: skip
    part = {"below": source.part.below} if source.part.below else {}
    return manifest | {"levels": levels, "packages": Resolver(tree).offered()} | part


def build_manifest(
    repo_id: str,
    commit: str,
    settings: Settings,
    files: Iterable[Mapping[str, object]],
    counts: Mapping[str, object],
    diagnostics: Iterable[Diagnostic],
    semantic_level: str,
    below: Sequence[Mapping[str, Any]] = (),
    rows: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The manifest of a build: one layer more on top of those below, which may be none.

    `files` are the results of `write_table`; `counts` are the caller's (symbols by kind, refs by resolution …), the
    rows per table, of all layers together, are added here.
    """
    if semantic_level not in schema.SEMANTIC_LEVELS:
        raise ValueError(f"unknown semantic level {semantic_level!r}")
    written = sorted((dict(file) for file in files), key=lambda file: str(file["table"]))
    return {
        "schema_version": schema.SCHEMA_VERSION,
        "repo_id": repo_id,
        "commit": commit,
        "tool": {"name": "codemap", "version": __version__},
        "grammars": {package: version(package) for package in GRAMMAR_PACKAGES},
        "settings": settings_digest(settings),
        "semantic_level": semantic_level,
        "counts": {**counts, "rows": rows or {str(file["table"]): file["rows"] for file in written}},
        "diagnostics": [asdict(diagnostic) for diagnostic in sorted(set(diagnostics))],
        "layers": [*below, {"commit": commit, "files": written}],
    }


def _levels(names: list[str | None]) -> dict[str, str]:
    """How far references are followed in each language: over all files, or inside files only."""
    parsed = sorted(name for name in names if name is not None and languages.is_parsed(name))
    return {name: "syntax_only" if languages.load(name).linking is None else "full" for name in parsed}


def semantic_level(levels: Mapping[str, str]) -> str:
    """The level of all languages together."""
    found = set(levels.values()) or {"full"}
    return found.pop() if len(found) == 1 else "partial"


def settings_digest(settings: Settings) -> str:
    """The same settings give the same value, on every machine."""
    text = json.dumps(asdict(settings), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def dump_manifest(manifest: Mapping[str, Any]) -> str:
    return json.dumps(manifest, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def read_manifest(directory: Path) -> dict[str, Any]:
    """The manifest of a snapshot, checked as far as its readers rely on it."""
    path = directory / schema.MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise StoreError(f"{directory} is not a snapshot: it has no {schema.MANIFEST}", REBUILD) from error
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}", "check the permissions of the cache") from error
    except ValueError as error:
        raise StoreError(f"{path} is damaged: {error}", REBUILD) from error
    _check_version(path, manifest)
    _check_layers(path, manifest)
    return dict(manifest)


def layer_commits(manifest: Mapping[str, Any]) -> set[str]:
    """The commits whose folders hold files of this snapshot, its own among them."""
    return {str(layer["commit"]) for layer in manifest["layers"]}


def _check_version(path: Path, manifest: Any) -> None:
    found = manifest.get("schema_version") if isinstance(manifest, dict) else None
    if not isinstance(found, int):
        raise StoreError(f"{path} is damaged: it names no schema version", REBUILD)
    if found > schema.SCHEMA_VERSION:
        raise StoreError(
            f"{path} has schema version {found}, this codemap reads {schema.SCHEMA_VERSION}", "upgrade codemap"
        )
    if found < schema.SCHEMA_VERSION:
        raise StoreError(f"{path} has the old schema version {found}, not {schema.SCHEMA_VERSION}", REBUILD)


def _check_layers(path: Path, manifest: dict[str, Any]) -> None:
    keys = {"table", "path", "rows", "bytes", "sha256"}
    try:
        sound = all(keys <= set(file) for layer in manifest["layers"] if layer["commit"] for file in layer["files"])
    except (KeyError, TypeError):
        sound = False
    if not sound or not manifest["layers"]:
        raise StoreError(f"{path} is damaged: its list of files is not complete", REBUILD)
