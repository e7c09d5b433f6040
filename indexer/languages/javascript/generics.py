"""Type parameters and what stands for them: from the receiver's type, from explicit arguments, from what is passed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.functions import SIGNATURE
from indexer.link.linker import CALLABLE as FUNCTIONS
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

Environment = tuple[tuple[int, str, int], ...]  # owner, name, cell that holds what stands for it
WORD = re.compile(r"[\w$]+")
DEEPEST = 12
ITERABLE = ("Iterable", "AsyncIterable", "ArrayLike")  # arrays are so by their members, not by their bases
CALLABLE = (Tag.LAMBDA, Tag.FUNCTION, Tag.FUNCTION_TYPE)


class Generics:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.names: dict[tuple[int, int], list[str]] = {}
        self.tellings: dict[tuple[int, int], list[str]] = {}
        self.paired: dict[tuple[int, tuple[int, ...], int], Environment] = {}

    def parameters(self, owner: int, first: int = 0) -> list[str]:
        """The names of the type parameters of a type, or of one signature of a function; merged parts repeat them."""
        key = (owner, first)
        if key not in self.names:
            program = self.program
            flows = sorted(program.flows[Flow.TYPE_PARAMETER].get(owner, ()))
            chosen = [term for place, term in flows if first <= place < first + SIGNATURE]
            self.names[key] = list(dict.fromkeys(program.texts[program.parts[term][1]] for term in chosen))
        return self.names[key]

    def bound(self, variable: Value) -> Iterable[int]:
        """The terms of what a type variable stands for at least."""
        for at, term in self.program.flows[Flow.TYPE_PARAMETER].get(variable[1], ()):
            if self.program.texts[self.program.parts[term][1]] == variable[2]:
                bound = self.program.term_at(Flow.BOUND, variable[1], at)
                if bound is not None:
                    yield bound

    def pairs(self, owner: int, arguments: tuple[int, ...], first: int = 0) -> Environment:
        """Arguments for parameters; where one is missing what it `stands_for` otherwise takes its place."""
        names = self.parameters(owner, first)
        if not names:
            return ()
        key = (owner, arguments, first)
        if key not in self.paired:
            self.paired[key] = self._pairs(owner, arguments, first)
        return self.paired[key]

    def _pairs(self, owner: int, arguments: tuple[int, ...], first: int) -> Environment:
        linker, names = self.dialect.linker, self.parameters(owner, first)
        cells = list(arguments[: len(names)])
        for place in range(len(cells), len(names)):
            term = self._stands_for(owner, first + place)
            if term is None:
                break
            before = tuple((owner, name, cell) for name, cell in zip(names, cells, strict=False))
            cells.append(linker.inside(linker.argument(term), before))
        return tuple((owner, name, cell) for name, cell in zip(names, cells, strict=False))

    def _stands_for(self, owner: int, place: int) -> int | None:
        """The term of what a type parameter is that nobody tells: its default, of a function's also its bound."""
        default = self.program.term_at(Flow.BOUND, owner, -1 - place)
        if default is not None or self.program.kind[owner] not in FUNCTIONS:
            return default
        return self.program.term_at(Flow.BOUND, owner, place)

    def told(self, function: int, first: int) -> list[str]:
        """The type parameters that arguments tell: not those at the end that none names, with default or bound."""
        key, program = (function, first), self.program
        if key not in self.tellings:
            names = self.tellings[key] = list(self.parameters(function, first))
            alone = len(self.dialect.overloads.firsts(function)) == 1
            words = set(WORD.findall(" ".join(str(declared) for _, declared, _ in program.parameters[function] or ())))
            while alone and names and names[-1] not in words:
                if self._stands_for(function, first + len(names) - 1) is None:
                    break
                names.pop()
        return self.tellings[key]

    def of_receiver(self, owner: int, receiver: Value) -> Environment:
        """What stands for the type parameters of a member's owner, seen from the receiver."""
        if receiver[0] == Tag.OBJECT:
            return tuple(receiver[2])
        if receiver[0] not in (Tag.INSTANCE, Tag.CLASS) or owner < 0:
            return ()
        return self.pairs(owner, self.seen_as(receiver[1], receiver[2], owner))

    def seen_as(self, symbol: int, arguments: tuple[int, ...], owner: int, depth: int = 0) -> tuple[int, ...]:
        """The arguments that a base gets when a type has those given."""
        if symbol == owner or depth > DEEPEST:
            return arguments
        linker, lineage = self.dialect.linker, self.dialect.lineage
        for base in lineage.parents(symbol):
            if base[0] != Tag.CLASS or not self._derives(base[1], owner):
                continue
            environment = self.pairs(symbol, arguments)
            given = tuple(linker.inside(cell, environment) for cell in base[2])
            return self.seen_as(base[1], given, owner, depth + 1)
        return ()

    def _derives(self, symbol: int, owner: int, depth: int = 0) -> bool:
        if symbol == owner:
            return True
        parents = self.dialect.lineage.parents(symbol)
        return depth < DEEPEST and any(b[0] == Tag.CLASS and self._derives(b[1], owner, depth + 1) for b in parents)

    # -- what arguments tell

    def inferred(self, patterns: tuple[tuple[int, int], ...], variable: Value) -> Iterable[Value]:
        """What a type variable must be where cells of declared types are held against what is passed."""
        for pattern, given in patterns:
            yield from self._matched(pattern, given, variable, 0)

    def _matched(self, pattern: int, given: int, variable: Value, depth: int) -> Iterable[Value]:
        if depth > 4:
            return
        read = self.dialect.linker.read
        for wanted in read(pattern):
            if wanted[:3] == variable:
                yield from read(given)
            elif wanted[0] in (Tag.INSTANCE, Tag.WRAPPED, Tag.FUNCTION_TYPE, Tag.OBJECT):
                for value in read(given):
                    for inner, cell in self._aligned(wanted, value):
                        yield from self._matched(inner, cell, variable, depth + 1)

    def _aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Cells of a pattern's parts, each beside the cell of what is given there."""
        dialect, linker = self.dialect, self.dialect.linker
        tag = wanted[0]
        if tag == Tag.FUNCTION_TYPE:
            if value[0] in CALLABLE:
                yield wanted[1], dialect.calls.result_cell(value)
        elif tag == Tag.WRAPPED and wanted[1] == "new":
            for inner in linker.read(wanted[2][0]):
                if inner[0] == Tag.FUNCTION_TYPE:
                    yield inner[1], linker.cell("made", value)
        elif tag == value[0] == Tag.WRAPPED and wanted[1] == value[1]:
            yield from zip(wanted[2], value[2], strict=False)
        elif tag == Tag.OBJECT:
            yield from self._members(wanted, value)
        elif tag == Tag.INSTANCE:
            for plain in dialect.plain(value):
                if plain[0] == Tag.INSTANCE and (seen := self.seen_as(plain[1], plain[2], wanted[1])):
                    yield from zip(wanted[2], seen, strict=False)
                elif wanted[2] and self.program.name[wanted[1]] in ITERABLE:
                    yield wanted[2][0], linker.cell("item", plain)
            if not wanted[2] or value[0] in (*CALLABLE, Tag.CLASS):
                for signature in dialect.calls.signatures(wanted):
                    yield from self._aligned(signature, value)
            if value[0] == Tag.CLASS and wanted[2]:
                yield from self._made(wanted, value)

    def _made(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """An interface that classes have: `new (): T`, `prototype: T`."""
        linker = self.dialect.linker
        made = linker.cell("made", value)
        for signature in self.dialect.calls.signatures(wanted, "new"):
            if signature[0] == Tag.FUNCTION_TYPE:
                yield signature[1], made
        yield linker.cell("member", wanted, "prototype"), made

    def _members(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """`{ name: T }` against an object; `{ new (): T }` against a class."""
        program, linker = self.program, self.dialect.linker
        for part in program.parts[wanted[1]][1:]:
            if program.ops[part] != Op.KEYWORD:
                continue
            word, term = program.parts[part]
            name = program.texts[word]
            if name == "new":
                made = self.dialect.calls.made_by(term)
                if made is not None:
                    yield linker.inside(made, wanted[2]), linker.cell("made", value)
            elif name in ("[]", "[#]"):
                yield linker.inside(linker.argument(term), wanted[2]), linker.cell("keyed", value)
            elif value[0] in (Tag.OBJECT, Tag.INSTANCE):
                declared = linker.inside(linker.cell("member", wanted, name), ())
                yield declared, linker.cell("member", value, name)
