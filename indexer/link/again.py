"""Links a commit on top of what was found in an earlier state: only what the change can reach is followed."""

from __future__ import annotations

import posixpath
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer import languages
from indexer.extract.terms import PASSING
from indexer.layout import Layout, Renumbering
from indexer.link import Findings, find, link
from indexer.link.changes import Changes, changes, same_terms
from indexer.link.finding import Open, dialect_of, telling
from indexer.link.findings import Note, carried, moved_note
from indexer.link.passing import MOST_CALLERS, MOST_CALLS
from indexer.link.reach import Reach
from indexer.link.side import Side
from indexer.modules import modules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.kept import Kept
    from indexer.model import Entry
    from indexer.modules import Tree
    from indexer.raw import Raw

Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Mapped = dict[Note, Note | None]  # notes of before, as they are now
Recalled = dict[Note, set[int]]
PROJECTS = (".csproj", ".fsproj", ".vbproj", ".shproj", ".projitems", ".sln", ".props", ".targets")
ROUNDS = 4  # of following what newly arrives at parameters
MOST_REACHED = 0.05  # of all terms: beyond that following everything costs little more


@dataclass(slots=True)
class Linking:
    """What links a state of the files; `before` is an earlier one, with what was found there."""

    entries: Sequence[Entry]
    before: Kept

    def __call__(self, raw: Raw, paths: list[str], modules: list[str | None], tree: Tree) -> Findings:
        if self.before.findings is not None:
            place = self.before.places(self.entries)
            again = _Again(self.before, self.before.findings, place, raw, paths, modules, tree)
            if (found := again.find()) is not None:
                return found
        return link(raw, paths, modules, tree)


