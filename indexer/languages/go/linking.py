"""How Go finds what a name means: packages and their files, imports, fields and methods, built-in names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.go.generics import GoGenerics
from indexer.languages.go.implementations import Implementations
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

UNIVERSE = frozenset({
    "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8",
    "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "true",
    "false", "iota", "nil", "append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make",
    "max", "min", "new", "panic", "print", "println", "real", "recover",
})  # fmt: skip
MADE = frozenset({"new", "make"})
LISTS = ("slice", "array", "map")
POINTER = "pointer"
BUILTIN = "builtin"  # the package that the language's own names are documented in


class Go(Nominal):
    calls_name = False
    overloads_apart = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.packages = Packages(program, tree)
        self.own_places = self.packages.packages
        self.members = Members(self)
        self.implemented: dict[int, list[int]] | None = None

    def detach(self) -> None:
        self.packages.detach()

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics: GoGenerics = GoGenerics(self, linker)
        linker.makers |= {"inferred": self.generics.inferred}

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        package = self.packages.of_file.get(file)
        if package is None:
            return ()
        own = package.key != BUILTIN or name not in UNIVERSE
        if own and (symbol := self.packages.member(package.key, name, file)) is not None:
            return [(symbol, "package")]
        for star in self.program.files[file].stars:
            symbol = self.packages.handed_out(file, star.module, name)
            if symbol is not None:
                return [(symbol, "star_import")]
        if name == "error" and (library := self.packages.library(BUILTIN)) is not None:
            return [(library.names[name][0], "builtin")]
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
        return self._own_type(symbol) or super().type_of(symbol)

    def _own_type(self, symbol: int) -> Value | None:
        program = self.program
        if program.kind[symbol] != "type_alias" or not program.flows[Flow.TYPE].get(symbol):
            return None
        if program.is_external(symbol) and self.packages.of_file[program.file[symbol]].key == BUILTIN:
            return (Tag.EXTERNAL, program.name[symbol])
        return (Tag.CLASS, symbol, ())

    def _named(self, term: int) -> Value | None:
        op, parts = self.program.ops[term], self.program.parts[term]
        if op == Op.OBJECT:
            return (Tag.OBJECT, term)
        if op == Op.WRAP and self.program.texts[parts[0]] == POINTER:
            return self.named(parts[1])
        return super()._named(term)

    def held(self, symbol: int) -> Iterable[Value]:
        own = self._own_type(symbol)
        return [own] if own is not None else ()

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        """A pointer is what it points to: selectors, calls and loops look through it."""
        if word == POINTER:
            yield from self.linker.read(parts[0])
        else:
            yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE:
            return self._of_package(value, name)
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return self.members.find((Tag.INSTANCE, *value[1:3]), name)
        if tag == Tag.OBJECT:
            return self.members.find(value, name)
        if tag == Tag.TYPE_VARIABLE and (bound := self.generics.bound(value)) is not None:
            return self.member(bound, name, space)
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
        for inner in self.generics.core(value):
            if inner[0] == Tag.FUNCTION_TYPE:
                yield from self.linker.read(inner[1])
            elif value[0] == Tag.TYPE_VARIABLE:
                yield value

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        function, receiver = value[1], value[2]
        linker = self.linker
        if receiver is not None and receiver[0] == Tag.INSTANCE:
            environment = self.environment(function, receiver)
        else:
            environment = self.generics.of_call(value, arguments)
        return linker.read(linker.inside(linker.cell("result", function), environment))

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
        for inner in self.generics.core(value):
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
        for inner in self.generics.core(value):
            if inner[0] == Tag.WRAPPED and inner[1] == "channel":
                yield from self.linker.read(inner[2][0])

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
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
        for inner in self.generics.core(value):
            if inner[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{inner[1]}[]"[:200])
            elif inner[0] == Tag.FUNCTION_TYPE:
                for turn in (turn for cell in inner[2][:1] for turn in read(cell)):
                    yield from read(turn[2][place]) if turn[0] == Tag.FUNCTION_TYPE and place < len(turn[2]) else ()
            elif inner[0] == Tag.WRAPPED and inner[1] == "map":
                yield from read(inner[2][place])
            elif inner[0] == Tag.WRAPPED and (inner[1] == "channel") == (place == 0):
                yield from read(inner[2][0])

    def _built_in(self, word: str, arguments: Sequence[int]) -> Iterable[Value]:
        """`new(T)` and `make(T)` give a T, `append(x, …)`, `min(x, …)` what x is."""
        values = self.linker.read(arguments[0]) if arguments else ()
        return self.linker.instances(values) if word in MADE else values

    def _key(self, field: int, name: int) -> Iterable[Value]:
        """The key of a literal: a field of a struct, an expression where the type is a list or a map."""
        program, linker = self.program, self.linker
        made, text, space = program.parts[field]
        for value in linker.read(made):
            shapes = list(self.generics.core(value))
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
            for entity, rule, *_ in self.free(program.term_file[term], program.texts[parts[0]], parts[1], parts[2]):
                if isinstance(entity, int):
                    self.linker.target(entity, rule)

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        program = self.program
        op = program.ops[base] if base < len(program.ops) else Op.UNKNOWN
        if op == Op.THROUGH:
            return "element"
        return "returned" if op == Op.INDEX and len(program.parts[base]) > 1 else super().rule(linker, base, value)

    def overridden(self, symbol: int) -> list[int]:
        """The methods of the repository's interfaces that a method implements."""
        if self.implemented is None:
            self.implemented = Implementations(self).find()
        return self.implemented.get(symbol, [])


DIALECT = Go
