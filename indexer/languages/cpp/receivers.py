"""Which of two methods that only `const` tells apart a call means: what it is called on decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.languages.cpp.constness import IN_CONSTANT, IN_PLAIN, ON_CONSTANT, ON_PLAIN
from indexer.languages.cpp.library import OPERATORS
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from indexer.languages.cpp.linking import Cpp

CONSTANT = ("const",)  # ends the shape of a method that constant objects have


class Receivers:
    def __init__(self, dialect: Cpp) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def fitting(self, functions: list[int], cell: int) -> list[int]:
        """Without those that a plain object or a constant one has a better one of."""
        member = self._callee(cell) if len(functions) > 1 else -1
        if member < 0:
            return functions
        constant = self._is_constant_at(member)
        return functions if constant is None else self.of_constness(functions, constant)

    def nearest(self, functions: list[int], cell: int) -> list[int]:
        """Of methods that fit alike those that are for what they are called on: constant or not."""
        member = self._callee(cell) if len(functions) > 1 else -1
        constant = self._is_constant_at(member) if member >= 0 else None
        if constant is None:
            return functions
        return [s for s in functions if (s in self.dialect.constant) == constant] or functions

    def _is_constant_at(self, member: int) -> bool | None:
        base, _, space = self.program.parts[member]
        if space in (ON_CONSTANT, ON_PLAIN):
            return bool(space == ON_CONSTANT)
        return self._is_constant(base, space)

    def is_known(self, cell: int) -> bool:
        """Whether what a call gives back on which another is made is settled, with which of its twins it means."""
        program = self.program
        base = program.parts[member][0] if (member := self._callee(cell)) >= 0 else 0
        while base and program.ops[base] in (Op.THROUGH, Op.MEMBER, Op.INDEX):
            base = program.parts[base][-1 if program.ops[base] == Op.THROUGH else 0]
        return program.ops[base] != Op.CALL or bool(self._called(base))

    def of_this(self, entity: Value | int, constant: bool) -> Value | int:
        """Of methods that only `const` tells apart, the one that the method they are called in can call."""
        if isinstance(entity, int) or entity[0] != Tag.GROUP:
            return entity
        twins = self.of_constness(entity[1], constant)
        return (Tag.GROUP, tuple(twins), *entity[2:]) if len(twins) > 1 else twins[0]

    def of_constness(self, functions: Sequence[int], constant: bool) -> list[int]:
        shapes = {self.dialect.shape(s) for s in functions if (s in self.dialect.constant) == constant}
        return [s for s in functions if (s in self.dialect.constant) == constant or self._twin(s) not in shapes]

    def _twin(self, function: int) -> tuple[str, ...]:
        """The shape of the same with or without `const`."""
        shape = self.dialect.shape(function)
        return shape[:-1] if shape[-1:] == CONSTANT else shape + CONSTANT

    def _callee(self, cell: int) -> int:
        """The member that a cell calls; -1 where it calls something else."""
        program = self.program
        if cell >= MADE or program.ops[cell] != Op.CALL:
            return -1
        callee = program.parts[cell][0]
        if program.ops[callee] == Op.APPLY:
            callee = program.parts[callee][0]
        return callee if program.ops[callee] == Op.MEMBER else -1

    def _is_constant(self, term: int, space: int) -> bool | None:
        """Whether an expression is constant; None where nobody can tell."""
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op == Op.INDEX:
            return self._is_constant(parts[0], space)
        if op == Op.THROUGH:
            return self._pointed(parts[1], program.texts[parts[0]]) if len(parts) > 1 else None
        if op == Op.CALL:
            return self._given_back(term)
        symbols = self._named(term)
        if not symbols or any(program.kind[s] != "field" for s in symbols):
            return None
        if any("const" in (program.modifiers[s] or ()) for s in symbols):
            return True
        if any(s in self.dialect.pointing for s in symbols):
            return False  # what it points to does not change with the object
        if op == Op.MEMBER:
            return self._is_constant(parts[0], space)
        return space == IN_CONSTANT if space in (IN_CONSTANT, IN_PLAIN) else None

    def _pointed(self, term: int, word: str) -> bool | None:
        """What a field points to is as constant as its declaration says, what `this` points to as the method."""
        if self.program.ops[term] == Op.FREE and self.program.texts[self.program.parts[term][0]] == "this":
            return self.program.parts[term][1] in self.dialect.constant
        if self.program.ops[term] == Op.CALL and word in OPERATORS:
            return self._given_back(term)
        symbols = self._named(term) if word in OPERATORS else []
        if not symbols or any(s not in self.dialect.pointing for s in symbols):
            return None
        return any("const" in (self.program.modifiers[s] or ()) for s in symbols)

    def _given_back(self, call: int) -> bool | None:
        """Whether functions give back something constant: all of them, or none."""
        constant = {"const" in (self.program.modifiers[s] or ()) for s in self._called(call)}
        return constant.pop() if len(constant) == 1 else None

    def _called(self, call: int) -> Iterable[int]:
        targets = self.dialect.linker.targets
        return targets.get(call) or targets.get(self.program.parts[call][0]) or ()

    def _named(self, term: int) -> list[int]:
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op == Op.SYMBOL:
            return [parts[0]]
        if op == Op.FREE:
            found = self.dialect.free(program.term_file[term], program.texts[parts[0]], parts[1], Space.VALUE)
            return [entity[0] for entity in found if isinstance(entity[0], int)]
        return list(self.dialect.linker.targets.get(term, ())) if op == Op.MEMBER else []
