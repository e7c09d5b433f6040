"""Java's types and calls: what values are of, which of several methods a call means, what lambdas are passed as."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.java.conversions import Conversions, primitive
from indexer.languages.java.expected import Expected
from indexer.languages.java.functional import Functional, References
from indexer.languages.java.names import Names
from indexer.languages.java.steps import Steps
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
OF_ENUMS = ("values", "valueOf")


class Java(Names):
    new_names_type = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.conversions = Conversions(self)
        self.functions = Functional(self)
        self.expected = Expected(self)
        self.references = References(self)
        self.steps = Steps(self)

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        linker.makers |= {"just": lambda value: (value,), "diamond": self._diamond, "unbound": self.functions.unbound}
        linker.makers |= {"inferred": self.expected.inferred, "passed_as": self.expected.passed_as}

    # -- types

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
        """Not private members, nor functions of interfaces; those without a word are seen in the package alone."""
        owner, visibility = self.program.parent[member], self.program.visibility[member]
        if owner == symbol:
            return True
        if self.members.is_function_of_interface(member):
            return False
        if visibility not in ("private", "internal"):
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
        key = self.linker.made_for(cell)
        if key[0] != "instances":
            values = tuple(self.linker.read(cell))
            return values[0] if len(values) == 1 else None
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

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        return self.conversions.operator(word, operands)

    def boxed(self, value: Value) -> Value:
        return self.conversions.boxed(value)

    def conversion(self, given: Value, wanted: Value) -> int | None:
        return self.conversions.cost(given, wanted)

    # -- members

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        if name in OF_ENUMS and self.program.kind[symbol] == "enum" and not self.own_members(symbol, name):
            return self._provided(self._of_enum(symbol, name), receiver)
        found = self.members.of(symbol, name, space)
        if not found and space == Space.VALUE:
            found = self.members.of(symbol, name, Space.TYPE)
        if self.is_group(symbol, found, space):
            return [((Tag.GROUP, tuple(found), receiver), receiver)]
        if not found and self.is_open(symbol):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    def _provided(self, member: Value, receiver: Value) -> Iterable[Member]:
        """A member that the language itself gives."""
        self.linker.outside.setdefault(self.linker.current, "builtin")
        return [(member, receiver)]

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
            return self._provided(primitive("int"), value)
        if name == "clone":
            return self._provided((Tag.FUNCTION_TYPE, self.linker.cell("just", value), ()), value)
        return self._of_root(name, space)

    def _of_root(self, name: str, space: int) -> Iterable[Member]:
        root = self.root
        return self.of_type(root[1], name, space, root) if root is not None else ()

    def nameless_base(self, term: int) -> Value | None:
        return self.members.nameless_base(term)

    def functional(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        return self.functions.signature(value)

    def environment(self, member: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        if receiver[0] == Tag.OBJECT:
            receiver = self.nameless_base(receiver[1]) or receiver
        return super().environment(member, receiver)

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        if value[0] == Tag.OBJECT and (base := self.nameless_base(value[1])) is not None and base[0] == Tag.INSTANCE:
            yield from zip(wanted[2], self.generics.seen_as(base[1], base[2], wanted[1]), strict=False)
        if value[0] == Tag.FUNCTION_TYPE and (signature := self.generics.signature(wanted)) is not None:
            yield signature[0], value[1]

    def given_back(self, value: Value, parameters: tuple[int, ...]) -> int:
        if value[0] == Tag.FUNCTION and parameters and self.functions.is_unbound(value[1], value[2]):
            return self.linker.cell("unbound", value[1], parameters[0])
        return super().given_back(value, parameters)

    def preferred(self, costs: dict[int, list[int]], count: int) -> dict[int, list[int]]:
        phases = {function: self.conversions.phase(function, cost, count) for function, cost in costs.items()}
        first = min(phases.values(), default=0)
        return {function: cost for function, cost in costs.items() if phases[function] == first}

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.TYPE_VARIABLE and not self.generics.bounds(value):
            return self._of_root(name, space)
        if value[0] != Tag.SUPER:
            return super().member(value, name, space)
        receiver = (Tag.INSTANCE, value[2], ())
        for base in self.parents(value[1]):
            if base[0] == Tag.EXTERNAL:
                return [((Tag.EXTERNAL, f"{base[1]}.{name}"), receiver)]
            if base[0] == Tag.CLASS and self.program.kind[base[1]] not in INTERFACES:
                return self.of_type(base[1], name, space, receiver)
        return ()

    # -- calls

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.GROUP and len(value[1]) == 1 and not self.overloads.takes(value[1][0], arguments):
            # A base that leads out of what is known has one that fits.
            self.linker.outside.setdefault(self.linker.current, "inherited")
            yield (Tag.EXTERNAL, f"{self.program.name[value[1][0]]}()")
        elif value[0] in (Tag.GROUP, Tag.FUNCTION_TYPE):
            yield from super().call(value, arguments)
        else:
            yield value  # a record's component, which its accessor gives back

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        self.expected.note(arguments)
        return super().returned(value, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`new T(…)` names the constructor that the arguments choose, else the type."""
        makers = self.constructors(value[1])
        group = (Tag.GROUP, tuple(makers), None)
        chosen = self.overloads.choose(group, arguments) if makers else []
        for function in chosen:
            self.generics.note_lambdas((Tag.FUNCTION, function, value), arguments)
        if len(chosen) == 1:
            self.linker.target(chosen[0], "overload" if len(makers) > 1 else self.rule_of_type(value[1]))
        elif makers and not self.overloads.is_decided(group, arguments):
            return
        elif not self._is_chained() or self.program.is_external(value[1]):
            self.linker.target(value[1], self.rule_of_type(value[1]))
        yield (Tag.INSTANCE, value[1], value[2] or self._inferred_types(value[1], chosen, arguments))

    def _inferred_types(self, symbol: int, chosen: list[int], arguments: tuple[int, ...]) -> tuple[int, ...]:
        """`new T<>(…)`: the type arguments that the constructor's arguments tell."""
        if len(chosen) != 1 or not arguments:
            return ()
        names = self.generics.parameters(symbol)
        return tuple(self.linker.cell("diamond", chosen[0], symbol, name, arguments) for name in names)

    def _diamond(self, function: int, symbol: int, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        for place, argument in self.places(function, None, arguments):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, function, place)
            if declared is not None:
                pattern = self.linker.argument(declared)
                yield from self.generics.matched(pattern, argument, (Tag.TYPE_VARIABLE, symbol, name), 0)

    def _is_chained(self) -> bool:
        """Whether a constructor calls another one, `this(…)` or `super(…)`: one that nobody wrote is no target."""
        program = self.program
        made = program.parts[self.linker.current][0]
        if program.ops[made] == Op.THROUGH:
            return program.texts[program.parts[made][0]] == "superclass"
        return program.ops[made] == Op.CLS

    def rule_of_type(self, symbol: int) -> str:
        """How the type that `new` names was found."""
        program, linker, term = self.program, self.linker, self.linker.current
        while program.ops[term] in (Op.NEW, Op.APPLY, Op.THROUGH):
            term = program.parts[term][1 if program.ops[term] == Op.THROUGH else 0]
        if program.ops[term] == Op.CLS:
            return "self" if self.program.parts[term][0] == symbol else "super"
        return linker.targets.get(term, {}).get(symbol) or linker.outside.get(term) or "scope"

    def rule(self, linker: Linker, base: int, value: Value) -> str:
        program = self.program
        word = program.texts[program.parts[base][0]] if program.ops[base] == Op.THROUGH else ""
        if word == "super_of":
            return "super"
        return super().rule(linker, program.parts[base][1] if word == "carrier" else base, value)

    def overridden(self, symbol: int) -> list[int]:
        return self.members.overridden(symbol)

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        return self.steps.words[word](*parts)

    def decide(self) -> list[int]:
        return super().decide() or self.references.decide()


DIALECT = Java
