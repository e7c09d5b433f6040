"""Links files whose change nobody outside of them can see: alone, as if all else had just been linked, too.

The usual edit changes what a function does, not what others know of it. Whether others could see a change is asked
first, by what they name, and again when it is known what the files now pass on. Files that could are linked beside the
edited ones, as if they had been edited as well; where they are many, or cannot be told, nothing is said here, and the
change is linked the long way.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer import languages
from indexer.extract.terms import PASSING, Op
from indexer.link import DEEPEST, files_of
from indexer.link.again import is_project
from indexer.link.apart import apart
from indexer.link.asking import Asking
from indexer.link.changes import changes, is_shared, same_terms
from indexer.link.faults import FAULTS
from indexer.link.finding import Finding, dialect_of, is_telling
from indexer.link.ground import ROOM, Ground
from indexer.link.handing import Handing, seers_of
from indexer.link.passing import as_call
from indexer.link.patch import Patch
from indexer.link.seen import Seen
from indexer.link.side import Side
from indexer.link.worklist import TOO_MANY
from indexer.modules import is_manifest
from indexer.raw import Raw, chosen, renumbered, tables_of

if TYPE_CHECKING:
    from indexer.kept import Kept
    from indexer.link.dialect import Dialect
    from indexer.link.findings import Findings, Note
    from indexer.link.linker import Linker
    from indexer.modules import Tree

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
ROUNDS = 6  # of looking who sees what others see
LOG = logging.getLogger(__name__)  # tells why an edit goes the long way
MOST_BESIDE, MOST_TERMS = 60, 40_000  # files, and terms in them: to link everything costs little more


@dataclass(slots=True)
class Local:
    """The rows of edited files by the numbers of the state that they are part of, and what linking them found."""

    rows: Kept  # with those of files that were linked beside them
    raw: Raw
    files: Ints  # their numbers
    edited: set[int]  # those that are not what they were
    numbers: Ints  # of their definitions
    stays: Flags  # definitions that were there before
    gone: list[int]  # numbers of definitions that are there no more
    findings: Findings
    was: Side
    now: Side
    touched: Callable[[set[int], set[int]], bool]  # whether terms or definitions, by their rows, may be others now
    shared: bool  # whether others use what may be another thing now, and only hold it for the same


def link_alone(ground: Ground, changed: Kept) -> Local | None:
    """What the changed files refer to, and who sees that they changed; nothing where all could see the change."""
    paths = [entry.path for entry in changed.entries]
    if ground.found.told or not all(path in ground.number for path in paths):
        return None
    if any(is_manifest(path) or is_project(path) for path in paths):
        return None
    with ground.lock:
        return _link_widely(ground, changed)


def _link_widely(ground: Ground, changed: Kept) -> Local | None:
    beside: set[int] = set()
    reshaped: set[int] = set()
    for _ in range(ROUNDS):
        edit = Edit(ground, _with(ground, changed, beside), reshaped)
        if (local := edit.link()) is not None:
            return local
        anew = edit.seen.reshaped - reshaped
        reshaped |= anew
        beside |= edit.seers
        size = int(ground.layout.count["terms"][sorted(beside)].sum())
        if any(is_shared(ground.paths[file]) for file in beside):
            LOG.debug("fixtures that others share may see it")
            return None
        if not (edit.seers or anew) or len(beside) > MOST_BESIDE or size > MOST_TERMS:
            LOG.debug("%d files with %d terms may see it", len(beside), size)
            return None
    LOG.debug("each time others see it")
    return None


def _with(ground: Ground, changed: Kept, beside: set[int]) -> Kept:
    """The rows of the changed files and of others, which have their pieces of text already."""
    if not beside:
        return changed
    files, nothing = np.asarray(sorted(beside), dtype=np.int64), changed.raw.chunks.schema.empty_table()
    others = ground.kept.outline([ground.kept.entries[file] for file in files.tolist()])
    entries = sorted([*others.entries, *changed.entries], key=lambda entry: entry.path)
    return others.with_rows(chosen(ground.raw, files, nothing)).among(entries, changed)


@cache
def _is_kept(language: str | None) -> bool:
    family = languages.load(language).linking if language and languages.is_parsed(language) else None
    return family is None or (dialect_of(family).keeps_program and dialect_of(family).follows_changes)


class Edit:
    """Where it is not linked, `seers` are the files that may see it; none where that cannot be told.

    `reshaped` are members that were seen to be others now, though their definitions say what they said.
    """

    def __init__(self, ground: Ground, changed: Kept, reshaped: set[int]) -> None:
        self.ground, self.kept, self.rows = ground, changed, changed.raw
        self.paths = [entry.path for entry in changed.entries]
        self.files = np.asarray([ground.number[path] for path in self.paths], dtype=np.int64)
        self.edited = {ground.number[entry.path] for entry in changed.entries if entry not in ground.entries}
        self.seers: set[int] = set()
        self.reshaped = reshaped
        self.seen, self.judged = Seen(self), False

    def link(self) -> Local | None:
        ground = self.ground
        self.was = ground.side(self.files)
        self.now = Side(self.rows, range(len(self.paths)), self.paths)
        self.change = changes(self.was, self.now)
        if new := apart(self.was, self.now, self.change):
            self.now.set_apart(new)
            self.change = changes(self.was, self.now)
        self.gone = [number for number in self.was.rows if number not in self.change.same]
        if any(Handing(ground, path, self.files).is_starred() for path in self.change.starred):
            LOG.debug("who imports all names of a file gets others")
            return None
        self.change.starred.clear()  # nobody gets another set of names
        if not self._is_alike() or self._is_mentioned():
            return None
        numbers = self._numbers()
        if numbers is None:
            LOG.debug("definitions stand in another order")
            return None
        self.numbers, self.row_of = numbers, {number: row for row, number in enumerate(numbers.tolist())}
        self.first = ground.program.room.term
        self.raw = renumbered(self.rows, self.files, numbers, self.first, ground.program.room.text)
        found = self._find()
        if found is None or self.seen.differs():
            self.seers |= self.seen.seers
            return None
        stays, seen = numbers < ground.program.room.symbol, self.seen
        return Local(
            self.kept, self.raw, self.files, self.edited, numbers, stays, self.gone, found, self.was, self.now,
            seen.touches, seen.shared,
        )  # fmt: skip

    def _is_mentioned(self) -> bool:
        """Whether others name what came, went, or is another thing now."""
        ground, change = self.ground, self.change
        self.seers |= ground.naming(set(self.gone), self.files) | ground.mentioning(change.loose, self.files)
        self.seers |= Asking(ground, change.members, self.files).seers()
        for path, names in change.handed.items():
            self.seers |= seers_of(ground, path, names, self.now, self.files)
        return bool(self.seers)

    def _is_alike(self) -> bool:
        """Whether files are what they were, in languages whose linking leaves the program."""
        return (
            not self.change.beyond
            and self.was.files == self.now.files
            and all(self.was.parent_of(number) >= 0 or self.was.key_of[number][3] != "module" for number in self.gone)
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
        containers = self.rows.symbols["container"].take(new).to_pylist()
        outermost = [(name, of) for (parent, name), of in zip(added, containers, strict=True) if parent < 0]
        if len(set(outermost)) < len(outermost):  # several parts may become one
            return None
        return numbers if set(taken).isdisjoint(added) else None

    def _find(self) -> Findings | None:
        ground = self.ground
        modules = [ground.modules[file] for file in self.files.tolist()]
        placed = {int(self.files[number]): file for number, file in files_of(self.rows, self.paths, modules).items()}
        gone = ground.terms_in(self.files)
        self._sort_notes(set(gone.tolist()))
        if calling := {call for number in self.gone for call in self.calls.get(number, ())}:
            self.seers |= {ground.program.term_file[given[0]] for _, given in calling}
            return None
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
        with Patch(ground.program, self.raw, self.numbers, placed, gone, self.gone):
            finding = _Finding(self)
            spoken = {name: mine for name, files in ground.families.items() if (mine := files & placed.keys())}
            self.family = next(iter(spoken)) if len(spoken) == 1 else ""
            try:
                for name, files in spoken.items():
                    finding.add(name, files, ground.tree)
            except FAULTS:  # to be told where all is linked
                return None
            finally:
                finding.detach()
            if finding.found.told:
                return None
            if not self.judged:
                self.seen.judge("", None, finding.found.notes, finding.found)
            return finding.found

    def judge(self, linker: Linker, notes: dict[Note, set[int]], found: Findings) -> None:
        """Where all files are of one language what they mean can be compared; else names must do."""
        if self.family:
            self.seen.judge(self.family, linker, notes, found)
            self.judged = True

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
        for (function, tag, given), sources in self.dropped.items():
            placed = [self.still.get(term, -1) if term in self.was.terms else term for term in given]
            calls = {self.still.get(source, -1) for source in sources}
            if function < 0 or min([*placed, *calls]) < 0:
                continue
            if self.is_overflown(linker, calls):
                yield (function, tag, tuple(placed)), calls

    def is_overflown(self, linker: Linker, calls: set[int]) -> bool:
        """Whether calls are all of what could be anything: which of them are noted depends on the way there."""
        return min(calls) >= 0 and all(linker.holds(self._callee(call)) is TOO_MANY for call in calls)

    def _callee(self, call: int) -> int:
        """What is called, or what something is stored in."""
        ops, parts = self.ground.program.ops, self.ground.program.parts
        callee = parts[call][0]
        return parts[callee][0] if ops[call] == Op.STORE and ops[callee] == Op.MEMBER else callee


class _Finding(Finding):
    """Links edited files where what others do is known."""

    def __init__(self, edit: Edit) -> None:
        super().__init__(edit.raw, edit.ground.program)
        self.edit = edit
        self.dialects: list[Dialect] = []

    def detach(self) -> None:
        while self.dialects:
            self.dialects.pop().detach()

    def _dialect(self, family: str, tree: Tree) -> Dialect:
        self.dialects.append(super()._dialect(family, tree))
        return self.dialects[-1]

    def _foreign(self, files: set[int]) -> frozenset[int]:
        return self.edit.ground.foreign(files)

    def _recall(self, linker: Linker, mine: Flags, files: set[int]) -> None:
        linker.know(self.edit.noted, self.edit.calls, self.edit.first)
        self.meet(linker, lambda file: [] if file in self.edit.files else self.edit.ground.terms_of(file))

    def _noted(self, linker: Linker) -> dict[Note, set[int]]:
        made = linker.notes().items()
        noted = {note: sources for note, sources in made if not self.edit.is_overflown(linker, sources)}
        noted |= dict(self.edit.overflown(linker))
        self.edit.judge(linker, noted, self.found)  # which may note more: calls that nobody asked about
        return noted

    def _symbols(self, files: set[int]) -> list[int]:
        return [number for number in self.edit.numbers.tolist() if self.program.file[number] in files]

    def _passing(self, files: set[int]) -> list[int]:
        program, first = self.program, self.edit.first
        calls = [t for t in range(first, first + self.raw.terms.num_rows) if program.ops[t] in PASSING]
        calls = [term for term in calls if program.term_file[term] in files]
        return [term for term in calls if any(is_telling(program, part) for part in program.parts[term][1:])]

    def _callers(self, files: set[int]) -> list[int]:
        return [term for term in self.edit.callers() if self.program.term_file[term] in files]
