"""Functions that a bare name means since an argument is of a type of their namespace: `convert(time, zone)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.languages.c.linking import CALLABLE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.cpp.linking import Cpp

NEAR = "near"  # the word of a value that stands for all functions of a name that a file sees


class Near:
    def __init__(self, dialect: Cpp) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def named(self, file: int, name: str) -> Value | None:
        """What a name that nothing else explains may mean once its arguments are known."""
        seen, program, scopes = self.dialect.includes.seen(file), self.program, self.dialect.scopes
        found = [s for s in self.dialect.names.get(name, ()) if program.file[s] in seen and self._is_plain(s)]
        spaces = sorted({space for s in found if (space := scopes.space(s))})
        return (Tag.WRAPPED, NEAR, (file, name, *spaces)) if spaces else None

    def _is_plain(self, symbol: int) -> bool:
        program = self.program
        is_function = program.kind[symbol] in CALLABLE and program.kind[symbol] != "macro"
        return is_function and program.parent[symbol] < 0 and not program.is_external(symbol)

    def called(self, value: Value, arguments: tuple[int, ...]) -> Iterator[Value]:
        for functions in self._groups(value, arguments):
            if len(functions) > 1:
                yield from self.dialect.pick((Tag.GROUP, tuple(functions), None), arguments)
            else:
                self.dialect.linker.target(functions[0], "candidates")
                yield from self.dialect.returned((Tag.FUNCTION, functions[0], None), arguments)

    def _groups(self, value: Value, arguments: tuple[int, ...]) -> Iterator[list[int]]:
        """By namespace of an argument's type, the functions of the name in it."""
        file, name, *spaces = value[2]
        wanted = {self._space(given) for term in arguments for given in self.dialect.linker.read(term)}
        for space in spaces:
            if space in wanted and (found := self.dialect.in_namespace(file, space, name, 0)):
                yield found

    def _space(self, value: Value) -> str:
        """The namespace of a type of the repository; of others nothing is said."""
        if value[0] != Tag.INSTANCE or self.program.is_external(value[1]):
            return ""
        symbol = value[1]
        while self.program.parent[symbol] >= 0:
            symbol = self.program.parent[symbol]
        return self.dialect.scopes.space(symbol)
