"""The rows of all files of one family of languages, as plain lists that linking reads.

Libraries that are known come after the repository's own files and are numbered on; they are external.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import FLOWS, OPERATIONS, SIGNATURES, Op, S, T, X, parts_of

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
    is_test: bool = False
    symbol: int = -1  # its own symbol, where the language has one
    imports: dict[str, list[Import]] = field(default_factory=lambda: defaultdict(list))
    stars: list[Import] = field(default_factory=list)
    unnamed: list[Import] = field(default_factory=list)  # those that bind no name: included files, side effects
    external: bool = False


Ints = npt.NDArray[np.int32]
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


class Parts:
    """The parts of all terms, laid flat: there are millions."""

    def __init__(self) -> None:
        self.flat = array("i")
        self.begins = array("i")
        self.ends = array("i")

    def extend(self, flat: Ints, ends: Ints) -> None:
        """`ends` are those of the parts given, from 0."""
        first = len(self.begins)
        self.leave(len(ends) - 1)
        self.put(first, flat, ends)

    def leave(self, count: int) -> None:
        """Room for terms, which have no parts yet."""
        for bounds in (self.begins, self.ends):
            bounds.frombytes(bytes(count * bounds.itemsize))

    def put(self, first: int, flat: Ints, ends: Ints) -> None:
        """The parts of terms, from the first of them on."""
        placed = (ends + len(self.flat)).astype(np.int32)
        self.begins[first : first + len(ends) - 1] = array("i", placed[:-1].tobytes())
        self.ends[first : first + len(ends) - 1] = array("i", placed[1:].tobytes())
        self.flat.frombytes(flat.astype(np.int32).tobytes())

    def __getitem__(self, term: int) -> Sequence[int]:
        return self.flat[self.begins[term] : self.ends[term]]


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
        self.ops = bytearray()
        self.parts = Parts()
        self.term_file = array("i")
        self.texts: list[str] = []
        self.flows: dict[int, dict[int, list[tuple[int, int]]]] = {how: {} for how in FLOWS}  # symbol -> place, term
        self.lambdas: dict[tuple[int, int], int] = {}  # file, serial -> term
        self.passed_lambdas: set[int] = set()  # arguments that are nameless functions, or name one
        self.stored: set[str] = set()  # names of members and variables that something is stored in from outside
        self.own = 0  # symbols of the repository; those from here on are external
        self.own_terms = 0
        self.libraries: dict[str, Any] = {}  # what is known of them, by family
        self.found: dict[str, Any] = {}  # what families found out that only the files' names decide
        self.left_out: set[int] = set()  # definitions in code that the chosen configuration leaves out
        self.room = Offsets(0, 0, 0, 0)  # where rows that are put in later are numbered from

    def add(self, tables: dict[str, pa.Table], files: dict[int, File], room: int = 0) -> None:
        """Add the repository's rows, and room for others to be put in the place of some of them."""
        self.files.update(files)
        offsets = self.reserve(tables, 0)
        self.room = Offsets(len(self.name), len(self.ops), len(self.texts), 0)
        self._leave(room)
        self.own, self.own_terms = len(self.name), len(self.ops)
        self.fill(tables, offsets)
        confidence = tables["symbols"]["confidence"].to_pylist()
        self.left_out = {symbol for symbol, level in enumerate(confidence) if level == "medium"}

    def reserve(self, tables: dict[str, pa.Table], first_file: int) -> Offsets:
        """Terms, and room for symbols and flows that may be filled in later; all numbers are settled now."""
        made = Offsets(len(self.name), len(self.ops), len(self.texts), first_file)
        symbols = tables["symbols"]
        for name in COLUMNS:
            getattr(self, name).extend([None] * symbols.num_rows)
        for name in SELDOM:
            getattr(self, name).add(made.symbol, symbols[name].combine_chunks())
        self.texts.extend(tables["texts"]["text"].to_pylist())
        self._add_terms(tables["terms"], made)
        return made

    def _leave(self, room: int) -> None:
        for words in (self.kind, self.name, self.texts):
            words.extend([""] * room)
        for numbers in (self.parent, self.file):
            numbers.extend([-1] * room)
        self.ops.extend(bytes(room))
        self.parts.leave(room)
        self.term_file.extend([-1] * room)

    def fill(self, tables: dict[str, pa.Table], offsets: Offsets, symbol: int = 0) -> None:
        """Symbols and flows into the room made for them; `symbol` is the first row's place in it."""
        self._fill_symbols(tables["symbols"], offsets, offsets.symbol + symbol)
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

    def _add_terms(self, table: pa.Table, offsets: Offsets) -> None:
        listed = table["parts"].combine_chunks()
        ends, flat = listed.offsets.to_numpy(), listed.values.to_numpy()
        ops = table["op"].to_numpy().astype(np.int32)
        first = len(self.ops)
        if first:
            flat = _moved(flat, ops, ends, offsets)
        self.ops.extend(ops.astype(np.uint8).tobytes())
        self.parts.extend(flat, ends)
        self.term_file.frombytes((table["file"].to_numpy() + offsets.file).astype(np.int32).tobytes())
        self.note_lambdas(ops, first)

    def note_lambdas(self, ops: Ints, first: int) -> None:
        for term in (np.flatnonzero(ops == Op.LAMBDA) + first).tolist():
            self.lambdas[self.term_file[term], self.parts[term][0]] = term
        self.passed_lambdas.update((np.flatnonzero(np.isin(ops, (Op.LAMBDA, Op.THROUGH))) + first).tolist())
        for term in (np.flatnonzero(ops == Op.KEYWORD) + first).tolist():
            if self.parts[term][1] in self.passed_lambdas:
                self.passed_lambdas.add(term)
        for term in (np.flatnonzero(ops == Op.STORE) + first).tolist():
            self.stored.update(self._named(self.parts[term][0]))

    def _named(self, term: int) -> Iterable[str]:
        """The name that a member or an import is known by."""
        if self.ops[term] in (Op.MEMBER, Op.IMPORT):
            yield self.texts[self.parts[term][int(self.ops[term] == Op.MEMBER)]]

    def _fill_flows(self, table: pa.Table, offsets: Offsets) -> None:
        symbols = (table["symbol"].to_numpy() + offsets.symbol).tolist()
        terms = (table["term"].to_numpy() + offsets.term).tolist()
        for how, symbol, place, term in zip(
            table["how"].to_pylist(), symbols, table["place"].to_pylist(), terms, strict=True
        ):
            self.flows[how].setdefault(symbol, []).append((place, term))

    def inner(self, term: int) -> list[int]:
        """The terms that a term is made of."""
        signature = SIGNATURES[self.ops[term]]
        last = len(signature) - 1
        return [part for at, part in enumerate(self.parts[term]) if signature[min(at, last)] == T]

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


def _moved(flat: Ints, ops: Ints, ends: Ints, offsets: Offsets) -> Ints:
    """Parts with the numbers that their terms, symbols and texts have behind others."""
    flat = flat.copy()
    classes = parts_of(ops, np.diff(ends).astype(np.int32))
    flat[classes == T] += offsets.term
    flat[(classes == S) & (flat >= 0)] += offsets.symbol
    flat[classes == X] += offsets.text
    return flat


def _parameters(scalar: Any) -> list[Parameter] | None:
    listed = scalar.as_py()
    return None if listed is None else [(p["name"], p["type"], p["default"]) for p in listed]
