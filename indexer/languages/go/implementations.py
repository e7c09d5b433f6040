"""Which methods implement which interfaces: a type that has all methods of one, with the same types, implements it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow, Op
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.go.linking import Go

Shape = tuple[Any, ...]
SAME = {"byte": "uint8", "rune": "int32"}
ANY: Shape = ("any",)


class Implementations:
    """Only what is certain counts: an interface or method with a type that is not known takes no part."""

    def __init__(self, dialect: Go) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.names: dict[Value, frozenset[str]] = {}
        self.shapes: dict[int, Shape | None] = {}
        self.signatures: dict[int, Shape | None] = {}

    def find(self) -> dict[int, list[int]]:
        """For each method of a type the interfaces' methods that it implements."""
        found: dict[int, list[int]] = {}
        owners = self._owners()
        for interface in range(self.program.own):
            if self.program.kind[interface] != "interface" or self.program.parent[interface] >= 0:
                continue
            wanted = self._methods(interface)
            names = {self.program.name[method] for method in wanted}
            candidates = dict.fromkeys(owner for method in wanted for owner in owners.get(self._key(method), ()))
            for owner in (owner for owner in candidates if names <= self._names((Tag.INSTANCE, owner, ()))):
                for own, method in self._matches(owner, wanted):
                    found.setdefault(own, []).append(method)
        return found

    def _owners(self) -> dict[Shape, list[int]]:
        """Types by the methods that they have themselves."""
        program = self.program
        owners: dict[Shape, list[int]] = {}
        for symbol in range(program.own):
            owner = program.parent[symbol]
            if program.kind[symbol] == "method" and owner >= 0 and program.kind[owner] in ("struct", "type_alias"):
                owners.setdefault(self._key(symbol), []).append(owner)
        return owners

    def _names(self, value: Value) -> frozenset[str]:
        """The names of all that a type has, of itself or from what it embeds."""
        if value not in self.names:
            self.names[value] = frozenset()  # what embeds itself adds nothing
            own = self.program.members.get(value[1], {}) if value[0] == Tag.INSTANCE else ()
            inner = (one for one in self.dialect.members.embedded(value) if one[0] == Tag.INSTANCE)
            self.names[value] = frozenset(own).union(*map(self._names, inner))
        return self.names[value]

    def _key(self, method: int) -> Shape:
        return (self.program.name[method], len(self.program.parameters[method] or ()))

    def _methods(self, interface: int) -> list[int]:
        """All methods of an interface, those of embedded ones too; none where not all are known."""
        members, program = self.dialect.members, self.program
        found: dict[str, int] = {}
        level: list[Value] = [(Tag.INSTANCE, interface, ())]
        seen = {interface}
        while level:
            value = level.pop()
            if value[0] != Tag.INSTANCE or program.kind[value[1]] != "interface" or self._is_open(value[1]):
                return []
            for name, symbols in program.members.get(value[1], {}).items():
                found.setdefault(name, symbols[0])
            inner = [one for one in members.embedded(value) if one[1] not in seen]
            seen.update(one[1] for one in inner)
            level += inner
        return list(found.values())

    def _is_open(self, interface: int) -> bool:
        """Whether an interface lists types or embeds what is not known; generic ones are left out too."""
        program = self.program
        named = [self.dialect.named(term) for term in program.terms_of(Flow.BASE, interface)]
        bounded = program.flows[Flow.BOUND].get(interface) or program.flows[Flow.TYPE_PARAMETER].get(interface)
        return None in named or bool(bounded)

    def _matches(self, owner: int, wanted: list[int]) -> list[tuple[int, int]]:
        """Pairs of the type's own methods and those of an interface; none where one is missing or differs."""
        program, pairs = self.program, []
        for method in wanted:
            members = self.dialect.members.find((Tag.INSTANCE, owner, ()), program.name[method])
            own = members[0][0] if members else -1
            if not isinstance(own, int) or own < 0 or not self._same(own, method):
                return []
            if program.parent[own] == owner:
                pairs.append((own, method))
        return pairs

    def _same(self, one: int, other: int) -> bool:
        program, packages = self.program, self.dialect.packages.of_file
        if program.kind[one] != "method" or not (signature := self.signature(one)):
            return False
        if not program.name[one][0].isupper() and packages.get(program.file[one]) != packages.get(program.file[other]):
            return False
        return signature == self.signature(other)

    def signature(self, method: int) -> Shape | None:
        """Types of parameters and results; None where one is not known."""
        if method not in self.signatures:
            program = self.program
            count = len(program.parameters[method] or ())
            terms = [program.term_at(Flow.PARAMETER_TYPE, method, place) or -1 for place in range(count)]
            shapes = [self.shape(term) if term >= 0 else None for term in terms]
            results = [self.shape(term) for term in program.terms_of(Flow.RETURN_TYPE, method)]
            known = None not in shapes and None not in results
            self.signatures[method] = (self.dialect.takes_many(method), *shapes, "gives", *results) if known else None
        return self.signatures[method]

    def shape(self, term: int) -> Shape | None:
        """A type spelled so that equal types are equal."""
        if term not in self.shapes:
            self.shapes[term] = None
            self.shapes[term] = self._shape(term)
        return self.shapes[term]

    def _shape(self, term: int) -> Shape | None:
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op == Op.INSTANCE:
            return self.shape(parts[0])
        if op in (Op.WRAP, Op.FUNCTION_TYPE, Op.APPLY):
            word = program.texts[parts[0]] if op == Op.WRAP else str(op)
            inner = [self.shape(part) for part in parts[op == Op.WRAP :] if program.ops[part] != Op.UNKNOWN]
            return (word, *inner) if None not in inner else None
        if op == Op.OBJECT:
            return ANY if len(parts) == 1 else None
        named = self.dialect.named(term)
        if named is None or named[0] not in (Tag.CLASS, Tag.EXTERNAL):
            return ANY if named is not None and named[0] == Tag.OBJECT and len(program.parts[named[1]]) == 1 else None
        return (SAME.get(named[1], named[1]),)
