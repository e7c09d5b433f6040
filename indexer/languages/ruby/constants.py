"""Ruby's constants: one namespace over all files, types that are opened again and again, look-up by nesting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program

TYPES = TYPE_KINDS | {"module"}
KINDS = TYPES | {"constant"}
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Constants:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.fulls: dict[int, str] = {}
        self.parts: dict[str, list[int]] = {}  # full name -> all that define it, or open it
        self.first: dict[int, int] = {}  # symbol -> the first of its parts, which stands for all
        self.chosen: dict[str, int] = {}
        ours = [s for s in range(program.own) if program.kind[s] in KINDS and self._is_ruby(s)]
        for symbol in ours:
            self.parts.setdefault(self.full(symbol), []).append(symbol)
        for parts in self.parts.values():
            self.first.update((symbol, parts[0]) for symbol in parts)

    def _is_ruby(self, symbol: int) -> bool:
        return self.program.files[self.program.file[symbol]].language == "ruby"

    def full(self, symbol: int) -> str:
        """`A::B::C`; in `class A::B` A is taken as the nesting has it, else as it stands at the top."""
        if symbol not in self.fulls:
            program = self.program
            around = self.around(program.parent[symbol])
            inside = self.full(around) if around >= 0 else ""
            container = program.container[symbol] or ""
            if container.startswith("::"):
                inside, container = "", container[2:]
            elif container and inside and joined(inside, container) not in self.parts:
                inside = inside if container not in self.parts else ""
            self.fulls[symbol] = joined(inside, container, program.name[symbol])
        return self.fulls[symbol]

    def around(self, symbol: int) -> int:
        """The symbol itself, or the nearest type around it."""
        return self.program.enclosing(symbol, TYPES)

    def nesting(self, symbol: int) -> list[int]:
        """The types around, the nearest first."""
        found = []
        at = self.around(symbol)
        while at >= 0:
            found.append(at)
            at = self.around(self.program.parent[at])
        return found

    def at(self, full: str, file: int) -> int | None:
        """Where a full name leads: of a type that is opened often to the file's own part, else to the main one."""
        parts = self.parts.get(full)
        if not parts:
            return None
        if len(parts) == 1:
            return parts[0]
        here = [symbol for symbol in parts if self.program.file[symbol] == file]
        if here:
            return here[0]
        if full not in self.chosen:
            self.chosen[full] = max(parts, key=self._weight)
        return self.chosen[full]

    def _weight(self, symbol: int) -> tuple[bool, int, int]:
        """A type's main part stands in the file that is named after it, or has the most members."""
        path = self.program.files[self.program.file[symbol]].path.removesuffix(".rb")
        named = "/".join(_WORD.sub("_", word).lower() for word in self.full(symbol).split("::"))
        return f"/{path}".endswith(f"/{named}"), len(self.program.members.get(symbol, ())), -symbol


def joined(*names: str) -> str:
    return "::".join(name for name in names if name)
