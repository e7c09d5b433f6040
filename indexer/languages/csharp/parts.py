"""C#: parts of one type become one type before anything is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.extract.terms import Flow, Op
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from indexer.link.program import Program

Key = tuple[object, str, int]
Ints = npt.NDArray[np.int32]
Members = dict[str, list[int]]
OF_TYPES = [Op.SYMBOL, Op.SELF, Op.SUPER, Op.TYPE_PARAMETER]
STRIDE = 1000  # keeps the bases of several parts apart


class Parts:
    """`partial` types of one project, container, name and number of type parameters."""

    def __init__(self, program: Program, types: list[int], home: Callable[[int], object]) -> None:
        self.program = program
        self.undo: list[Callable[[], object]] = []
        self.keys: dict[int, Key] = {}
        groups: dict[Key, list[int]] = {}
        for symbol in types:
            parent = program.parent[symbol]
            above: object = self.keys.get(parent, parent) if parent >= 0 else home(symbol)
            arity = len(program.flows[Flow.TYPE_PARAMETER].get(symbol, ()))
            self.keys[symbol] = (above, program.name[symbol], arity)
            if "partial" in (program.modifiers[symbol] or ()) and symbol not in program.left_out:
                groups.setdefault(self.keys[symbol], []).append(symbol)
        self.first: dict[int, int] = {}  # part -> the part that stands for all
        for parts in groups.values():
            whole = min(parts, key=self._rank)
            self.first.update((part, whole) for part in parts if part != whole)

    def _rank(self, symbol: int) -> tuple[int, str, int]:
        """The file named after the type alone comes first."""
        path = self.program.files[self.program.file[symbol]].path
        return len(path), path, symbol

    def merge(self) -> None:
        """Members, bases and type parameters of all parts are the whole's, and so is every mention of a part."""
        if not self.first:
            return
        for part, whole in self.first.items():
            self._move_members(part, whole)
            self._copy_flows(part, whole)
        for part, whole in self.first.items():
            self._leave_whole(part, whole)
        self._rename()

    def part(self) -> None:
        """Leave the program as it was."""
        while self.undo:
            self.undo.pop()()

    def _rename(self) -> None:
        """Terms are about the whole."""
        program = self.program
        standing = np.arange(program.own, dtype=np.int32)
        standing[list(self.first)] = list(self.first.values())
        ops, flat = np.frombuffer(program.ops, dtype=np.uint8), np.frombuffer(program.parts.flat, dtype=np.int32)
        places = np.frombuffer(program.parts.begins, dtype=np.int32)[np.isin(ops, OF_TYPES)]
        places = places[(flat[places] >= 0) & (flat[places] < program.own)]
        before = flat[places]
        changed = standing[before] != before
        places, before = places[changed], before[changed]
        flat[places] = standing[before]
        self.undo.append(lambda: _put(program, places, before))

    def _move_members(self, part: int, whole: int) -> None:
        program = self.program
        if (moved := program.members.pop(part, None)) is None:
            return
        target = program.members[whole]
        before = {name: target.get(name) for name in moved}
        for name, symbols in moved.items():
            target[name] = [*target.get(name, ()), *symbols]
            for symbol in symbols:
                program.parent[symbol] = whole
        self.undo.append(lambda: self._part_members(part, whole, moved, before))

    def _leave_whole(self, part: int, whole: int) -> None:
        """A nested type's name means the whole, which has the members, not whichever part is listed first."""
        program = self.program
        around = program.members.get(program.parent[whole]) if program.parent[whole] >= 0 else None
        listed = around.get(program.name[whole], []) if around is not None else []
        if around is not None and part in listed:
            around[program.name[whole]] = [symbol for symbol in listed if symbol != part]
            self.undo.append(lambda: around.update({program.name[whole]: listed}))

    def _part_members(self, part: int, whole: int, moved: Members, before: dict[str, list[int] | None]) -> None:
        program = self.program
        program.members[part] = moved
        for name, symbols in moved.items():
            for symbol in symbols:
                program.parent[symbol] = part
            if (had := before[name]) is not None:
                program.members[whole][name] = had
            else:
                del program.members[whole][name]

    def _copy_flows(self, part: int, whole: int) -> None:
        for how in (Flow.BASE, Flow.BOUND):
            flows = self.program.flows[how]
            if part not in flows:
                continue
            before = flows.get(whole)
            kept = before or []
            shift = STRIDE * (1 + len(kept)) if how == Flow.BASE else 0
            flows[whole] = [*kept, *((place + shift, term) for place, term in flows[part])]
            self.undo.append(lambda flows=flows, before=before: _restore(flows, whole, before))  # type: ignore[misc]


def _put(program: Program, places: Ints, values: Ints) -> None:
    np.frombuffer(program.parts.flat, dtype=np.int32)[places] = values


def _restore(flows: dict[int, list[tuple[int, int]]], symbol: int, before: list[tuple[int, int]] | None) -> None:
    if before is None:
        del flows[symbol]
    else:
        flows[symbol] = before


def types_of(program: Program) -> list[int]:
    """The repository's own types, containers before what they contain."""
    return [symbol for symbol in range(program.own) if program.kind[symbol] in TYPE_KINDS]
