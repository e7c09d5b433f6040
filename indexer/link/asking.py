"""Who asks a type for a member of a name: those who hold something of the type, and types that derive from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import Op
from indexer.link.finding import dialect_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from indexer.link.ground import Ground
    from indexer.link.values import Value

Ints = npt.NDArray[np.int64]
ASKING = (Op.MEMBER, Op.LABEL)  # of the first of their parts
SILENT = (Op.FREE, Op.IMPORT, Op.FROM, Op.KEYWORD, Op.CONSTANT, Op.LITERAL)  # say names that are no member's


class Asking:
    """`members` are names with the types in which something of the name came, went or changed; `files` do not count."""

    def __init__(self, ground: Ground, members: Mapping[str, set[int]], files: Ints) -> None:
        self.ground, self.members, self.files = ground, members, files
        program = ground.program
        homes = {program.file[owner] for owners in members.values() for owner in owners}
        self.family = next((name for name, each in ground.families.items() if homes and homes <= each), "")

    def seers(self) -> set[int]:
        """Files that may find something else; all that say a name where the language does not tell where it looks."""
        if not self.members:
            return set()
        if not self.family or not dialect_of(self.family).tells_searched:
            return self.ground.mentioning(set(self.members), self.files)
        return self._saying() | self._overriding()

    def _saying(self) -> set[int]:
        ground, program = self.ground, self.ground.program
        terms = ground.naming_terms(set(self.members))
        terms = terms[~np.isin(ground.raw.terms["file"].to_numpy()[terms], self.files)]
        ops = ground.raw.terms["op"].to_numpy()[terms]
        other = terms[~np.isin(ops, (*ASKING, *SILENT))].tolist()
        asking = terms[np.isin(ops, ASKING)].tolist()
        held = ground.held([program.parts[term][0] for term in asking], self.family) if asking else []
        found = {term for term, values in zip(asking, held, strict=True) if self._is_asked(term, values)}
        return {program.term_file[term] for term in [*found, *other]}

    def _is_asked(self, term: int, values: Iterable[Value]) -> bool:
        program = self.ground.program
        owners = self.members.get(program.texts[program.parts[term][1]], set())
        dialect = self.ground.linker(self.family).dialect
        return any(not owners.isdisjoint(dialect.searched(value)) for value in values)

    def _overriding(self) -> set[int]:
        """Files with a member of the name in a type that derives from one of those."""
        table, program = self.ground.raw.symbols, self.ground.program
        dialect = self.ground.linker(self.family).dialect
        named = pc.is_in(table["name"], pa.array(sorted(self.members), pa.string())).to_numpy()
        named &= ~np.isin(table["file"].to_numpy(), self.files)
        chosen = [n for n in np.flatnonzero(named).tolist() if program.file[n] in self.ground.families[self.family]]
        return {
            program.file[member]
            for member in chosen
            if program.parent[member] >= 0
            and not self.members[program.name[member]].isdisjoint(dialect.derives_from(program.parent[member]))
        }
