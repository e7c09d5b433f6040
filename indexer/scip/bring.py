"""`codemap import-scip`: a compiler's index into the snapshot of the commit that it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from indexer.model import SourceError, StoreError

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.model import Source
    from indexer.scip.read import Occurrence


@dataclass(frozen=True, slots=True)
class Imported:
    """Which files now have the compiler's references, and which have other content, or nothing that proves it."""

    snapshot: str
    repo_id: str
    commit: str
    covered: list[str]
    unproved: list[str]
    not_indexed: list[str]
    levels: dict[str, str]


def bring(file: Path, path: Path, ref: str | None, cache: Path) -> Imported:
    """Replace the snapshot with one that has the compiler's references where the content is the same."""
    from indexer import store
    from indexer.manifest import read_manifest
    from indexer.source import open_source

    source = open_source(path, ref, None)
    try:
        snapshot = store.find(cache, source.repo_id, source.commit)
        if snapshot is None:
            raise StoreError(f"commit {source.commit[:12]} is not indexed in {cache}", "build it first: codemap index")
        _check_alone(cache, source.repo_id, source.commit)
        covered, other, unknown = _covered(_read(file), source)
    finally:
        source.close()
    if not covered:
        hint = "make it anew from this commit, or name the one it was made from with --ref"
        raise SourceError(f"no file of {file} has the content of commit {source.commit[:12]}", hint)
    manifest = read_manifest(snapshot)
    store.publish(
        cache, source.repo_id, source.commit, lambda folder: _fill(folder, cache, manifest, covered), force=True
    )
    _hand_on(cache, source.repo_id, source.commit)
    return Imported(
        str(snapshot), source.repo_id, source.commit, sorted(covered), sorted(other), sorted(unknown),
        read_manifest(snapshot)["levels"],
    )  # fmt: skip


def _hand_on(cache: Path, repo_id: str, commit: str) -> None:
    """In an object store the first builder of a commit wins, unless what is there is to be replaced."""
    from indexer.schema import store_url

    if url := store_url(cache):
        from indexer.remote import shared

        shared.offer(url, cache, repo_id, commit, repair=True)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SourceError(f"cannot read {file}: {error.strerror}", "name a SCIP index, like index.scip") from error


def _check_alone(cache: Path, repo_id: str, commit: str) -> None:
    """A snapshot that others stand on cannot be replaced by one with other rows."""
    from indexer.manifest import layer_commits, read_manifest
    from indexer.schema import MANIFEST, repo_dir

    for found in sorted(repo_dir(cache, repo_id).glob(f"commit=*/{MANIFEST}")):
        above = found.parent.name.removeprefix("commit=")
        if above != commit and commit in layer_commits(read_manifest(found.parent)):
            hint = (
                f"import before later commits are built, or build that one whole: codemap index --force --ref {above}"
            )
            raise StoreError(f"the snapshot of {above[:12]} stands on that of {commit[:12]}", hint)


def _covered(data: bytes, source: Source) -> tuple[dict[str, list[Occurrence]], list[str], list[str]]:
    """(occurrences by file, files whose content may be another, files that the commit does not have)"""
    from indexer.scip.content import placed
    from indexer.scip.read import documents

    found = {document.path: document for document in documents(data)}
    entries = [entry for entry in source.entries if entry.path in found]
    covered: dict[str, list[Occurrence]] = {}
    other = []
    for entry, content in source.read(entries):
        occurrences = placed(found[entry.path], content)
        if occurrences is None:
            other.append(entry.path)
        else:
            covered[entry.path] = occurrences
    return covered, other, sorted(found.keys() - {entry.path for entry in entries})


def _fill(
    folder: Path, cache: Path, manifest: Mapping[str, Any], covered: Mapping[str, list[Occurrence]]
) -> dict[str, Any]:
    """All tables in one layer, with the references merged."""
    from indexer.counts import count
    from indexer.layers.stack import Stack
    from indexer.manifest import semantic_level
    from indexer.schema import TABLES
    from indexer.scip.merge import merge
    from indexer.write import write_table

    stack = Stack(cache, manifest)
    tables: dict[str, pa.Table] = {name: stack.read(name) for name in TABLES}
    tables["refs"] = merge(tables["refs"], tables["symbols"], covered, manifest.get("packages", {}))
    for name, table in tables.items():
        tables[name] = table.sort_by([(column, "ascending") for column in TABLES[name].sort]).combine_chunks()
    files = sorted(
        (write_table(name, table, folder) for name, table in tables.items()), key=lambda one: str(one["table"])
    )
    rows = {name: table.num_rows for name, table in tables.items()}
    compiled = sorted({*manifest.get("compiled_files", []), *covered})
    levels = _levels(tables["files"], manifest.get("levels", {}), set(compiled))
    return dict(manifest) | {
        "counts": {**count(tables), "rows": rows},
        "semantic_level": semantic_level(levels) if levels else manifest["semantic_level"],
        "levels": levels,
        "compiled_files": compiled,
        "layers": [{"commit": manifest["commit"], "files": files}],
    }


def _levels(files: pa.Table, before: Mapping[str, str], compiled: set[str]) -> dict[str, str]:
    """How far references are followed in each language, now that a compiler did it for some files."""
    levels = dict(before)
    left = {row["language"] for row in files.to_pylist() if row["size_bytes"] and row["path"] not in compiled}
    for language in {row["language"] for row in files.to_pylist() if row["path"] in compiled} & levels.keys():
        if levels[language] != "full":
            levels[language] = "partial" if language in left else "full"
    return levels


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def import_scip(path: Path, ref: str | None, cache_dir: Path, as_json: bool, file: Path) -> Imported:
    """Take references from a compiler's own index (SCIP).

    Files whose content is what the index was made from get its references, at confidence high, in the place of ours;
    all others keep theirs.

    \b
    Examples:
      codemap import-scip index.scip
    """
    return bring(file, path, ref, cache_dir)
