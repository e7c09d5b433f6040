"""What Rust's expressions give: calls, `?`, `.await`, indexing, iteration, operators, patterns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.rust.arguments import instance_of
from indexer.languages.rust.impls import head_of
from indexer.link.dialect import Dialect
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.languages.rust.linking import Rust

OPERATORS = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "%": "Rem", "|": "BitOr", "&": "BitAnd", "^": "BitXor",
             "<<": "Shl", ">>": "Shr"}  # fmt: skip
CARRIERS = ("Option", "Result", "Poll", "ControlFlow")  # what `?` takes apart
MADE = {
    "String": ("alloc", "string", "String"), "Vec": ("alloc", "vec", "Vec"), "LocalKey": ("std", "thread", "LocalKey"),
}  # fmt: skip


class Steps(Dialect):
    # -- calls

    def returned(self: Rust, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:  # type: ignore[misc]
        """What a function gives back; of a trait's method what the receiver's own impl says, if that is known."""
        generics, receiver = self.generics, value[2]
        function = self._own(value[1], receiver)
        if receiver is not None and receiver[0] == Tag.CLASS and self.program.kind[receiver[1]] == "trait" and arguments:
            for subject in self.linker.read(arguments[0]) if self.takes_self(function) else ():
                yield from self.returned((Tag.FUNCTION, function, subject, *value[3:]), arguments)
            return
        called = (Tag.FUNCTION, function, receiver, *value[3:])
        generics.note_lambdas(called, arguments)
        cell = self.linker.inside(self.linker.cell("result", function), generics.of_call(called, arguments))
        yield from self.linker.read(cell)

    def _own(self: Rust, function: int, receiver: Value | None) -> int:  # type: ignore[misc]
        trait = self.program.parent[function]
        head = head_of(receiver)
        if head is None or trait < 0 or self.program.kind[trait] != "trait":
            return function
        own = self.impls.impls_with(head, self.program.name[function], trait)
        return own[0] if len(own) == 1 else function

    def takes_self(self: Rust, function: int) -> bool:  # type: ignore[misc]
        parameters = self.program.parameters[function]
        return bool(parameters) and parameters[0][0].endswith("self")

    def places(self: Rust, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:  # type: ignore[misc]
        """By place; in `Type::method(value, …)` the first is the receiver."""
        if function < 0:
            return enumerate(arguments)
        parameters = self.program.parameters[function] or ()
        count = len(parameters) - self.takes_self(function)
        return enumerate(arguments[1:] if len(arguments) == count + 1 else arguments)

    def result(self: Rust, function: int, values: Iterable[Value], declared: bool) -> Iterable[Value]:  # type: ignore[misc]
        if "async" in (self.program.modifiers[function] or ()):
            return [(Tag.AWAITABLE, self.linker.cell("returns", function))]
        return values

    def _returns(self: Rust, function: int) -> Iterable[Value]:  # type: ignore[misc]
        linker = self.linker
        terms = self.program.terms_of(Flow.RETURN_TYPE, function)
        return [v for term in terms for v in linker.instances(linker.read(term))]

    def call(self: Rust, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:  # type: ignore[misc]
        if value[0] == Tag.GROUP:
            owner = self.program.parent[value[1]]
            yield (Tag.INSTANCE, owner, self._told(owner, value[1], arguments))
            return
        yield from self.called(value)

    def called(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        """What calling a value gives, whatever it is given."""
        tag, linker = value[0], self.linker
        if tag == Tag.LAMBDA:
            yield from linker.read(self.program.parts[value[1]][1])
        elif tag == Tag.FUNCTION:
            yield from self.linker.read(linker.cell("result", value[1]))
        elif tag == Tag.GROUP:
            yield (Tag.INSTANCE, self.program.parent[value[1]], ())
        elif tag == Tag.CLASS:
            yield instance_of(value)
        else:
            for signature in self.signatures(value):
                yield from linker.read(signature[1])

    def signatures(self: Rust, value: Value, depth: int = 0) -> Iterable[Value]:  # type: ignore[misc]
        """The types of functions that a value can be called as."""
        if value[0] == Tag.FUNCTION_TYPE:
            yield value
        elif value[0] == Tag.TYPE_VARIABLE:
            yield from (bound for bound in self.generics.bounds(value) if bound[0] == Tag.FUNCTION_TYPE)
        elif depth < 3:
            for inner in self.seen_through(value):
                yield from self.signatures(inner, depth + 1)

    def construct(self: Rust, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:  # type: ignore[misc]
        told = value[2] or self._told(value[1], value[1], arguments)
        yield (Tag.INSTANCE, value[1], told)

    def _told(self: Rust, owner: int, made: int, arguments: tuple[int, ...]) -> tuple[int, ...]:  # type: ignore[misc]
        """The type arguments of what a struct or variant makes of values."""
        names = self.generics.parameters(owner)
        return tuple(self.linker.cell("made_of", owner, made, name, arguments) for name in names)

    def _made_of(self: Rust, owner: int, made: int, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:  # type: ignore[misc]
        program, linker = self.program, self.linker
        for place, argument in enumerate(arguments):
            if program.ops[argument] == Op.KEYWORD:
                word, argument = program.parts[argument]
                fields = program.members.get(made, {}).get(program.texts[word], ())
                term = next((t for s in fields for t in program.terms_of(Flow.TYPE, s)), None)
            else:
                term = program.term_at(Flow.PARAMETER_TYPE, made, place)
            if term is not None:
                wanted = (Tag.TYPE_VARIABLE, owner, name)
                yield from self.generics.held_against(linker.argument(term), argument, wanted, (), 0)

    # -- what a value is seen as

    def seen_through(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        """What a smart pointer points to, what an associated type is."""
        tag = value[0]
        if tag == Tag.WRAPPED and value[1].startswith("::"):
            yield from self._projections(value)
        elif tag == Tag.INSTANCE and self.program.name[value[1]] == "Pin" and value[2]:
            yield from self.linker.read(value[2][0])
        elif tag in (Tag.INSTANCE, Tag.TYPE_VARIABLE):
            yield from self.associated(value, "Target")

    def _projections(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        name = value[1][2:]
        for subject in self.linker.read(value[2][0]):
            known = list(self.associated(subject, name))
            yield from known or self._bounds_of(subject, name)

    def _bounds_of(self: Rust, subject: Value, name: str) -> Iterable[Value]:  # type: ignore[misc]
        """What a trait asks of an associated type."""
        for symbol in self._found(subject, name)[:1]:
            yield from self.limits(self.program.terms_of(Flow.BOUND, symbol))

    def associated(self: Rust, value: Value, name: str, trait: int = -1, depth: int = 0) -> Iterable[Value]:  # type: ignore[misc]
        """The associated type of a value's type."""
        tag, linker = value[0], self.linker
        if tag == Tag.WRAPPED and value[1].startswith("::"):
            for inner in self._projections(value) if depth < 4 else ():
                yield from self.associated(inner, name, trait, depth + 1)
            return
        if tag == Tag.WRAPPED and value[1] == "as":
            for inner in linker.read(value[2][0]) if depth < 4 else ():
                yield from self.associated(inner, name, trait, depth + 1)
            return
        if tag == Tag.TYPE_VARIABLE:
            for bound in self.generics.bounds(value):
                if bound[0] == Tag.INSTANCE and (cell := self.generics.bound_cell(bound[2], name)) is not None:
                    yield from linker.read(cell)
            return
        if tag == Tag.INSTANCE and (cell := self.generics.bound_cell(value[2], name)) is not None:
            yield from linker.read(cell)
            return
        if tag == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}::{name}"[:200])
            return
        head = head_of(value)
        for symbol in self.impls.impls_with(head, name, trait) if head is not None else ():
            for term in self.program.terms_of(Flow.TYPE, symbol):
                environment = self.generics.of_impl(self.program.parent[symbol], value)
                yield from linker.read(linker.inside(linker.argument(term), environment))

    # -- steps

    def through(self: Rust, word: str, parts: list[int]) -> Iterable[Value]:  # type: ignore[misc]
        linker = self.linker
        if word in MADE:
            symbol = self.known(*MADE[word])
            if symbol is not None:
                yield (Tag.INSTANCE, symbol, tuple(parts[:1]))
        elif word in ("bool", "str"):
            yield (Tag.WRAPPED, word, ())
        elif word == "self":
            yield from linker.instances(linker.read(parts[0]))
        elif word == "implements":
            yield from linker.read(parts[0])
        elif word == "shape":
            yield from self._shape(parts[0])
        elif word == "take":
            yield from self._taken(*parts)
        elif word == "as":
            yield (Tag.WRAPPED, "as", (linker.argument(parts[0]), linker.argument(parts[1])))
        elif word == "async":
            yield (Tag.AWAITABLE, parts[0])
        else:
            for value in linker.read(parts[0]):
                yield from self._taken_apart(value) if word == "?" else self._pointed_to(value)

    def _shape(self: Rust, term: int) -> Iterable[Value]:  # type: ignore[misc]
        """The struct or variant whose fields a literal or pattern names."""
        for value in self.linker.read(term):
            if value[0] in (Tag.CLASS, Tag.INSTANCE) and self.program.kind[value[1]] != "enum":
                yield (Tag.OBJECT, value[1])
        for symbol in self._variants(term):
            yield (Tag.OBJECT, symbol)

    def _variants(self: Rust, term: int) -> list[int]:  # type: ignore[misc]
        """The variants that a path names."""
        program = self.program
        if program.ops[term] == Op.MEMBER:
            name = program.texts[program.parts[term][1]]
            base = self.named(program.parts[term][0])
            if base is not None and base[0] == Tag.CLASS and program.kind[base[1]] == "enum":
                return [s for s in program.members.get(base[1], {}).get(name, ()) if program.kind[s] == "enum_member"]
        if program.ops[term] not in (Op.MEMBER, Op.FREE):
            return []
        found = self.lookup.resolve(term, 0)
        return [s for s in found if isinstance(s, int) and program.kind[s] == "enum_member"]

    def _taken(self: Rust, named: int, key: int, subject: int) -> Iterable[Value]:  # type: ignore[misc]
        """What a pattern takes out of a value: the declared field, with the value's type arguments."""
        program, linker = self.program, self.linker
        name = program.texts[program.parts[key][0]]
        shapes = [value[1] for value in self._shape(named)]
        for symbol in dict.fromkeys(shapes):
            owner = program.parent[symbol] if program.kind[symbol] == "enum_member" else symbol
            if name.isdigit():
                terms = [t for t in (program.term_at(Flow.PARAMETER_TYPE, symbol, int(name)),) if t is not None]
            else:
                terms = [t for s in program.members.get(symbol, {}).get(name, ()) for t in program.terms_of(Flow.TYPE, s)]
            given = self._instances_of(subject, owner) if self.generics.parameters(owner) else [()]
            for term in terms:
                for arguments in given:
                    environment = self.generics.pairs(owner, arguments)
                    yield from linker.read(linker.inside(linker.argument(term), environment))

    def _instances_of(self: Rust, subject: int, owner: int) -> list[tuple[int, ...]]:  # type: ignore[misc]
        """The type arguments with which a value is of a type, smart pointers seen through."""
        found: list[tuple[int, ...]] = []
        values = list(self.linker.read(subject)) if subject else []
        for _ in range(4):
            found += [value[2] for value in values if value[0] == Tag.INSTANCE and value[1] == owner]
            if found or not values:
                break
            values = [inner for value in values for inner in self.seen_through(value)]
        return found

    def _taken_apart(self: Rust, value: Value, depth: int = 0) -> Iterable[Value]:  # type: ignore[misc]
        """What `?` leaves of a value."""
        if value[0] == Tag.INSTANCE and value[2] and self.program.name[value[1]] in CARRIERS:
            yield from self.linker.read(value[2][0])
        elif value[0] == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}?"[:200])
        elif value[0] == Tag.WRAPPED and depth < 3:
            for inner in self.seen_through(value):
                yield from self._taken_apart(inner, depth + 1)

    def _pointed_to(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        """References are what they refer to: only raw pointers hide what they point to."""
        if value[0] == Tag.WRAPPED and value[1] == "*":
            yield from self.linker.read(value[2][0])
        else:
            yield value

    def index(self: Rust, value: Value, keys: tuple[int, ...], depth: int = 0) -> Iterable[Value]:  # type: ignore[misc]
        program = self.program
        if value[0] == Tag.WRAPPED and value[1] == "[]":
            key = keys[0] if keys else 0
            is_range = program.ops[key] == Op.LITERAL and program.texts[program.parts[key][0]] == ".."
            yield from [value] if is_range else self.linker.read(value[2][0])
            return
        inner = [v for v in self.seen_through(value) if v != value] if depth < 4 else []
        for each in inner:
            yield from self.index(each, keys, depth + 1)
        if not inner:
            yield from self.associated(value, "Output", self.known("core", "ops", "Index") or -1)

    def item(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        if value[0] == Tag.WRAPPED and value[1] == "[]":
            yield from self.linker.read(value[2][0])
            return
        found = list(self.associated(value, "Item"))
        yield from found or ([v for inner in self.seen_through(value) for v in self.associated(inner, "Item")])

    def awaited(self: Rust, value: Value) -> Iterable[Value]:  # type: ignore[misc]
        if value[0] == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}.await"[:200])
            return
        found = list(self.associated(value, "Output"))
        if found:
            yield from found
            return
        for inner in self.seen_through(value):
            yield from self.linker.read(inner[1]) if inner[0] == Tag.AWAITABLE else self.associated(inner, "Output")

    def operator(self: Rust, word: str, operands: list[int]) -> Iterable[Value]:  # type: ignore[misc]
        trait = self.known("core", "ops", OPERATORS[word]) if word in OPERATORS else None
        for value in self.linker.read(operands[0]):
            if value[0] == Tag.WRAPPED and not value[1].startswith("::"):
                yield value
            elif trait is not None:
                yield from self.associated(value, "Output", trait)
