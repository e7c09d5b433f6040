"""What a type of Rust is seen as: what it points to, its associated types, what impls and traits give it."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.extract.terms import Flow
from indexer.languages.rust.impls import head_of
from indexer.languages.rust.naming import Naming
from indexer.link.values import Tag, Value

Traits = tuple[int, ...]
DEEPEST = 4  # associated types of associated types


class Projections(Naming):
    def _found(self, value: Value, name: str) -> list[int]:
        """Members of a type, or of the traits that a type parameter is bound by; whether in scope or not."""
        if value[0] == Tag.TYPE_VARIABLE:
            return self._found_by_bounds(value, name)[0]
        head = head_of(value)
        found = self.impls.find(head, name) if head is not None else []
        return [symbol for symbol in found if self.generics.applies(symbol, value)]

    def _found_by_bounds(self, value: Value, name: str) -> tuple[list[int], int]:
        """The members, and the trait that the parameter has them by."""
        bounds = self.generics.bounds(value)
        for bound in bounds:
            if bound[0] == Tag.INSTANCE and (found := self.impls.find(bound[1], name)):
                return found, bound[1]
        outside = frozenset(bound[1] for bound in bounds if bound[0] == Tag.EXTERNAL)
        return self.impls.for_all("", name, outside), -1

    def usable(self, value: Value, name: str) -> list[int]:
        """Members that a call may mean: of traits only those in scope."""
        if value[0] == Tag.TYPE_VARIABLE:
            return self.seen(*self._found_by_bounds(value, name))
        head = head_of(value)
        return self.seen(self._found(value, name), head if isinstance(head, int) else -1)

    def seen(self, found: list[int], head: int) -> list[int]:
        """Of traits' members those whose trait is in scope; a trait that a type is known by always is."""
        program, term = self.program, self.linker.current
        file = program.term_file[term] if term < len(program.ops) else -1
        if not found or file < 0 or program.files[file].external:
            return found
        given = self.order(head) if head >= 0 and program.kind[head] == "trait" else ()
        traits = [program.parent[symbol] for symbol in found]
        return [
            symbol
            for symbol, trait in zip(found, traits, strict=True)
            if program.kind[trait] != "trait" or trait in given or self.trait_scopes.in_scope(trait, file)
        ]

    def _unknown(self, value: Value, name: str) -> str | None:
        """The trait that brings a member, where an impl or a bound names it but nobody knows it."""
        if value[0] == Tag.TYPE_VARIABLE:
            return next((str(bound[1]) for bound in self.generics.bounds(value) if bound[0] == Tag.EXTERNAL), None)
        head = head_of(value)
        for impl in self.impls.of(head).unknown if head is not None else ():
            if name in self.program.members.get(impl, {}):
                return self.program.name[impl]
        return None

    # -- what a value is seen as

    def seen_through(self, value: Value) -> Iterable[Value]:
        """What a smart pointer points to, what an associated type is."""
        tag = value[0]
        if tag == Tag.WRAPPED and value[1].startswith("::"):
            yield from self._projections(value)
        elif tag == Tag.INSTANCE and self.program.name[value[1]] == "Pin" and value[2]:
            yield from self.linker.read(value[2][0])
        elif tag in (Tag.INSTANCE, Tag.TYPE_VARIABLE):
            yield from self.associated(value, "Target")

    def _projections(self, value: Value) -> Iterable[Value]:
        """What an associated type is; where no impl says it, what its trait asks of it."""
        name = value[1][2:]
        for subject in self.linker.read(value[2][0]):
            if self._is_open(subject) or self.gives(subject, name):
                yield from self.associated(subject, name)
            else:
                for symbol in self._found(subject, name)[:1]:
                    yield from self.limits(self.program.terms_of(Flow.BOUND, symbol))

    def _is_open(self, value: Value) -> bool:
        """Whether it takes values to know what a type is."""
        return value[0] == Tag.EXTERNAL or (value[0] == Tag.WRAPPED and str(value[1]).startswith(("::", "as")))

    def gives(self, value: Value, name: str, traits: Traits = ()) -> bool:
        """Whether an impl or a bound says what an associated type is: names alone decide."""
        if value[0] == Tag.TYPE_VARIABLE:
            bounds = (bound for bound in self.generics.bounds(value) if bound[0] == Tag.INSTANCE)
            return any(self.generics.bound_cell(bound[2], name) is not None for bound in bounds)
        if value[0] == Tag.INSTANCE and self.generics.bound_cell(value[2], name) is not None:
            return True
        head = head_of(value)
        return head is not None and bool(self.impls.impls_with(head, name, traits))

    def associated(self, value: Value, name: str, traits: Traits = (), depth: int = 0) -> Iterable[Value]:
        """The associated type of a value's type, by any of some traits or of all."""
        tag, linker = value[0], self.linker
        if tag == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}::{name}"[:200])
        elif self._is_open(value):
            inside = self._projections(value) if value[1] != "as" else linker.read(value[2][0])
            for inner in inside if depth < DEEPEST else ():
                yield from self.associated(inner, name, traits, depth + 1)
        elif tag == Tag.TYPE_VARIABLE:
            for bound in self.generics.bounds(value):
                if bound[0] == Tag.INSTANCE and (cell := self.generics.bound_cell(bound[2], name)) is not None:
                    yield from linker.read(cell)
        elif tag == Tag.INSTANCE and (cell := self.generics.bound_cell(value[2], name)) is not None:
            yield from linker.read(cell)
        else:
            yield from self._given(value, name, traits)

    def _given(self, value: Value, name: str, traits: Traits) -> Iterable[Value]:
        """What impls say of an associated type."""
        head, linker = head_of(value), self.linker
        for symbol in self.impls.impls_with(head, name, traits) if head is not None else ():
            for term in self.program.terms_of(Flow.TYPE, symbol):
                environment = self.generics.of_impl(self.program.parent[symbol], value)
                yield from linker.read(linker.inside(linker.argument(term), environment))

    def traits(self, *paths: tuple[str, str]) -> Traits:
        """Traits of the standard library."""
        known = (self.known("core", *path) for path in paths)
        return tuple(trait for trait in known if trait is not None)
