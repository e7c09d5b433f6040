"""How Dart finds what a name means: members of the types around, the library, what is imported; extensions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow
from indexer.languages.dart.libraries import Libraries
from indexer.link.dialect import Entity, Member
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

AWAITED = frozenset({"Future", "FutureOr"})
ITERATED = frozenset({"Iterable", "List", "Set", "Stream", "Queue"})
OF_OBJECT = frozenset({"hashCode", "noSuchMethod", "runtimeType", "toString"})
OF_ENUM = OF_OBJECT | {"index", "name", "values"}
CORE = frozenset(
    """ArgumentError AssertionError BigInt Comparable ConcurrentModificationError DateTime Deprecated Duration Enum
    Error Exception Expando FormatException Function Future FutureOr Invocation Iterable Iterator List Map MapEntry
    Match Never NoSuchMethodError Null Object Pattern RangeError Record RegExp Set Sink StackTrace StateError
    Stopwatch Stream String StringBuffer StringSink Symbol Type TypeError UnimplementedError UnsupportedError Uri
    UriData WeakReference bool deprecated double identical identityHashCode int num override pragma
    print""".split()  # noqa: SIM905 - a list of words reads best as words
)
Found = list[Entity]


class Dart(Nominal):
    calls_name = False
    overloads_apart = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.libraries = Libraries(program)
        self.free_names: dict[tuple[int, str, int], Found] = {}
        self.open: dict[int, bool] = {}
        self.extensions: dict[int, list[int]] | None = None
        self.members_found: dict[tuple[int, str, bool], list[int]] = {}

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Found:
        if name == "dynamic":  # a type that says nothing
            self.linker.outside.setdefault(self.linker.current, "builtin")
            return []
        around = self.program.enclosing(owner, TYPE_KINDS)
        key = (file, name, around)
        if key not in self.free_names:
            self.free_names[key] = []  # in a circle nothing is found
            self.free_names[key] = self._inside(around, name) or self._outside(file, name, around)
        return self.free_names[key]

    def _inside(self, around: int, name: str) -> Found:
        """A member of the type around, or of what an extension is on."""
        if around < 0:
            return []
        receiver: Value = (Tag.INSTANCE, around, (), True)
        found = self.find_member(around, name, True)
        if not found and (extended := self.extended(around)) is not None and extended[0] == Tag.CLASS:
            receiver, found = (Tag.INSTANCE, *extended[1:]), self.find_member(extended[1], name, True)
        own = bool(found) and self.program.parent[found[0]] == around
        return [(symbol, "self" if own else "inherited", receiver) for symbol in found]

    def _outside(self, file: int, name: str, around: int) -> Found:
        libraries = self.libraries
        for symbol in libraries.own(file, name)[:1]:
            return [(symbol, "scope" if self.program.file[symbol] == file else "package")]
        found: dict[int, None] = {}
        for part, module in libraries.stars(file):
            library = libraries.file_of(part, module)
            found.update(dict.fromkeys(libraries.exported(library, name) if library is not None else ()))
        if found:
            return [(symbol, "star_import") for symbol in found] if len(found) == 1 else []
        if name in CORE:
            return [((Tag.EXTERNAL, name), "builtin")]
        if around >= 0 and self.is_open(around):
            return [((Tag.EXTERNAL, f"{self.program.name[around]}.{name}"), "inherited")]
        closed = libraries.is_closed(file)
        return [((Tag.EXTERNAL, name), "builtin" if closed else "star_import")] if not name.startswith("_") else []

    def imported(self, file: int, name: str) -> Found:
        items = self.program.files[file].imports.get(name, ())
        named = [item for item in items if item.imported_name]
        if len(items) > 1 and not named:
            return [((Tag.MODULE, f"{name}.", file), "import")]
        if items and not named:
            return self.statement(file, items[0].module, "")
        return [entity for item in named[:1] for entity in self.statement(file, item.module, name)]

    def statement(self, file: int, module: str, name: str) -> Found:
        library = self.libraries.file_of(file, module)
        if library is None:
            is_outside = module.startswith(("dart:", "package:"))
            return [((Tag.EXTERNAL, f"{module}.{name}" if name else module), "import")] if is_outside else []
        if not name:
            symbol = self.program.files[library].symbol  # none where the file was too large to read
            return [((Tag.MODULE, symbol) if symbol >= 0 else (Tag.MODULE, module, library, "file"), "import")]
        return [(symbol, "import") for symbol in self.libraries.exported(library, name)]

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        """Behind a prefix stands what any import of that prefix hands out."""
        if not isinstance(module[1], str):
            return self.libraries.exported(self.program.file[module[1]], name)
        if not module[1].endswith("."):
            return ()
        outside: list[Value | int] = []
        for item in self.program.files[module[2]].imports.get(module[1][:-1], ()):
            library = self.libraries.file_of(module[2], item.module)
            if library is None:
                outside.append((Tag.EXTERNAL, f"{item.module}.{name}"))
            elif found := self.libraries.exported(library, name):
                return found
        return outside[:1]

    # -- types

    def order(self, symbol: int) -> list[int]:
        """The type, its mixins, its superclass, what it implements, each with its own."""
        if symbol not in self.orders:
            self.orders[symbol] = [symbol]  # a type that is its own base has no others
            kinds, bases = self.program.kind, self.bases(symbol)
            mixed = [base for base in reversed(bases) if kinds[base] == "trait"]
            line = mixed + [base for base in bases if kinds[base] != "trait"]
            self.orders[symbol] = list(dict.fromkeys([symbol, *(o for base in line for o in self.order(base))]))
        return self.orders[symbol]

    def is_open(self, symbol: int) -> bool:
        if symbol not in self.open:
            self.open[symbol] = super().is_open(symbol)
        return self.open[symbol]

    def extended(self, symbol: int) -> Value | None:
        """What an extension is on."""
        flows = self.program.flows[Flow.IMPLEMENTS].get(symbol)
        return self.named(flows[0][1]) if flows else None

    def find_member(self, symbol: int, name: str, instance: bool) -> list[int]:
        """The nearest member of a name; constructors are seen behind their own type alone."""
        key = (symbol, name, instance)
        if key not in self.members_found:
            kinds = self.program.kind
            owners = self.order(symbol) if instance else [symbol]
            found = (
                [s for s in self.own_members(o, name) if not instance or kinds[s] != "constructor"] for o in owners
            )
            self.members_found[key] = next((own[:1] for own in found if own), [])
        return self.members_found[key]

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        instance = receiver[0] != Tag.CLASS
        found = self.find_member(symbol, name, instance) or (self._by_extension(symbol, name) if instance else [])
        given = name in (OF_ENUM if self.program.kind[symbol] == "enum" else OF_OBJECT)
        if not found and (given or self.is_open(symbol)):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    def _by_extension(self, symbol: int, name: str) -> list[int]:
        if self.extensions is None:
            self.extensions = {}
            for extension in self.program.flows[Flow.IMPLEMENTS]:
                on = self.extended(extension)
                if on is not None and on[0] == Tag.CLASS:
                    self.extensions.setdefault(on[1], []).append(extension)
        owners = (extension for owner in self.order(symbol) for extension in self.extensions.get(owner, ()))
        found = [member for extension in owners for member in self.own_members(extension, name)[:1]]
        return found if len(found) == 1 else []

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] != Tag.SUPER:
            return super().member(value, name, space)
        receiver = (Tag.INSTANCE, value[2], (), True)
        for owner in self.order(value[1])[1:]:
            if found := [s for s in self.own_members(owner, name) if self.program.kind[s] != "constructor"]:
                return [(found[0], receiver)]
        constructors = [s for base in self.bases(value[1])[:1] for s in self.own_members(base, name)]
        if not constructors and self.is_open(value[1]):
            return [((Tag.EXTERNAL, f"super.{name}"), receiver)]
        return [(symbol, receiver) for symbol in constructors[:1]]

    # -- values

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, self.program.parent[symbol], ())]
        return ()

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        """A constructor gives an instance of its class."""
        if self.program.kind[value[1]] != "constructor":
            return super().returned(value, arguments)
        receiver = value[2]
        made = (
            receiver[1:3] if receiver is not None and receiver[0] == Tag.CLASS else (self.program.parent[value[1]], ())
        )
        return [(Tag.INSTANCE, *made)]

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.INSTANCE, value[1], value[2])

    def apply(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        word = value[1].rpartition(".")[2] if value[0] == Tag.EXTERNAL else ""
        if word in AWAITED or word in ITERATED:
            yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, arguments)))
        else:
            yield from super().apply(value, arguments)

    def of_other(self, value: Value, name: str, space: int) -> Iterable[Member]:
        return [((Tag.EXTERNAL, f"{value[1]}.{name}"), value)] if value[0] == Tag.WRAPPED else ()

    def awaited(self, value: Value) -> Iterable[Value]:
        if value[0] == Tag.WRAPPED and value[1] in AWAITED:
            return self.linker.read(value[2][0])
        return [value]

    def item(self, value: Value) -> Iterable[Value]:
        return self.linker.read(value[2][0]) if value[0] == Tag.WRAPPED and value[1] in ITERATED else ()

    def index(self, value: Value, keys: Sequence[int]) -> Iterable[Value]:
        return self.linker.read(value[2][0]) if value[0] == Tag.WRAPPED and value[1] == "List" else ()

    def overridden(self, symbol: int) -> list[int]:
        """The nearest member of the bases with the same name: Dart has no overloads."""
        program = self.program
        owner = program.parent[symbol]
        if "static" in (program.modifiers[symbol] or ()):
            return []
        for base in self.order(owner)[1:]:
            for other in self.own_members(base, program.name[symbol]):
                if program.kind[other] not in ("constructor", "enum_member"):
                    return [other]
        return []


DIALECT = Dart
