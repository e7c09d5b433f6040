"""How Python finds what a name means: modules, `__init__`, star imports, classes in their resolution order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.python import typing_forms
from indexer.languages.python.classes import Classes
from indexer.languages.python.generics import PythonGenerics
from indexer.languages.python.modules import Modules
from indexer.link.dialect import Dialect, Entity, Member
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.linker import Linker
    from indexer.link.program import Program
    from indexer.modules import Tree

SPECIAL_CALLS = {"staticmethod", "classmethod", "property", "cached_property", "wraps", "cache", "lru_cache"}


class Python(Dialect):
    arguments_flow = True

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.modules = Modules(program, tree)
        self.classes = Classes(self)

    def free(self, file: int, name: str, owner: int, space: int) -> Iterable[Entity]:
        for star in self.program.files[file].stars:
            module = self.modules.named(file, star.module)
            if module is not None and (found := self.modules.handed_out(module, name)):
                return [(entity, "star_import") for entity in found]
        return [(entity, "builtin") for entity in self.modules.member(self.modules.builtins, name)]

    def imported(self, file: int, name: str) -> Iterable[Entity]:
        return [(entity, "import") for entity in self.modules.bound(file, name)]

    def statement(self, file: int, module: str, name: str) -> Iterable[Entity]:
        found = self.modules.named(file, module)
        if found is None:
            return ()
        return [(entity, "import") for entity in (self.modules.member(found, name) if name else [found])]

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        tag = value[0]
        if tag == Tag.MODULE:
            return [(entity, value) for entity in self.modules.member(value, name)]
        if tag in (Tag.INSTANCE, Tag.CLASS):
            return self.classes.find(value[1], name, value)
        if tag == Tag.SUPER:
            return self.classes.find(value[1], name, (Tag.INSTANCE, value[2], (), True), beyond=True)
        if tag == Tag.SEQUENCE or tag == Tag.MAPPING:
            return [found for plain in self.plain(value) for found in self.member(plain, name, space)]
        if tag == Tag.ITERABLE:
            made = self.known("typing", "Generator", (value[1],))
            return [found for plain in made for found in self.member(plain, name, space)]
        if tag == Tag.TYPE_VARIABLE:
            return [found for bound in self.classes.bound(value) for found in self.member(bound, name, space)]
        if tag == Tag.WRAPPED and value[1] == "contextmanager":
            return ()
        return ()

    def plain(self, value: Value) -> Iterable[Value]:
        """A literal as an instance of its class."""
        linker, parts = self.linker, self.program.parts[value[1]]
        kind = self.program.texts[parts[0]]
        if value[0] == Tag.SEQUENCE:
            return self.builtin(kind, (linker.cell("elements", value[1]),))
        return self.builtin(kind, (linker.cell("keys", value[1]), linker.cell("elements", value[1])))

    def builtin(self, name: str, arguments: tuple[int, ...]) -> Iterable[Value]:
        return self.known("typing" if name == "Generator" else "builtins", name, arguments)

    def known(self, module: str, name: str, arguments: tuple[int, ...]) -> list[Value]:
        symbol = self.modules.library(module, name)
        return [(Tag.INSTANCE, symbol, arguments)] if symbol is not None else [(Tag.EXTERNAL, f"{module}.{name}()")]

    def held(self, symbol: int) -> Iterable[Value]:
        if (form := typing_forms.of(self, symbol)) is not None:
            return [form]
        if (variable := self.classes.type_variable(symbol)) is not None:
            return [variable]
        parent = self.program.parent[symbol]
        if parent >= 0 and self.program.kind[parent] == "class" and self.classes.is_enum(parent):
            return [(Tag.INSTANCE, parent, ())] if self.program.kind[symbol] in ("field", "constant") else ()
        return ()

    def call(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        linker = self.linker
        if value[0] == Tag.INSTANCE:
            for found, receiver in self.classes.find(value[1], "__call__", value):
                if isinstance(found, int):
                    linker.note_call(found, receiver, arguments)
                    yield from linker.result(found, receiver)
                elif found[0] == Tag.EXTERNAL:
                    yield (Tag.EXTERNAL, f"{found[1]}()"[:200])
        elif value[0] == Tag.FUNCTION_TYPE:
            yield from linker.read(value[1])

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        linker, symbol = self.linker, value[1]
        name = self.program.name[symbol] if self.program.is_external(symbol) else ""
        if name == "type" and len(arguments) == 1:
            yield from ((Tag.CLASS, *v[1:]) for v in linker.read(arguments[0]) if v[0] == Tag.INSTANCE)
            return
        if name in SPECIAL_CALLS and arguments:
            yield from linker.read(arguments[0])
            return
        for maker in self.makers(symbol, value):
            linker.note_call(maker[1], maker[2], arguments)
            self.generics.note_lambdas(maker, arguments)
        if not value[2] and arguments and (made := self.generics.of_construction(symbol, arguments)):
            yield (Tag.INSTANCE, symbol, made)
        else:
            yield (Tag.INSTANCE, *value[1:])

    def makers(self, symbol: int, value: Value) -> list[Value]:
        """The functions that make an instance."""
        receiver = (Tag.INSTANCE, *value[1:])
        members = [m for name in ("__init__", "__new__") for m in self.classes.find(symbol, name, receiver)]
        return [(Tag.FUNCTION, found, receiver) for found, _ in members if isinstance(found, int)]

    def result(self, function: int, values: Iterable[Value], declared: bool) -> Iterable[Value]:
        """Coroutines, generators and context managers give back more than their body does."""
        program, linker = self.program, self.linker
        yields = program.flows[7].get(function)
        if any("contextmanager" in text for text in program.decorators[function] or ()):
            items = linker.cell("declared_items", function) if declared else linker.cell("yields", function)
            return [(Tag.WRAPPED, "contextmanager", (items,))]
        if yields and not declared:
            return [(Tag.ITERABLE, linker.cell("yields", function))]
        if "async" in (program.modifiers[function] or ()) and not (yields and declared):
            return [(Tag.AWAITABLE, linker.cell("returns", function))]
        return values

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        if value[0] in (Tag.INSTANCE, Tag.CLASS) and receiver[0] in (Tag.INSTANCE, Tag.CLASS):
            yield (value[0], *receiver[1:])
        else:
            yield value

    def instance(self, value: Value) -> Iterable[Value]:
        return typing_forms.instance(self, value)

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return typing_forms.apply(self, value, arguments)

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        linker, tag = self.linker, value[0]
        if tag in (Tag.CLASS, Tag.WRAPPED):
            yield from self.apply(value, keys)
        elif tag in (Tag.SEQUENCE, Tag.MAPPING):
            yield from self._element(value, keys)
        elif tag == Tag.INSTANCE:
            place = self._place(value, keys)
            if place >= 0:
                yield from linker.read(value[2][place])
                return
            for found, receiver in list(self.classes.find(value[1], "__getitem__", value))[:1]:
                if isinstance(found, int):
                    yield from linker.result(found, receiver)

    def _place(self, value: Value, keys: tuple[int, ...]) -> int:
        """The place that a constant key names in a tuple whose parts are declared one by one."""
        program = self.program
        if len(value[2]) < 2 or not keys or program.ops[keys[0]] != Op.CONSTANT or program.name[value[1]] != "tuple":
            return -1
        word = program.texts[program.parts[keys[0]][0]]
        return int(word) if word.isdigit() and int(word) < len(value[2]) else -1

    def _element(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        """A constant key picks its element, any other may be any."""
        linker, program = self.linker, self.program
        parts = program.parts[value[1]][1:]
        key = keys[0] if keys and program.ops[keys[0]] == Op.CONSTANT else None
        word = program.texts[program.parts[key][0]] if key is not None else None
        if value[0] == Tag.MAPPING:
            pairs = list(zip(parts[::2], parts[1::2], strict=False))
            same = [v for k, v in pairs if program.ops[k] == Op.CONSTANT and program.texts[program.parts[k][0]] == word]
            parts = same if key is not None else [v for _, v in pairs]
        elif word is not None and word.isdigit() and program.texts[program.parts[value[1]][0]] in ("tuple", "list"):
            parts = parts[int(word) : int(word) + 1] if int(word) < len(parts) else parts[:1]
        for part in parts:
            yield from linker.read(part)

    def item(self, value: Value) -> Iterable[Value]:
        linker, tag = self.linker, value[0]
        if tag == Tag.ITERABLE:
            yield from linker.read(value[1])
        elif tag == Tag.SEQUENCE:
            yield from linker.read(linker.cell("elements", value[1]))
        elif tag == Tag.MAPPING:
            yield from linker.read(linker.cell("keys", value[1]))
        elif tag == Tag.INSTANCE:
            for found, receiver in self._first(value, "__iter__", "__aiter__"):
                for iterator in linker.result(found, receiver):
                    if iterator[0] == Tag.ITERABLE:
                        yield from linker.read(iterator[1])
                    elif iterator[0] == Tag.INSTANCE:
                        for step, owner in self._first(iterator, "__next__", "__anext__"):
                            yield from linker.result(step, owner)

    def _first(self, value: Value, *names: str) -> Iterable[tuple[int, Value]]:
        for name in names:
            for found, receiver in self.classes.find(value[1], name, value):
                if isinstance(found, int):
                    yield found, receiver
                    return

    def awaited(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.INSTANCE and value[2] and self.program.is_external(value[1]):
            yield from self.linker.read(value[2][-1])  # Awaitable[T], Coroutine[…, T], Future[T]

    def entered(self, value: Value) -> Iterable[Value]:
        linker = self.linker
        if value[0] == Tag.WRAPPED and value[1] == "contextmanager":
            yield from linker.read(value[2][0])
        elif value[0] == Tag.INSTANCE:
            for found, receiver in self._first(value, "__enter__", "__aenter__"):
                for given in linker.result(found, receiver):
                    yield from linker.read(given[1]) if given[0] == Tag.AWAITABLE else (given,)
        elif value[0] == Tag.EXTERNAL:
            yield value

    def operator(self, word: str, operands: list[int]) -> Iterable[Value]:
        for value in self.linker.read(operands[0]):
            plain = list(self.plain(value)) if value[0] in (Tag.SEQUENCE, Tag.MAPPING) else [value]
            for each in plain:
                if each[0] != Tag.INSTANCE or word not in OPERATORS:
                    continue
                for found, receiver in self._first(each, OPERATORS[word]):
                    yield from self.linker.result(found, receiver)

    def lambda_parameter(self, term: int, place: int) -> Iterable[Value]:
        return self.generics.lambda_parameter(term, place)

    def environment(self, member: int, receiver: Value) -> tuple[tuple[int, str, int], ...]:
        return self.classes.environment(self.program.parent[member], receiver)

    def places(self, function: int, receiver: Value | None, arguments: tuple[int, ...]) -> Iterable[tuple[int, int]]:
        program = self.program
        names = [name for name, _, _ in program.parameters[function] or ()] if function >= 0 else []
        skipped = 1 if receiver is not None and receiver[0] != Tag.MODULE and self._takes_receiver(function, receiver) else 0
        for place, term in enumerate(arguments):
            op = program.ops[term]
            if op == Op.SPREAD:
                return
            if op == Op.KEYWORD:
                word, value = program.parts[term]
                if program.texts[word] in names:
                    yield names.index(program.texts[word]), value
            elif function < 0 or place + skipped < len(names):
                if function >= 0 and names[place + skipped].startswith("*"):
                    return
                yield place + skipped, term

    def _takes_receiver(self, function: int, receiver: Value) -> bool:
        program = self.program
        if program.kind[function] not in ("method", "constructor"):
            return False
        decorators = program.decorators[function] or ()
        if "@staticmethod" in decorators:
            return False
        return receiver[0] != Tag.CLASS or "@classmethod" in decorators

    def bases(self, symbol: int) -> list[int]:
        return self.classes.bases(symbol)

    def overridden(self, symbol: int) -> list[int]:
        program = self.program
        owner = program.parent[symbol]
        if owner < 0 or program.kind[owner] != "class":
            return []
        found = self.classes.find(owner, program.name[symbol], (Tag.INSTANCE, owner, ()), beyond=True)
        return [entity for entity, _ in found if isinstance(entity, int)]

    def written(self, symbol: int) -> list[int]:
        owner = self.program.parent[symbol]
        if owner < 0 or self.program.kind[owner] != "class" or not self.classes.is_late(symbol):
            return []
        found = self.classes.find(owner, self.program.name[symbol], (Tag.INSTANCE, owner, ()))
        return [entity for entity, _ in found if isinstance(entity, int) and entity != symbol]

    def called_member(self, value: Value) -> Iterable[int]:
        return [found for found, _ in self.classes.find(value[1], "__call__", value) if isinstance(found, int)]

    def labelled(self, value: Value, name: str) -> Iterable[int]:
        """Fields of dataclasses, named tuples, models: classes whose constructor is made from what they annotate."""
        if value[0] != Tag.CLASS:
            return []
        for owner in self.classes.order(value[1]):
            members = self.program.members.get(owner, {})
            if "__init__" in members and not self.program.is_external(owner):
                return []
            if name in members:
                return [members[name][0]] if self.classes.is_annotated(members[name][0]) else []
        return []

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        if not self.generics.fits(value, arguments):
            return ()
        self.generics.note_lambdas(value, arguments)
        environment = self.generics.of_call(value, arguments)
        if not environment:
            return self.linker.result(value[1], value[2])
        given = self.linker.read(self.linker.inside(self.linker.cell("result", value[1]), environment))
        return [made for each in given for made in self._received(each, value[2])]

    def _received(self, value: Value, receiver: Value | None) -> Iterable[Value]:
        is_self = value[0] in (Tag.INSTANCE, Tag.CLASS) and len(value) > 3 and receiver is not None
        return self.as_receiver(value, receiver) if is_self and receiver is not None else (value,)

    def aligned(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        if wanted[0] != Tag.INSTANCE or not wanted[2]:
            return
        if value[0] == Tag.ITERABLE:
            yield wanted[2][0], value[1]
        elif value[0] in (Tag.SEQUENCE, Tag.MAPPING):
            for plain in self.plain(value):
                if plain[0] == Tag.INSTANCE:
                    yield from self.aligned(wanted, plain)
        elif value[0] == Tag.INSTANCE:
            seen = self.classes.seen_as(value[1], value[2], wanted[1])
            yield from zip(wanted[2], seen, strict=False) if seen else self._alike(wanted, value)

    def _alike(self, wanted: Value, value: Value) -> Iterable[tuple[int, int]]:
        """A protocol of one method: what that gives back there and here."""
        methods = self.program.members.get(wanted[1], {}) if self.program.is_external(wanted[1]) else {}
        if len(methods) != 1 or wanted[1] in self.classes.order(value[1]):
            return
        (name, symbols), linker = next(iter(methods.items())), self.linker
        declared = self.program.terms_of(Flow.RETURN_TYPE, symbols[0])
        for found, receiver in self.classes.find(value[1], name, value)[:1]:
            if declared and isinstance(found, int):
                environment = self.classes.environment(self.program.parent[found], receiver)
                pattern = linker.inside(linker.argument(declared[0]), self.classes.environment(wanted[1], wanted))
                yield pattern, linker.inside(linker.cell("result", found), environment)

    def attach(self, linker: Linker) -> None:
        super().attach(linker)
        self.generics = PythonGenerics(self, linker)
        linker.makers |= {"inferred": self.generics.inferred, "made_of": self.generics.made_of}
        linker.makers |= {
            "elements": self._elements, "keys": self._keys, "yields": self._yields, "returns": self._returns,
            "declared_items": self._declared_items,
        }  # fmt: skip

    def _elements(self, term: int) -> Iterable[Value]:
        parts = self.program.parts[term][1:]
        if self.program.ops[term] == Op.MAPPING:
            parts = parts[1::2]
        return [value for part in parts for value in self.linker.read(part)]

    def _keys(self, term: int) -> Iterable[Value]:
        return [value for part in self.program.parts[term][1::2] for value in self.linker.read(part)]

    def _yields(self, function: int) -> Iterable[Value]:
        return [value for _, term in self.program.flows[7].get(function, ()) for value in self.linker.read(term)]

    def _returns(self, function: int) -> Iterable[Value]:
        """What the body of a coroutine gives back."""
        program, linker = self.program, self.linker
        if declared := program.flows[3].get(function):
            return [v for _, term in declared for v in linker.instances(linker.read(term))]
        return [value for _, term in program.flows[2].get(function, ()) for value in linker.read(term)]

    def _declared_items(self, function: int) -> Iterable[Value]:
        """`Iterator[T]` as a context manager's declared result: T."""
        return [item for value in self._returns(function) for item in self.item(value)]


OPERATORS = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__",
    "|": "__or__", "&": "__and__", "^": "__xor__", "@": "__matmul__", "**": "__pow__", "<<": "__lshift__",
    ">>": "__rshift__",
}  # fmt: skip
DIALECT = Python
