"""What linking some files alone found, by the numbers that their rows have in a whole state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.layout import NUMBERED, Layout, Renumbering
from indexer.link.findings import Findings, Note, carried, moved_note
from indexer.raw import homes

if TYPE_CHECKING:
    from indexer.link.ground import Ground
    from indexer.link.local import Local

Ints = npt.NDArray[np.int64]


class Rejoined:
    """The findings of all files.

    `rows` are the references of those that were linked alone, and those to them; `notes` are likewise theirs.
    """

    def __init__(self, ground: Ground, local: Local) -> None:
        self.local = local
        count = len(ground.paths)
        home = np.stack([np.zeros(count, dtype=np.int64), np.arange(count)])
        home[:, local.files] = np.ones(len(local.files)), np.arange(len(local.files))
        self.layout = Layout.joined([ground.layout, local.rows.layout], *home)
        self.moved = Renumbering(ground.layout, self.layout, np.where(home[0] == 0, home[1], -1))
        self._rejoin(ground, ground.program.room.term)

    def _rejoin(self, ground: Ground, first: int) -> None:
        local, moved = self.local, self.moved
        own = {name: self._own(name) for name in NUMBERED}
        self.symbols = _extended(moved.rows["symbols"], local.numbers, own["symbols"])
        moved.rows["symbols"] = self.symbols
        moved.place[local.files] = local.files  # no file came or went
        self.terms = _extended(moved.rows["terms"], first + np.arange(len(own["terms"])), own["terms"])
        self.findings = self._findings(carried(ground.found, moved, self.layout), own)
        to_them = np.flatnonzero(np.isin(self.findings.target, own["symbols"]))
        self.rows = np.union1d(own["refs"], to_them)
        before = ground.found.notes
        staying = local.was.key_of.keys() - set(local.gone)
        still = (note for note in before if note[0] in staying and self._is_called(note, before[note]))
        notes = {*local.findings.notes, *still}
        self.notes = self._lost(ground) | dict(self._note(note, before.get(note, set())) for note in notes)

    def _lost(self, ground: Ground) -> dict[Note, set[int]]:
        """Notes of files that were linked beside the edited ones, as if none were made any more: they have no sources.

        Those of edited files need not be told: what they are about is not there any more.
        """
        place = np.arange(len(ground.paths))
        place[sorted(self.local.edited)] = -1
        beside = [file for file in self.local.files.tolist() if file not in self.local.edited]
        touched = {note for file in beside for note in ground.notes.get(file, ())}
        moved = Renumbering(ground.layout, self.layout, place)
        moved.rows["symbols"] = self.symbols  # which knows those of the edited files that stay
        return {now: set() for note in touched if (now := moved_note(note, moved)) is not None}

    def _own(self, name: str) -> Ints:
        """For each row of the files its place among all."""
        mine = homes(name, self.local.raw) if name != "types" else self._homes_of_types()
        place = np.empty(len(mine), dtype=np.int64)
        for file in np.unique(mine).tolist():
            place[mine == file] = self.layout.rows_of(name, file)
        return place

    def _homes_of_types(self) -> Ints:
        """Their symbols have numbers of the state, not of the rows."""
        files = dict(zip(self.local.numbers.tolist(), self.local.raw.symbols["file"].to_pylist(), strict=True))
        return np.asarray([files[number] for number in self.local.raw.types["symbol"].to_pylist()], dtype=np.int64)

    def _findings(self, all_found: Findings, own: dict[str, Ints]) -> Findings:
        new = self.local.findings
        refs = own["refs"]
        all_found.target[refs] = self._symbol(new.target)
        for name in ("rule", "level", "external", "label"):
            getattr(all_found, name)[refs] = getattr(new, name)
        all_found.import_target[own["imports"]] = self._symbol(new.import_target)
        all_found.import_file[own["imports"]] = new.import_file
        all_found.import_where[own["imports"]] = new.import_where
        all_found.base[own["types"]] = self._symbol(new.base)
        all_found.more += [(int(refs[row]), int(self.symbols[to]), rule) for row, to, rule in new.more]
        all_found.called += [(int(refs[row]), int(self.symbols[to])) for row, to in new.called]
        return all_found

    def _symbol(self, numbers: Ints) -> Ints:
        return np.where(numbers >= 0, self.symbols[np.maximum(numbers, 0)], -1) if len(numbers) else numbers

    def _is_called(self, note: Note, sources: set[int]) -> bool:
        """Whether others still call a function of the files."""
        gone = self.local.was.terms
        return gone.keys().isdisjoint(note[2]) and not sources <= gone.keys()

    def _note(self, note: Note, before: set[int]) -> tuple[Note, set[int]]:
        """With all that it was noted at."""
        function, tag, given = note
        named = int(self.symbols[function]) if function >= 0 else -int(self.terms[-function])
        sources = self.local.findings.notes.get(note, set()) | {source for source in before if source < 0}
        still = {int(self.moved.rows["terms"][source]) for source in before if source >= 0} - {-1}
        placed = {int(self.terms[source]) if source >= 0 else -1 for source in sources}
        return (named, tag, tuple(int(self.terms[term]) for term in given)), placed | still


def _extended(base: Ints, numbers: Ints, places: Ints) -> Ints:
    """Old numbers to new ones, those that were given while the files were linked alone included."""
    made = np.full(max(len(base), int(numbers.max(initial=-1)) + 1), -1, dtype=np.int64)
    made[: len(base)] = base
    made[numbers] = places
    return made
