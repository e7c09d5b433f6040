"""Languages with named types whose bare names are looked up outwards: members, values, what has to wait."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.link.dialect import Member
from indexer.link.nominal import CALLABLE
from indexer.link.outward import Found, Outward
from indexer.link.overloads import FAR
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

__all__ = ["Found", "Lexical"]


class Lexical(Outward):
    apart: frozenset[str] = frozenset()  # built-in types of which none is another one

    def __init__(self, program: Program, tree: Tree) -> None:
        self.members_found: dict[tuple[int, str, int], list[int]] = {}
        self.late: set[int] = set()  # cells that may take the last resort now
        self.waiting: set[int] = set()
        super().__init__(program, tree)

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {"just": lambda value: (value,)}

    # -- members

    def members_of(self, symbol: int, name: str, space: int) -> list[int]:
        """The nearest members of a name; of functions all that are not overridden."""
        key = (symbol, name, space)
        if key not in self.members_found:
            self.members_found[key] = self._members_of(symbol, name, space)
        return self.members_found[key]

    def _members_of(self, symbol: int, name: str, space: int) -> list[int]:
        found: list[int] = []
        values: list[int] = []
        shapes: set[tuple[str, ...]] = set()
        for owner in self.order(symbol):
            own = self.select((s for s in self.own_members(owner, name) if self.is_inherited(s, symbol)), space)
            if own and self.program.kind[own[0]] not in CALLABLE:
                if space != Space.CALL:
                    return found or own
                values = values or own  # a variable hides no function of a base
                continue
            found += [candidate for candidate in own if self.shape(candidate) not in shapes]
            shapes.update(map(self.shape, own))
        return found or values

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        of = self.statics_of if receiver[0] == Tag.CLASS else self.members_of
        found = of(symbol, name, space)
        if len(found) > 1:
            return [((Tag.GROUP, tuple(found), receiver), receiver)]
        return [(each, receiver) for each in found] or self.of_unknown(symbol, name, space, receiver)

    def of_unknown(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        """A member that a type does not have by what is known of it."""
        return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)] if self.is_open(symbol) else []

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        return [((Tag.EXTERNAL, f"{value[1]}.{name}"), value)] if value[0] == Tag.WRAPPED else ()

    def is_open(self, symbol: int) -> bool:
        return any(base[0] != Tag.CLASS for owner in self.order(symbol) for base in self.parents(owner))

    # -- types and values

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, name, arguments)

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        given = tuple(map(self.linker.argument, arguments))
        if value[0] == Tag.WRAPPED:
            yield (Tag.WRAPPED, value[1], given)
        elif value[0] == Tag.FUNCTION and given:
            yield (*value[:3], given)
        elif value[0] == Tag.CLASS:
            yield (Tag.CLASS, value[1], given)
        else:
            yield value

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, self.program.parent[symbol], ())]
        return ()

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED:
            yield value  # an instance of an external type
        else:
            yield from super().call(value, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        self.linker.target(value[1], self.rule_of_type(value[1]))
        yield (Tag.INSTANCE, value[1], value[2])

    def rule_of_type(self, symbol: int) -> str:
        """How the type that is made was found."""
        program, term = self.program, self.linker.current
        while term < MADE and program.ops[term] in (Op.CALL, Op.NEW, Op.APPLY, Op.THROUGH):
            term = program.parts[term][1 if program.ops[term] == Op.THROUGH else 0]
        return self.linker.targets.get(term, {}).get(symbol, "scope")

    def conversion(self, given: Value, wanted: Value) -> int | None:
        if Tag.WRAPPED not in (given[0], wanted[0]) or wanted[0] == Tag.TYPE_VARIABLE:
            return super().conversion(given, wanted)
        if given[0] == wanted[0]:
            if given[1] == wanted[1]:
                return 0
            return None if given[1] in self.apart and wanted[1] in self.apart else FAR
        if given[0] == Tag.INSTANCE:
            return FAR if self.is_open(given[1]) or wanted[1] == "Any" else None
        return None if given[0] == Tag.WRAPPED and given[1] in self.apart else FAR

    # -- what waits until all else is known

    def wait(self) -> bool:
        """Whether the cell being computed has to wait before it takes a last resort."""
        current = self.linker.current
        if current in self.late:
            return False
        self.waiting.add(current)
        self.linker.varies = True
        return True

    def decide(self) -> list[int]:
        if cells := super().decide():
            return cells
        cells = sorted(self.waiting - self.late)
        self.late |= self.waiting
        self.waiting.clear()
        return cells
