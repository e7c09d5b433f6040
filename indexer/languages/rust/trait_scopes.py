"""Which traits are in scope in a file: a method of a trait can be called only where its trait is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Op
from indexer.languages.rust import kinds
from indexer.languages.rust.lookup import USED

if TYPE_CHECKING:
    from indexer.languages.rust.lookup import Lookup


class TraitScopes:
    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        self.program = lookup.program
        self.exports = lookup.modules.exports
        self.scopes: dict[tuple[int, int], bool] = {}
        self.homes: dict[int, list[int]] = {}  # file -> what imports something in it
        for symbol in self.exports:
            self.homes.setdefault(self.program.file[symbol], []).append(symbol)

    def in_scope(self, trait: int, file: int) -> bool:
        """Whether a module or function of a file has a trait, under whatever name."""
        key = trait, file
        if key not in self.scopes:
            self.scopes[key] = self.program.file[trait] == file or self._is_in_scope(trait, file)
        return self.scopes[key]

    def _is_in_scope(self, trait: int, file: int) -> bool:
        name, root = self.program.name[trait], self.program.files[file].symbol
        if any(entity == trait for entity, _, _ in self.lookup.free(name, root, kinds.TYPES)):
            return True
        for home in self.homes.get(file, ()):
            if any(entity == trait for entity, _, _ in self.lookup.entries(home, name, kinds.TYPES)):
                return True
            renamed = (bound for bounds in self.exports[home].named.values() for bound in bounds)
            if any(
                trait in self.lookup.bound(bound, kinds.TYPES) for bound in renamed if self._last(bound.term) == name
            ):
                return True
        return False

    def _last(self, term: int) -> str:
        """The last name of a path."""
        op, parts = self.program.ops[term], self.program.parts[term]
        if op not in (Op.MEMBER, Op.FREE):
            return ""
        return self.program.texts[parts[1] if op == Op.MEMBER else parts[0]].removeprefix(USED)
