"""One family of languages after the other: what its linker finds goes beside the rows."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import PASSING, Flow, Op
from indexer.link.added import IMPLYING, calls_through_values, is_followed, operands_of
from indexer.link.faults import told
from indexer.link.findings import Findings
from indexer.link.linker import Linker
from indexer.link.overrides import overriding_rows
from indexer.link.storing import HOLDERS
from indexer.link.values import INSIDE, OUTSIDE, Tag
from indexer.schema import REF_KINDS, RESOLUTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pyarrow as pa

    from indexer.link.dialect import Dialect
    from indexer.link.findings import Note
    from indexer.link.program import Import, Program
    from indexer.link.values import Value
    from indexer.link.worklist import Named
    from indexer.modules import Tree
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
RULE = {name: place for place, name in enumerate(RESOLUTIONS)}
MEDIUM = 1  # place in the schema's list of confidences
UNSURE = frozenset({"argument", "candidates"})
LABELS = (Op.LABEL, Op.CALLED, Op.HIDDEN, *IMPLYING)  # rows that count only where something comes of them
INERT = frozenset({Op.UNKNOWN, Op.CONSTANT, Op.LITERAL})  # arguments that tell nothing of definitions
MOST_TARGETS = 8  # a reference that could mean more than that means nothing in particular


@dataclass(slots=True)
class Open:
    """What is to be linked where the rest is known from before: terms, and the calls noted elsewhere."""

    findings: Findings
    terms: Flags
    symbols: Flags  # definitions that may mean something else now
    notes: dict[Note, set[int]]
    callers: list[int]  # calls that are followed again and were noted before


def dialect_of(family: str) -> type[Dialect]:
    module = importlib.import_module(f"indexer.languages.{family}.linking")
    return module.DIALECT  # type: ignore[no-any-return]


def codes(column: pa.ChunkedArray, words: tuple[str, ...]) -> Ints:
    """A column of words as their places in a list."""
    coded = column.combine_chunks().dictionary_encode() if str(column.type) == "string" else column.combine_chunks()
    place = np.asarray([words.index(word) for word in coded.dictionary.to_pylist()], dtype=np.int64)
    return place[coded.indices.to_numpy()] if len(place) else np.empty(0, dtype=np.int64)


def distinct(numbers: Ints, below: int) -> list[int]:
    """Each number once, in order; those that are none are left out."""
    met = np.zeros(below, dtype=bool)  # several times as fast as numpy's own `unique`, which hashes them
    met[numbers[numbers >= 0]] = True
    listed: list[int] = np.flatnonzero(met).tolist()
    return listed


def telling(op: npt.NDArray[Any], begins: npt.NDArray[Any], flat: npt.NDArray[Any]) -> Flags:
    """Terms that, passed on, may lead to a definition."""
    inert = np.isin(op, sorted(INERT))
    named = np.flatnonzero(op == Op.KEYWORD)
    inert[named] = inert[flat[begins[named] + 1]]
    return ~inert


def is_telling(program: Program, term: int) -> bool:
    """The same of one."""
    ops = program.ops
    return (ops[program.parts[term][1]] if ops[term] == Op.KEYWORD else ops[term]) not in INERT


def _statement(dialect: Dialect, file: int, item: Import) -> Any:
    """What an import statement names; None where that is nothing, or handed on from module to module without end."""
    try:
        return next((entity for entity, *_ in dialect.statement(file, item.module, item.imported_name or "")), None)
    except RecursionError:
        return None


class Finding:
    """Collects what the families' linkers find; with `left`, only of what it leaves open."""

    def __init__(self, raw: Raw, program: Program, left: Open | None = None) -> None:
        self.raw = raw
        self.program = program
        self.left = left
        self.last: Linker | None = None  # what linked the family before
        refs = raw.refs
        self.term = refs["term"].to_numpy().astype(np.int64)
        self.file = refs["file"].to_numpy()
        kinds = codes(refs["kind"], REF_KINDS)
        self.is_override = np.isin(kinds, [REF_KINDS.index("override"), REF_KINDS.index("implementation")])
        self.is_call = np.isin(kinds, [REF_KINDS.index("call"), REF_KINDS.index("instantiate")])
        ops = np.asarray(program.ops, dtype=np.int8)
        op = np.where(self.term >= 0, ops[self.term], 0) if len(ops) else np.zeros(len(self.term), dtype=np.int8)
        self.passes = np.isin(op, (Op.CALL, Op.NEW))  # what they pass is typed by what they call
        self.implies = np.isin(op, IMPLYING)
        self.scoped = np.maximum(refs["to_symbol"].to_numpy().astype(np.int64), -1)  # settled by scope alone
        label = np.isin(op, LABELS)
        self.found = self._new(label)
        self.is_open = np.ones(len(self.term), dtype=bool)
        if left is not None:
            self._take_over(left, label)

    def _new(self, label: Flags) -> Findings:
        rows, imports = len(self.term), self.raw.imports.num_rows
        return Findings(
            self.scoped.copy(), np.where(self.scoped >= 0, RULE["scope"], 0).astype(np.int8), np.zeros(rows, np.int8),
            np.zeros(rows, dtype=bool), label, np.full(imports, -1, np.int64), np.full(imports, -1, np.int64),
            np.zeros(imports, dtype=np.int8), np.maximum(self.raw.types["base"].to_numpy().astype(np.int64), -1),
        )  # fmt: skip

    def _take_over(self, left: Open, label: Flags) -> None:
        """Rows that are not open keep what they had; what overrides what is found anew in any case."""
        new, old = self.found, left.findings
        target = self.scoped
        self.is_open = np.where(self.term >= 0, left.terms[self.term], True) if len(left.terms) else self.is_open
        self.is_open |= np.where(target >= 0, left.symbols[target], False) if len(left.symbols) else False
        self.is_open |= self.is_override & (old.rule == RULE["overrides"]) & (old.target < 0)
        keep = ~self.is_open
        for name in ("target", "rule", "level", "external"):
            getattr(new, name)[keep] = getattr(old, name)[keep]
        new.more = [row for row in old.more if not self.is_open[row[0]]]
        new.called = [row for row in old.called if not self.is_open[row[0]]]

    def add(self, family: str, files: set[int], tree: Tree) -> None:
        program, found = self.program, self.found
        dialect = self._dialect(family, tree)
        if self.last is not None:
            self.last.let_go()
        self.last = linker = Linker(program, dialect)
        linker.foreign = self._foreign(files)
        mine = np.isin(self.file, np.fromiter(files, dtype=np.int64))
        wanted = mine & self.is_open & (self.term >= 0) & ~self.implies
        open_rows = np.flatnonzero(wanted & (found.target < 0))
        bases = self._base_terms(files)
        self._recall(linker, mine, files)
        linker.follow([*self.terms_in(wanted), *(head for _, head in bases)])
        linker.settle()
        firm, outside = linker.named(), linker.leading_out()
        guessed, led_out = firm, outside
        called = np.flatnonzero(mine & self.is_call & self.is_open)
        if dialect.arguments_flow:
            linker.demand(self._values_called(linker, called))
            linker.flow_arguments(self._calls(linker, files))
            guessed, led_out = linker.named(), linker.leading_out() | outside
        self._refs(open_rows, firm, guessed, led_out, linker.staying_in())
        if dialect.arguments_flow:
            linker.demand(self._values_called(linker, called))  # now that all targets are known
            linker.drain()
            found.called.extend(calls_through_values(linker, self, called))
            found.notes.update(self._noted(linker))
        self._bases(firm, bases)
        self._imports(dialect, files)
        self._overrides(overriding_rows(program, dialect, self._symbols(files)), mine)
        found.told.extend(told(program, linker.faults))

    def _dialect(self, family: str, tree: Tree) -> Dialect:
        return dialect_of(family)(self.program, tree)

    def _foreign(self, files: set[int]) -> frozenset[int]:
        """The repository's files of other families."""
        return frozenset(n for n, file in self.program.files.items() if not file.external) - files

    def terms_in(self, rows: Flags) -> list[int]:
        """Terms of some of the rows that have to be followed."""
        return distinct(self.term[rows & ((self.scoped < 0) | self.passes)], len(self.program.ops))

    def _recall(self, linker: Linker, mine: Flags, files: set[int]) -> None:
        """Calls noted before; and what a nameless function is passed to, where one of an unchanged file is met."""
        if self.left is None:
            return
        program = self.program
        for (function, tag, given), sources in self.left.notes.items():
            if (program.file[function] if function >= 0 else program.term_file[-function]) in files:
                linker.recall((function, tag, given), sources)
        self.meet(linker, lambda file: self.terms_in(mine & (self.file == file) & (self.term >= 0)))

    def meet(self, linker: Linker, terms: Callable[[int], list[int]]) -> None:
        """Where a nameless function of an unchanged file is met, what passes it on is followed, too."""
        program = self.program
        met: set[int] = set()

        def met_in(step: Any) -> Any:
            def first(cell: int, parts: Sequence[int]) -> Iterable[Value]:
                file = program.term_file[cell]
                if file not in met and not program.files[file].external:
                    met.add(file)
                    linker.demand(terms(file))
                return step(cell, parts)  # type: ignore[no-any-return]

            return first

        for op in (Op.LAMBDA_PARAMETER, Op.THROUGH):
            linker.steps[op] = met_in(linker.steps[op])

    def _overrides(self, rows: list[tuple[int, int, str]], mine: Flags) -> None:
        """A member that says itself that it overrides something gets no second row for it."""
        found = self.found
        inside = [row for row in rows if not self.program.is_external(row[1])]
        found.overrides.extend(inside)
        at = np.flatnonzero(mine & self.is_override & (found.target < 0))
        members = self.raw.refs["from_symbol"].to_numpy()[at]
        told, all_told = ([symbol for symbol, _, _ in listed] for listed in (inside, rows))
        found.label[at[np.isin(members, told)]] = True
        outside = at[np.isin(members, list(set(all_told) - set(told)))]
        found.external[outside], found.rule[outside] = True, RULE["overrides"]

    def _symbols(self, files: set[int]) -> Iterable[int]:
        home = self.program.file
        return (symbol for symbol in range(self.program.own) if home[symbol] in files)

    def _values_called(self, linker: Linker, rows: Ints) -> Iterator[int]:
        """Cells of what is called by the names of variables, and of what decorators made of what is called."""
        for symbol in distinct(self.found.target[rows], self.program.own):
            if self.program.kind[symbol] in HOLDERS:
                yield linker.cell("held", symbol)
            elif (replaced := linker.dialect.replacing(symbol)) is not None:
                yield replaced
        for term in distinct(self.term[rows[self.implies[rows]]], len(self.program.ops)):
            yield from (each for each in operands_of(self.program, term) if is_followed(self.program, each))

    def _calls(self, linker: Linker, files: set[int]) -> list[int]:
        """Calls of the files that pass something: it may say what parameters hold."""
        ops, parts, lambdas = self.program.ops, self.program.parts, self.program.passed_lambdas
        found = [
            term
            for term in self._passing(files)
            if ops[term] == Op.STORE or linker.may_run(parts[term][0]) or not lambdas.isdisjoint(parts[term][1:])
        ]
        return [*found, *self._callers(files)]

    def _passing(self, files: set[int]) -> list[int]:
        """Calls whose arguments tell something."""
        program = self.program
        chosen = np.isin(np.asarray(program.ops), PASSING)
        if self.left is not None:
            chosen[: len(self.left.terms)] &= self.left.terms
        calls = np.flatnonzero(chosen)
        calls = calls[np.isin(np.asarray(program.term_file)[calls], np.fromiter(files, dtype=np.int64))]
        parts = program.parts
        tells = telling(*map(np.asarray, (program.ops, parts.begins, parts.flat))).tolist()
        return [term for term in calls.tolist() if any(tells[part] for part in parts[term][1:])]

    def _noted(self, linker: Linker) -> dict[Note, set[int]]:
        return linker.notes()

    def _callers(self, files: set[int]) -> list[int]:
        """Calls that were noted before and are followed again."""
        return [term for term in self.left.callers if self.program.term_file[term] in files] if self.left else []

    def _base_terms(self, files: set[int]) -> list[tuple[int, int]]:
        """(row of types, term that names the base)."""
        program, raw = self.program, self.raw
        symbols, places = raw.types["symbol"].to_pylist(), raw.types["position"].to_pylist()
        found = []
        for row, (symbol, place) in enumerate(zip(symbols, places, strict=True)):
            if symbol < 0 or program.file[symbol] not in files:
                continue
            term = program.term_at(Flow.BASE, symbol, place)
            while term is not None and program.ops[term] in (Op.APPLY, Op.INDEX, Op.CALL):
                term = program.parts[term][0]
            if term is not None and (self.left is None or self.left.terms[term]):
                found.append((row, term))
            elif term is not None and self.left is not None:
                self.found.base[row] = self.left.findings.base[row]
        return found

    def _bases(self, firm: dict[int, Named], bases: list[tuple[int, int]]) -> None:
        program = self.program
        for row, term in bases:
            named = list(firm.get(term, ())) or (program.parts[term] if program.ops[term] == Op.SYMBOL else [])
            if len(named) == 1:
                self.found.base[row] = named[0]

    def _refs(
        self, rows: Ints, firm: dict[int, Named], guessed: dict[int, Named],
        outside: dict[int, str], inside: dict[int, str],
    ) -> None:  # fmt: skip
        """What each term names goes to all rows that are about it."""
        terms = distinct(self.term[rows], len(self.program.ops))
        place_of = np.zeros(len(self.program.ops), dtype=np.int32)
        place_of[terms] = np.arange(len(terms))
        places = place_of[self.term[rows]]
        targets, rules, levels = np.full(len(terms), -1), np.zeros(len(terms), np.int8), np.zeros(len(terms), np.int8)
        found, leads_out = self.found, np.zeros(len(terms), dtype=bool)
        several: dict[int, list[tuple[int, str]]] = {}
        for place, term in enumerate(terms):
            named: Named | None = firm.get(term)
            if named is None and (passed := guessed.get(term)):
                named = dict.fromkeys(self._declared_among(passed), "argument")
            if named and len(named) <= MOST_TARGETS:
                (targets[place], rule), *others = sorted(named.items())
                rules[place], levels[place] = RULE[rule], MEDIUM if rule in UNSURE or others else 0
                if others:
                    several[place] = others
            elif term in outside:
                rules[place], leads_out[place] = RULE[outside[term]], True
            elif term in inside:
                rules[place] = RULE[inside[term]]
        found.target[rows], found.rule[rows], found.level[rows] = targets[places], rules[places], levels[places]
        found.external[rows] = leads_out[places]
        for at in np.flatnonzero(np.isin(places, np.fromiter(several, dtype=np.int64))).tolist():
            found.more.extend((int(rows[at]), further, RULE[how]) for further, how in several[int(places[at])])

    def _declared_among(self, named: Named) -> Iterable[int]:
        """Of members that override each other the one that the others override: who has one of several has a base."""
        if len(named) < 2 or len(named) > MOST_TARGETS or self.last is None:
            return named
        overridden = self.last.dialect.overridden
        above = {symbol: set(overridden(symbol)) for symbol in named}
        for symbol in named:
            waiting = list(above[symbol])
            while waiting:
                further = set(overridden(waiting.pop())) - above[symbol]
                above[symbol] |= further
                waiting += further
        return [symbol for symbol in named if above[symbol].isdisjoint(named)] or named

    def _imports(self, dialect: Dialect, files: set[int]) -> None:
        program = self.program
        for number in sorted(files):
            file = program.files[number]
            for item in [i for items in file.imports.values() for i in items] + file.stars + file.unnamed:
                if item.row < 0:
                    continue
                if (entity := _statement(dialect, number, item)) is not None:
                    self._import(dialect, item.row, entity)

    def _import(self, dialect: Dialect, row: int, entity: Any) -> None:
        program, found = self.program, self.found
        if not isinstance(entity, int) and entity[0] in (Tag.OBJECT, Tag.LAMBDA):  # values without a name
            found.import_file[row], found.import_where[row] = program.term_file[entity[1]], INSIDE
            return
        symbol = entity if isinstance(entity, int) else entity[1]
        if isinstance(symbol, int) and 0 <= symbol < program.own:
            found.import_target[row], found.import_file[row] = symbol, program.file[symbol]
            found.import_where[row] = INSIDE
        elif isinstance(symbol, int) or dialect.leads_out(entity):
            found.import_where[row] = OUTSIDE
        elif dialect.is_place(entity):
            found.import_file[row] = entity[2] if entity[3:] == ("file",) else -1
            found.import_where[row] = INSIDE
