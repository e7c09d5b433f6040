"""The next commit costs what it changed: only its new files are parsed, only rows that differ are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer import schema
from indexer.assemble import assemble
from indexer.kept import save
from indexer.layers.difference import difference
from indexer.layers.stack import Stack
from indexer.manifest import describe
from indexer.model import Diagnostic, Progress, Source
from indexer.reading import read_rows
from indexer.write import conform, write_table

if TYPE_CHECKING:
    import pyarrow as pa

    from indexer.layers.basis import Basis

MOST_LAYERS = 8  # readers look into each of them
MOST_DEAD = 0.25  # of the rows in a stack: those that a layer above hides


def add_layer(source: Source, basis: Basis, cache: Path, folder: Path, jobs: int, progress: Progress) -> dict[str, Any]:
    """Write what a commit has that its basis has not, or all of it where the stack has grown too heavy."""
    changed = read_rows(source, basis.changed, jobs, progress)
    progress.stage("link")
    whole = basis.kept.among(source.entries, changed)
    told: list[Diagnostic] = []
    tables = dict(assemble(whole.raw, source.entries, whole.tree(), source.churn(), told=told))
    stack = Stack(cache, basis.manifest)
    plain = {name: conform(name, table) for name, table in tables.items()}
    layer = difference({name: stack.read(name) for name in tables}, plain)
    progress.stage("write")
    below = [] if _is_heavy(basis.manifest, layer, tables) else list(basis.manifest["layers"])
    path = schema.rows_file(cache, source.repo_id, source.commit)
    if below:
        save(path, folder.parent, changed, basis.commit, basis.gone)
    else:
        save(path, folder.parent, whole)
    files = [write_table(name, table, folder) for name, table in (layer if below else tables).items()]
    return describe(source, tables, files, [*whole.diagnostics, *told], below)


def _is_heavy(manifest: dict[str, Any], layer: dict[str, pa.Table], tables: dict[str, pa.Table]) -> bool:
    """Whether the stack with one more layer is too deep, or holds too many rows that no longer count."""
    below = manifest["layers"]
    stored = sum(int(file["rows"]) for part in below for file in part["files"] if file["table"] in schema.TABLES)
    stored += sum(table.num_rows for name, table in layer.items() if name in schema.TABLES)
    live = sum(table.num_rows for table in tables.values())
    return len(below) >= MOST_LAYERS or stored - live > MOST_DEAD * stored
