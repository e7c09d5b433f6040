"""Chooses among functions of one name by the arguments of a call.

By count at once; by types only when all else is followed to its end: sites whose arguments are all known first, all
that wait on one footing, so that the choice does not depend on the order of the work.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import ANY, Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.nominal import Nominal

FAR = 50  # any type derives from the root: the last resort
VARIABLE = 20  # a type parameter takes anything
MANY = 100  # collected into the last parameter
MOST_FITTING = 200  # functions among which a call chooses: of more nothing is said
Waiting = tuple[Value, tuple[int, ...]]


class Overloads:
    def __init__(self, dialect: Nominal, linker: Linker) -> None:
        self.dialect = dialect
        self.linker = linker
        self.program = dialect.program
        self.waiting: dict[tuple[int, Value], tuple[int, ...]] = {}
        self.decided: dict[tuple[int, Value], list[int]] = {}
        self.declared: dict[tuple[int, int], Value | None] = {}  # function, place -> type of the parameter
        self.counts: dict[int, tuple[int, float]] = {}  # function -> least and most arguments

    def choose(self, group: Value, arguments: tuple[int, ...]) -> list[int]:
        """The functions that a call can mean; none yet where that has to wait."""
        fitting = [function for function in group[1] if self.takes(function, arguments)]
        if len(fitting) > MOST_FITTING:
            return []
        if len(fitting) <= 1:
            return fitting
        key = (self.linker.current, group)
        if key in self.decided:
            return self.decided[key]
        self.waiting[key] = arguments
        self.linker.varies = True
        for term in arguments:
            self.linker.read(term)
        return []

    def is_decided(self, group: Value, arguments: tuple[int, ...]) -> bool:
        """Whether what `choose` gives for the cell being computed is its last word."""
        fitting = sum(self.takes(function, arguments) for function in group[1])
        return fitting <= 1 or (self.linker.current, group) in self.decided

    def takes(self, function: int, arguments: tuple[int, ...]) -> bool:
        """Whether the number of arguments fits."""
        counts = self.counts.get(function)
        if counts is None:
            parameters = self.program.parameters[function] or []
            least = sum(default is None for _, _, default in parameters)
            many = self.dialect.takes_many(function)
            counts = self.counts[function] = (least - 1, inf) if many else (least, len(parameters))
        return counts[0] <= len(arguments) <= counts[1]

    def decide(self) -> list[int]:
        """Decide what can be decided; the cells whose calls are settled now."""
        known = {key: arguments for key, arguments in self.waiting.items() if all(map(self._is_known, arguments))}
        ready = {key: arguments for key, arguments in known.items() if self.dialect.is_ready(key[0])} or known
        chosen = ready or self.waiting
        made = {key: self._best(*key, arguments) for key, arguments in chosen.items()}
        self.decided |= made
        self.waiting = {key: arguments for key, arguments in self.waiting.items() if key not in made}
        return sorted({cell for cell, _ in made})

    def _is_known(self, term: int) -> bool:
        return self.program.ops[term] == Op.LAMBDA or bool(self.linker.holds(term))

    def _best(self, cell: int, group: Value, arguments: tuple[int, ...]) -> list[int]:
        costs: dict[int, list[int]] = {}
        for function in group[1]:
            if self.takes(function, arguments) and (cost := self._costs(function, group[2], arguments)) is not None:
                costs[function] = cost
        costs = {function: costs[function] for function in self.dialect.called_at(cell, list(costs))}
        costs = self.dialect.preferred(costs, len(arguments))
        best = cheapest(costs)
        if len(best) > 1 and self.dialect.is_decidable(best):
            sure = all(cost < self.dialect.unsure for function in best for cost in costs[function])
            best = self._narrower(best, len(arguments), sure and all(map(self._is_known, arguments)))
        return sorted(best)

    def _narrower(self, functions: list[int], count: int, known: bool) -> list[int]:
        """Between equals: no collecting of arguments, no defaults used; where all is known no type parameters."""
        dialect, program = self.dialect, self.program
        preferences: tuple[Callable[[int], bool], ...] = (
            lambda f: not dialect.takes_many(f),
            lambda f: len(program.parameters[f] or ()) == count,
            lambda f: not known or f not in program.flows[Flow.TYPE_PARAMETER],
        )
        for is_plain in preferences:
            plain = [function for function in functions if is_plain(function)]
            functions = plain or functions
        return functions

    def _costs(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> list[int] | None:
        """What each argument costs; None where one of them cannot be passed."""
        costs = [0] * len(arguments)
        reached = list(self.dialect.places(function, receiver, arguments))
        places = [place for place, _ in reached] if len(reached) == len(arguments) else range(len(arguments))
        for index, (place, term) in enumerate(zip(places, arguments, strict=True)):
            cost = self.cost_of(self._given(term), function, receiver, place)
            if cost is None or not self.dialect.can_be_passed(term, function, place):
                return None
            costs[index] = cost
        return costs

    def _given(self, term: int) -> tuple[Value, ...]:
        if self.program.ops[term] == Op.LAMBDA:
            return ((Tag.LAMBDA, term, ()),)
        return tuple(value for value in self.linker.holds(term) if value != ANY)

    def cost_of(self, values: tuple[Value, ...], function: int, receiver: Value | None, place: int) -> int | None:
        """The cheapest way to pass what may be passed to a parameter; nothing is known of it: neutral."""
        wanted = self._wanted(function, receiver, place)
        if wanted is None or not values:
            return 0
        last = len(self.program.parameters[function] or ()) - 1
        many = place == last and self.dialect.takes_many(function)
        wanted = (Tag.INSTANCE, *wanted[1:]) if wanted[0] == Tag.CLASS else wanted
        costs = [cost for value in values for cost in self._ways(value, wanted, many) if cost is not None]
        return min(costs, default=None)

    def _wanted(self, function: int, receiver: Value | None, place: int) -> Value | None:
        """The declared type of a parameter; a type parameter of the receiver's type is what stands for it there."""
        key = (function, place)
        if key not in self.declared:
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            self.declared[key] = self.dialect.named(declared) if declared is not None else None
        wanted = self.declared[key]
        if wanted is None or wanted[0] != Tag.TYPE_VARIABLE or receiver is None or wanted[1] == function:
            return wanted
        for owner, name, cell in self.dialect.environment(function, receiver):
            if (owner, name) == wanted[1:3]:
                values = tuple(self.linker.read(cell))
                if len(values) == 1:  # a type parameter of the caller's is no longer free
                    return (*values[0], True) if values[0][0] == Tag.TYPE_VARIABLE else values[0]
        return wanted

    def _ways(self, value: Value, wanted: Value, many: bool) -> list[int | None]:
        direct = self.dialect.conversion(value, wanted)
        if not many or wanted[0] != Tag.WRAPPED or not wanted[2]:
            return [direct]
        inner = self.dialect.part(wanted[2][0])
        if inner is None:
            return [direct, MANY]
        inner = (Tag.INSTANCE, *inner[1:]) if inner[0] == Tag.CLASS else inner
        each = self.dialect.conversion(value, inner)
        return [direct, None if each is None else each + MANY]

    def plain_conversion(self, given: Value, wanted: Value) -> int | None:
        """By the types' lineage alone."""
        if wanted[0] == Tag.TYPE_VARIABLE:
            return VARIABLE
        if given[0] == Tag.LAMBDA:
            return self._lambda(given, wanted)
        if given[0] in (Tag.EXTERNAL, Tag.TYPE_VARIABLE) or wanted[0] == Tag.EXTERNAL:
            return FAR if given[:2] != wanted[:2] else 0
        if given[0] == wanted[0] == Tag.INSTANCE:
            return self._lineage(given[1], wanted[1])
        if given[0] == wanted[0] == Tag.WRAPPED and given[1] == wanted[1]:
            return 0
        if wanted[0] == Tag.INSTANCE and self.dialect.is_root(wanted[1]):
            return FAR
        if given[0] in (Tag.FUNCTION, Tag.GROUP, Tag.FUNCTION_TYPE):
            return 0 if self.dialect.generics.signature(wanted) is not None else None
        return None

    def _lineage(self, given: int, wanted: int) -> int | None:
        order = self.dialect.order(given)
        if wanted in order:
            if self.dialect.is_root(wanted) and wanted != given:
                return FAR
            # What derives from another type has more bases than that one.
            return 0 if wanted == given else max(1, FAR - len(self.dialect.order(wanted)))
        if self.dialect.is_root(wanted):
            return FAR
        return FAR if self.dialect.is_open(given) else None

    def _lambda(self, given: Value, wanted: Value) -> int | None:
        """A nameless function fits where as many parameters are wanted as it has."""
        signature = self.dialect.generics.signature(wanted)
        if signature is None:
            return None
        return 0 if len(signature[1]) == len(self.program.parts[given[1]]) - 2 else None


def cheapest(costs: dict[int, list[int]]) -> list[int]:
    """The functions that no other one is better than: equal costs are compared once."""
    distinct = {tuple(cost) for cost in costs.values()}
    front = {one for one in distinct if not any(_is_better(other, one) for other in distinct)}
    return [function for function, cost in costs.items() if tuple(cost) in front]


def _is_better(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
