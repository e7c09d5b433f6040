"""Follows terms until nothing changes: which values each one can have, and which definitions it names.

One step for each operation of `extract/terms.py`; what differs by language is asked of the dialect. Look-ups (names,
members, bases) never depend on values that are still on their way: the order of the work does not show in the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import OPERATIONS, Flow, Op
from indexer.link.passing import Arguments
from indexer.link.storing import Storing
from indexer.link.values import INSIDE, OUTSIDE, Tag, Value
from indexer.schema import KIND_PREFIX, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")


LookedUp = tuple[Sequence[int], int, Sequence[Value]]
OUTWARD = frozenset({Tag.EXTERNAL, Tag.MODULE})  # members that name no definition, but may be a library's
OWN = frozenset({Tag.INSTANCE, Tag.CLASS, Tag.AWAITABLE, Tag.ITERABLE})  # can be marked as the receiver's own


class Linker(Storing):
    def __init__(self, program: Program, dialect: Dialect) -> None:
        super().__init__(program, dialect)
        self.makers |= {"held": self._made_held, "result": self._made_result}
        for name, op in OPERATIONS.items():
            if (step := getattr(self, f"_{name.lower()}", None)) is not None:
                self.steps[op] = step
        self.looked_up: dict[tuple[Value, str, int], LookedUp] = {}  # members of values, with their names and spaces
        self.foreign: frozenset[int] = frozenset()  # files of other languages: steps of theirs mean nothing here
        dialect.attach(self)

    def settle(self) -> None:
        """Decide what had to wait until all else was known, and follow what comes of it."""
        while waiting := self.dialect.decide():
            self.demand(waiting)
            self.drain()

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
                elif self.dialect.is_place(entity):
                    self.staying.setdefault(self.current, rule or how)
                yield entity

    def _member(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        base, name, space = parts
        text = self.program.texts[name]
        made: list[Value] = []
        for value in self.read(base):
            named, where, found = self.looked_up.get((value, text, space)) or self._look_up(value, text, space)
            if named or where:
                self._tell(named, where, self.dialect.rule(self, base, value))
            made += found or self.stored_in(value, text)
        return made

    def member(self, value: Value, name: str, space: int, rule: str) -> Sequence[Value]:
        """What `value.name` can be; the definitions it names are noted for the term being computed."""
        named, where, made = self.looked_up.get((value, name, space)) or self._look_up(value, name, space)
        self._tell(named, where, rule)
        return made

    def _tell(self, named: Sequence[int], where: int, rule: str) -> None:
        for symbol in named:
            self.target(symbol, rule)
        if where:
            (self.outside if where == OUTSIDE else self.staying).setdefault(self.current, rule)

    def _look_up(self, value: Value, name: str, space: int) -> LookedUp:
        """Definitions, where it leads without one, values; kept where none can change nor depend on who asks."""
        tag = value[0]
        if tag == Tag.EXTERNAL:
            return (), OUTSIDE, ((Tag.EXTERNAL, f"{value[1]}.{name}"[:200]),)
        if tag == Tag.ANY:
            return (), 0, (value,)
        varies, self.varies = self.varies, False
        found = self._members(value, name, space)
        if self.dialect.members_alike and not self.varies:
            self.looked_up[value, name, space] = found
        self.varies = self.varies or varies
        return found

    def _members(self, value: Value, name: str, space: int) -> LookedUp:
        named: list[int] = []
        made: list[Value] = []
        where = 0
        for found, receiver in self.dialect.member(value, name, space):
            if isinstance(found, int):
                named.append(found)
                made += self.bound(found, receiver)
            else:
                made.append(found)
                if found[0] == Tag.MODULE and isinstance(found[1], int):
                    named.append(found[1])
                elif found[0] in OUTWARD and self.dialect.leads_out(found):
                    where = OUTSIDE
                elif found[0] == Tag.MODULE and not where and self.dialect.is_place(found):
                    where = INSIDE
        return named, where, made

    def bound(self, symbol: int, receiver: Value) -> Iterable[Value]:
        """The value of a member, reached through the receiver."""
        kind = self.program.kind[symbol]
        if kind in CALLABLE:
            return ((Tag.FUNCTION, symbol, receiver),)
        if kind == "type_alias" and self.dialect.aliases_of_arguments:
            return self.put_in(self.cell("held", symbol), symbol, receiver)
        if kind in TYPE_KINDS or kind == "module":
            return self.held(symbol)
        held = self.dialect.accessed(symbol, self.put_in(self.cell("held", symbol), symbol, receiver), receiver)
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
        if declared := program.flows[Flow.TYPE].get(symbol):
            return [value for _, term in declared for value in self.read(term)]
        held = [value for _, term in program.flows[Flow.VALUE].get(symbol, ()) for value in self.read(term)]
        return [*held, *self.stored(symbol, program.name[symbol])]

    def _call(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        callee, *arguments = parts
        for value in self.read(callee):
            yield from self.call(value, tuple(arguments))
        if self.dialect.calls_name:
            self.same_target(callee, cell)

    def same_target(self, named: int, cell: int) -> None:
        """A call names what its callee names, unless arguments had to choose."""
        if found := self.targets.get(named):
            known = self.targets.get(cell)
            self.targets[cell] = found if known is None else {**known, **found}
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
            yield from self.lambda_result(value[1], arguments)
        elif tag == Tag.ANY:
            yield value
        else:
            yield from self.dialect.call(value, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield from self.dialect.construct(value, arguments)

    def result(self, function: int, receiver: Value | None, arguments: Arguments = None) -> Iterable[Value]:
        """What a function gives back; `self` is the receiver it was called on."""
        for value in self.put_in(self.cell("result", function), function, receiver):
            if len(value) > 3 and value[0] in OWN and receiver is not None:
                yield from self.dialect.as_receiver(value, receiver)
            elif value[0] == Tag.HANDED:
                yield from self.handed(int(value[1]), function, receiver, arguments)
            else:
                yield value

    def _made_result(self, function: int) -> Iterable[Value]:
        program = self.program
        declared = program.flows[Flow.RETURN_TYPE].get(function)
        if declared:
            values = [v for _, term in declared for v in self.instances(self.read(term))]
        else:
            returned = program.flows[Flow.RETURN].get(function, ())
            values = [v for _, term in returned for v in self.given_back(function, term)]
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
            if self.program.ops[part] == Op.FROM:  # one name that several imports bind
                self.same_target(part, cell)

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
        return self.dialect.narrow(self.instances(self.read(parts[1])), parts[0])

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
