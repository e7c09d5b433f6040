"""Which parameter of a Python function each argument of a call reaches; what `*args` and `**kwargs` stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Op
from indexer.link.dialect import Dialect
from indexer.link.passing import MOST_CALLERS
from indexer.link.values import Tag, Value
from indexer.link.worklist import TOO_MANY

if TYPE_CHECKING:
    from indexer.link.linker import Linker

CALLABLE = "Callable"  # as `undeclared` in link/reach.py knows it, too
NAMES = "**"  # the word of an argument that stands for several by name
Reached = Iterable[tuple[int, int]]


class Arguments(Dialect):
    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {
            "spread": self._spread, "spread_name": self._spread_name, "collected": self._made_collected,
            "named": self._made_named,
        }  # fmt: skip

    def element(self, value: Value, key: int | None) -> Iterable[Value]:
        raise NotImplementedError

    def under(self, value: Value, word: str | None, strictly: bool = False) -> Iterable[Value]:
        raise NotImplementedError

    def _at(self, value: Value, place: int | None) -> Iterable[Value]:
        raise NotImplementedError

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Reached:
        """By place or name; what is left over goes to the parameters that collect."""
        program, names = self.program, self._names(function)
        at, is_known = self._skipped(function, receiver), True
        collecting = collecting_at(names)
        for term in arguments:
            op = program.ops[term]
            if op == Op.KEYWORD:
                yield from self._by_name(names, *program.parts[term])
            elif op == Op.SPREAD:
                yield from self._spread_over(names, at, collecting, program.parts[term][0]) if is_known else ()
                is_known = False
            elif is_known and (function < 0 or min(at, collecting) < len(names)):
                yield min(at, collecting) if function >= 0 else at, term
            at += 1

    def takes_function(self, declared: int) -> bool:
        op, parts = self.program.ops[declared], self.program.parts[declared]
        if op == Op.UNION:
            return any(map(self.takes_function, parts))
        if op == Op.APPLY:
            return self.takes_function(parts[int(self._word(parts[0]) == "Optional")])
        return self._word(declared) == CALLABLE

    def _word(self, term: int) -> str:
        """The name that a term says, or the last of its names."""
        op, parts = self.program.ops[term], self.program.parts[term]
        named = op in (Op.IMPORT, Op.FREE, Op.MEMBER)
        return self.program.texts[parts[int(op == Op.MEMBER)]] if named else ""

    def _names(self, function: int) -> list[str]:
        return [name for name, _, _ in self.program.parameters[function] or ()] if function >= 0 else []

    def _skipped(self, function: int, receiver: Value | None) -> int:
        return int(function >= 0 and receiver is not None and self._takes_receiver(function, receiver))

    def _by_name(self, names: list[str], word: int, value: int) -> Reached:
        name, cell = self.program.texts[word], self.linker.cell
        if name in names:
            yield names.index(name), value
        elif name == NAMES:
            for place, each in enumerate(names):
                if each[:1] != "*":
                    yield place, cell("spread_name", value, each)
        elif names and names[-1][:2] == NAMES:
            yield len(names) - 1, value

    def _spread_over(self, names: list[str], at: int, collecting: int, inner: int) -> Reached:
        """`f(*values)`: the values by their places."""
        for place in range(at, min(collecting + 1, len(names))):
            if names[place][:2] != NAMES:
                yield place, self.linker.cell("spread", inner, place - at)

    def _spread(self, term: int, place: int) -> Iterable[Value]:
        for value in self.linker.read(term):
            yield from self._at(value, place) if value[0] == Tag.SEQUENCE else self.item(value)

    def _spread_name(self, term: int, name: str) -> Iterable[Value]:
        for value in self.linker.read(term):
            if value[0] == Tag.MAPPING:
                yield from self.under(value, name, strictly=True)

    # -- what collecting parameters take

    def _made_collected(self, function: int, place: int, wanted: int) -> Iterable[Value]:
        """One of what `*args` takes, by its place."""
        return self._gathered(function, lambda receiver, given: self._nth(function, receiver, given, place + wanted))

    def _nth(self, function: int, receiver: Value | None, given: Sequence[int], place: int) -> int | None:
        program, at = self.program, self._skipped(function, receiver)
        for term in given:
            op = program.ops[term]
            if op == Op.SPREAD:
                return self.linker.cell("spread", program.parts[term][0], place - at)
            if op != Op.KEYWORD:
                if at == place:
                    return term
                at += 1
        return None

    def _made_named(self, function: int, place: int, name: str) -> Iterable[Value]:
        """What `**kwargs` takes under a name."""
        return self._gathered(function, lambda receiver, given: self._given_as(given, name))

    def _given_as(self, given: Sequence[int], name: str) -> int | None:
        program = self.program
        for term in given:
            if program.ops[term] == Op.KEYWORD:
                word, value = program.parts[term]
                if program.texts[word] in (name, NAMES):
                    return value if program.texts[word] == name else self.linker.cell("spread_name", value, name)
        return None

    def _gathered(self, function: int, pick: Callable[[Value | None, Sequence[int]], int | None]) -> Iterable[Value]:
        linker = self.linker
        picked = {pick(receiver, given) for receiver, given in linker.arriving_calls(function)}
        cells = sorted(cell for cell in picked if cell is not None)
        if len(cells) > MOST_CALLERS:
            return TOO_MANY
        return [value for cell in cells for value in linker.read(cell) if linker.leads_home(value)]

    def _takes_receiver(self, function: int, receiver: Value) -> bool:
        program = self.program
        if program.kind[function] not in ("method", "constructor") or receiver[0] == Tag.MODULE:
            return False
        decorators = program.decorators[function] or ()
        if "@staticmethod" in decorators:
            return False
        return receiver[0] != Tag.CLASS or "@classmethod" in decorators


def collecting_at(names: list[str]) -> int:
    """The place of the parameter that takes what is left."""
    return next((at for at, name in enumerate(names) if name[:1] == "*" and name[:2] != NAMES), len(names))
