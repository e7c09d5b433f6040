"""How Swift links: the files of a target see each other, extensions add to types, labels tell functions apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.swift.library import COLLECTIONS, FUNCTIONS, SINGLE, TYPES
from indexer.link.lexical import Found, Lexical
from indexer.link.linker import MADE
from indexer.link.nominal import CALLABLE
from indexer.link.overloads import Overloads
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Member
    from indexer.link.linker import Linker

ELEMENT = frozenset({"first", "last", "randomElement", "popLast", "removeFirst", "removeLast", "popFirst"})


class Labels(Overloads):
    """Functions are told apart by the labels of their arguments before all else."""

    def takes(self, function: int, arguments: tuple[int, ...]) -> bool:
        program = self.program
        parameters = program.parameters[function] or []
        labels = dict(program.flows[Flow.EXPORT].get(function, ()))
        at = 0
        for place, (name, kind, default) in enumerate(parameters):
            wanted = program.texts[program.parts[labels[place]][0]] if place in labels else name
            if at < len(arguments) and self._fits(arguments[at], wanted, at == len(arguments) - 1):
                at += 1
                while "..." in (kind or "") and at < len(arguments) and program.ops[arguments[at]] != Op.KEYWORD:
                    at += 1
            elif default is None and "..." not in (kind or ""):
                return False
        return at == len(arguments)

    def _fits(self, argument: int, label: str, last: bool) -> bool:
        if self.program.ops[argument] == Op.KEYWORD:
            return self.program.texts[self.program.parts[argument][0]] == label
        return label == "_" or (last and self.program.ops[argument] == Op.LAMBDA)


class Swift(Lexical):
    language = "swift"
    builtin_types, builtin_functions, apart = TYPES, FUNCTIONS, SINGLE

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.overloads = Labels(self, linker)

    def home(self, file: int) -> str:
        return self.program.files[file].module or ""

    def is_seen(self, symbol: int, file: int) -> bool:
        return self.program.kind[symbol] != "extension" and super().is_seen(symbol, file)

    # -- extensions

    @cached_property
    def extensions(self) -> tuple[dict[int, int | str], dict[int | str, list[int]]]:
        """Of each extension what it extends, and the contrary; types outside go by their names."""
        program = self.program
        found: dict[int, int | str] = {}
        added: dict[int | str, list[int]] = {}
        self.__dict__["extensions"] = found, added  # what is told by now counts while the rest is looked up
        listed = [s for s in range(program.own) if program.kind[s] == "extension"]
        for symbol in sorted(listed, key=lambda s: (program.name[s].count("."), s)):
            if program.files[program.file[symbol]].language == self.language:
                whole = self._extended(symbol)
                found[symbol] = whole
                added.setdefault(whole, []).append(symbol)
        return found, added

    def _extended(self, symbol: int) -> int | str:
        program, file = self.program, self.program.file[symbol]
        first, *rest = program.name[symbol].partition("<")[0].split(".")
        modules = [self.home(file), *(star.module for star in program.files[file].stars)]
        tops = [s for module in modules for s in self.select(self.in_package(file, module, first), Space.TYPE)]
        owner: int | None = tops[0] if tops else None
        for name in rest:
            nested = self.select(self._added_members(owner, name), Space.TYPE) if owner is not None else []
            owner = nested[0] if nested else None
        if owner is not None and program.kind[owner] == "type_alias":
            return program.name[symbol]
        return owner if owner is not None else program.name[symbol].partition("<")[0]

    def whole(self, symbol: int) -> int:
        """The type that an extension adds to; any other type is whole in itself."""
        if self.program.kind[symbol] != "extension":
            return symbol
        extended = self.extensions[0].get(symbol, symbol)
        return extended if isinstance(extended, int) else self.extensions[1][extended][0]

    def _added_members(self, symbol: int, name: str) -> list[int]:
        members = self.program.members
        found, added = self.extensions
        parts = dict.fromkeys((symbol, *added.get(found.get(symbol, symbol), ())))
        return [s for part in parts for s in members.get(part, {}).get(name, ())]

    def own_members(self, symbol: int, name: str) -> list[int]:
        return self._added_members(symbol, name)

    def is_inherited(self, member: int, symbol: int) -> bool:
        owner = self.program.parent[member]
        return self.whole(owner) == symbol or self.program.visibility[member] != "private"

    def implied_parents(self, symbol: int, named: list[Value]) -> list[Value]:
        """What extensions say that a type conforms to."""
        flows = self.program.flows[Flow.BASE]
        terms = [term for part in self.extensions[1].get(symbol, ()) for _, term in sorted(flows.get(part, ()))]
        return [base for term in terms if (base := self.named(term)) is not None]

    def members_of(self, symbol: int, name: str, space: int) -> list[int]:
        return super().members_of(self.whole(symbol), name, space)

    def is_open(self, symbol: int) -> bool:
        whole = self.whole(symbol)
        return self.program.kind[whole] == "extension" or super().is_open(whole)

    def parents(self, symbol: int) -> list[Value]:
        return super().parents(self.whole(symbol))

    def order(self, symbol: int) -> list[int]:
        return super().order(self.whole(symbol))

    def inside(self, scope: int, name: str, space: int) -> Found:
        return super().inside(self.whole(scope), name, space)

    # -- names

    def outside(self, file: int, name: str, space: int) -> Found:
        """A type that neither the target nor what it imports declares comes with the rest of its imports."""
        if found := super().outside(file, name, space):
            return found
        if space == Space.VALUE and name in self.tops:
            return [((Tag.MODULE, name), "package")]
        if space != Space.CALL and name[:1].isupper() and self.program.files[file].stars:
            return [((Tag.WRAPPED, name, ()), "star_import")]
        return []

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        return self.select(self.tops.get(module[1], {}).get(name, ()), space)

    def select(self, symbols: Iterable[int], space: int) -> list[int]:
        return super().select([s for s in symbols if self.program.kind[s] != "extension"], space)

    def statement(self, file: int, module: str, name: str) -> Found:
        return [] if module in self.tops else [((Tag.EXTERNAL, module), "import")]

    def unknown(self, module: str, name: str) -> Found:
        return [((Tag.WRAPPED, f"{module}.{name}" if name else module, ()), "import")]

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
                return same if len(same) == 1 else [s for s in same if self.shape(s) == self.shape(symbol)][:1]
        return []

    def _same(self, one: int, other: int) -> bool:
        kinds = self.program.kind
        if (kinds[one] in CALLABLE) != (kinds[other] in CALLABLE):
            return False
        return kinds[one] not in CALLABLE or self._labels(one) == self._labels(other)

    def _labels(self, function: int) -> list[str]:
        listed = sorted(self.program.flows[Flow.EXPORT].get(function, ()))
        return [self.program.texts[self.program.parts[term][0]] for _, term in listed]


DIALECT = Swift
