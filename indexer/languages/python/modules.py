"""Python's modules: which file an import names, and what a module hands out under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.link.knowledge import Knowledge
from indexer.link.program import Import
from indexer.link.values import Tag, Value

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

Found = list[Value | int]
ASSIGNED = ("variable", "constant")  # an import of the same name says more: what is assigned stands in for it
NOWHERE: Value = (Tag.MODULE, "")


def _from_top(path: str) -> str:
    """The name of a file where the repository's top folder is on the path."""
    return path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def _modules(program: Program) -> tuple[dict[str, list[int]], set[str], set[str]]:
    """Files by module name; names that modules live under, with or without `__init__`; names that tests alone see."""
    files: dict[str, list[int]] = {}
    packages: set[str] = set()
    of_tests: set[str] = set()
    of_all: set[str] = set()
    for number, file in program.files.items():
        if file.external or not file.module:
            continue
        for name in dict.fromkeys((file.module, _from_top(file.path))):
            files.setdefault(name, []).append(number)
            at_top = name == _from_top(file.path)  # else a folder of tests is on the path while they run
            (of_tests if file.is_test and not at_top else of_all).add(name.partition(".")[0])
            while name:
                name = name.rpartition(".")[0]
                packages.add(name)
    return files, packages, of_tests - of_all


