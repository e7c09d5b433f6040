"""The next commit where nobody can see what changed but the changed files: a layer of their rows, and no more read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from indexer.counts import COUNTED
from indexer.kept import keep
from indexer.layers.difference import masks_table
from indexer.layers.local import Edited
from indexer.link import stored
from indexer.link.local import link_alone
from indexer.link.rejoined import Rejoined
from indexer.schema import MASKS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from indexer.kept import Kept, Outline
    from indexer.layers.basis import Basis
    from indexer.layers.stack import Stack
    from indexer.model import Entry


class Alone:
    """A layer on top of a basis; `whole` are all its files, `tables` of each table what is counted."""

    def __init__(
        self, basis: Basis, changed: Kept, whole: Outline, below: dict[str, pa.Table], layer: dict[str, pa.Table]
    ) -> None:
        self.basis, self.changed, self.whole, self.layer = basis, changed, whole, layer
        self.tables = {name: self._counted(name, table) for name, table in below.items()}
        self.found: dict[str, pa.Table] = {}

    def _counted(self, name: str, below: pa.Table) -> pa.Table:
        above = self.layer[name].select(below.column_names)
        hidden = self.layer[MASKS.name].filter(pc.equal(self.layer[MASKS.name]["table"], name))["path"]
        rest = below.filter(pc.invert(pc.is_in(below["path"], hidden.combine_chunks())))
        return pa.concat_tables([rest, above.cast(rest.schema)]).unify_dictionaries()

    def keep_rows(self, path: Path, stage: Path) -> None:
        keep(path, stage, self.changed, self.found, (), self.basis.commit)


def state_of(basis: Basis, stack: Stack, churn: dict[str, int] | None) -> Edited | None:
    """The basis as files of it can be edited; nothing where files came or went."""
    if basis.kept.findings is None or basis.gone or basis.came:
        return None
    return Edited(basis.kept, stack.read("facts"), churn)


def next_alone(basis: Basis, edited: Edited, entries: Sequence[Entry], changed: Kept, stack: Stack) -> Alone | None:
    """Nothing where rows of other files may change."""
    local = link_alone(edited.ground, changed)
    if local is None:
        return None
    with ThreadPoolExecutor(max_workers=1) as threads:
        below = threads.submit(_counted_below, stack)  # which leaves the interpreter free
        if (layer := edited.layer_of(local)) is None:
            return None
        joined = Rejoined(edited.ground, local)
        _add_churn(layer, stack.read("files"), edited.churn)
        made = Alone(basis, changed, basis.kept.outline(entries, changed), below.result(), layer)
    made.found = stored.tables(joined.findings, joined.rows, joined.notes)
    return made


def _counted_below(stack: Stack) -> dict[str, pa.Table]:
    """Of each table what is counted; references, which are many, with texts as numbers."""
    columns = {name: ["path", *COUNTED.get(name, ())] for name in TABLES}
    return {name: (stack.coded if name == "refs" else stack.read)(name, columns[name]) for name in TABLES}


def _add_churn(layer: dict[str, pa.Table], files: pa.Table, churn: dict[str, int] | None) -> None:
    """How often files changed lately is told anew at each commit."""
    now = pa.array([None if churn is None else churn.get(path, 0) for path in files["path"].to_pylist()], pa.int32())
    was = files["churn_30d"].combine_chunks()
    same = pc.or_kleene(pc.equal(was, now), pc.and_(pc.is_null(was), pc.is_null(now))).fill_null(False)
    own = pc.is_in(files["path"], layer["files"]["path"].combine_chunks()).combine_chunks()
    chosen = np.flatnonzero(~(same.to_numpy(zero_copy_only=False) | own.to_numpy(zero_copy_only=False)))
    place = files.schema.get_field_index("churn_30d")
    others = files.set_column(place, files.schema.field(place), now).take(pa.array(chosen))
    layer["files"] = pa.concat_tables([layer["files"], others.cast(layer["files"].schema)]).sort_by("path")
    masks: list[tuple[Any, ...]] = list(zip(*layer[MASKS.name].to_pydict().values(), strict=True))
    layer[MASKS.name] = masks_table([*masks, *(("files", path) for path in others["path"].to_pylist())])
