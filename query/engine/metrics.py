"""How much a symbol is used, changed and tested; counted for all symbols of a view at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer import schema
from query.engine.derived import once_per_view
from query.engine.model import Symbol
from query.engine.statements import arrow
from query.engine.tables import Bools, Ints
from query.engine.view import View

# References that are a use; to import or to override something is to name it.
USES = ("call", "read", "write", "instantiate", "type_use")
FARTHEST_TEST = 4
_USE_CODES = tuple(map(schema.REF_KINDS.index, USES))
_NO_LETTERS = re.compile(r"[^a-z0-9]+")

Pairs = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Test:
    """The test that stands for a symbol, and how many uses lie between them."""

    symbol: Symbol
    distance: int


@dataclass(frozen=True, slots=True)
class Metrics:
    """`fan_in` counts definitions (or files) that use the symbol, `fan_out` symbols that it uses, each once.

    `test_refs` counts occurrences in tests; `churn_30d` is the file's, and none where git cannot tell.
    """

    fan_in: int
    fan_out: int
    churn_30d: int | None
    test_refs: int
    canonical_test: Test | None


@dataclass(frozen=True, slots=True)
class _Counts:
    fan_in: Ints
    fan_out: Ints
    test_refs: Ints
    churn: list[int | None]
    nearest_test: Ints
    test_distance: Ints


def metrics(view: View, symbol: Symbol) -> Metrics:
    """The figures of one symbol."""
    counts, number = _counts(view), symbol.number
    file = view.loaded.files.number(symbol.path)
    return Metrics(
        int(counts.fan_in[number]),
        int(counts.fan_out[number]),
        counts.churn[file] if file >= 0 else None,
        int(counts.test_refs[number]),
        _canonical_test(view, counts, symbol),
    )


def uses(view: View) -> tuple[Pairs, Pairs]:
    """Who uses whom, each pair once, by number; code outside of definitions is its file's, numbered behind symbols."""
    refs, count = view.loaded.refs, len(view.loaded.symbols)
    counted = np.isin(refs.kind, _USE_CODES) & (refs.target >= 0) & (refs.source != refs.target)
    user = np.where(refs.source >= 0, refs.source, count + refs.path)[counted].astype(np.int64)
    pairs = np.unique(user * max(count, 1) + refs.target[counted])
    return np.divmod(pairs, max(count, 1))


@once_per_view
def _counts(view: View) -> _Counts:
    refs, symbols, files = view.loaded.refs, view.loaded.symbols, view.loaded.files
    count = len(symbols)
    user, used = uses(view)
    in_tests = np.isin(refs.kind, _USE_CODES) & (refs.target >= 0) & (refs.source != refs.target)
    in_tests &= files.is_test[refs.path] | ((refs.source >= 0) & symbols.is_test[refs.source])
    nearest, distance = _nearest_tests(user[user < count], used[user < count], symbols.is_test & symbols.is_callable)
    return _Counts(
        np.bincount(used, minlength=count),
        np.bincount(user[user < count], minlength=count),
        np.bincount(refs.target[in_tests], minlength=count),
        arrow(view.mounted, "metrics", "churn")["churn_30d"].to_pylist(),
        nearest,
        distance,
    )


def _nearest_tests(user: Pairs, used: Pairs, is_test: Bools) -> tuple[Ints, Ints]:
    """(the test that reaches each symbol in the fewest uses, how many those are), -1 where none does"""
    nearest = np.where(is_test, np.arange(len(is_test)), -1)
    distance = np.where(is_test, 0, -1)
    for step in range(1, FARTHEST_TEST + 1):
        new = (distance[user] == step - 1) & (distance[used] < 0)
        reached = np.full(len(is_test), len(is_test))
        # The lowest number wins, so that the order of rows does not show.
        np.minimum.at(reached, used[new], nearest[user[new]])
        found = reached < len(is_test)
        nearest[found], distance[found] = reached[found], step
    return nearest, distance


def _canonical_test(view: View, counts: _Counts, symbol: Symbol) -> Test | None:
    """A test that uses the symbol itself, best one that is named after it; else the nearest that reaches it."""
    distance = int(counts.test_distance[symbol.number])
    if distance < 1:
        return None
    symbols = view.loaded.symbols
    if distance > 1:
        return Test(symbols[int(counts.nearest_test[symbol.number])], distance)
    rows = view.loaded.refs.to(symbol.number)
    sources = view.loaded.refs.source[rows[np.isin(view.loaded.refs.kind[rows], _USE_CODES)]]
    tests, times = np.unique(sources[sources >= 0], return_counts=True)
    direct = symbols.is_test[tests] & symbols.is_callable[tests]
    word, names = _letters(symbol.name), symbols.columns["name"]

    def unlike(test: int, often: int) -> tuple[bool, int, int, int]:
        return word not in _letters(names[test].as_py()), -often, int(counts.fan_out[test]), test

    best = min(unlike(*one) for one in zip(tests[direct].tolist(), times[direct].tolist(), strict=True))
    return Test(symbols[best[-1]], 1)


def _letters(name: str) -> str:
    return _NO_LETTERS.sub("", name.lower())
