"""Go's packages: which folder an import path names, what a package declares, which of several variants counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.languages.go.constraints import Constraints
from indexer.languages.go.hooks import package_name
from indexer.link.knowledge import Knowledge
from indexer.link.values import Tag, Value
from indexer.modules import RULES
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Import, Program
    from indexer.modules import Tree

STANDARD = "std/"  # how the standard library's own go.mod names what everyone imports without it


@dataclass(slots=True)
class Package:
    """The files of one folder that declare one package name; tests inside the package are part of it."""

    key: str
    name: str
    folder: str
    files: list[int] = field(default_factory=list)
    names: dict[str, list[int]] = field(default_factory=dict)
    methods: dict[str, list[int]] = field(default_factory=dict)  # by the name of the receiver's type


class Packages:
    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.constraints = Constraints(program)
        self.packages: dict[str, Package] = {}
        self.of_file: dict[int, Package] = {}
        self.attached: list[tuple[int, int]] = []  # types and methods that became their members
        self.paths: dict[str, list[Package]] = {}  # import path -> packages of the repository
        manifests = (path for path in tree.manifests if path.rpartition("/")[2] == "go.mod")
        self.roots = {RULES["go"](path, None, tree) for path in manifests}  # paths of the repository's modules
        self._collect(tree)
        self._add_symbols(range(program.own))
        for package in list(self.packages.values()):
            self._attach(package)
        self.knowledge = Knowledge.of(program, "go")
        self.known: dict[str, Package | None] = {}

    def _collect(self, tree: Tree) -> None:
        modules: dict[str, bool] = {}  # folder -> whether it is part of a module
        for number, file in sorted(self.program.files.items(), key=lambda pair: pair[1].path):
            if file.language != "go" or file.external:
                continue
            folder, name = file.path.rpartition("/")[0], file.package or ""
            key = f"{folder}:{name}"
            package = self.packages.setdefault(key, Package(key, name, folder))
            package.files.append(number)
            self.of_file[number] = package
            if folder not in modules:
                modules[folder] = tree.nearest(file.path, "go.mod") is not None
            outside = name.endswith("_test") and file.path.endswith("_test.go")
            if modules[folder] and file.module and not outside:
                importable = self.paths.setdefault(file.module.removeprefix(STANDARD), [])
                if package not in importable:
                    importable.append(package)

    def _add_symbols(self, symbols: Iterable[int]) -> None:
        """File what is declared at the top of files under its package."""
        program = self.program
        for symbol in symbols:
            package = self.of_file.get(program.file[symbol]) if program.parent[symbol] < 0 else None
            if package is None:
                continue
            self.constraints.note(symbol)
            container = program.container[symbol]
            if container:
                package.methods.setdefault(container, []).append(symbol)
            else:
                package.names.setdefault(program.name[symbol], []).append(symbol)

    def _attach(self, package: Package) -> None:
        """Methods become members of their receivers' types."""
        program = self.program
        for name, methods in package.methods.items():
            types = [symbol for symbol in package.names.get(name, ()) if program.kind[symbol] in TYPE_KINDS]
            for kind in types:
                for method in methods:
                    program.members[kind].setdefault(program.name[method], []).append(method)
                    self.attached.append((kind, method))
            for method in methods if types else ():
                program.parent[method] = self.constraints.best(types, program.file[method])

    def detach(self) -> None:
        """Leave the program as it was."""
        members = self.program.members
        for kind, method in self.attached:
            name = self.program.name[method]
            members[kind][name].remove(method)
            if not members[kind][name]:
                del members[kind][name]
            self.program.parent[method] = -1
        self.attached.clear()

    # -- imports

    def named(self, file: int, path: str) -> Value | None:
        """The package that an import path means in a file."""
        own = not self.program.files[file].external if file >= 0 else True
        if own and path in self.paths:
            return (Tag.MODULE, self._closest(self.paths[path], file).key)
        if (known := self.library(path)) is not None:
            return (Tag.MODULE, known.key)
        return None if own and self._is_missing(path) else (Tag.EXTERNAL, path)

    def _is_missing(self, path: str) -> bool:
        """Whether the path leads into a module of the repository, to a folder that is not there."""
        while path and path not in self.roots:
            path = path.rpartition("/")[0]
        return bool(path)

    def _closest(self, packages: list[Package], file: int) -> Package:
        """Of several packages under one path that of the same part of the tree; programs cannot be imported."""
        if len(packages) == 1:
            return packages[0]
        folder = self.program.files[file].path.rpartition("/")[0] if file >= 0 else ""

        def rank(package: Package) -> tuple[int, bool, bool, int]:
            pairs = zip(folder.split("/"), package.folder.split("/"), strict=False)
            shared = next((place for place, (one, other) in enumerate(pairs) if one != other), 99)
            built = any(self.constraints.holds(number) for number in package.files)
            return (shared, built, package.name != "main", len(package.files))

        return max(packages, key=rank)

    def library(self, path: str) -> Package | None:
        """A package of a library that is known."""
        if path not in self.known:
            self.known[path] = self._load(path)
        return self.known[path]

    def _load(self, path: str) -> Package | None:
        files = self.knowledge.load(path)
        if not files:
            return None
        name = self.program.files[files[0]].package or path.rpartition("/")[2]
        package = self.packages[path] = Package(path, name, path, list(files))
        for number in files:
            self.of_file[number] = package
            self._add_symbols(self.knowledge.symbols(number))
        self._attach(package)
        return package

    def bound(self, file: int, name: str) -> Value | None:
        """The package that goes by a name in a file: by its alias, or by the name that it declares itself."""
        unsure = None
        for item in self.program.files[file].imports.get(name, ()):
            package = self.named(file, item.module)
            if package is None or package[0] == Tag.EXTERNAL or self._goes_by(item, package, name):
                return package or (Tag.MODULE, "")
            unsure = package
        return unsure

    def _goes_by(self, item: Import, package: Value, name: str) -> bool:
        aliased = name != (package_name(item.module.encode()) or b"").decode()
        return aliased or self.packages[package[1]].name == name

    def undeclared(self, file: int, name: str) -> Value | None:
        """A package whose name is not what its path lets one expect."""
        for items in self.program.files[file].imports.values():
            for item in items:
                package = self.named(file, item.module)
                if package is None:
                    continue
                expected = (package_name(item.module.encode()) or b"").decode()
                if item.local_name != expected:
                    continue
                if package[0] == Tag.MODULE and self.packages[package[1]].name == name:
                    return package
                if package[0] == Tag.EXTERNAL and name in item.module.rpartition("/")[2].replace("-", ""):
                    return package
        return None

    # -- names

    def handed_out(self, file: int, path: str, name: str) -> int | None:
        """What an import of all names of a package binds."""
        package = self.named(file, path)
        return self.member(package[1], name, file) if package is not None and package[0] == Tag.MODULE else None

    def member(self, key: str, name: str, file: int = -1) -> int | None:
        """What a package declares under a name, as seen from a file."""
        package = self.packages.get(key)
        found = package.names.get(name) if package is not None else None
        return self.constraints.best(found, file) if found else None
