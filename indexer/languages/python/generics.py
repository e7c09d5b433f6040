"""Type variables of Python's functions: what the arguments of a call say they stand for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.generics import Environment, Generics
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.python.linking import Python
    from indexer.link.linker import Linker


class PythonGenerics(Generics):
    """A type variable is a variable of its own here, shared by whoever mentions it."""

    dialect: Python  # type: ignore[assignment]

    def __init__(self, dialect: Python, linker: Linker) -> None:
        super().__init__(dialect, linker)  # type: ignore[arg-type]
        self.mentioned: dict[int, list[Value]] = {}

    def seen_as(self, symbol: int, arguments: tuple[int, ...], owner: int, depth: int = 0) -> tuple[int, ...]:
        return self.dialect.classes.seen_as(symbol, arguments, owner, depth)

    def variables(self, function: int) -> list[Value]:
        """The type variables in what a function declares that are not its class's own."""
        if function not in self.mentioned:
            terms = self.program.terms_of(Flow.RETURN_TYPE, function)
            terms += self.program.terms_of(Flow.PARAMETER_TYPE, function)
            found = [v for term in terms for v in self._in(term)]
            owner = self.program.parent[function]
            own = self.dialect.classes.parameters(owner) if owner >= 0 and self.program.kind[owner] == "class" else []
            self.mentioned[function] = [v for v in dict.fromkeys(found) if v not in own]
        return self.mentioned[function]

    def _in(self, term: int) -> list[Value]:
        if self.program.ops[term] in (Op.APPLY, Op.UNION, Op.SEQUENCE):
            parts = self.program.parts[term]
            parts = parts[1:] if self.program.ops[term] == Op.SEQUENCE else parts
            return [v for part in parts for v in self._in(part)]
        found = self.dialect.classes.named(term)
        return [found] if found is not None and found[0] == Tag.TYPE_VARIABLE else []

    def fits(self, value: Value, arguments: tuple[int, ...]) -> bool:
        """Whether a library's signature can take that many arguments; of one's own there is only one."""
        if not self.program.is_external(value[1]):
            return True
        names = [name for name, _, _ in self.program.parameters[value[1]] or []]
        beyond = self.beyond(value, arguments)
        spare = len(names) - self._least(value[1])
        return beyond >= 0 and (beyond <= spare or any(name.startswith("*") for name in names))

    def beyond(self, value: Value, arguments: tuple[int, ...]) -> int:
        """How many more arguments there are than a signature needs."""
        parameters = self.program.parameters[value[1]] or []
        bound = value[2] is not None and [name for name, _, _ in parameters[:1]] in (["self"], ["cls"])
        return len(arguments) + bound - self._least(value[1])

    def _least(self, function: int) -> int:
        parameters = self.program.parameters[function] or []
        return sum(default is None and not name.startswith("*") for name, _, default in parameters)

    def of_construction(self, symbol: int, arguments: tuple[int, ...]) -> tuple[int, ...]:
        """Type arguments of a new instance, by what its constructor takes."""
        variables = self.dialect.classes.parameters(symbol)
        if not variables:
            return ()
        receiver = (Tag.INSTANCE, symbol, ())
        makers = [maker[1] for maker in self.dialect.makers(symbol, receiver) if self.fits(maker, arguments)]
        return tuple(self.linker.cell("made_of", tuple(makers), receiver, v, arguments) for v in variables)

    def made_of(
        self, makers: tuple[int, ...], receiver: Value, variable: Value, arguments: tuple[int, ...]
    ) -> Iterable[Value]:
        for maker in makers:
            yield from self.inferred(maker, receiver, variable, arguments)

    def of_call(self, value: Value, arguments: tuple[int, ...]) -> Environment:
        function, receiver = value[1], value[2]
        outer = self.dialect.environment(function, receiver) if receiver is not None else ()
        variables = self.variables(function)
        if not variables:
            return outer
        cells = ((v, self.linker.cell("inferred", function, receiver, v, arguments)) for v in variables)
        return outer + tuple((variable[1], variable[2], cell) for variable, cell in cells)

    def inferred(
        self, function: int, receiver: Value | None, name: object, arguments: tuple[int, ...]
    ) -> Iterable[Value]:
        outer = self.dialect.environment(function, receiver) if receiver is not None else ()
        for place, argument in self.dialect.places(function, receiver, arguments):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            if declared is not None:
                pattern = self.linker.inside(self.linker.argument(declared), outer)
                yield from self.matched(pattern, argument, name, 0)  # type: ignore[arg-type]
