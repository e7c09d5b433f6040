"""Which signature of a function a call means: the first that takes what is passed.

By number and shape of the arguments at once; by what they are only when all else is followed to its end, all that wait
on one footing, so that the choice does not depend on the order of the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.calls import LISTS
from indexer.languages.javascript.functions import SIGNATURE
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

CALLED = "()"
PLAIN = frozenset({Op.LITERAL, Op.CONSTANT, Op.OBJECT, Op.SEQUENCE})
WRITTEN = frozenset({*PLAIN, Op.LAMBDA})  # arguments whose shape is plain to see
ANYTHING = ("any", "unknown", "object")
PRIMITIVES = {"String": "string", "Number": "number", "Boolean": "boolean", "BigInt": "bigint", "Symbol": "symbol"}
FUNCTIONS = frozenset({Tag.FUNCTION, Tag.LAMBDA, Tag.FUNCTION_TYPE})
Key = tuple[int, tuple[int, ...], int]  # function, arguments, number of type arguments


class Overloads:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.listed: dict[int, list[int]] = {}
        self.choices: dict[Key, int] = {}
        self.waiting: dict[Key, set[int]] = {}  # calls that wait -> the cells that asked

    def firsts(self, function: int) -> list[int]:
        """Where the parameters of each signature of a function begin: of overloads those without a body."""
        if function not in self.listed:
            declared = {place for place, _ in self.program.flows[Flow.RETURN_TYPE].get(function, ())}
            bodies = {place for place, _ in self.program.flows[Flow.RETURN].get(function, ())}
            self.listed[function] = sorted(declared - bodies if len(declared | bodies) > 1 else declared) or [0]
        return self.listed[function]

    def chosen(self, value: Value, arguments: tuple[int, ...]) -> int | None:
        """The signature that a call means; None where that has to wait."""
        function, given = value[1], len(value[3]) if len(value) > 3 else 0
        if len(firsts := self.firsts(function)) == 1:
            return firsts[0]
        key = (function, arguments, given)
        if key not in self.choices:
            fitting = self._fitting(key)
            if len(fitting) > 1:
                linker = self.dialect.linker
                linker.varies = True  # the choice comes later
                self.waiting.setdefault(key, set()).add(linker.current)
                for term in arguments:
                    linker.read(term)
                return None
            self.choices[key] = fitting[0] if fitting else firsts[0]
        return self.choices[key]

    def decide(self) -> list[int]:
        """Decide what can be decided; the cells whose calls are settled now."""
        ready = [key for key in self.waiting if all(map(self._is_known, key[1]))] or list(self.waiting)
        cells: set[int] = set()
        for key in ready:
            self.choices[key] = self._best(key)
            cells |= self.waiting.pop(key)
        return sorted(cells)

    def _is_known(self, term: int) -> bool:
        return self.program.ops[term] in WRITTEN or bool(self.dialect.linker.holds(term))

    def _places(self, function: int, first: int) -> dict[int, int]:
        flows = self.program.flows[Flow.PARAMETER_TYPE].get(function, ())
        return {place - first: term for place, term in flows if first <= place < first + SIGNATURE}

    # -- by number and shape

    def _fitting(self, key: Key) -> list[int]:
        function, arguments, given = key
        generics = self.dialect.generics
        takes = [first for first in self.firsts(function) if len(generics.parameters(function, first)) >= given]
        if any(self.program.ops[term] == Op.SPREAD for term in arguments):  # as many as there are
            takes = [first for first in takes if self._collects(self._places(function, first))] or takes
        return [first for first in takes if self._fits(function, first, arguments)]

    def _fits(self, function: int, first: int, arguments: tuple[int, ...]) -> bool:
        """Whether no argument plainly contradicts."""
        places = self._places(function, first)
        if len(arguments) > len(places) and not self._collects(places):
            return False
        if len(arguments) < len(places) and self._lacks(function, first, arguments, places):
            return False
        pairs = ((argument, places.get(place)) for place, argument in enumerate(arguments))
        return all(declared is None or self._may_be(argument, declared) for argument, declared in pairs)

    def _lacks(self, function: int, first: int, arguments: tuple[int, ...], places: dict[int, int]) -> bool:
        """Whether a parameter that has to be given is not; of a library it is not known which have to be."""
        program = self.program
        if program.is_external(function) or any(program.ops[term] == Op.SPREAD for term in arguments):
            return False
        optional = {place - first for place, _ in program.flows[Flow.PARAMETER_VALUE].get(function, ())}
        rest = {max(places)} if self._collects(places) else set()
        return any(place >= len(arguments) for place in places.keys() - optional - rest)

    def first_of(self, signatures: list[int], arguments: tuple[int, ...]) -> int:
        """The place of the first of several signatures that takes the arguments: as many as it has, if there is one."""
        program = self.program
        if any(program.ops[term] == Op.SPREAD for term in arguments):
            return 0
        fitting = [place for place, term in enumerate(signatures) if self._takes_all(term, arguments)]
        exact = [place for place in fitting if len(program.parts[signatures[place]]) == len(arguments) + 1]
        return (exact or fitting or [0])[0]

    def _takes_all(self, signature: int, arguments: tuple[int, ...]) -> bool:
        if self.program.ops[signature] != Op.FUNCTION_TYPE:
            return False
        types = dict(enumerate(self.program.parts[signature][1:]))
        if len(arguments) > len(types) and not self._collects(types):
            return False
        pairs = zip(arguments, types.items(), strict=False)
        return all(
            self._may_be(argument, declared) or (place == len(types) - 1 and self._collects(types))
            for argument, (place, declared) in pairs
        )

    def _collects(self, places: dict[int, int]) -> bool:
        """Whether the last parameter may take all that is left: an array, with `...` or not."""
        term = places[max(places)] if places else 0
        return self.program.ops[term] == Op.WRAP and self._word(term) in ("array", "tuple")

    def _word(self, term: int, place: int = 0) -> str:
        return self.program.texts[self.program.parts[term][place]]

    def _may_be(self, argument: int, declared: int) -> bool:
        """Whether an argument's shape allows the declared type; what has no shape allows all."""
        program = self.program
        given, wanted = program.ops[argument], program.ops[declared]
        if wanted == Op.UNION:
            return any(self._may_be(argument, part) for part in program.parts[declared])
        if wanted == Op.FUNCTION_TYPE:
            return given not in PLAIN and (not self._is_predicate(program.parts[declared][0]) or self._guards(argument))
        if given == Op.LAMBDA:
            return wanted not in (Op.LITERAL, Op.CONSTANT, Op.WRAP) and self._takes_functions(declared)
        if given == Op.CONSTANT and wanted == Op.CONSTANT:
            return program.parts[argument] == program.parts[declared]
        if given in (Op.LITERAL, Op.CONSTANT) and wanted in (Op.LITERAL, Op.CONSTANT):
            return self._word(declared, -1) in (self._word(argument, -1), *ANYTHING)
        if given in (Op.SEQUENCE, Op.OBJECT) and wanted in (Op.LITERAL, Op.CONSTANT):
            return self._word(declared, -1) in ANYTHING
        return not (given == Op.OBJECT and wanted == Op.WRAP and self._word(declared) in ("array", "tuple"))

    def _is_predicate(self, term: int) -> bool:
        """`x is T`."""
        return self.program.ops[term] == Op.WRAP and self._word(term) == "is"

    def _guards(self, argument: int) -> bool:
        """Whether a function that is passed by name says what its argument is."""
        named = self.dialect.modules.entities(argument) if self.program.ops[argument] != Op.LAMBDA else []
        flows = self.program.flows[Flow.RETURN_TYPE]
        return any(self._is_predicate(term) for e in named if isinstance(e, int) for _, term in flows.get(e, ()))

    def _takes_functions(self, declared: int) -> bool:
        """Whether a function can be passed; a class or interface takes one only if it can be called."""
        named = self.dialect.lineage.types(declared)
        return not named or any(value[0] != Tag.CLASS or self._is_called(value[1]) for value in named)

    def _is_called(self, symbol: int) -> bool:
        program = self.program
        if program.name[symbol] in ("Function", "Object") or program.kind[symbol] == "type_alias":
            return True
        return any(self._word(term) == CALLED for _, term in program.flows[Flow.EXPORT].get(symbol, ()))

    # -- by what the arguments are

    def _best(self, key: Key) -> int:
        function, arguments, _ = key
        fitting = self._fitting(key)
        for first in fitting:
            places = self._places(function, first)
            pairs = ((argument, places.get(place)) for place, argument in enumerate(arguments))
            if all(declared is None or self._takes(declared, argument) for argument, declared in pairs):
                return first
        return fitting[0]

    def _takes(self, declared: int, argument: int) -> bool:
        """Whether something that an argument may be is of the declared type; nothing is known of it: it may be."""
        if self.program.ops[argument] in WRITTEN:
            return True
        values = self.dialect.linker.holds(argument)
        return not values or any(self._is_of(declared, value) for value in values)

    def _is_of(self, declared: int, value: Value) -> bool:
        program = self.program
        wanted = program.ops[declared]
        if wanted == Op.UNION:
            return any(self._is_of(part, value) for part in program.parts[declared])
        kind = self._kind(value)
        if wanted == Op.WRAP and self._word(declared) in ("array", "tuple"):
            return kind in ("list", "")
        if wanted == Op.FUNCTION_TYPE:
            return kind in ("function", "")
        if wanted in (Op.LITERAL, Op.CONSTANT):
            return kind in ("", self._word(declared, -1)) or self._word(declared, -1) in ANYTHING
        named = self.dialect.lineage.types(declared)
        return not kind or not named or any(self._is_like(each, value, kind) for each in named)

    def _is_like(self, wanted: Value, value: Value, kind: str) -> bool:
        """Whether a value can be of a named type; objects are told by their members, so that any object may be."""
        if wanted[0] != Tag.CLASS:
            return wanted[0] != Tag.OBJECT or kind not in PRIMITIVES.values()
        name = self.program.name[wanted[1]]
        if kind == "list":
            return name in LISTS or name in ("Iterable", "ArrayLike", "Object")
        if kind == "function":
            return self._is_called(wanted[1])
        if kind in PRIMITIVES.values():
            return PRIMITIVES.get(name) == kind or self.program.kind[wanted[1]] == "enum"
        return name not in LISTS

    def _kind(self, value: Value) -> str:
        """What tells values apart: a primitive's name, list, function, object; nothing where it may be any."""
        tag = value[0]
        if tag in FUNCTIONS:
            return "function"
        if tag == Tag.SEQUENCE or (tag == Tag.WRAPPED and value[1] == "tuple"):
            return "list"
        if tag == Tag.INSTANCE:
            name, kind = self.program.name[value[1]], self.program.kind[value[1]]
            return "list" if name in LISTS else PRIMITIVES.get(name, "object" if kind != "enum" else "")
        return "object" if tag == Tag.OBJECT else ""
