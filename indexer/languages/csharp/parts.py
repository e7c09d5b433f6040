"""C#: parts of one type become one type before anything is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from indexer.extract.terms import Flow, Op
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from indexer.link.program import Program

Key = tuple[object, str, int]
OF_TYPES = [Op.SYMBOL, Op.SELF, Op.SUPER, Op.TYPE_PARAMETER]
STRIDE = 1000  # keeps the bases of several parts apart


class Parts:
    """`partial` types of one project, container, name and number of type parameters."""

    def __init__(self, program: Program, types: list[int], home: Callable[[int], object]) -> None:
        self.program = program
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
        self._rename()

    def _rename(self) -> None:
        """Terms are about the whole."""
        program = self.program
        standing = np.arange(program.own, dtype=np.int32)
        standing[list(self.first)] = list(self.first.values())
        ops, flat = np.frombuffer(program.ops, dtype=np.uint8), np.frombuffer(program.parts.flat, dtype=np.int32)
        places = np.frombuffer(program.parts.begins, dtype=np.int32)[np.isin(ops, OF_TYPES)]
        places = places[(flat[places] >= 0) & (flat[places] < program.own)]
        flat[places] = standing[flat[places]]

    def _move_members(self, part: int, whole: int) -> None:
        program = self.program
        target = program.members[whole]
        for name, symbols in program.members.pop(part, {}).items():
            target.setdefault(name, []).extend(symbols)
            for symbol in symbols:
                program.parent[symbol] = whole

    def _copy_flows(self, part: int, whole: int) -> None:
        flows = self.program.flows
        for how in (Flow.BASE, Flow.BOUND):
            kept = flows[how].setdefault(whole, []) if part in flows[how] else []
            shift = STRIDE * (1 + len(kept)) if how == Flow.BASE else 0
            kept.extend((place + shift, term) for place, term in flows[how].get(part, ()))


def types_of(program: Program) -> list[int]:
    """The repository's own types, containers before what they contain."""
    return [symbol for symbol in range(program.own) if program.kind[symbol] in TYPE_KINDS]
