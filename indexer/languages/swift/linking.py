"""How Swift links: initialisers, implicit members, what goes with enum cases, requirements of protocols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.swift.labels import Labels
from indexer.languages.swift.library import COLLECTIONS
from indexer.languages.swift.names import Names
from indexer.link.nominal import CALLABLE
from indexer.link.values import Tag, Value
from indexer.link.worklist import MADE
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.linker import Linker

ELEMENT = frozenset({"first", "last", "randomElement", "popLast", "removeFirst", "removeLast", "popFirst"})


class Swift(Names):
    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.overloads = Labels(self, linker)

    # -- members

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if name == "init" and space == Space.CALL and value[0] in (Tag.CLASS, Tag.INSTANCE, Tag.SUPER):
            return self._inits(value)
        return super().member(value, name, space)

    def _inits(self, value: Value) -> Iterable[Member]:
        """`Type.init(…)`, `self.init(…)`, `super.init(…)`"""
        owner = self.whole(value[1])
        if value[0] == Tag.SUPER:
            bases = [base[1] for base in self.parents(owner) if base[0] == Tag.CLASS]
            owner = next((base for base in bases if self.program.kind[base] == "class"), -1)
        makers = self.constructors(owner) if owner >= 0 else []
        receiver = (Tag.INSTANCE, owner, ())
        return (
            [((Tag.GROUP, tuple(makers), receiver), receiver)] if len(makers) > 1 else [(s, receiver) for s in makers]
        )

    def constructors(self, symbol: int) -> list[int]:
        return [s for s in self.own_members(self.whole(symbol), "init") if self.program.kind[s] == "constructor"]

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] == Tag.FUNCTION_TYPE or value[0] != Tag.WRAPPED:
            return ()
        if value[1] in COLLECTIONS and name in ELEMENT and len(value[2]) == 1:
            self.linker.outside.setdefault(self.linker.current, "element")
            return [(each, value) for each in self.linker.read(value[2][0])]
        parts = self.extensions[1].get(value[1].rpartition(".")[2], ())
        found = self.select((s for part in parts for s in self.program.members.get(part, {}).get(name, ())), space)
        if len(found) > 1:
            return [((Tag.GROUP, tuple(found), value), value)]
        return [(symbol, value) for symbol in found] or super().of_other(value, name, space)

    # -- values

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if self.program.kind[value[1]] == "constructor":
            owner = value[2] or (Tag.INSTANCE, self.whole(self.program.parent[value[1]]), ())
            return [(Tag.INSTANCE, *owner[1:3])] if owner[0] in (Tag.CLASS, Tag.INSTANCE) else []
        return super().returned(value, arguments)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """`Type(…)` names the initialiser that its labels choose, else the type."""
        makers = self.constructors(value[1])
        fitting = [s for s in makers if self.overloads.takes(s, arguments)]
        if len(fitting) == 1:
            self.linker.target(fitting[0], "overload" if len(makers) > 1 else self.rule_of_type(value[1]))
            self.generics.note_lambdas((Tag.FUNCTION, fitting[0], value), arguments)
        else:
            self.linker.target(self.whole(value[1]), self.rule_of_type(value[1]))
        yield (Tag.INSTANCE, self.whole(value[1]), value[2])

    new_names_type = False

    def instance(self, value: Value) -> Iterable[Value]:
        """What is made of an external type is external too."""
        linker, current = self.linker, self.linker.current
        if value[0] == Tag.WRAPPED and current < MADE and self.program.ops[current] == Op.NEW:
            linker.outside.setdefault(current, linker.outside.get(self.program.parts[current][0], "import"))
        yield value

    def preferred(self, costs: dict[int, list[int]], count: int) -> dict[int, list[int]]:
        decorators = self.program.decorators
        first = {f: cost for f, cost in costs.items() if not any("disfavored" in d for d in decorators[f] or ())}
        return first or costs

    def shape(self, function: int) -> tuple[str, ...]:
        return (*self._labels(function), "", *super().shape(function))

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and self.program.kind[value[1]] == "enum":
            yield value  # a case with what goes with it
        else:
            yield from super().call(value, arguments)

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and value[1] in COLLECTIONS and 0 < len(value[2]) < 3:
            return self.linker.read(value[2][-1])
        if value[0] == Tag.INSTANCE and len(found := self.members_of(value[1], "subscript", Space.VALUE)) == 1:
            return self.linker.result(found[0], value)
        return ()

    def item(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and value[1] in COLLECTIONS and len(value[2]) == 1:
            return self.linker.read(value[2][0])
        return ()

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """By label; a closure that comes last goes to the last parameter."""
        program = self.program
        labels = {
            program.texts[program.parts[term][0]]: at for at, term in program.flows[Flow.EXPORT].get(function, ())
        }
        count = len(program.parameters[function] or ()) if function >= 0 else 0
        for place, term in enumerate(arguments):
            if program.ops[term] == Op.KEYWORD:
                word, value = program.parts[term]
                if program.texts[word] in labels:
                    yield labels[program.texts[word]], value
            elif program.ops[term] == Op.LAMBDA and place == len(arguments) - 1 and count:
                yield count - 1, term
            elif place < count:
                yield place, term

    # -- steps that only Swift knows

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        if word == "implicit":
            return self._implicit(*parts)
        return self._payload(*parts) if word == "payload" else self._wanted(*parts)

    def _implicit(self, member: int) -> Iterable[Value]:
        """`.name` is a case or a member of the type itself, never of its instances."""
        linker = self.linker
        for value in linker.read(member):
            if value[0] == Tag.GROUP:
                kept = tuple(filter(self._is_static, value[1]))
                if len(kept) == 1:
                    linker.target(kept[0], "type_member")
                    yield from linker.bound(kept[0], value[2])
                elif kept:
                    yield (Tag.GROUP, kept, value[2])
            elif value[0] != Tag.FUNCTION or self._is_static(value[1]):
                yield value
        for symbol, rule in linker.targets.get(member, {}).items():
            if self._is_static(symbol):
                linker.target(symbol, rule)
        if member in linker.outside:
            linker.outside.setdefault(linker.current, linker.outside[member])

    def _is_static(self, symbol: int) -> bool:
        kind, modifiers = self.program.kind[symbol], self.program.modifiers[symbol] or ()
        return (
            kind in ("enum_member", "constructor")
            or kind in TYPE_KINDS
            or not {"static", "class"}.isdisjoint(modifiers)
        )

    def _payload(self, case: int, number: int) -> Iterable[Value]:
        """What goes with a case of an enum."""
        place = int(self.program.texts[self.program.parts[number][0]])
        self.linker.read(case)
        for symbol in self.linker.targets.get(case, {}):
            declared = self.program.term_at(Flow.PARAMETER_TYPE, symbol, place)
            if declared is not None and self.program.kind[symbol] == "enum_member":
                yield from self.linker.instances(self.linker.read(declared))

    def _wanted(self, callee: int, label: int, number: int) -> Iterable[Value]:
        """What the parameter of a label is declared to be; functions that differ there tell nothing."""
        program = self.program
        name, place = (program.texts[program.parts[part][0]] for part in (label, number))
        for value in self.linker.read(callee):
            functions = self._functions(value)
            terms = {self._declared(function, name, int(place)) for function in functions}
            for term in terms if len(terms) == 1 else ():
                if term is not None:
                    yield from self.linker.instances(self.linker.read(term))

    def _functions(self, value: Value) -> Iterable[int]:
        if value[0] == Tag.CLASS:
            return self.constructors(value[1])
        return value[1] if value[0] == Tag.GROUP else (value[1],) if value[0] == Tag.FUNCTION else ()

    def _declared(self, function: int, label: str, place: int) -> int | None:
        labels = self.program.flows[Flow.EXPORT].get(function, ())
        named = [at for at, term in labels if self.program.texts[self.program.parts[term][0]] == label]
        return self.program.term_at(Flow.PARAMETER_TYPE, function, named[0] if label and named else place)

    # -- overrides

    def overridden(self, symbol: int) -> list[int]:
        """What `override` overrides, and the requirement of a protocol that a member meets."""
        program = self.program
        owner, name = self.whole(program.parent[symbol]), program.name[symbol]
        if owner < 0 or program.kind[owner] in ("protocol", "extension"):
            return []
        says = "override" in (program.modifiers[symbol] or ())
        for base in self.order(owner)[1:]:
            if (program.kind[base] == "protocol") == says:
                continue
            same = [s for s in program.members.get(base, {}).get(name, ()) if self._same(s, symbol)]
            if same:
                return same if len(same) == 1 else [s for s in same if self._types(s) == self._types(symbol)][:1]
        return []

    def _same(self, one: int, other: int) -> bool:
        kinds = self.program.kind
        if (kinds[one] in CALLABLE) != (kinds[other] in CALLABLE):
            return False
        return kinds[one] not in CALLABLE or self._labels(one) == self._labels(other)

    def _types(self, function: int) -> list[str]:
        return ["".join((kind or "").split()) for _, kind, _ in self.program.parameters[function] or ()]

    def _labels(self, function: int) -> list[str]:
        listed = sorted(self.program.flows[Flow.EXPORT].get(function, ()))
        return [self.program.texts[self.program.parts[term][0]] for _, term in listed]


DIALECT = Swift
