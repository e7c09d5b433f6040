"""Languages whose types have names: bases and their order, members, type arguments, calls that arguments decide.

A language says how it finds names (`free`, `imported`, `statement`) and overrides what it does differently.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.link.dialect import Dialect, Member
from indexer.link.generics import Generics
from indexer.link.overloads import Overloads
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE
from indexer.schema import KIND_PREFIX, TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

CALLABLE = frozenset(kind for kind, prefix in KIND_PREFIX.items() if prefix == "M")
MODULES = ("module", "namespace", "package")
MOST_BASES = 200  # bases of one type that are looked at: nobody writes more
INTERFACES = frozenset({"interface", "trait", "protocol", "annotation"})


class Nominal(Dialect):
    calls_name = True
    overloads_apart = True  # functions of one name are told apart by arguments

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.types: dict[int, Value | None] = {}
        self.orders: dict[int, list[int]] = {}
        self.parent_types: dict[int, list[Value]] = {}
        self.open: dict[int, bool] = {}
        self.found: dict[tuple[int, str, bool], list[int]] = {}

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = Generics(self, linker)
        self.overloads = Overloads(self, linker)
        linker.makers |= {"inferred": self.generics.inferred}

    # -- types by name

    def named(self, term: int) -> Value | None:
        """The type or module that a term names; names alone decide, values play no part."""
        if term not in self.types:
            self.types[term] = None  # in a circle nothing is named
            self.types[term] = self._named(term)
        return self.types[term]

    def _named(self, term: int) -> Value | None:
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        file, texts = program.term_file[term], program.texts
        if op == Op.SYMBOL:
            return self.type_of(parts[0])
        if op == Op.IMPORT:
            return self._one(entity for entity, *_ in self.imported(file, texts[parts[0]]))
        if op == Op.FREE:
            return self._one(entity for entity, *_ in self.free(file, texts[parts[0]], parts[1], Space.TYPE))
        if op == Op.TYPE_PARAMETER:
            return (Tag.TYPE_VARIABLE, parts[0], texts[parts[1]])
        if op == Op.WRAP:
            return next(iter(self.wrap(texts[parts[0]], tuple(parts[1:]))), None)
        if op == Op.FUNCTION_TYPE:
            return (Tag.FUNCTION_TYPE, parts[0], tuple(parts[1:]))
        if op not in (Op.MEMBER, Op.APPLY):
            return None
        base = self.named(parts[0])
        if base is None:
            return None
        if op == Op.APPLY:
            return next(iter(self.apply(base, tuple(parts[1:]))), None)
        if base[0] == Tag.EXTERNAL:
            return (Tag.EXTERNAL, f"{base[1]}.{texts[parts[1]]}")
        return self._one(found for found, _ in self.member(base, texts[parts[1]], Space.TYPE))

    def _one(self, entities: Iterable[Value | int]) -> Value | None:
        for entity in entities:
            return self.type_of(entity) if isinstance(entity, int) else entity
        return None

    def type_of(self, symbol: int) -> Value | None:
        """The type that a definition is, or is another name of."""
        kind = self.program.kind[symbol]
        if kind == "type_alias":
            flows = self.program.flows[Flow.TYPE].get(symbol) or self.program.flows[Flow.VALUE].get(symbol) or []
            return next((found for _, term in flows if (found := self.named(term)) is not None), None)
        if kind in TYPE_KINDS:
            return (Tag.CLASS, symbol, ())
        return (Tag.MODULE, symbol) if kind in MODULES else None

    # -- bases

    def parents(self, symbol: int) -> list[Value]:
        """The types that a type names as its bases, as far as they are known."""
        if symbol not in self.parent_types:
            self.parent_types[symbol] = []
            terms = (term for _, term in sorted(self.program.flows[Flow.BASE].get(symbol, ())))
            named = [base for term in terms if (base := self.named(term)) is not None]
            self.parent_types[symbol] = named + self.implied_parents(symbol, named)
        return self.parent_types[symbol]

    def implied_parents(self, symbol: int, named: list[Value]) -> list[Value]:
        """Bases that a type has without saying so: Object, Enum, Record."""
        return []

    def bases(self, symbol: int) -> list[int]:
        return [base[1] for base in self.parents(symbol) if base[0] == Tag.CLASS]

    def order(self, symbol: int) -> list[int]:
        """The type, then what it derives from: classes first, interfaces after them, each once."""
        if symbol not in self.orders:
            self.orders[symbol] = [symbol]  # a type that is its own base has no others
            classes: dict[int, None] = {symbol: None}
            interfaces: dict[int, None] = {}
            for base in self.bases(symbol):
                for owner in self.order(base):
                    (interfaces if self.program.kind[owner] in INTERFACES else classes).setdefault(owner)
            rest = sorted((i for i in interfaces if i not in classes), key=lambda i: -len(self.orders[i]))
            # What derives from another one has more bases than that.
            self.orders[symbol] = [*classes, *rest][:MOST_BASES]
        return self.orders[symbol]

    def is_open(self, symbol: int) -> bool:
        """Whether a base leads out of what is known: a member that is not found may still be there."""
        if symbol not in self.open:
            bases = (base for owner in self.order(symbol) for base in self.parents(owner))
            self.open[symbol] = any(base[0] == Tag.EXTERNAL for base in bases)
        return self.open[symbol]

    # -- members

    def own_members(self, symbol: int, name: str) -> list[int]:
        """What a type itself declares under a name, in all its parts."""
        return self.program.members.get(symbol, {}).get(name, [])

    def find(self, symbol: int, name: str, called: bool) -> list[int]:
        """Members of a name: the nearest; of functions all that are not overridden, the nearest first."""
        key = (symbol, name, called)
        if key not in self.found:
            self.found[key] = self._find(symbol, name, called)
        return self.found[key]

    def _find(self, symbol: int, name: str, called: bool) -> list[int]:
        kinds, shapes = self.program.kind, set()
        found: list[int] = []
        for owner in self.order(symbol):
            own = [s for s in self.own_members(owner, name) if self.is_inherited(s, symbol)]
            if called and self.callables_apart:
                own = [s for s in own if kinds[s] in CALLABLE]
            elif not called and self.callables_apart:
                own = [s for s in own if kinds[s] not in CALLABLE] or own
            if own and (not self.overloads_apart or kinds[own[0]] not in CALLABLE):
                return found or own[:1]
            for candidate in own:
                shape = self.shape(candidate)
                if shape not in shapes:
                    shapes.add(shape)
                    found.append(candidate)
        return found

    callables_apart = False  # methods have names of their own
    unsure: float = inf  # what a conversion costs that nobody knows to be one: it prefers no function to another

    def is_inherited(self, member: int, symbol: int) -> bool:
        """Whether a type has a member: its own, or one of its bases that is not private."""
        return self.program.parent[member] == symbol or self.program.visibility[member] != "private"

    def shape(self, function: int) -> tuple[str, ...]:
        """What makes a function override another one: its parameters' types as written, without their arguments."""
        parameters = self.program.parameters[function] or ()
        return tuple((kind or "").partition("<")[0].rpartition(".")[2].strip() for _, kind, _ in parameters)

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return self.of_type(value[1], name, space, value)
        if tag == Tag.SUPER:
            receiver = (Tag.INSTANCE, value[2], ())
            for base in self.parents(value[1]):
                if base[0] == Tag.CLASS and (found := list(self.of_type(base[1], name, space, receiver))):
                    return found
            return ()
        if tag == Tag.TYPE_VARIABLE:
            bounds = self.generics.bounds(value)
            return [found for bound in bounds for found in self.member(bound, name, space)]
        if tag == Tag.MODULE:
            return [(entity, value) for entity in self.of_module(value, name, space)]
        return self.of_other(value, name, space)

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        found = self.find(symbol, name, space == Space.CALL)
        if len(found) > 1 and self.overloads_apart:
            return [((Tag.GROUP, tuple(found), receiver), receiver)]
        if not found and self.is_open(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        """What a package or namespace has under a name."""
        return ()

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        """Members of arrays, pointers, functions and whatever else is no class."""
        return ()

    # -- calls

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        tag = value[0]
        if tag == Tag.GROUP:
            chosen = self.overloads.choose(value, arguments)
            rule = "overload" if len(chosen) == 1 else "candidates"
            for function in chosen:
                self.linker.target(function, rule)
                yield from self.returned((Tag.FUNCTION, function, value[2]), arguments)
        elif tag == Tag.FUNCTION_TYPE:
            yield from self.linker.read(value[1])
        elif tag == Tag.INSTANCE and (signature := self.functional(value)) is not None:
            yield from self.linker.read(signature[0])

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a function gives back when called with arguments: type parameters are what these tell."""
        linker, function, receiver = self.linker, value[1], value[2]
        environment = self.generics.of_call(value, arguments)
        self.generics.note_lambdas(value, arguments)
        cell = linker.inside(linker.cell("result", function), environment)
        for given in linker.read(cell):
            if given[0] == Tag.INSTANCE and len(given) > 3 and receiver is not None:
                yield from self.as_receiver(given, receiver)
            else:
                yield given

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        yield receiver if receiver[0] == Tag.INSTANCE else value

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A new instance; the constructor that the arguments choose types its lambdas."""
        makers = self.constructors(value[1])
        if makers:
            for function in self.overloads.choose((Tag.GROUP, tuple(makers), None), arguments):
                self.generics.note_lambdas((Tag.FUNCTION, function, value), arguments)
                self.constructed(function)
        yield (Tag.INSTANCE, value[1], value[2])

    def constructed(self, function: int) -> None:
        """A constructor was chosen; where `new T()` refers to it rather than to the type, note it as the target."""

    def constructors(self, symbol: int) -> list[int]:
        members = self.program.members.get(symbol, {})
        return [s for listed in members.values() for s in listed if self.program.kind[s] == "constructor"]

    def decide(self) -> list[int]:
        return self.overloads.decide()

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """By place; what is left over goes to a last parameter that takes many; names go to the parameter they name."""
        program = self.program
        parameters = (program.parameters[function] or []) if function >= 0 else []
        names = [name for name, _, _ in parameters]
        for place, term in enumerate(arguments):
            if program.ops[term] == Op.KEYWORD:
                word, value = program.parts[term]
                if program.texts[word] in names:
                    yield names.index(program.texts[word]), value
            elif function < 0 or place < len(names):
                yield place, term
            elif names and self.takes_many(function):
                yield len(names) - 1, term

    def takes_many(self, function: int) -> bool:
        """Whether the last parameter takes all arguments that are left."""
        parameters = self.program.parameters[function] or []
        return bool(parameters) and "..." in (parameters[-1][1] or "")

    def conversion(self, given: Value, wanted: Value) -> int | None:
        """What it costs to pass a value where a type is wanted: 0 the same, more the farther; None it cannot be."""
        return self.overloads.plain_conversion(given, wanted)

    def can_be_passed(self, term: int, function: int, place: int) -> bool:
        """Whether an argument as it is written can be passed at all, whatever it is of."""
        return True

    def is_ready(self, cell: int) -> bool:
        """Whether what a call is made on says all that a choice may depend on."""
        return True

    def is_decidable(self, functions: list[int]) -> bool:
        """Whether functions that fit alike say all that a choice among them depends on."""
        return True

    def called_at(self, cell: int, functions: list[int]) -> list[int]:
        """Of the functions that arguments can be passed to, those that can be meant at a cell."""
        return functions

    def preferred(self, costs: dict[int, list[int]], count: int) -> dict[int, list[int]]:
        """Of the functions that a number of arguments can be passed to, those that are looked at before the others."""
        return costs

    def part(self, cell: int) -> Value | None:
        """The type that stands in a part of a built type."""
        return self.named(cell) if cell < MADE else None

    # -- type arguments

    def environment(self, member: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        return self.generics.of_receiver(self.program.parent[member], receiver)

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        return self.generics.lambda_parameter(term, place)

    # -- overrides

    def overridden(self, symbol: int) -> list[int]:
        """The nearest member of the bases with the same name and, for functions, the same shape."""
        program = self.program
        owner, name = program.parent[symbol], program.name[symbol]
        if owner < 0 or "static" in (program.modifiers[symbol] or ()):
            return []
        is_function, shape = program.kind[symbol] in CALLABLE, self.shape(symbol)
        for base in self.order(owner)[1:]:
            for other in self.own_members(base, name):
                if (program.kind[other] in CALLABLE) != is_function or not self.is_inherited(other, owner):
                    continue
                if not is_function or self.shape(other) == shape:
                    return [other]
        return []
