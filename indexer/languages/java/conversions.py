"""Java's primitive types, boxing, operators, and what it costs to pass a value where a type is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.link.overloads import FAR, MANY
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.java.linking import Java

BOXES = {
    "int": "Integer", "long": "Long", "double": "Double", "float": "Float", "boolean": "Boolean", "char": "Character",
    "byte": "Byte", "short": "Short", "void": "Void",
}  # fmt: skip
PRIMITIVES = {box: primitive for primitive, box in BOXES.items()}
WIDER = {
    "byte": ("byte", "short", "int", "long", "float", "double"),
    "short": ("short", "int", "long", "float", "double"),
    "char": ("char", "int", "long", "float", "double"),
    "int": ("int", "long", "float", "double"),
    "long": ("long", "float", "double"),
    "float": ("float", "double"),
}
RANKS = ("double", "float", "long")
BOXING = 1000  # an argument that has to be boxed or unboxed comes after all that fit as they are
NULL = 40
METHODS = frozenset({"method", "constructor"})
FUNCTIONS = frozenset({Tag.LAMBDA, Tag.FUNCTION, Tag.GROUP, Tag.FUNCTION_TYPE})


def primitive(word: str) -> Value:
    return (Tag.WRAPPED, word, ())


class Conversions:
    def __init__(self, dialect: Java) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def is_primitive(self, value: Value) -> bool:
        return value[0] == Tag.WRAPPED and value[1] in BOXES

    def boxed(self, value: Value) -> Value:
        if not self.is_primitive(value):
            return value
        return self.dialect.known("java.lang", BOXES[value[1]]) or value

    def unboxed(self, value: Value) -> Value:
        """The primitive that a box holds."""
        if value[0] == Tag.INSTANCE and self.program.is_external(value[1]):
            word = PRIMITIVES.get(self.program.name[value[1]])
            if word is not None and self.dialect.package_of(value[1]) == "java.lang":
                return primitive(word)
        return value

    def cost(self, given: Value, wanted: Value) -> int | None:
        """See Nominal.conversion."""
        if given[0] == Tag.OBJECT:
            base = self.dialect.nameless_base(given[1])
            return self.cost(base, wanted) if base is not None else 0
        if given == NOTHING:
            return self._nothing(wanted)
        if self.is_primitive(given) and self.is_primitive(wanted):
            return self._widened(given[1], wanted[1])
        if self.is_primitive(given) or self.is_primitive(wanted):
            return self._boxing(given, wanted)
        if wanted[0] == Tag.TYPE_VARIABLE:
            return self._variable(given, wanted)
        if given[0] == wanted[0] == Tag.WRAPPED:
            return self._arrays(given, wanted)
        if given[0] == Tag.TYPE_VARIABLE:
            return self._bounded(given, wanted)
        if given[0] == Tag.EXTERNAL:
            return self._unknown(given, wanted)
        if wanted[0] == Tag.EXTERNAL:
            return FAR if given[0] != Tag.INSTANCE or self.dialect.is_open(given[1]) else None
        if given[0] in FUNCTIONS:
            return self.dialect.functions.cost(given, wanted)
        return self.dialect.overloads.plain_conversion(given, wanted)

    def _boxing(self, given: Value, wanted: Value) -> int | None:
        """One of them is primitive: the other is, or is a base of, the class that stands for it."""
        if self.is_primitive(given):
            cost = self.cost(self.boxed(given), wanted) if given[1] != "void" else None
            return None if cost is None else cost + BOXING
        if given[0] == Tag.TYPE_VARIABLE:
            costs = [self._boxing(bound, wanted) for bound in self.dialect.generics.bounds(given)]
            return min((cost for cost in costs if cost is not None), default=None)
        if given[0] == Tag.EXTERNAL:
            return None if _names_type(given) else 0
        plain = self.unboxed(given)
        cost = self._widened(plain[1], wanted[1]) if self.is_primitive(plain) else None
        return None if cost is None else cost + BOXING

    def _variable(self, given: Value, wanted: Value) -> int | None:
        """A type parameter takes what its bounds take, and says as much as they do."""
        if given[:3] == wanted[:3]:
            return 0
        if len(wanted) > 3 or self.program.kind[wanted[1]] not in METHODS:
            # Not free: nothing else is of its type, unless it stands for any; an array hardly ever is.
            return FAR + (5 if given[0] == Tag.WRAPPED else 1)
        bounds = self.dialect.generics.bounds(wanted)
        if None in [self.cost(given, bound) for bound in bounds]:
            return None
        return min((FAR - len(self.dialect.order(b[1])) for b in bounds if b[0] == Tag.INSTANCE), default=FAR)

    def _bounded(self, given: Value, wanted: Value) -> int | None:
        """What is of a type parameter's type goes where its bounds go."""
        if wanted[0] == Tag.INSTANCE and self.dialect.is_root(wanted[1]):
            return FAR
        costs = [self.cost(bound, wanted) for bound in self.dialect.generics.bounds(given)]
        return min((cost for cost in costs if cost is not None), default=None)

    def _unknown(self, given: Value, wanted: Value) -> int | None:
        """A library's type that is not known derives from no type of the repository."""
        if not _names_type(given):
            return 0
        if wanted[0] == Tag.EXTERNAL:
            return 0 if given[1].removesuffix("()") == wanted[1].removesuffix("()") else FAR
        if wanted[0] != Tag.INSTANCE or not self.program.is_external(wanted[1]):
            return None
        return FAR if self.dialect.is_root(wanted[1]) else FAR + 1

    def _nothing(self, wanted: Value) -> int | None:
        """`null` goes to any class; the most derived one is meant."""
        if self.is_primitive(wanted):
            return None
        return max(1, NULL - len(self.dialect.order(wanted[1]))) if wanted[0] == Tag.INSTANCE else NULL // 2

    def _widened(self, given: str, wanted: str) -> int | None:
        wider = WIDER.get(given, (given,))
        return wider.index(wanted) if wanted in wider else None

    def _arrays(self, given: Value, wanted: Value) -> int | None:
        """An array goes where its elements would, without boxing."""
        if given[1] != wanted[1] or not given[2] or not wanted[2]:
            return 0 if given[1] == wanted[1] else None
        one, other = self.dialect.part(given[2][0]), self.dialect.part(wanted[2][0])
        if one is None or other is None:
            return 0
        if self.is_primitive(one) or self.is_primitive(other):
            return 0 if one == other else None
        cost = self.cost(one, other)
        return max(0, cost - 1) if cost is not None else None  # an array says more than what takes anything

    def phase(self, function: int, costs: list[int], count: int) -> int:
        """First what fits as it is, then with boxing, last with arguments collected into an array."""
        parameters = self.program.parameters[function] or ()
        if self.dialect.takes_many(function) and (count != len(parameters) or costs[-1] % BOXING >= MANY):
            return 3
        return 2 if any(cost >= BOXING for cost in costs) else 1

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        """Text where one side is text, else the wider of the numbers."""
        sides = [tuple(self.dialect.linker.read(operand)) for operand in operands]
        text = self.dialect.known("java.lang", "String")
        if word == "+" and text is not None and any(text in side for side in sides):
            return (text,)
        numbers = {plain[1] for side in sides for value in side if self.is_primitive(plain := self.unboxed(value))}
        if not all(sides) or not numbers:
            return ()
        if numbers == {"boolean"}:
            return (primitive("boolean"),)
        return (primitive(next((rank for rank in RANKS if rank in numbers), "int")),)


def _names_type(value: Value) -> bool:
    """Whether what leads out of all that is known is of a type with a name, not what some call gives back."""
    name: str = value[1]
    return name.removesuffix("()").rpartition(".")[2][:1].isupper()


NOTHING = primitive("null")
