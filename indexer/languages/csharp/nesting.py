"""C#: type parameters of types inside generic types."""

from __future__ import annotations

from indexer.link.generics import Environment, Generics
from indexer.schema import TYPE_KINDS


class Nested(Generics):
    """A type inside a generic type has that one's type parameters too."""

    def pairs(self, owner: int, arguments: tuple[int, ...]) -> Environment:
        if not arguments:
            return ()
        program, names, at = self.program, [(owner, name) for name in self.parameters(owner)], owner
        while len(names) < len(arguments) and program.kind[at] in TYPE_KINDS and (at := program.parent[at]) >= 0:
            names = [(at, name) for name in self.parameters(at)] + names
        return tuple((*name, cell) for name, cell in zip(names, arguments, strict=False))
