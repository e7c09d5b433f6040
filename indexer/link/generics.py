"""Type parameters and what stands for them: from the receiver's type, from explicit arguments, from what is passed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.nominal import Nominal

Environment = tuple[tuple[int, str, int], ...]  # owner, name, cell that holds what stands for it
Passed = tuple[Value, int, tuple[int, ...]]  # to which function, at which place, among which arguments
DEEPEST = 6


class Generics:
    def __init__(self, dialect: Nominal, linker: Linker) -> None:
        self.dialect = dialect
        self.linker = linker
        self.program = dialect.program
        self.names: dict[int, list[str]] = {}
        self.received: dict[tuple[int, Value], Environment] = {}
        self.passed: dict[int, tuple[Passed, ...]] = {}  # lambda -> where it is passed: most often at one place

    def parameters(self, owner: int) -> list[str]:
        """The names of a type's or function's type parameters, in order."""
        if owner not in self.names:
            flows = sorted(self.program.flows[Flow.TYPE_PARAMETER].get(owner, ()))
            self.names[owner] = [self.program.texts[self.program.parts[term][1]] for _, term in flows]
        return self.names[owner]

    def bounds(self, variable: Value) -> list[Value]:
        """What a type variable stands for at least, as instances."""
        names = self.parameters(variable[1])
        place = names.index(variable[2]) if variable[2] in names else -1
        found = []
        for at, term in self.program.flows[Flow.BOUND].get(variable[1], ()):
            bound = self.dialect.named(term) if at == place else None
            if bound is not None and bound[0] == Tag.CLASS:
                found.append((Tag.INSTANCE, *bound[1:]))
            elif bound is not None and bound[0] == Tag.TYPE_VARIABLE and bound != variable:
                found += self.bounds(bound)
        return found

    def pairs(self, owner: int, arguments: tuple[int, ...]) -> Environment:
        return tuple((owner, name, cell) for name, cell in zip(self.parameters(owner), arguments, strict=False))

    def of_receiver(self, owner: int, receiver: Value) -> Environment:
        """Type arguments of the type that a member is of, as the receiver's type has them."""
        if receiver[0] not in (Tag.INSTANCE, Tag.CLASS) or owner < 0:
            return ()
        key = (owner, receiver)
        if key not in self.received:
            self.received[key] = self.pairs(owner, self.seen_as(receiver[1], receiver[2], owner))
        return self.received[key]

    def seen_as(self, symbol: int, arguments: tuple[int, ...], owner: int, depth: int = 0) -> tuple[int, ...]:
        """The arguments that a base gets when a type has those given."""
        if symbol == owner or depth > DEEPEST:
            return arguments
        for base in self.dialect.parents(symbol):
            if base[0] != Tag.CLASS or owner not in self.dialect.order(base[1]):
                continue
            given = base[2]
            if given and arguments:
                environment = self.pairs(symbol, arguments)
                given = tuple(self.linker.inside(cell, environment) for cell in given)
            return self.seen_as(base[1], given, owner, depth + 1)
        return ()

    # -- calls

    def of_call(self, value: Value, arguments: tuple[int, ...]) -> Environment:
        """What stands for the type parameters in what a call gives back."""
        function, receiver = value[1], value[2]
        outer = self.dialect.environment(function, receiver) if receiver is not None else ()
        names = self.parameters(function)
        if not names:
            return outer
        if len(value) > 3 and value[3]:
            return outer + self.pairs(function, value[3])
        cells = tuple(self.linker.cell("inferred", function, receiver, name, arguments) for name in names)
        return outer + self.pairs(function, cells)

    def inferred(self, function: int, receiver: Value | None, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a function's type parameter must be, by the arguments of one call."""
        outer = self.dialect.environment(function, receiver) if receiver is not None else ()
        for place, argument in self.dialect.places(function, receiver, arguments):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            if declared is None:
                continue
            pattern = self.linker.inside(self.linker.argument(declared), outer)
            yield from self.matched(pattern, argument, (Tag.TYPE_VARIABLE, function, name), 0)

    def matched(self, pattern: int, given: int, variable: Value, depth: int) -> Iterable[Value]:
        """The values that a type variable in a pattern takes when a cell is held against it."""
        if depth > 3:
            return
        read = self.linker.read
        for wanted in read(pattern):
            if wanted[:3] == variable:
                yield from (self.dialect.boxed(value) for value in read(given) if value[0] != Tag.LAMBDA)
                continue
            if wanted[0] not in (Tag.INSTANCE, Tag.WRAPPED, Tag.FUNCTION_TYPE):
                continue
            for value in read(given):
                for inner, cell in self._aligned(wanted, value):
                    yield from self.matched(inner, cell, variable, depth + 1)

    def _aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Cells of a pattern's parts, each beside the cell of what is given there."""
        if value[0] in (Tag.LAMBDA, Tag.FUNCTION):
            signature = self.signature(wanted)
            if signature is not None:
                yield signature[0], self.dialect.given_back(value, signature[1])
        elif wanted[0] == value[0] == Tag.INSTANCE and (seen := self.seen_as(value[1], value[2], wanted[1])):
            yield from zip(wanted[2], seen, strict=False)
        elif wanted[0] == value[0] == Tag.WRAPPED and wanted[1] == value[1]:
            yield from zip(wanted[2], value[2], strict=False)
        elif wanted[0] == value[0] == Tag.FUNCTION_TYPE:
            yield wanted[1], value[1]
            yield from zip(wanted[2], value[2], strict=False)
        else:
            yield from self.dialect.aligned(wanted, value)

    def signature(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        """Cells of the result and the parameters of a function's type."""
        if value[0] == Tag.FUNCTION_TYPE:
            return value[1], value[2]
        return self.dialect.functional(value) if value[0] == Tag.INSTANCE else None

    # -- nameless functions, typed by where they are passed

    def note_lambdas(self, value: Value, arguments: tuple[int, ...]) -> None:
        if self.program.passed_lambdas.isdisjoint(arguments):
            return
        for place, term in self.dialect.places(value[1], value[2], arguments):
            if term < MADE and self.program.ops[term] in (Op.LAMBDA, Op.THROUGH):
                seen = self.passed.get(term, ())
                if (value, place, arguments) not in seen:
                    self.passed[term] = (*seen, (value, place, arguments))
                    self.linker.wake_lambda(term)

    def passed_as(self, term: int) -> Iterable[Value]:
        """The types of the parameters that a function is passed as."""
        linker = self.linker
        for value, at, arguments in sorted(self.passed.get(term, ()), key=repr):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, value[1], at)
            if declared is None:
                continue
            given: Iterable[Value] = linker.read(
                linker.inside(linker.argument(declared), self.of_call(value, arguments))
            )
            last = len(self.program.parameters[value[1]] or ()) - 1
            if at == last and self.dialect.takes_many(value[1]):
                given = [item for each in given for item in self.dialect.item(each)]
            yield from given

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        """By the declared type of the parameter that the lambda is passed as."""
        for wanted in self.passed_as(term):
            signature = self.signature(wanted)
            if signature is not None and place < len(signature[1]):
                yield from self.linker.read(signature[1][place])
