"""Members of Go's types: fields and methods, those of embedded types by depth, then those of the underlying type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.dialect import Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.go.linking import Go

DEEPEST = 8  # levels of embedding


class Members:
    """Works on values: instances of named types, and nameless structs and interfaces."""

    def __init__(self, dialect: Go) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.found: dict[tuple[Value, str], list[Member]] = {}
        self.embedded_values: dict[Value, list[Value]] = {}

    def find(self, value: Value, name: str) -> list[Member]:
        key = (value, name)
        if key not in self.found:
            self.found[key] = self._find(value, name)
        return self.found[key]

    def _find(self, value: Value, name: str) -> list[Member]:
        """The one at the least depth; where several are equally deep the selector means none of them."""
        level, seen = [value], {value[1]}
        out_of_sight: Value | None = None
        for _ in range(DEEPEST):
            hits = [(own, holder) for holder in level if (own := self.own(holder, name)) is not None]
            if hits:
                return list(hits[:1]) if len({own for own, _ in hits}) == 1 else []
            deeper: list[Value] = []
            for inner in (inner for holder in level for inner in self.embedded(holder)):
                if inner[0] == Tag.EXTERNAL:
                    out_of_sight = out_of_sight or (Tag.EXTERNAL, f"{inner[1]}.{name}")
                elif inner[1] not in seen:
                    seen.add(inner[1])
                    deeper.append(inner)
            level = deeper
        return [(out_of_sight, value)] if out_of_sight is not None else []

    def own(self, value: Value, name: str) -> int | None:
        """A field or method that is the type's own."""
        if value[0] == Tag.OBJECT:
            return self._of_object(value[1], name)
        members = self.program.members.get(value[1], {}).get(name)
        if members and self.program.kind[value[1]] == "type_alias":
            members = [member for member in members if self.program.kind[member] == "method"]
        return self.dialect.packages.constraints.best(members, -1) if members else None

    def _of_object(self, term: int, name: str) -> int | None:
        program = self.program
        for part in program.parts[term][1:]:
            inner = program.parts[part]
            symbol = program.parts[inner[-1]][0] if program.ops[inner[-1]] == Op.SYMBOL else -1
            if symbol < 0 or program.name[symbol] != name:
                continue
            if program.ops[part] == Op.KEYWORD or program.kind[symbol] == "field":
                return symbol
        return None

    def embedded(self, value: Value) -> list[Value]:
        """The types embedded in a type; a type over another one has the fields of that, as if embedded."""
        if value not in self.embedded_values:
            self.embedded_values[value] = []
            self.embedded_values[value] = list(self._embedded(value))
        return self.embedded_values[value]

    def _embedded(self, value: Value) -> Iterable[Value]:
        dialect, program = self.dialect, self.program
        if value[0] == Tag.OBJECT:
            for part in program.parts[value[1]][1:]:
                if program.ops[part] == Op.SPREAD and (inner := self._spread(program.parts[part][0])) is not None:
                    yield inner
            return
        terms = [term for _, term in sorted(program.flows[Flow.BASE].get(value[1], ()))]
        terms += program.terms_of(Flow.TYPE, value[1]) if program.kind[value[1]] == "type_alias" else []
        environment = dialect.generics.pairs(value[1], value[2])
        for term in terms:
            if (inner := self._instance(dialect.named(term))) is not None:
                arguments = inner[2] if inner[0] == Tag.INSTANCE else ()
                yield (*inner[:2], tuple(dialect.linker.inside(c, environment) for c in arguments)) if arguments else inner

    def _spread(self, term: int) -> Value | None:
        """What an embedded field of a nameless struct, or a nameless interface, embeds."""
        program = self.program
        if program.ops[term] == Op.SYMBOL and program.kind[program.parts[term][0]] == "field":
            declared = program.terms_of(Flow.TYPE, program.parts[term][0])
            return self._instance(self.dialect.named(program.parts[declared[0]][0])) if declared else None
        return self._instance(self.dialect.named(term))

    def _instance(self, named: Value | None) -> Value | None:
        if named is None or named[0] in (Tag.EXTERNAL, Tag.OBJECT):
            return named
        return (Tag.INSTANCE, *named[1:3]) if named[0] == Tag.CLASS else None
