"""Types that are built from types: aliases with arguments, arrays, `typeof`, what conditions leave of a union."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from indexer.extract.terms import Flow, Op, Space
from indexer.languages.javascript.lineage import SAME
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.javascript.linking import JavaScript

FORMS = frozenset({"Awaited", "ReturnType", "InstanceType"})
TYPEOF = {"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt", "symbol": "Symbol"}


class TypeForms:
    def __init__(self, dialect: JavaScript) -> None:
        self.dialect = dialect
        self.program = dialect.program

    def applied(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        """A type or function with type arguments; of an alias what it stands for, with the arguments put in."""
        linker = self.dialect.linker
        base, *given = parts
        arguments = tuple(map(linker.argument, given))
        for entity in self.dialect.modules.entities(base):
            if isinstance(entity, int) and self.program.kind[entity] == "type_alias":
                return self._alias(entity, arguments, given)
        return self._applied(base, arguments)

    def _applied(self, base: int, arguments: tuple[int, ...]) -> Iterable[Value]:
        for value in self.dialect.linker.read(base):
            if value[0] == Tag.CLASS:
                yield (Tag.CLASS, value[1], arguments)
            elif value[0] == Tag.FUNCTION:
                yield (Tag.FUNCTION, value[1], value[2], arguments)
            else:
                yield value

    def _alias(self, symbol: int, arguments: tuple[int, ...], given: Sequence[int]) -> Iterable[Value]:
        dialect, linker = self.dialect, self.dialect.linker
        name = self.program.name[symbol]
        if self.program.is_external(symbol) and arguments:
            if name in SAME:
                left, kept = self.dialect.lineage.keys(name, given[1:])
                return [(Tag.WRAPPED, (left, kept), arguments[:1])] if left or kept else linker.read(arguments[0])
            if name in FORMS:
                return linker.read(linker.cell("form", name, arguments[0]))
            if name == "Record" and len(arguments) > 1:
                return [(Tag.WRAPPED, "record", (arguments[1],))]
        if dialect.lineage.is_namespace(symbol):
            return [(Tag.CLASS, symbol, arguments)]
        environment = dialect.generics.pairs(symbol, arguments)
        return linker.read(linker.inside(linker.cell("held", symbol), environment))

    def form(self, name: str, cell: int) -> Iterable[Value]:
        """`Awaited<T>`, `ReturnType<T>`, `InstanceType<T>`."""
        dialect, linker = self.dialect, self.dialect.linker
        for value in linker.read(cell):
            if value[0] == Tag.TYPE_VARIABLE:
                yield (Tag.WRAPPED, name, (cell,))  # until something stands for the variable
            elif name == "Awaited":
                yield from dialect.awaited(value)
            elif name == "InstanceType":
                yield from dialect.calls.made(value)
            elif value[0] in (Tag.FUNCTION, Tag.LAMBDA, Tag.FUNCTION_TYPE):
                yield from linker.read(dialect.calls.result_cell(value))

    def function(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        argument = self.dialect.linker.argument
        return ((Tag.FUNCTION_TYPE, argument(parts[0]), tuple(map(argument, parts[1:]))),)

    def object(self, cell: int, parts: Sequence[int]) -> Iterable[Value]:
        return ((Tag.OBJECT, cell, ()),)

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        dialect, linker = self.dialect, self.dialect.linker
        cells = tuple(map(linker.argument, parts))
        if word == "array":
            return dialect.library("Array", cells)
        if word == "is":
            return dialect.library("Boolean")
        return ((Tag.WRAPPED, word, cells),)

    def instance(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and value[1] == "typeof":
            return self.dialect.linker.read(value[2][0])
        return (value,)

    def replaced(self, value: Value, environment: tuple[Any, ...]) -> Iterable[Value]:
        """An object's type remembers what stands for the type variables in it."""
        if value[0] == Tag.OBJECT:
            linker, known = self.dialect.linker, {(owner, name) for owner, name, _ in value[2]}
            kept = tuple((owner, name, linker.inside(cell, environment)) for owner, name, cell in value[2])
            more = tuple(entry for entry in environment if (entry[0], entry[1]) not in known)
            yield (Tag.OBJECT, value[1], kept + more) if len(value[2]) < 8 else value
        else:
            yield value

    # -- steps that only this language knows

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        dialect, linker = self.dialect, self.dialect.linker
        if word == "typeof":
            return ((Tag.WRAPPED, "typeof", (parts[0],)),)
        if word == "promise":
            return dialect.library("Promise", (parts[0],))
        if word == "satisfies":
            return linker.read(parts[0])
        if word == "keyof":
            return dialect.library("String")
        if word == "mapped":
            return self._mapped(parts[0], parts[1])
        if word == "lookup":
            return self._lookup(parts[0], parts[1])
        if word == "props":
            return self._props(parts[0])
        if word == "guard":
            return self._guard(parts[0], parts[1])
        if word in ("where", "unless"):
            return self._where(parts, word == "where")
        return self._typeof(parts[0], parts[1], word == "typeof is") if word.startswith("typeof ") else ()

    def _mapped(self, source: int, given: int) -> Iterable[Value]:
        """`{ [K in keyof T]: T[K] }` is like T."""
        program = self.program
        if program.ops[source] == Op.THROUGH and program.texts[program.parts[source][0]] == "keyof":
            cell = self.dialect.linker.argument(program.parts[source][1])
            if program.ops[given] == Op.THROUGH and program.texts[program.parts[given][0]] == "lookup":
                yield from self.dialect.linker.read(cell)
                return
            if program.ops[given] == Op.APPLY and "Awaited" in self._words(program.parts[given][0]):
                yield (Tag.WRAPPED, "settled", (cell,))
                return
        yield (Tag.WRAPPED, "record", (self.dialect.linker.argument(given),))

    def _words(self, term: int) -> list[str]:
        named = self.dialect.modules.entities(term)
        return [self.program.name[e] for e in named if isinstance(e, int) and self.program.is_external(e)]

    def _lookup(self, base: int, key: int) -> Iterable[Value]:
        """`T["name"]` is the member's type, `T[number]` the element's."""
        program, linker = self.program, self.dialect.linker
        for value in (v for whole in linker.read(linker.argument(base)) for v in self.instance(whole)):
            if value[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{value[1]}[]"[:200])
            elif program.ops[key] == Op.CONSTANT:
                yield from linker.read(linker.cell("member", value, program.texts[program.parts[key][0]]))
            elif program.ops[key] == Op.LITERAL:
                yield from self.dialect.item(value)

    def _props(self, component: int) -> Iterable[Value]:
        """What a component takes: the first parameter of a function, the `props` of a class."""
        dialect, linker = self.dialect, self.dialect.linker
        for value in linker.read(component):
            if value[0] == Tag.EXTERNAL:
                yield (Tag.EXTERNAL, f"{value[1]}()"[:200])
            elif value[0] == Tag.CLASS and self.program.kind[value[1]] == "class":
                yield from linker.read(linker.cell("member", (Tag.INSTANCE, *value[1:3]), "props"))
            else:
                yield from dialect.contexts.parameter(dialect.plain(value), 0)

    def _guard(self, callee: int, subject: int) -> Iterable[Value]:
        """Behind `isFoo(x)`: what the function's result says, where it says something of its argument."""
        program, linker = self.program, self.dialect.linker
        for value in linker.read(callee):
            told = program.flows[Flow.RETURN_TYPE].get(value[1], ()) if value[0] == Tag.FUNCTION else ()
            kinds = [program.parts[t][1] for _, t in told if self._is_predicate(t)]
            told_values = [v for kind in kinds for v in linker.read(linker.argument(kind))]
            yield from (v for v in told_values if self._is_own(v))
            if not kinds or (self._is_declared(subject) and not any(map(self._is_own, told_values))):
                yield from linker.read(subject)

    def _is_own(self, value: Value) -> bool:
        """A class or interface of the repository: it tells all; what is more general leaves the declared type."""
        return value[0] == Tag.INSTANCE and not self.program.is_external(value[1])

    def _is_declared(self, term: int) -> bool:
        """Whether something more than `any` or `unknown` is declared of a term."""
        program = self.program
        op, parts = program.ops[term], program.parts[term]
        if op != Op.PARAMETER:
            return True
        declared = program.term_at(Flow.PARAMETER_TYPE, parts[0], parts[1])
        if declared is None or program.ops[declared] != Op.LITERAL:
            return declared is not None
        return program.texts[program.parts[declared][0]] not in ("any", "unknown", "object")

    def _is_predicate(self, term: int) -> bool:
        return self.program.ops[term] == Op.WRAP and self.program.texts[self.program.parts[term][0]] == "is"

    def _where(self, parts: Sequence[int], holds: bool) -> Iterable[Value]:
        """What of a union has (or has not) a text as a member."""
        program, linker = self.program, self.dialect.linker
        value, key, word = parts
        name, given = program.texts[program.parts[key][0]], self._literal(word)
        for each in linker.read(value):
            told = self._literals(each, name) if given is not None else set()
            if not told or (given in told) == holds or (not holds and len(told) > 1):
                yield each

    def _literals(self, value: Value, name: str) -> set[str | int | None]:
        """The texts or members of enumerations that a member can be, where its type lists them."""
        program = self.program
        found: set[str | int | None] = set()
        for member, _ in self.dialect.member(value, name, Space.VALUE):
            if not isinstance(member, int):
                return set()
            for _, term in program.flows[Flow.TYPE].get(member, ()):
                inner = program.parts[term][-1] if program.ops[term] in (Op.INSTANCE, Op.NARROW) else term
                found |= set(map(self._literal, program.parts[inner] if program.ops[inner] == Op.UNION else [inner]))
        return set() if None in found else found

    def _literal(self, term: int) -> str | int | None:
        """The text, or the member of an enumeration, that a term spells."""
        program = self.program
        if program.ops[term] == Op.CONSTANT:
            return program.texts[program.parts[term][0]]
        named = self.dialect.modules.entities(term) if program.ops[term] == Op.MEMBER else []
        found = [e for e in named if isinstance(e, int) and program.kind[e] == "enum_member"]
        return found[0] if found else None

    def _typeof(self, subject: int, word: int, holds: bool) -> Iterable[Value]:
        program = self.program
        text = program.texts[program.parts[word][0]]
        for value in self.dialect.linker.read(subject):
            is_kind = self._kind(value) == text
            if is_kind == holds or value[0] in (Tag.TYPE_VARIABLE, Tag.EXTERNAL, Tag.ANY):
                yield value

    def _kind(self, value: Value) -> str:
        if value[0] in (Tag.FUNCTION, Tag.LAMBDA, Tag.FUNCTION_TYPE, Tag.CLASS):
            return "function"
        name = self.program.name[value[1]] if value[0] == Tag.INSTANCE else ""
        return name.lower() if value[0] == Tag.INSTANCE and name in TYPEOF.values() else "object"
