"""Java's types and calls: what values are of, which of several methods a call means, what lambdas are passed as."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.java.conversions import Conversions, primitive
from indexer.languages.java.names import Names
from indexer.link.dialect import Member
from indexer.link.nominal import INTERFACES
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

IMPLIED = {
    "enum": ("java.lang", "Enum"),
    "record": ("java.lang", "Record"),
    "annotation": ("java.lang.annotation", "Annotation"),
}
STEPS = (
    "reference", "as_wanted", "parameter", "result_of", "superclass", "class_literal", "case", "component", "extended",
)  # fmt: skip


class Java(Names):
    new_names_type = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.conversions = Conversions(self)
        self.steps = {word: getattr(self, f"_{word}") for word in STEPS}

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {"just": lambda value: (value,)}

    # -- types

    def known(self, package: str, name: str, arguments: tuple[int, ...] = ()) -> Value | None:
        """An instance of a library's type."""
        symbol = self.packages.type(package, name, -1)
        return (Tag.INSTANCE, symbol, arguments) if symbol is not None else None

    def package_of(self, symbol: int) -> str:
        return self.program.files[self.program.file[symbol]].package or ""

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        if name == "String":
            text = self.known("java.lang", "String")
            return (text,) if text is not None else ((Tag.EXTERNAL, "java.lang.String()"),)
        return (primitive(name),)

    def implied_parents(self, symbol: int, named: list[Value]) -> list[Value]:
        kind, kinds = self.program.kind[symbol], self.program.kind
        if any(base[0] == Tag.EXTERNAL or kinds[base[1]] not in INTERFACES for base in named):
            return []
        package, name = IMPLIED.get(kind, ("java.lang", "Object"))
        base = self.packages.type(package, name, self.program.file[symbol])
        if base is None or base == symbol:
            return []
        arguments = (self.linker.cell("just", (Tag.INSTANCE, symbol, ())),) if kind == "enum" else ()
        return [(Tag.CLASS, base, arguments)]

    def is_root(self, symbol: int) -> bool:
        return self.program.name[symbol] == "Object" and self.package_of(symbol) == "java.lang"

    def is_inherited(self, member: int, symbol: int) -> bool:
        """Private members stay where they are; those without a word are seen in the package alone."""
        owner, visibility = self.program.parent[member], self.program.visibility[member]
        if owner == symbol or visibility not in ("private", "internal"):
            return True
        return visibility == "internal" and self.package_of(member) == self.package_of(symbol)

    def own_members(self, symbol: int, name: str) -> list[int]:
        """Members of nameless classes inside are not the type's own."""
        nameless = self.program.flows[Flow.IMPLEMENTS]
        return [s for s in super().own_members(symbol, name) if s not in nameless]

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, self.program.parent[symbol], ())]
        return ()

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    def part(self, cell: int) -> Value | None:
        """The type that a cell was made for, as an instance."""
        key = self.linker.made.get(cell)
        if key is None or key[0] != "instances":
            values = self.linker.values.get(cell, ())
            return next(iter(values)) if len(values) == 1 else None
        named = self.named(key[1])
        return (Tag.INSTANCE, *named[1:]) if named is not None and named[0] == Tag.CLASS else named

    def instance(self, value: Value) -> Iterable[Value]:
        yield value

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.FUNCTION and arguments:
            yield (*value[:3], tuple(map(self.linker.argument, arguments)))
        else:
            yield from super().apply(value, arguments)

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        return self.linker.read(value[2][0]) if value[0] == Tag.WRAPPED and value[2] else ()

    def item(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and (base := self.known("java.lang", "Iterable")) is not None:
            given = self.generics.seen_as(value[1], value[2], base[1])
            return self.linker.read(given[0]) if given else ()
        return self.index(value, ())

    def operator(self, word: str, operands: list[int]) -> Iterable[Value]:
        return self.conversions.operator(word, operands)

    def boxed(self, value: Value) -> Value:
        return self.conversions.boxed(value)

    def conversion(self, given: Value, wanted: Value) -> int | None:
        return self.conversions.cost(given, wanted)

    # -- members

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        found = self.members.of(symbol, name, space)
        if not found and space == Space.VALUE:
            found = self.members.of(symbol, name, Space.TYPE)
        if len(found) > 1:
            return [((Tag.GROUP, tuple(found), receiver), receiver)]
        if not found and self.program.kind[symbol] == "enum" and name in ("values", "valueOf"):
            return [(self._of_enum(symbol, name), receiver)]
        if not found and self.is_open(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    def _of_enum(self, symbol: int, name: str) -> Value:
        """`values()` and `valueOf(name)`, which the compiler adds."""
        cell = self.linker.cell("just", (Tag.INSTANCE, symbol, ()))
        if name == "values":
            cell = self.linker.cell("just", (Tag.WRAPPED, "array", (cell,)))
        return (Tag.FUNCTION_TYPE, cell, ())

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.OBJECT:
            found = self.members.of_nameless(value[1], name, space)
            return [((Tag.GROUP, tuple(found), value), value)] if len(found) > 1 else [(each, value) for each in found]
        if value[0] != Tag.WRAPPED or value[1] != "array":
            return ()
        if name == "length" and space == Space.VALUE:
            return [(primitive("int"), value)]
        if name == "clone":
            return [((Tag.FUNCTION_TYPE, self.linker.cell("just", value), ()), value)]
        root = self.known("java.lang", "Object")
        return self.of_type(root[1], name, space, root) if root is not None else ()

    def nameless_base(self, term: int) -> Value | None:
        return self.members.nameless_base(term)

    def functional(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        """The one abstract method of an interface, as the value's type arguments make it."""
        method = self.members.abstract(value[1])
        if method is None:
            return None
        linker, environment = self.linker, self.environment(method, value)
        flows = sorted(self.program.flows[Flow.PARAMETER_TYPE].get(method, ()))
        parameters = tuple(linker.inside(linker.argument(term), environment) for _, term in flows)
        return linker.inside(linker.cell("result", method), environment), parameters

    # -- calls

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] in (Tag.GROUP, Tag.FUNCTION_TYPE):
            yield from super().call(value, arguments)
        else:
            yield value  # a record's component, which its accessor gives back

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        makers = self.constructors(value[1])
        group = (Tag.GROUP, tuple(makers), None)
        chosen = self.overloads.choose(group, arguments) if makers else []
        for function in chosen:
            self.generics.note_lambdas((Tag.FUNCTION, function, value), arguments)
        if len(chosen) == 1:
            self.linker.target(chosen[0], "overload" if len(makers) > 1 else self._rule_of_type(value[1]))
        elif not makers or self.overloads.is_decided(group, arguments):
            self.linker.target(value[1], self._rule_of_type(value[1]))
        yield (Tag.INSTANCE, value[1], value[2])

    def _rule_of_type(self, symbol: int) -> str:
        """How the type that `new` names was found."""
        program, term = self.program, self.linker.current
        while term < 1 << 40 and program.ops[term] in (Op.NEW, Op.APPLY, Op.THROUGH):
            term = program.parts[term][1 if program.ops[term] == Op.THROUGH else 0]
        return self.linker.targets.get(term, {}).get(symbol, "scope")

    def overridden(self, symbol: int) -> list[int]:
        return self.members.overridden(symbol)

    # -- steps that only Java knows

    def through(self, word: str, parts: list[int]) -> Iterable[Value]:
        return self.steps[word](*parts)

    def _reference(self, named: int) -> Iterable[Value]:
        """`Type::name`: the method itself; `Type::new`: what makes one."""
        linker = self.linker
        for value in linker.read(named):
            if value[0] == Tag.CLASS:
                makers = self.constructors(value[1])
                linker.target(makers[0] if len(makers) == 1 else value[1], self._rule_of_type(value[1]))
                yield (Tag.FUNCTION_TYPE, linker.cell("just", (Tag.INSTANCE, *value[1:3])), ())
            elif value[0] == Tag.WRAPPED:
                yield (Tag.FUNCTION_TYPE, linker.cell("just", value), ())
            else:
                yield value
        linker.same_target(named, linker.current)

    def _as_wanted(self, referred: int, wanted: int) -> Iterable[Value]:
        return self.linker.read(referred)

    def _parameter(self, wanted: int, number: int) -> Iterable[Value]:
        """A parameter of a lambda that stands where a type is wanted."""
        place = int(self.program.texts[self.program.parts[number][0]])
        for value in self.linker.read(wanted):
            signature = self.generics.signature(value)
            if signature is not None and place < len(signature[1]):
                yield from self.linker.read(signature[1][place])

    def _result_of(self, function: int) -> Iterable[Value]:
        return self.linker.read(self.linker.cell("result", self.program.parts[function][0]))

    def _superclass(self, term: int) -> Iterable[Value]:
        for base in self.parents(self.program.parts[term][0]):
            if base[0] == Tag.EXTERNAL or self.program.kind[base[1]] not in INTERFACES:
                yield base

    def _class_literal(self, term: int) -> Iterable[Value]:
        value = self.known("java.lang", "Class", (self.linker.argument(term),))
        return (value,) if value is not None else ((Tag.EXTERNAL, "java.lang.Class()"),)

    def _case(self, subject: int, there: int, here: int) -> Iterable[Value]:
        """A constant of an enum where one is switched, else a name like any other."""
        linker = self.linker
        for value in linker.read(subject):
            is_enum = value[0] == Tag.INSTANCE and self.program.kind[value[1]] == "enum"
            chosen = there if is_enum or value[0] == Tag.EXTERNAL else here
            yield from linker.read(chosen)
            linker.same_target(chosen, linker.current)
            if self.program.ops[chosen] == Op.SYMBOL:
                linker.target(self.program.parts[chosen][0], "scope")

    def _extended(self, named: int, made: int) -> Iterable[Value]:
        """`new Type(…) { … }` names the type: the constructor that is called is the nameless class's own."""
        for value in self.linker.read(named):
            if value[0] == Tag.CLASS:
                self.linker.target(value[1], self._rule_of_type(value[1]))
        self.linker.same_target(named, self.linker.current)
        return self.linker.read(made)

    def _component(self, record: int, number: int) -> Iterable[Value]:
        place = int(self.program.texts[self.program.parts[number][0]])
        for value in self.linker.instances(self.linker.read(record)):
            if value[0] == Tag.INSTANCE:
                listed = self.program.members.get(value[1], {}).values()
                parts = sorted(s for symbols in listed for s in symbols if self.program.kind[s] == "property")
                if place < len(parts):
                    yield from self.linker.bound(parts[place], value)


DIALECT = Java
