"""Types by name: which type a term names, what a type derives from, which members it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.javascript.heritage import NAMELESS
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

MEMBERS = frozenset({"method", "field", "property", "constructor", "event", "indexer"})
DEEPEST = 24
SAME = frozenset({"Partial", "Required", "Readonly", "Pick", "Omit", "NonNullable", "Exclude", "Extract", "NoInfer"})


class Lineage:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program
        self.named: dict[int, list[Value]] = {}
        self.parent_types: dict[int, list[Value]] = {}
        self.found: dict[tuple[int, str, bool], list[int]] = {}

    # -- types by name

    def types(self, term: int) -> list[Value]:
        """The types that a term names; names alone decide, values play no part."""
        if term not in self.named:
            self.named[term] = []  # in a circle nothing is named
            self.named[term] = self._types(term)
        return self.named[term]

    def _types(self, term: int) -> list[Value]:
        program, linker = self.program, self.dialect.linker
        op, parts = program.ops[term], program.parts[term]
        if op in (Op.SYMBOL, Op.IMPORT, Op.FREE, Op.MEMBER, Op.FROM):
            return [found for entity in self.dialect.modules.entities(term) for found in self._entity(entity)]
        if op == Op.APPLY:
            if (same := self._same(parts[0])) and len(parts) > 1:
                left, kept = self.keys(same, parts[2:])
                return [(Tag.GROUP, (left, kept), inner) for inner in self.types(parts[1])]
            arguments = tuple(map(linker.argument, parts[1:]))
            if (alias := self._alias(parts[0])) >= 0:
                return [found for value in self.types(parts[0]) for found in self._put_in(value, alias, parts[1:])]
            return [self._applied(value, arguments) for value in self.types(parts[0])]
        if op == Op.UNION:
            return [found for part in parts for found in self.types(part)]
        if op == Op.OBJECT:
            return [(Tag.OBJECT, term, ())]
        if op == Op.TYPE_PARAMETER:
            return [(Tag.TYPE_VARIABLE, parts[0], program.texts[parts[1]])]
        if op == Op.THROUGH and program.texts[parts[0]] == "mapped":
            return self.types(parts[1])
        return self._mixed_in(parts[0], parts[1:]) if op == Op.CALL else []

    def _mixed_in(self, callee: int, arguments: Sequence[int]) -> list[Value]:
        """`Mixin(Base)` as a base: the class that the function gives back, then what that one is based on."""
        program = self.program
        found: list[Value] = []
        for function in self.dialect.modules.entities(callee):
            if not isinstance(function, int) or program.kind[function] != "function":
                continue
            for _, term in program.flows[Flow.RETURN].get(function, ()):
                bases: Sequence[int] = ()
                if program.ops[term] == Op.THROUGH and program.texts[program.parts[term][0]] == NAMELESS:
                    found.append((Tag.CLASS, function, ()))
                    bases = program.parts[term][2:]
                elif program.ops[term] == Op.SYMBOL and program.kind[program.parts[term][0]] == "class":
                    found.append((Tag.CLASS, program.parts[term][0], ()))
                    bases = [base for _, base in sorted(program.flows[Flow.BASE].get(program.parts[term][0], ()))]
                for base in bases:
                    place = self._place(function, base)
                    found += self.types(arguments[place]) if 0 <= place < len(arguments) else self.types(base)
        return found

    def _place(self, function: int, term: int) -> int:
        """The parameter of a function that a term is: by itself, or by the type that only it has."""
        program = self.program
        if program.ops[term] == Op.PARAMETER:
            return int(program.parts[term][1]) if program.parts[term][0] == function else -1
        term = program.parts[term][0] if program.ops[term] == Op.INSTANCE else term
        if program.ops[term] != Op.TYPE_PARAMETER:
            return -1
        return next((at for at, kind in program.flows[Flow.PARAMETER_TYPE].get(function, ()) if kind == term), -1)

    def _alias(self, term: int) -> int:
        entities = self.dialect.modules.entities(term)
        kinds = self.program.kind
        return next((e for e in entities if isinstance(e, int) and kinds[e] == "type_alias"), -1)

    def _put_in(self, value: Value, alias: int, arguments: Sequence[int]) -> list[Value]:
        """What an alias names, with the types that are given for its parameters."""
        if value[0] == Tag.GROUP:
            return [(Tag.GROUP, value[1], inner) for inner in self._put_in(value[2], alias, arguments)]
        names = self.dialect.generics.parameters(alias)
        if value[0] == Tag.TYPE_VARIABLE and value[1] == alias and value[2] in names[: len(arguments)]:
            return self.types(arguments[names.index(value[2])])
        if value[0] in (Tag.CLASS, Tag.OBJECT) and value[2]:
            linker = self.dialect.linker
            environment = self.dialect.generics.pairs(alias, tuple(map(linker.argument, arguments)))
            return list(linker.replaced(value, environment))
        return [value]

    def _same(self, term: int) -> str:
        """`Partial<T>` and its like have T's members."""
        program = self.program
        symbols = [e for e in self.dialect.modules.entities(term) if isinstance(e, int) and program.is_external(e)]
        return next((program.name[symbol] for symbol in symbols if program.name[symbol] in SAME), "")

    def keys(self, name: str, terms: Sequence[int]) -> tuple[frozenset[str], frozenset[str]]:
        """The names that `Omit` leaves out, and those that `Pick` takes, as far as they are written out."""
        program = self.program
        listed = [part for term in terms for part in (program.parts[term] if program.ops[term] == Op.UNION else [term])]
        words = [program.texts[program.parts[part][0]] for part in listed if program.ops[part] == Op.CONSTANT]
        told = frozenset(words) if len(words) == len(listed) else frozenset()
        return (told if name == "Omit" else frozenset()), (told if name == "Pick" else frozenset())

    def _applied(self, value: Value, arguments: tuple[int, ...]) -> Value:
        return (Tag.CLASS, value[1], arguments) if value[0] == Tag.CLASS else value

    def _entity(self, entity: Value | int) -> list[Value]:
        if not isinstance(entity, int):
            return [entity] if entity[0] in (Tag.EXTERNAL, Tag.OBJECT) else []
        program = self.program
        kind = program.kind[entity]
        if kind == "type_alias":
            flows = program.flows[Flow.VALUE].get(entity, ())
            return [found for _, term in flows for found in self.types(term)]
        if kind in TYPE_KINDS or kind == "function":
            return [(Tag.CLASS, entity, ())]
        if kind in ("variable", "constant"):
            flows = program.flows[Flow.VALUE].get(entity, ())
            return [found for _, term in flows for found in self.types(term)]
        return []

    def is_namespace(self, symbol: int) -> bool:
        """Whether a namespace goes by a type's name as well."""
        members = (s for listed in self.program.members.get(symbol, {}).values() for s in listed)
        return any("export" in (self.program.modifiers[member] or ()) for member in members)

    # -- bases

    def parents(self, symbol: int) -> list[Value]:
        if symbol not in self.parent_types:
            self.parent_types[symbol] = []
            flows = self.program.flows[Flow.BASE]
            terms = [term for part in self.dialect.modules.parts(symbol) for _, term in sorted(flows.get(part, ()))]
            self.parent_types[symbol] = [base for term in terms for base in self.types(term)]
        return self.parent_types[symbol]

    def is_open(self, symbol: int, depth: int = 0) -> bool:
        """Whether a base leads out of what is known."""
        return depth < DEEPEST and any(
            base[0] == Tag.EXTERNAL
            or (base[0] == Tag.GROUP and base[2][0] == Tag.EXTERNAL)
            or (base[0] == Tag.CLASS and self.is_open(base[1], depth + 1))
            for base in self.parents(symbol)
        )

    # -- members

    def find(self, symbol: int, name: str, static: bool) -> list[int]:
        """Members of a name: the type's own, else of its bases in their order."""
        key = (symbol, name, static)
        if key not in self.found:
            self.found[key] = []
            self.found[key] = self._find(symbol, name, static)
        return self.found[key]

    def _find(self, symbol: int, name: str, static: bool) -> list[int]:
        for part in self.dialect.modules.parts(symbol):
            for own in self.program.members.get(part, {}).get(name, ()):
                if self._is_static(own) in (static, None):
                    return [own]
        for base in self.parents(symbol):
            if found := self._in_base(base, symbol, name, static):
                return found
        return []

    def _in_base(self, base: Value, symbol: int, name: str, static: bool) -> list[int]:
        if base[0] == Tag.GROUP:
            left, kept = base[1]
            takes = name not in left and (not kept or name in kept)
            return self._in_base(base[2], symbol, name, static) if takes else []
        if base[0] == Tag.CLASS and base[1] != symbol:
            return self.find(base[1], name, static)
        return self.in_object(base[1], name) if base[0] == Tag.OBJECT and not static else []

    def in_object(self, term: int, name: str) -> list[int]:
        """The definition that an object's type has under a name."""
        program = self.program
        for part in program.parts[term][1:]:
            if program.ops[part] == Op.KEYWORD and program.texts[program.parts[part][0]] == name:
                inner = program.parts[part][1]
                return [program.parts[inner][0]] if program.ops[inner] == Op.SYMBOL else []
        return []

    def _is_static(self, member: int) -> bool | None:
        """Whether a member belongs to the type itself; None where it may be either."""
        program = self.program
        kind = program.kind[member]
        if program.kind[program.parent[member]] == "function":
            return None
        if kind not in MEMBERS:
            return True
        words = program.modifiers[member] or ()
        return "static" in words or "export" in words

    def constructor(self, symbol: int, depth: int = 0) -> int:
        """The constructor that `new` calls."""
        own = self.program.members.get(symbol, {}).get("constructor")
        if own:
            return own[0]
        for base in self.parents(symbol):
            if base[0] == Tag.CLASS and depth < DEEPEST and (found := self.constructor(base[1], depth + 1)) >= 0:
                return found
        return -1
