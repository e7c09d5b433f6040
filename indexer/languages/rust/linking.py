"""How Rust finds what a name means: modules, impls and traits, types seen through references and smart pointers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.rust import conditions, kinds
from indexer.languages.rust.arguments import Arguments, instance_of
from indexer.languages.rust.impls import Impls, head_of
from indexer.languages.rust.lookup import PRIMITIVES, Lookup
from indexer.languages.rust.modules import Modules
from indexer.languages.rust.steps import Steps
from indexer.link.dialect import Entity, Member
from indexer.link.generics import Environment
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

DEEPEST = 6  # references, smart pointers and associated types on the way to a member
RULES = {"self": "self", "implements": "overrides", "shape": "type_member", "?": "returned", "take": "element"}


class Rust(Steps, Nominal):
    calls_name = True
    overloads_apart = False
    generics: Arguments

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.modules = Modules(program, tree)
        self.lookup = Lookup(program, self.modules)
        self.statements: dict[int, dict[tuple[str, str], int]] = {}

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = Arguments(self, linker)
        linker.makers |= {"returns": self._returns, "made_of": self._made_of}

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
        program, words = self.program, []
        while program.ops[term] == Op.MEMBER:
            words.insert(0, program.texts[program.parts[term][1]])
            term = program.parts[term][0]
        words.insert(0, program.texts[program.parts[term][0]])
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

    def _projected(self, parts: list[int]) -> Value | None:
        """`T::Item`, `Self::Item`."""
        base = self.named(parts[0])
        if base is None or base[0] not in (Tag.TYPE_VARIABLE, Tag.CLASS, Tag.WRAPPED):
            return None
        cell = self.generics.cell_of(instance_of(base))
        return (Tag.WRAPPED, f"::{self.program.texts[parts[1]]}", (cell,))

    def limits(self, terms: list[int]) -> Iterable[Value]:
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

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        return self._member(value, name, space, 0)

    def _member(self, value: Value, name: str, space: int, depth: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE:
            base = value[1] if isinstance(value[1], int) else value
            term = self.linker.current if self.linker.current < len(self.program.ops) else 0
            return [(entity, value) for entity in self.lookup.member(base, name, space, term)]
        if tag == Tag.OBJECT:
            return [(s, value) for s in self.program.members.get(value[1], {}).get(name, ()) if self._is_field(s)]
        if tag == Tag.EXTERNAL:
            return [(value, value)]
        if depth > DEEPEST:
            return ()
        if tag == Tag.GROUP:
            return self._member((Tag.INSTANCE, self.program.parent[value[1]], ()), name, space, depth + 1)
        if space == kinds.FIELDS:
            return self._field(value, name, depth)
        if space == kinds.TYPES:
            return self._type(value, name)
        return self._item(value, name, space, depth)

    def _is_field(self, symbol: int) -> bool:
        return self.program.kind[symbol] == "field"

    def _field(self, value: Value, name: str, depth: int) -> Iterable[Member]:
        if value[0] == Tag.INSTANCE:
            own = [s for s in self.program.members.get(value[1], {}).get(name, ()) if self._is_field(s)]
            if own:
                return [(symbol, value) for symbol in self.alternatives(own)]
        if name.isdigit() and (cell := self._place(value, int(name))) is not None:
            return [(found, value) for found in self.linker.read(cell)]
        return [found for inner in self.seen_through(value) for found in self._member(inner, name, kinds.FIELDS, depth + 1)]

    def _place(self, value: Value, place: int) -> int | None:
        """The cell of a field known by its place."""
        if value[0] == Tag.WRAPPED and value[1] == "()":
            return value[2][place] if place < len(value[2]) else None
        if value[0] != Tag.INSTANCE:
            return None
        term = self.program.term_at(Flow.PARAMETER_TYPE, value[1], place)
        environment = self.generics.pairs(value[1], value[2])
        return self.linker.inside(self.linker.argument(term), environment) if term is not None else None

    def _type(self, value: Value, name: str) -> Iterable[Member]:
        """An associated type, or a variant where a struct literal names it."""
        if value[0] == Tag.CLASS and (own := self._variant(value[1], name)):
            return [(symbol, value) for symbol in own]
        found = self._found(value, name)[:1]
        for symbol in found:
            self.linker.target(symbol, "type_member")
        if not found and (unknown := self._unknown(value, name)) is not None:
            self.linker.outside.setdefault(self.linker.current, "type_member")
            if value[0] == Tag.TYPE_VARIABLE:
                return [((Tag.EXTERNAL, f"{unknown}::{name}"), value)]
        cell = self.generics.cell_of(instance_of(value))
        return [((Tag.WRAPPED, f"::{name}", (cell,)), value)]

    def _item(self, value: Value, name: str, space: int, depth: int) -> Iterable[Member]:
        """A method, or what `Type::name` names."""
        if value[0] == Tag.CLASS and (own := self._variant(value[1], name)):
            return [(symbol, value) for symbol in own]
        if value[0] == Tag.WRAPPED and value[1] == "as":
            return self._qualified(value, name)
        if found := self._found(value, name):
            return [(symbol, value) for symbol in found]
        if unknown := self._unknown(value, name):
            return [((Tag.EXTERNAL, f"{unknown}::{name}"), value)]
        inner = [v for v in self.seen_through(value) if v != value]
        if not inner and self._is_closed(value):
            return [((Tag.EXTERNAL, f"{self.program.name[value[1]]}::{name}"), value)]
        return [found for each in inner for found in self._member(each, name, space, depth + 1)]

    def _is_closed(self, value: Value) -> bool:
        """A library's type that points to nothing: what it has is the library's, known or not."""
        if value[0] not in (Tag.INSTANCE, Tag.CLASS) or not self.program.is_external(value[1]):
            return False
        return self.program.kind[value[1]] in ("struct", "enum") and not self.impls.impls_with(value[1], "Target")

    def _variant(self, symbol: int, name: str) -> list[int]:
        own = self.program.members.get(symbol, {}).get(name, ())
        return self.alternatives([each for each in own if self.program.kind[each] == "enum_member"])

    def _found(self, value: Value, name: str) -> list[int]:
        """Members of a type, or of the traits that a type parameter is bound by."""
        if value[0] == Tag.TYPE_VARIABLE:
            bounds = [bound for bound in self.generics.bounds(value) if bound[0] == Tag.INSTANCE]
            for bound in bounds:
                if found := self.impls.find(bound[1], name):
                    return found
            return self.impls.for_all("", name) if not bounds else []
        head = head_of(value)
        return self.impls.find(head, name) if head is not None else []

    def _unknown(self, value: Value, name: str) -> str | None:
        """The trait that brings a member, where an impl or a bound names it but nobody knows it."""
        if value[0] == Tag.TYPE_VARIABLE:
            return next((str(bound[1]) for bound in self.generics.bounds(value) if bound[0] == Tag.EXTERNAL), None)
        head = head_of(value)
        for impl in self.impls.of(head).unknown if head is not None else ():
            if name in self.program.members.get(impl, {}):
                return self.program.name[impl]
        return None

    def _qualified(self, value: Value, name: str) -> Iterable[Member]:
        """`<T as Trait>::name`."""
        subject, trait = value[2]
        for wanted in self.linker.read(trait):
            head = head_of(wanted)
            for symbol in self.impls.of_trait(head, name) if isinstance(head, int) else ():
                for receiver in self.linker.read(subject):
                    yield symbol, receiver

    # -- type arguments

    def environment(self, member: int, receiver: Value) -> Environment:
        return self.generics.of_member(member, receiver)

    def trait_arguments(self, receiver: Value, trait: int) -> Iterable[tuple[tuple[int, ...], Environment]]:
        """With which arguments a type has a trait, and what stands for the parameters in them."""
        if receiver[0] == Tag.TYPE_VARIABLE:
            for bound in self.generics.bounds(receiver):
                if bound[0] == Tag.INSTANCE and bound[1] == trait:
                    yield bound[2], ()
        head = head_of(receiver)
        for own, impl in self.impls.of(head).traits if head is not None else ():
            term = self.program.term_at(Flow.BASE, impl, 0) if own == trait and impl >= 0 else None
            value = self.named(term) if term is not None else None
            if value is not None and len(value) > 2:
                yield value[2], self.generics.of_impl(impl, receiver)

    # -- overrides and rules

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self.parents(symbol) if base[0] == Tag.CLASS]

    def overridden(self, symbol: int) -> list[int]:
        return []  # impls of traits have references of their own

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        program = self.program
        if base < len(program.ops) and program.ops[base] == Op.THROUGH:
            return RULES.get(program.texts[program.parts[base][0]], "inferred")
        return super().rule(linker, base, value)


assert PRIMITIVES and TYPE_KINDS
DIALECT = Rust
