"""Whether others see what came of an edit: definitions that they name, functions that they define.

What a change can reach in the edited files is known by names alone (`Reach`), which is far more than it does reach. So
what others read there is compared: what functions and fields hold, what arrives at parameters. Where it is the same as
before, nobody else can tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.compute as pc

from indexer.extract.terms import Flow, Op
from indexer.link.finding import INERT, is_telling
from indexer.link.handing import EXPORTING, Exporting, seers_of
from indexer.link.linker import CALLABLE
from indexer.link.meaning import STORED, WRITTEN, Meaning
from indexer.link.passing import MOST_CALLERS, MOST_CALLS
from indexer.link.reach import KEYED, Reach
from indexer.link.storing import HOLDERS
from indexer.link.texts import Texts

if TYPE_CHECKING:
    from indexer.link.findings import Findings, Note
    from indexer.link.linker import Linker
    from indexer.link.local import Edit
    from indexer.link.side import Side

Said = tuple[int, int, tuple[int, ...], bool]  # a note, whatever the numbers of its terms; whether it tells anything
Key = tuple[Any, ...]
COMPARED = CALLABLE | {"property", "field"}  # what others know of them is what they hold and give back
MOST_WATCHED = 400  # cells: to link everything costs little more than to compare so many


class Seen:
    """One edit; `judge` is called while the edited files are in place, `differs` when they no longer are."""

    def __init__(self, edit: Edit) -> None:
        self.edit, self.ground, self.files = edit, edit.ground, edit.files
        self.arriving: set[int] = set()  # rows of the files' functions that are called with something else now
        self.family = ""
        self.is_plain = True  # as far as is known by now
        self.seers: set[int] = set()  # files that may see the change
        self.symbols: set[int] = set()  # definitions that may be others now
        self.now: dict[Key, Hashable] = {}  # what others read, as it is now
        self.shared = False  # whether some of that are definitions of the files
        self.reshaped: set[int] = set()  # members that others may get without naming them, and that are others now
        self.reach: Reach | None = None  # what the change reaches in the files

    def judge(self, family: str, linker: Linker | None, notes: Iterable[Note], found: Findings) -> None:
        """Names what others could see, and keeps what it means now; without a linker names must do."""
        self.notes, functions = notes, self._compare_calls(notes)
        change = self.edit.change
        symbols: set[int] = set()
        if self.arriving or change.names or change.altered:
            self.reach = reach = self._reach(notes, found)
            functions |= {note[0] for note in notes if self._passes_on(note, reach)}
            symbols = set(self.edit.numbers[np.flatnonzero(reach.symbols)].tolist())
            merged = reach.merging[reach.symbols[reach.merging]]
            self._see(self.ground.defining(set(self.edit.rows.symbols["name"].take(merged).to_pylist()), self.files))
            self._see_fitting(reach)
        self.symbols = symbols
        symbols = self.ground.named(symbols, self.files)
        self.shared = bool(symbols)
        keys = self._keys(functions, symbols, linker is not None and linker.dialect.variables_told)
        for file in {self.ground.program.file[symbol] for symbol in self._reached("handed")}:
            self._see(Exporting(self.ground, self.ground.paths[file], self.files).holders())
        unnamed = self._reached("unnamed")
        keys += [key for symbol in sorted(unnamed - symbols) for key in self._cells(symbol)]
        if (keys and linker is None) or len(keys) > MOST_WATCHED:
            self._see_readers(keys)
        elif linker is not None and self.is_plain:
            self.family = family
            self.now = self._meaning(linker, self._own_now).of_all(keys)

    def differs(self) -> bool:
        if self.is_plain and self.now:
            linker = self.ground.new_linker(self.family)
            room = self.ground.program.room.symbol  # what came with the edit was nothing before
            before = self._meaning(linker, self._own_before).of_all(key for key in self.now if key[1] < room)
            linker.dialect.detach()
            self._see_readers(key for key, now in self.now.items() if before.get(key) != now)
        return not self.is_plain

    def _see_fitting(self, reach: Reach) -> None:
        """Who may implement an interface without naming it; where what it embeds is another, nobody can tell."""
        kinds, flows = self.edit.rows.symbols["kind"], self.edit.rows.flows
        interfaces = reach.fitting & pc.equal(kinds, "interface").to_numpy()
        embedding = flows["symbol"].to_numpy()[(flows["how"].to_numpy() == Flow.BASE) & reach.terms[reach.flow_term]]
        if interfaces[embedding].any():
            self.is_plain = False
        methods = np.flatnonzero(reach.symbols & (reach.parent >= 0) & interfaces[np.maximum(reach.parent, 0)])
        self._see(self.ground.defining(set(self.edit.rows.symbols["name"].take(methods).to_pylist()), self.files))

    def _reached(self, sort: str) -> set[int]:
        """Members that may be others now, of a sort that is looked for without being named."""
        if self.reach is None:
            return set()
        return set(self.edit.numbers[np.flatnonzero(self.reach.symbols & getattr(self.reach, sort))].tolist())

    def _see(self, files: set[int]) -> None:
        self.seers |= files
        self.is_plain = self.is_plain and not files

    def _see_readers(self, keys: Iterable[Key]) -> None:
        """Who reads cells that are others now; of members by which a type is known, all who use the type."""
        room, shaping = self.ground.program.room.symbol, self._reached("shaping") - self.edit.reshaped
        for key in keys:
            self._see(self._readers(key))
            if key[1] in shaping and key[1] < room:
                self.reshaped.add(key[1])
                self.is_plain = False

    def _readers(self, key: Key) -> set[int]:
        """Files that read a cell of theirs, or of a definition that they name."""
        how, symbol = key[:2]
        if how == STORED:
            return {self._home(symbol)}
        if how == "parameter" or symbol not in self.edit.row_of:
            return {self._home(symbol)} | self.ground.naming({symbol}, self.files)
        return self.ground.naming({symbol}, self.files)

    def _home(self, function: int) -> int:
        program = self.ground.program
        return program.file[function] if function >= 0 else program.term_file[-function]

    def _meaning(self, linker: Linker, own: Callable[[int], Hashable]) -> Meaning:
        recast = {int(self.edit.numbers[row]) for row in self.edit.change.recast}
        return Meaning(linker, own, self.symbols, recast)

    def touches(self, terms: set[int], symbols: set[int]) -> bool:
        """Whether one of the files' terms or definitions, by their rows, may be another thing now."""
        if self.reach is None:
            return False
        return bool(self.reach.terms[sorted(terms)].any() or self.reach.symbols[sorted(symbols)].any())

    def _keys(self, functions: set[int], symbols: set[int], is_told: bool) -> list[Key]:
        """The cells that others read; who may read more than that is named as well."""
        program, recast = self.ground.program, self.edit.change.recast
        keys: list[Key] = []
        for function in sorted(functions):
            if self._is_stored_in(function, HOLDERS):
                keys += [(STORED, function, name) for name in self._stored_names(function)]
            elif self._is_stored_in(function):
                keys.append(("held", function))
            else:
                keys += [("parameter", function, place) for place in self._places(function)]
        kinds = COMPARED | HOLDERS if is_told else COMPARED
        told = {s for s in symbols if program.kind[s] in kinds and self.edit.row_of[s] not in recast}
        modules = {s for s in symbols if self._exports(s)}
        for symbol in modules:
            path = self.ground.paths[program.file[symbol]]
            self._see(seers_of(self.ground, path, self._exported(symbol), self.edit.now, self.files))
        self._see(self.ground.naming(symbols - told - modules, self.files))
        for symbol in sorted(told):
            keys += self._cells(symbol)
            keys += [(WRITTEN, symbol)] if is_told and program.kind[symbol] in HOLDERS else []
        return keys

    def _exports(self, symbol: int) -> bool:
        """Whether it is a module that is what it was, of which others know what it hands out."""
        home = self.ground.program.files[self.ground.program.file[symbol]]
        row = self.edit.row_of[symbol]
        return home.symbol == symbol and home.language in EXPORTING and row not in self.edit.change.altered

    def _exported(self, symbol: int) -> set[str]:
        """Names of what a module hands out that may be another thing now, as it calls them itself."""
        assert self.reach is not None
        flows, now = self.edit.rows.flows, self.edit.now
        mine = (flows["symbol"].to_numpy() == self.edit.row_of[symbol]) & (flows["how"].to_numpy() == Flow.EXPORT)
        terms = flows["term"].to_numpy()[mine]
        given = [now.terms[now.terms[term][1][1]] for term in terms[self.reach.terms[terms]].tolist()]
        places = {Op.FROM: 1, Op.IMPORT: 0}
        return {now.text(parts[places[op]]) for op, parts in given if op in places}

    def _cells(self, symbol: int) -> list[Key]:
        is_called = self.ground.program.kind[symbol] in CALLABLE
        return [("result", symbol)] + ([] if is_called else [("held", symbol)])

    def _stored_names(self, symbol: int) -> list[str]:
        """Names under which something is put into a type or module, or was."""
        program, edit = self.ground.program, self.edit
        there = [note[2][0] for note in [*edit.noted, *self.notes] if note[0] == symbol]
        found = {program.texts[program.parts[target][1]] for target in there}
        gone = [
            edit.was.terms[note[2][0]][1] for note in edit.dropped if note[0] == symbol and note[2][0] in edit.was.terms
        ]
        return sorted(found | {edit.was.text(parts[1]) for parts in gone})

    def _places(self, function: int) -> Iterable[int]:
        """Those of its parameters that declare nothing."""
        return self.ground.places[function] if function >= 0 else range(len(self.ground.program.parts[-function]) - 2)

    # -- terms of the files, by what they say

    def _own_now(self, term: int) -> Hashable:
        row = term - self.edit.first
        if not 0 <= row < self.edit.rows.terms.num_rows:
            return term
        return self._own(self.edit.now, row)

    def _own_before(self, term: int) -> Hashable:
        return self._own(self.edit.was, term) if term in self.edit.was.terms else term

    def _own(self, side: Side, term: int) -> Hashable:
        """Nothing where the same words may mean another thing now, unless all is in the words."""
        said = side.hashes[term]
        return (
            ("own", side.term_path[term], said) if said not in self._touched or side.terms[term][0] in INERT else None
        )

    @cached_property
    def _touched(self) -> set[int]:
        """What terms say that may mean another thing now."""
        if self.reach is None:
            return set()
        return {self.edit.now.hashes[row] for row in np.flatnonzero(self.reach.terms).tolist()}

    # -- what is passed on

    def _compare_calls(self, notes: Iterable[Note]) -> set[int]:
        """Functions of others that are called with something else now; who calls nameless ones of the files sees it."""
        edit, gone = self.edit, set(self.edit.gone)
        fresh = set(notes) - edit.noted
        term_file = self.ground.program.term_file
        calling = {source for note in edit.dropped if self._is_called_outside(note) for source in edit.dropped[note]}
        self._see({term_file[source] for source in calling - edit.was.terms.keys()})
        kept = {note for note in [*edit.dropped, *fresh] if self._is_kept_outside(note)}
        self._see({self._home(note[0]) for note in kept})
        before = {self._said(note, edit.was, 0) for note in edit.dropped}
        after = {self._said(note, edit.now, edit.first) for note in fresh}
        lost, won = (Counter(function for function, *_ in each) for each in (edit.dropped, fresh))
        others: set[int] = set()
        for function, *_, tells in before ^ after:
            count = len(self.ground.calls.get(function, ()))
            counts = count, count - lost[function] + won[function]
            if not (tells or max(counts) > MOST_CALLERS):
                continue
            if function in gone:
                continue  # nobody else calls it
            if function in edit.row_of:
                self.arriving.add(edit.row_of[function])
            elif self._is_asked(function) and min(counts) <= MOST_CALLS:
                others.add(function)
        return others

    def _is_asked(self, function: int) -> bool:
        """Whether somebody may ask what a function is called with, or what is stored in what is none."""
        return function in self.ground.places or self._is_stored_in(function)

    def _is_stored_in(self, symbol: int, kinds: Container[str] = ()) -> bool:
        """Whether it is no function, and of none of the kinds."""
        kind = self.ground.program.kind[symbol] if symbol >= 0 else ""
        return symbol >= 0 and kind not in CALLABLE and kind not in kinds

    def _is_called_outside(self, note: Note) -> bool:
        """Whether a nameless function of the files was seen to be called by others."""
        was = self.edit.was.terms
        return -note[0] in was and not all(source in was for source in self.edit.dropped[note])

    def _is_kept_outside(self, note: Note) -> bool:
        """Whether something is stored in an object that others write out."""
        term = -note[0]
        inside = term in self.edit.was.terms or self._rows((term,))
        return term > 0 and not inside and self.ground.program.ops[term] == Op.OBJECT

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

    def _passes_on(self, note: Note, reach: Reach) -> bool:
        """Whether what a call gives to a function of others may be another thing now."""
        function, _, given = note
        if self._row(function) is not None or (function >= 0 and not self._is_asked(function)):
            return False
        return bool(reach.terms[self._rows(given)].any())

    def _reach(self, notes: Iterable[Note], found: Findings) -> Reach:
        """What the change reaches in the files themselves."""
        rows, edit = self.edit.rows, self.edit
        own = [(row, tag, tuple(self._rows(given))) for function, tag, given in notes
               if (row := self._row(function)) is not None]  # fmt: skip
        known, lost = self._known(found)
        changed = np.asarray([file in edit.edited for file in edit.files.tolist()], dtype=bool)
        spoken = {language for language, _ in edit.now.files.values()}
        keys = set() if KEYED.isdisjoint(spoken) else self.ground.keys | Texts(rows).keys(rows.terms["op"].to_numpy())
        fresh = set(range(rows.symbols.num_rows)) - set(edit.change.same.values())
        again = {edit.row_of[number] for number in edit.reshaped if number in edit.row_of}
        reach = Reach(rows, edit.paths, known, changed, edit.change, own, keys, edit.change.recast | fresh | again)
        shaping = [row for row in fresh if reach.shaping[row]]
        reach.symbols[[*shaping, *(edit.change.same[number] for number in self._lessened(keys))]] = True
        reach.run(self.arriving, lost, most=2)
        return reach

    def _lessened(self, keys: set[str]) -> set[int]:
        """Types that lost a member of a name that is said as a key."""
        was, change = self.edit.was, self.edit.change
        lost = (number for number in self.edit.gone if was.columns["name"][was.place_of[was.key_of[number]]] in keys)
        return {parent for number in lost if (parent := was.parent_of(number)) in change.same}

    def _known(self, found: Findings) -> tuple[Findings, list[int]]:
        """What is named in files that were not edited themselves, as before; terms that named what is gone."""
        edit, before, refs = self.edit, self.ground.found, self.edit.rows.refs
        home, term, gone = edit.files[refs["file"].to_numpy()], refs["term"].to_numpy(), set(edit.gone)
        beside = [file for file in edit.files.tolist() if file not in edit.edited]
        row_of: dict[int, int] = {}
        for file in beside:
            now, was = np.flatnonzero(home == file).tolist(), self.ground.layout.rows_of("refs", file).tolist()
            row_of |= dict(zip(was, now, strict=True))
        named = [(row, int(before.target[old])) for old, row in row_of.items()]
        more = [(row_of[old], to) for old, to, *_ in [*before.more, *before.called] if old in row_of] if row_of else []
        target = np.full(refs.num_rows, -1, dtype=np.int64)
        for row, to in named:
            target[row] = edit.row_of.get(to, -1)
        lost = [int(term[row]) for row, to in [*named, *more] if to in gone and term[row] >= 0]
        further: list[tuple[int, ...]] = [(row, edit.row_of[to], 0) for row, to in more if to in edit.row_of]
        return replace(found, target=target, more=further, called=[]), lost

    def _rows(self, terms: Sequence[int]) -> list[int]:
        """Rows of terms that are the files' own."""
        return [term - self.edit.first for term in terms if 0 <= term - self.edit.first < self.edit.rows.terms.num_rows]

    def _row(self, function: int) -> int | None:
        """The row of a function of the files; of a nameless one that of its term, below 0."""
        own = self._rows((-function,)) if function < 0 else ()
        return -own[0] if own else self.edit.row_of.get(function)
