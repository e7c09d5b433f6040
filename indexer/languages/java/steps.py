"""Steps between values that only Java knows: references to methods, `case` labels, what a lambda's parameter is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.link.nominal import INTERFACES
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.java.linking import Java


class Steps:
    def __init__(self, dialect: Java) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.words: dict[str, Callable[..., Iterable[Value]]] = {
            "reference": self._reference,
            "as_wanted": self._as_wanted,
            "carrier": self._carrier,
            "parameter": self._parameter,
            "result_of": self._result_of,
            "superclass": self._superclass,
            "super_of": self._super_of,
            "class_literal": self._class_literal,
            "case": self._case,
            "extended": self._extended,
            "component": self._component,
            "initialized": self._initialized,
        }

    def _reference(self, named: int, site: int) -> Iterable[Value]:
        """`Type::name`: the method itself; `Type::new`: what makes one."""
        linker = self.dialect.linker
        for value in linker.read(named):
            if value[0] == Tag.CLASS:
                linker.target(value[1], self.dialect.rule_of_type(value[1]))
                yield (Tag.FUNCTION_TYPE, linker.cell("just", (Tag.INSTANCE, *value[1:3])), ())
            elif value[0] == Tag.WRAPPED:
                yield (Tag.FUNCTION_TYPE, linker.cell("just", value), ())
            elif value[0] == Tag.GROUP:
                yield from self.dialect.references.chosen(value)
            else:
                yield value
        linker.same_target(named, linker.current)

    def _as_wanted(self, referred: int, wanted: int) -> Iterable[Value]:
        """A reference that stands where a type is wanted."""
        linker = self.dialect.linker
        self.dialect.references.wanted[referred] = wanted
        linker.read(wanted)
        yield from linker.read(referred)
        linker.same_target(referred, linker.current)

    def _carrier(self, call: int) -> Iterable[Value]:
        return self.dialect.linker.read(call)

    def _parameter(self, wanted: int, number: int) -> Iterable[Value]:
        """A parameter of a lambda that stands where a type is wanted."""
        place = int(self.program.texts[self.program.parts[number][0]])
        for value in self.dialect.linker.read(wanted):
            signature = self.dialect.generics.signature(value)
            if signature is not None and place < len(signature[1]):
                yield from self.dialect.linker.read(signature[1][place])

    def _result_of(self, function: int) -> Iterable[Value]:
        return self.dialect.linker.read(self.dialect.linker.cell("result", self.program.parts[function][0]))

    def _superclass(self, term: int) -> Iterable[Value]:
        for base in self.dialect.parents(self.program.parts[term][0]):
            if base[0] == Tag.EXTERNAL or self.program.kind[base[1]] not in INTERFACES:
                yield base

    def _super_of(self, term: int) -> Iterable[Value]:
        """`Name.super.method()`: the default of that interface, or what the base of that enclosing class has."""
        for value in self.dialect.linker.read(term):
            if value[0] == Tag.CLASS and self.program.kind[value[1]] not in INTERFACES:
                yield (Tag.SUPER, value[1], value[1])
            elif value[0] == Tag.CLASS:
                yield (Tag.INSTANCE, *value[1:])
            else:
                yield value

    def _class_literal(self, term: int) -> Iterable[Value]:
        value = self.dialect.known("java.lang", "Class", (self.dialect.linker.argument(term),))
        return (value,) if value is not None else ((Tag.EXTERNAL, "java.lang.Class()"),)

    def _case(self, subject: int, there: int, here: int) -> Iterable[Value]:
        """A constant of an enum where one is switched, else a name like any other."""
        linker = self.dialect.linker
        for value in linker.read(subject):
            is_enum = value[0] == Tag.INSTANCE and self.program.kind[value[1]] == "enum"
            chosen = there if is_enum or value[0] == Tag.EXTERNAL else here
            yield from linker.read(chosen)
            linker.same_target(chosen, linker.current)
            if self.program.ops[chosen] == Op.SYMBOL:
                linker.target(self.program.parts[chosen][0], "scope")

    def _extended(self, named: int, made: int) -> Iterable[Value]:
        """`new Type(…) { … }` names the type: the constructor that is called is the nameless class's own."""
        for value in self.dialect.linker.read(named):
            if value[0] == Tag.CLASS:
                self.dialect.linker.target(value[1], self.dialect.rule_of_type(value[1]))
        self.dialect.linker.same_target(named, self.dialect.linker.current)
        return self.dialect.linker.read(made)

    def _component(self, record: int, number: int) -> Iterable[Value]:
        place = int(self.program.texts[self.program.parts[number][0]])
        for value in self.dialect.linker.instances(self.dialect.linker.read(record)):
            if value[0] == Tag.INSTANCE:
                listed = self.program.members.get(value[1], {}).values()
                parts = sorted(s for symbols in listed for s in symbols if self.program.kind[s] == "property")
                if place < len(parts):
                    yield from self.dialect.linker.bound(parts[place], value)

    def _initialized(self, nameless: int, word: int, name: int) -> Iterable[Value]:
        """A bare call in the initializer of a nameless class: its own method, else what the name means around it."""
        linker, text = self.dialect.linker, self.program.texts[self.program.parts[word][0]]
        if self.dialect.members.of_nameless(nameless, text, Space.CALL):
            yield from linker.member((Tag.OBJECT, nameless), text, Space.CALL, "inherited")
        else:
            yield from linker.read(name)
            linker.same_target(name, linker.current)
