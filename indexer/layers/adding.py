"""The next commit costs what it changed: only its new files are parsed, only rows that differ are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer import schema
from indexer.assemble import assemble
from indexer.kept import Below, load, save
from indexer.layers.alone import next_alone, state_of
from indexer.layers.difference import difference, prints
from indexer.layers.stack import Stack
from indexer.link.again import Linking
from indexer.manifest import describe
from indexer.model import Diagnostic, Progress, Source
from indexer.reading import read_rows
from indexer.write import conform, write_table

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.layers.basis import Basis
    from indexer.link import Findings

MOST_LAYERS = 8  # readers look into each of them
MOST_LARGE = 3  # layers that stay when those above them become one: the rest is room for small ones
MOST_DEAD = 0.25  # of the rows in a stack: those that a layer above hides


def add_layer(
    source: Source, basis: Basis, cache: Path, folder: Path, jobs: int, progress: Progress, told: list[Diagnostic]
) -> dict[str, Any]:
    """Write what a commit has that the layers below have not, or all of it where they have grown too heavy."""
    below, stack = list(basis.manifest["layers"]), Stack(cache, basis.manifest)
    edited = state_of(basis, stack, source.churn()) if len(below) < MOST_LAYERS else None
    changed = read_rows(source, basis.changed, jobs, progress, meanwhile=edited.prepare if edited is not None else None)
    progress.stage("link")
    if edited is not None:
        alone = next_alone(basis, edited, source.entries, changed, stack)
        if alone is not None and not _is_heavy(below, alone.layer, alone.tables):
            progress.stage("write")
            alone.keep_rows(_rows(source, cache), folder.parent)
            files = [write_table(name, table, folder) for name, table in alone.layer.items()]
            diagnostics = [*alone.whole.diagnostics, *told]
            return describe(source, alone.tables, files, diagnostics, below=below, tree=alone.whole.tree())
    whole = basis.kept.among(source.entries, changed)
    found: list[Findings] = []
    linking = Linking(source.entries, basis.kept)
    tables = dict(assemble(whole.raw, source.entries, whole.tree(), source.churn(), linking, found=found, told=told))
    whole.findings = found[0]
    plain = {name: conform(name, table) for name, table in tables.items()}
    below, written = _layer(cache, basis.manifest, plain)
    progress.stage("write")
    save(_rows(source, cache), folder.parent, whole, _kept_below(cache, basis, below))
    files = [write_table(name, table, folder) for name, table in written.items()]
    return describe(
        source, tables, files, [*whole.diagnostics, *told, *whole.findings.told], below=below, tree=whole.tree()
    )


def _rows(source: Source, cache: Path) -> Path:
    return schema.rows_file(schema.snapshot_dir(cache, source.repo_id, source.commit))


def _layer(
    cache: Path, manifest: dict[str, Any], tables: dict[str, pa.Table]
) -> tuple[list[dict[str, Any]], dict[str, pa.Table]]:
    """The layers to stand on, and what to write on top: all of them, the lowest where they are many, or none."""
    all_below = list(manifest["layers"])
    fewer = [_lowest(all_below), all_below[:1]]
    for below in [all_below, *fewer] if len(all_below) < MOST_LAYERS else fewer:
        stack = Stack(cache, manifest | {"layers": below})
        layer = difference(prints({name: stack.read(name) for name in tables}), tables)
        if not _is_heavy(below, layer, tables):
            return below, layer
    return [], tables


def _lowest(layers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Layers as large as all above them, which would be written again and again if what is new stood on fewer."""
    most = min(MOST_LARGE, MOST_LAYERS // 2, len(layers) - 1)
    sizes = [_rows_in(layer) for layer in layers]
    return layers[: next((count for count in range(most, 1, -1) if sizes[count - 1] >= sum(sizes[count:])), 1)]


def _rows_in(layer: dict[str, Any]) -> int:
    return sum(int(file["rows"]) for file in layer["files"] if file["table"] in schema.TABLES)


def _is_heavy(below: list[dict[str, Any]], layer: dict[str, pa.Table], tables: dict[str, pa.Table]) -> bool:
    """Whether the stack with one more layer holds too many rows that no longer count."""
    stored = sum(map(_rows_in, below))
    stored += sum(table.num_rows for name, table in layer.items() if name in schema.TABLES)
    live = sum(table.num_rows for table in tables.values())
    return bool(stored - live > MOST_DEAD * stored)


def _kept_below(cache: Path, basis: Basis, below: list[dict[str, Any]]) -> Below | None:
    """The rows to keep those of the new layer on top of."""
    if not below:
        return None
    base = str(below[-1]["commit"])
    known = basis.kept if base == basis.commit else load(cache, str(basis.manifest["repo_id"]), base)
    return None if known is None else Below(base, known)
