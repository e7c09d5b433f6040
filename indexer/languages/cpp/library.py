"""What C++'s standard library gives back, and the operators that classes define: pointers, containers, iterators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Op
from indexer.languages.c.linking import CALLABLE, C
from indexer.link.dialect import Member
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.languages.cpp.scopes import Scopes

STANDARD = ("std", "__gnu_cxx", "__cxxabiv1")
STUBS = "c++/std.hpp"
OPERATORS = {"->": "operator->", "*": "operator*"}


class Library(C, Nominal):
    aliases_of_arguments = True
    scopes: Scopes

    def load_standard(self) -> None:
        """All of it before the first question: what names mean must not depend on who asked before."""
        number = self.includes.system.get(STUBS)
        if number is not None:
            self.includes.seen(number)
            for symbol in self.knowledge.symbols(number):
                self.scopes.enter(symbol)

    def leads_out(self, value: Value) -> bool:
        standard = value[0] == Tag.MODULE and isinstance(value[1], str) and value[1].partition("::")[0] in STANDARD
        return standard or super().leads_out(value)

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        found = list(super().of_type(symbol, name, space, receiver))
        if not found and self.program.is_external(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return found

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`f<T>` is a function whose type parameters are known."""
        if value[0] in (Tag.FUNCTION, Tag.GROUP) and arguments:
            yield (*value[:3], tuple(map(self.linker.argument, arguments)))
        else:
            yield from super().apply(value, arguments)

    def of_library(self, file: int, name: str) -> list[int]:
        """A function of C's library that others only stand in for."""
        seen, program = self.includes.seen(file), self.program
        return [s for s in self.names.get(name, ()) if program.is_external(s) and program.file[s] in seen
                and program.kind[s] in CALLABLE and self.scopes.is_in(s, "")][:1]  # fmt: skip

    # -- types of the language itself

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.EXTERNAL, name)

    def named(self, term: int) -> Value | None:
        if self.program.ops[term] == Op.LITERAL:
            return (Tag.EXTERNAL, self.program.texts[self.program.parts[term][0]])
        return super().named(term)

    # -- operators that classes define

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        if word == "::":
            yield (Tag.MODULE, "", self.program.term_file[self.linker.current])
            return
        for value in self.linker.read(parts[0]):
            if word in OPERATORS and self._is_pointer(parts[0]):
                yield value
            elif word in OPERATORS:
                yield from list(self.by_operator(value, OPERATORS[word])) or (value,)
            else:
                yield from self._part(value, int(word))

    def _part(self, value: Value, place: int) -> Iterator[Value]:
        """What `auto [a, b]` binds: the parts of a pair, the fields of a class in their order."""
        if value[0] != Tag.INSTANCE:
            return
        program = self.program
        members = (s for listed in program.members.get(value[1], {}).values() for s in listed)
        plain = (s for s in members if program.kind[s] == "field" and "static" not in (program.modifiers[s] or ()))
        fields = sorted(plain)
        if place < len(fields):
            yield from self.linker.bound(fields[place], value)

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        current = self.linker.current
        if current < MADE and self._is_pointer(self.program.parts[current][0]):
            return (value,)
        return list(self.by_operator(value, "operator[]")) or (value,)

    def _is_pointer(self, term: int) -> bool:
        """Whether a term names a field or variable that is a pointer: operators are for what it points to."""
        if term < MADE and self.program.ops[term] == Op.SYMBOL:
            return self.program.parts[term][0] in self.pointing
        named = self.linker.targets.get(term, ())
        return bool(named) and all(symbol in self.pointing for symbol in named)

    def item(self, value: Value) -> Iterable[Value]:
        """What a loop goes over; what has no `begin` is an array of it."""
        if value[0] == Tag.INSTANCE and not self.find(value[1], "begin", called=True):
            return () if self.is_open(value[1]) else (value,)
        begins = list(self.by_operator(value, "begin"))
        return [item for begin in begins for item in list(self.by_operator(begin, "operator*")) or (begin,)]

    def by_operator(self, value: Value, name: str) -> Iterator[Value]:
        if value[0] != Tag.INSTANCE:
            return
        for function in self.find(value[1], name, called=True)[:1]:
            yield from self.linker.result(function, value)
