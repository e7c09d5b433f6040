"""Rust's tree of modules: which file `mod name;` means, and what a module has under a name."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.rust.crates import Crate, Crates

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

ROOTS = ("lib.rs", "main.rs", "mod.rs")


@dataclass(slots=True)
class Bound:
    """What `use`, `mod` or `extern crate` binds to a name."""

    term: int  # its path; 0 for a module
    module: int  # the symbol of the module's declaration; -1 for a path
    visibility: int  # 0 private, 1 within the crate, 2 public
    conditions: tuple[int, ...] = ()  # terms


@dataclass(slots=True)
class Exports:
    named: dict[str, list[Bound]] = field(default_factory=dict)
    globs: list[Bound] = field(default_factory=list)


class Modules:
    def __init__(self, program: Program, tree: Tree) -> None:
        self.program = program
        self.crates = Crates(program, tree)
        self.exports: dict[int, Exports] = {}
        self.parents: dict[int, int] = {}  # module of a file -> the module that declares it
        self.crate_of: dict[int, Crate] = {}  # file -> crate
        self.folders: dict[int, str] = {}  # file -> where its modules' files are
        self.files: dict[int, int] = {}  # declaration `mod name;` -> the module that the file is
        self.declarations: dict[int, int] = {}
        for crate in self.crates.crates:
            self._claim(crate.root, -1, crate, posixpath.dirname(program.files[crate.root].path))
        for path, number in sorted(self.crates.files.items(), key=lambda pair: (pair[0].count("/"), pair)):
            if number not in self.crate_of:
                self._adopt(path, number)
        for symbol in program.flows[Flow.EXPORT]:  # inside functions
            file = program.file[symbol]
            if symbol not in self.exports and file in self.crate_of:
                self.exports[symbol] = self._exports(symbol, file, self.crate_of[file])

    # -- the tree

    def _claim(self, file: int, parent: int, crate: Crate, folder: str) -> None:
        """A file is a module of a crate; so are the files that it declares."""
        if file in self.crate_of:
            return
        symbol = self.program.files[file].symbol
        self.crate_of[file], self.folders[file], self.parents[symbol] = crate, folder, parent
        self._read(symbol, file, crate)

    def _read(self, symbol: int, file: int, crate: Crate) -> None:
        program = self.program
        if symbol in program.flows[Flow.EXPORT]:
            self.exports[symbol] = self._exports(symbol, file, crate)
        for members in list(program.members.get(symbol, {}).values()):
            for member in members:
                if program.kind[member] == "module":
                    self._read(member, file, crate)

    def _exports(self, symbol: int, file: int, crate: Crate) -> Exports:
        program, found = self.program, Exports()
        for visibility, term in program.flows[Flow.EXPORT][symbol]:
            conditions: tuple[int, ...] = ()
            while program.ops[term] == Op.NARROW:
                term, told = program.parts[term]
                conditions = (*conditions, told)
            name, path = program.parts[term]
            self._alias_crate(symbol, crate, program.texts[name], path)
            if program.ops[path] == Op.THROUGH:
                _, where, told = program.parts[path]
                declaration = program.parts[told][0]
                module = self._declared(symbol, file, crate, program.texts[name], where)
                if module >= 0 and declaration >= 0:
                    self.files[declaration], self.declarations[module] = module, declaration
                    bound = Bound(0, declaration, visibility, conditions)
                    found.named.setdefault(program.texts[name], []).append(bound)
            elif program.texts[name] == "*":
                found.globs.append(Bound(path, -1, visibility, conditions))
            else:
                found.named.setdefault(program.texts[name], []).append(Bound(path, -1, visibility, conditions))
        return found

    def _alias_crate(self, symbol: int, crate: Crate, name: str, path: int) -> None:
        """`extern crate a as b;` at the root: all modules see it."""
        program = self.program
        if program.ops[path] != Op.MEMBER or symbol != program.files[crate.root].symbol:
            return
        base, last, _ = program.parts[path]
        if program.ops[base] == Op.FREE and program.texts[program.parts[base][0]] == "::":
            known = program.texts[last]
            if known in crate.externs and name not in crate.externs:
                crate.externs[name] = crate.externs[known]

    def _declared(self, symbol: int, file: int, crate: Crate, name: str, told: int) -> int:
        """The module of `mod name;`, its file read as well."""
        program = self.program
        path = program.texts[program.parts[told][0]]
        folder = posixpath.join(self.folders[file], *self._inside(symbol))
        if path:
            own = posixpath.dirname(program.files[file].path) if program.parent[symbol] < 0 else folder
            candidates = [posixpath.normpath(posixpath.join(own, path))]
        else:
            candidates = [posixpath.join(folder, f"{name}.rs"), posixpath.join(folder, name, "mod.rs")]
        for candidate in candidates:
            number = self.crates.files.get(candidate)
            if number is not None and program.files[number].external == program.files[file].external:
                below = posixpath.dirname(candidate)
                if not path and candidate.rpartition("/")[2] != "mod.rs":
                    below = posixpath.join(below, name)
                self._claim(number, symbol, crate, below)
                return program.files[number].symbol
        return -1

    def _inside(self, symbol: int) -> list[str]:
        """The names of the modules within a file that lead to one."""
        names: list[str] = []
        while symbol >= 0 and self.program.parent[symbol] >= 0:
            if self.program.kind[symbol] == "module":
                names.insert(0, self.program.name[symbol])
            symbol = self.program.parent[symbol]
        return names

    def _adopt(self, path: str, number: int) -> None:
        """A file that nothing declares belongs where it lies."""
        folder, _, base = path.rpartition("/")
        above = posixpath.dirname(folder) if base == "mod.rs" else folder
        around = [f"{above}/{root}" if above else root for root in ROOTS] + ([f"{above}.rs"] if above else [])
        below = folder if base in ROOTS else posixpath.join(folder, base.removesuffix(".rs"))
        for other in around:
            home = self.crates.files.get(other)
            if home is not None and home != number and home in self.crate_of:
                self._claim(number, self.program.files[home].symbol, self.crate_of[home], below)
                return
        self._claim(number, -1, Crate("", number, folder, externs=self._near(folder)), folder)

    def _near(self, folder: str) -> dict[str, Crate | None]:
        """What a file that belongs to no known crate may name: what the library above it may."""
        while True:
            if folder in self.crates.libraries:
                library = self.crates.libraries[folder]
                return {**library.externs, library.name: library}
            if not folder:
                return dict(self.crates.standard)
            folder = folder.rpartition("/")[0]

    # -- places in it

    def itself(self, symbol: int) -> int:
        """The module that a declaration stands for."""
        return self.files.get(symbol, symbol)

    def module_of(self, symbol: int) -> int:
        """The module that a definition is in, or is."""
        program = self.program
        while symbol >= 0 and program.kind[symbol] != "module":
            symbol = program.parent[symbol]
        return symbol

    def parent(self, module: int) -> int:
        if self.program.parent[module] >= 0:
            return self.module_of(self.program.parent[module])
        return self.parents.get(module, -1)

    def crate(self, symbol: int) -> Crate | None:
        return self.crate_of.get(self.program.file[symbol])

    def root(self, symbol: int) -> int:
        crate = self.crate(symbol)
        return self.program.files[crate.root].symbol if crate is not None else -1

    def reaches(self, macro: int, module: int) -> bool:
        """Whether `#[macro_use]` lets a macro out of its modules, to where it is seen; a library's are for all."""
        if self.program.is_external(macro):
            return True
        home = self.module_of(macro)
        while home >= 0 and not self.is_within(module, home):
            declared = self.declarations.get(home, home)
            if not any(text.startswith("#[macro_use") for text in self.program.decorators[declared] or ()):
                return False
            home = self.parent(home)
        return True

    def is_within(self, module: int, outer: int) -> bool:
        while module >= 0 and module != outer:
            module = self.parent(module)
        return module == outer
