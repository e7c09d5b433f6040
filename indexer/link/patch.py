"""Files of a program replaced for a while: what linking asks of them is answered by other rows."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indexer.link.knowledge import add_imports
from indexer.link.program import SELDOM

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from indexer.link.program import File, Program
    from indexer.raw import Raw

Ints = npt.NDArray[np.int64]


class Patch:
    """A context in which a program has the rows given, by its own numbers, in the place of its files' own.

    Definitions that stay keep their numbers; what is new, and all terms and texts, are numbered in the program's room.
    """

    def __init__(
        self, program: Program, raw: Raw, numbers: Ints, files: Mapping[int, File], terms: Ints, gone: list[int]
    ) -> None:
        self.program, self.raw, self.files, self.gone = program, raw, files, gone
        self.numbers: list[int] = numbers.tolist()  # of the rows of symbols
        self.terms = terms  # that are no longer there
        self.undo: list[Callable[[], object]] = []

    def __enter__(self) -> None:
        self._put_files()
        self._put_terms()
        for number in self.gone:
            self._take_out(number)
        self._put_symbols()
        self._put_flows()

    def __exit__(self, *error: object) -> None:
        while self.undo:
            self.undo.pop()()

    def _put_files(self) -> None:
        files = self.program.files
        for number, file in self.files.items():
            before = files[number]
            file.symbol = before.symbol
            self._set(files, number, file)
        add_imports(self.program, self.raw.imports, 0)

    def _set(self, target: Any, key: Any, value: Any) -> None:
        before = target[key]
        target[key] = value
        self.undo.append(lambda: target.__setitem__(key, before))

    def _put_terms(self) -> None:
        program, table = self.program, self.raw.terms
        first, count = program.room.term, table.num_rows
        self._blank()
        listed = table["parts"].combine_chunks()
        self._put(program.texts, program.room.text, self.raw.texts["text"].to_pylist())
        self._put(program.ops, first, table["op"].to_numpy().astype(np.uint8).tobytes())
        self._put(program.term_file, first, array("i", table["file"].to_numpy().astype(np.int32).tobytes()))
        flat = len(program.parts.flat)
        program.parts.put(first, listed.values.to_numpy(), listed.offsets.to_numpy())
        self.undo.append(lambda: self._shorten(flat, flat + len(listed.values)))
        self._put_lambdas(np.frombuffer(bytes(program.ops[first : first + count]), np.uint8).astype(np.int32))

    def _put(self, column: Any, first: int, values: Any) -> None:
        before = column[first : first + len(values)]
        column[first : first + len(values)] = values
        self.undo.append(lambda: column.__setitem__(slice(first, first + len(values)), before))

    def _blank(self) -> None:
        """Terms that are gone say nothing to whoever looks at all of them."""
        ops = self.program.ops
        before = [ops[term] for term in self.terms.tolist()]

        def lay(codes: list[int]) -> None:
            for term, code in zip(self.terms.tolist(), codes, strict=True):
                ops[term] = code

        lay([0] * len(before))
        self.undo.append(lambda: lay(before))

    def _shorten(self, before: int, after: int) -> None:
        flat = self.program.parts.flat
        if len(flat) == after:  # no library came after it
            del flat[before:]

    def _put_lambdas(self, ops: npt.NDArray[np.int32]) -> None:
        program = self.program
        before, passed = program.lambdas, program.passed_lambdas
        program.lambdas = {key: term for key, term in before.items() if key[0] not in self.files}
        program.passed_lambdas = set(passed)
        program.note_lambdas(ops, program.room.term)

        def back() -> None:
            program.lambdas, program.passed_lambdas = before, passed

        self.undo.append(back)

    def _put_symbols(self) -> None:
        program, table = self.program, self.raw.symbols
        for name in SELDOM:
            column = getattr(program, name)
            self._put_known(column.known, [column.read(value) for value in table[name]])
        left_out = program.left_out
        levels = zip(self.numbers, table["confidence"].to_pylist(), strict=True)
        program.left_out = (left_out - set(self.numbers)) | {number for number, level in levels if level == "medium"}
        self.undo.append(lambda: setattr(program, "left_out", left_out))
        columns = (table[name].to_pylist() for name in ("kind", "name", "parent", "file"))
        for number, kind, name, parent, file in zip(self.numbers, *columns, strict=True):
            if number >= program.room.symbol:
                self._put_new(number, kind, name, parent, file)

    def _put_known(self, known: dict[int, Any], values: list[Any]) -> None:
        before = {number: known[number] for number in self.numbers if number in known}
        known.update(zip(self.numbers, values, strict=True))

        def back() -> None:
            for number in self.numbers:
                del known[number]
            known.update(before)

        self.undo.append(back)

    def _take_out(self, number: int) -> None:
        """A definition that is gone is like the room for new ones: nothing of nobody."""
        program = self.program
        if program.parent[number] >= 0:
            self._take_from(program.members[program.parent[number]], program.name[number], number)
        self._blank_symbol(number)
        for by_symbol in program.flows.values():
            if number in by_symbol:
                flow = by_symbol.pop(number)
                self.undo.append(lambda by_symbol=by_symbol, flow=flow: by_symbol.__setitem__(number, flow))  # type: ignore[misc]

    def _take_from(self, members: dict[str, list[int]], name: str, number: int) -> None:
        before = members[name]
        rest = [member for member in before if member != number]
        if rest:
            members[name] = rest
        else:
            del members[name]
        self.undo.append(lambda: members.__setitem__(name, before))

    def _blank_symbol(self, number: int) -> None:
        program = self.program
        for column, nothing in ((program.kind, ""), (program.name, ""), (program.parent, -1), (program.file, -1)):
            self._set(column, number, nothing)

    def _put_new(self, number: int, kind: str, name: str, parent: int, file: int) -> None:
        program = self.program
        for column, value in (
            (program.kind, kind),
            (program.name, name),
            (program.parent, parent),
            (program.file, file),
        ):
            self._set(column, number, value)
        if parent >= 0:
            members = program.members[parent]
            before = members.get(name, [])  # of others that are new: none that stays has the name
            members[name] = [*before, number]
            self.undo.append(lambda: members.__setitem__(name, before) if before else members.pop(name))

    def _put_flows(self) -> None:
        flows, table = self.program.flows, self.raw.flows
        for by_symbol in flows.values():
            before = {number: by_symbol.pop(number) for number in self.numbers if number in by_symbol}
            self.undo.append(lambda by_symbol=by_symbol, before=before: by_symbol.update(before))  # type: ignore[misc]
        columns = (table[name].to_pylist() for name in ("how", "symbol", "place", "term"))
        for how, symbol, place, term in zip(*columns, strict=True):
            flows[how].setdefault(symbol, []).append((place, term))
        for by_symbol in flows.values():
            self.undo.append(lambda by_symbol=by_symbol: [by_symbol.pop(n, None) for n in self.numbers])  # type: ignore[misc]
