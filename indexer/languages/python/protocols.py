"""What Python's own protocols give: indexing, iteration, `with`, `await`, operators, generators and coroutines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.python import special_methods, typing_forms
from indexer.languages.python.containers import Containers
from indexer.languages.python.special_methods import OPERATORS
from indexer.link.linker import OWN
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker

JOINING = {"+": Tag.SEQUENCE, "|": Tag.MAPPING}  # both operands written out: the result holds what each of them does
AWAITED = frozenset({"Awaitable", "Coroutine"})
MOST_METHODS = 2  # of a protocol that says what it is of by what its methods give back


class Protocols(Containers):
    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {
            "yields": self._yields, "returns": self._returns, "declared_items": self._declared_items,
            "received": self._made_received,
        }  # fmt: skip

    def instead_of(self, function: int) -> list[int] | None:
        """What the function that takes the place of a decorated one gives back."""
        return None

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        return self.known("typing" if name == "Generator" else "builtins", name, arguments)

    def known(self, module: str, name: str, arguments: tuple[int, ...]) -> list[Value]:
        symbol = self.modules.library(module, name)
        return [(Tag.INSTANCE, symbol, arguments)] if symbol is not None else [(Tag.EXTERNAL, f"{module}.{name}()")]

    def result(self, function: int, values: Iterable[Value], declared: bool) -> Iterable[Value]:
        """Coroutines, generators and context managers give back more than their body does."""
        program, linker = self.program, self.linker
        if not declared and (terms := self.instead_of(function)) is not None:
            return [value for term in terms for value in linker.read(term)]
        values = typing_forms.own(self, function, values) if declared else list(values)
        yields = program.flows[Flow.YIELD].get(function)
        if any("contextmanager" in text for text in program.decorators[function] or ()):
            items = linker.cell("declared_items", function) if declared else linker.cell("yields", function)
            return [(Tag.WRAPPED, "contextmanager", (items,))]
        if yields and not declared:
            cell = linker.cell("yields", function)
            return [(Tag.ITERABLE, cell, *_mark(linker.read(cell)))]
        if "async" in (program.modifiers[function] or ()) and not (yields and declared):
            return [(Tag.AWAITABLE, linker.cell("returns", function), *_mark(values))]
        return values

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        linker, tag = self.linker, value[0]
        if tag in (Tag.CLASS, Tag.WRAPPED):
            yield from self.apply(value, keys)
        elif tag in (Tag.SEQUENCE, Tag.MAPPING):
            yield from self.element(value, keys[0] if keys else None)
        elif tag == Tag.INSTANCE:
            place = self._place(value, keys)
            if place >= 0:
                yield from linker.read(value[2][place])
            elif keys and self.program.is_external(value[1]) and self.is_slice(keys[0]):
                yield value
            else:
                items = self.classes.find(value[1], "__getitem__", value)[:1]
                for found, receiver in items:
                    if isinstance(found, int):
                        yield from linker.result(found, receiver)
                if not items:
                    yield from self.item(value)  # what is taken apart
        elif tag == Tag.ITERABLE:
            yield from self.item(value)

    def _place(self, value: Value, keys: tuple[int, ...]) -> int:
        """The place that a constant key names in a tuple whose parts are declared one by one."""
        program = self.program
        if len(value[2]) < 2 or not keys or program.ops[keys[0]] != Op.CONSTANT or program.name[value[1]] != "tuple":
            return -1
        word = program.texts[program.parts[keys[0]][0]]
        return int(word) if word.isdigit() and int(word) < len(value[2]) else -1

    def item(self, value: Value) -> Iterable[Value]:
        linker, tag = self.linker, value[0]
        if tag == Tag.ITERABLE:
            yield from linker.read(value[1])
        elif tag == Tag.SEQUENCE:
            yield from linker.read(linker.cell("elements", *value[1:]))
        elif tag == Tag.MAPPING:
            yield from linker.read(linker.cell("keys", value[1]))
        elif tag == Tag.INSTANCE:
            for found, receiver in self._first(value, "__iter__", "__aiter__"):
                for iterator in linker.result(found, receiver):
                    if iterator[0] == Tag.ITERABLE:
                        yield from linker.read(iterator[1])
                    elif iterator[0] == Tag.INSTANCE:
                        for step, owner in self._first(iterator, "__next__", "__anext__"):
                            yield from self._stepped(linker.result(step, owner))

    def _stepped(self, given: Iterable[Value]) -> Iterable[Value]:
        """One item: what a step gives, awaited where it has to be."""
        for value in given:
            if value[0] == Tag.AWAITABLE:
                yield from self.linker.read(value[1])
            elif value[0] == Tag.INSTANCE and self.program.name[value[1]] in AWAITED:
                yield from self.awaited(value)
            else:
                yield value

    def _first(self, value: Value, *names: str) -> Iterable[tuple[int, Value]]:
        for name in names:
            for found, receiver in self.classes.find(value[1], name, value):
                if isinstance(found, int):
                    yield found, receiver
                    return

    def awaited(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and value[2] and self.program.is_external(value[1]):
            yield from self.linker.read(value[2][-1])  # Awaitable[T], Coroutine[…, T], Future[T]

    def entered(self, value: Value) -> Iterable[Value]:
        linker = self.linker
        if value[0] == Tag.WRAPPED and value[1] == "contextmanager":
            yield from linker.read(value[2][0])
        elif value[0] == Tag.INSTANCE:
            for found, receiver in self._first(value, "__enter__", "__aenter__"):
                for given in linker.result(found, receiver):
                    yield from linker.read(given[1]) if given[0] == Tag.AWAITABLE else (given,)
        elif value[0] == Tag.EXTERNAL:
            yield value

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        for value in self.linker.read(operands[0]):
            if JOINING.get(word) == value[0] and len(operands) == 2:
                yield value
                others = [each for each in self.linker.read(operands[1]) if each[0] == value[0]]
                yield from others
                if others and value[0] == Tag.MAPPING:
                    continue  # their own keys say more than the type of both
            plain = list(self.plain(value)) if value[0] in (Tag.SEQUENCE, Tag.MAPPING) else [value]
            for each in plain:
                if each[0] == Tag.INSTANCE and word in OPERATORS:
                    for found, receiver in self._first(each, OPERATORS[word]):
                        yield from self.linker.result(found, receiver)
        if len(operands) == 2 and word in OPERATORS:
            left, right = map(self.linker.read, operands)
            for found, receiver in special_methods.reflected(self, OPERATORS[word], left, right):
                yield from self.linker.result(found, receiver)

    def _yields(self, function: int) -> Iterable[Value]:
        return [
            value for _, term in self.program.flows[Flow.YIELD].get(function, ()) for value in self.linker.read(term)
        ]

    def _returns(self, function: int) -> Iterable[Value]:
        """What the body of a coroutine gives back."""
        program, linker = self.program, self.linker
        if declared := program.flows[Flow.RETURN_TYPE].get(function):
            given = [v for _, term in declared for v in linker.instances(linker.read(term))]
            return typing_forms.own(self, function, given)
        return [value for _, term in program.flows[Flow.RETURN].get(function, ()) for value in linker.read(term)]

    def _made_received(self, cell: int, receiver: Value) -> Iterable[Value]:
        return [made for value in self.linker.read(cell) for made in self.received(value, receiver)]

    def received(self, value: Value, receiver: Value | None) -> Iterable[Value]:
        """What a method gives back, seen from whoever it was called on."""
        is_own = len(value) > 3 and value[0] in OWN and receiver is not None
        return self.as_receiver(value, receiver) if is_own and receiver is not None else (value,)

    def _declared_items(self, function: int) -> Iterable[Value]:
        """`Iterator[T]` as a context manager's declared result: T."""
        return [item for value in self._returns(function) for item in self.item(value)]

    def implied(self, op: int, word: str, held: Sequence[Sequence[Value]]) -> Iterable[int]:
        """`for`, `with`, operators and built-in functions run what their protocols say."""
        if op == Op.OPERATOR:
            return special_methods.run(self, word, held)
        return [found for value in held[0] for found in self._protocol(op, value)]

    def _protocol(self, op: int, value: Value) -> Iterable[int]:
        if value[0] != Tag.INSTANCE:
            return
        first = ("__iter__", "__aiter__") if op == Op.ITEM else ("__enter__", "__aenter__")
        for found, receiver in self._first(value, *first):
            yield found
            given = self.linker.result(found, receiver) if op == Op.ITEM else ()
            for iterator in given:
                if iterator[0] == Tag.INSTANCE:
                    yield from (step for step, _ in self._first(iterator, "__next__", "__anext__"))
        if op == Op.ENTER:
            yield from (found for found, _ in self._first(value, "__exit__", "__aexit__"))

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        if wanted[0] == Tag.WRAPPED and wanted[1] == "type" and value[0] == Tag.CLASS:
            yield wanted[2][0], self.linker.cell("instance_of", value)
        if wanted[0] != Tag.INSTANCE or not wanted[2]:
            return
        if value[0] == Tag.ITERABLE:
            yield wanted[2][0], value[1]
        elif value[0] in (Tag.SEQUENCE, Tag.MAPPING):
            for plain in self.plain(value):
                if plain[0] == Tag.INSTANCE:
                    yield from self.aligned(wanted, plain)
        elif value[0] == Tag.INSTANCE:
            seen = self.classes.seen_as(value[1], value[2], wanted[1])
            yield from zip(wanted[2], seen, strict=False) if seen else self._alike(wanted, value)

    def _alike(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """A protocol of few methods: what each gives back there and here."""
        methods = self.program.members.get(wanted[1], {}) if self.program.is_external(wanted[1]) else {}
        if not 0 < len(methods) <= MOST_METHODS or wanted[1] in self.classes.order(value[1]):
            return
        found = {name: self.classes.find(value[1], name, value)[:1] for name in methods}
        if not all(found.values()):
            return
        for name, symbols in methods.items():
            declared = self.program.terms_of(Flow.RETURN_TYPE, symbols[0])
            ((here, receiver),) = found[name]
            if declared and isinstance(here, int):
                yield self._said(declared[0], wanted), self._result_of(here, receiver)

    def _said(self, declared: int, wanted: Value) -> int:
        linker = self.linker
        return linker.inside(linker.argument(declared), self.classes.environment(wanted[1], wanted))

    def _result_of(self, method: int, receiver: Value) -> int:
        environment = self.classes.environment(self.program.parent[method], receiver)
        return self.linker.inside(self.linker.cell("result", method), environment)

    def narrow(self, told: Iterable[Value], term: int) -> Iterable[Value]:
        """What a test tells, with the type arguments that are known of what is tested."""
        yield from (kinds := list(told))
        symbols = {kind[1] for kind in kinds if kind[0] == Tag.INSTANCE and not kind[2]}
        yield from (v for v in self.linker.read(term) if v[0] == Tag.INSTANCE and v[1] in symbols and v[2])


def _mark(values: Iterable[Value]) -> tuple[object, ...]:
    """Told behind what wraps values of which some are whoever the function is called on."""
    return ((), True) if any(len(value) > 3 and value[0] in OWN for value in values) else ()
