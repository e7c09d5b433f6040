"""Edited files before they are linked: their own rows, and of what names mean only what the file itself settles.

What is left open stays unresolved, facts are left out: a layer that tells less for a moment, and nothing wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from indexer.assemble import files_table, imports_table, refs_table, types_table
from indexer.identify import Symbols
from indexer.layers.difference import masks_table
from indexer.link import as_links, program_of
from indexer.link.finding import Finding
from indexer.modules import Tree, modules_of
from indexer.schema import FACTS, MASKS
from indexer.search.tables import chunk_table
from indexer.write import arrow_schema, conform

if TYPE_CHECKING:
    from indexer.kept import Kept
    from indexer.layers.local import Edited


def draft_layer(edited: Edited, changed: Kept, gone: Sequence[str]) -> dict[str, pa.Table] | None:
    """The rows of changed files, and what they hide; nothing where their definitions cannot be named without others."""
    names = [entry.path for entry in changed.entries]
    tree = Tree(edited.ground.tree.paths.union(names), edited.ground.tree.manifests)
    modules, paths = modules_of(changed.raw, names, tree), pa.array(names, pa.string())
    own = Symbols(changed.raw, paths, modules)
    hidden = [*names, *gone]
    if not _is_named(edited, own, hidden):
        return None
    finding = Finding(changed.raw, program_of(changed.raw, names, modules), None)
    finding.found.label |= finding.is_override  # what overrides what is told by others
    links = as_links(changed.raw, finding.found)
    made = {
        "symbols": own.table(),
        "files": files_table(changed.raw, changed.entries, modules, edited.churn),
        "chunks": chunk_table(changed.raw.chunks, paths, own.id),
        "refs": refs_table(changed.raw, links, paths, own),
        "imports": imports_table(changed.raw, links, paths, own),
        "types": types_table(changed.raw, links, own),
        "facts": arrow_schema(FACTS).empty_table(),
    }
    masks = [(name, path) for name in made for path in hidden]
    return {name: conform(name, table) for name, table in made.items()} | {MASKS.name: masks_table(masks)}


def _is_named(edited: Edited, own: Symbols, paths: Sequence[str]) -> bool:
    """Whether definitions have the ids that they will have: those of other files neither share nor hold any."""
    base = edited.symbols
    there = pc.is_in(base.path, pa.array(paths, pa.string()))
    known = dict(zip(base.id.filter(there).to_pylist(), base.bare.filter(there).to_pylist(), strict=True))
    own.known = lambda: {key: symbol for key, symbol in base.types.items() if symbol not in known} | own.types
    counts, had = Counter(own.bare.to_pylist()), Counter(known.values())
    for bare, count in counts.items():
        if bare in edited.bare and bare not in known:
            return False  # another file has it, or has the first of several
        if had[bare] != count and edited.has(f"{bare}~{had[bare] + 1}"):
            return False  # another file has a further one, whose number would change
    return True
