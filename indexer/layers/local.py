"""The rows of files that were edited so that nobody else can see it, without those of all other files."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.assemble import facts_table, files_table, imports_table, refs_table, types_table
from indexer.facts.alone import Known
from indexer.facts.files import Files
from indexer.facts.make import make_facts
from indexer.identify import Symbols
from indexer.layers.difference import masks_table
from indexer.layers.looked_into import is_looked_into
from indexer.layers.moved_facts import moved_facts
from indexer.link import Links, as_links
from indexer.link.ground import Ground
from indexer.link.laid import laid_over, laid_symbols, own_marks, whole_findings
from indexer.link.local import Local, link_alone
from indexer.link.retold import retold
from indexer.schema import MASKS
from indexer.search.tables import chunk_table
from indexer.write import conform

if TYPE_CHECKING:
    from indexer.facts.asked import Asked
    from indexer.kept import Kept

Ints = npt.NDArray[np.int64]
LOG = logging.getLogger(__name__)  # tells which way an edit goes
ADDED = ["file", "name", "name_line", "name_col"]  # what is asked of definitions to add references to them
LINKED = frozenset({"refs", "imports", "types"})  # tables with rows that linking changes in files that nobody edited
SPREAD = 1 << 17  # room between the ranks of two ids for new ones: more than files have room for


class Edited:
    """A commit's state whose files can be edited; where it `lasts`, what many edits ask for is found out once."""

    def __init__(self, kept: Kept, facts: pa.Table, churn: dict[str, int] | None, *, lasts: bool = False) -> None:
        self.kept, self.facts, self.churn, self.lasts = kept, facts, churn, lasts

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.kept)

    @cached_property
    def symbols(self) -> Symbols:
        return Symbols(self.kept.raw, pa.array(self.ground.paths, pa.string()), self.ground.modules)

    @cached_property
    def ids(self) -> list[str]:
        """All ids in their order."""
        listed: list[str] = self.symbols.id.take(pa.array(self.symbols.order)).to_pylist()
        return listed

    def has(self, symbol: str) -> bool:
        place = bisect_left(self.ids, symbol)
        return place < len(self.ids) and self.ids[place] == symbol

    @cached_property
    def bare(self) -> Counter[str]:
        """How many definitions have an id but for what tells them from each other."""
        return Counter(self.symbols.bare.to_pylist())

    @cached_property
    def known(self) -> Known | None:
        """The facts as they were made; it costs what making all of them does."""
        if not self.lasts:
            return None
        links = as_links(self.kept.raw, self.ground.found)
        return Known(self.kept.raw, links, self.ground.paths, self.ground.modules)

    @property
    def asked(self) -> Asked | None:
        """What was looked into when the facts were made."""
        return self.known.asked if self.known is not None else None

    def prepare(self) -> None:
        """What every edit asks for."""
        assert self.ground.program and self.symbols

    def layer(self, changed: Kept) -> dict[str, pa.Table] | None:
        """The rows of the changed files, and of those who see it, and what they hide; nothing where all may see it."""
        local = link_alone(self.ground, changed)
        return self.layer_of(local) if local is not None else None

    def layer_of(self, local: Local) -> dict[str, pa.Table] | None:
        names = _Names.of(self, local)
        if names is None:
            LOG.debug("ids of others may be other ones")
            return None
        known, own = (raw.symbols.select(ADDED) for raw in (self.kept.raw, local.raw))
        links = as_links(local.raw, local.findings, laid_symbols(known, own, local.numbers))
        made = self._tables(local, links, names)
        made["facts"], retelling = self._facts(local, links, names)
        paths = self._paths(local.edited)
        linked = paths | self._paths(retold(self.ground, local))
        masked = {name: linked if name in LINKED else paths for name in made} | {"facts": retelling}
        layer = {name: conform(name, _of(table, masked[name])) for name, table in made.items()}
        return layer | {MASKS.name: masks_table((name, path) for name in made for path in masked[name])}

    def _paths(self, files: set[int]) -> set[str]:
        return {self.ground.paths[file] for file in files}

    def _tables(self, local: Local, links: Links, names: _Names) -> dict[str, pa.Table]:
        paths = pa.array(self.ground.paths, pa.string())
        entries = self.kept.entries.copy()
        for entry in local.rows.entries:
            entries[self.ground.number[entry.path]] = entry
        return {
            "symbols": names.own.table(),
            "files": files_table(local.raw, entries, self.ground.modules, self.churn),
            "chunks": chunk_table(local.raw.chunks, paths, names.id),
            "refs": refs_table(local.raw, links, paths, names),
            "imports": imports_table(local.raw, links, paths, names),
            "types": types_table(local.raw, links, names),
        }

    def _facts(self, local: Local, links: Links, names: _Names) -> tuple[pa.Table, set[str]]:
        """Those of the changed files, and of others that are composed with what is in them; the files."""
        paths = self._paths(local.edited)
        facts = moved_facts(self.facts, self.kept.raw, local.rows.raw, local, self.symbols.id, lambda: self.asked)
        if facts is not None:
            return facts, paths
        facts = self._facts_alone(local, links, names)
        if facts is not None:
            return facts, self._paths(set(local.files.tolist()))
        LOG.debug("all facts are made anew")
        whole = laid_over(self.kept.raw, local)
        found = whole_findings(self.kept.raw, self.ground.found, local)
        rows = make_facts(whole, as_links(whole, found), self.ground.paths, self.ground.modules)
        facts = facts_table(rows, names)
        return facts, paths | _differing(self.facts, facts)

    def _facts_alone(self, local: Local, links: Links, names: _Names) -> pa.Table | None:
        """Nothing where somebody may see them, or they cannot be made as they were before."""
        if self.known is None:
            return None
        numbers, inside = local.numbers.tolist(), set(local.files.tolist())
        named = self.ground.named(set(local.was.rows), local.files)
        if named and is_looked_into(self.kept.raw, local, named, self.known.asked):
            return None
        marks = own_marks(local, len(self.known.scene.marks), self.kept.raw.terms.num_rows)
        files = Files(
            local.raw, marks, links, inside, numbers, {*numbers, *local.gone}, self.kept.raw.terms.num_rows, bool(named)
        )
        if (made := self.known.alone(files)) is None:
            return None
        before, after = made
        known = _of(self.facts, self._paths(inside))
        return facts_table(after, names) if not _differing(known, facts_table(before, self.symbols)) else None


