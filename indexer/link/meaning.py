"""What a cell holds, told so that it can be compared between two states of some files."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import SIGNATURES, Flow, Op, T, X
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.link.linker import Linker

Key = tuple[Any, ...]
OF_SYMBOL = frozenset({Tag.MODULE, Tag.CLASS, Tag.INSTANCE, Tag.FUNCTION, Tag.SUPER, Tag.TYPE_VARIABLE})
ABOUT_SYMBOL = frozenset({"held", "result", "parameter", "yields", "returns"})  # cells of a definition
WRITTEN, STORED = "written", "stored"  # what a variable stands for; what is put into a type under a name
WITHIN = frozenset({Op.SEQUENCE, Op.MAPPING, Op.KEYWORD, Op.SPREAD})  # terms of which others read what is in them
# Terms of which others read what they hold, and nothing else.
HOLDING = frozenset({
    Op.APPLY, Op.AWAIT, Op.CALL, Op.CLS, Op.FREE, Op.IMPORT, Op.INDEX, Op.INSTANCE, Op.ITEM, Op.MEMBER, Op.NARROW,
    Op.NEW, Op.OPERATOR, Op.PARAMETER, Op.SELF, Op.SYMBOL, Op.TYPE_PARAMETER, Op.UNION, Op.WRAP,
})  # fmt: skip
DEEPEST = 6  # cells in values of cells; beyond that nothing is the same


class Meaning:
    """`own` tells what a term of the files says, whatever its number; None where that is not enough.

    `reached` are definitions that may be others now: a value that is one of them tells what it gives back, those of
    them that are `recast` are never the same.
    """

    def __init__(
        self, linker: Linker, own: Callable[[int], Hashable], reached: Container[int] = (), recast: Container[int] = ()
    ) -> None:
        self.linker, self.own, self.reached, self.recast = linker, own, reached, recast

    def of_all(self, keys: Iterable[Key]) -> dict[Key, Hashable]:
        """What cells hold, by what they are of, or what is told without one."""
        listed = list(keys)
        told: dict[str, Callable[..., Hashable]] = {WRITTEN: self._written, STORED: self._stored}
        cells = {key: self.linker.cell(*key) for key in listed if key[0] not in told}
        self.linker.demand(cells.values())
        self.linker.drain()
        self.linker.settle()
        return {key: self._cell(cells[key], ()) if key in cells else told[key[0]](*key[1:]) for key in listed}

    def _stored(self, symbol: int, name: str) -> Hashable:
        for _ in self.linker.stored(symbol, name):
            pass  # each is looked at
        self.linker.drain()
        self.linker.settle()
        return frozenset(self._value(value, ()) for value in self.linker.stored(symbol, name))

    def _written(self, symbol: int) -> Hashable:
        if (told := self.linker.dialect.stands_for(symbol)) is None:
            return object()
        value, more = told
        return None if value is None else self._value(value, ()), more

    def _cell(self, cell: int, around: tuple[int, ...]) -> Hashable:
        if cell < MADE:
            return self._term(cell, around)
        if cell in around:
            return len(around) - around.index(cell)
        if len(around) >= DEEPEST:
            return object()
        self.linker.demand((cell,))
        self.linker.drain()
        inside = (*around, cell)
        held = frozenset(self._value(value, inside) for value in self.linker.holds(cell))
        return self._key(self.linker.made_for(cell), inside), held

    def _key(self, key: Key, around: tuple[int, ...]) -> Hashable:
        settled = 2 if key[0] in ABOUT_SYMBOL else 1
        return key[:settled] + tuple(self._part(part, around) for part in key[settled:])

    def _value(self, value: Value, around: tuple[int, ...]) -> Hashable:
        settled = 2 if value[0] in OF_SYMBOL else 1
        told = value[:settled] + tuple(self._part(part, around) for part in value[settled:])
        if value[0] == Tag.GROUP and any(function in self.reached for function in value[1]):
            return object()
        if settled == 1 or value[1] not in self.reached:
            return told
        if value[0] not in (Tag.FUNCTION, Tag.TYPE_VARIABLE) or value[1] in self.recast:
            return object()
        if value[0] == Tag.TYPE_VARIABLE:  # known by its bound
            bounds = self.linker.program.flows[Flow.BOUND].get(value[1], ())
            return told, *(self._cell(term, around) for _, term in bounds)
        return told, self._cell(self.linker.cell("result", value[1]), around)

    def _part(self, part: Any, around: tuple[int, ...]) -> Hashable:
        if isinstance(part, tuple):
            return tuple(self._part(each, around) for each in part)
        if isinstance(part, int) and not isinstance(part, bool):
            return self._cell(part, around)
        return part  # type: ignore[no-any-return]

    def _term(self, term: int, around: tuple[int, ...]) -> Hashable:
        if (said := self.own(abs(term))) is not None:
            return said
        return self._inside(term, around) if term >= 0 else object()

    def _inside(self, term: int, around: tuple[int, ...]) -> Hashable:
        """What others can read from a term that may be another thing now."""
        if term in around:
            return len(around) - around.index(term)
        program, inside = self.linker.program, (*around, term)
        op, parts = program.ops[term], program.parts[term]
        if len(around) >= DEEPEST or op not in HOLDING | WITHIN:
            return object()
        if op in HOLDING:
            self.linker.demand((term,))
            self.linker.drain()
            self.linker.settle()
            held = frozenset(self._value(value, inside) for value in self.linker.holds(term))
            return held, self._calls(parts[0]) if op == Op.PARAMETER else None
        return (op, *self._within(op, parts, inside))

    def _calls(self, function: int) -> Hashable:
        """What a function is called with: one that takes any number is read place by place."""
        said = ((tag, *map(self.own, given)) for tag, given in self.linker.arriving_calls(function))
        return frozenset(call if None not in call[1:] else object() for call in said)

    def _within(self, op: int, parts: Sequence[int], inside: tuple[int, ...]) -> Iterator[Hashable]:
        program = self.linker.program
        for place, part in enumerate(parts):
            kind = SIGNATURES[op][min(place, len(SIGNATURES[op]) - 1)]
            said = self.own(part) if kind == T else program.texts[part] if kind == X else part
            is_key = op == Op.MAPPING and place % 2 == 1 and program.ops[part] in (Op.SYMBOL, Op.IMPORT)  # maybe a word
            yield said if said is not None else object() if is_key else self._inside(part, inside)
