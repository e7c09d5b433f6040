"""The packages of a repository, and which of them a folder reaches by name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from indexer.link.modules.npm.text import fits, join, read_object, read_yaml_list, strings

_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_LOCAL = re.compile(r"(?:file|link|portal|workspace):(?=\.)")
_BRACES = re.compile(r"\{([^{}]*)\}")


def split_name(module: str) -> tuple[str, str]:
    """`@scope/name/sub/path` as the package's name and the subpath, `.` or `./…`."""
    parts = module.split("/", 2 if module.startswith("@") else 1)
    count = 2 if module.startswith("@") else 1
    return "/".join(parts[:count]), "./" + parts[count] if len(parts) > count and parts[count] else "."


def ancestors(folder: str) -> Iterator[str]:
    """The folder and those above it, the root last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


class Workspaces:
    """package.json files by folder, and the links that a package manager would lay between them."""

    def __init__(self, manifests: Mapping[str, bytes]) -> None:
        self.packages = {folder: read_object(data) for folder, data in _named(manifests, "package.json")}
        self._links: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._scopes: dict[str, str | None] = {}
        for folder, package in self.packages.items():
            self._link_dependencies(folder, package)
        for root, globs in self._roots(manifests):
            self._link_members(root, globs)

    def scope(self, folder: str) -> str | None:
        """The folder of the nearest package.json."""
        if folder not in self._scopes:
            self._scopes[folder] = next((above for above in ancestors(folder) if above in self.packages), None)
        return self._scopes[folder]

    def find(self, folder: str, name: str) -> str | None:
        """The package that a name means in a folder: its own, a linked one, one of the workspace around it."""
        own = self._own(folder)
        if own is not None and self.packages[own]["name"] == name:
            return own
        for above in ancestors(folder):
            if above in self._links and name in self._links[above]:
                return self._links[above][name]
        return None

    def depends(self, folder: str, name: str) -> bool:
        """Whether a package around a folder asks for a package by name."""
        around = (self.packages[above] for above in ancestors(folder) if above in self.packages)
        return any(name in _wanted(package) for package in around)

    def _own(self, folder: str) -> str | None:
        """The nearest package with a name; a package.json that only says `type: module` has none."""
        while (scope := self.scope(folder)) is not None and "name" not in self.packages[scope]:
            if not scope:
                return None
            folder = scope.rpartition("/")[0]
        return scope

    def _link_dependencies(self, folder: str, package: dict[str, Any]) -> None:
        for name, version in _wanted(package).items():
            if isinstance(version, str) and (local := _LOCAL.match(version)):
                target = join(folder, version[local.end() :])
                if target in self.packages:
                    self._links[folder][name] = target

    def _link_members(self, root: str, globs: list[str]) -> None:
        """Members are seen from everywhere below the root, the root's own package by its members alone."""
        own = self.packages.get(root, {}).get("name")
        for folder in _members(root, globs, self.packages):
            name = self.packages[folder].get("name")
            if folder == root:
                continue
            if isinstance(name, str):
                self._links[root].setdefault(name, folder)
            if isinstance(own, str):
                self._links[folder].setdefault(own, root)

    def _roots(self, manifests: Mapping[str, bytes]) -> Iterator[tuple[str, list[str]]]:
        """Folders that declare a workspace, with the globs of its members."""
        for folder, package in self.packages.items():
            field = package.get("workspaces")
            yield folder, strings(field.get("packages") if isinstance(field, dict) else field)
        for folder, data in _named(manifests, "pnpm-workspace.yaml"):
            yield folder, read_yaml_list(data, "packages")
        for folder, data in _named(manifests, "lerna.json"):
            yield folder, strings(read_object(data).get("packages"))


def _wanted(package: dict[str, Any]) -> dict[str, Any]:
    """All that a package depends on, with the versions."""
    tables = [table for field in _DEPENDENCIES if isinstance(table := package.get(field), dict)]
    return {name: version for table in tables for name, version in table.items()}


def _named(manifests: Mapping[str, bytes], name: str) -> Iterator[tuple[str, bytes]]:
    """(folder, content) of all manifests with a name, in a fixed order."""
    for path in sorted(manifests):
        folder, _, file = path.rpartition("/")
        if file == name:
            yield folder, manifests[path]


def _members(root: str, globs: list[str], folders: Iterable[str]) -> list[str]:
    """The package folders that the globs choose; the last glob that fits a folder decides."""
    rules: list[tuple[bool, list[str]]] = []
    for glob in globs:
        chosen = not glob.startswith("!")
        for plain in _expand(glob.removeprefix("!")):
            place = join(root, plain.lstrip("/"))
            if place is not None:
                rules.append((chosen, place.split("/") if place else []))
    found = []
    for folder in folders if rules else ():
        parts = folder.split("/") if folder else []
        verdicts = [chosen for chosen, glob in rules if fits(glob, parts)]
        if verdicts and verdicts[-1]:
            found.append(folder)
    return found


def _expand(glob: str) -> list[str]:
    """`packages/{a,b}` as two globs."""
    braces = _BRACES.search(glob)
    if braces is None:
        return [glob]
    return [glob[: braces.start()] + choice + glob[braces.end() :] for choice in braces[1].split(",")]
