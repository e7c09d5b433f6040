"""Calls and constructions: which signature is meant, what comes back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

CALLED, MADE = "()", "new"
LISTS = frozenset({"Array", "ReadonlyArray"})
MOST = 8  # parameters of a function that is looked at as a type
Written = tuple[int, tuple[tuple[int, str, int], ...]]  # the term of a signature, what stands for type parameters


class Calls:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program

    # -- what comes back

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a function gives back when called with arguments: type parameters are what these tell."""
        linker, function, receiver = self.dialect.linker, value[1], value[2]
        first = self.dialect.overloads.chosen(value, arguments)
        if first is None:
            return
        environment = self.environment(value, first, arguments)
        cell = linker.inside(linker.cell("signature", function, first), environment)
        for given in linker.read(cell):
            if given[0] == Tag.INSTANCE and len(given) > 3 and receiver is not None:
                yield from self.dialect.as_receiver(given, receiver)
            else:
                yield given

    def signature_result(self, function: int, first: int) -> Iterable[Value]:
        """What one signature of a function declares to give back; what the body gives where nothing is declared."""
        program, linker, dialect = self.program, self.dialect.linker, self.dialect
        declared = [term for place, term in program.flows[Flow.RETURN_TYPE].get(function, ()) if place == first]
        if declared:
            return [v for term in declared for v in linker.instances(linker.read(term))]
        if expected := dialect.contexts.expected_result(function):
            return list(expected)
        words = program.modifiers[function] or ()
        if function in program.flows[Flow.YIELD]:
            kind = "AsyncGenerator" if "async" in words else "Generator"
            return dialect.library(kind, (linker.cell("yields", function),))
        if "async" in words:
            return dialect.library("Promise", (linker.cell("returns", function),))
        return [v for _, term in program.flows[Flow.RETURN].get(function, ()) for v in linker.read(term)]

    def environment(self, value: Value, first: int, arguments: tuple[int, ...]) -> tuple[tuple[int, str, int], ...]:
        """What stands for the type parameters of a function and of its owner in one call."""
        dialect, linker = self.dialect, self.dialect.linker
        function, receiver = value[1], value[2]
        outer = dialect.environment(function, receiver) if receiver is not None else ()
        names = dialect.generics.parameters(function, first)
        if not names:
            return outer
        if len(value) > 3 and value[3]:
            return outer + dialect.generics.pairs(function, value[3], first)
        patterns = self._patterns(function, first, outer, arguments)
        told = dialect.generics.told(function, first)
        cells = tuple(linker.cell("inferred", patterns, (Tag.TYPE_VARIABLE, function, name)) for name in told)
        if not patterns:
            return outer + dialect.generics.pairs(function, (), first)
        return outer + dialect.generics.pairs(function, cells, first)

    def _patterns(
        self, function: int, first: int, outer: tuple[tuple[int, str, int], ...], arguments: tuple[int, ...]
    ) -> tuple[tuple[int, int], ...]:
        """Cells of the declared types of parameters, each beside the argument."""
        linker = self.dialect.linker
        found = []
        for place, argument in enumerate(arguments):
            if self.program.ops[argument] == Op.SPREAD:
                break
            cell = self.parameter_type(function, first, place)
            if cell is not None:
                found.append((linker.inside(cell, outer), argument))
        return tuple(found)

    def parameter_type(self, function: int, first: int, place: int) -> int | None:
        """The cell of what a parameter takes; what is left over goes to a last one that collects."""
        program, linker = self.program, self.dialect.linker
        listed = program.parameters[function] or []
        many = bool(listed) and str(listed[-1][0]).startswith("...")
        if many and place >= len(listed) - 1 and first == self.dialect.overloads.firsts(function)[-1]:
            term = program.term_at(Flow.PARAMETER_TYPE, function, first + len(listed) - 1)
            return linker.cell("items", linker.argument(term)) if term is not None else None
        term = program.term_at(Flow.PARAMETER_TYPE, function, first + place)
        return linker.argument(term) if term is not None else None

    # -- what can be called though it is no function

    def signatures(self, value: Value, word: str = CALLED) -> Iterable[Value]:
        """The types of functions that a value has as call (or construct) signatures."""
        linker = self.dialect.linker
        if value[0] == Tag.FUNCTION_TYPE and word == CALLED:
            yield value
        elif value[0] == Tag.WRAPPED and value[1] == word:
            yield from linker.read(value[2][0])
        else:
            for term, environment in self._written(value, word):
                yield from self._signature(term, environment)

    def fitting(self, value: Value, arguments: tuple[int, ...], word: str = CALLED) -> list[Value]:
        """The one signature that a call of a value means, by the number and shape of what is passed."""
        listed = list(self._written(value, word))
        if len(listed) < 2:
            return list(self.signatures(value, word))[:1]
        place = self.dialect.overloads.first_of([term for term, _ in listed], arguments)
        return list(self._signature(*listed[place]))[:1]

    def passed(self, signature: Value, arguments: tuple[int, ...], place: int) -> Iterable[Value]:
        """What a signature wants of an argument; a function behind the last parameter is one of what that collects."""
        linker, takes = self.dialect.linker, signature[2] if signature[0] == Tag.FUNCTION_TYPE else ()
        if takes and place >= len(takes) - 1 and self.program.ops[arguments[place]] == Op.LAMBDA:
            last = list(linker.read(takes[-1]))
            items = [item for value in last if self._is_list(value) for item in self.dialect.item(value)]
            return items if items or place >= len(takes) else last
        return linker.read(takes[place]) if place < len(takes) else ()

    def _is_list(self, value: Value) -> bool:
        is_array = value[0] == Tag.INSTANCE and self.program.name[value[1]] in LISTS
        return bool(is_array or (value[0] == Tag.WRAPPED and value[1] in ("array", "tuple")))

    def _written(self, value: Value, word: str) -> Iterable[Written]:
        """Signatures as a type lists them, with what stands for its type parameters."""
        program = self.program
        if value[0] == Tag.OBJECT:
            for part in program.parts[value[1]][1:]:
                if program.ops[part] == Op.KEYWORD and program.texts[program.parts[part][0]] == word:
                    yield program.parts[part][1], value[2]
        elif value[0] == Tag.INSTANCE:
            yield from self._of_type(value, word, 0)

    def _of_type(self, value: Value, word: str, depth: int) -> Iterable[Written]:
        dialect, program = self.dialect, self.program
        environment = dialect.generics.pairs(value[1], value[2])
        found = False
        for _, term in program.flows[Flow.EXPORT].get(value[1], ()):
            name, given = program.parts[term]
            if program.texts[name] == word:
                found = True
                yield given, environment
        if found or depth > 6:
            return
        for base in dialect.lineage.parents(value[1]):
            if base[0] == Tag.CLASS:
                cells = tuple(dialect.linker.inside(cell, environment) for cell in base[2])
                yield from self._of_type((Tag.INSTANCE, base[1], cells), word, depth + 1)

    def _signature(self, term: int, environment: tuple[tuple[int, str, int], ...]) -> Iterable[Value]:
        program, linker = self.program, self.dialect.linker
        op, parts = program.ops[term], program.parts[term]
        if op == Op.SYMBOL and program.kind[parts[0]] == "constructor":
            for first in self.dialect.overloads.firsts(parts[0]):
                yield self.as_type(parts[0], first, environment)
        elif op in (Op.FUNCTION_TYPE, Op.WRAP):
            for value in linker.read(linker.inside(linker.argument(term), environment)):
                yield from linker.read(value[2][0]) if value[0] == Tag.WRAPPED else (value,)

    def as_type(self, function: int, first: int, environment: tuple[tuple[int, str, int], ...]) -> Value:
        """One signature of a function as a function's type."""
        linker = self.dialect.linker
        result = linker.inside(linker.cell("signature", function, first), environment)
        cells = (self.parameter_type(function, first, place) for place in range(MOST))
        takes = tuple(linker.inside(cell, environment) for cell in cells if cell is not None)
        return (Tag.FUNCTION_TYPE, result, takes)

    def by_type(self, signature: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What calling a value of a function's type gives."""
        linker = self.dialect.linker
        if signature[0] != Tag.FUNCTION_TYPE:
            return
        for given in linker.read(signature[1]):
            if given[0] != Tag.TYPE_VARIABLE:
                yield from self._put_in(given, signature, arguments)
            else:
                patterns = tuple(zip(signature[2], arguments, strict=False))
                yield from linker.read(linker.cell("inferred", patterns, given[:3]))

    def _put_in(self, given: Value, signature: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """Type variables inside what a signature gives are what the arguments tell."""
        linker = self.dialect.linker
        if given[0] not in (Tag.INSTANCE, Tag.FUNCTION_TYPE, Tag.WRAPPED) or not given[2]:
            yield given
            return
        patterns = tuple(zip(signature[2], arguments, strict=False))
        variables = {v[:3] for c in signature[2] for v in linker.read(c) if v[0] == Tag.TYPE_VARIABLE}
        if not patterns or not variables:
            yield given
            return
        environment = tuple((v[1], v[2], linker.cell("inferred", patterns, v)) for v in sorted(variables))
        yield from linker.replaced(given, environment)

    def result_cell(self, value: Value) -> int:
        """The cell of what a function gives back, whoever calls it."""
        linker = self.dialect.linker
        if value[0] == Tag.LAMBDA:
            return self.program.parts[value[1]][1]
        if value[0] == Tag.FUNCTION_TYPE:
            return int(value[1])
        cell = linker.cell("signature", value[1], self.dialect.overloads.firsts(value[1])[0])
        environment = self.dialect.environment(value[1], value[2]) if value[2] is not None else ()
        return linker.inside(cell, environment)

    # -- constructions

    def constructed(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What `new` makes of a class, a constructor's type, or a function."""
        tag = value[0]
        if tag == Tag.CLASS:
            yield from self._of_class(value, arguments)
        elif tag == Tag.FUNCTION:
            self.dialect.linker.note_call(value[1], value[2], arguments)
            yield (Tag.INSTANCE, value[1], ())
        elif tag == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}()"[:200])
        else:
            for plain in self.dialect.plain(value):
                for signature in list(self.signatures(plain, MADE))[:1]:
                    yield from self.by_type(signature, arguments)

    def _of_class(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        dialect, linker, program = self.dialect, self.dialect.linker, self.program
        symbol = value[1]
        if program.kind[symbol] != "class":
            for side in dialect.value_side(symbol):
                yield from self._of_side(side, value[2], arguments)
            return
        constructor = dialect.lineage.constructor(symbol)
        if constructor >= 0:
            linker.note_call(constructor, (Tag.INSTANCE, symbol, ()), arguments)
        cells = value[2]
        names = dialect.generics.parameters(symbol)
        if names and not cells and constructor >= 0 and program.parent[constructor] == symbol:
            patterns = self._patterns(constructor, self.dialect.overloads.firsts(constructor)[0], (), arguments)
            if patterns:
                cells = tuple(linker.cell("inferred", patterns, (Tag.TYPE_VARIABLE, symbol, name)) for name in names)
        yield (Tag.INSTANCE, symbol, cells)

    def _of_side(self, side: Value, given: tuple[int, ...], arguments: tuple[int, ...]) -> Iterable[Value]:
        """What `new` makes by the construct signatures of a variable that goes by a type's name."""
        found = self.dialect.lineage.find(side[1], MADE, False) if side[0] == Tag.INSTANCE else []
        for constructor in found:
            yield from self.returned((Tag.FUNCTION, constructor, side, given), arguments)
        if not found:
            yield from self.constructed(side, arguments)

    def made(self, value: Value) -> Iterable[Value]:
        return self.constructed(value, ())

    def made_by(self, term: int) -> int | None:
        """The cell of what a construct signature gives."""
        program, linker = self.program, self.dialect.linker
        if program.ops[term] != Op.SYMBOL:
            return None
        symbol = program.parts[term][0]
        return linker.cell("signature", symbol, self.dialect.overloads.firsts(symbol)[0])
