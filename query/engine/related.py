"""What belongs together with a symbol: in its file, beside it, in its package, along the imports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from posixpath import dirname

import numpy as np

from query.engine.model import Relation, Symbol
from query.engine.statements import rows
from query.engine.tables import Bools
from query.engine.view import View

_RELATIONS: dict[str, tuple[Relation, ...]] = {
    "file": ("same_file",),
    "module": ("same_file", "same_module", "imported"),
    "package": ("same_file", "same_module", "imported", "same_package"),
}
# A folder with one of these is a package of its own.
_MANIFESTS = (
    "pyproject.toml", "setup.py", "package.json", "Cargo.toml", "go.mod", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "Package.swift", "pubspec.yaml", "mix.exs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relative:
    symbol: Symbol
    relation: Relation


@dataclass(frozen=True, slots=True)
class Related:
    anchor: Symbol
    found: tuple[Relative, ...]
    total: int


def related(view: View, anchor: Symbol, scope: str = "file", limit: int = 20) -> Related:
    """Neighbours of a symbol; each relation gets its share of `limit`, the most central of each first."""
    taken = {anchor.number}
    groups: list[list[tuple[int, Relation]]] = []
    for relation in _RELATIONS[scope]:
        numbers = [number for number in _ranked(view, _members(view, anchor, relation)) if number not in taken]
        taken.update(numbers)
        groups.append([(number, relation) for number in numbers])
    order = {relation: place for place, relation in enumerate(_RELATIONS[scope])}
    chosen = sorted(_in_turn(groups, limit), key=lambda one: order[one[1]])
    found = tuple(Relative(view.loaded.symbols[number], relation) for number, relation in chosen)
    return Related(anchor, found, sum(map(len, groups)))


def _in_turn(groups: list[list[tuple[int, Relation]]], limit: int) -> list[tuple[int, Relation]]:
    turns = (one for turn in zip_longest(*groups) for one in turn if one is not None)
    return [one for one, _ in zip(turns, range(limit), strict=False)]


def _members(view: View, anchor: Symbol, relation: Relation) -> Bools:
    symbols = view.loaded.symbols
    if relation == "imported":
        mask = np.zeros(len(symbols), np.bool_)
        mask[list(_imported(view, anchor))] = True
        return mask
    if relation == "same_file":
        mask = symbols.having("path", lambda path: path == anchor.path)
    elif relation == "same_module":
        folder = dirname(anchor.path)
        mask = symbols.having("path", lambda path: dirname(path) == folder)
    else:
        root = _package_root(view, anchor.path)
        mask = symbols.starting("path", f"{root}/" if root else "")
    # A file of another language beside it is no part of the module.
    mask &= symbols.having("language", lambda language: language == anchor.language)
    return mask & ~symbols.of_kinds(("module", "namespace", "package"))


def _imported(view: View, anchor: Symbol) -> Iterator[int]:
    """What the anchor's file imports, and what stands in files that import the anchor."""
    symbols = view.loaded.symbols
    values = {"path": anchor.path, "symbol": anchor.symbol_id}
    for (symbol_id,) in rows(view.mounted, "related", "imported", values):
        if (number := symbols.number(symbol_id)) >= 0:
            yield number


def _package_root(view: View, path: str) -> str:
    """The nearest folder above that is a package by its manifest; the outermost folder where none is."""
    files, folder = view.loaded.files, dirname(path)
    while folder:
        if any(files.number(f"{folder}/{name}") >= 0 for name in _MANIFESTS):
            return folder
        folder = dirname(folder)
    return path.partition("/")[0] if "/" in path else ""


def _ranked(view: View, mask: Bools) -> list[int]:
    """The most central first, tests last."""
    numbers = np.flatnonzero(mask)
    score = view.loaded.centrality[numbers] - view.loaded.symbols.is_test[numbers]
    order: list[int] = numbers[np.argsort(-score, kind="stable")].tolist()
    return order
