"""What keys, iteration and `await` give of a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.type_forms import FORMS
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

MOST_COLLECTED = 8  # of what `...rest` takes, as many are followed


class Elements:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        linker, program, tag = self.dialect.linker, self.program, value[0]
        if tag == Tag.WRAPPED and value[1] in FORMS:
            yield from (v for each in self.dialect.plain(value) for v in self.index(each, keys))
            return
        word = self._constant(keys) or ""
        if tag == Tag.SEQUENCE and word.isdigit() and (collecting := self._collecting(value)) is not None:
            yield from linker.read(linker.cell("collected", collecting[0], collecting[1] + int(word)))
        elif tag == Tag.SEQUENCE and word.isdigit() and int(word) < len(program.parts[value[1]]) - 1:
            yield from linker.read(program.parts[value[1]][1 + int(word)])
        elif tag == Tag.WRAPPED and value[1] == "tuple" and word.isdigit():
            yield from linker.read(value[2][int(word)]) if int(word) < len(value[2]) else ()
        elif tag == Tag.WRAPPED and value[1] == "record":
            yield from linker.read(value[2][0])
        elif tag == Tag.WRAPPED and value[1] == "settled":
            inner = [v for whole in linker.read(value[2][0]) for v in self.index(whole, keys)]
            yield from (v for each in inner for v in self.awaited(each))
        elif tag in (Tag.SEQUENCE, Tag.WRAPPED):
            yield from self.item(value)
        elif tag == Tag.OBJECT and (known := self._constant(keys)) is not None:
            yield from self.dialect.members.values(value, known)
        elif tag in (Tag.INSTANCE, Tag.OBJECT):
            keyed = list(self.dialect.members.keyed(value))
            yield from keyed or self._any(value)

    def _any(self, value: Value) -> Iterable[Value]:
        """What an object that is written out gives for a key that nobody can tell."""
        program, members = self.program, self.dialect.members
        if value[0] != Tag.OBJECT:
            return
        for part in program.parts[value[1]][1:]:
            if program.ops[part] == Op.KEYWORD:
                yield from members.values(value, program.texts[program.parts[part][0]])

    def _constant(self, keys: tuple[int, ...]) -> str | None:
        """The text that a key is: as written, or as the only value of a variable."""
        program, key = self.program, keys[-1] if keys else 0
        if keys and program.ops[key] == Op.SYMBOL:
            held = program.terms_of(Flow.VALUE, program.parts[key][0])
            key = held[0] if len(held) == 1 else 0
        if not keys or program.ops[key] != Op.CONSTANT:
            return None
        return program.texts[program.parts[key][0]]

    def spread(self, term: int, place: int) -> Iterable[Value]:
        """What comes at a place where something is spread."""
        program, linker = self.program, self.dialect.linker
        for value in linker.read(term):
            parts = program.parts[value[1]][1:] if value[0] == Tag.SEQUENCE else ()
            is_plain = value[0] == Tag.SEQUENCE and not any(program.ops[part] == Op.SPREAD for part in parts)
            if is_plain and (collecting := self._collecting(value)) is not None:
                yield from linker.read(linker.cell("collected", collecting[0], collecting[1] + place))
            elif is_plain:
                yield from linker.read(parts[place]) if place < len(parts) else ()
            else:
                yield from self.item(value)

    def collects(self, function: int, place: int) -> bool:
        """Whether a parameter takes all that is passed from its place on."""
        listed = (self.program.parameters[function] or ()) if function >= 0 else ()
        return 0 <= place == len(listed) - 1 and str(listed[place][0]).startswith("...")

    def _collecting(self, value: Value) -> tuple[int, int] | None:
        """The parameter that a list stands for: `...rest`."""
        program = self.program
        _, *parts = program.parts[value[1]]
        if len(parts) != 1 or program.ops[parts[0]] != Op.PARAMETER:
            return None
        function, place = program.parts[parts[0]]
        return (function, place) if self.collects(function, place) else None

    def item(self, value: Value) -> Iterable[Value]:
        """What iterating gives: by the iterator that the type declares."""
        linker = self.dialect.linker
        if value[0] == Tag.SEQUENCE:
            yield from linker.read(linker.cell("elements", value[1]))
            return
        if value[0] == Tag.WRAPPED and value[1] == "tuple":
            yield from linker.read(linker.cell("all", value[2]))
            return
        if value[0] == Tag.WRAPPED and value[1] in FORMS:
            yield from (v for each in self.dialect.plain(value) for v in self.item(each))
        elif value[0] == Tag.WRAPPED and value[1] == "settled":
            inner = [v for whole in linker.read(value[2][0]) for v in self.item(whole)]
            yield from (v for each in inner for v in self.awaited(each))
        if value[0] != Tag.INSTANCE:
            return
        for name in ("[Symbol.iterator]", "[Symbol.asyncIterator]"):
            for found in self.dialect.lineage.find(value[1], name, False):
                for iterator in self.dialect.returned((Tag.FUNCTION, found, value), ()):
                    if iterator[0] == Tag.INSTANCE and iterator[2]:
                        yield from linker.read(iterator[2][0])
                return

    def awaited(self, value: Value, within: tuple[int, ...] = ()) -> Iterable[Value]:
        """What a promise gives, also one of promises; `within` are those that are being looked into."""
        if value[0] == Tag.WRAPPED and value[1] in FORMS:
            yield from (v for each in self.dialect.plain(value) for v in self.awaited(each, within))
            return
        if value[0] == Tag.INSTANCE and value[2] and self.program.name[value[1]] in ("Promise", "PromiseLike"):
            cell = value[2][0]
            for inner in self.dialect.linker.read(cell) if cell not in within else ():
                yield from self.awaited(inner, (*within, cell))
        elif value[0] == Tag.INSTANCE and self._is_promise(value[1]):
            for found in self.dialect.generics.seen_as(value[1], value[2], self._promise())[:1]:
                yield from self.dialect.linker.read(found)
        else:
            yield value

    def _promise(self) -> int:
        return next(iter(self.dialect.modules.global_name("Promise")), -1)

    def _is_promise(self, symbol: int) -> bool:
        return any(base[0] == Tag.CLASS and base[1] == self._promise() for base in self.dialect.lineage.parents(symbol))

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        return [value for term in operands for value in self.dialect.linker.read(term) if self._is_primitive(value)]

    def _is_primitive(self, value: Value) -> bool:
        return value[0] == Tag.INSTANCE and self.program.name[value[1]] in ("String", "Number")

    def keyed(self, value: Value) -> Iterable[Value]:
        return self.index(value, ())

    def items(self, cell: int) -> Iterable[Value]:
        return [item for value in self.dialect.linker.read(cell) for item in self.item(value)]

    def elements(self, term: int) -> Iterable[Value]:
        program, linker = self.program, self.dialect.linker
        for part in program.parts[term][1:]:
            if program.ops[part] == Op.SPREAD:
                for value in linker.read(program.parts[part][0]):
                    yield from self.item(value)
            else:
                yield from linker.read(part)

    def every(self, cells: tuple[int, ...]) -> Iterable[Value]:
        return [value for cell in cells for value in self.dialect.linker.read(cell)]

    def yields(self, function: int) -> Iterable[Value]:
        terms = self.program.terms_of(Flow.YIELD, function)
        return [value for term in terms for value in self.dialect.linker.read(term)]

    def returns(self, function: int) -> Iterable[Value]:
        flows = self.program.flows[Flow.RETURN].get(function, ())
        return [v for _, term in flows for value in self.dialect.linker.read(term) for v in self.awaited(value)]
