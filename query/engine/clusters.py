"""Parts that code falls into by how it is used: communities of the reference graph.

What is grouped are outermost definitions, each tied to its file and to what it uses; members go with their type.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import dataclass

import igraph
import numpy as np
import numpy.typing as npt

from query.engine.derived import earlier, once_per_view
from query.engine.metrics import Pairs, uses
from query.engine.model import Symbol
from query.engine.tables import Bools, Symbols, texts
from query.engine.view import View

# How strongly a definition hangs on its file, and a test on what it uses, held against 1 for one use elsewhere.
FILE_TIE, TEST_TIE = 0.5, 0.1
ROUNDS = 2  # a third adds nothing that anybody would see, and takes as long as the first two
_SEED = 17
Ties = tuple[Pairs, Pairs, npt.NDArray[np.float64]]
_drawing = threading.Lock()  # igraph has one source of random numbers for the whole process


@dataclass(frozen=True, slots=True)
class Cluster:
    """Named after its most used member, which also gives the id: it survives edits that do not shift the centre."""

    cluster_id: str
    label: str
    members: int


@dataclass(frozen=True, slots=True)
class _Clusters:
    of: Pairs  # cluster of each symbol
    found: dict[int, Cluster]


def cluster(view: View, symbol: Symbol) -> Cluster:
    """The part of the code that a symbol belongs to.

    Communities are found once for a commit: what is laid over it goes with what it stands in, else alone.
    """
    known = _in_commit(view, symbol)
    if known is None:
        alone = np.asarray([symbol.number])
        return Cluster(_id(symbol), _label(view, alone, symbol), 1)
    clusters = _clusters(view.before or view)
    return clusters.found[int(clusters.of[known.number])]


def _in_commit(view: View, symbol: Symbol) -> Symbol | None:
    """The symbol, what it stands in, or the first definition of its file, whichever the commit has."""
    container = view.loaded.symbols.number(symbol.container_id or "")
    if (known := earlier(view, symbol)) is not None or view.before is None:
        return known
    if container >= 0:
        return _in_commit(view, view.loaded.symbols[container])
    numbers = view.before.loaded.symbols.where("path", symbol.path)
    return view.before.loaded.symbols[numbers[0]] if numbers else None


def _id(centre: Symbol) -> str:
    return centre.stable_id.replace("sym_", "clu_", 1)


@once_per_view
def _clusters(view: View) -> _Clusters:
    symbols, files = view.loaded.symbols, view.loaded.files
    count = len(symbols)
    root = _roots(symbols)
    user, used = uses(view)
    # Code outside of definitions is its file's, and files are nodes behind the symbols.
    node = np.append(root, count + np.arange(len(files.paths)))
    in_tests = np.append(symbols.is_test, files.is_test)[user]
    ties = _ties(node[user], root[used], in_tests, len(node))
    ties.append((root, count + _files(view), np.full(count, FILE_TIE)))
    of = _communities(ties, len(node))[root]
    return _Clusters(of, _described(view, of))


def _roots(symbols: Symbols) -> Pairs:
    """The outermost definition around each symbol that is no module."""
    modules = np.append(symbols.of_kinds(("module", "namespace", "package")), True)
    own = np.arange(len(symbols), dtype=np.int64)
    outer = np.where(modules[symbols.containers], own, symbols.containers)
    while not np.array_equal(outer[outer], outer):
        outer = outer[outer]
    return outer


def _files(view: View) -> Pairs:
    """Number of each symbol's file."""
    paths = view.loaded.symbols.columns["path"]
    numbers = [view.loaded.files.number(path) for path in paths.dictionary.to_pylist()]
    return np.asarray(np.array(numbers, np.int64)[paths.indices.to_numpy()], np.int64)


def _ties(source: Pairs, target: Pairs, in_tests: Bools, size: int) -> list[Ties]:
    """Uses between two nodes as one tie: ten uses bind more than one, but not ten times as much."""
    apart = source != target
    low, high = np.minimum(source, target)[apart], np.maximum(source, target)[apart]
    pairs, place = np.unique(low * size + high, return_inverse=True)
    weights = np.bincount(place, np.where(in_tests[apart], TEST_TIE, 1.0), len(pairs))
    return [(*np.divmod(pairs, max(size, 1)), np.log1p(weights))]


def _communities(ties: list[Ties], size: int) -> Pairs:
    source, target, weights = (np.concatenate(column) for column in zip(*ties, strict=True))
    graph = igraph.Graph(n=size, edges=np.column_stack([source, target]).tolist())
    with _drawing:
        igraph.set_random_number_generator(random.Random(_SEED))
        found = graph.community_leiden(objective_function="modularity", weights=weights.tolist(), n_iterations=ROUNDS)
        igraph.set_random_number_generator(random)
    return np.array(found.membership, np.int64)


def _described(view: View, of: Pairs) -> dict[int, Cluster]:
    symbols = view.loaded.symbols
    solid = (symbols.is_type | symbols.is_callable) & ~symbols.is_test
    # What is used most, among types and functions that are no tests where there are such; then the first by id.
    order = np.lexsort([-view.loaded.fan_in, ~solid, of])
    bounds = np.append(np.flatnonzero(np.diff(of[order], prepend=-1)), len(order))
    clusters = {}
    for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        members = order[first:last]
        centre = symbols[int(members[0])]
        clusters[int(of[members[0]])] = Cluster(_id(centre), _label(view, members, centre), len(members))
    return clusters


def _label(view: View, members: Pairs, centre: Symbol) -> str:
    """The namespace or folder that most members stand in, and the name of the one in the middle."""
    symbols = view.loaded.symbols
    shown = members[~symbols.is_test[members]] if not centre.is_test else members
    spaces = texts(symbols.columns["namespace"], shown)
    counted = Counter(space for space in spaces if space)
    place = min(counted, key=lambda space: (-counted[space], space)) if counted else centre.path.rpartition("/")[0]
    return f"{place}: {centre.name}" if place else centre.name
