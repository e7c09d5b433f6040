"""C#: what it costs to pass a value where a type is wanted, and which of several methods that chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.csharp.steps import NOTHING, NUMBERS, TASKS, VOID
from indexer.link.linker import CALLABLE
from indexer.link.overloads import FAR, MANY, MOST_FITTING, VARIABLE, Overloads
from indexer.link.values import ANY, Tag, Value

if TYPE_CHECKING:
    from indexer.languages.csharp.linking import CSharp
    from indexer.link.linker import Linker

WIDER = {
    "SByte": ("Int16", "Int32", "Int64", "Single", "Double", "Decimal"),
    "Byte": ("Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int16": ("Int32", "Int64", "Single", "Double", "Decimal"),
    "UInt16": ("Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Char": ("UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int32": ("Int64", "Single", "Double", "Decimal"),
    "UInt32": ("Int64", "UInt64", "Single", "Double", "Decimal"),
    "Int64": ("Single", "Double", "Decimal"),
    "UInt64": ("Single", "Double", "Decimal"),
    "Single": ("Double",),
}
ARRAYS = frozenset({
    "Array", "IEnumerable", "ICollection", "IList", "IReadOnlyList", "IReadOnlyCollection", "Object", "ICloneable",
    "Span", "ReadOnlySpan", "Memory", "ReadOnlyMemory",
})  # fmt: skip
# What known libraries convert implicitly; their stubs do not list operators.
IMPLICIT = frozenset({
    ("String", "ReadOnlySpan"), ("Span", "ReadOnlySpan"), ("Memory", "ReadOnlyMemory"), ("DateTime", "DateTimeOffset"),
    ("String", "XName"), ("String", "XNamespace"), ("String", "StringValues"), ("String", "StringSegment"),
    ("String", "PathString"), ("Int32", "Index"),
})  # fmt: skip
NO_VALUES = (Tag.CLASS, Tag.MODULE)
DEEPEST = 3  # arguments of arguments that are looked at
LIFTED, DERIVED, CONVERTED = 1, 2, 30
VALUES = frozenset({"struct", "enum"})


class Conversions(Overloads):
    dialect: CSharp

    def __init__(self, dialect: CSharp, linker: Linker) -> None:
        super().__init__(dialect, linker)
        self.known: dict[tuple[int, int], int | None] = {}

    def choose(self, group: Value, arguments: tuple[int, ...]) -> list[int]:
        """Where something else comes into question (`group` says so), even a single method has to fit by its types."""
        fitting = [function for function in group[1] if self.takes(function, arguments)]
        if not fitting or (len(fitting) == 1 and len(group) == 3):
            return fitting
        if len(fitting) > MOST_FITTING:
            return []
        key = (self.linker.current, group)
        if key not in self.decided:
            self.waiting[key] = arguments
            self.linker.varies = True
            self._look_at(arguments, fitting)
        return self.decided.get(key, [])

    def _look_at(self, arguments: tuple[int, ...], functions: list[int]) -> None:
        """Types that differ in their arguments alone choose too, also those of their bases."""
        for place, term in enumerate(arguments):
            if self.program.ops[term] == Op.LAMBDA:
                self._look_into(self.program.parts[term][1])
            for value in self.linker.read(term):
                if value[0] != Tag.INSTANCE or not value[2]:
                    continue
                wanted = {
                    w[1] for f in functions if (w := self._wanted(f, None, place)) is not None and w[0] == Tag.CLASS
                }
                seen = (self.dialect.generics.seen_as(value[1], value[2], base) for base in wanted - {value[1]})
                for cell in (*value[2], *(cell for cells in seen for cell in cells)):
                    self.linker.read(cell)

    def _look_into(self, body: int) -> None:
        self.linker.read(body)
        if self._word(body) == "task":
            self.linker.read(self.program.parts[body][1])

    def is_open(self, group: Value, arguments: tuple[int, ...]) -> bool:
        """Whether such a choice is still to be made."""
        fits = any(self.takes(function, arguments) for function in group[1])
        return fits and (self.linker.current, group) not in self.decided

    def _is_known(self, term: int) -> bool:
        return super()._is_known(term) or self._is_passed(term)

    def _is_passed(self, term: int) -> bool:
        """`ref x`, `out x`"""
        program = self.program
        return program.ops[term] == Op.THROUGH and program.texts[program.parts[term][0]] == "passed"

    def _costs(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> list[int] | None:
        """What is passed by reference fits only where a reference is wanted."""
        parameters = self.program.parameters[function] or []
        for place, term in self.dialect.places(function, receiver, arguments):
            declared = parameters[place][1] or "" if place < len(parameters) else ""
            if declared.startswith(("out ", "ref ")) != self._is_passed(term) and not declared.startswith(
                "ref readonly"
            ):
                return None
        return super()._costs(function, receiver, arguments)

    def cost_of(self, values: tuple[Value, ...], function: int, receiver: Value | None, place: int) -> int | None:
        """All that an argument may be has to fit; a type is no argument."""
        plain = [value for value in values if value[0] not in NO_VALUES]
        costs = [super(Conversions, self).cost_of((value,), function, receiver, place) for value in plain]
        return None if None in costs else max((cost for cost in costs if cost is not None), default=0)

    def _ways(self, value: Value, wanted: Value, many: bool) -> list[int | None]:
        """Among what is collected a value of the very type comes before a type parameter that would stand for it."""
        ways = super()._ways(value, wanted, many)
        return [VARIABLE - 1 if cost == MANY and wanted[0] == Tag.WRAPPED else cost for cost in ways]

    def plain_conversion(self, given: Value, wanted: Value) -> int | None:
        if wanted[0] == Tag.TYPE_VARIABLE:
            return 0 if given[:3] == wanted[:3] else VARIABLE if self._is_allowed(given, wanted) else None
        if given == NOTHING:
            return self._null(wanted)
        if given[0] == Tag.LAMBDA:
            return self._lambda(given, wanted)
        if given[0] in (Tag.FUNCTION, Tag.GROUP):
            return self._method(given, wanted)
        if wanted[0] == Tag.INSTANCE and wanted[1] == self.dialect.nullable:
            return self._nullable(given, wanted)
        if wanted[0] == Tag.INSTANCE and self._is_array(given):
            name = self.program.name[wanted[1]]
            return (CONVERTED if name.endswith(("Span", "Memory")) else 1) if name in ARRAYS else None
        if given[0] == wanted[0] == Tag.INSTANCE:
            return self._instances(given, wanted)
        if wanted[0] == Tag.WRAPPED and given[0] in (Tag.WRAPPED, Tag.SEQUENCE):
            return self._built(given, wanted)
        return super().plain_conversion(given, wanted)

    def _is_allowed(self, given: Value, variable: Value) -> bool:
        """Whether a value's type is what the constraints of a type parameter ask for."""
        bounds = self.dialect.generics.bounds(variable) if given[0] == Tag.INSTANCE else ()
        return all(self._lineage(given[1], bound[1]) is not None for bound in bounds if bound[0] == Tag.INSTANCE)

    def _lambda(self, given: Value, wanted: Value) -> int | None:
        """A body that gives nothing back fits no function, a block that does fits no action."""
        if (cost := super()._lambda(given, wanted)) is None or wanted[0] != Tag.INSTANCE:
            return cost
        body = self.program.parts[given[1]][1]
        word, action = self._word(body), any(map(self.dialect.is_action, self._delegates(wanted)))
        if word == "void":
            return cost if action else None
        if action:
            return None if word == "plain" else cost + (word != "throw")
        return cost if self._gives(body, word, wanted) else None

    def _word(self, body: int) -> str:
        """How the result of a nameless function is marked."""
        is_marked = self.program.ops[body] in (Op.LITERAL, Op.THROUGH)
        return self.program.texts[self.program.parts[body][0]] if is_marked else ""

    def _delegates(self, wanted: Value) -> list[Value]:
        is_expression = self.program.name[wanted[1]] == "Expression" and wanted[2]
        return [v for v in self.linker.read(wanted[2][0]) if v[0] == Tag.INSTANCE] if is_expression else [wanted]

    def _gives(self, body: int, word: str, wanted: Value) -> bool:
        """Whether all that a body is known to give becomes what is to be given back."""
        signature = self.dialect.generics.signature(wanted)
        results = list(self.linker.read(signature[0])) if signature is not None else []
        if word == "throw":
            return not any(map(self._is_open, results))
        given = [value for value in self.linker.holds(body) if value != ANY and value[0] not in NO_VALUES]
        if word == "task" and self._gives_nothing(self.program.parts[body][1]):
            given = self.dialect.instance_of("Task", TASKS)
        return not results or all(any(self._becomes(value, result) for result in results) for value in given)

    def _gives_nothing(self, body: int) -> bool:
        return self._word(body) == "void" or set(self.linker.holds(body)) == {VOID}

    def _is_open(self, wanted: Value, depth: int = 0) -> bool:
        """Whether a function's own type parameter is part of a type: something has to tell what it stands for."""
        if wanted[0] == Tag.TYPE_VARIABLE:
            return len(wanted) == 3 and self.program.kind[wanted[1]] in CALLABLE
        inner = wanted[2] if wanted[0] == Tag.INSTANCE and depth < DEEPEST else ()
        return any(self._is_open(each, depth + 1) for cell in inner for each in self.linker.read(cell))

    def _becomes(self, given: Value, wanted: Value) -> bool:
        if given == VOID or given == (Tag.INSTANCE, self.dialect.library("void"), ()):
            return False
        return self.plain_conversion(given, wanted) is not None

    def _method(self, given: Value, wanted: Value) -> int | None:
        """A method's name fits where as many parameters are wanted as one of that name has."""
        signature = self.dialect.generics.signature(wanted)
        if signature is None:
            return None
        functions = given[1] if given[0] == Tag.GROUP else (given[1],)
        counts = {len(self.program.parameters[function] or ()) for function in functions}
        return 0 if len(signature[1]) in counts else None

    def _is_array(self, given: Value) -> bool:
        if given[0] == Tag.SEQUENCE:
            return self.dialect.tuple_names(given) is None
        return bool(given[0] == Tag.WRAPPED and given[1] == "array")

    def _built(self, given: Value, wanted: Value) -> int | None:
        """Arrays and tuples."""
        if wanted[1].startswith("tuple:"):
            return 0 if self.dialect.tuple_names(given) is not None else None
        if given[0] == Tag.SEQUENCE:
            return 0 if self._is_array(given) and wanted[1] == "array" else None
        if given[1] != wanted[1]:
            return None
        one, other = self.dialect.part(given[2][0]), self.dialect.part(wanted[2][0])
        if one is None or other is None or one[0] != Tag.CLASS or other[0] != Tag.CLASS or one[1] == other[1]:
            return 0
        if self.program.kind[one[1]] in VALUES or self.program.kind[other[1]] in VALUES:
            return None
        return self._instances((Tag.INSTANCE, *one[1:]), (Tag.INSTANCE, *other[1:]))

    def _null(self, wanted: Value) -> int | None:
        if wanted[0] != Tag.INSTANCE:
            return 0
        if self.program.kind[wanted[1]] in VALUES and wanted[1] != self.dialect.nullable:
            return None
        return FAR if self.dialect.is_root(wanted[1]) else 0

    def _nullable(self, given: Value, wanted: Value) -> int | None:
        """`T` and `U?` become `T?` as far as `U` becomes `T`."""
        target = self.dialect.argument_type(wanted[2][0]) if wanted[2] else None
        if target is None:
            return LIFTED
        if given[0] == Tag.INSTANCE and given[1] == wanted[1]:
            inner = self.dialect.argument_type(given[2][0]) if given[2] else None
            return self.plain_conversion(inner, target) if inner is not None else 0
        cost = self.plain_conversion(given, target)
        return None if cost is None else cost + LIFTED

    def _instances(self, given: Value, wanted: Value) -> int | None:
        if given[1] == wanted[1]:
            return self._arguments(given, wanted)
        key = (given[1], wanted[1])
        if key not in self.known:
            self.known[key] = self._of_types(*key)
        cost = self.known[key]
        if cost is None or cost >= FAR or not wanted[2] or not given[2]:
            return cost
        seen = self.dialect.generics.seen_as(given[1], given[2], wanted[1])
        return max(cost, self._arguments((Tag.INSTANCE, wanted[1], seen), wanted) or 0)

    def _of_types(self, given: int, wanted: int) -> int | None:
        one, other = self.dialect.predefined(given), self.dialect.predefined(wanted)
        if one is not None and other is not None and other in WIDER.get(one, ()):
            return 2 + NUMBERS.index(other)
        cost = self._lineage(given, wanted)
        if (cost is None or cost >= FAR) and not self.dialect.is_root(wanted) and self._converts(given, wanted):
            return CONVERTED
        return cost

    def _arguments(self, given: Value, wanted: Value) -> int | None:
        """The same generic type: arguments that are surely other types fit badly."""
        for one, other in zip(given[2], wanted[2], strict=False):
            left, right = self.dialect.argument_type(one), self.dialect.argument_type(other)
            if left is None or right is None or not left[0] == right[0] == Tag.INSTANCE or left[1] == right[1]:
                continue
            derived = right[1] in self.dialect.order(left[1]) and not self.dialect.is_root(right[1])
            return DERIVED if derived else FAR
        return 0

    def _narrower(self, functions: list[int], count: int, known: bool) -> list[int]:
        """Between equals, one whose parameters are all narrower; then as everywhere."""
        types = {function: self._parameter_types(function, count) for function in functions}
        narrow = [f for f in functions if not any(self._beats(types[o], types[f]) for o in functions if o != f)]
        return super()._narrower(narrow or functions, count, known)

    def _parameter_types(self, function: int, count: int) -> list[Value | None]:
        terms = (self.program.term_at(Flow.PARAMETER_TYPE, function, place) for place in range(count))
        types = (self.dialect.named(term) if term is not None else None for term in terms)
        return [(Tag.INSTANCE, *t[1:]) if t is not None and t[0] == Tag.CLASS else t for t in types]

    def _beats(self, one: list[Value | None], other: list[Value | None]) -> bool:
        """Whether each type becomes its counterpart and not all the other way round."""
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None and a != b]
        there = [self.plain_conversion(a, b) for a, b in pairs]
        back = [self.plain_conversion(b, a) for a, b in pairs]
        return bool(pairs) and all(map(_is_near, there)) and not all(map(_is_near, back))

    def _converts(self, given: int, wanted: int) -> bool:
        """`implicit operator`, declared by either type."""
        program, name = self.program, self.program.name[wanted]
        if (program.name[given], name) in IMPLICIT and program.is_external(given) and program.is_external(wanted):
            return True
        short = {"String": "string", "Int32": "int", "Int64": "long", "Boolean": "bool"}.get(name, name)
        for owner in self.dialect.classes(given):
            members = program.members.get(owner, {})
            if f"implicit operator {short}" in members or f"implicit operator {name}" in members:
                return True
        listed = program.members.get(wanted, {}).items()
        makers = (s for member, symbols in listed if member.startswith("implicit operator") for s in symbols)
        return any(self._takes_type(maker, given) for maker in makers)

    def _takes_type(self, function: int, given: int) -> bool:
        declared = self.program.term_at(Flow.PARAMETER_TYPE, function, 0)
        wanted = self.dialect.named(declared) if declared is not None else None
        return wanted is not None and wanted[0] == Tag.CLASS and self._lineage(given, wanted[1]) not in (None, FAR)


def _is_near(cost: int | None) -> bool:
    return cost is not None and cost < VARIABLE
