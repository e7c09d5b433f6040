"""Languages where a bare name is looked up outwards: members of the types around, then the file's imports, the package
and what is imported whole. What lies outside the repository is known by its type's name alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Space
from indexer.link.dialect import Entity
from indexer.link.nominal import CALLABLE, Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

Found = list[Entity]


class Outward(Nominal):
    language = ""
    builtin_types: frozenset[str] = frozenset()  # what every file sees of the language's library
    builtin_functions: frozenset[str] = frozenset()
    foreign_roots: frozenset[str] = frozenset()  # packages of the libraries that come with the language
    apart: frozenset[str] = frozenset()  # built-in types of which none is another one

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.tops: dict[str, dict[str, list[int]]] = {}  # package -> name -> what it declares
        self.free_names: dict[tuple[int, str, int, int], Found] = {}
        self.types_at: dict[tuple[int, str], int | None] = {}
        self.scopes: dict[int, int] = {}
        self.own_places = self.packages = set[str]()  # of the repository, whatever their language, and what they lie in
        self.others: set[str] = set()  # full names that other languages of the repository declare
        self._collect()

    def members_of(self, symbol: int, name: str, space: int) -> list[int]:
        """The nearest members of a name; of functions all that are not overridden."""
        raise NotImplementedError

    def _collect(self) -> None:
        program = self.program
        for symbol in range(program.own):
            if program.parent[symbol] >= 0 or not program.name[symbol]:
                continue
            if program.files[program.file[symbol]].language == self.language:
                self.tops.setdefault(self.package_of(symbol), {}).setdefault(program.name[symbol], []).append(symbol)
            else:
                package = program.files[program.file[symbol]].package
                self.others.add(f"{package}.{program.name[symbol]}" if package else program.name[symbol])
        for file in (file for file in program.files.values() if not file.external):
            parts = (file.package or "").split(".")
            self.packages.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))

    def package_of(self, symbol: int) -> str:
        return self.home(self.program.file[symbol])

    def home(self, file: int) -> str:
        """The package that a file is part of."""
        return self.program.files[file].package or ""

    # -- choice among what goes by one name

    def select(self, symbols: Iterable[int], space: int) -> list[int]:
        """What a use can mean: functions and what is made where it is called, else values before types."""
        kinds = self.program.kind
        listed = list(symbols)
        types = [s for s in listed if kinds[s] in TYPE_KINDS]
        if space == Space.TYPE:
            return types[:1]
        called = [s for s in listed if kinds[s] in CALLABLE and kinds[s] != "constructor"]
        values = [s for s in listed if kinds[s] not in TYPE_KINDS and kinds[s] not in CALLABLE]
        if space == Space.CALL:
            return called or types[:1] or values[:1]
        return values[:1] or types[:1] or called

    def as_entities(self, symbols: list[int], rule: str, receiver: Value | None = None) -> Found:
        if len(symbols) > 1:
            return [((Tag.GROUP, tuple(symbols), receiver), rule)]
        return [(symbol, rule, receiver) if receiver is not None else (symbol, rule) for symbol in symbols]

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Found:
        scope = self.scope_of(owner)
        if space == Space.TYPE and scope == owner >= 0:
            scope = self.scope_of(self.program.parent[owner])  # a type's header does not see its members
        key = (file, name, scope, space)
        if key not in self.free_names:
            self.free_names[key] = []  # in a circle nothing is found
            self.free_names[key] = self._free(file, name, scope, space)
        return self.free_names[key]

    def scope_of(self, symbol: int) -> int:
        """The nearest around whose members are seen."""
        if symbol not in self.scopes:
            at = symbol
            while at >= 0 and not self.is_scope(at):
                at = self.program.parent[at]
            self.scopes[symbol] = at
        return self.scopes[symbol]

    def is_scope(self, symbol: int) -> bool:
        return self.program.kind[symbol] in TYPE_KINDS

    def _free(self, file: int, name: str, scope: int, space: int) -> Found:
        around, is_open = scope, False
        while around >= 0:
            if found := self.inside(around, name, space):
                return found
            is_open = is_open or (self.program.kind[around] in TYPE_KINDS and self.is_open(around))
            around = self.scope_of(self.program.parent[around])
        found = self.outside(file, name, space)
        if not found and is_open and space != Space.TYPE and name[:1].islower():
            return [((Tag.EXTERNAL, name), "inherited")]
        return found

    def inside(self, scope: int, name: str, space: int) -> Found:
        """A member of one type around, its own or inherited."""
        receiver = (Tag.INSTANCE, scope, ())
        found = self.members_of(scope, name, space)
        if len(found) > 1:
            return self.as_entities(found, "overload", receiver)
        return [(each, "scope" if self.program.parent[each] == scope else "inherited", receiver) for each in found]

    def outside(self, file: int, name: str, space: int) -> Found:
        home = self.program.files[file]
        for item in home.imports.get(name, ()):
            if found := self.handed_out(file, item.module, item.imported_name or "", space):
                return found
            if not self._named_by(file, item.module, item.imported_name or ""):
                return self.unknown(item.module, item.imported_name or "")
        if found := self.as_entities(self.select(self.in_package(file, self.home(file), name), space), "package"):
            return found
        for star in home.stars:
            if found := self.handed_out(file, star.module, name, space):
                return [(found[0][0], "star_import", *found[0][2:])]
        return self.provided(name, space)

    def in_package(self, file: int, package: str, name: str) -> list[int]:
        return [s for s in self.tops.get(package, {}).get(name, ()) if self.is_seen(s, file)]

    def is_seen(self, symbol: int, file: int) -> bool:
        return self.program.visibility[symbol] != "private" or self.program.file[symbol] == file

    def provided(self, name: str, space: int) -> Found:
        """What the language itself provides."""
        if name in self.builtin_types and (space == Space.TYPE or name[:1].isupper()):
            return [((Tag.WRAPPED, name, ()), "builtin")]
        if name in self.builtin_functions and space != Space.TYPE:
            return [((Tag.EXTERNAL, name), "builtin")]
        if space == Space.CALL or (name not in self.packages and name not in self.foreign_roots):
            return []
        return [((Tag.MODULE, name), "package")] if name in self.packages else [((Tag.EXTERNAL, name), "builtin")]

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        """What a package has: members, packages below."""
        if not isinstance(module[1], str):
            return []
        below = f"{module[1]}.{name}"
        if below in self.packages:
            return [(Tag.MODULE, below)]
        found = self.select(self.in_package(-1, module[1], name), space)
        return [(Tag.GROUP, tuple(found), None)] if len(found) > 1 else found

    def handed_out(self, file: int, module: str, name: str, space: int) -> Found:
        """What a package, or a type, gives to those who import from it."""
        if module in self.tops and (found := self.select(self.in_package(file, module, name), space)):
            return self.as_entities(found, "import")
        owner = self.type_at(file, module)
        if owner is None:
            return []
        return self.as_entities(self.statics_of(owner, name, space), "import", (Tag.CLASS, owner, ()))

    def type_at(self, file: int, path: str) -> int | None:
        """The type of a full name."""
        key = (file, path)
        if key not in self.types_at:
            self.types_at[key] = self._type_at(file, path)
        return self.types_at[key]

    def _type_at(self, file: int, path: str) -> int | None:
        package, _, name = path.rpartition(".")
        if not name:
            return None
        found = self.select(self.in_package(file, package, name), Space.TYPE) if package in self.tops else []
        if not found and package and (outer := self.type_at(file, package)) is not None:
            found = self.statics_of(outer, name, Space.TYPE)
        return found[0] if found else None

    def statics_of(self, owner: int, name: str, space: int) -> list[int]:
        """What a type hands out without an instance."""
        return self.members_of(owner, name, space)

    def imported(self, file: int, name: str) -> Found:
        items = self.program.files[file].imports.get(name, ())
        for item in items:
            if found := self._named_by(file, item.module, item.imported_name or ""):
                return found
        return [entity for item in items[:1] for entity in self.unknown(item.module, item.imported_name or "")]

    def _named_by(self, file: int, module: str, name: str) -> Found:
        """Whatever an import names: types may share their name with functions."""
        spaces = (Space.CALL, Space.VALUE, Space.TYPE)
        groups = [found for space in spaces if (found := self.handed_out(file, module, name, space))]
        unique = {repr(found[0][0]): found for found in groups}
        return next(iter(unique.values())) if len(unique) == 1 else [e for found in unique.values() for e in found]

    def unknown(self, module: str, name: str) -> Found:
        """What an import names that is not found: external, unless another language declares it."""
        path = f"{module}.{name}" if name else module
        if path in self.packages or self.type_at(-1, module) is not None:
            return []
        parts = path.split(".")
        if any(".".join(parts[:count]) in self.others for count in range(1, len(parts) + 1)):
            return []
        return [((Tag.WRAPPED, path, ()), "import")]

    def statement(self, file: int, module: str, name: str) -> Found:
        if not name:
            owner = self.type_at(file, module)
            if owner is not None:
                return [(owner, "import")]
            return [((Tag.MODULE if module in self.packages else Tag.EXTERNAL, module), "import")]
        found = self._named_by(file, module, name)
        symbols = [s for e in found for s in (e[0][1] if isinstance(e[0], tuple) else (e[0],))]
        return [(symbol, "import") for symbol in symbols] or self.unknown(module, name)

    def leads_out(self, value: Value) -> bool:
        return bool(value[0] in (Tag.EXTERNAL, Tag.WRAPPED))
