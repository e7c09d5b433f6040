"""A linked state that stays in memory, so that single files of it can be linked again, and what it says of others."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import Op, T, parts_of
from indexer.link import families, program_of
from indexer.link.changes import words
from indexer.link.finding import Finding, dialect_of
from indexer.link.linker import Linker
from indexer.link.passing import Calls, as_call
from indexer.link.reach import undeclared
from indexer.link.side import Side
from indexer.link.texts import Texts
from indexer.modules import modules_of

if TYPE_CHECKING:
    from indexer.kept import Kept
    from indexer.link.findings import Note
    from indexer.link.program import Program
    from indexer.link.worklist import Held

Ints = npt.NDArray[np.int64]
Import = tuple[int, str, str, str]  # as `IMPORTING`
Leading = tuple[int, str | None, str | None]  # the file that has it, the name there, and the name here
IMPORTING = ("file", "local_name", "module", "imported_name")
REMEMBERED = 16  # sets of files
MOST_CELLS = 200_000  # that are kept of a state as it was
ROOM = 60_000  # definitions, terms and texts that edited files may have


class Ground:
    def __init__(self, kept: Kept) -> None:
        assert kept.findings is not None
        self.kept, self.raw, self.found, self.layout = kept, kept.raw, kept.findings, kept.layout
        self.paths = [entry.path for entry in kept.entries]
        self.entries = frozenset(kept.entries)
        self.number = {path: number for number, path in enumerate(self.paths)}
        self.tree = kept.tree()
        self.modules = modules_of(kept.raw, self.paths, self.tree)
        self.lock = threading.Lock()
        self._linkers: dict[str, Linker] = {}
        self._sides: dict[tuple[int, ...], Side] = {}

    def side(self, files: Ints) -> Side:
        """What some files say; an editor comes back to the same ones."""
        key = tuple(files.tolist())
        if key not in self._sides:
            while len(self._sides) >= REMEMBERED:
                del self._sides[next(iter(self._sides))]
            self._sides[key] = Side(self.raw, key, self.paths)
        return self._sides[key]

    @cached_property
    def program(self) -> Program:
        return program_of(self.raw, self.paths, self.modules, ROOM)

    @cached_property
    def families(self) -> dict[str, set[int]]:
        return families(self.program)

    def foreign(self, files: set[int]) -> frozenset[int]:
        """Files of other families than some files'."""
        return frozenset().union(*(others for others in self.families.values() if others.isdisjoint(files)))

    def linker(self, family: str) -> Linker:
        """Links as if nothing had been edited; what it was asked before it knows, until that is too much."""
        known = self._linkers.get(family)
        if known is None or len(known.fixed) + len(known.values) > MOST_CELLS:
            self._linkers[family] = known = self.new_linker(family)
        return known

    def new_linker(self, family: str) -> Linker:
        linker = Linker(self.program, dialect_of(family)(self.program, self.tree))
        linker.foreign = self.foreign(self.families[family])
        calls = {function: calls.copy() for function, calls in self.calls.items()}
        linker.know(self.found.notes.keys(), calls, self.program.room.term)
        self.rows.meet(linker, self.terms_of)
        linker.flow_arguments([])
        return linker

    def held(self, cells: list[int], family: str) -> list[Held]:
        """What terms hold."""
        linker = self.linker(family)
        linker.follow(cells)
        linker.settle()
        return [linker.holds(cell) for cell in cells]

    @cached_property
    def rows(self) -> Finding:
        return Finding(self.raw, self.program)

    def terms_of(self, file: int) -> list[int]:
        """Terms of a file that are followed when all of it is linked."""
        return self.rows.terms_in((self.rows.file == file) & (self.rows.term >= 0))

    def terms_in(self, files: Ints) -> Ints:
        return np.flatnonzero(np.isin(self.raw.terms["file"].to_numpy(), files))

    @cached_property
    def notes(self) -> dict[int, list[Note]]:
        """Calls that were noted, by the files that they have to do with."""
        term_file = self.raw.terms["file"].to_numpy()
        found: dict[int, list[Note]] = {}
        for note, sources in self.found.notes.items():
            terms = [*note[2], *(source for source in sources if source >= 0), *([-note[0]] if note[0] < 0 else ())]
            for file in {int(term_file[term]) for term in terms}:
                found.setdefault(file, []).append(note)
        return found

    @cached_property
    def calls(self) -> dict[int, Calls]:
        """The same by the functions that are called."""
        found: dict[int, Calls] = {}
        for note in self.found.notes:
            found.setdefault(note[0], []).append(as_call(note))
        return found

    @cached_property
    def places(self) -> dict[int, list[int]]:
        """Functions with parameters that declare nothing, and which they are."""
        listed = self.raw.terms["parts"].combine_chunks()
        terms, functions = undeclared(self.raw)
        places = listed.values.to_numpy()[listed.offsets.to_numpy()[terms] + 1]
        found: dict[int, set[int]] = {}
        for function, place in zip(functions.tolist(), places.tolist(), strict=True):
            found.setdefault(function, set()).add(place)
        return {function: sorted(each) for function, each in found.items()}

    @cached_property
    def importing(self) -> dict[str, list[Import]]:
        """Imports by the last word of the module that they write."""
        found: dict[str, list[Import]] = {}
        for row in zip(*(self.raw.imports[name].to_pylist() for name in IMPORTING), strict=True):
            found.setdefault(row[2].rpartition(".")[2], []).append(row)
        return found

    def binding(self, names: set[str]) -> list[tuple[int, str | None]]:
        """Files that import one of the names from anywhere, and what it is called there."""
        imports = self.raw.imports
        hit = imports.filter(pc.is_in(imports["imported_name"], pa.array(sorted(names), pa.string())))
        return list(zip(hit["file"].to_pylist(), hit["local_name"].to_pylist(), strict=True))

    def led_to(self, file: int) -> list[Leading]:
        """Imports that lead to a file, where the language tells it; none that bind and hold nothing."""
        return self._leading.get(file, [])

    @cached_property
    def _leading(self) -> dict[int, list[Leading]]:
        found: dict[int, list[Leading]] = {}
        rows = list(zip(*(self.raw.imports[name].to_pylist() for name in IMPORTING), strict=True))
        for family, files in self.families.items():
            dialect = self.linker(family).dialect if dialect_of(family).tells_modules else None
            for file, local, module, imported in rows if dialect is not None else ():
                if dialect is None or file not in files or not (local or (file, module) in self._expressed):
                    continue
                if (home := dialect.module_file(file, module)) >= 0:
                    found.setdefault(home, []).append((file, local, imported))
        return found

    @cached_property
    def _expressed(self) -> set[tuple[int, str]]:
        """Files, and the modules that expressions in them name: to be held, not only to be run."""
        terms, texts = self.raw.terms, self.raw.texts["text"]
        listed, op = terms["parts"].combine_chunks(), terms["op"].to_numpy()
        flat, begins = listed.values.to_numpy(), listed.offsets.to_numpy()
        inside = parts_of(op.astype(np.int32), np.diff(begins).astype(np.int32)) == T
        used = np.zeros(len(op), dtype=bool)
        used[flat[inside]] = True
        used[self.raw.flows["term"].to_numpy()] = True
        chosen = np.flatnonzero(used & (op == Op.FROM))
        named = texts.take(pa.array(flat[begins[chosen]])).to_pylist()
        return set(zip(terms["file"].to_numpy()[chosen].tolist(), named, strict=True))

    @cached_property
    def _texts(self) -> Texts:
        return Texts(self.raw)

    @cached_property
    def keys(self) -> set[str]:
        """Names that are said as keys: of objects that are written out, of types without a name."""
        return self._texts.keys(self.raw.terms["op"].to_numpy())

    def saying(self, names: set[str], ops: tuple[int, ...]) -> Ints:
        """Terms of some kinds that say one of the names."""
        naming = self.naming_terms(names)
        return naming[np.isin(self.raw.terms["op"].to_numpy()[naming], ops)]

    def naming_terms(self, names: set[str]) -> Ints:
        return self._texts.naming(names)

    def mentioning(self, names: set[str], files: Ints) -> set[int]:
        """Files but those given that say one of the names, or define something of it."""
        if not names:
            return set()
        saying = self.raw.terms["file"].to_numpy()[self._texts.naming(names)]
        return self.defining(names, files) | self._importing(names, files) | _others(saying, files)

    def defining(self, names: set[str], files: Ints) -> set[int]:
        """Files but those given that define something of one of the names, or in it."""
        table, listed = self.raw.symbols, pa.array(sorted(names), pa.string())
        named = pc.is_in(table["name"], listed).to_numpy() | pc.is_in(table["container"], listed).to_numpy()
        return _others(table["file"].to_numpy()[named], files)

    def _importing(self, names: set[str], files: Ints) -> set[int]:
        imports = self.raw.imports
        hit = np.zeros(imports.num_rows, dtype=bool)
        for name in ("module", "imported_name"):
            coded = imports[name].combine_chunks().dictionary_encode()
            said = np.asarray([not names.isdisjoint(words(text)) for text in coded.dictionary.to_pylist()], dtype=bool)
            codes = coded.indices.fill_null(-1).to_numpy()
            hit |= (codes >= 0) & said[codes] if len(said) else False
        return _others(imports["file"].to_numpy()[hit], files)

    def named(self, symbols: set[int], files: Ints) -> set[int]:
        """Those of the definitions that any file but those given refers to, or has a type made from."""
        return set().union(*self._naming(symbols, files).values())

    def naming(self, symbols: set[int], files: Ints) -> set[int]:
        """The files that do."""
        return set(self._naming(symbols, files))

    def _naming(self, symbols: set[int], files: Ints) -> dict[int, set[int]]:
        if not symbols:
            return {}
        found, raw = self.found, self.raw
        wanted = np.asarray(sorted(symbols), dtype=np.int64)
        more = [(row, target) for row, target, *_ in [*found.more, *found.called] if target in symbols]
        pairs = [
            (raw.refs["file"].to_numpy(), found.target),
            (raw.symbols["file"].to_numpy()[raw.types["symbol"].to_numpy()], found.base),
            (raw.imports["file"].to_numpy(), found.import_target),
            (raw.refs["file"].to_numpy()[[row for row, _ in more]], np.asarray([to for _, to in more], dtype=np.int64)),
        ]
        named: dict[int, set[int]] = {}
        for home, to in pairs:
            chosen = np.flatnonzero(np.isin(to, wanted))
            chosen = chosen[~np.isin(home[chosen], files)]
            for file, symbol in zip(home[chosen].tolist(), to[chosen].tolist(), strict=True):
                named.setdefault(file, set()).add(symbol)
        return named


def _others(homes: npt.NDArray[np.integer], files: Ints) -> set[int]:
    return set(np.unique(homes[~np.isin(homes, files)]).tolist())