class _Again:
    def __init__(
        self,
        before: Kept,
        old: Findings,
        place: Ints,
        raw: Raw,
        paths: list[str],
        modules: list[str | None],
        tree: Tree,
    ) -> None:
        self.before, self.raw, self.paths, self.modules, self.tree = before, raw, paths, modules, tree
        self.old = old
        self.place = place
        self.files = raw.terms["file"].to_numpy()
        self.stays = np.zeros(len(paths), dtype=bool)
        self.stays[place[place >= 0]] = True

    def find(self) -> Findings | None:
        """Nothing where the change may reach anything, or nearly everything."""
        if self.old.told or not self._is_same_ground():
            return None
        old_files = np.flatnonzero(self.place < 0).tolist()
        new_files = np.flatnonzero(~self.stays).tolist()
        self.was = Side(self.before.raw, old_files, [entry.path for entry in self.before.entries])
        self.now = Side(self.raw, new_files, self.paths)
        spoken = {language for side in (self.was, self.now) for language, _ in side.files.values()}
        change = changes(self.was, self.now, self._folders())
        if change.beyond or not all(map(_is_followed, spoken)):
            return None
        self.layout = Layout.of(self.raw, len(self.paths))
        self.moved = Renumbering(self.before.layout, self.layout, self.place)
        for was, now in change.same.items():
            self.moved.rows["symbols"][was] = now
        for was, now in same_terms(self.was, self.now):
            self.moved.rows["terms"][was] = now
        return self._follow(change)

    def _folders(self) -> frozenset[str]:
        return frozenset(posixpath.dirname(self.paths[file]) or "." for file in np.flatnonzero(self.stays).tolist())

    def _is_same_ground(self) -> bool:
        """Whether modules are found as before, and files that did not change are what they were."""
        paths = [entry.path for entry in self.before.entries]
        if self.tree.manifests != self.before.manifests or any(map(is_project, set(paths) ^ set(self.paths))):
            return False
        before = modules_of(self.before.raw, paths, self.before.tree())
        return all(at < 0 or before[n] == self.modules[at] for n, at in enumerate(self.place.tolist()))

    def _follow(self, change: Changes) -> Findings | None:
        base = carried(self.old, self.moved, self.layout)
        notes = {note: moved_note(note, self.moved) for note in self.old.notes}
        gone = self._gone(notes)
        arriving: set[int] = set()
        for _ in range(ROUNDS):
            reach = Reach(self.raw, self.paths, base, ~self.stays, change, [note for note in notes.values() if note])
            if not reach.run(arriving, gone, MOST_REACHED):
                return None
            wanted = (reach.terms | ~self.stays[reach.term_file]) & self._followed()[reach.term_file]
            recalled = self._recalled(notes, reach.terms)
            found = find(
                self.raw, self.paths, self.modules, self.tree,
                Open(base, wanted, reach.symbols, recalled, self._callers(notes, wanted, reach)),
            )  # fmt: skip
            fresh = self._arriving(notes, recalled, found, reach) - arriving
            if not fresh:
                return found
            arriving |= fresh
        return None

    def _followed(self) -> Flags:
        """Files of languages that tell what a change reaches; the others were left alone, or nobody would be here."""
        made = np.ones(len(self.paths), dtype=bool)
        spoken = zip(*(self.raw.files[name].to_pylist() for name in ("file", "language")), strict=True)
        made[[file for file, language in spoken if not _is_followed(language)]] = False
        return made

    def _gone(self, notes: Mapped) -> list[int]:
        """Terms that meant a definition which is not there any more, or called one."""
        moved, old = self.moved, self.old
        lost = (old.target >= 0) & (moved("symbols", old.target) < 0)
        rows = [*np.flatnonzero(lost).tolist(), *(row for row, to, *_ in [*old.more, *old.called] if self._is_gone(to))]
        terms = self.before.raw.refs["term"].to_numpy()[rows].astype(np.int64)
        callers = [term for note, now in notes.items() if now is None for term in old.notes[note] if term >= 0]
        found = moved("terms", np.concatenate([terms, np.asarray(callers, dtype=np.int64)]))
        return [int(term) for term in np.unique(found[found >= 0])]

    def _is_gone(self, symbol: int) -> bool:
        return bool(self.moved.rows["symbols"][symbol] < 0)

    def _recalled(self, notes: Mapped, reached: Flags) -> Recalled:
        """Notes that some term which is not reached stands for."""
        terms = self.moved.rows["terms"]
        made: Recalled = {}
        for note, now in notes.items():
            if now is None:
                continue
            sources = {int(terms[s]) if s >= 0 else -1 for s in self.old.notes[note] if s < 0 or terms[s] >= 0}
            live = {s for s in sources if not reached[s if s >= 0 else now[2][0]]}
            if not self.stays[self.files[now[2][0]]] and live == {-1} and max(self.old.notes[note]) >= 0:
                continue  # of a call that is not there any more
            if live:
                made[now] = live
        return made

    def _callers(self, notes: Mapped, wanted: Flags, reach: Reach) -> list[int]:
        terms = self.moved.rows["terms"]
        sources = {int(terms[source]) for note in notes for source in self.old.notes[note] if source >= 0}
        return sorted(s for s in sources if s >= 0 and wanted[s] and reach.op[s] in PASSING)

    def _arriving(self, notes: Mapped, recalled: Recalled, found: Findings, reach: Reach) -> set[int]:
        """Functions that are called with something else than before, as far as it can matter to their parameters."""
        told, tells = _telling(self.before.raw), _telling(self.raw)
        before = {
            (function, note[1], now[2] if now else self.was.hashed(note[2]), bool(told[list(note[2])].any()))
            for note, now in notes.items()
            if now not in recalled and (function := self._now(note[0])) is not None
        }
        after, touched = set(), set()
        for function, tag, given in found.notes.keys() - recalled.keys():
            says = bool(tells[list(given)].any())
            after.add((function, tag, given, says))
            if not self.stays[reach.term_file[given[0]]] and says and reach.terms[list(given)].any():
                touched.add(function)
        counts = (
            Counter(self._now(function) for function, *_ in notes),
            Counter(function for function, *_ in found.notes),
        )
        for function, *_, says in before ^ after:
            if says or max(count[function] for count in counts) > MOST_CALLERS:
                touched.add(function)
        asked = set(reach.parameter_of.tolist())
        asked |= {f for f in touched if f < 0 and self.stays[reach.term_file[-f]]}
        asked |= {f for f in touched if f >= 0 and not reach.is_function[f]}
        return {f for f in touched & asked if min(count[f] for count in counts) <= MOST_CALLS}

    def _now(self, function: int) -> int | None:
        """The number that a function has now."""
        rows = self.moved.rows["symbols"] if function >= 0 else self.moved.rows["terms"]
        number = int(rows[abs(function)])
        return None if number < 0 else number if function >= 0 else -number


def is_project(path: str) -> bool:
    """Whether a file says by its being there what belongs together."""
    return path.endswith(PROJECTS)


@cache
def _is_followed(language: str | None) -> bool:
    family = languages.load(language).linking if language and languages.is_parsed(language) else None
    return family is None or dialect_of(family).follows_changes


def _telling(raw: Raw) -> Flags:
    listed = raw.terms["parts"].combine_chunks()
    return telling(raw.terms["op"].to_numpy(), listed.offsets.to_numpy(), listed.values.to_numpy())
