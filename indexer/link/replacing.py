"""Type arguments put in for type parameters: cells that hold the same as others, with variables replaced."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from indexer.link.values import Tag, Value
from indexer.link.worklist import Worklist

if TYPE_CHECKING:
    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

DEEPEST = 5  # how often types are put into types


class Replacing(Worklist):
    def __init__(self, program: Program, dialect: Dialect) -> None:
        super().__init__(program, dialect)
        self.makers |= {"inside": self._made_inside, "instances": self._made_instances}

    @abstractmethod
    def instances(self, types: Iterable[Value]) -> Iterable[Value]:
        """Values of the types."""

    def put_in(self, cell: int, member: int, receiver: Value | None) -> Iterable[Value]:
        """What a cell of a member holds, with the receiver's type arguments put in for the type's parameters."""
        environment = self.dialect.environment(member, receiver) if receiver is not None else ()
        if not environment:
            return self.read(cell)
        return self.read(self.inside(cell, environment))

    def inside(self, cell: int, environment: tuple[Any, ...]) -> int:
        """The cell of the same with type variables replaced; too deep a nesting stays as it is."""
        if not environment or self._depth(cell) >= DEEPEST:
            return cell
        return self.cell("inside", cell, environment)

    def _depth(self, cell: int) -> int:
        depth = 0
        while (key := self.made_for(cell))[0] == "inside":
            depth, cell = depth + 1, key[1]
        return depth

    def _made_inside(self, cell: int, environment: tuple[Any, ...]) -> Iterable[Value]:
        for value in self.read(cell):
            yield from self.replaced(value, environment)

    def replaced(self, value: Value, environment: tuple[Any, ...]) -> Iterable[Value]:
        """A value with type variables replaced: (owner, name, cell) triples say by what."""
        tag = value[0]
        if tag == Tag.TYPE_VARIABLE:
            for owner, name, cell in environment:
                if (owner, name) == value[1:3]:
                    yield from self.read(cell)
                    return
            yield value
        elif tag in (Tag.INSTANCE, Tag.CLASS) and value[2]:
            yield (tag, value[1], tuple(self.inside(c, environment) for c in value[2]), *value[3:])
        elif tag == Tag.FUNCTION_TYPE:
            parts = tuple(self.inside(c, environment) for c in value[2])
            yield (tag, self.inside(value[1], environment), parts)
        elif tag in (Tag.AWAITABLE, Tag.ITERABLE):
            yield (tag, self.inside(value[1], environment), *value[2:])
        elif tag == Tag.WRAPPED:
            yield (tag, value[1], tuple(self.inside(c, environment) for c in value[2]))
        else:
            yield from self.dialect.replaced(value, environment)

    def argument(self, term: int) -> int:
        """The cell of a type argument: it holds what is of that type."""
        return self.cell("instances", term)

    def _made_instances(self, cell: int) -> Iterable[Value]:
        return self.instances(self.read(cell))
