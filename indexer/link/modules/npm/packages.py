"""Which file of a package an import leads to: `exports`, `imports`, `types`, `main`, and what they are built from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from indexer.link.modules.npm.files import Files
from indexer.link.modules.npm.sources import BUILD, Sources
from indexer.link.modules.npm.text import Patterns, below, join
from indexer.link.modules.npm.workspaces import Workspaces

_CONDITIONS = frozenset({"types", "import", "require", "node", "default"})
_ENTRIES = ("types", "typings", "module", "main")
_DEEPEST = 16


class Packages:
    """The entry points of the repository's packages."""

    def __init__(self, files: Files, workspaces: Workspaces, sources: Sources) -> None:
        self._files = files
        self._workspaces = workspaces
        self._sources = sources
        self._tables: dict[tuple[str, str], Patterns[Any]] = {}

    def folder(self, folder: str) -> str | None:
        """What the import of a folder leads to: what its package.json names, else its index."""
        package = self._workspaces.packages.get(folder)
        if package is None:
            return self._files.index(folder)
        fields = [package[field] for field in _ENTRIES if isinstance(package.get(field), str)]
        found = self.first(folder, fields, is_main=True) or self._files.index(folder)
        return found or self._sources.packed_from(folder, f"{folder}/index".lstrip("/"), is_main=True)

    def exported(self, folder: str, subpath: str, conditions: Set[str]) -> str | None:
        """What `name` or `name/subpath` leads to, for the package in a folder, under conditions beside the usual."""
        is_main = subpath == "."
        match = self._table(folder, "exports").match(subpath)
        if match is not None:
            targets = _targets(*match, _CONDITIONS | conditions)
            if not targets:
                return None  # null: kept private by the package
            found = self.first(folder, targets, is_main)
            if found is not None:
                return found
        return self.folder(folder) if is_main else self._plain(folder, subpath)

    def imported(self, folder: str, name: str, conditions: Set[str]) -> list[str]:
        """The targets, files or names of packages, that `#name` has in the package in a folder."""
        match = self._table(folder, "imports").match(name)
        return [] if match is None else _targets(*match, _CONDITIONS | conditions)

    def built(self, place: str) -> str | None:
        """The source of a path in a folder that its package says it is built into."""
        folder = self._workspaces.scope(place)
        rest = below(place, folder) if folder is not None else None
        if folder is None or not rest or rest.partition("/")[0] not in self._outputs(folder):
            return None
        return self._sources.packed_from(folder, place if "/" in rest else f"{place}/index", is_main=False)

    def first(self, folder: str, targets: Iterable[str], is_main: bool = False) -> str | None:
        """The first of the targets that is in the repository, or whose source is."""
        for target in targets:
            place = join(folder, target)
            if place is None:
                continue
            found = self._files.module(place) or self._source(folder, place, is_main)
            if found is not None:
                return found
        return None

    def _plain(self, folder: str, subpath: str) -> str | None:
        """A subpath taken as a path: without `exports`, and for compilers that do not read them."""
        place = join(folder, subpath)
        if place is None:
            return None
        return self._files.file(place) or self.folder(place) or self._source(folder, place, is_main=False)

    def _source(self, folder: str, place: str, is_main: bool) -> str | None:
        return self._sources.compiled_from(place) or self._sources.packed_from(folder, place, is_main)

    def _outputs(self, folder: str) -> Set[str]:
        """The build folders that a package's manifest names files of."""
        package = self._workspaces.packages[folder]
        named = _leaves([package.get(field) for field in (*_ENTRIES, "exports", "bin")], _CONDITIONS, True, 0)
        return BUILD & {target.removeprefix("./").partition("/")[0] for _, target in named}

    def _table(self, folder: str, field: str) -> Patterns[Any]:
        key = (folder, field)
        if key not in self._tables:
            self._tables[key] = Patterns(_by_subpath(self._workspaces.packages[folder].get(field)))
        return self._tables[key]


def _by_subpath(value: object) -> dict[str, Any]:
    """`exports` or `imports` as a table, where it may be the value of `.` alone."""
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(name.startswith((".", "#")) for name in value):
        return {".": value}
    # `./folder/` is the old way to say `./folder/*`.
    return {f"{name}*" if name.endswith("/") else name: target for name, target in value.items()}


def _targets(value: object, star: str, conditions: Set[str]) -> list[str]:
    """The targets of a conditional value, those under conditions that hold before the others."""
    leaves = sorted(_leaves(value, conditions, True, 0), key=lambda leaf: not leaf[0])
    return [_fill(target, star) for _, target in leaves]


def _fill(target: str, star: str) -> str:
    return target + star if target.endswith("/") else target.replace("*", star)


def _leaves(value: object, conditions: Set[str], holds: bool, depth: int) -> Iterator[tuple[bool, str]]:
    """(all conditions above it hold, target), as deep as real manifests go."""
    if isinstance(value, str):
        yield holds, value
    elif depth < _DEEPEST:
        if isinstance(value, list):
            for item in value:
                yield from _leaves(item, conditions, holds, depth + 1)
        elif isinstance(value, dict):
            for condition, item in value.items():
                yield from _leaves(item, conditions, holds and condition in conditions, depth + 1)
