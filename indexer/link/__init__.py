"""Links the files of a commit: which definition each reference, import and base means.

Works language family by language family: a dialect (`indexer/languages/<language>/linking.py`) says how names are
found, the linker follows the terms, and what comes out is laid beside the rows as columns.
"""

from __future__ import annotations

import importlib
import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer import languages
from indexer.extract.terms import Flow, Op
from indexer.link.added import as_rows, called_rows, calls_through_values
from indexer.link.knowledge import add_imports
from indexer.link.linker import Linker
from indexer.link.overrides import overriding_rows
from indexer.link.program import File, Program
from indexer.link.values import Tag
from indexer.model import Diagnostic
from indexer.schema import REF_KINDS, RESOLUTIONS

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.modules import Tree
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
RULE = {name: place for place, name in enumerate(RESOLUTIONS)}
MEDIUM = 1  # place in the schema's list of confidences
UNSURE = frozenset({"argument", "candidates"})
INERT = frozenset({Op.UNKNOWN, Op.CONSTANT, Op.LITERAL})  # arguments that tell nothing of definitions
HOLDERS = frozenset({"variable", "constant", "field"})
DEEPEST = 10_000  # calls of Python inside each other while chains of bases and aliases are followed
MOST_TARGETS = 8  # a reference that could mean more than that means nothing in particular


@dataclass(slots=True)
class Links:
    """For each row of refs the place of its source row, its target, rule, confidence; rows that linking adds follow."""

    rows: Ints
    added: pa.Table
    target: Ints
    rule: npt.NDArray[np.int8]
    level: npt.NDArray[np.int8]
    external: npt.NDArray[np.bool_]
    import_target: Ints
    import_file: Ints
    import_external: npt.NDArray[np.bool_]
    base: Ints
    told: list[Diagnostic]


def link(raw: Raw, paths: list[str], modules: list[str | None], tree: Tree) -> Links:
    program = _program(raw, paths, modules)
    found = _Found(raw, program)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
    for name, files in _families(program).items():
        try:
            found.add(name, files, tree)
        except RecursionError:  # chains of bases or aliases that nobody wrote by hand
            message = f"{name}: bases or aliases follow each other too deep: references between files are not linked"
            found.told.append(Diagnostic("linking_incomplete", "", message))
    return found.links()


def _program(raw: Raw, paths: list[str], modules: list[str | None]) -> Program:
    program = Program()
    rows = zip(*(raw.files[name].to_pylist() for name in ("file", "language", "package")), strict=True)
    files = {n: File(paths[n], language or "", modules[n], package) for n, language, package in rows}
    tables = {name: getattr(raw, name).combine_chunks() for name in ("symbols", "terms", "flows", "texts")}
    program.add(tables, files)
    add_imports(program, raw.imports, 0)
    return program


def _families(program: Program) -> dict[str, set[int]]:
    """Files by the language that says how their names are found."""
    families: dict[str, set[int]] = defaultdict(set)
    for number, file in program.files.items():
        if languages.is_parsed(file.language) and (family := languages.load(file.language).linking):
            families[family].add(number)
    return dict(sorted(families.items()))


def dialect_of(family: str) -> type[Dialect]:
    module = importlib.import_module(f"indexer.languages.{family}.linking")
    return module.DIALECT  # type: ignore[no-any-return]


def _codes(column: pa.ChunkedArray, words: tuple[str, ...]) -> Ints:
    """A column of words as their places in a list."""
    coded = column.combine_chunks().dictionary_encode() if column.type == pa.string() else column.combine_chunks()
    place = np.asarray([words.index(word) for word in coded.dictionary.to_pylist()], dtype=np.int64)
    return place[coded.indices.to_numpy()] if len(place) else np.empty(0, dtype=np.int64)