class Modules:
    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.tree = tree
        self.knowledge = Knowledge.of(program, "python")
        if "python" not in program.found:
            program.found["python"] = _modules(program)
        self.files, self.packages, self.of_tests = program.found["python"]
        self.exports: dict[int, set[str] | None] = {}
        self.found: dict[tuple[Value, str], Found] = {}
        self.busy: dict[tuple[Value, str], Found] = {}  # what the look-up under way has found so far
        self.builtins = self.absolute("builtins", -1) or NOWHERE

    def named(self, file: int, module: str) -> Value | None:
        """The module that `import module` in a file names."""
        if not module.startswith("."):
            return self.absolute(module, file)
        rest = module.lstrip(".")
        name = self._package(file, len(module) - len(rest))
        if name is None:
            return None
        full = f"{name}.{rest}" if rest and name else (rest or name)
        return self._here(full, file)

    def _package(self, file: int, dots: int) -> str | None:
        home = self.program.files[file]
        name = home.module or ""
        if not home.path.endswith(("/__init__.py", "/__init__.pyi")):
            name = name.rpartition(".")[0]
        for _ in range(dots - 1):
            if not name:
                return None
            name = name.rpartition(".")[0]
        return name

    def absolute(self, module: str, file: int) -> Value | None:
        top = module.partition(".")[0]
        if top in self.of_tests and file >= 0 and not self.program.files[file].is_test:
            return self._library(module) or (Tag.EXTERNAL, module)
        if (found := self._here(module, file)) is not None:
            return found
        if file >= 0 and not self.program.files[file].external and (found := self._beside(module, file)) is not None:
            return found
        if (found := self._library(module)) is not None:
            return found
        return None if top in self.files or top in self.packages else (Tag.EXTERNAL, module)

    def _library(self, module: str) -> Value | None:
        return next(((Tag.MODULE, self.program.files[n].symbol) for n in self.knowledge.load(module)), None)

    def _here(self, module: str, file: int) -> Value | None:
        files = self.files.get(module)
        if files and not (file >= 0 and self.program.files[file].external):
            chosen = files[0] if len(files) == 1 else self._closest(files, file)
            return (Tag.MODULE, self.program.files[chosen].symbol)
        if module in self.packages and module:
            return (Tag.MODULE, module)
        return self._library(module) if file >= 0 and self.program.files[file].external else None

    def _beside(self, module: str, file: int) -> Value | None:
        """A script sees what lies in its own folder."""
        folder = self.program.files[file].path.rpartition("/")[0]
        if not folder or f"{folder}/__init__.py" in self.tree.paths:
            return None
        path = f"{folder}/{module.replace('.', '/')}"
        for candidate in (f"{path}.py", f"{path}/__init__.py"):
            if candidate in self.tree.paths:
                for number in self._by_path().get(candidate, ()):
                    return (Tag.MODULE, self.program.files[number].symbol)
        return None

    def at(self, path: str) -> list[int]:
        """The file of a path."""
        return self._by_path().get(path, []) if path in self.tree.paths else []

    def _by_path(self) -> dict[str, list[int]]:
        if not hasattr(self, "_paths"):
            self._paths: dict[str, list[int]] = {}
            for number, file in self.program.files.items():
                if not file.external:
                    self._paths.setdefault(file.path, []).append(number)
        return self._paths

    def _closest(self, files: list[int], file: int) -> int:
        """Of several modules of one name the one that shares most of the path; a source before its stub."""
        path = self.program.files[file].path if file >= 0 else ""

        def nearness(number: int) -> tuple[int, bool, int]:
            other = self.program.files[number].path
            shared = next((i for i, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), len(path))
            return (shared, other.endswith(".py"), -number)

        return max(files, key=nearness)

    def bound(self, file: int, name: str) -> Found:
        """What the imports of a file bind to a name; all of them where several do."""
        found: Found = []
        for item in self.program.files[file].imports.get(name, ()):
            found.extend(entity for entity in self.target(item) if entity not in found)
        inside = [e for e in found if isinstance(e, int) or e[0] != Tag.EXTERNAL]
        return inside or found

    def target(self, item: Import) -> Found:
        if item.imported_name is None:
            whole = self.absolute(item.module, item.file) if not item.module.startswith(".") else None
            top = item.module.partition(".")[0]
            if item.local_name == top and top != item.module:
                whole = self.absolute(top, item.file)
            return [whole] if whole is not None else []
        module = self.named(item.file, item.module)
        if module is None:
            return []
        if module == (Tag.MODULE, self.program.files[item.file].symbol):  # a package that imports from itself
            return self._submodule(item.file, item.imported_name) or self.member(module, item.imported_name)
        return self.member(module, item.imported_name)

    def member(self, module: Value, name: str) -> Found:
        """What `module.name` is: a definition, what an import binds there, a submodule."""
        if module[0] == Tag.EXTERNAL:
            return [(Tag.EXTERNAL, f"{module[1]}.{name}")]
        key = (module, name)
        if key in self.found:
            return self.found[key]
        if key in self.busy:  # asked before in this look-up: what it gave, nothing while it goes round in a ring
            return self.busy[key]
        is_first = not self.busy
        self.busy[key] = []
        found = self.busy[key] = self._member(module, name)
        if is_first:
            self.busy.clear()
            self.found[key] = found
        return found

    def _member(self, module: Value, name: str) -> Found:
        symbol = module[1]
        if isinstance(symbol, str):
            below = self._here(f"{symbol}.{name}", -1) if symbol else None
            return [below] if below is not None else []
        if symbol < 0:  # a file of which nothing could be read
            return []
        program = self.program
        file = program.file[symbol]
        own = program.members.get(symbol, {}).get(name)
        imported = self.bound(file, name) if not own or program.kind[own[-1]] in ASSIGNED else []
        if own and not any(isinstance(entity, int) for entity in imported):
            return list(own) if program.is_external(symbol) else [self._shown(own[-1])]
        if imported:
            return imported
        for star in program.files[file].stars:
            source = self.named(file, star.module)
            if source is not None and (handed := self.handed_out(source, name)):
                return handed
        return self._submodule(file, name)

    def _shown(self, symbol: int) -> int:
        """A definition, or what type checkers are shown in its place."""
        shown = self.program.terms_of(Flow.EXPORT, symbol)
        return int(self.program.parts[shown[0]][0]) if shown else symbol

    def _submodule(self, file: int, name: str) -> Found:
        home = self.program.files[file]
        if home.path.endswith(("/__init__.py", "/__init__.pyi")) or home.path in ("__init__.py", "__init__.pyi"):
            below = self._here(f"{home.module}.{name}", file)
            return [below] if below is not None else []
        return []

    def handed_out(self, module: Value, name: str) -> Found:
        """What a star import takes along: what `__all__` lists, else what has no underscore."""
        if module[0] == Tag.EXTERNAL:
            return []
        if isinstance(module[1], int):
            listed = self._listed(module[1])
            if (name not in listed) if listed is not None else name.startswith("_"):
                return []
        return self.member(module, name)

    def _listed(self, symbol: int) -> set[str] | None:
        """The names in `__all__`, where it is written out."""
        if symbol not in self.exports:
            program = self.program
            own = program.members.get(symbol, {}).get("__all__")
            names: set[str] | None = None
            for _, term in program.flows[0].get(own[0], ()) if own else ():
                if program.ops[term] not in (Op.SEQUENCE, Op.OPERATOR):
                    continue
                words = [
                    program.texts[program.parts[part][0]]
                    for part in program.parts[term][1:]
                    if len(program.parts[part]) == 2
                ]
                names = (names or set()) | set(words) if words else names
            self.exports[symbol] = names
        return self.exports[symbol]

    def library(self, module: str, name: str) -> int | None:
        """A class of a library that is known."""
        files = self.knowledge.load(module)
        for number in files:
            for found in self.member((Tag.MODULE, self.program.files[number].symbol), name):
                if isinstance(found, int):
                    return found
        return None
