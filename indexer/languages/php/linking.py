"""How PHP finds what a full name means, and what members types have: their own, their traits', their bases'."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from indexer.extract.terms import Space
from indexer.link.dialect import Entity, Member
from indexer.link.nominal import CALLABLE, Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

CONSTANTS = frozenset({"constant", "enum_member"})
SPACES = {"function": Space.CALL, "constant": Space.VALUE} | dict.fromkeys(TYPE_KINDS, Space.TYPE)
RANK = {"trait": 0, "interface": 2}  # of bases: traits hide what is inherited, interfaces come last
MAGIC_CALLS, MAGIC_READS = ("__call", "__callStatic"), ("__get",)
Found = list[Entity]


class Php(Nominal):
    calls_name = False
    overloads_apart = False

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.tops: dict[tuple[int, str], list[int]] = {}
        self.own_places = self.namespaces = set[str]()
        self.open: dict[int, bool] = {}
        self.used: dict[int, set[str]] = {}  # file -> full names that it imports
        self.paths = {file.path: number for number, file in program.files.items()}
        for symbol in range(program.own):
            space = SPACES.get(program.kind[symbol])
            if space is None or program.parent[symbol] >= 0:
                continue
            file = program.files[program.file[symbol]]
            if file.language == "php":
                namespace = program.namespace[symbol] or file.package or ""
                self.tops.setdefault((space, _joined(namespace, program.name[symbol])), []).append(symbol)
                self.namespaces.add(namespace)

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Found:
        """A full name; one without leading backslash may also be a global function or constant."""
        full = name.removeprefix("\\")
        if candidates := self.tops.get((space, full)):
            return self._chosen(candidates, file, full)
        if full is name:
            return self.free(file, f"\\{name.rpartition(chr(92))[2]}", owner, space)
        namespace = full.rpartition("\\")[0]
        if namespace and namespace in self.namespaces:
            return []
        return [((Tag.EXTERNAL, full), self._rule(file, full, "module_member" if namespace else "builtin"))]

    def _chosen(self, candidates: list[int], file: int, full: str) -> Found:
        """Of several definitions that of the same file; else nobody can tell which one is loaded."""
        own = [symbol for symbol in candidates if self.program.file[symbol] == file]
        if own:
            return [(own[0], "scope")]
        return [(candidates[0], self._rule(file, full, "package"))] if len(candidates) == 1 else []

    def _rule(self, file: int, full: str, otherwise: str) -> str:
        if file not in self.used:
            items = (item for listed in self.program.files[file].imports.values() for item in listed)
            self.used[file] = {_joined(item.module.strip("\\"), item.imported_name or "") for item in items}
        return "import" if full in self.used[file] else otherwise

    def statement(self, file: int, module: str, name: str) -> Found:
        full = _joined(module.strip("\\"), name)
        for space in (Space.TYPE, Space.CALL, Space.VALUE):
            if candidates := self.tops.get((space, full)):
                return self._chosen(candidates, file, full)[:1]
        if not name and (included := self._included(file, module)) is not None:
            return [((Tag.MODULE, module, included, "file"), "import")]
        namespace = full.rpartition("\\")[0]
        if full in self.namespaces:
            return [((Tag.MODULE, full), "import")]
        inside = namespace and namespace in self.namespaces
        return [] if inside or "/" in module or "." in module else [((Tag.EXTERNAL, full), "import")]

    def _included(self, file: int, module: str) -> int | None:
        folder = dirname(self.program.files[file].path)
        return self.paths.get(normpath(f"{folder}/{module.lstrip('/')}" if folder else module.lstrip("/")))

    # -- types

    def order(self, symbol: int) -> list[int]:
        """The type, its traits, its base class, its interfaces, each with its own."""
        if symbol not in self.orders:
            self.orders[symbol] = [symbol]  # a type that is its own base has no others
            ranked = sorted(self.bases(symbol), key=lambda base: RANK.get(self.program.kind[base], 1))
            found = dict.fromkeys([symbol, *(owner for base in ranked for owner in self.order(base))])
            self.orders[symbol] = list(found)
        return self.orders[symbol]

    def is_open(self, symbol: int) -> bool:
        if symbol not in self.open:
            self.open[symbol] = super().is_open(symbol)
        return self.open[symbol]

    def is_inherited(self, member: int, symbol: int) -> bool:
        """What a trait has becomes the type's own, private or not."""
        return self.program.kind[self.program.parent[member]] == "trait" or super().is_inherited(member, symbol)

    def member(self, value: Value, name: str, space: int) -> Iterable[Member]:
        if value[0] != Tag.SUPER:
            return super().member(value, name, space)
        receiver = (Tag.INSTANCE, value[2], (), True)
        for base in self.parents(value[1]):
            if base[0] == Tag.CLASS and self.program.kind[base[1]] == "class":
                return self.of_type(base[1], name, space, receiver)
            if base[0] == Tag.EXTERNAL:
                return [((Tag.EXTERNAL, f"{base[1]}.{name}"), receiver)]
        return ()

    def of_type(self, symbol: int, name: str, space: int, receiver: Value) -> Iterable[Member]:
        constant = receiver[0] == Tag.CLASS and space != Space.CALL
        key = (symbol, f"{name}::" if constant else name, space == Space.CALL)
        if key not in self.found:
            self.found[key] = self._members(symbol, name, space == Space.CALL, constant)
        found = self.found[key]
        if not found and self.is_open(symbol) and not self._is_magic(symbol, space == Space.CALL):
            return [((Tag.EXTERNAL, f"{self.program.name[symbol]}.{name}"), receiver)]
        return [(each, receiver) for each in found]

    def _is_magic(self, symbol: int, called: bool) -> bool:
        """Whether a type answers for members that it does not have."""
        names = MAGIC_CALLS if called else MAGIC_READS
        return any(name in self.program.members.get(owner, ()) for owner in self.order(symbol) for name in names)

    def _members(self, symbol: int, name: str, called: bool, constant: bool) -> list[int]:
        """Methods, properties and constants have names of their own; behind a type's name constants come first."""
        kinds = self.program.kind
        for owner in self.order(symbol):
            own = [
                member
                for member in self.own_members(owner, name)
                if (kinds[member] in CALLABLE) == called and self.is_inherited(member, symbol)
            ]
            if own:
                own.sort(key=lambda member: (kinds[member] in CONSTANTS) != constant)
                return own[:1]
        return []

    def held(self, symbol: int) -> Iterable[Value]:
        if self.program.kind[symbol] == "enum_member":
            return [(Tag.INSTANCE, self.program.parent[symbol], ())]
        return ()

    # -- values

    def construct(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.INSTANCE, *value[1:])

    def returned(self, value: Value, arguments: tuple[int, ...]) -> Iterable[Value]:
        return self.linker.result(value[1], value[2])

    def as_receiver(self, value: Value, receiver: Value) -> Iterable[Value]:
        yield (Tag.INSTANCE, *receiver[1:]) if receiver[0] in (Tag.INSTANCE, Tag.CLASS) else value

    def wrap(self, word: str, parts: tuple[int, ...]) -> Iterable[Value]:
        yield (Tag.WRAPPED, word, tuple(map(self.linker.argument, parts)))

    def index(self, value: Value, keys: tuple[int, ...]) -> Iterable[Value]:
        return self.linker.read(value[2][0]) if value[0] == Tag.WRAPPED else ()

    def item(self, value: Value) -> Iterable[Value]:
        return self.index(value, ())

    def overridden(self, symbol: int) -> list[int]:
        """The nearest member of the bases with the same name: PHP has no overloads."""
        program = self.program
        owner, called = program.parent[symbol], program.kind[symbol] in CALLABLE
        for base in self.order(owner)[1:]:
            for other in self.own_members(base, program.name[symbol]):
                same = (program.kind[other] in CALLABLE) == called and program.kind[other] not in CONSTANTS
                if same and program.visibility[other] != "private":
                    return [other]
        return []


def _joined(namespace: str, name: str) -> str:
    return f"{namespace}\\{name}" if namespace and name else namespace or name


DIALECT = Php
