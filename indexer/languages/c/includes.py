"""Which file an `#include` means, and which files a file sees through its includes."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.link.knowledge import Knowledge
    from indexer.link.program import Program

LANGUAGES = ("c", "cpp")


class Includes:
    def __init__(self, program: Program, knowledge: Knowledge, enter: Callable[[int], None]) -> None:
        """`enter` takes in the symbols of a library's header when it is met."""
        self.program = program
        self.knowledge = knowledge
        self.enter = enter
        self.by_path: dict[str, int] = {}
        self.by_name: dict[str, list[int]] = defaultdict(list)
        self.system: dict[str, int] = {}
        for number, file in program.files.items():
            if file.external and file.language in LANGUAGES:
                self.system[file.path] = number
            elif file.language in LANGUAGES:
                self.by_path[file.path] = number
                self.by_name[posixpath.basename(file.path)].append(number)
        self.found: dict[tuple[str, str], int | None] = {}
        self.closures: dict[int, frozenset[int]] = {}
        self.direct = {number: self._direct(number) for number in self.by_path.values()}
        self.includers: dict[int, list[int]] = defaultdict(list)
        for number, included in self.direct.items():
            for other in included:
                self.includers[other].append(number)

    def _direct(self, number: int) -> list[int]:
        if self.program.files[number].external:
            self.knowledge.load_file(number)
            self.enter(number)
        items = [item for item in self.program.files[number].stars if item.imported_name is None]
        found = (self.resolve(number, item.module) for item in items)
        return list(dict.fromkeys(other for other in found if other is not None))

    def resolve(self, number: int, module: str) -> int | None:
        """Beside the file that includes it, else by the longest part of its path that is one file's alone."""
        folder = posixpath.dirname(self.program.files[number].path)
        key = (folder, module)
        if key not in self.found:
            self.found[key] = self._resolve(folder, module)
        return self.found[key]

    def _resolve(self, folder: str, module: str) -> int | None:
        beside = self.by_path.get(posixpath.normpath(posixpath.join(folder, module)))
        if beside is not None:
            return beside
        plain = f"{module[1:]}.h" if module.startswith("c") and "." not in module else module  # <cstring>
        for known in (plain, f"c++/{module}.hpp"):
            if known in self.system:
                return self.system[known]
        tail = posixpath.normpath(module)
        while tail.startswith("../"):
            tail = tail[3:]
        named = self.by_name.get(posixpath.basename(tail), ())
        paths = {n: self.program.files[n].path for n in named}
        fitting = [n for n, path in paths.items() if path == tail or path.endswith(f"/{tail}")]
        if len(fitting) > 1:
            near = {n: len(posixpath.commonpath([folder, paths[n]]) if folder else "") for n in fitting}
            fitting = [n for n in fitting if near[n] == max(near.values())]
        return fitting[0] if len(fitting) == 1 else None

    def seen(self, number: int) -> frozenset[int]:
        """The file and all that it includes, however far."""
        if number not in self.closures:
            seen, open_ = {number}, [number]
            while open_:
                current = open_.pop()
                if current not in self.direct:
                    self.direct[current] = self._direct(current)
                for other in self.direct[current]:
                    if other not in seen:
                        seen.add(other)
                        open_.append(other)
            self.closures[number] = frozenset(seen)
        return self.closures[number]
