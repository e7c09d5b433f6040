"""What parameters hold: what they declare; in a second round, where nothing is declared, what callers pass."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.replacing import Replacing
from indexer.link.values import Tag, Value
from indexer.link.worklist import TOO_MANY

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.findings import Note
    from indexer.link.program import Program

MOST_CALLERS = 48  # whose arguments say what a parameter holds
MOST_CALLS = 200  # of one function: no need to look who passes what
RUN = (Tag.FUNCTION, Tag.CLASS)  # values that a call runs as they are
CALLED = frozenset({*RUN, Tag.LAMBDA})


Calls = list[tuple[Value | None, tuple[int, ...]]]  # receivers, arguments
Arguments = tuple[int, ...] | None


def as_call(note: Note) -> tuple[Value | None, tuple[int, ...]]:
    return (note[1],) if note[1] >= 0 else None, note[2]


class Passing(Replacing):
    def __init__(self, program: Program, dialect: Dialect) -> None:
        super().__init__(program, dialect)
        self.calls: dict[int, Calls] = {}  # by function
        self.noted: dict[Note, set[int]] = {}  # calls, and the terms that made them
        self.placed: dict[int, tuple[int, dict[int, set[int]]]] = {}  # how many calls were seen, what they pass
        self.known: Container[Note] = ()  # calls that are there already, whoever made them
        self.first_open = 0  # terms before it make no other calls than those
        self.parameters: dict[int, set[int]] = {}  # function -> cells of its parameters that somebody asked for
        self.arguments_flow = False
        self.makers["parameter"] = self._made_parameter

    def note_call(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> None:
        if arguments and self.dialect.arguments_flow:
            self._note((function, receiver[0] if receiver is not None else -1, arguments), self.current)

    def _note(self, note: Note, source: int) -> None:
        if (0 <= source < self.first_open and note not in self.known) or self._is_tried(note):
            return
        sources = self.noted.get(note)
        if sources is not None:
            sources.add(source)
            return
        self.noted[note] = {source}
        if note in self.known:
            return
        function = note[0]
        self.calls.setdefault(function, []).append(as_call(note))
        if self.arguments_flow:
            self.demand(self.parameters.get(function, ()))

    def _is_tried(self, note: Note) -> bool:
        """Whether a test passes something to what it tests: a double says nothing of what runs without the test."""
        program, (function, _, (first, *_)) = self.program, note
        if first >= len(program.term_file) or not program.files[program.term_file[first]].is_test:
            return False
        home = program.file[function] if function >= 0 else program.term_file[-function]
        return function < program.own and not program.files[home].is_test

    def know(self, notes: Container[Note], calls: dict[int, Calls], first_open: int) -> None:
        """Calls that are known from before, as notes and by function: all that terms before `first_open` make."""
        self.known, self.calls, self.first_open = notes, calls, first_open

    def recall(self, note: Note, sources: Iterable[int]) -> None:
        """A call that is known from before."""
        for source in sources:
            self._note(note, source)

    def notes(self) -> dict[Note, set[int]]:
        """Calls of the repository's functions, by the terms that they were seen at; -1 for what is no term."""
        own, terms = self.program.own, self.program.own_terms
        return {
            note: {source if source < terms else -1 for source in sources}
            for note, sources in self.noted.items()
            if -terms < note[0] < own and max(note[2]) < terms
        }

    def _parameter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.read(self.cell("parameter", *parts))

    def _made_parameter(self, function: int, place: int) -> Iterable[Value]:
        if function < 0:
            yield from self.dialect.lambda_parameter(-function, place)
        declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
        if declared is not None:
            yield from self.instances(self.read(declared))
            if self.dialect.takes_function(declared):
                yield from (value for value in self.arriving(function, place) if value[0] in CALLED)
            return
        default = self.program.term_at(Flow.PARAMETER_VALUE, function, place)
        if default is not None:
            yield from self.read(default)
        yield from self.arriving(function, place)

    def given_back(self, function: int, term: int) -> Iterable[Value]:
        """What a `return` gives; a parameter that declares nothing is what each call passes."""
        program = self.program
        if program.ops[term] != Op.PARAMETER or program.parts[term][0] != function:
            return self.read(term)
        place = program.parts[term][1]
        is_declared = program.term_at(Flow.PARAMETER_TYPE, function, place) is not None
        if is_declared or not self.dialect.hands_on(function, place):
            return self.read(term)
        return ((Tag.HANDED, str(place)),)

    def handed(self, place: int, function: int, receiver: Value | None, arguments: Arguments) -> Iterable[Value]:
        """What a call hands to a parameter: what it passes, else the default; without a call what all of them pass."""
        passed = [cell for at, cell in self.dialect.places(function, receiver, arguments or ()) if at == place]
        default = self.program.term_at(Flow.PARAMETER_VALUE, function, place)
        if not passed:
            passed = [self.cell("parameter", function, place) if arguments is None or default is None else default]
        return [value for cell in passed for value in self.read(cell)]

    def lambda_result(self, term: int, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a call of a nameless function gives: one of its own parameters is what is passed."""
        program = self.program
        serial, body = program.parts[term][:2]
        if program.ops[body] != Op.LAMBDA_PARAMETER or program.parts[body][0] != serial:
            return self.read(body)
        return self.handed(program.parts[body][1], -term, None, arguments)

    def arriving(self, function: int, place: int) -> Iterable[Value]:
        """What callers pass to a parameter, in the second round; the parameter hears of further calls."""
        calls = self.arriving_calls(function)
        if len(calls) > MOST_CALLS:
            return TOO_MANY
        cells = self._placed(function, calls).get(place, set())
        if len(cells) > MOST_CALLERS:
            return TOO_MANY
        return [value for cell in sorted(cells) for value in self.read(cell) if self.leads_home(value)]

    def _placed(self, function: int, calls: Sequence[tuple[Value | None, tuple[int, ...]]]) -> dict[int, set[int]]:
        """What calls pass, by place; each is looked at once, whichever of the parameters is asked for."""
        seen, by_place = self.placed.get(function, (0, {}))
        for receiver, arguments in calls[seen:]:
            for place, cell in self.dialect.places(function, receiver, arguments):
                by_place.setdefault(place, set()).add(cell)
        self.placed[function] = len(calls), by_place
        return by_place

    def arriving_calls(self, function: int) -> Sequence[tuple[Value | None, tuple[int, ...]]]:
        """The calls of a function in the second round; the cell being computed hears of further ones."""
        self.varies = True
        self.parameters.setdefault(function, set()).add(self.current)
        return self.calls.get(function, ()) if self.arguments_flow else ()

    def leads_home(self, value: Value) -> bool:
        """Whether a value can lead to a definition of the repository: numbers and texts do not."""
        tag = value[0]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return bool(value[1] < self.program.own or value[2])
        return bool(tag != Tag.EXTERNAL)

    def _lambda_parameter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        serial, place = parts
        term = self.program.lambdas.get((self.program.term_file[cell], serial))
        return self.read(self.cell("parameter", -term, place)) if term is not None else ()

    def wake_lambda(self, term: int) -> None:
        """A nameless function, or a call that has one, is passed somewhere: its parameters may hold more."""
        if (cell := self.keys.get(("passed_as", term))) is not None:
            self._enqueue(cell)
        for place in range(len(self.program.parts[term]) - 2):
            if (cell := self.keys.get(("parameter", -term, place))) is not None:
                self._enqueue(cell)

    def flow_arguments(self, calls: list[int]) -> None:
        """Let what all calls pass flow into the parameters that declare nothing."""
        self.arguments_flow = True
        for function, cells in self.parameters.items():
            if function in self.calls:
                self.demand(cells)
        self.demand(call for call in calls if not self._is_noted(call))
        self.drain()

    def _is_noted(self, call: int) -> bool:
        """Note a call at once where its callee is known for good; what it gives back is not asked for."""
        callee, *arguments = self.program.parts[call]
        if callee not in self.fixed or self.program.ops[call] == Op.STORE:
            return False
        if not self.program.passed_lambdas.isdisjoint(arguments):
            return False  # what it is passed as says what its parameters hold
        held = self.fixed[callee]
        for value in held:
            if value[0] == Tag.FUNCTION and arguments:
                self._note((value[1], value[2][0] if value[2] is not None else -1, tuple(arguments)), call)
        return all(value[0] == Tag.FUNCTION for value in held)

    def may_run(self, callee: int) -> bool:
        """Whether a callee can lead to a function of the repository, by what is known in the first round."""
        held = self.fixed.get(callee)
        return held is None or any(map(self._may_run, held))

    def _may_run(self, value: Value) -> bool:
        return bool(value[1] < self.program.own) if value[0] in RUN else self.leads_home(value)
