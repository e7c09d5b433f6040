"""What members and variables are given from outside of what declares them: `thing.callback = f`, `table["x"] = f`.

Noted as calls are, and let flow in the same second round: (what it is stored in, target, value). Where no definition
has the name, what it is stored in is the type or module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Op
from indexer.link.passing import MOST_CALLERS, Passing
from indexer.link.values import Value
from indexer.link.worklist import TOO_MANY

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

HOLDERS = frozenset({"variable", "constant", "field"})


class Storing(Passing):
    def __init__(self, program: Program, dialect: Dialect) -> None:
        super().__init__(program, dialect)
        self.sorted: dict[int, tuple[int, dict[str | None, set[int]]]] = {}  # notes that were looked at, by symbol

    def _store(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        program, (target, value) = self.program, parts
        held = self.read(program.parts[target][0] if program.ops[target] == Op.MEMBER else target)
        if program.ops[target] == Op.MEMBER:
            name = program.texts[program.parts[target][1]]
            symbols = [symbol for each in held for symbol in self.dialect.stores(each, name)]
        else:
            symbols = [symbol for symbol in self.targets.get(target, ()) if program.kind[symbol] in HOLDERS]
        for symbol in symbols:
            self._note((symbol, -1, (target, value)), cell)
        return ()

    def stored(self, symbol: int, name: str) -> Iterable[Value]:
        """What is stored in a variable, or under a name of a type or module, in the second round."""
        if name not in self.program.stored:
            return ()
        values = sorted(self._values(symbol, name))
        if len(values) > MOST_CALLERS:
            return TOO_MANY
        return [value for term in values for value in self.read(term) if self.leads_home(value)]

    def _values(self, symbol: int, name: str) -> set[int]:
        """Terms of what is stored there; notes are sorted by name once: much is stored in some modules and types."""
        calls = self.arriving_calls(symbol)
        seen, by_name = self.sorted.get(symbol, (0, {}))
        for _, (target, value) in calls[seen:]:
            by_name.setdefault(self._name(target), set()).add(value)
        self.sorted[symbol] = len(calls), by_name
        return by_name.get(name, set()) | by_name.get(None, set())

    def _name(self, target: int) -> str | None:
        """None where it is stored in a variable: its notes are of no other name."""
        program = self.program
        return program.texts[program.parts[target][1]] if program.ops[target] == Op.MEMBER else None

    def stored_in(self, value: Value, name: str) -> Iterable[Value]:
        """What is stored under a name that nothing defines."""
        if name not in self.program.stored:
            return ()
        return [found for symbol in self.dialect.storing(value) for found in self.stored(symbol, name)]
