"""What the place where a generic call stands says about its type parameters, where its arguments do not.

`Comparator<Item> order = comparing(item -> item.name)`, `items.sort(comparing(item -> item.name))`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.java.linking import Java


class Expected:
    def __init__(self, dialect: Java) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.sites: dict[tuple[int, ...], int] = {}  # arguments with a lambda among them -> term of the call
        self.carriers: dict[int, int] = {}  # term of a call -> term by which it is passed on
        self.wanted: dict[int, int] = {}  # that term -> term of a value of the type wanted
        self._collect()

    def _collect(self) -> None:
        program = self.program
        for term in np.flatnonzero(np.asarray(program.ops) == Op.THROUGH).tolist():
            word, *parts = program.parts[term]
            if program.texts[word] == "carrier":
                self.carriers[parts[0]] = term
            elif program.texts[word] == "expected":
                self.wanted[parts[0]] = parts[1]

    def note(self, arguments: tuple[int, ...]) -> None:
        if any(self.program.ops[term] == Op.LAMBDA for term in arguments):
            self.sites[arguments] = self.dialect.linker.current

    def inferred(self, function: int, receiver: Value | None, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What arguments say of a type parameter, else what the declared result says, held against what is wanted."""
        found = list(self.dialect.generics.inferred(function, receiver, name, arguments))
        carrier = self.carriers.get(self.sites.get(arguments, -1))
        result = self.program.term_at(Flow.RETURN_TYPE, function, 0)
        if found or carrier is None or result is None:
            return found
        linker, generics = self.dialect.linker, self.dialect.generics
        wanted = self.wanted[carrier] if carrier in self.wanted else linker.cell("passed_as", carrier)
        return list(generics.matched(linker.argument(result), wanted, (Tag.TYPE_VARIABLE, function, name), 0))

    def passed_as(self, term: int) -> Iterable[Value]:
        self.dialect.linker.varies = True  # the call around may be settled later
        return self.dialect.generics.passed_as(term)
