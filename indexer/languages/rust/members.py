"""Members of Rust's values, types and modules."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.extract.terms import Flow
from indexer.languages.rust import kinds
from indexer.languages.rust.arguments import instance_of
from indexer.languages.rust.impls import head_of
from indexer.languages.rust.projections import Projections
from indexer.link.dialect import Member
from indexer.link.generics import Environment
from indexer.link.values import Tag, Value

DEEPEST = 6  # smart pointers and associated types on the way to a member


class Members(Projections):
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
        inner = self.seen_through(value)
        return [found for each in inner for found in self._member(each, name, kinds.FIELDS, depth + 1)]

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
        found = self._named_by_trait(value, name) or self._found(value, name)[:1]
        for symbol in found:
            self.linker.target(symbol, self.rule(self.linker, self._base(), value))
        if not found and (unknown := self._unknown(value, name)) is not None:
            self.linker.outside.setdefault(self.linker.current, "type_member")
            if value[0] == Tag.TYPE_VARIABLE:
                return [((Tag.EXTERNAL, f"{unknown}::{name}"), value)]
        cell = self.generics.cell_of(instance_of(value))
        return [((Tag.WRAPPED, f"::{name}", (cell,)), value)]

    def _named_by_trait(self, value: Value, name: str) -> list[int]:
        """`<T as Trait>::Name` is of the trait, whatever T is."""
        wanted = self.linker.read(value[2][1]) if value[0] == Tag.WRAPPED and value[1] == "as" else ()
        heads = [head for trait in wanted if isinstance(head := head_of(trait), int)]
        return self.impls.of_trait(heads[0], name) if len(heads) == 1 else []

    def _base(self) -> int:
        """The term before the member that is being looked for."""
        current = self.linker.current
        return self.program.parts[current][0] if current < len(self.program.ops) else 0

    def _item(self, value: Value, name: str, space: int, depth: int) -> Iterable[Member]:
        """A method, or what `Type::name` names."""
        if value[0] == Tag.CLASS and (own := self._variant(value[1], name)):
            return [(symbol, value) for symbol in own]
        if value[0] == Tag.WRAPPED and value[1] == "as":
            return self._qualified(value, name)
        if found := self.usable(value, name):
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
