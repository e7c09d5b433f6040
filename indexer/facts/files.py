"""Files whose facts are made alone, and what they say that is looked for in all files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.facts.asked import Asked
    from indexer.facts.commit import Commit
    from indexer.facts.laid import LaidCommit
    from indexer.facts.model import Mark
    from indexer.facts.scene import Scene
    from indexer.link import Links
    from indexer.raw import Raw


@dataclass(slots=True)
class Files:
    """The files that are made alone, by the numbers of the state that they are part of."""

    raw: Raw
    marks: list[Mark]
    links: Links
    files: set[int]
    numbers: list[int]  # of their definitions
    inside: set[int]  # those, and the ones that are gone
    first: int  # of their terms
    named: bool  # whether others name something of theirs


class ToldOfAll:
    """What files said and say that others may look for without naming them; `old` are the marks that they had."""

    def __init__(self, asked: Asked, files: Files, old: Sequence[Mark], laid: LaidCommit) -> None:
        self.asked, self.files, self.old, self.laid = asked, files, old, laid

    def is_seen(self, before: Scene, after: Scene) -> bool:
        """Whether others were seen to look for any of it."""
        asked, files, base = self.asked, self.files, before.commit
        scenes = ((before, self.old), (after, files.marks))
        return (
            any(self._extends(commit, name) for name in asked.extensions for commit in (base, self.laid))
            or any(self.laid.says_free(name) or self._said_free(base, name) for name in asked.free)
            or any(askers - files.files for symbol, askers in asked.bodies.items() if symbol in files.inside)
            or any(self._is_elsewhere(symbol, before, after) for symbol in asked.lines & files.inside)
            or any(self._is_heir(scene, marks) or self._adds(scene, marks) for scene, marks in scenes)
            or (asked.modules and self.imports_others(base))
        )

    def _extends(self, commit: Commit, name: str) -> bool:
        return not self.files.inside.isdisjoint(commit.extensions.get(name, ()))

    def _said_free(self, base: Commit, name: str) -> bool:
        return not self.files.files.isdisjoint(base.files_with_free(name))

    def _is_elsewhere(self, symbol: int, before: Scene, after: Scene) -> bool:
        """Whether a definition is gone, or at other lines."""
        return symbol not in self.files.numbers or before.lines(symbol) != after.lines(symbol)

    def _is_heir(self, scene: Scene, marks: Sequence[Mark]) -> bool:
        """Whether one of the types derives from another whose heirs were looked at."""
        types = {mark.symbol for mark in marks if mark.shape == "class"} if self.asked.heirs else ()
        return any(not self.asked.heirs.isdisjoint(scene.lineage(symbol)[1:]) for symbol in types)

    def _adds(self, scene: Scene, marks: Sequence[Mark]) -> bool:
        """Whether something is added to a variable that was looked at for what is added to it."""
        adding = (mark for mark in marks if mark.shape == "extend" and mark.term >= 0)
        return any(scene.commit.target(mark.term) in self.asked.extended for mark in adding)

    def imports_others(self, base: Commit) -> bool:
        """Whether the files import something that nobody did, or nobody does any more."""
        table, files = base.raw.imports, self.files.files
        inside = np.isin(table["file"].to_numpy(), list(files))
        was, now = set(table.filter(pa.array(inside))["module"].to_pylist()), self.laid.own_modules()
        rest = table.filter(pa.array(~inside))["module"]
        return not pc.all(pc.is_in(pa.array(sorted(was ^ now), pa.string()), rest.unique())).as_py()
