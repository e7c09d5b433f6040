"""How Go finds what a name means: packages and their files, imports, fields and methods, built-in names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.go.members import Members
from indexer.languages.go.packages import Packages
from indexer.link.dialect import Entity, Member
from indexer.link.generics import Environment
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

UNIVERSE = frozenset(
    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint "
    "uint8 uint16 uint32 uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make "
    "max min new panic print println real recover".split()
)
MADE = frozenset({"new", "make"})
LISTS = ("slice", "map")


class Go(Nominal):
    calls_name = False
    overloads_apart = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.packages = Packages(program, tree)
        self.members = Members(self)

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {"inferred": self._told}

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        package = self.packages.of_file.get(file)
        if package is None:
            return ()
        if (symbol := self.packages.member(package.key, name, file)) is not None:
            return [(symbol, "package")]
        for star in self.program.files[file].stars:
            whole = self.packages.named(file, star.module)
            if whole is not None and whole[0] == Tag.MODULE:
                if (symbol := self.packages.member(whole[1], name, file)) is not None:
                    return [(symbol, "star_import")]
        if name in UNIVERSE:
            return [((Tag.EXTERNAL, name), "builtin")]
        found = self.packages.undeclared(file, name)
        return [(found, "import")] if found is not None else ()

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        found = self.packages.bound(file, name)
        return [(found, "import")] if found is not None else ()

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        found = self.packages.named(file, module)
        return [(found, "import")] if found is not None else ()

    def leads_out(self, value: Value) -> bool:
        return super().leads_out(value) or (value[0] == Tag.MODULE and self.packages.known.get(value[1]) is not None)

    # -- types

    def type_of(self, symbol: int) -> Value | None:
        """A type over another one is a type of its own; an alias is what it stands for."""
        if self.program.kind[symbol] == "type_alias" and self.program.flows[Flow.TYPE].get(symbol):
            return (Tag.CLASS, symbol, ())
        return super().type_of(symbol)

    def _named(self, term: int) -> Value | None:
        if self.program.ops[term] == Op.OBJECT:
            return (Tag.OBJECT, term)
        return super()._named(term)

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "type_alias" and self.program.flows[Flow.TYPE].get(symbol):
            return [(Tag.CLASS, symbol, ())]
        return ()

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    def core(self, value: Value, depth: int = 0) -> Iterable[Value]:
        """What a value is built as: the underlying type of a named one, the constraint of a type parameter."""
        linker, program = self.linker, self.program
        if depth > 6:
            return
        if value[0] == Tag.INSTANCE and (terms := program.terms_of(Flow.TYPE, value[1])):
            environment = self.generics.pairs(value[1], value[2])
            cells = [linker.inside(linker.argument(term), environment) for term in terms]
        elif value[0] == Tag.TYPE_VARIABLE:
            cells = [linker.argument(term) for term in self._constraints(value)]
        else:
            yield value
            return
        for cell in cells:
            for inner in linker.read(cell):
                yield from self.core(inner, depth + 1)

    def _constraints(self, variable: Value) -> list[int]:
        """Terms of what a type parameter must be; a method's are those of its receiver's type."""
        program, owner = self.program, variable[1]
        names = self.generics.parameters(owner)
        place = names.index(variable[2]) if variable[2] in names else -1
        if program.kind[owner] == "method":
            owner = program.parent[owner]
        term = program.term_at(Flow.BOUND, owner, place) if owner >= 0 else None
        return [term] if term is not None else []

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE:
            return self._of_package(value, name)
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return self.members.find((Tag.INSTANCE, *value[1:3]), name)
        if tag == Tag.OBJECT:
            return self.members.find(value, name)
        if tag == Tag.TYPE_VARIABLE:
            bounds = [self.named(term) for term in self._constraints(value)]
            return [found for bound in bounds if bound is not None for found in self.member(bound, name, space)]
        return ()

    def _of_package(self, module: Value, name: str) -> Iterable[Member]:
        symbol = self.packages.member(module[1], name)
        if symbol is not None:
            return [(symbol, module)]
        known = self.packages.known.get(module[1])
        return [((Tag.EXTERNAL, f"{module[1]}.{name}"), module)] if known is not None else ()

    def environment(self, member: int, receiver: Value) -> Environment:
        """A method names its receiver's type parameters itself, a field uses those of its type."""
        if receiver[0] != Tag.INSTANCE or not receiver[2]:
            return ()
        owner = member if self.generics.parameters(member) else receiver[1]
        return self.generics.pairs(owner, receiver[2])

    # -- values

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.INSTANCE, *value[1:3])

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A function value gives its result; a type that is called converts."""
        if value[0] in (Tag.WRAPPED, Tag.OBJECT):
            yield value
            return
        for inner in self.core(value):
            if inner[0] == Tag.FUNCTION_TYPE:
                yield from self.linker.read(inner[1])
            elif value[0] == Tag.TYPE_VARIABLE:
                yield value

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        function, receiver = value[1], value[2]
        linker = self.linker
        if receiver is not None and receiver[0] == Tag.INSTANCE:
            environment = self.environment(function, receiver)
        elif self.generics.parameters(function):
            environment = self._inferred(value, arguments)
        else:
            environment = ()
        return linker.read(linker.inside(linker.cell("result", function), environment))

    def _inferred(self, value: Value, arguments: tuple[int, ...]) -> Environment:
        """Type arguments that are given, then those that the call's arguments tell."""
        names, given = self.generics.parameters(value[1]), value[3] if len(value) > 3 else ()
        told = [self.linker.cell("inferred", value[1], None, name, arguments) for name in names[len(given) :]]
        return self.generics.pairs(value[1], (*given, *told))

    def _told(self, function: int, receiver: Value | None, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A type parameter by what is passed; one that only constraints name by what they are held against."""
        linker, generics = self.linker, self.generics
        yield from generics.inferred(function, receiver, name, arguments)
        variable = (Tag.TYPE_VARIABLE, function, name)
        for place, other in enumerate(generics.parameters(function)):
            bound = self.program.term_at(Flow.BOUND, function, place) if other != name else None
            if bound is not None and self.program.ops[bound] in (Op.WRAP, Op.FUNCTION_TYPE, Op.APPLY):
                given = linker.cell("inferred", function, receiver, other, arguments)
                yield from generics.matched(linker.argument(bound), given, variable, 0)

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """Named types are held against each other as what they are built as."""
        if Tag.INSTANCE not in (wanted[0], value[0]):
            return
        for pattern in self.core(wanted):
            for inner in self.core(value):
                if pattern[0] == inner[0] == Tag.WRAPPED and pattern[1] == inner[1]:
                    yield from zip(pattern[2], inner[2], strict=False)
                elif pattern[0] == inner[0] == Tag.FUNCTION_TYPE:
                    yield from zip((pattern[1], *pattern[2]), (inner[1], *inner[2]), strict=False)

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A generic type or function with type arguments; what only looks like one is indexed."""
        if value[0] == Tag.FUNCTION:
            yield (*value[:3], tuple(map(self.linker.argument, arguments)))
        elif value[0] in (Tag.CLASS, Tag.EXTERNAL):
            yield from super().apply(value, arguments)
        else:
            yield from self.index(value, ())

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        """One of several results by its place; else an element."""
        for inner in self.core(value):
            if inner[0] in (Tag.FUNCTION, Tag.CLASS):
                yield inner
            elif inner[0] != Tag.WRAPPED:
                continue
            elif inner[1] == "tuple":
                place = int(self.program.texts[self.program.parts[keys[0]][0]]) if keys else 0
                yield from self.linker.read(inner[2][place]) if place < len(inner[2]) else ()
            elif inner[1] in LISTS:
                yield from self.linker.read(inner[2][-1])

    def item(self, value: Value) -> Iterable[Value]:
        """What comes out of a channel."""
        for inner in self.core(value):
            if inner[0] == Tag.WRAPPED and inner[1] == "channel":
                yield from self.linker.read(inner[2][0])

    def through(self, word: str, parts: list[int]) -> Iterable[Value]:
        if word == "key":
            yield from self._key(*parts)
            return
        for value in self.linker.read(parts[0]):
            if word in ("first", "second"):
                yield from self._ranged(value, 0 if word == "first" else 1)
            elif word == "keys":
                yield from self._ranged(value, 0)
            elif value == (Tag.EXTERNAL, word):
                yield from self._built_in(word, parts[1:])
            else:
                yield from self.linker.call(value, tuple(parts[1:]))

    def _ranged(self, value: Value, place: int) -> Iterable[Value]:
        """What a loop over a value gives in the first or the second variable."""
        read = self.linker.read
        for inner in self.core(value):
            if inner[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{inner[1]}[]"[:200])
            elif inner[0] == Tag.FUNCTION_TYPE:
                for turn in (turn for cell in inner[2][:1] for turn in read(cell)):
                    yield from read(turn[2][place]) if turn[0] == Tag.FUNCTION_TYPE and place < len(turn[2]) else ()
            elif inner[0] == Tag.WRAPPED and inner[1] == "map":
                yield from read(inner[2][place])
            elif inner[0] == Tag.WRAPPED and (inner[1] == "channel") == (place == 0):
                yield from read(inner[2][0])

    def _built_in(self, word: str, arguments: list[int]) -> Iterable[Value]:
        """`new(T)` and `make(T)` give a T, `append(x, …)`, `min(x, …)` what x is."""
        values = self.linker.read(arguments[0]) if arguments else ()
        return self.linker.instances(values) if word in MADE else values

    def _key(self, field: int, name: int) -> Iterable[Value]:
        """The key of a literal: a field of a struct, an expression where the type is a list or a map."""
        program, linker = self.program, self.linker
        made, text, space = program.parts[field]
        for value in linker.read(made):
            shapes = list(self.core(value))
            if any(shape[0] == Tag.WRAPPED for shape in shapes):
                self._same_name(name)
            else:
                yield from linker.member(value, program.texts[text], space, "constructed")

    def _same_name(self, term: int) -> None:
        """The term being followed names what another one names by scope and package alone."""
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op == Op.SYMBOL:
            self.linker.target(parts[0], "scope")
        elif op == Op.FREE:
            for entity, rule in self.free(program.term_file[term], program.texts[parts[0]], parts[1], parts[2]):
                if isinstance(entity, int):
                    self.linker.target(entity, rule)

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        op = self.program.ops[base] if base < len(self.program.ops) else Op.UNKNOWN
        return "element" if op == Op.THROUGH and value[0] == Tag.INSTANCE else super().rule(linker, base, value)

    def overridden(self, symbol: int) -> list[int]:
        return []


DIALECT = Go
