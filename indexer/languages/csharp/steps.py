"""C#: what steps on values give: elements, items, awaited and deconstructed values, operators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.csharp.members import Members
from indexer.languages.csharp.naming import PREDEFINED
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.dialect import Member

NOTHING: Value = (Tag.WRAPPED, "null", ())
VOID: Value = (Tag.WRAPPED, "void", ())
NUMBERS = (
    "SByte", "Byte", "Int16", "UInt16", "Char", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal",
)  # fmt: skip
GENERIC, LINQ, TASKS = "System.Collections.Generic", "System.Linq", "System.Threading.Tasks"


class Steps(Members):
    @cached_property
    def nullable(self) -> Value | int:
        return self.library("Nullable", arity=1)

    def argument_type(self, cell: int) -> Value | None:
        """What a type argument is of, where its declaration tells."""
        key = self.linker.made_for(cell)
        if key[0] == "instances" and (found := self.part(key[1])) is not None:
            return (Tag.INSTANCE, *found[1:]) if found[0] == Tag.CLASS else found
        values = self.linker.holds(cell)
        return next(iter(values)) if len(values) == 1 else None

    def is_action(self, value: Value) -> bool:
        """Whether a delegate gives nothing back."""
        declared = self.program.flows[Flow.RETURN_TYPE].get(value[1], ())
        return any(self.named(term) == (Tag.CLASS, self.library("void"), ()) for _, term in declared)

    def instance_of(self, name: str, space: str = "System", arguments: tuple[int, ...] = ()) -> list[Value]:
        found = self.library(name, space, len(arguments))
        return [(Tag.INSTANCE, found, arguments) if isinstance(found, int) else (Tag.EXTERNAL, f"{found[1]}()")]

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        if name in ("null", "default"):
            return [NOTHING]
        if name == "void":
            return [VOID]
        if name == "throw":
            return []
        return self.instance_of(name.removeprefix("System."))

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, self.program.parent[symbol], ())]
        return ()

    # -- types built from types

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        if word != "nullable":
            return [(Tag.WRAPPED, word, parts)]
        inner = self.named(parts[0])
        if inner is None:
            return []
        if self.is_value_type(inner):
            made = self.nullable
            return [(Tag.CLASS, made, (self.linker.argument(parts[0]),))] if isinstance(made, int) else [inner]
        return [inner]

    def is_value_type(self, type_: Value) -> bool:
        if type_[0] == Tag.WRAPPED:
            return str(type_[1]).startswith("tuple:")
        return bool(type_[0] == Tag.CLASS and self.program.kind[type_[1]] in ("struct", "enum"))

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        cells = tuple(map(self.linker.argument, arguments))
        if value[0] == Tag.CLASS:
            yield (Tag.CLASS, value[1], (*value[2], *cells))
        elif value[0] == Tag.FUNCTION:
            yield (*value[:3], cells)
        elif value[0] == Tag.GROUP:
            yield (Tag.GROUP, self.of_arity(value[1], len(cells)), value[2], cells, *value[4:])
        else:
            yield value

    def of_arity(self, functions: tuple[int, ...], count: int) -> tuple[int, ...]:
        return tuple(f for f in functions if self.spaces.arity(f) == count)

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.OBJECT or (tag in (Tag.SEQUENCE, Tag.WRAPPED) and self.tuple_names(value) is not None):
            cell = self._labelled(value, name)
            return [(found, value) for found in self.linker.read(cell)] if cell is not None else []
        if tag == Tag.SEQUENCE or (tag == Tag.WRAPPED and value[1] == "array"):
            return [found for array in self.instance_of("Array") for found in self.member(array, name, space)]
        if tag == Tag.WRAPPED and value[1] == "pointer":
            inner = self.linker.read(self.linker.argument(value[2][0]))
            return [found for each in inner for found in self.member(each, name, space)]
        return []

    def tuple_names(self, value: Value) -> list[str] | None:
        """The names of a tuple's elements; None for what is no tuple."""
        word = value[1] if value[0] == Tag.WRAPPED else self.program.texts[self.program.parts[value[1]][0]]
        return word.removeprefix("tuple:").split(",") if word.startswith("tuple:") else None

    def _labelled(self, value: Value, name: str) -> int | None:
        """The cell of a tuple's element or of a nameless type's member."""
        program = self.program
        if value[0] == Tag.OBJECT:
            pairs = (program.parts[part] for part in program.parts[value[1]][1:])
            return next((term for word, term in pairs if program.texts[word] == name), None)
        names = self.tuple_names(value) or []
        if name in names:
            return self._element(value, names.index(name))
        digits = name.removeprefix("Item")
        return self._element(value, int(digits) - 1) if digits.isdigit() else None

    def _element(self, value: Value, place: int) -> int | None:
        """The cell of what stands at a place of a tuple."""
        parts = self.program.parts[value[1]][1:] if value[0] == Tag.SEQUENCE else value[2]
        if not 0 <= place < len(parts):
            return None
        return int(parts[place]) if value[0] == Tag.SEQUENCE else self.linker.argument(parts[place])

    # -- steps

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        tag, linker = value[0], self.linker
        if any(self.program.ops[key] == Op.LITERAL and self._is_range(key) for key in keys):
            yield value
        elif tag == Tag.SEQUENCE or (tag == Tag.WRAPPED and value[1] in ("array", "pointer")):
            yield from self.item(value)
        elif tag == Tag.INSTANCE:
            found = self.find(value[1], "this", True)
            for indexer in self.overloads.choose((Tag.GROUP, tuple(found), value), keys) if found else ():
                yield from linker.result(indexer, value)
        elif tag == Tag.TYPE_VARIABLE:
            for bound in self.generics.bounds(value):
                yield from self.index(bound, keys)

    def _is_range(self, key: int) -> bool:
        return self.program.texts[self.program.parts[key][0]] == "System.Range"

    def item(self, value: Value) -> Iterable[Value]:
        tag, linker = value[0], self.linker
        if tag == Tag.SEQUENCE:
            for part in self.program.parts[value[1]][1:]:
                yield from linker.read(part)
        elif tag == Tag.WRAPPED and value[1] in ("array", "pointer"):
            yield from linker.read(linker.argument(value[2][0]))
        elif tag == Tag.INSTANCE:
            yield from self._items(value)
        elif tag == Tag.TYPE_VARIABLE:
            for bound in self.generics.bounds(value):
                yield from self.item(bound)

    def _items(self, value: Value) -> Iterable[Value]:
        linker = self.linker
        if self.program.name[value[1]] == "ConfiguredCancelableAsyncEnumerable" and value[2]:
            yield from linker.read(value[2][0])
            return
        for name in ("IEnumerable", "IAsyncEnumerable"):
            listed = self.library(name, GENERIC, 1)
            cells = self.generics.seen_as(value[1], value[2], listed) if isinstance(listed, int) else ()
            if cells and listed in self.order(value[1]):
                yield from linker.read(cells[0])
                return
        for maker in self.find(value[1], "GetEnumerator", True)[:1]:
            for enumerator in linker.result(maker, value):
                if enumerator[0] == Tag.INSTANCE:
                    for current in self.find(enumerator[1], "Current", False)[:1]:
                        yield from linker.bound(current, enumerator)

    def awaited(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and value[2]:
            yield from self.linker.read(value[2][0])
        elif value[0] == Tag.INSTANCE and self.program.name[value[1]] in ("Task", "ValueTask"):
            yield VOID
        elif value[0] == Tag.EXTERNAL:
            yield value

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
        head, _, place = word.partition(" ")
        step = getattr(self, f"_through_{head}")
        return step(parts, int(place)) if place else step(parts)  # type: ignore[no-any-return]

    def _through_value(self, parts: Sequence[int]) -> Iterable[Value]:
        """`x?.`, `x ??`: what is there when it is not null."""
        for value in self.linker.read(parts[0]):
            if value[0] == Tag.INSTANCE and value[2] and value[1] == self.nullable:
                yield from self.linker.read(value[2][0])
            elif value != NOTHING:
                yield value

    def _through_plain(self, parts: Sequence[int]) -> Iterable[Value]:
        """What a nameless function gives that does nothing else."""
        return self.linker.read(parts[0])

    def _through_passed(self, parts: Sequence[int]) -> Iterable[Value]:
        """`ref x`, `out x`"""
        return self.linker.read(parts[0])

    def _through_item(self, parts: Sequence[int], place: int) -> Iterable[Value]:
        """What taking a value apart gives at a place."""
        program, linker = self.program, self.linker
        for value in linker.read(parts[0]):
            if value[0] in (Tag.SEQUENCE, Tag.WRAPPED) and self.tuple_names(value) is not None:
                cell = self._element(value, place)
                yield from linker.read(cell) if cell is not None else ()
            elif value[0] == Tag.INSTANCE:
                for function in self.find(value[1], "Deconstruct", True):
                    term = program.term_at(Flow.PARAMETER_TYPE, function, place)
                    if term is not None:
                        yield from linker.put_in(linker.argument(term), function, value)
                if program.kind[value[1]] == "record":
                    term = program.term_at(Flow.PARAMETER_TYPE, value[1], place)
                    yield from linker.read(linker.argument(term)) if term is not None else ()

    def _through_returns(self, parts: Sequence[int]) -> Iterable[Value]:
        """What the function around is to give back."""
        function = self.program.parts[parts[0]][0]
        if self.program.kind[function] in ("property", "indexer"):
            return self.linker.bound(function, (Tag.INSTANCE, self.program.parent[function], ()))
        values = self.linker.read(self.linker.cell("result", function))
        if "async" in (self.program.modifiers[function] or ()):
            return [inner for value in values for inner in self.awaited(value)]
        return values

    def _through_parameter(self, parts: Sequence[int], place: int) -> Iterable[Value]:
        """What a nameless function's parameter is, by the delegate that is wanted."""
        for value in self.linker.read(parts[0]):
            signature = self.generics.signature(value)
            if signature is not None and place < len(signature[1]):
                yield from self.linker.read(signature[1][place])

    def _through_task(self, parts: Sequence[int]) -> Iterable[Value]:
        return self.instance_of("Task", TASKS, (parts[0],))

    def _through_color(self, parts: Sequence[int]) -> Iterable[Value]:
        """`Color.Red` where `Color` is both a member and its type: a static member is the type's."""
        base, accessed = parts
        values = tuple(self.linker.read(base))
        types = [value[1] for value in values if value[0] == Tag.CLASS] if len(values) > 1 else []
        if self.program.ops[accessed] == Op.APPLY:
            accessed = self.program.parts[accessed][0]
        name = self.program.texts[self.program.parts[accessed][1]].partition("`")[0]
        for symbol in types:
            if any(self.is_static(found) for found in self.find(symbol, name, False)[:1]):
                self.linker.target(symbol, "type_member")
                return ()
        self.linker.same_target(base, self.linker.current)
        return ()

    def is_static(self, symbol: int) -> bool:
        kind = self.program.kind[symbol]
        fixed = kind in ("enum_member", "constant") or kind in TYPE_KINDS
        return fixed or "static" in (self.program.modifiers[symbol] or ())

    def _through_sequence(self, parts: Sequence[int]) -> Iterable[Value]:
        return self.instance_of("IEnumerable", GENERIC, (parts[0],))

    def _through_group(self, parts: Sequence[int]) -> Iterable[Value]:
        return self.instance_of("IGrouping", LINQ, tuple(parts))

    def _through_pointed(self, parts: Sequence[int]) -> Iterable[Value]:
        return [item for value in self.linker.read(parts[0]) for item in self.item(value)]

    def functional(self, value: Value) -> tuple[int, tuple[int, ...]] | None:
        program, linker = self.program, self.linker
        if value[0] != Tag.INSTANCE:
            return None
        if program.kind[value[1]] != "delegate":
            if program.name[value[1]] == "Expression" and value[2]:
                inner = (self.functional(each) for each in linker.read(value[2][0]))
                return next((found for found in inner if found is not None), None)
            return None
        environment = self.generics.pairs(value[1], value[2])
        places = range(len(program.parameters[value[1]] or ()))
        terms = [program.term_at(Flow.PARAMETER_TYPE, value[1], place) or 0 for place in places]
        cells = tuple(linker.inside(linker.argument(term), environment) for term in terms)
        return linker.inside(linker.cell("result", value[1]), environment), cells

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        values = [value for operand in operands for value in self.linker.read(operand)]
        instances = [value for value in values if value[0] == Tag.INSTANCE]
        names = {self.program.name[value[1]]: value for value in instances if self.program.is_external(value[1])}
        if word == "+" and "String" in names:
            return [names["String"]]
        if word == "-" and len(values) != 1 and names.keys() <= {"DateTime", "DateTimeOffset"} and names:
            return self.instance_of("TimeSpan")
        for value in instances:
            if found := self.find(value[1], f"operator {word}", True):
                return list(self.linker.result(found[0], value))
        numbers = [name for name in NUMBERS if name in names]
        if numbers:
            wide = NUMBERS.index(numbers[-1]) > NUMBERS.index("Int32")
            return [names[numbers[-1]]] if wide else self.builtin("int", ())
        return instances[:1]

    def predefined(self, symbol: int) -> str | None:
        """The short name of a type that has one."""
        program = self.program
        known = program.is_external(symbol) and program.name[symbol] in PREDEFINED.values()
        return program.name[symbol] if known and self.spaces.of(symbol) == "System" else None
