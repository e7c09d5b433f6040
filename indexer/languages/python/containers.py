"""Lists, tuples and dictionaries that are written out: which element a key picks, what slices and spreads hold.

A value of Tag.SEQUENCE may name the places that a slice took behind its term: from, to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.python.classes import Classes
from indexer.languages.python.modules import Modules
from indexer.languages.python.passing import Arguments
from indexer.link.storing import HOLDERS
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker

PICKING = frozenset({"get", "pop", "setdefault"})
SEVERAL = frozenset({Op.SPREAD, Op.KEYWORD})  # parts that stand for several
MOST_COLLECTED = 8  # of what `*args` takes, as many are followed


class Containers(Arguments):
    modules: Modules
    classes: Classes

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {"elements": self._elements, "keys": self._keys, "under": self.under}

    def plain(self, value: Value) -> Iterable[Value]:
        """A literal as an instance of its class."""
        linker = self.linker
        kind = self.program.texts[self.program.parts[value[1]][0]]
        elements = linker.cell("elements", *value[1:])
        if value[0] == Tag.SEQUENCE:
            return self.builtin(kind, (elements,))
        return self.builtin(kind, (linker.cell("keys", value[1]), elements))

    def _places(self, value: Value) -> Sequence[int]:
        """The terms of a sequence's elements."""
        parts = self.program.parts[value[1]][1:]
        return parts[value[2] : value[3]] if len(value) > 2 else parts

    def _elements(self, term: int, *bounds: int) -> Iterable[Value]:
        if self.program.ops[term] == Op.MAPPING:
            return [value for part in self.program.parts[term][2::2] for value in self._given(part)]
        return [value for part in self._places((Tag.SEQUENCE, term, *bounds)) for value in self._given(part)]

    def _keys(self, term: int) -> Iterable[Value]:
        return [value for part in self.program.parts[term][1::2] for value in self.linker.read(part)]

    def _given(self, part: int) -> Iterable[Value]:
        """What an element adds: itself, or all that it stands for."""
        op, linker = self.program.ops[part], self.linker
        if op not in SEVERAL:
            return linker.read(part)
        inner = self.program.parts[part][-1]
        if op == Op.SPREAD:
            return [item for value in linker.read(inner) for item in self.item(value)]
        mappings = [value for value in linker.read(inner) if value[0] == Tag.MAPPING]
        return [item for value in mappings for item in linker.read(linker.cell("elements", value[1]))]

    # -- keys

    def word(self, key: int | None) -> tuple[str, str] | None:
        """The constant that a key is, with its type: as written, or as the only value of a variable."""
        program = self.program
        if key is not None and program.ops[key] in (Op.SYMBOL, Op.IMPORT):
            key = self._constant(key)
        if key is None or program.ops[key] != Op.CONSTANT:
            return None
        text, kind = program.parts[key]
        return program.texts[text], program.texts[kind]

    def _constant(self, key: int) -> int | None:
        program = self.program
        symbols: Iterable[object] = program.parts[key][:1]
        if program.ops[key] == Op.IMPORT:
            found = self.imported(program.term_file[key], program.texts[program.parts[key][0]])
            symbols = [entity[0] for entity in found]
        held: list[int] = []
        for symbol in symbols:
            if not isinstance(symbol, int) or program.kind[symbol] not in HOLDERS:
                return None
            held += program.terms_of(Flow.VALUE, symbol)
        return held[0] if len(held) == 1 else None

    def is_slice(self, key: int) -> bool:
        word = self.word(key)
        return word is not None and word[1] == "slice"

    def element(self, value: Value, key: int | None) -> Iterable[Value]:
        """A constant key picks its element, any other may be any."""
        word = self.word(key)
        if value[0] == Tag.MAPPING:
            return self.under(value, word[0] if word is not None else None)
        if word is not None and word[1] == "slice":
            return [self._sliced(value, word[0])]
        return self._at(value, int(word[0]) if word is not None and word[0].lstrip("-").isdigit() else None)

    def _sliced(self, value: Value, word: str) -> Value:
        parts = self.program.parts[value[1]][1:]
        if len(parts) < 2 or any(self.program.ops[part] in SEVERAL for part in parts):
            return value
        begin, end = (int(bound) if bound else None for bound in word.split(":"))
        places = range(len(parts))[slice(*(value[2:] or (None,)))][begin:end]
        return (Tag.SEQUENCE, value[1], places.start, max(places.stop, places.start))

    def _at(self, value: Value, place: int | None) -> Iterable[Value]:
        ops, parts = self.program.ops, self._places(value)
        if place is None or any(ops[part] in SEVERAL for part in parts):
            return [each for part in parts for each in self._given(part)]
        if len(parts) == 1:  # as many as there are, or one that stands for all
            return self._collected(parts[0], place) if ops[parts[0]] == Op.PARAMETER else self.linker.read(parts[0])
        return self.linker.read(parts[place]) if -len(parts) <= place < len(parts) else ()

    def _collected(self, parameter: int, place: int) -> Iterable[Value]:
        """One of what `*args` takes; whoever passes its own on to itself, one less each time, would never end."""
        if not 0 <= place < MOST_COLLECTED:
            return ()
        return self.linker.read(self.linker.cell("collected", *self.program.parts[parameter], place))

    def under(self, value: Value, word: str | None, strictly: bool = False) -> Iterable[Value]:
        """What a dictionary holds under a key; with an unknown one any of it."""
        program, linker = self.program, self.linker
        parts = program.parts[value[1]][1:]
        for key, part in zip(parts[::2], parts[1::2], strict=False):
            said = self.word(key)
            if program.ops[part] == Op.KEYWORD:
                for inner in linker.read(program.parts[part][1]):
                    if inner[0] == Tag.MAPPING:
                        yield from linker.read(linker.cell("under", inner, word, strictly))
            elif word is not None and program.ops[part] == Op.PARAMETER:
                yield from linker.read(linker.cell("named", *program.parts[part], word))
            elif word is None or (said is None and not strictly) or (said is not None and said[0] == word):
                yield from linker.read(part)

    def by_key(self, function: Value, arguments: tuple[int, ...]) -> list[Value] | None:
        """`table.get("key")` of a dictionary that is written out; None where it is no such call."""
        receiver, program = function[2], self.program
        if receiver is None or not arguments or receiver[0] != Tag.INSTANCE or len(receiver[2]) != 2:
            return None
        if not program.is_external(function[1]) or program.name[function[1]] not in PICKING:
            return None
        made = self.linker.made_for(receiver[2][1])
        if made[0] != "elements" or (word := self.word(arguments[0])) is None:
            return None
        given = [value for default in arguments[1:] for value in self.linker.read(default)]
        return [*self.under((Tag.MAPPING, made[1]), word[0]), *given]
