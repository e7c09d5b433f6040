"""What C++ converts into what when a function is chosen: numbers, texts, classes by their bases and constructors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.c.linking import CALLABLE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.cpp.linking import Cpp

WORDS = frozenset({
    "int", "char", "bool", "double", "float", "long", "short", "unsigned", "signed", "wchar_t", "char16_t", "char32_t",
})  # fmt: skip
TEXTS = frozenset({"string", "string_view", "basic_string", "basic_string_view"})
VARIADIC = "__builtin_va_list"
LITERAL = "text"  # as `extract` calls what stands in quotes
CHARACTERS = frozenset({"char", "wchar_t", "char8_t", "char16_t", "char32_t"})
OPAQUE = frozenset({"FILE"})  # of C's library, which does not say what it is
DEDUCED = 1  # by the type parameter of a function: as good as its own type, but for a function that has no such
NEAR = 2  # what a number costs as a number of another type
TEXT = 10  # a literal as a text of the library
MADE = 60  # by a constructor or a conversion of the class


class Conversions:
    def __init__(self, dialect: Cpp) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.makers: dict[tuple[int, bool], bool] = {}

    def cost(self, given: Value, wanted: Value) -> int | None:
        """None where it cannot be; what nobody knows costs much and is possible."""
        plain = self.dialect.overloads.plain_conversion
        if wanted[0] == Tag.TYPE_VARIABLE and self._is_deduced(wanted):
            return DEDUCED
        if given[0] == wanted[0] == Tag.EXTERNAL:
            return self._outside(name_of(given), name_of(wanted))
        if wanted[0] == Tag.INSTANCE and given[0] in (Tag.EXTERNAL, Tag.INSTANCE):
            cost = plain(given, wanted) if given[0] == Tag.INSTANCE else None
            return cost if cost is not None else self._made(given, wanted[1])
        if given[0] == Tag.INSTANCE and wanted[0] == Tag.EXTERNAL:
            return self._left(given[1], name_of(wanted))
        return plain(given, wanted)

    def can_be(self, term: int, function: int, place: int) -> bool:
        """A number is no pointer, unless it is a 0 that is written out; a text is one to characters alone."""
        program = self.program
        parameters = program.parameters[function] or ()
        kind = (parameters[place][1] or "") if place < len(parameters) else ""
        if not kind.endswith("*"):
            return True
        if program.ops[term] != Op.LITERAL:
            return CHARACTERS.isdisjoint(kind.strip("* ").split()) or not self._is_never_text(term)
        name = program.texts[program.parts[term][0]]
        if name == LITERAL:
            return not (OPAQUE | WORDS - CHARACTERS) & set(kind.strip("* ").split())
        return not is_number(name) or name.endswith(" 0")

    def _is_never_text(self, term: int) -> bool:
        """Whether all that an expression can be are numbers: pointers count as what they point to."""
        values = self.dialect.linker.holds(term)
        return bool(values) and all(self._is_plain_number(value) for value in values)

    def _is_plain_number(self, value: Value) -> bool:
        if value[0] == Tag.INSTANCE:
            return self.program.kind[value[1]] == "enum"
        return value[0] == Tag.EXTERNAL and is_number(name := name_of(value)) and name not in CHARACTERS

    def deduced(self, functions: list[int], arguments: tuple[int, ...]) -> list[int]:
        """Without templates that would have to take two types for one."""
        return [function for function in functions if self._agrees(function, arguments)]

    def _agrees(self, function: int, arguments: tuple[int, ...]) -> bool:
        wanted: dict[Value, Value] = {}
        for place, term in enumerate(arguments):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            kind = self.dialect.named(declared) if declared is not None else None
            values = list(self.dialect.linker.holds(term))
            if kind is None or kind[0] != Tag.TYPE_VARIABLE or kind[1] != function or len(values) != 1:
                continue
            given = (Tag.EXTERNAL, as_passed(name_of(values[0]))) if values[0][0] == Tag.EXTERNAL else values[0]
            if wanted.setdefault(kind, given) != given:
                return False
        return True

    def _is_deduced(self, wanted: Value) -> bool:
        """Whether a type parameter is one of a function that takes any type for it."""
        function = wanted[1]
        return self.program.kind[function] in CALLABLE and function not in self.dialect.bounded

    @staticmethod
    def _outside(given: str, wanted: str) -> int | None:
        if given == wanted:
            return 0
        if wanted == VARIADIC:
            return None
        if given == LITERAL:
            return 0 if wanted == "char" else TEXT if wanted in TEXTS else None if is_number(wanted) else MADE
        if given.endswith("stream"):
            return NEAR if wanted.endswith("stream") else None
        if is_number(wanted):
            return NEAR if is_number(given) else None if given in TEXTS else MADE
        if given == "char" and wanted in TEXTS:
            return TEXT  # a pointer to characters counts as one
        return None if is_number(given) and wanted in TEXTS else MADE

    def _made(self, given: Value, wanted: int) -> int | None:
        """A class is made of what a constructor takes alone; what leads out of what is known may convert itself."""
        if given[0] == Tag.INSTANCE and (self.dialect.is_open(given[1]) or self._converts(given[1])):
            return MADE
        if given[0] == Tag.EXTERNAL and not (is_number(name := name_of(given)) or name in (*TEXTS, LITERAL)):
            return MADE if self._takes_one(wanted, from_outside=True) else None
        return MADE if self._takes_one(wanted) else None

    def _left(self, given: int, wanted: str) -> int | None:
        """An enumerator is a number; a class only what it says it converts to."""
        if self.program.kind[given] == "enum":
            return None if given in self.dialect.scoped or not is_number(wanted) else NEAR
        if wanted not in TEXTS and not is_number(wanted):
            return MADE
        return MADE if self.dialect.is_open(given) or self._converts(given) else None

    def _takes_one(self, symbol: int, from_outside: bool = False) -> bool:
        """Whether a constructor makes it of one value; of a library's it does not if it wants a class of one's own."""
        key = (symbol, from_outside)
        if key not in self.makers:
            makers = [maker for maker in self.dialect.constructors(symbol) if self._is_implicit(maker)]
            makers = [maker for maker in makers if not (from_outside and self._wants_own(maker))]
            self.makers[key] = self.program.is_external(symbol) or bool(makers)
        return self.makers[key]

    def _is_implicit(self, maker: int) -> bool:
        explicit = "explicit" in (self.program.modifiers[maker] or ())
        return not explicit and self.dialect.overloads.takes(maker, (0,))

    def _wants_own(self, maker: int) -> bool:
        declared = self.program.term_at(Flow.PARAMETER_TYPE, maker, 0)
        kind = self.dialect.named(declared) if declared is not None else None
        return kind is not None and kind[0] == Tag.CLASS and not self.program.is_external(kind[1])

    def _converts(self, symbol: int) -> bool:
        members = (self.program.members.get(owner, {}) for owner in self.dialect.order(symbol))
        return any(name.startswith("operator ") for listed in members for name in listed)


def name_of(value: Value) -> str:
    """An external type's name as conversions know it."""
    name = str(value[1]).removesuffix("()").removesuffix(" 0").removeprefix("std.").removeprefix("std::")
    return name.removeprefix("basic_") if name in TEXTS else name


def as_passed(name: str) -> str:
    """The type that a written value has when it is passed."""
    return "char" if name == LITERAL else name


def is_number(name: str) -> bool:
    return name.endswith("_t") or set(name.split()) <= WORDS
