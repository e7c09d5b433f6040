"""tsconfig.json and jsconfig.json: what they inherit, which files they govern, what they say on modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from indexer.link.modules.npm.text import Patterns, below, fits, join, read_object, strings
from indexer.link.modules.npm.workspaces import Workspaces, ancestors, split_name

_NAMES = ("tsconfig.json", "jsconfig.json")
_OPTIONS = ("baseUrl", "paths", "rootDir", "rootDirs", "outDir", "declarationDir", "customConditions")
_SELECTION = ("files", "include", "exclude")
_MOST_PARENTS = 32

Settings = dict[str, tuple[Any, str]]  # by name: the value, and the folder of the file that wrote it


@dataclass(frozen=True)
class Config:
    """One project, inherited settings included."""

    folder: str
    settings: Settings

    def _places(self, key: str) -> list[str]:
        """The paths that a setting lists, from the repository's root."""
        value, origin = self.settings.get(key, (None, ""))
        return [place for text in strings(value) if (place := self._place(origin, text)) is not None]

    def _place(self, origin: str, text: str) -> str | None:
        inside = text.removeprefix("${configDir}")
        return join(origin, text) if inside == text else join(self.folder, inside.lstrip("/"))

    @cached_property
    def base_url(self) -> str | None:
        return next(iter(self._places("baseUrl")), None)

    @cached_property
    def aliases(self) -> Patterns[list[str]]:
        """`paths`, with targets from the repository's root."""
        value, origin = self.settings.get("paths", (None, ""))
        origin = origin if self.base_url is None else self.base_url
        table: dict[str, list[str]] = {}
        for key, targets in value.items() if isinstance(value, dict) else ():
            places = [self._place(origin, text) for text in strings(targets)]
            table[key] = [place for place in places if place is not None]
        return Patterns(table)

    @cached_property
    def root_dirs(self) -> list[str]:
        return sorted(self._places("rootDirs"), key=len, reverse=True)

    @cached_property
    def conditions(self) -> frozenset[str]:
        """The conditions of `exports` that hold beside the usual ones."""
        return frozenset(strings(self.settings.get("customConditions", (None, ""))[0]))

    @cached_property
    def outputs(self) -> list[str]:
        """The folders that the compiler writes to."""
        return [*self._places("declarationDir"), *self._places("outDir")]

    @cached_property
    def source_roots(self) -> list[str]:
        """The folders that the outputs mirror; unsaid, it is the common one of all inputs."""
        return self._places("rootDir") or [self.folder, f"{self.folder}/src".lstrip("/")]

    def covers(self, path: str) -> bool:
        """Whether the project holds a file."""
        if path in self._files:
            return True
        parts = path.split("/")
        if not any(fits(glob, parts) for glob in self._included):
            return False
        return not any(fits(glob, parts) for glob in self._excluded)

    @cached_property
    def _files(self) -> frozenset[str]:
        return frozenset(self._places("files"))

    @cached_property
    def _included(self) -> list[list[str]]:
        if "include" not in self.settings and "files" not in self.settings:
            return [_glob(self.folder)]
        return [_glob(place) for place in self._places("include")]

    @cached_property
    def _excluded(self) -> list[list[str]]:
        return [_glob(place) for place in self._places("exclude")]


def _glob(place: str) -> list[str]:
    """A selection that is no file stands for all below it."""
    parts = place.split("/") if place else []
    return parts if parts and ("*" in parts[-1] or "." in parts[-1]) else [*parts, "**"]


class Configs:
    """All projects of a repository."""

    def __init__(self, manifests: Mapping[str, bytes], workspaces: Workspaces) -> None:
        self._manifests = manifests
        self._workspaces = workspaces
        self._objects: dict[str, dict[str, Any]] = {}
        self._merged: dict[str, Settings] = {}
        self._configs: dict[str, Config] = {}
        self._nearests: dict[str, str | None] = {}
        self._families: dict[str, list[Config]] = {}

    def owner(self, path: str) -> Config | None:
        """The project that governs a file: of the nearest config and those it refers to, the first that holds it."""
        nearest = self._nearest(_folder(path))
        if nearest is None:
            return None
        config = self._config(nearest)
        if "references" not in self._object(nearest) or config.covers(path):
            return config
        above = (other for other in self._family(nearest) if below(path, other.folder) is not None)
        return next((other for other in above if other.covers(path)), config)

    def all(self) -> Iterator[Config]:
        """Every project, those for one build (tsconfig.build.json) included."""
        for path in sorted(self._manifests):
            name = path.rpartition("/")[2]
            if "tsconfig" in name and name.endswith(".json"):
                yield self._config(path)

    def _nearest(self, folder: str) -> str | None:
        if folder not in self._nearests:
            names = (f"{above}/{name}".lstrip("/") for above in ancestors(folder) for name in _NAMES)
            self._nearests[folder] = next((path for path in names if path in self._manifests), None)
        return self._nearests[folder]

    def _family(self, path: str) -> list[Config]:
        """The project and all that it refers to, directly or not."""
        if path not in self._families:
            paths = dict.fromkeys([path])
            waiting = [path]
            while waiting:
                found = self._references(waiting.pop(0))
                waiting += [other for other in found if other not in paths]
                paths |= dict.fromkeys(found)
            self._families[path] = [self._config(other) for other in paths]
        return self._families[path]

    def _references(self, path: str) -> list[str]:
        listed = self._object(path).get("references")
        texts = [item.get("path") for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
        found = [self._at(_folder(path), text) for text in texts if isinstance(text, str)]
        return list(dict.fromkeys(other for other in found if other is not None))

    def _config(self, path: str) -> Config:
        if path not in self._configs:
            self._configs[path] = Config(_folder(path), self._settings(path, 0))
        return self._configs[path]

    def _settings(self, path: str, depth: int) -> Settings:
        if path in self._merged:
            return self._merged[path]
        merged = self._merged[path] = {}  # what extends itself inherits nothing from itself
        content, folder = self._object(path), _folder(path)
        for parent in strings(content.get("extends")) if depth < _MOST_PARENTS else ():
            found = self._at(folder, parent) if parent.startswith((".", "/")) else self._in_package(folder, parent)
            if found is not None:
                merged |= self._settings(found, depth + 1)
        options = content.get("compilerOptions")
        for keys, values in ((_OPTIONS, options), (_SELECTION, content)):
            if isinstance(values, dict):
                merged |= {key: (values[key], folder) for key in keys if key in values}
        return merged

    def _in_package(self, folder: str, module: str) -> str | None:
        """A config that a package of the repository offers to others."""
        name, subpath = split_name(module)
        package = self._workspaces.find(folder, name)
        if package is None:
            return None
        if subpath == ".":
            subpath = next(iter(strings(self._workspaces.packages[package].get("tsconfig"))), "./tsconfig.json")
        return self._at(package, subpath)

    def _at(self, folder: str, text: str) -> str | None:
        place = join(folder, text)
        if place is None:
            return None
        paths = (place, f"{place}.json", f"{place}/tsconfig.json".lstrip("/"))
        return next((path for path in paths if path in self._manifests), None)

    def _object(self, path: str) -> dict[str, Any]:
        if path not in self._objects:
            self._objects[path] = read_object(self._manifests[path])
        return self._objects[path]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
