"""One worklist over cells: who holds what, who reads whom, what is to be looked at again.

A cell is a term, or something made on the way (what a symbol holds, what a function gives back, a parameter, a type
with its arguments put in). It holds values that only grow in number; who read it is looked at again when it holds more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Op
from indexer.link.faults import FAULTS
from indexer.link.values import ANY, Value

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

MOST_VALUES = 24  # of one cell; beyond that nobody can tell
MOST_NESTED = 100  # cells that are first looked into while others are; the rest waits its turn
TOO_MANY = (ANY,)  # what a cell holds that could hold anything; so does what follows from it
MADE = 1 << 40  # cells that are no terms are numbered from here
AT_ONCE = 10_000  # cells that wait: each takes room, and most are met on the way to others
Key = tuple[Any, ...]
TERMS_OWN: Key = ("",)
Held = tuple[Value, ...]
Named = Mapping[int, str]  # shared between cells, so never changed
Step = Callable[[int, Sequence[int]], Iterable[Value]]


def _nothing(cell: int, parts: Sequence[int]) -> Iterable[Value]:
    return ()


class Worklist:
    def __init__(self, program: Program, dialect: Dialect) -> None:
        self.program = program
        self.dialect = dialect
        self.values: dict[int, Held] = {}  # of cells that may hold more later
        self.fixed: dict[int, Held] = {}  # of cells that hold what they will ever hold: nobody waits for them
        self.shared: dict[Held, Held] = {}
        self.readers: dict[int, list[int]] = {}
        self.keys: dict[Key, int] = {}  # of cells that are no terms
        self.made: list[Key] = []  # the same, by number from MADE on
        self.targets: dict[int, Named] = {}  # cell -> definition it names -> rule
        self.ones: dict[tuple[int, str], Named] = {}  # one definition by one rule: most cells name just that
        self.outside: dict[int, str] = {}  # cells that name something external -> rule
        self.staying: dict[int, str] = {}  # cells that name a package or a file of the repository -> rule
        self.queue: deque[int] = deque()
        self.queued: set[int] = set()
        self.current = -1
        self.nested = 0
        self.varies = False  # whether the cell being computed may hold more later
        self.makers: dict[str, Callable[..., Iterable[Value]]] = {}  # what computes the cells that are no terms
        self.steps: dict[int, Step] = {}  # what computes terms, by operation
        self.faults: dict[int, Exception] = {}  # the first of each file that kept a term from being followed

    def demand(self, cells: Iterable[int]) -> None:
        for cell in cells:
            self._enqueue(cell)

    def follow(self, cells: Sequence[int]) -> None:
        """Look at many cells, and at all that comes of it."""
        for first in range(0, len(cells), AT_ONCE):
            self.demand(cells[first : first + AT_ONCE])
            self.drain()

    def drain(self) -> None:
        queue, queued = self.queue, self.queued
        while queue:
            cell = queue.popleft()
            if cell in queued:  # else somebody read it meanwhile
                queued.discard(cell)
                try:
                    self._evaluate(cell)
                except FAULTS as fault:
                    self._give_up(cell, fault)
                    self.current, self.varies, self.nested = -1, False, 0

    def _evaluate(self, cell: int) -> None:
        """Add to a cell what it can have by now, and tell its readers."""
        before, varies = self.current, self.varies
        self.current, self.varies = cell, False
        held = self.values.get(cell)
        if held is None:
            held = self.values[cell] = self.fixed.pop(cell, ())
        if cell < MADE:
            step = self.steps.get(self.program.ops[cell], _nothing)
            computed = step(cell, self.program.parts[cell])
        else:
            key = self.made[cell - MADE]
            computed = self.makers[key[0]](*key[1:])
        if held is not TOO_MANY and (fresh := self._fresh(computed, held)):
            self._grow(cell, held + fresh if held else fresh)
        if not self.varies:
            self.fixed[cell] = self.values.pop(cell)
        self.current, self.varies = before, varies

    def _fresh(self, computed: Iterable[Value], held: Held) -> Held:
        """What is not held yet, each once; what many cells hold is there once as well."""
        if held:
            return tuple(dict.fromkeys(value for value in computed if value not in held))
        if isinstance(computed, tuple) and len(computed) < 2:
            return computed  # what another cell holds, as a rule
        made = tuple(computed)
        if len(made) > 1:
            made = tuple(dict.fromkeys(made))
        return self.shared.setdefault(made, made)

    def _give_up(self, cell: int, fault: Exception) -> None:
        """What cannot be followed costs the term alone: it holds nothing, and who reads it goes on without."""
        self.values[cell] = ()
        self.targets.pop(cell, None)
        self.faults.setdefault(self._file(cell), fault)

    def _file(self, cell: int) -> int:
        """The file that a cell is of, or the one that asked for it; -1 where that cannot be told."""
        at = cell if cell < MADE else self.current
        return self.program.term_file[at] if 0 <= at < len(self.program.term_file) else -1

    def _grow(self, cell: int, held: Held) -> None:
        self.values[cell] = held if len(held) <= MOST_VALUES and ANY not in held else TOO_MANY
        for reader in self.readers.get(cell, ()):
            self._enqueue(reader)

    def _enqueue(self, cell: int) -> None:
        if cell >= 0 and cell not in self.queued:
            self.queued.add(cell)
            self.queue.append(cell)

    def read(self, cell: int) -> Held:
        """What a cell holds by now; whoever is being computed is told when it holds more."""
        held = self.fixed.get(cell)
        if held is not None:
            return held
        held = self.values.get(cell)
        if held is None:
            held = self._first(cell)
            if cell in self.fixed:
                return held
        self.varies = True
        readers = self.readers.get(cell)
        if readers is None:
            self.readers[cell] = [self.current]
        elif readers[-1] != self.current:
            readers.append(self.current)
        return held

    def _first(self, cell: int) -> Held:
        """What a cell holds that nobody looked at before; too deep inside others it has to wait."""
        if self.nested >= MOST_NESTED:
            self.values[cell] = ()
            self._enqueue(cell)
            return ()
        current, nested = self.current, self.nested
        self.nested = nested + 1
        self.queued.discard(cell)
        try:
            self._evaluate(cell)
        except FAULTS as fault:
            self._give_up(cell, fault)
            self.current = current
        self.nested = nested
        return self.holds(cell)

    def holds(self, cell: int) -> Held:
        """What a cell holds by now, for those who need not be told of more."""
        held = self.fixed.get(cell)
        return held if held is not None else self.values.get(cell, ())

    def is_met(self, cell: int) -> bool:
        """Whether somebody looked at a cell."""
        return cell in self.fixed or cell in self.values

    def cell(self, *key: Any) -> int:
        """The cell of something that is no term."""
        number = self.keys.get(key)
        if number is None:
            number = self.keys[key] = MADE + len(self.made)
            self.made.append(key)
        return number

    def made_for(self, cell: int) -> Key:
        """What a cell is of that is no term; of a term a key that begins with no word."""
        return self.made[cell - MADE] if cell >= MADE else TERMS_OWN

    def target(self, symbol: int, rule: str, cell: int | None = None) -> None:
        """The term being computed names a definition."""
        at = self.current if cell is None else cell
        symbol = self.dialect.told_as(symbol)
        if symbol >= self.program.own:
            self.outside.setdefault(at, rule)
            return
        known = self.targets.get(at)
        if known is None:
            self.targets[at] = self.ones.get((symbol, rule)) or self.ones.setdefault((symbol, rule), {symbol: rule})
        elif symbol not in known:
            self.targets[at] = {**known, symbol: rule}

    def let_go(self) -> None:
        """Forget all cells: linker and dialect hold each other, and nobody looks for garbage."""
        for held in vars(self).values():
            if isinstance(held, dict | list):
                held.clear()

    def named(self) -> dict[int, Named]:
        """What terms name by now; nothing where they hang on what could be anything."""
        return {cell: found for cell, found in self.targets.items() if not self._hangs(cell)}

    def leading_out(self) -> dict[int, str]:
        """Terms that name something external by now, in the same way."""
        return {cell: rule for cell, rule in self.outside.items() if not self._hangs(cell)}

    def staying_in(self) -> dict[int, str]:
        """Terms that name what the repository has and no definition is."""
        return {cell: rule for cell, rule in self.staying.items() if not self._hangs(cell)}

    def _hangs(self, cell: int) -> bool:
        """Whether a term is a member of what could be anything: what was found on the way there depends on the way."""
        if cell >= MADE or self.program.ops[cell] != Op.MEMBER:
            return False
        return self.holds(self.program.parts[cell][0]) is TOO_MANY
