"""How Java finds what a name means: packages, imports, types around and what they inherit, nameless classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Space
from indexer.languages.java.members import Members
from indexer.languages.java.packages import Packages
from indexer.link.dialect import Entity
from indexer.link.nominal import Nominal
from indexer.link.values import Tag, Value
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

Found = list[Entity]


class Names(Nominal):
    callables_apart = True

    def __init__(self, program: Program, tree: Tree) -> None:
        super().__init__(program, tree)
        self.packages = Packages(program)
        self.own_places = self.packages.around
        self.members = Members(self)
        self.free_names: dict[tuple[int, str, int, int], Found] = {}
        self.scopes: dict[int, int] = {}
        self.containers: dict[tuple[int, str], Value | None] = {}
        self.holders = self._holders()

    def _holders(self) -> dict[int, dict[str, int]]:
        """The types that stand inside functions, by what holds them."""
        program = self.program
        found: dict[int, dict[str, int]] = {}
        for symbol in range(program.own):
            holder = program.parent[symbol]
            if holder >= 0 and program.kind[symbol] in TYPE_KINDS and program.kind[holder] not in TYPE_KINDS:
                found.setdefault(holder, {})[program.name[symbol]] = symbol
        return found

    # -- names

    def free(self, file: int, name: str, owner: int, space: int) -> Found:
        scope = self.scope_of(owner)
        if space == Space.TYPE and scope == owner >= 0 and self.program.kind[owner] in TYPE_KINDS:
            scope = self.scope_of(self.program.parent[owner])  # a type's header does not see its members
        key = (file, name, scope, space)
        if key not in self.free_names:
            self.free_names[key] = []  # in a circle nothing is found
            self.free_names[key] = self._free(file, name, scope, space)
        return self.free_names[key]

    def scope_of(self, symbol: int) -> int:
        """The nearest around that has names of its own: a type, a member of a nameless class, whoever holds types."""
        if symbol not in self.scopes:
            program, at = self.program, symbol
            nameless = program.flows[Flow.IMPLEMENTS]
            while at >= 0 and program.kind[at] not in TYPE_KINDS and at not in nameless and at not in self.holders:
                at = program.parent[at]
            self.scopes[symbol] = at
        return self.scopes[symbol]

    def _free(self, file: int, name: str, scope: int, space: int) -> Found:
        spaces = (Space.VALUE, Space.TYPE) if space == Space.VALUE else (space,)
        around = scope
        while around >= 0:
            for each in spaces:
                if found := self._inside(around, name, each):
                    return found
            around = self.scope_of(self.program.parent[around])
        return self._outside(file, name, scope, space)

    def _inside(self, scope: int, name: str, space: int) -> Found:
        """A member of one type around, its own or inherited; a type that stands inside a function."""
        if space == Space.TYPE and scope in self.holders and name in self.holders[scope]:
            return [(self.holders[scope][name], "scope")]
        nameless = self.program.flows[Flow.IMPLEMENTS].get(scope)
        if nameless:
            receiver: Value = (Tag.OBJECT, nameless[0][1])
            found = self.members.of_nameless(nameless[0][1], name, space)
            if not found and self.program.kind[scope] in TYPE_KINDS:
                receiver, found = (Tag.INSTANCE, scope, ()), self.members.of(scope, name, space)
        elif self.program.kind[scope] in TYPE_KINDS:
            receiver, found = (Tag.INSTANCE, scope, ()), self.members.of(scope, name, space)
        else:
            return []
        if name in ("values", "valueOf") and space == Space.CALL and self.program.kind[scope] == "enum":
            return [(entity, "builtin") for entity, _ in self.member(receiver, name, space)]
        if self.is_group(scope, found, space):
            return [((Tag.GROUP, tuple(found), receiver), "overload")]
        around = (scope, self.program.parent[scope]) if nameless else (scope,)
        return [(each, "scope" if self.program.parent[each] in around else "inherited", receiver) for each in found]

    def hiding(self, name: str, owner: int) -> Found:
        scope = self.scope_of(owner)
        is_type = scope >= 0 and (scope not in self.holders or self.program.kind[scope] in TYPE_KINDS)
        return self._inside(scope, name, Space.VALUE) if is_type else []

    def is_group(self, symbol: int, found: list[int], space: int) -> bool:
        """Whether arguments have to choose; also where an unknown base may have more methods of the name."""
        if space != Space.CALL or len(found) != 1:
            return len(found) > 1
        return self.program.kind[symbol] in TYPE_KINDS and self.is_open(symbol)

    def _outside(self, file: int, name: str, scope: int, space: int) -> Found:
        """Imports, the package, what is imported on demand; a package's own name."""
        home = self.program.files[file]
        if found := self._given(file, [item.module for item in home.imports.get(name, ())], name, space):
            return found
        if space != Space.CALL and (symbol := self.packages.type(home.package or "", name, file)) is not None:
            return [(symbol, "scope" if self.program.file[symbol] == file else "package")]
        if found := self._given(file, [star.module for star in home.stars], name, space):
            return [(entity[0], "star_import", *entity[2:]) for entity in found]
        if space != Space.CALL and (symbol := self.packages.type("java.lang", name, file)) is not None:
            return [(symbol, "builtin")]
        if space != Space.CALL and name in self.packages.names:
            return [((Tag.MODULE, name, file), "package")]
        return self._elsewhere(file, name, scope)

    def _given(self, file: int, modules: list[str], name: str, space: int) -> Found:
        """What one of several imports hands out; methods of one name come from all of them."""
        found = [entity for module in modules for entity in self.handed_out(file, module, name, space)]
        if space != Space.CALL or len(found) < 2:
            return found[:1]
        groups = [entity[0][1] if isinstance(entity[0], tuple) else (entity[0],) for entity in found]
        members = tuple(dict.fromkeys(symbol for group in groups for symbol in group))
        return [((Tag.GROUP, members, None), "overload")] if len(members) > 1 else found[:1]

    def _elsewhere(self, file: int, name: str, scope: int) -> Found:
        """What imports or bases that lead out of all that is known may bring along."""
        home = self.program.files[file]
        wanted = [
            star.module for star in home.stars if name[:1].isupper() or star.module.rpartition(".")[2][:1].isupper()
        ]
        unknown = name in home.imports or any(not self._is_known(file, module) for module in wanted)
        around = scope
        while around >= 0 and not unknown:
            unknown = self.program.kind[around] in TYPE_KINDS and self.is_open(around)
            around = self.scope_of(self.program.parent[around])
        return [((Tag.EXTERNAL, name), "import")] if unknown else []

    def _is_known(self, file: int, module: str) -> bool:
        return module in self.packages.names or self._container(file, module) is not None

    def _container(self, file: int, module: str) -> Value | None:
        """The type or package that a dotted name means; None where it leads out of what is known."""
        key = (file, module)
        if key not in self.containers:
            self.containers[key] = self._found_container(file, module)
        return self.containers[key]

    def _found_container(self, file: int, module: str) -> Value | None:
        package, _, name = module.rpartition(".")
        if (symbol := self.packages.type(package, name, file)) is not None:
            return (Tag.CLASS, symbol, ())
        if module in self.packages.names:
            return (Tag.MODULE, module)
        outer = self._container(file, package) if package else None
        if outer is None or outer[0] != Tag.CLASS:
            return None
        return next(((Tag.CLASS, s, ()) for s in self.members.of(outer[1], name, Space.TYPE)), None)

    def handed_out(self, file: int, module: str, name: str, space: int) -> Found:
        """What a type or package gives to those who import its members."""
        container = self._container(file, module)
        if container is None:
            return []
        if container[0] == Tag.MODULE:
            symbol = self.packages.type(module, name, file) if space != Space.CALL else None
            return [(symbol, "import")] if symbol is not None else []
        spaces = (Space.VALUE, Space.TYPE) if space == Space.VALUE else (space,)
        found = next((f for s in spaces if (f := self.members.of(container[1], name, s))), [])
        if len(found) > 1:
            return [((Tag.GROUP, tuple(found), container), "overload")]
        return [(symbol, "import", container) for symbol in found]

    def imported(self, file: int, name: str) -> Found:
        items = self.program.files[file].imports.get(name, ())
        for space in (Space.TYPE, Space.VALUE):
            for item in items:
                if found := self.handed_out(file, item.module, name, space):
                    return found
        return [((Tag.EXTERNAL, f"{item.module}.{name}"), "import") for item in items[:1]]

    def statement(self, file: int, module: str, name: str) -> Found:
        container = self._container(file, module)
        if container is None:
            return [((Tag.EXTERNAL, f"{module}.{name}" if name else module), "import")]
        if not name and container[0] == Tag.MODULE:
            return [(container if module in self.packages.own else (Tag.EXTERNAL, module), "import")]
        if not name:
            return [(container[1], "import")]
        for space in (Space.TYPE, Space.VALUE, Space.CALL):
            if found := self.handed_out(file, module, name, space):
                symbols = found[0][0][1] if isinstance(found[0][0], tuple) else [found[0][0]]
                return [(symbol, "import") for symbol in symbols]
        return [((Tag.EXTERNAL, f"{module}.{name}"), "import")]

    def leads_out(self, value: Value) -> bool:
        """Packages are known by the types that stand in them."""
        return super().leads_out(value) or (value[0] == Tag.MODULE and value[1] not in self.packages.around)

    def of_module(self, module: Value, name: str, space: int) -> Iterable[Value | int]:
        symbol = self.packages.type(module[1], name, module[2])
        if symbol is not None:
            return [symbol]
        below = f"{module[1]}.{name}"
        return [(Tag.MODULE, below, module[2])] if below in self.packages.names else [(Tag.EXTERNAL, below)]

    # -- types of libraries

    def known(self, package: str, name: str, arguments: tuple[int, ...] = ()) -> Value | None:
        """An instance of a library's type."""
        symbol = self.packages.type(package, name, -1)
        return (Tag.INSTANCE, symbol, arguments) if symbol is not None else None

    def package_of(self, symbol: int) -> str:
        return self.program.files[self.program.file[symbol]].package or ""

    @property
    def root(self) -> Value | None:
        return self.known("java.lang", "Object")


def _is_type(module: str) -> bool:
    """Whether a dotted name looks like a type's, not a package's."""
    return module.rpartition(".")[2][:1].isupper()
