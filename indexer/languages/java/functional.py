"""Lambdas and method references: which functional interfaces they fit, and what they say about its types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.overloads import cheapest
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.java.linking import Java

STATEMENTS = (Op.CALL, Op.NEW, Op.UNKNOWN)
NOTHING: Value = (Tag.WRAPPED, "void", ())


class Functional:
    def __init__(self, dialect: Java) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def signature(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        """The one abstract method of an interface, as the value's type arguments make it."""
        method = self.dialect.members.abstract(value[1])
        if method is None:
            return None
        linker, environment = self.dialect.linker, self.dialect.environment(method, value)
        flows = sorted(self.program.flows[Flow.PARAMETER_TYPE].get(method, ()))
        parameters = tuple(linker.inside(linker.argument(term), environment) for _, term in flows)
        return linker.inside(linker.cell("result", method), environment), parameters

    def cost(self, given: Value, wanted: Value) -> int | None:
        method = self.dialect.members.abstract(wanted[1]) if wanted[0] == Tag.INSTANCE else None
        if method is None:
            return None
        count = len(self.program.parameters[method] or ())
        if given[0] == Tag.LAMBDA:
            return self._lambda(given[1], method) if count == len(self.program.parts[given[1]]) - 2 else None
        if given[0] == Tag.FUNCTION_TYPE:
            return 0
        functions = given[1] if given[0] == Tag.GROUP else (given[1],)
        return 0 if any(self.takes(function, given[2], count) for function in functions) else None

    def _lambda(self, term: int, method: int) -> int | None:
        """A body without a value fits only where none is wanted, a body that is no statement only where one is."""
        body = self.program.parts[term][1]
        wants_nothing = self._result(method) == NOTHING
        values = tuple(self.dialect.linker.read(body))
        if NOTHING in values:
            return 0 if wants_nothing else None
        if wants_nothing:
            return 2 if self.program.ops[body] in STATEMENTS else None
        return self._better_result(method, values) if self._gives(method, values) else None

    def _gives(self, method: int, values: tuple[Value, ...]) -> bool:
        """Whether something that the body gives can be of the type wanted."""
        result = self._result(method)
        if result is None or result[0] not in (Tag.CLASS, Tag.WRAPPED):
            return True
        wanted = (Tag.INSTANCE, *result[1:]) if result[0] == Tag.CLASS else result
        sure = [value for value in values if value[0] in (Tag.INSTANCE, Tag.WRAPPED)]
        return len(sure) < len(values) or not sure or any(self.dialect.conversion(v, wanted) is not None for v in sure)

    def _better_result(self, method: int, values: Iterable[Value]) -> int:
        """Between a primitive and a class as the result wanted, the one that the body gives."""
        result, is_primitive = self._result(method), self.dialect.conversions.is_primitive
        kinds = {is_primitive(value) for value in values}
        return int(result is not None and bool(kinds) and is_primitive(result) not in kinds)

    def _result(self, method: int) -> Value | None:
        return next(
            (self.dialect.named(term) for _, term in self.program.flows[Flow.RETURN_TYPE].get(method, ())), None
        )

    def takes(self, function: int, receiver: Value | None, count: int) -> bool:
        """Whether a method that is referred to can be called with that many arguments."""
        if self.program.kind[function] == "property":
            return count == 1
        needed = len(self.program.parameters[function] or ()) + self.is_unbound(function, receiver)
        return count == needed or (self.dialect.takes_many(function) and count >= needed - 1)

    def is_unbound(self, function: int, receiver: Value | None) -> bool:
        """Whether `Type::name` takes the object that it is called on as its first argument."""
        is_static = "static" in (self.program.modifiers[function] or ())
        return receiver is not None and receiver[0] == Tag.CLASS and not is_static

    def unbound(self, function: int, receivers: int) -> Iterable[Value]:
        """What such a method gives back, called on what arrives."""
        linker = self.dialect.linker
        for receiver in linker.read(receivers):
            yield from linker.put_in(linker.cell("result", function), function, receiver)


class References:
    """Methods of one name that are referred to, not called: the type of what they are passed as tells which."""

    def __init__(self, dialect: Java) -> None:
        self.dialect = dialect
        self.waiting: dict[int, Value] = {}  # term of a reference -> what it may mean
        self.decided: dict[int, list[int]] = {}
        self.wanted: dict[int, int] = {}  # term of a reference -> term of a value of the type wanted

    def chosen(self, group: Value) -> Iterable[Value]:
        linker, term = self.dialect.linker, self.dialect.linker.current
        if term not in self.decided:
            self.waiting[term] = group
            linker.varies = True
            yield group
        for function in self.decided.get(term, ()):
            linker.target(function, "overload")
            yield (Tag.FUNCTION, function, group[2])

    def decide(self) -> list[int]:
        """First those whose arguments are known: what they give back may tell those of others."""
        signatures = {term: self._signatures(term) for term in self.waiting}
        read = self.dialect.linker.read
        ready = [term for term, listed in signatures.items() if listed and all(read(c) for s in listed for c in s)]
        chosen = ready or list(self.waiting)
        self.decided |= {term: self._decided(self.waiting.pop(term), signatures[term]) for term in chosen}
        return sorted(chosen)

    def _signatures(self, term: int) -> list[tuple[int, ...]]:
        """Cells of the parameters that a reference is called with."""
        dialect = self.dialect
        types = [*dialect.generics.passed_as(term)]
        if term in self.wanted:
            types += dialect.linker.read(self.wanted[term])
        return [signature[1] for each in types if (signature := dialect.generics.signature(each)) is not None]

    def _decided(self, group: Value, signatures: list[tuple[int, ...]]) -> list[int]:
        found = {tuple(self._fitting(group, parameters)) for parameters in signatures}
        best = next(iter(found)) if len(found) == 1 else ()
        return list(best) if len(best) == 1 else []

    def _fitting(self, group: Value, parameters: tuple[int, ...]) -> list[int]:
        dialect = self.dialect
        fitting = [f for f in group[1] if dialect.functions.takes(f, group[2], len(parameters))]
        if len(fitting) < 2:
            return fitting
        given = [tuple(dialect.linker.read(cell)) for cell in parameters]
        costs = {f: cost for f in fitting if (cost := self._costs(f, group[2], given)) is not None}
        costs = dialect.preferred(costs, len(parameters))
        return cheapest(costs)

    def _costs(self, function: int, receiver: Value | None, given: list[tuple[Value, ...]]) -> list[int] | None:
        dialect = self.dialect
        first = int(dialect.functions.is_unbound(function, receiver))
        costs = [0] * first
        for place, values in enumerate(given[first:]):
            cost = dialect.overloads.cost_of(values, function, receiver, place)
            if cost is None:
                return None
            costs.append(cost)
        return costs