def _of(table: pa.Table, paths: set[str]) -> pa.Table:
    """The rows of some files."""
    return table.filter(pc.is_in(table["path"].cast(pa.string()), pa.array(sorted(paths), pa.string())))


def _differing(before: pa.Table, after: pa.Table) -> set[str]:
    """Paths whose rows are not the same."""
    was, now = (Counter(zip(*table.to_pydict().values(), strict=True)) for table in (before, after))
    place = after.column_names.index("path")
    return {row[place] for row in (was - now) + (now - was)}


class _Names:
    """What the numbers of symbols stand for, those of the edited files included."""

    def __init__(self, base: Symbols, own: Symbols, numbers: Ints, ids: list[str]) -> None:
        self.own = own
        new = pa.array(numbers >= len(base.id))
        self.id = pa.concat_arrays([base.id, own.id.filter(new)])
        self.kind = pa.concat_arrays([base.kind, own.kind.filter(new)])
        self.path = pa.concat_arrays([base.path, own.path.filter(new)])
        added = own.id.filter(new).to_pylist()
        order = {symbol: place for place, symbol in enumerate(sorted(added))}
        between = [(bisect_left(ids, symbol) - 1) * SPREAD + 1 + order[symbol] for symbol in added]
        self.rank = np.concatenate([base.rank * SPREAD, np.asarray(between, dtype=np.int64)])

    @classmethod
    def of(cls, edited: Edited, local: Local) -> _Names | None:
        """Nothing where what came or went would change the ids of others, or has one that tells it from others."""
        base, ground, numbers, changed = edited.symbols, edited.ground, local.numbers, local.rows
        paths = [entry.path for entry in changed.entries]
        modules = [ground.modules[ground.number[path]] for path in paths]
        own = Symbols(changed.raw, pa.array(paths, pa.string()), modules)
        stays = numbers < len(base.id)
        kept = base.id.take(pa.array(numbers, mask=~stays))
        if own.bare.filter(pa.array(stays)) != base.bare.take(pa.array(numbers[stays])):
            return None
        came = set(own.bare.filter(pa.array(~stays)).to_pylist())
        gone = Counter(base.bare.take(pa.array(local.gone, pa.int64())).to_pylist())
        if any(edited.bare[symbol] > gone[symbol] for symbol in came | gone.keys()):
            return None
        own.name_by(pc.coalesce(kept, own.id))
        lost = set(base.id.take(pa.array(local.gone, pa.int64())).to_pylist())
        own.known = lambda: {key: symbol for key, symbol in base.types.items() if symbol not in lost} | own.types
        return cls(base, own, numbers, edited.ids)

    def take(self, numbers: Ints) -> pa.Array:
        return self.id.take(pa.array(numbers, mask=numbers < 0))
