"""Folders as packages: what they hold, which of them use which, and where that runs in circles."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from query.engine.tables import Ints
from query.engine.view import View
from query.pages.model import Cycle, Package
from query.pages.named import dependencies
from query.pages.rows import rows


def packages(view: View) -> tuple[Package, ...]:
    """All folders with parsed source outside of tests, the largest first."""
    uses = _uses(view)
    found: dict[str, list[tuple[Any, ...]]] = {}
    for row in rows(view.mounted, "files"):
        found.setdefault(folder(row[0]), []).append(row)
    made = [_package(name, files, uses.get(name, {})) for name, files in found.items()]
    return tuple(sorted(made, key=lambda one: (-one.lines, one.name)))


def folder(path: str) -> str:
    return str(PurePosixPath(path).parent)


def symbol_files(view: View) -> Ints:
    """The number of each symbol's file."""
    column, files = view.loaded.symbols.columns["path"], view.loaded.files
    numbers = np.fromiter(map(files.number, column.dictionary.to_pylist()), np.int32, len(column.dictionary))
    found: Ints = numbers[column.indices.to_numpy(zero_copy_only=False)]
    return found


def _package(name: str, files: list[tuple[Any, ...]], uses: dict[str, int]) -> Package:
    churns = [churn for *_, churn in files if churn is not None]
    lines, symbols = (sum(row[column] for row in files) for column in (1, 2))
    return Package(name, len(files), lines, symbols, sum(churns) if churns else None, uses)


def _uses(view: View) -> dict[str, dict[str, int]]:
    """How many references lead from one folder to another, tests left out."""
    refs, files = view.loaded.refs, view.loaded.files
    kept = dependencies(view) & ~files.is_test[refs.path]
    source = refs.path[kept].astype(np.int64)
    target = symbol_files(view)[refs.target[kept]]
    pairs, counts = np.unique(source * len(files.paths) + target, return_counts=True)
    folders = [folder(path) for path in files.paths.to_pylist()]
    found: dict[str, Counter[str]] = {}
    for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
        user, used = divmod(pair, len(folders))
        if folders[user] != folders[used] and not files.is_test[used]:
            found.setdefault(folders[user], Counter())[folders[used]] += count
    return {name: dict(counter.most_common()) for name, counter in found.items()}


def cycles(found: tuple[Package, ...]) -> tuple[Cycle, ...]:
    """Groups of packages that depend on one another in a circle, the largest first."""
    import igraph

    names = [package.name for package in found]
    number = {name: place for place, name in enumerate(names)}
    edges = [
        (number[package.name], number[used], count)
        for package in found
        for used, count in package.uses.items()
        if used in number
    ]
    graph = igraph.Graph(len(names), [edge[:2] for edge in edges], directed=True)
    graph.es["weight"] = [edge[2] for edge in edges]
    rings = [part for part in graph.connected_components(mode="strong") if len(part) > 1]
    made = [Cycle(tuple(sorted(names[one] for one in ring)), _weakest(graph, ring, names)) for ring in rings]
    return tuple(sorted(made, key=lambda cycle: (-len(cycle.packages), cycle.packages)))


def _weakest(graph: Any, ring: list[int], names: list[str]) -> tuple[tuple[str, str, int], ...]:
    part = graph.induced_subgraph(ring)
    # The exact method takes exponential time.
    method = "ip" if len(ring) <= 12 else "eades"
    cut = [part.es[one] for one in part.feedback_arc_set(weights="weight", method=method)]
    arcs = [(names[ring[edge.source]], names[ring[edge.target]], int(edge["weight"])) for edge in cut]
    return tuple(sorted(arcs, key=lambda arc: (arc[2], arc)))
