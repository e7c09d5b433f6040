"""Java's packages: where a type lies, in the repository or in a library that is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from indexer.link.knowledge import Knowledge
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.link.program import Program

LANGUAGES = frozenset({"java", "kotlin", "scala"})  # their types share packages


def outwards(package: str) -> Iterator[str]:
    """A package and those that it lies in."""
    parts = package.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


class Packages:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.knowledge = Knowledge.of(program, "java")
        self.types: dict[tuple[str, str], list[int]] = {}  # package, name -> the repository's own
        self.known: dict[tuple[str, str], int] = {}  # package, name -> file of a library
        self.names: set[str] = set()  # of packages and of what they lie in
        self.own: set[str] = set()
        self.around: set[str] = set()  # the same and what they lie in
        self.chosen: dict[tuple[str, str, int], int | None] = {}
        self._collect()

    def _collect(self) -> None:
        program = self.program
        for symbol in range(program.own):
            if program.parent[symbol] < 0 and program.kind[symbol] in TYPE_KINDS:
                home = program.files[program.file[symbol]]
                if home.language not in LANGUAGES:
                    continue
                package = home.package or ""
                self.types.setdefault((package, program.name[symbol]), []).append(symbol)
                self.own.add(package)
        for number, file in program.files.items():
            if file.external and file.language == "java":
                self.known[file.package or "", file.path.rpartition("/")[2].removesuffix(".java")] = number
        self.around.update(*map(outwards, self.own))
        self.names.update(self.around, *map(outwards, {package for package, _ in self.known}))

    def type(self, package: str, name: str, file: int) -> int | None:
        """The type of that full name, as a file sees it."""
        candidates = self.types.get((package, name))
        if candidates is None:
            return self._library(package, name)
        if len(candidates) == 1:
            return candidates[0]
        key = (package, name, file)
        if key not in self.chosen:
            self.chosen[key] = self._closest(candidates, file)
        return self.chosen[key]

    def _library(self, package: str, name: str) -> int | None:
        file = self.known.get((package, name))
        if file is None:
            return None
        key = (package, name, -1)
        if key not in self.chosen:
            self.knowledge.load_file(file)
            self.chosen[key] = next((s for s in self.knowledge.symbols(file) if self.program.parent[s] < 0), None)
        return self.chosen[key]

    def _closest(self, candidates: list[int], file: int) -> int:
        """Of several types of one full name the one in the same source root, else the one that lies nearest."""
        program = self.program
        path = program.files[file].path.split("/")
        depth = (program.files[file].package or "").count(".") + 2

        def nearness(symbol: int) -> tuple[bool, int, int, int]:
            home = program.files[program.file[symbol]]
            other = home.path.split("/")
            root = other[: -((home.package or "").count(".") + 2)]
            shared = next((i for i, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), len(path))
            return (root == path[:-depth], shared, -len(other), -symbol)

        return max(candidates, key=nearness)
