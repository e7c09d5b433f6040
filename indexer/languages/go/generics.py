"""Go's type parameters: constraints, what types are built as, type arguments told by a call."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.extract.terms import Flow, Op
from indexer.link.generics import Environment, Generics
from indexer.link.values import Tag, Value

DEEPEST = 6
SHAPES = (Op.WRAP, Op.FUNCTION_TYPE, Op.APPLY)  # constraints that tell other type parameters


class GoGenerics(Generics):
    def core(self, value: Value, depth: int = 0) -> Iterable[Value]:
        """What a value is built as: the underlying type of a named one, the constraint of a type parameter."""
        linker = self.linker
        if depth > DEEPEST:
            return
        if value[0] == Tag.INSTANCE and (terms := self.program.terms_of(Flow.TYPE, value[1])):
            environment = self.pairs(value[1], value[2])
            cells = [linker.inside(linker.argument(term), environment) for term in terms]
        elif value[0] == Tag.TYPE_VARIABLE:
            cells = [linker.argument(term) for term in self.constraints(value)]
        else:
            yield value
            return
        for cell in cells:
            for inner in linker.read(cell):
                yield from self.core(inner, depth + 1)

    def constraints(self, variable: Value) -> list[int]:
        """Terms of what a type parameter must be; a method's are those of its receiver's type."""
        program, owner = self.program, variable[1]
        names = self.parameters(owner)
        place = names.index(variable[2]) if variable[2] in names else -1
        if owner >= 0 and program.kind[owner] == "method":
            owner = program.parent[owner]
        term = program.term_at(Flow.BOUND, owner, place) if owner >= 0 else None
        return [term] if term is not None else []

    def bound(self, variable: Value) -> Value | None:
        """The type that a type parameter must be, maybe through others."""
        found: Value | None = variable
        for _ in range(DEEPEST):
            if found is None or found[0] != Tag.TYPE_VARIABLE:
                return found
            terms = self.constraints(found)
            found = self.dialect.named(terms[0]) if terms else None
        return None

    def seen_as(self, symbol: int, arguments: tuple[int, ...], owner: int, depth: int = 0) -> tuple[int, ...]:
        """No type is another one: embedding gives members, not a kinship."""
        return arguments if symbol == owner else ()

    def of_call(self, value: Value, arguments: tuple[int, ...]) -> Environment:
        """Type arguments that are given, then those that the call's arguments tell."""
        if not (names := self.parameters(value[1])):
            return ()
        given = value[3] if len(value) > 3 else ()
        told = [self.linker.cell("inferred", value[1], None, name, arguments) for name in names[len(given) :]]
        return self.pairs(value[1], (*given, *told))

    def inferred(self, function: int, receiver: Value | None, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        """By what is passed; a type parameter that only constraints name by what they are held against."""
        yield from super().inferred(function, receiver, name, arguments)
        variable = (Tag.TYPE_VARIABLE, function, name)
        for place, other in enumerate(self.parameters(function)):
            bound = self.program.term_at(Flow.BOUND, function, place) if other != name else None
            if bound is not None and self.program.ops[bound] in SHAPES:
                given = self.linker.cell("inferred", function, receiver, other, arguments)
                yield from self.matched(self.linker.argument(bound), given, variable, 0)

    def _aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Types of different names are held against each other as what they are built as."""
        if Tag.INSTANCE not in (wanted[0], value[0]) or wanted[:2] == value[:2] or value[0] == Tag.FUNCTION:
            yield from super()._aligned(wanted, value)
            return
        for pattern in self.core(wanted):
            for inner in self.core(value):
                if Tag.INSTANCE not in (pattern[0], inner[0]):
                    yield from super()._aligned(pattern, inner)
