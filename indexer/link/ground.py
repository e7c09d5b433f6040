"""A linked state that stays in memory, so that single files of it can be linked again, and what it says of others."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.link import families, program_of
from indexer.link.changes import Side, words
from indexer.link.finding import Finding
from indexer.link.passing import Calls, as_call
from indexer.link.reach import Texts, undeclared
from indexer.modules import modules_of

if TYPE_CHECKING:
    from indexer.kept import Kept
    from indexer.link.findings import Note
    from indexer.link.program import Program

Ints = npt.NDArray[np.int64]
REMEMBERED = 16  # sets of files
ROOM = 60_000  # definitions, terms and texts that edited files may have


class Ground:
    def __init__(self, kept: Kept) -> None:
        assert kept.findings is not None
        self.raw, self.found = kept.raw, kept.findings
        self.paths = [entry.path for entry in kept.entries]
        self.number = {path: number for number, path in enumerate(self.paths)}
        self.tree = kept.tree()
        self.modules = modules_of(kept.raw, self.paths, self.tree)
        self.lock = threading.Lock()
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
    def asked(self) -> set[int]:
        """Functions with parameters that declare nothing."""
        return set(undeclared(self.raw)[1].tolist())

    @cached_property
    def _texts(self) -> Texts:
        return Texts(self.raw)

    def is_mentioned(self, names: set[str], files: Ints) -> bool:
        """Whether any file but those given says one of the names, or defines something of it."""
        if not names:
            return False
        return (
            self.is_defined(names, files) or self._is_imported(names, files)
            or not np.isin(self.raw.terms["file"].to_numpy()[self._texts.naming(names)], files).all()
        )  # fmt: skip

    def is_defined(self, names: set[str], files: Ints) -> bool:
        table = self.raw.symbols
        named = pc.is_in(table["name"], pa.array(sorted(names), pa.string())).to_numpy()
        return not np.isin(table["file"].to_numpy()[named], files).all()

    def _is_imported(self, names: set[str], files: Ints) -> bool:
        imports = self.raw.imports
        others = imports.filter(pa.array(~np.isin(imports["file"].to_numpy(), files)))
        texts = [text for name in ("module", "imported_name") for text in others[name].unique().to_pylist() if text]
        return any(not names.isdisjoint(words(text)) for text in texts)

    def is_named(self, symbols: Ints, files: Ints) -> bool:
        """Whether any file but those given refers to one of the definitions, or has a type made from one."""
        found = self.found
        home = self.raw.refs["file"].to_numpy()
        rows = np.flatnonzero(np.isin(found.target, symbols)).tolist()
        wanted = set(symbols.tolist())
        rows += [row for row, target, *_ in [*found.more, *found.called] if target in wanted]
        derived = self.raw.types["symbol"].to_numpy()[np.isin(found.base, symbols)]
        bound = self.raw.imports["file"].to_numpy()[np.isin(found.import_target, symbols)]
        others = [home[rows], self.raw.symbols["file"].to_numpy()[derived], bound]
        return not np.isin(np.concatenate(others), files).all()
