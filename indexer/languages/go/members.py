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
        self.defined_over: dict[Value, Value | None] = {}

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
        """A field or method of the type itself; a type over another one has the fields of that, not its methods."""
        if value[0] != Tag.INSTANCE:
            return self._of_object(value[1], name) if value[0] == Tag.OBJECT else None
        program = self.program
        members = program.members.get(value[1], {}).get(name)
        if program.kind[value[1]] == "type_alias":
            members = [member for member in members or () if program.kind[member] == "method"]
            if not members and (below := self.below(value)) is not None:
                found = self.own(below, name)
                abstract = below[0] == Tag.INSTANCE and program.kind[below[1]] == "interface"
                return found if found is None or abstract or program.kind[found] == "field" else None
        return self.dialect.packages.constraints.best(members, program.file[value[1]]) if members else None

    def below(self, value: Value) -> Value | None:
        """The struct, interface or nameless type that a type is defined over, maybe through others."""
        if value not in self.defined_over:
            found: Value | None = value
            for _ in range(DEEPEST):
                if found is None or found[0] != Tag.INSTANCE or self.program.kind[found[1]] != "type_alias":
                    break
                terms = self.program.terms_of(Flow.TYPE, found[1])
                found = self._inside(self.dialect.named(terms[0]), found) if terms else None
            else:
                found = None  # defined over itself
            self.defined_over[value] = found
        return self.defined_over[value]

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
        """The types embedded in a type, or in the one that it is defined over."""
        if value not in self.embedded_values:
            self.embedded_values[value] = []
            self.embedded_values[value] = list(self._embedded(value))
        return self.embedded_values[value]

    def _embedded(self, value: Value) -> Iterable[Value]:
        program = self.program
        if value[0] == Tag.OBJECT:
            spread = (program.parts[part][0] for part in program.parts[value[1]][1:] if program.ops[part] == Op.SPREAD)
            yield from (inner for term in spread if (inner := self._spread(term)) is not None)
        elif program.kind[value[1]] == "type_alias":
            if (below := self.below(value)) is not None:
                yield from self.embedded(below) if below[0] != Tag.EXTERNAL else (below,)
        else:
            for _, term in sorted(program.flows[Flow.BASE].get(value[1], ())):
                if (inner := self._inside(self.dialect.named(term), value)) is not None:
                    yield inner

    def _inside(self, named: Value | None, outer: Value) -> Value | None:
        """An instance of a type that another one names, with that one's type arguments."""
        inner = self._instance(named)
        if inner is None or inner[0] != Tag.INSTANCE or not inner[2]:
            return inner
        environment = self.dialect.generics.pairs(outer[1], outer[2])
        return (*inner[:2], tuple(self.dialect.linker.inside(cell, environment) for cell in inner[2]))

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
