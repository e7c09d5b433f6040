"""C#: the types of namespaces, own and of known libraries, and what a file's usings name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.terms import Flow, Op
from indexer.languages.csharp.library import extension_homes, type_homes
from indexer.languages.csharp.parts import Parts, types_of
from indexer.languages.csharp.projects import usings
from indexer.link.knowledge import Knowledge
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program
    from indexer.modules import Tree

IMPLICIT = (
    "System", "System.Collections.Generic", "System.IO", "System.Linq", "System.Net.Http", "System.Threading",
    "System.Threading.Tasks",
)  # fmt: skip
GLOBAL_USING = "global using"
Table = dict[str, list[int]]  # name with number of type parameters -> types


class Namespaces:
    def __init__(self, program: Program, tree: Tree, files: Iterable[int]) -> None:
        self.program = program
        self.files = list(files)
        self.knowledge = Knowledge.of(program, "csharp")
        self.roots = sorted({path.rpartition("/")[0] for path in tree.paths if path.endswith(".csproj")}, key=len)
        self.tree = tree
        self.projects: dict[int, str] = {}  # file -> folder of its project
        self.own: dict[str, Table] = {}
        self.left_out: dict[str, Table] = {}  # what only code sees that is left out itself
        self.known: dict[str, Table] = {}
        self.homes: dict[str, dict[str, None]] = {}  # own types by name -> namespaces
        self.extensions: dict[str, Table] = {}
        types = [symbol for symbol in types_of(program) if program.file[symbol] in set(self.files)]
        self.parts = Parts(program, types, lambda symbol: (self.project(program.file[symbol]), self.of(symbol)))
        self.parts.merge()
        self.whole = self.parts.first
        for symbol in types:
            if program.parent[symbol] < 0 and symbol not in self.whole:
                tables = self.left_out if symbol in program.left_out else self.own
                space, key = self.of(symbol), self.key(symbol)
                tables.setdefault(space, {}).setdefault(key, []).append(symbol)
                self.homes.setdefault(key, {})[space] = None
        self.of_libraries = _with_prefixes(self.knowledge.modules)
        around = _with_prefixes(self.own) - self.of_libraries  # a polyfill does not make `System` one's own
        self.own_names = around | set(self.own)
        self.names = self.own_names | self.of_libraries

    def of(self, symbol: int) -> str:
        """The namespace that a definition is in."""
        program = self.program
        return program.namespace[symbol] or program.files[program.file[symbol]].package or ""

    def of_file(self, file: int) -> str:
        return self.program.files[file].package or ""

    def within(self, file: int) -> str:
        """The namespace that a file's directives may stand in."""
        return self.of_file(file) or self._blocks.get(file, "")

    @cached_property
    def _blocks(self) -> dict[int, str]:
        """Files -> the namespace of their first type."""
        found: dict[int, str] = {}
        for space, types in self.own.items():
            for symbol in (symbol for symbols in types.values() for symbol in symbols):
                file = self.program.file[symbol]
                found[file] = min(found.get(file, space), space)
        return found

    def key(self, symbol: int) -> str:
        return f"{self.program.name[symbol]}`{self.arity(symbol)}"

    def arity(self, symbol: int) -> int:
        return len(self.program.flows[Flow.TYPE_PARAMETER].get(symbol, ()))

    def project(self, file: int) -> str:
        """The folder of the nearest project file above."""
        if file not in self.projects:
            path = self.program.files[file].path
            above = [root for root in self.roots if not root or path.startswith(root + "/")]
            self.projects[file] = above[-1] if above else ""
        return self.projects[file]

    @cached_property
    def part_files(self) -> dict[int, set[int]]:
        """Files with further parts of a type."""
        found: dict[int, set[int]] = {}
        for part, whole in self.whole.items():
            found.setdefault(whole, set()).add(self.program.file[part])
        return found

    # -- types

    def types(self, space: str, key: str, file: int, all_: bool = False) -> list[int]:
        """The types of a name in a namespace: the repository's own before a library's, the nearest of several.

        A type that the repository has for frameworks without it stands for the library's of the same full name.
        """
        known = space in type_homes().get(key, ())
        own = self.own.get(space, {}).get(key) if not self.program.files[file].external else None
        if own is None and (all_ or (known and not self.program.files[file].external)):
            own = self.left_out.get(space, {}).get(key)
        if own:
            return own if len(own) == 1 else [max(own, key=lambda symbol: self._nearness(symbol, file))]
        return self.library(space).get(key, [])[:1] if known else []

    def holding(self, key: str) -> tuple[str, ...]:
        """The namespaces that have a type of a name."""
        return (*self.homes.get(key, ()), *type_homes().get(key, ()))

    def library(self, space: str) -> Table:
        if space not in self.known:
            table: Table = {}
            for symbol in (symbol for file in self.knowledge.load(space) for symbol in self.knowledge.symbols(file)):
                if self.program.parent[symbol] < 0 and self.program.kind[symbol] in TYPE_KINDS:
                    table.setdefault(self.key(symbol), []).append(symbol)
            self.known[space] = table
        return self.known[space]

    def _nearness(self, symbol: int, file: int) -> tuple[bool, int, int]:
        program = self.program
        other = program.file[symbol]
        path, there = program.files[file].path, program.files[other].path
        shared = next((at for at, (a, b) in enumerate(zip(path, there, strict=False)) if a != b), len(path))
        return self.project(file) == self.project(other), path.rfind("/", 0, shared), -symbol

    def exists(self, space: str) -> bool:
        return space in self.names

    def is_own(self, space: str) -> bool:
        return space in self.own_names

    # -- usings

    def usings(self, file: int) -> tuple[str, ...]:
        """What a file's `using` directives name, those that the whole project has included."""
        if self.program.files[file].external:
            return ()
        if file not in self.lists:
            own = [star.module for star in self.program.files[file].stars]
            common = self.common.get(self.project(file), [])
            self.lists[file] = tuple(dict.fromkeys("".join(name.split()) for name in (*own, *common)))
        return self.lists[file]

    @cached_property
    def lists(self) -> dict[int, tuple[str, ...]]:
        return {}

    @cached_property
    def common(self) -> dict[str, list[str]]:
        """Project -> what its files use globally."""
        program = self.program
        found = usings(self.tree)
        if GLOBAL_USING not in program.texts:
            return found
        files = dict.fromkeys(
            program.term_file[term]
            for term, op in enumerate(program.ops)
            if op == Op.FREE and program.texts[program.parts[term][0]] == GLOBAL_USING
        )
        for file in files:
            found.setdefault(self.project(file), []).extend(star.module for star in program.files[file].stars)
        return found

    # -- extension methods

    def extending(self, name: str, visible: dict[str, int]) -> list[int]:
        """The extension methods of a name that the static types of some namespaces declare, in their order."""
        homes = (*self.extenders.get(name, ()), *extension_homes().get(name, ()))
        spaces = sorted({space for space in homes if space in visible}, key=visible.__getitem__)
        return [function for space in spaces for function in self._extensions(space).get(name, ())]

    @cached_property
    def extenders(self) -> dict[str, dict[str, None]]:
        """The repository's own extension methods by name -> namespaces."""
        found: dict[str, dict[str, None]] = {}
        for space, types in self.own.items():
            table: Table = {}
            for symbol in (symbol for symbols in types.values() for symbol in symbols):
                self._add_extensions(symbol, table)
            for name in table:
                found.setdefault(name, {})[space] = None
        return found

    def _extensions(self, space: str) -> Table:
        if space not in self.extensions:
            table = self.extensions[space] = {}
            tables = (self.own.get(space, {}), self.library(space))
            for symbol in (symbol for types in tables for symbols in types.values() for symbol in symbols):
                self._add_extensions(symbol, table)
        return self.extensions[space]

    def _add_extensions(self, symbol: int, table: Table) -> None:
        if self.program.kind[symbol] != "class" or "static" not in (self.program.modifiers[symbol] or ()):
            return
        for name, members in self.program.members.get(symbol, {}).items():
            for member in members:
                parameters = self.program.parameters[member]
                if parameters and (parameters[0][1] or "").startswith("this ") and member not in self.program.left_out:
                    table.setdefault(name, []).append(member)


def _with_prefixes(names: Iterable[str]) -> set[str]:
    found = set()
    for name in names:
        while name and name not in found:
            found.add(name)
            name = name.rpartition(".")[0]
    return found
