"""What is wanted where a nameless function, an object or an array stands: that types its parameters and members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

WANTING = frozenset({Op.CALL, Op.NEW, Op.OBJECT, Op.SEQUENCE, Op.UNION, Op.NARROW, Op.LAMBDA, Op.THROUGH})
TYPED = frozenset({Op.LAMBDA, Op.OBJECT, Op.SEQUENCE, Op.UNION, Op.THROUGH})
Site = tuple[str, int, int]  # how, the term or symbol around, place or text


class Contexts:
    def __init__(self, dialect: JavaScript, files: set[int]) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.sites: dict[int, Site] = {}  # term -> where it stands
        self.functions: dict[int, Site] = {}  # function that is a member of an object -> where
        self._read_terms(files)
        self._read_flows(files)

    def _read_terms(self, files: set[int]) -> None:
        program, sites = self.program, self.sites
        ops, listed, file_of = program.ops, program.parts, program.term_file
        for term, op in enumerate(ops):
            if op not in WANTING or file_of[term] not in files:
                continue
            parts = listed[term]
            if op in (Op.CALL, Op.NEW):
                for place, part in enumerate(parts[1:]):
                    if ops[part] in TYPED:
                        sites.setdefault(part, ("argument", term, place))
            elif op == Op.OBJECT:
                self._read_object(term, parts)
            elif op == Op.NARROW:
                sites.setdefault(parts[0], ("type", parts[1], 0))
            elif op == Op.LAMBDA:
                if ops[parts[1]] in TYPED:
                    sites.setdefault(parts[1], ("result", term, 0))
            elif op == Op.THROUGH:
                self._read_through(term, parts)
            else:
                how = "element" if op == Op.SEQUENCE else "same"
                for part in parts[1:] if op == Op.SEQUENCE else parts:
                    if ops[part] in TYPED:
                        sites.setdefault(part, (how, term, 0))

    def _read_through(self, term: int, parts: Sequence[int]) -> None:
        word = self.program.texts[parts[0]]
        if word == "satisfies":
            self.sites.setdefault(parts[1], ("type", parts[2], 0))
        elif word == "promise":
            self.sites.setdefault(parts[1], ("awaited", term, 0))

    def _read_object(self, term: int, parts: Sequence[int]) -> None:
        program = self.program
        for part in parts[1:]:
            if program.ops[part] != Op.KEYWORD:
                continue
            word, given = program.parts[part]
            if program.ops[given] in TYPED:
                self.sites.setdefault(given, ("member", term, word))
            elif program.ops[given] == Op.SYMBOL:
                self.functions.setdefault(program.parts[given][0], ("member", term, word))

    def _read_flows(self, files: set[int]) -> None:
        program = self.program
        for symbol, flows in program.flows[Flow.VALUE].items():
            if program.file[symbol] in files and (declared := program.flows[Flow.TYPE].get(symbol)):
                for _, term in flows:
                    self.sites.setdefault(term, ("value", declared[0][1], 0))
        for symbol, flows in program.flows[Flow.RETURN].items():
            if program.file[symbol] in files:
                for _, term in flows:
                    if program.ops[term] in TYPED:
                        self.sites.setdefault(term, ("returned", symbol, 0))

    # -- what is wanted of a term

    def expected(self, term: int) -> Iterable[Value]:
        """What the place where a literal stands wants of it."""
        site = self.sites.get(term)
        return self._wanted(site) if site is not None else ()

    def _wanted(self, site: Site) -> Iterable[Value]:
        linker = self.dialect.linker
        how, around, place = site
        if how == "type":
            return linker.instances(linker.read(around))
        if how == "value":
            return linker.read(around)
        if how == "argument":
            return self._argument(around, place)
        wanted = linker.cell("expected", around)
        if how == "returned":
            return self._returned(around)
        if how == "member":
            name = self.program.texts[place]
            return [v for value in linker.read(wanted) for v in linker.read(linker.cell("member", value, name))]
        if how == "element":
            return [v for value in linker.read(wanted) for v in self.dialect.item(value)]
        if how == "result":
            return [v for s in self._signatures(linker.read(wanted)) for v in linker.read(s[1])]
        if how == "awaited":
            return [v for value in linker.read(wanted) for v in self.dialect.awaited(value)]
        return linker.read(wanted)

    def _argument(self, call: int, place: int) -> Iterable[Value]:
        program, linker, calls = self.program, self.dialect.linker, self.dialect.calls
        callee, *arguments = program.parts[call]
        made = program.ops[call] == Op.NEW
        for value in linker.read(callee):
            if value[0] == Tag.FUNCTION:
                yield from self._of_function(value, tuple(arguments), place)
            elif value[0] == Tag.CLASS and made and program.kind[value[1]] == "class":
                constructor = self.dialect.lineage.constructor(value[1])
                if constructor >= 0:
                    receiver = (Tag.INSTANCE, *value[1:])
                    yield from self._of_function((Tag.FUNCTION, constructor, receiver), tuple(arguments), place)
            elif value[0] == Tag.CLASS and self.program.kind[value[1]] == "class":  # a component
                yield from linker.read(linker.cell("member", (Tag.INSTANCE, *value[1:3]), "props"))
            else:
                sides = self.dialect.value_side(value[1]) if value[0] == Tag.CLASS else (value,)
                word = "new" if made else "()"
                for signature in [s for side in sides for s in calls.fitting(side, tuple(arguments), word)][:1]:
                    yield from calls.passed(signature, tuple(arguments), place)

    def _of_function(self, value: Value, arguments: tuple[int, ...], place: int) -> Iterable[Value]:
        calls, linker = self.dialect.calls, self.dialect.linker
        if value[1] in self.program.flows[Flow.TYPE]:
            yield from self.parameter([value], place)
            return
        first = self.dialect.overloads.chosen(value, arguments)
        cell = calls.parameter_type(value[1], first, place) if first is not None else None
        if first is not None and cell is not None:
            yield from linker.read(linker.inside(cell, calls.environment(value, first, arguments)))

    def _returned(self, function: int) -> Iterable[Value]:
        program, linker = self.program, self.dialect.linker
        declared = program.flows[Flow.RETURN_TYPE].get(function)
        if declared:
            values = [v for _, term in declared for v in linker.instances(linker.read(term))]
        else:
            values = [v for s in self._signatures(self.expected_of(function)) for v in linker.read(s[1])]
        if "async" in (program.modifiers[function] or ()):
            return [v for value in values for v in self.dialect.awaited(value)]
        return values

    # -- what is wanted of a function with a name

    def expected_of(self, function: int) -> Iterable[Value]:
        """The declared type of the variable or member that holds the function."""
        linker = self.dialect.linker
        for _, term in self.program.flows[Flow.TYPE].get(function, ()):
            yield from linker.read(term)
        site = self.functions.get(function)
        if site is not None:
            yield from self._wanted(site)

    def _signatures(self, values: Iterable[Value], declared: tuple[int, ...] = ()) -> Iterable[Value]:
        """`declared` are functions whose declared types led here: a type may lead back to its own function."""
        calls = self.dialect.calls
        for value in values:
            if value[0] == Tag.FUNCTION and value[1] in self.program.flows[Flow.TYPE]:
                if value[1] not in declared:
                    yield from self._signatures(self.expected_of(value[1]), (*declared, value[1]))
            elif value[0] == Tag.FUNCTION:
                environment = self.dialect.environment(value[1], value[2]) if value[2] else ()
                yield calls.as_type(value[1], self.dialect.overloads.firsts(value[1])[0], environment)
            else:
                for signature in list(calls.signatures(value))[:1]:
                    if signature[0] == Tag.FUNCTION_TYPE:
                        yield signature

    def parameter(self, values: Iterable[Value], place: int) -> Iterable[Value]:
        """What a function's type among the values says of a parameter."""
        linker = self.dialect.linker
        for signature in self._signatures(values):
            if place < len(signature[2]):
                yield from linker.read(signature[2][place])

    def expected_result(self, function: int) -> Iterable[Value]:
        """By the declared type of what holds the function."""
        if function not in self.program.flows[Flow.TYPE]:
            return ()
        linker = self.dialect.linker
        return [v for s in self._signatures(self.expected_of(function)) for v in linker.read(s[1])]
