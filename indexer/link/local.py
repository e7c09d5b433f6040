"""Links files whose change nobody outside of them can see: alone, as if all else had just been linked, too.

The usual edit changes what a function does, not what others know of it. Whether others could see a change is asked
first, by what they name, and again when it is known what the files now pass on. Where they could, nothing is said
here, and the change is linked the long way.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer import languages
from indexer.extract.terms import PASSING, Op
from indexer.link import DEEPEST, files_of
from indexer.link.again import is_project
from indexer.link.changes import Side, changes, same_terms
from indexer.link.finding import INERT, Finding, dialect_of, is_telling
from indexer.link.ground import ROOM, Ground
from indexer.link.linker import CALLABLE
from indexer.link.passing import MOST_CALLERS, MOST_CALLS, as_call
from indexer.link.patch import Patch
from indexer.link.reach import Reach
from indexer.link.worklist import TOO_MANY
from indexer.modules import is_manifest
from indexer.raw import Raw, renumbered, tables_of

if TYPE_CHECKING:
    from indexer.kept import Kept
    from indexer.link.findings import Findings, Note
    from indexer.link.linker import Linker

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Said = tuple[int, int, tuple[int, ...], bool]  # a note, whatever the numbers of its terms; whether it tells anything


@dataclass(slots=True)
class Local:
    """The rows of edited files by the numbers of the state that they are part of, and what linking them found."""

    raw: Raw
    files: Ints  # their numbers
    numbers: Ints  # of their definitions
    stays: Flags  # definitions that were there before
    findings: Findings
    was: Side
    now: Side
    altered: bool  # whether something in them means another thing now


def link_alone(ground: Ground, changed: Kept) -> Local | None:
    """What the changed files refer to; nothing where others could see the change."""
    paths = [entry.path for entry in changed.entries]
    if ground.found.told or not all(path in ground.number for path in paths):
        return None
    if any(is_manifest(path) or is_project(path) for path in paths):
        return None
    with ground.lock:
        return _Edit(ground, changed, paths).link()


@cache
def _is_kept(language: str | None) -> bool:
    family = languages.load(language).linking if language and languages.is_parsed(language) else None
    return family is None or (dialect_of(family).keeps_program and dialect_of(family).follows_changes)


class _Edit:
    def __init__(self, ground: Ground, changed: Kept, paths: list[str]) -> None:
        self.ground, self.rows, self.paths = ground, changed.raw, paths
        self.files = np.asarray([ground.number[path] for path in paths], dtype=np.int64)

    def link(self) -> Local | None:
        ground = self.ground
        self.was = ground.side(self.files)
        self.now = Side(self.rows, range(len(self.paths)), self.paths)
        self.change = changes(self.was, self.now)
        if not self._is_alike() or ground.is_mentioned(self.change.names, self.files):
            return None
        numbers = self._numbers()
        if numbers is None:
            return None
        self.numbers, self.row_of = numbers, {number: row for row, number in enumerate(numbers.tolist())}
        self.first = ground.program.room.term
        self.raw = renumbered(self.rows, self.files, numbers, self.first, ground.program.room.text)
        found = self._find()
        if found is None or (arriving := self._arriving(found)) is None or self._is_seen(found, arriving):
            return None
        stays, altered = numbers < ground.program.room.symbol, bool(self.change.altered or arriving)
        return Local(self.raw, self.files, numbers, stays, found, self.was, self.now, altered)

    def _is_alike(self) -> bool:
        """Whether all definitions are still there, in languages whose linking leaves the program as it is."""
        return (
            not self.change.beyond
            and self.was.files == self.now.files
            and len(self.change.same) == len(self.was.rows)
            and all(table.num_rows <= ROOM for name, table in tables_of(self.rows).items() if name != "refs")
            and all(_is_kept(language) for language, _ in self.now.files.values())
        )

    def _numbers(self) -> Ints | None:
        """A definition that stays keeps its number; nothing where their order, or what lies in what, is another."""
        program = self.ground.program
        numbers = np.full(self.rows.symbols.num_rows, -1, dtype=np.int64)
        numbers[list(self.change.same.values())] = list(self.change.same)
        stay, new = np.flatnonzero(numbers >= 0), np.flatnonzero(numbers < 0)
        numbers[new] = program.room.symbol + np.arange(len(new))
        around = self.rows.symbols["parent"].to_numpy()
        around = np.where(around >= 0, numbers[np.maximum(around, 0)], -1) if len(around) else around
        staying = numbers[stay].tolist()
        if sorted(staying) != staying or around[stay].tolist() != [program.parent[number] for number in staying]:
            return None
        taken = [(program.parent[number], program.name[number]) for number in staying]
        added = list(zip(around[new].tolist(), self.rows.symbols["name"].take(new).to_pylist(), strict=True))
        return numbers if len(set(added)) == len(added) and set(taken).isdisjoint(added) else None

    def _find(self) -> Findings | None:
        ground = self.ground
        modules = [ground.modules[file] for file in self.files.tolist()]
        placed = {int(self.files[number]): file for number, file in files_of(self.rows, self.paths, modules).items()}
        gone = ground.terms_in(self.files)
        self._sort_notes(set(gone.tolist()))
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
        with Patch(ground.program, self.raw, self.numbers, placed, gone):
            finding = _Finding(self)
            try:
                for name, files in ground.families.items():
                    if mine := files & placed.keys():
                        finding.add(name, mine, ground.tree)
            except RecursionError:  # to be told where all is linked
                return None
            return finding.found

    def _sort_notes(self, gone: set[int]) -> None:
        """Calls that are still made elsewhere, and those that had to do with what is gone."""
        ground, noted = self.ground, self.ground.found.notes
        touched = {note for file in self.files.tolist() for note in ground.notes.get(file, ())}
        self.dropped = {
            note: noted[note]
            for note in touched
            if not gone.isdisjoint(note[2]) or -note[0] in gone or noted[note] <= gone
        }
        self.noted = noted.keys() - self.dropped.keys()
        self.calls = {function: calls.copy() for function, calls in ground.calls.items()}
        for note in self.dropped:
            self.calls[note[0]].remove(as_call(note))

    @cached_property
    def still(self) -> dict[int, int]:
        """Terms that say the same as before, by their old numbers."""
        return {old: self.first + new for old, new in same_terms(self.was, self.now)}

    def callers(self) -> list[int]:
        """Calls that were noted before and are there still."""
        ops = self.ground.program.ops
        sources = {self.still[source] for note in self.dropped for source in self.dropped[note] if source in self.still}
        return sorted(source for source in sources if ops[source] in PASSING)

    def overflown(self, linker: Linker) -> Iterator[tuple[Note, set[int]]]:
        """Notes of calls of what could be anything: they were made on the way there, and would be again."""
        parts = self.ground.program.parts
        for (function, tag, given), sources in self.dropped.items():
            placed = [self.still.get(term, -1) if term in self.was.terms else term for term in given]
            calls = {self.still.get(source, -1) for source in sources}
            if function < 0 or min([*placed, *calls]) < 0:
                continue
            if all(linker.values.get(parts[call][0]) == TOO_MANY for call in calls):
                yield (function, tag, tuple(placed)), calls

    # -- whether others see what came of it

    def _is_seen(self, found: Findings, arriving: set[int]) -> bool:
        if not (arriving or self.change.names or self.change.altered):
            return False
        reach = self._reach(found, arriving)
        passed = (function for function, _, given in found.notes if reach.terms[self._own(given)].any())
        if any(self._row(function) is None for function in passed):
            return True
        reached = self.numbers[np.flatnonzero(reach.symbols)]
        merged = set(self.rows.symbols["name"].take(reach.merging[reach.symbols[reach.merging]]).to_pylist())
        return self.ground.is_named(reached, self.files) or self.ground.is_defined(merged, self.files)

    def _reach(self, found: Findings, arriving: set[int]) -> Reach:
        """What the change reaches in the files themselves."""
        blank = replace(found, target=np.full(self.rows.refs.num_rows, -1, dtype=np.int64), more=[], called=[])
        notes = [(row, tag, tuple(self._own(given))) for function, tag, given in found.notes
                 if (row := self._row(function)) is not None]  # fmt: skip
        reach = Reach(self.rows, blank, np.ones(len(self.paths), dtype=bool), self.change, notes)
        reach.run(arriving, (), most=2)
        return reach

    def _own(self, terms: Sequence[int]) -> list[int]:
        """Rows of terms that are the files' own."""
        return [term - self.first for term in terms if 0 <= term - self.first < self.rows.terms.num_rows]

    def _row(self, function: int) -> int | None:
        """The row of a function of the files; of a nameless one that of its term, below 0."""
        own = self._own((-function,)) if function < 0 else ()
        return -own[0] if own else self.row_of.get(function)

    def _arriving(self, found: Findings) -> set[int] | None:
        """The files' functions that are called with something else now; None where a function of others is."""
        fresh = found.notes.keys() - self.noted
        if any(map(self._is_called_outside, self.dropped)) or any(map(self._is_kept_outside, [*self.dropped, *fresh])):
            return None
        before = {self._said(note, self.was, 0) for note in self.dropped}
        after = {self._said(note, self.now, self.first) for note in fresh}
        lost, won = (Counter(function for function, *_ in notes) for notes in (self.dropped, fresh))
        arriving: set[int] = set()
        for function, *_, tells in before ^ after:
            count = len(self.ground.calls.get(function, ()))
            counts = count, count - lost[function] + won[function]
            if not (tells or max(counts) > MOST_CALLERS):
                continue
            if function in self.row_of:
                arriving.add(self.row_of[function])
            elif self._is_asked(function) and min(counts) <= MOST_CALLS:
                return None
        return arriving

    def _is_asked(self, function: int) -> bool:
        """Whether somebody may ask what a function is called with, or what is stored in what is none."""
        ground = self.ground
        return function in ground.asked or (function >= 0 and ground.program.kind[function] not in CALLABLE)

    def _is_called_outside(self, note: Note) -> bool:
        """Whether a nameless function of the files was seen to be called by others."""
        return -note[0] in self.was.terms and not all(source in self.was.terms for source in self.dropped[note])

    def _is_kept_outside(self, note: Note) -> bool:
        """Whether something is stored in an object that others write out."""
        term = -note[0]
        return term > 0 and term not in self.was.terms and not self._own((term,)) and self._op(term) == Op.OBJECT

    def _op(self, term: int) -> int:
        return self.ground.program.ops[term]

    def _said(self, note: Note, side: Side, first: int) -> Said:
        function, tag, given = note
        if function < 0:
            function = -1 - abs(side.hashes.get(-function - first, function))
        said = tuple(side.hashes.get(term - first, term) for term in given)
        return function, tag, said, any(self._tells(term, side, first) for term in given)

    def _tells(self, term: int, side: Side, first: int) -> bool:
        if term - first not in side.terms:
            return is_telling(self.ground.program, term)
        op, parts = side.terms[term - first]
        return (side.terms[parts[1]][0] if op == Op.KEYWORD else op) not in INERT


