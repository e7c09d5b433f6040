"""C#: whether arguments can tell what a method's type parameters stand for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.terms import Op

if TYPE_CHECKING:
    from indexer.languages.csharp.linking import CSharp

WORD = re.compile(r"\w+")
_EXPRESSION = re.compile(r"(?:[\w.]+\.)?Expression<(.*)>\Z", re.DOTALL)
_GIVES_NOTHING = re.compile(r"(?:[\w.]+\.)?(?:Action|Predicate)<")
_GIVES = re.compile(r"(?:[\w.]+\.)?Func<(.*)>\Z", re.DOTALL)


class Inference:
    def __init__(self, dialect: CSharp) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.inferable: dict[int, bool] = {}

    def telling(self, functions: tuple[int, ...], arguments: tuple[int, ...]) -> tuple[int, ...]:
        """Those whose type parameters a call that names no types can tell."""
        untyped = [place for place, term in enumerate(arguments) if self._is_untyped(term)]
        if not untyped or any(self.program.ops[term] == Op.KEYWORD for term in arguments):
            return tuple(filter(self._is_inferable, functions))
        return tuple(function for function in functions if self._is_told(function, untyped))

    def _is_untyped(self, term: int) -> bool:
        """A nameless function whose parameters take their types from what is wanted."""
        program = self.program
        if program.ops[term] != Op.LAMBDA or len(program.parts[term]) < 3:
            return False
        return program.ops[program.parts[term][2]] != Op.INSTANCE

    def _is_inferable(self, function: int) -> bool:
        """Each type parameter has to stand in a parameter's type."""
        if function not in self.inferable:
            self.inferable[function] = self._is_told(function, [])
        return self.inferable[function]

    def _is_told(self, function: int, untyped: list[int]) -> bool:
        names = self.dialect.generics.parameters(function)
        if not names:
            return True
        told: set[str] = set()
        for place, (_, declared, _) in enumerate(self.program.parameters[function] or ()):
            told.update(WORD.findall(given_back(declared or "") if place in untyped else declared or ""))
        return set(names) <= told


def given_back(declared: str) -> str:
    """The part of a delegate's type that what a nameless function gives back tells; its parameters tell nothing."""
    if (inner := _EXPRESSION.match(declared)) is not None:
        declared = inner[1]
    if _GIVES_NOTHING.match(declared):
        return ""
    if (gives := _GIVES.match(declared)) is None:
        return declared
    depth = start = 0
    for place, sign in enumerate(gives[1]):
        depth += (sign in "<([") - (sign in ">)]")
        start = place + 1 if sign == "," and depth == 0 else start
    return gives[1][start:]
