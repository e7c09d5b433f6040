"""The rows of all files of one family of languages, as plain lists that linking reads.

Libraries that are known come after the repository's own files and are numbered on; they are external.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from indexer.extract.terms import FLOWS, OPERATIONS, Op, S, T, X, parts_of

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(slots=True)
class Import:
    file: int
    local_name: str | None
    module: str
    imported_name: str | None
    row: int  # its place in the table of imports


@dataclass(slots=True)
class File:
    path: str
    language: str
    module: str | None
    package: str | None
    symbol: int = -1  # its own symbol, where the language has one
    imports: dict[str, list[Import]] = field(default_factory=lambda: defaultdict(list))
    stars: list[Import] = field(default_factory=list)
    external: bool = False


Parameter = tuple[str, str | None, str | None]  # name, type and default as written
COLUMNS = ("kind", "name", "parent", "file")
SELDOM = ("container", "namespace", "visibility", "modifiers", "decorators", "parameters")
Item = TypeVar("Item")


class Column(Generic[Item]):
    """A column that few rows are asked for: read from Arrow row by row, once."""

    def __init__(self, read: Callable[[Any], Item | None] | None = None) -> None:
        self.read = read or (lambda scalar: scalar.as_py())
        self.begins: list[int] = []
        self.arrays: list[pa.Array] = []
        self.known: dict[int, Item | None] = {}

    def add(self, first: int, array: pa.Array) -> None:
        self.begins.append(first)
        self.arrays.append(array)

    def __getitem__(self, row: int) -> Item | None:
        if row not in self.known:
            place = bisect_right(self.begins, row) - 1
            self.known[row] = self.read(self.arrays[place][row - self.begins[place]])
        return self.known[row]


@dataclass(slots=True, frozen=True)
class Offsets:
    """Where the numbers of a set of rows begin."""

    symbol: int
    term: int
    text: int
    file: int


class Program:
    def __init__(self) -> None:
        self.files: dict[int, File] = {}
        self.kind: list[str] = []
        self.name: list[str] = []
        self.parent: list[int] = []
        self.file: list[int] = []
        self.container: Column[str] = Column()
        self.namespace: Column[str] = Column()
        self.visibility: Column[str] = Column()
        self.modifiers: Column[list[str]] = Column()
        self.decorators: Column[list[str]] = Column()
        self.parameters: Column[list[Parameter]] = Column(_parameters)
        self.members: dict[int, dict[str, list[int]]] = defaultdict(dict)
        self.ops: list[int] = []
        self.parts: list[list[int]] = []
        self.term_file: list[int] = []
        self.texts: list[str] = []
        self.flows: dict[int, dict[int, list[tuple[int, int]]]] = {how: {} for how in FLOWS}  # symbol -> place, term
        self.lambdas: dict[tuple[int, int], int] = {}  # file, serial -> term
        self.passed_lambdas: set[int] = set()  # arguments that are nameless functions, or name one
        self.own = 0  # symbols of the repository; those from here on are external
        self.left_out: set[int] = set()  # definitions in code that the chosen configuration leaves out

    def add(self, tables: dict[str, pa.Table], files: dict[int, File]) -> None:
        """Add the repository's rows."""
        self.files.update(files)
        self.reserve(tables["symbols"], tables["terms"].num_rows, tables["texts"])
        self.own = len(self.name)
        self.fill(tables, Offsets(0, 0, 0, 0))
        confidence = tables["symbols"]["confidence"].to_pylist()
        self.left_out = {symbol for symbol, level in enumerate(confidence) if level == "medium"}

    def reserve(self, symbols: pa.Table, terms: int, texts: pa.Table) -> Offsets:
        """Make room for rows that may come later; their numbers are settled now."""
        made = Offsets(len(self.name), len(self.ops), len(self.texts), 0)
        for name in COLUMNS:
            getattr(self, name).extend([None] * symbols.num_rows)
        for name in SELDOM:
            getattr(self, name).add(made.symbol, symbols[name].combine_chunks())
        self.ops.extend([0] * terms)
        self.parts.extend([[]] * terms)
        self.term_file.extend([-1] * terms)
        self.texts.extend(texts["text"].to_pylist())
        return made

    def fill(self, tables: dict[str, pa.Table], offsets: Offsets, symbol: int = 0, term: int = 0) -> None:
        """Rows into the room made for them; `symbol` and `term` are the first rows' places in it."""
        self._fill_symbols(tables["symbols"], offsets, offsets.symbol + symbol)
        self._fill_terms(tables["terms"], offsets, offsets.term + term)
        self._fill_flows(tables["flows"], offsets)

    def _fill_symbols(self, table: pa.Table, offsets: Offsets, first: int) -> None:
        end = first + table.num_rows
        for name in COLUMNS:
            getattr(self, name)[first:end] = table[name].to_pylist()
        if offsets.symbol or offsets.file:
            self.parent[first:end] = [p + offsets.symbol if p >= 0 else -1 for p in self.parent[first:end]]
            self.file[first:end] = [f + offsets.file for f in self.file[first:end]]
        for symbol in range(first, end):
            parent = self.parent[symbol]
            if parent >= 0:
                self.members[parent].setdefault(self.name[symbol], []).append(symbol)
            elif self.kind[symbol] == "module" and not self.name[symbol]:
                self.files[self.file[symbol]].symbol = symbol

    def _fill_terms(self, table: pa.Table, offsets: Offsets, first: int) -> None:
        listed = table["parts"].combine_chunks()
        ends = listed.offsets.to_numpy()
        ops = table["op"].to_numpy().astype(np.int32)
        flat = listed.values.to_numpy()[ends[0] : ends[-1]].copy()
        ends = ends - ends[0]
        if offsets.symbol or offsets.term or offsets.text:
            _, classes = parts_of(ops, np.diff(ends).astype(np.int32))
            flat[classes == T] += offsets.term
            flat[(classes == S) & (flat >= 0)] += offsets.symbol
            flat[classes == X] += offsets.text
        numbers, bounds = flat.tolist(), ends.tolist()
        end = first + len(ops)
        self.ops[first:end] = ops.tolist()
        self.parts[first:end] = map(numbers.__getitem__, map(slice, bounds, bounds[1:]))
        files = table["file"].to_numpy() + offsets.file
        self.term_file[first:end] = files.tolist()
        for term in (np.flatnonzero(ops == Op.LAMBDA) + first).tolist():
            self.lambdas[self.term_file[term], self.parts[term][0]] = term
        self.passed_lambdas.update((np.flatnonzero(np.isin(ops, (Op.LAMBDA, Op.THROUGH))) + first).tolist())
        for term in (np.flatnonzero(ops == Op.KEYWORD) + first).tolist():
            if self.parts[term][1] in self.passed_lambdas:
                self.passed_lambdas.add(term)

    def _fill_flows(self, table: pa.Table, offsets: Offsets) -> None:
        symbols = (table["symbol"].to_numpy() + offsets.symbol).tolist()
        terms = (table["term"].to_numpy() + offsets.term).tolist()
        for how, symbol, place, term in zip(
            table["how"].to_pylist(), symbols, table["place"].to_pylist(), terms, strict=True
        ):
            self.flows[how].setdefault(symbol, []).append((place, term))

    def terms_of(self, how: int, symbol: int) -> list[int]:
        return [term for _, term in self.flows[how].get(symbol, ())]

    def term_at(self, how: int, symbol: int, place: int) -> int | None:
        return next((term for at, term in self.flows[how].get(symbol, ()) if at == place), None)

    def is_external(self, symbol: int) -> bool:
        return symbol >= self.own

    def enclosing(self, symbol: int, kinds: frozenset[str]) -> int:
        """The symbol itself, or the nearest around it, that is of one of the kinds."""
        while symbol >= 0 and self.kind[symbol] not in kinds:
            symbol = self.parent[symbol]
        return symbol

    def describe(self, term: int) -> str:
        """A term as a reader would write it: for looking into what linking did."""
        parts = ", ".join(map(str, self.parts[term]))
        name = next(name for name, op in OPERATIONS.items() if op == self.ops[term])
        return f"{name.lower()}({parts})"


def _parameters(scalar: Any) -> list[Parameter] | None:
    listed = scalar.as_py()
    return None if listed is None else [(p["name"], p["type"], p["default"]) for p in listed]
