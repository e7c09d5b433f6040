"""What Rust's expressions give: calls, `?`, `.await`, indexing, iteration, operators, patterns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from indexer.extract.terms import Flow, Op
from indexer.languages.rust.arguments import instance_of
from indexer.languages.rust.impls import head_of
from indexer.languages.rust.members import Members
from indexer.link.values import Tag, Value

OPERATORS = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div", "%": "Rem", "|": "BitOr", "&": "BitAnd", "^": "BitXor",
             "<<": "Shl", ">>": "Shr"}  # fmt: skip
DEEPEST = 4  # smart pointers in a row
CARRIERS = ("Option", "Result", "Poll", "ControlFlow")  # what `?` takes apart
MADE = {
    "String": ("alloc", "string", "String"), "Vec": ("alloc", "vec", "Vec"), "LocalKey": ("std", "thread", "LocalKey"),
}  # fmt: skip


class Steps(Members):
    # -- calls

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """What a function gives back; of a trait's method what the receiver's own impl says, if that is known."""
        generics, receiver = self.generics, value[2]
        function = self._own(value[1], receiver)
        if receiver is not None and self._is_bare(receiver) and self.takes_self(function):
            for subject in self.linker.read(arguments[0]) if arguments else ():
                if subject[:2] == (Tag.INSTANCE, receiver[1]) or self.program.kind[receiver[1]] == "trait":
                    yield from self.returned((Tag.FUNCTION, function, subject, *value[3:]), arguments)
            return
        called = (Tag.FUNCTION, function, receiver, *value[3:])
        generics.note_lambdas(called, arguments)
        cell = self.linker.inside(self.linker.cell("result", function), generics.of_call(called, arguments))
        yield from self.linker.read(cell)

    def _is_bare(self, receiver: Value) -> bool:
        """`Trait::method(value)`, `Arc::clone(&value)`: the value says which type is meant."""
        if receiver[0] != Tag.CLASS or receiver[2]:
            return False
        return self.program.kind[receiver[1]] == "trait" or bool(self.generics.parameters(receiver[1]))

    def _own(self, function: int, receiver: Value | None) -> int:
        trait = self.program.parent[function]
        head = head_of(receiver)
        if head is None or trait < 0 or self.program.kind[trait] != "trait":
            return function
        own = self.impls.impls_with(head, self.program.name[function], (trait,))
        return own[0] if len(own) == 1 else function

    def takes_self(self, function: int) -> bool:
        parameters = self.program.parameters[function] or []
        return bool(parameters) and parameters[0][0].endswith("self")

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        """By place; in `Type::method(value, …)` the first is the receiver."""
        if function < 0:
            return enumerate(arguments)
        parameters = self.program.parameters[function] or ()
        count = len(parameters) - self.takes_self(function)
        return enumerate(arguments[1:] if len(arguments) == count + 1 else arguments)

    def result(self, function: int, values: Iterable[Value], declared: bool) -> Iterable[Value]:
        if "async" in (self.program.modifiers[function] or ()):
            return [(Tag.AWAITABLE, self.linker.cell("returns", function))]
        return values

    def _returns(self, function: int) -> Iterable[Value]:
        linker = self.linker
        terms = self.program.terms_of(Flow.RETURN_TYPE, function)
        return [v for term in terms for v in linker.instances(linker.read(term))]

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if value[0] == Tag.GROUP:
            owner = self.program.parent[value[1]]
            yield (Tag.INSTANCE, owner, self._told(owner, value[1], arguments))
            return
        yield from self.called(value)

    def called(self, value: Value) -> Iterable[Value]:
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

    def signatures(self, value: Value, depth: int = 0) -> Iterable[Value]:
        """The types of functions that a value can be called as."""
        if value[0] == Tag.FUNCTION_TYPE:
            yield value
        elif value[0] == Tag.TYPE_VARIABLE:
            yield from (bound for bound in self.generics.bounds(value) if bound[0] == Tag.FUNCTION_TYPE)
        elif depth < 3:
            for inner in self.seen_through(value):
                yield from self.signatures(inner, depth + 1)

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        told = value[2] or self._told(value[1], value[1], arguments)
        yield (Tag.INSTANCE, value[1], told)

    def _told(self, owner: int, made: int, arguments: tuple[int, ...]) -> tuple[int, ...]:
        """The type arguments of what a struct or variant makes of values."""
        names = self.generics.parameters(owner)
        return tuple(self.linker.cell("made_of", owner, made, name, arguments) for name in names)

    def _made_of(self, owner: int, made: int, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
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

    # -- steps

    def through(self, word: str, parts: Sequence[int]) -> Iterable[Value]:
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

    def _shape(self, term: int) -> Iterable[Value]:
        """The struct or variant whose fields a literal or pattern names."""
        for value in self.linker.read(term):
            if value[0] in (Tag.CLASS, Tag.INSTANCE) and self.program.kind[value[1]] != "enum":
                yield (Tag.OBJECT, value[1])
            elif value[0] == Tag.EXTERNAL:
                yield value
        for symbol in self._variants(term):
            yield (Tag.OBJECT, symbol)

    def _variants(self, term: int) -> list[int]:
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

    def _taken(self, named: int, key: int, subject: int) -> Iterable[Value]:
        """What a pattern takes out of a value: the declared field, with the value's type arguments."""
        program, linker = self.program, self.linker
        name = program.texts[program.parts[key][0]]
        shapes = [value[1] for value in self._shape(named) if value[0] == Tag.OBJECT]
        for symbol in dict.fromkeys(shapes):
            owner = program.parent[symbol] if program.kind[symbol] == "enum_member" else symbol
            if name.isdigit():
                terms = [t for t in (program.term_at(Flow.PARAMETER_TYPE, symbol, int(name)),) if t is not None]
            else:
                fields = program.members.get(symbol, {}).get(name, ())
                terms = [term for field in fields for term in program.terms_of(Flow.TYPE, field)]
            given = self._instances_of(subject, owner) if self.generics.parameters(owner) else [()]
            for term in terms:
                for arguments in given:
                    environment = self.generics.pairs(owner, arguments)
                    yield from linker.read(linker.inside(linker.argument(term), environment))

    def _instances_of(self, subject: int, owner: int) -> list[tuple[int, ...]]:
        """The type arguments with which a value is of a type, smart pointers seen through."""
        found: list[tuple[int, ...]] = []
        values = list(self.linker.read(subject)) if subject else []
        for _ in range(4):
            found += [value[2] for value in values if value[0] == Tag.INSTANCE and value[1] == owner]
            if found or not values:
                break
            values = [inner for value in values for inner in self.seen_through(value)]
        return found

    def _taken_apart(self, value: Value, depth: int = 0) -> Iterable[Value]:
        """What `?` leaves of a value."""
        if value[0] == Tag.INSTANCE and value[2] and self.program.name[value[1]] in CARRIERS:
            yield from self.linker.read(value[2][0])
        elif value[0] == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}?"[:200])
        elif value[0] == Tag.WRAPPED and depth < 3:
            for inner in self.seen_through(value):
                yield from self._taken_apart(inner, depth + 1)

    def _pointed_to(self, value: Value) -> Iterable[Value]:
        """References are what they refer to: only raw pointers hide what they point to."""
        if value[0] == Tag.WRAPPED and value[1] == "*":
            yield from self.linker.read(value[2][0])
        else:
            yield value

    def index(self, value: Value, keys: tuple[int, ...], depth: int = 0) -> Iterable[Value]:
        program = self.program
        if value[0] == Tag.WRAPPED and value[1] == "[]":
            key = keys[0] if keys else 0
            is_range = program.ops[key] == Op.LITERAL and program.texts[program.parts[key][0]] == ".."
            yield from [value] if is_range else self.linker.read(value[2][0])
            return
        traits = self.traits(("ops", "Index"))
        if value[0] == Tag.INSTANCE and program.name[value[1]] != "Vec" and self.gives(value, "Output", traits):
            yield from self.associated(value, "Output", traits)
            return
        for inner in self._beyond(value, depth):
            yield from self.index(inner, keys, depth + 1)

    def _beyond(self, value: Value, depth: int) -> list[Value]:
        return [inner for inner in self.seen_through(value) if inner != value] if depth < DEEPEST else []

    def item(self, value: Value, depth: int = 0) -> Iterable[Value]:
        traits = self.traits(("iter", "Iterator"), ("iter", "IntoIterator"))
        if value[0] == Tag.WRAPPED and value[1] == "[]":
            yield from self.linker.read(value[2][0])
        elif self.gives(value, "Item", traits):
            yield from self.associated(value, "Item", traits)
        else:
            for inner in self._beyond(value, depth):
                yield from self.item(inner, depth + 1)

    def awaited(self, value: Value, depth: int = 0) -> Iterable[Value]:
        traits = self.traits(("future", "Future"), ("future", "IntoFuture"))
        if value[0] == Tag.EXTERNAL:
            yield (Tag.EXTERNAL, f"{value[1]}.await"[:200])
        elif value[0] == Tag.AWAITABLE:
            yield from self.linker.read(value[1])
        elif self.gives(value, "Output", traits):
            yield from self.associated(value, "Output", traits)
        else:
            for inner in self._beyond(value, depth):
                yield from self.awaited(inner, depth + 1)

    def operator(self, word: str, operands: Sequence[int]) -> Iterable[Value]:
        traits = self.traits(("ops", OPERATORS[word])) if word in OPERATORS else ()
        for value in self.linker.read(operands[0]):
            if value[0] == Tag.WRAPPED and not value[1].startswith("::"):
                yield value
            elif traits:
                yield from self.associated(value, "Output", traits)
