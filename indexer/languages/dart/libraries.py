"""Dart's libraries: files and their parts, what they export, where an import leads."""

from __future__ import annotations

from posixpath import dirname, normpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indexer.link.program import Program


class Libraries:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.paths = {file.path: number for number, file in program.files.items() if file.language == "dart"}
        self.packages: dict[str, list[str]] = {}  # name of a folder that has a lib -> the folders
        for path in self.paths:
            folder, found, _ = f"/{path}".partition("/lib/")
            if found:
                listed = self.packages.setdefault(folder.rpartition("/")[2], [])
                if folder[1:] not in listed:
                    listed.append(folder[1:])
        self.units: dict[int, list[int]] = {}
        self.exports: dict[tuple[int, str], list[int]] = {}

    def file_of(self, file: int, uri: str) -> int | None:
        """The repository's file that a URI means."""
        if uri.startswith("dart:"):
            return None
        if not uri.startswith("package:"):
            return self.paths.get(normpath(f"{dirname(self.program.files[file].path)}/{uri}".lstrip("/")))
        package, _, rest = uri[len("package:") :].partition("/")
        folders = self.packages.get(package) or (self.packages.get("", []) if self._is_root(package) else [])
        found = [self.paths[path] for folder in folders if (path := f"{folder}/lib/{rest}".lstrip("/")) in self.paths]
        return found[0] if len(found) == 1 else None

    def _is_root(self, package: str) -> bool:
        """A repository that is one package has a library of the package's name."""
        return f"lib/{package}.dart" in self.paths

    def own(self, file: int, name: str) -> list[int]:
        """What a library declares, in all its parts."""
        return [symbol for part in self.parts(file) for symbol in self._declared(part, name)]

    def _declared(self, file: int, name: str) -> list[int]:
        symbol = self.program.files[file].symbol
        return self.program.members.get(symbol, {}).get(name, []) if symbol >= 0 else []

    def parts(self, file: int) -> list[int]:
        """The files of a library: those that name each other, the one that imports for all of them second."""
        if file not in self.units:
            others = [other for other in self._unnamed(file) if file in self._unnamed(other)]
            beside = [part for other in others for part in self._unnamed(other) if other in self._unnamed(part)]
            self.units[file] = list(dict.fromkeys([file, *others, *beside]))
        return self.units[file]

    def _unnamed(self, file: int) -> list[int]:
        found = (self.file_of(file, item.module) for item in self.program.files[file].unnamed)
        return [other for other in found if other is not None]

    def stars(self, file: int) -> list[tuple[int, str]]:
        """What a library imports whole: file that says so, and URI."""
        return [(part, star.module) for part in self.parts(file) for star in self.program.files[part].stars]

    def exported(self, file: int, name: str) -> list[int]:
        """What a library hands out under a name: its own, or what it exports of others."""
        key = (file, name)
        if key not in self.exports:
            self.exports[key] = []  # libraries may export each other
            found = [] if name.startswith("_") else self.own(file, name)[:1]
            for module in self._handed_on(file, name) if not found else ():
                library = self.file_of(file, module)
                found = found or (self.exported(library, name) if library is not None else [])
            self.exports[key] = found
        return self.exports[key]

    def _handed_on(self, file: int, name: str) -> list[str]:
        """Exports that let a name through: they bind nothing, and no import lists names of theirs."""
        home = self.program.files[file]
        shown: dict[str, set[str]] = {}
        for item in [item for items in home.imports.values() for item in items] + home.unnamed:
            if item.imported_name:
                shown.setdefault(item.module, set()).add(item.imported_name if item.local_name is None else "")
        modules = dict.fromkeys(item.module for item in home.unnamed)
        return [module for module in modules if module not in shown or name in shown[module]]

    def is_closed(self, file: int) -> bool:
        """Whether all that a file imports lies in the repository or in Dart's own library."""
        return all(self.file_of(part, module) is not None for part, module in self.stars(file))