class _Finding(Finding):
    """Links edited files where what others do is known."""

    def __init__(self, edit: _Edit) -> None:
        super().__init__(edit.raw, edit.ground.program)
        self.edit = edit

    def _foreign(self, files: set[int]) -> frozenset[int]:
        families = self.edit.ground.families.values()
        return frozenset().union(*(others for others in families if others.isdisjoint(files)))

    def _recall(self, linker: Linker, mine: Flags, files: set[int]) -> None:
        linker.know(self.edit.noted, self.edit.calls)
        self._meet(linker, lambda file: [] if file in self.edit.files else self.edit.ground.terms_of(file))

    def _noted(self, linker: Linker) -> dict[Note, set[int]]:
        return dict(self.edit.overflown(linker)) | linker.notes()

    def _symbols(self, files: set[int]) -> list[int]:
        return [number for number in self.edit.numbers.tolist() if self.program.file[number] in files]

    def _passing(self, files: set[int]) -> list[int]:
        program, first = self.program, self.edit.first
        calls = [t for t in range(first, first + self.raw.terms.num_rows) if program.ops[t] in PASSING]
        calls = [term for term in calls if program.term_file[term] in files]
        return [term for term in calls if any(is_telling(program, part) for part in program.parts[term][1:])]

    def _callers(self, files: set[int]) -> list[int]:
        return [term for term in self.edit.callers() if self.program.term_file[term] in files]