class _Found:
    """Collects what the families' linkers find."""

    def __init__(self, raw: Raw, program: Program) -> None:
        self.raw = raw
        self.program = program
        refs = raw.refs
        self.term = refs["term"].to_numpy().astype(np.int64)
        self.target = np.maximum(refs["to_symbol"].to_numpy().astype(np.int64), -1)
        self.rule = np.where(self.target >= 0, RULE["scope"], 0).astype(np.int8)
        self.level = np.zeros(len(self.term), dtype=np.int8)
        self.external = np.zeros(len(self.term), dtype=bool)
        self.file = refs["file"].to_numpy()
        ops = np.asarray(program.ops, dtype=np.int8)
        op = np.where(self.term >= 0, ops[self.term], 0) if len(ops) else np.zeros(len(self.term), dtype=np.int8)
        self.label = np.isin(op, (Op.LABEL, Op.CALLED, Op.HIDDEN))  # rows only where something comes of them
        self.passes = np.isin(op, (Op.CALL, Op.NEW))  # what they pass is typed by what they call
        overriding = [REF_KINDS.index("override"), REF_KINDS.index("implementation")]
        self.is_override = np.isin(_codes(refs["kind"], REF_KINDS), overriding)
        self.is_call = np.asarray(_codes(refs["kind"], REF_KINDS) == REF_KINDS.index("call"))
        self.called: list[tuple[int, int]] = []  # row, what it calls through a value
        self.more: list[tuple[int, int, int]] = []  # row, further target, rule
        count = raw.imports.num_rows
        self.import_target, self.import_file = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
        self.import_external = np.zeros(count, dtype=bool)
        self.base = np.maximum(raw.types["base"].to_numpy().astype(np.int64), -1)
        self.overrides: list[tuple[int, int, str]] = []
        self.told: list[Diagnostic] = []

    def add(self, family: str, files: set[int], tree: Tree) -> None:
        dialect = dialect_of(family)(self.program, tree)
        linker = Linker(self.program, dialect)
        linker.foreign = frozenset(n for n, file in self.program.files.items() if not file.external) - files
        mine = np.isin(self.file, np.fromiter(files, dtype=np.int64))
        open_rows = np.flatnonzero(mine & (self.term >= 0) & (self.target < 0))
        terms = np.unique(self.term[mine & (self.term >= 0) & ((self.target < 0) | self.passes)]).tolist()
        bases = self._base_terms(files)
        linker.demand([*terms, *(head for _, head in bases)])
        linker.drain()
        linker.settle()
        firm = linker.named()
        if dialect.arguments_flow:
            called = np.flatnonzero(mine & self.is_call)
            linker.demand(linker.cell("held", target) for target in self._held(called))
            linker.flow_arguments(self._calls(linker, files))
        self._refs(linker, open_rows, firm)
        if dialect.arguments_flow:
            self.called.extend(calls_through_values(linker, self, called))
        self._bases(firm, bases)
        self._imports(dialect, files)
        self._overrides(overriding_rows(self.program, dialect, files), mine)

    def _overrides(self, found: list[tuple[int, int, str]], mine: npt.NDArray[np.bool_]) -> None:
        """A member that says itself that it overrides something gets no second row for it."""
        inside = [row for row in found if not self.program.is_external(row[1])]
        self.overrides.extend(inside)
        rows = np.flatnonzero(mine & self.is_override & (self.target < 0))
        members = self.raw.refs["from_symbol"].to_numpy()[rows]
        told, all_told = ([symbol for symbol, _, _ in listed] for listed in (inside, found))
        self.label[rows[np.isin(members, told)]] = True
        outside = rows[np.isin(members, list(set(all_told) - set(told)))]
        self.external[outside], self.rule[outside] = True, RULE["overrides"]

    def _held(self, rows: Ints) -> list[int]:
        """Variables that are called by their names."""
        named = np.unique(self.target[rows])
        return [symbol for symbol in named.tolist() if symbol >= 0 and self.program.kind[symbol] in HOLDERS]

    def _calls(self, linker: Linker, files: set[int]) -> list[int]:
        """Calls of the files that pass something: it may say what parameters hold."""
        ops, parts = self.program.ops, self.program.parts
        homes = np.asarray(self.program.term_file)
        chosen = np.flatnonzero(np.isin(np.asarray(ops), (Op.CALL, Op.NEW)))
        chosen = chosen[np.isin(homes[chosen], np.fromiter(files, dtype=np.int64))]

        def is_inert(term: int) -> bool:
            return ops[term] in INERT or (ops[term] == Op.KEYWORD and ops[parts[term][1]] in INERT)

        passing = (term for term in chosen.tolist() if not all(map(is_inert, parts[term][1:])))
        lambdas = self.program.passed_lambdas
        return [t for t in passing if linker.may_run(parts[t][0]) or not lambdas.isdisjoint(parts[t][1:])]

    def _base_terms(self, files: set[int]) -> list[tuple[int, int]]:
        """(row of types, term that names the base)."""
        program = self.program
        symbols, places = self.raw.types["symbol"].to_pylist(), self.raw.types["position"].to_pylist()
        found = []
        for row, (symbol, place) in enumerate(zip(symbols, places, strict=True)):
            if symbol < 0 or program.file[symbol] not in files:
                continue
            term = program.term_at(Flow.BASE, symbol, place)
            while term is not None and program.ops[term] in (Op.APPLY, Op.INDEX, Op.CALL):
                term = program.parts[term][0]
            if term is not None:
                found.append((row, term))
        return found

    def _bases(self, firm: dict[int, dict[int, str]], bases: list[tuple[int, int]]) -> None:
        program = self.program
        for row, term in bases:
            named = list(firm.get(term, ())) or (program.parts[term] if program.ops[term] == Op.SYMBOL else [])
            if len(named) == 1:
                self.base[row] = named[0]

    def _refs(self, linker: Linker, rows: Ints, firm: dict[int, dict[int, str]]) -> None:
        """What each term names goes to all rows that are about it."""
        terms, places = np.unique(self.term[rows], return_inverse=True)
        targets, rules, levels = np.full(len(terms), -1), np.zeros(len(terms), np.int8), np.zeros(len(terms), np.int8)
        outside, guessed = linker.outside, linker.named()
        several: dict[int, list[tuple[int, str]]] = {}
        for place, term in enumerate(terms.tolist()):
            named = firm.get(term)
            if named is None and (passed := guessed.get(term)):
                named = dict.fromkeys(passed, "argument")
            if named and len(named) <= MOST_TARGETS:
                (targets[place], rule), *others = sorted(named.items())
                rules[place], levels[place] = RULE[rule], MEDIUM if rule in UNSURE or others else 0
                if others:
                    several[place] = others
            elif term in outside:
                rules[place] = RULE[outside[term]]
        self.target[rows], self.rule[rows], self.level[rows] = targets[places], rules[places], levels[places]
        self.external[rows] = (targets[places] < 0) & (rules[places] > 0)
        for at in np.flatnonzero(np.isin(places, np.fromiter(several, dtype=np.int64))).tolist():
            self.more.extend((int(rows[at]), further, RULE[how]) for further, how in several[int(places[at])])

    def _imports(self, dialect: Dialect, files: set[int]) -> None:
        program = self.program
        for number in sorted(files):
            file = program.files[number]
            for item in [i for items in file.imports.values() for i in items] + file.stars + file.unnamed:
                if item.row < 0:
                    continue
                for entity, *_ in dialect.statement(number, item.module, item.imported_name or ""):
                    self._import(dialect, item.row, entity)
                    break

    def _import(self, dialect: Dialect, row: int, entity: Any) -> None:
        program = self.program
        if not isinstance(entity, int) and entity[0] in (Tag.OBJECT, Tag.LAMBDA):  # values without a name
            self.import_file[row] = program.term_file[entity[1]]
            return
        symbol = entity if isinstance(entity, int) else entity[1]
        if isinstance(symbol, int) and 0 <= symbol < program.own:
            self.import_target[row], self.import_file[row] = symbol, program.file[symbol]
        elif not isinstance(entity, int) and entity[0] == Tag.MODULE and entity[3:] == ("file",):
            self.import_file[row] = entity[2]  # a file that has no symbol of its own
        elif isinstance(symbol, int) or dialect.leads_out(entity):
            self.import_external[row] = True

    def links(self) -> Links:
        more = np.asarray(self.more, dtype=np.int64).reshape(-1, 3)
        added, targets, rules = self._added()
        count = len(added)
        kept = np.flatnonzero(~self.label | (self.target >= 0))
        rows = np.concatenate([kept, more[:, 0]])
        none, guessed = np.zeros(len(more), dtype=bool), (rules == RULE["flow"]) * MEDIUM
        return Links(
            rows, added,
            np.concatenate([self.target[kept], more[:, 1], targets]),
            np.concatenate([self.rule[kept], more[:, 2], rules]).astype(np.int8),
            np.concatenate([self.level[kept], np.full(len(more), MEDIUM), guessed]).astype(np.int8),
            np.concatenate([self.external[kept], none, np.zeros(count, dtype=bool)]),
            self.import_target, self.import_file, self.import_external, self.base, self.told,
        )  # fmt: skip

    def _added(self) -> tuple[pa.Table, Ints, Ints]:
        """Rows at the names of members that override something."""
        overriding = as_rows(self.raw, self.overrides, RULE["overrides"])
        called = called_rows(self.raw, self.called, RULE["flow"])
        tables, targets, rules = zip(overriding, called, strict=True)
        return pa.concat_tables(tables).unify_dictionaries(), np.concatenate(targets), np.concatenate(rules)
