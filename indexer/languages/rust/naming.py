"""What Rust's names and types stand for by names alone: modules, aliases, type parameters, associated types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.rust import conditions, kinds
from indexer.languages.rust.arguments import Arguments, instance_of
from indexer.languages.rust.impls import Impls
from indexer.languages.rust.lookup import USED, Lookup
from indexer.languages.rust.modules import Modules
from indexer.languages.rust.trait_scopes import TraitScopes
from indexer.link.dialect import Entity
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree


class Naming(Nominal):
    generics: Arguments

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.modules = Modules(program, tree)
        self.lookup = Lookup(program, self.modules)
        self.trait_scopes = TraitScopes(self.lookup)
        self.statements: dict[int, dict[tuple[str, str], int]] = {}

    @cached_property
    def impls(self) -> Impls:
        return Impls(self)

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        found = self.lookup.free(name, owner, space)
        if any(not isinstance(entity, int) and entity[0] == Tag.WRAPPED for entity, _, _ in found):
            self.linker.outside.setdefault(self.linker.current, "builtin")
        return [(entity, rule) for entity, rule, _ in found]

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        term = self._statements(file).get((module, name))
        if term is None:
            return ()
        found = self.lookup.resolve(term, kinds.ANY) if term > 0 else [self.modules.itself(-term)]
        return [(entity, "import") for entity in found]

    def _statements(self, file: int) -> dict[tuple[str, str], int]:
        """The paths that a file's imports name, as they are written; modules by their symbols, negative."""
        if not self.statements:
            for symbol, exports in self.modules.exports.items():
                told = self.statements.setdefault(self.program.file[symbol], {})
                for name, bounds in exports.named.items():
                    for bound in bounds:
                        key = self._written(bound.term) if bound.module < 0 else (name, "")
                        told.setdefault(key, bound.term if bound.module < 0 else -bound.module)
                for bound in exports.globs:
                    module, last = self._written(bound.term)
                    told.setdefault((f"{module}::{last}" if last else module, ""), bound.term)
            self.statements.setdefault(-1, {})
        return self.statements.get(file, {})

    def _written(self, term: int) -> tuple[str, str]:
        """(path, last name); a path of one name has no last name."""
        program = self.program
        words: list[str] = []
        while program.ops[term] == Op.MEMBER:
            words.insert(0, program.texts[program.parts[term][1]])
            term = program.parts[term][0]
        words.insert(0, program.texts[program.parts[term][0]].removeprefix(USED))
        words = words[1:] if words[0] == "::" else words
        return ("::".join(words[:-1]), words[-1]) if len(words) > 1 else (words[0], "")

    def known(self, crate: str, *path: str) -> int | None:
        """A type or trait of the standard library."""
        home = self.modules.crates.standard.get(crate)
        found: Value | int = self.program.files[home.root].symbol if home is not None else -1
        for name in path:
            listed = self.lookup.member(found, name, kinds.TYPES) if found != -1 else []
            found = listed[0] if listed else -1
        return found if isinstance(found, int) and found >= 0 else None

    def alternatives(self, symbols: list[int]) -> list[int]:
        """Of several definitions of one name those whose conditions are met."""
        if len(symbols) < 2:
            return symbols
        crate = self.modules.crate(symbols[0])
        features = crate.features if crate is not None else None
        met = [s for s in symbols if all(conditions.holds(each, features) for each in self._conditions(s))]
        return met or symbols

    def _conditions(self, symbol: int) -> list[str]:
        """A member's own conditions, and those of the impl it stands in."""
        return self.lookup.conditions(symbol) + self.lookup.conditions(self.program.parent[symbol])

    # -- types

    def _named(self, term: int) -> Value | None:
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op in (Op.FREE, Op.MEMBER):
            for entity in self.lookup.resolve(term, kinds.TYPES):
                return self.type_of(entity) if isinstance(entity, int) else entity
            return self._projected(parts) if op == Op.MEMBER else None
        if op == Op.APPLY:
            base = self.named(parts[0])
            return next(iter(self.applied(base, parts[0], tuple(parts[1:]))), None) if base is not None else None
        if op == Op.TYPE_PARAMETER:
            return (Tag.TYPE_VARIABLE, parts[0], program.texts[parts[1]])
        if op == Op.WRAP:
            return next(iter(self.wrap(program.texts[parts[0]], tuple(parts[1:]))), None)
        if op == Op.FUNCTION_TYPE:
            return (Tag.FUNCTION_TYPE, parts[0], tuple(parts[1:]))
        if op == Op.INSTANCE:
            return self.named(parts[0])
        return next((found for part in parts if (found := self.named(part))), None) if op == Op.UNION else None

    def _projected(self, parts: Sequence[int]) -> Value | None:
        """`T::Item`, `Self::Item`."""
        base = self.named(parts[0])
        if base is None or base[0] not in (Tag.TYPE_VARIABLE, Tag.CLASS, Tag.WRAPPED):
            return None
        cell = self.generics.cell_of(instance_of(base))
        return (Tag.WRAPPED, f"::{self.program.texts[parts[1]]}", (cell,))

    def limits(self, terms: Sequence[int]) -> Iterable[Value]:
        """Bounds as values: traits as instances of them, functions by their type."""
        for term in terms:
            if self.program.ops[term] == Op.UNION:
                yield from self.limits(self.program.parts[term])
                continue
            value = self.named(term)
            if value is not None and value[0] in (Tag.CLASS, Tag.FUNCTION_TYPE, Tag.EXTERNAL):
                yield instance_of(value)

    def applied(self, value: Value, head: int, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A type or function with arguments; those of an alias are put into what it stands for."""
        linker, program = self.linker, self.program
        cells = tuple(
            linker.cell("bound", program.texts[program.parts[term][0]], linker.argument(program.parts[term][1]))
            if program.ops[term] == Op.KEYWORD
            else linker.argument(term)
            for term in arguments
        )
        if value[0] == Tag.FUNCTION:
            yield (*value[:3], cells)
            return
        for entity in self.lookup.resolve(head, kinds.TYPES) if program.ops[head] in (Op.FREE, Op.MEMBER) else ():
            if isinstance(entity, int) and program.kind[entity] == "type_alias":
                yield from linker.replaced(value, self.generics.pairs(entity, cells))
                return
        yield (Tag.CLASS, value[1], cells) if value[0] == Tag.CLASS else value

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return self.applied(value, self.program.parts[self.linker.current][0], arguments)

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, name, arguments)

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] != "enum_member":
            return ()
        if symbol in self.program.flows[Flow.PARAMETER_TYPE]:
            return [(Tag.GROUP, symbol)]
        return [(Tag.INSTANCE, self.program.parent[symbol], ())]
