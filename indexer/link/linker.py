"""Follows terms until nothing changes: which values each one can have, and which definitions it names.

One worklist over cells. A cell is a term, or something made on the way (what a symbol holds, what a function gives
back, a parameter, a type with its arguments put in); it holds a set of values that only grows, and knows who reads it.
What differs by language is asked of the dialect. Look-ups (names, members, bases) never depend on values that are
still on their way, so the order of the work does not show in the result.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import OPERATIONS, Flow, Op
from indexer.link.values import ANY, Tag, Value
from indexer.schema import KIND_PREFIX, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")
MOST_VALUES = 24  # of one cell; beyond that nobody can tell
MOST_NESTED = 100  # cells that are first looked into while others are; the rest waits its turn
DEEPEST = 5  # how often types are put into types
MOST_CALLERS = 48  # whose arguments say what a parameter holds
TOO_MANY = (ANY,)  # what a cell holds that could hold anything; so does what follows from it
RUN = (Tag.FUNCTION, Tag.CLASS)  # values that a call runs as they are
MADE = 1 << 40  # cells that are no terms are numbered from here
Key = tuple[Any, ...]


def _nothing(cell: int, parts: Sequence[int]) -> Iterable[Value]:
    return ()


class Linker:
    def __init__(self, program: Program, dialect: Dialect) -> None:
        self.program = program
        self.dialect = dialect
        self.values: dict[int, tuple[Value, ...]] = {}
        self.readers: dict[int, list[int]] = {}
        self.keys: dict[Key, int] = {}  # of cells that are no terms
        self.made: dict[int, Key] = {}
        self.depth: dict[int, int] = {}
        self.targets: dict[int, dict[int, str]] = {}  # cell -> definition it names -> rule
        self.outside: dict[int, str] = {}  # cells that name something external -> rule
        self.queue: deque[int] = deque()
        self.queued: set[int] = set()
        self.current = -1
        self.nested = 0
        self.varies = False  # whether the cell being computed may hold more later
        self.fixed: set[int] = set()  # cells that hold what they will ever hold: nobody waits for them
        self.calls: list[tuple[int, Value, tuple[int, ...]]] = []  # callee's function, receiver, arguments
        self.called: set[tuple[Any, ...]] = set()
        self.arriving: dict[tuple[int, int], set[int]] = {}  # parameter -> cells of arguments
        self.arguments_flow = False
        self.makers: dict[str, Callable[..., Iterable[Value]]] = {
            word: getattr(self, f"_made_{word}") for word in ("held", "result", "parameter", "inside", "instances")
        }
        self.steps: dict[int, Callable[[int, Sequence[int]], Iterable[Value]]] = {
            op: getattr(self, f"_{name.lower()}") for name, op in OPERATIONS.items() if hasattr(self, f"_{name.lower()}")
        }
        self.foreign: frozenset[int] = frozenset()  # files of other languages: steps of theirs mean nothing here
        dialect.attach(self)
        self.next_cell = MADE

    # -- the worklist

    def demand(self, cells: Iterable[int]) -> None:
        for cell in cells:
            self._enqueue(cell)

    def drain(self) -> None:
        queue, queued = self.queue, self.queued
        while queue:
            cell = queue.popleft()
            queued.discard(cell)
            self._evaluate(cell)

    def _evaluate(self, cell: int) -> None:
        """Add to a cell what it can have by now, and tell its readers."""
        before, varies = self.current, self.varies
        self.current, self.varies = cell, False
        held = self.values.setdefault(cell, ())
        if cell < MADE:
            step = self.steps.get(self.program.ops[cell], _nothing)
            computed = step(cell, self.program.parts[cell])
        else:
            key = self.made[cell]
            computed = self.makers[key[0]](*key[1:])
        fresh = [value for value in computed if value not in held] if held is not TOO_MANY else []
        if not self.varies:
            self.fixed.add(cell)
        if fresh:
            held += tuple(dict.fromkeys(fresh))
            self.values[cell] = held if len(held) <= MOST_VALUES and ANY not in held else TOO_MANY
            for reader in self.readers.get(cell, ()):
                self._enqueue(reader)
        self.current, self.varies = before, varies

    def settle(self) -> None:
        """Decide what had to wait until all else was known, and follow what comes of it."""
        while waiting := self.dialect.decide():
            self.demand(waiting)
            self.drain()

    def _enqueue(self, cell: int) -> None:
        if cell >= 0 and cell not in self.queued:
            self.queued.add(cell)
            self.queue.append(cell)

    def read(self, cell: int) -> Iterable[Value]:
        """What a cell holds by now; whoever is being computed is told when it holds more."""
        held = self.values.get(cell)
        if held is None:
            if self.nested < MOST_NESTED:
                self.nested += 1
                self._evaluate(cell)
                self.nested -= 1
                held = self.values[cell]
            else:
                self.values[cell] = held = ()
                self._enqueue(cell)
        if cell in self.fixed:
            return held
        self.varies = True
        readers = self.readers.get(cell)
        if readers is None:
            self.readers[cell] = [self.current]
        elif readers[-1] != self.current:
            readers.append(self.current)
        return held

    def cell(self, *key: Any) -> int:
        """The cell of something that is no term."""
        number = self.keys.get(key)
        if number is None:
            number = self.next_cell
            self.next_cell += 1
            self.keys[key] = number
            self.made[number] = key
        return number

    def target(self, symbol: int, rule: str, cell: int | None = None) -> None:
        """The term being computed names a definition."""
        at = self.current if cell is None else cell
        symbol = self.dialect.told_as(symbol)
        if self.program.is_external(symbol):
            self.outside.setdefault(at, rule)
        else:
            self.targets.setdefault(at, {}).setdefault(symbol, rule)

    def named(self) -> dict[int, dict[int, str]]:
        """What terms name by now; nothing where they hang on what could be anything."""
        ops, parts, values = self.program.ops, self.program.parts, self.values
        return {
            cell: dict(found)
            for cell, found in self.targets.items()
            if cell >= MADE or ops[cell] != Op.MEMBER or values.get(parts[cell][0]) != TOO_MANY
        }

    # -- terms

    def _symbol(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.held(parts[0])

    def _import(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        program = self.program
        return self._entities(self.dialect.imported(program.term_file[cell], program.texts[parts[0]]), "import")

    def _from(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        module, name = (self.program.texts[part] for part in parts)
        return self._entities(self.dialect.statement(self.program.term_file[cell], module, name), "import")

    def _free(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        program = self.program
        name, owner, space = parts
        return self._entities(self.dialect.free(program.term_file[cell], program.texts[name], owner, space), None)

    def _entities(self, entities: Iterable[tuple[Any, ...]], rule: str | None) -> Iterable[Value]:
        """Values and symbols that a name stands for; symbols are told as targets."""
        for entity, how, *receiver in entities:
            if isinstance(entity, int):
                self.target(entity, rule or how)
                yield from self.bound(entity, receiver[0]) if receiver else self.held(entity)
            else:
                if self.dialect.leads_out(entity):
                    self.outside.setdefault(self.current, rule or how)
                elif entity[0] == Tag.MODULE and isinstance(entity[1], int):
                    self.target(entity[1], rule or how)
                yield entity

    def _member(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        base, name, space = parts
        text, dialect = self.program.texts[name], self.dialect
        made: list[Value] = []
        for value in self.read(base):
            made += self.member(value, text, space, dialect.rule(self, base, value))
        return made

    def member(self, value: Value, name: str, space: int, rule: str) -> Iterable[Value]:
        """What `value.name` can be; the definitions it names are noted for the term being computed."""
        tag = value[0]
        if tag == Tag.EXTERNAL:
            self.outside.setdefault(self.current, rule)
            return ((Tag.EXTERNAL, f"{value[1]}.{name}"[:200]),)
        if tag == Tag.ANY:
            return (value,)
        made: list[Value] = []
        for found, receiver in self.dialect.member(value, name, space):
            if isinstance(found, int):
                self.target(found, rule)
                made += self.bound(found, receiver)
            else:
                if found[0] == Tag.EXTERNAL:
                    self.outside.setdefault(self.current, rule)
                elif found[0] == Tag.MODULE and isinstance(found[1], int):
                    self.target(found[1], rule)
                made.append(found)
        return made

    def bound(self, symbol: int, receiver: Value) -> Iterable[Value]:
        """The value of a member, reached through the receiver."""
        kind = self.program.kind[symbol]
        if kind in CALLABLE:
            return ((Tag.FUNCTION, symbol, receiver),)
        if kind in TYPE_KINDS or kind == "module":
            return self.held(symbol)
        held = self.put_in(self.cell("held", symbol), symbol, receiver)
        return held if kind not in ("property", "indexer") else (*self.result(symbol, receiver), *held)

    def held(self, symbol: int) -> Iterable[Value]:
        kind = self.program.kind[symbol]
        if kind in CALLABLE:
            return ((Tag.FUNCTION, symbol, None),)
        if kind == "type_alias":
            return self.read(self.cell("held", symbol))
        if kind in TYPE_KINDS:
            return ((Tag.CLASS, symbol, ()),)
        if kind in ("module", "namespace", "package"):
            return ((Tag.MODULE, symbol),)
        return self.read(self.cell("held", symbol))

    def _made_held(self, symbol: int) -> Iterable[Value]:
        """What a variable holds: what its declaration says, else what is assigned to it."""
        program = self.program
        if special := self.dialect.held(symbol):
            return special
        declared = program.flows[Flow.TYPE].get(symbol)
        flows = declared or program.flows[Flow.VALUE].get(symbol, ())
        return [value for _, term in flows for value in self.read(term)]

    def _call(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        callee, *arguments = parts
        for value in self.read(callee):
            yield from self.call(value, tuple(arguments))
        if self.dialect.calls_name:
            self.same_target(callee, cell)

    def same_target(self, named: int, cell: int) -> None:
        """A call names what its callee names, unless arguments had to choose."""
        if found := self.targets.get(named):
            self.targets.setdefault(cell, {}).update(found)
        if named in self.outside:
            self.outside.setdefault(cell, self.outside[named])

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        tag = value[0]
        if tag == Tag.CLASS:
            yield from self.construct(value, arguments)
        elif tag == Tag.FUNCTION:
            self.note_call(value[1], value[2], arguments)
            yield from self.dialect.returned(value, arguments)
        elif tag == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}()"[:200])
        elif tag == Tag.LAMBDA:
            self.note_call(-value[1], None, arguments)
            yield from self.read(self.program.parts[value[1]][1])
        elif tag == Tag.ANY:
            yield value
        else:
            yield from self.dialect.call(value, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield from self.dialect.construct(value, arguments)

    def note_call(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> None:
        key = (function, receiver is not None, arguments)
        if arguments and key not in self.called:
            self.called.add(key)
            call = (function, receiver, arguments)
            self.calls.append(call)  # type: ignore[arg-type]
            if self.arguments_flow:
                self._flow_arguments(*call)

    def result(self, function: int, receiver: Value | None) -> Iterable[Value]:
        """What a function gives back; `self` is the receiver it was called on."""
        for value in self.put_in(self.cell("result", function), function, receiver):
            if value[0] == Tag.INSTANCE and len(value) > 3 and receiver is not None:
                yield from self.dialect.as_receiver(value, receiver)
            else:
                yield value

    def _made_result(self, function: int) -> Iterable[Value]:
        program = self.program
        declared = program.flows[Flow.RETURN_TYPE].get(function)
        if declared:
            values = [v for _, term in declared for v in self.instances(self.read(term))]
        else:
            values = [v for _, term in program.flows[Flow.RETURN].get(function, ()) for v in self.read(term)]
        return self.dialect.result(function, values, bool(declared))

    def _instance(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.instances(self.read(parts[0]))

    def instances(self, types: Iterable[Value]) -> Iterable[Value]:
        for value in types:
            if value[0] == Tag.CLASS:
                yield (Tag.INSTANCE, value[1], value[2])
            elif value[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{value[1]}()"[:200])
            elif value[0] == Tag.ANY:
                yield value
            else:
                yield from self.dialect.instance(value)

    def _parameter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.read(self.cell("parameter", *parts))

    def _made_parameter(self, function: int, place: int) -> Iterable[Value]:
        if function < 0:
            yield from self.dialect.lambda_parameter(-function, place)
        declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
        if declared is not None:
            yield from self.instances(self.read(declared))
            return
        self.varies = True  # callers may pass more
        default = self.program.term_at(Flow.PARAMETER_VALUE, function, place)
        if default is not None:
            yield from self.read(default)
        arriving = self.arriving.get((function, place), ())
        if len(arriving) > MOST_CALLERS:
            yield ANY
            return
        for cell in sorted(arriving):
            yield from filter(self._leads_home, self.read(cell))

    def _leads_home(self, value: Value) -> bool:
        """Whether a value can lead to a definition of the repository: numbers and texts do not."""
        tag = value[0]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return value[1] < self.program.own or bool(value[2])
        return tag != Tag.EXTERNAL

    def _lambda_parameter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        serial, place = parts
        term = self.program.lambdas.get((self.program.term_file[cell], serial))
        return self.read(self.cell("parameter", -term, place)) if term is not None else ()

    def _lambda(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.LAMBDA, cell, ()),)

    def _self(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        if parts[0] >= 0:
            yield (Tag.INSTANCE, parts[0], (), True)  # the flag: whoever the method is called on

    def _cls(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        if parts[0] >= 0:
            yield (Tag.CLASS, parts[0], (), True)

    def _super(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        if parts[0] >= 0:
            yield (Tag.SUPER, parts[0], parts[0])

    def _literal(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.dialect.builtin(self.program.texts[parts[0]], ())

    def _constant(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.dialect.builtin(self.program.texts[parts[1]], ())

    def _union(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        for part in parts:
            yield from self.read(part)

    def _new(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        made, *arguments = parts
        for value in self.read(made):
            if value[0] == Tag.CLASS:
                yield from self.construct(value, tuple(arguments))
            else:
                yield from self.instances((value,))
                if self.dialect.calls_name:
                    self.same_target(made, cell)
        if self.dialect.calls_name and self.dialect.new_names_type:
            self.same_target(made, cell)

    def _index(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        base, *keys = parts
        for value in self.read(base):
            if value[0] in (Tag.EXTERNAL, Tag.ANY):
                yield value if value[0] == Tag.ANY else (Tag.EXTERNAL, f"{value[1]}[]"[:200])
            else:
                yield from self.dialect.index(value, tuple(keys))

    def _item(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        for value in self.read(parts[0]):
            if value[0] in (Tag.EXTERNAL, Tag.ANY):
                yield value if value[0] == Tag.ANY else (Tag.EXTERNAL, f"{value[1]}[]"[:200])
            else:
                yield from self.dialect.item(value)

    def _await(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        for value in self.read(parts[0]):
            if value[0] == Tag.AWAITABLE:
                yield from self.read(value[1])
            elif value[0] == Tag.ANY:
                yield value
            else:
                yield from self.dialect.awaited(value)

    def _enter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        for value in self.read(parts[0]):
            yield from (value,) if value[0] == Tag.ANY else self.dialect.entered(value)

    def _sequence(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.SEQUENCE, cell),)

    def _mapping(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.MAPPING, cell),)

    def _object(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.OBJECT, cell),)

    def _apply(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        base, *arguments = parts
        for value in self.read(base):
            yield from self.dialect.apply(value, tuple(arguments))
        if self.dialect.calls_name:
            self.same_target(base, cell)

    def _keyword(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.read(parts[1])

    def _label(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        callee, name = parts
        for value in self.read(callee):
            for symbol in self.dialect.labelled(value, self.program.texts[name]):
                self.target(symbol, "type_member")
        return ()

    def _hidden(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        local, name, owner = parts
        found = self.dialect.hiding(self.program.texts[name], owner)
        return self._entities(found, None) if found else self.read(local)

    def _called(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        self.read(parts[0])  # what it holds is asked for when all is known
        return ()

    def _narrow(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return self.instances(self.read(parts[1]))

    def _type_parameter(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        yield (Tag.TYPE_VARIABLE, parts[0], self.program.texts[parts[1]])

    def _operator(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        word, *operands = parts
        return self.dialect.operator(self.program.texts[word], operands)

    def _through(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        word, *rest = parts
        if self.program.term_file[cell] in self.foreign:
            return ()
        return self.dialect.through(self.program.texts[word], rest)

    def _function_type(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.FUNCTION_TYPE, parts[0], tuple(parts[1:])),)

    def _wrap(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        word, *rest = parts
        return self.dialect.wrap(self.program.texts[word], tuple(rest))

    # -- type arguments

    def put_in(self, cell: int, member: int, receiver: Value | None) -> Iterable[Value]:
        """What a cell of a member holds, with the receiver's type arguments put in for the type's parameters."""
        environment = self.dialect.environment(member, receiver) if receiver is not None else ()
        if not environment:
            return self.read(cell)
        return self.read(self.inside(cell, environment))

    def inside(self, cell: int, environment: tuple[Any, ...]) -> int:
        """The cell of the same with type variables replaced; too deep a nesting stays as it is."""
        if not environment or self.depth.get(cell, 0) >= DEEPEST:
            return cell
        made = self.cell("inside", cell, environment)
        self.depth[made] = self.depth.get(cell, 0) + 1
        return made

    def _made_inside(self, cell: int, environment: tuple[Any, ...]) -> Iterable[Value]:
        for value in self.read(cell):
            yield from self.replaced(value, environment)

    def replaced(self, value: Value, environment: tuple[Any, ...]) -> Iterable[Value]:
        """A value with type variables replaced: (owner, name, cell) triples say by what."""
        tag = value[0]
        if tag == Tag.TYPE_VARIABLE:
            for owner, name, cell in environment:
                if (owner, name) == value[1:3]:
                    yield from self.read(cell)
                    return
            yield value
        elif tag in (Tag.INSTANCE, Tag.CLASS) and value[2]:
            yield (tag, value[1], tuple(self.inside(c, environment) for c in value[2]), *value[3:])
        elif tag == Tag.FUNCTION_TYPE:
            parts = tuple(self.inside(c, environment) for c in value[2])
            yield (tag, self.inside(value[1], environment), parts)
        elif tag in (Tag.AWAITABLE, Tag.ITERABLE):
            yield (tag, self.inside(value[1], environment))
        elif tag == Tag.WRAPPED:
            yield (tag, value[1], tuple(self.inside(c, environment) for c in value[2]))
        else:
            yield from self.dialect.replaced(value, environment)

    def argument(self, term: int) -> int:
        """The cell of a type argument: it holds what is of that type."""
        return self.cell("instances", term)

    def _made_instances(self, cell: int) -> Iterable[Value]:
        return self.instances(self.read(cell))

    def wake_lambda(self, term: int) -> None:
        """A nameless function, or a call that has one, is passed somewhere: its parameters may hold more."""
        if (cell := self.keys.get(("passed_as", term))) is not None:
            self._enqueue(cell)
        for place in range(len(self.program.parts[term]) - 2):
            if (cell := self.keys.get(("parameter", -term, place))) is not None:
                self._enqueue(cell)

    # -- arguments that flow into parameters: the second round

    def flow_arguments(self, calls: list[int]) -> None:
        """Let what all calls pass flow into the parameters that declare nothing."""
        self.arguments_flow = True
        for call in list(self.calls):
            self._flow_arguments(*call)
        self.demand(call for call in calls if not self._is_noted(call))
        self.drain()

    def _is_noted(self, call: int) -> bool:
        """Note a call at once where its callee is known for good; what it gives back is not asked for."""
        callee, *arguments = self.program.parts[call]
        if callee not in self.fixed:
            return False
        held = self.values[callee]
        for value in held:
            if value[0] == Tag.FUNCTION:
                self.note_call(value[1], value[2], tuple(arguments))
        return all(value[0] == Tag.FUNCTION for value in held)

    def may_run(self, callee: int) -> bool:
        """Whether a callee can lead to a function of the repository, by what is known in the first round."""
        held = self.values.get(callee)
        return held is None or callee not in self.fixed or any(map(self._may_run, held))

    def _may_run(self, value: Value) -> bool:
        return bool(value[1] < self.program.own) if value[0] in RUN else self._leads_home(value)

    def _flow_arguments(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> None:
        for place, cell in self.dialect.places(function, receiver, arguments):
            arriving = self.arriving.setdefault((function, place), set())
            if cell not in arriving:
                arriving.add(cell)
                self._enqueue(self.cell("parameter", function, place))
