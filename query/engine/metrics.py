"""How much a symbol is used, changed and tested; counted for all symbols of a view at once."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from indexer import schema
from query.engine.derived import earlier, once_per_view
from query.engine.model import Symbol
from query.engine.tables import Bools, Ints
from query.engine.view import View

# References that are a use; to import or to override something is to name it.
USES = ("call", "read", "write", "instantiate", "type_use")
FARTHEST_TEST = 4
_USE_CODES = tuple(map(schema.REF_KINDS.index, USES))
_RUNS = tuple(map(schema.REF_KINDS.index, ("call", "instantiate")))
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
    tests: Bools
    nearest_test: Ints
    test_distance: Ints


def metrics(view: View, symbol: Symbol) -> Metrics:
    """The figures of one symbol."""
    if not view.linked and view.before is not None:
        return _of_draft(view, view.before, symbol)
    found, number = counts(view), symbol.number
    file = view.loaded.files.number(symbol.path)
    return Metrics(
        int(found.fan_in[number]),
        int(found.fan_out[number]),
        found.churn[file] if file >= 0 else None,
        int(found.test_refs[number]),
        _canonical_test(view, found, symbol),
    )


def _of_draft(view: View, before: View, symbol: Symbol) -> Metrics:
    """Uses as far as they are known; tests are looked for when the draft is linked, and stay what they were."""
    refs, number = view.loaded.refs, symbol.number
    rows = refs.to(number)
    if (entered := _entered(view).get(number)) is not None:
        made = refs.to(entered)
        rows = np.concatenate([rows, made[np.isin(refs.kind[made], _RUNS)]])
    rows = rows[np.isin(refs.kind[rows], _USE_CODES) & (refs.source[rows] != number)]
    users = np.where(refs.source[rows] >= 0, refs.source[rows], len(view.loaded.symbols) + refs.path[rows])
    tested = view.loaded.files.is_test[refs.path[rows]]
    used = refs.target[refs.of(number)][np.isin(refs.kind[refs.of(number)], _USE_CODES)]
    known, file = earlier(view, symbol), view.loaded.files.number(symbol.path)
    return Metrics(
        len(np.unique(users)),
        len(np.unique(used[(used >= 0) & (used != number)])),
        view.loaded.churn[file] if file >= 0 else None,
        int(np.count_nonzero(tested)),
        metrics(before, known).canonical_test if known else None,
    )


def uses(view: View) -> tuple[Pairs, Pairs]:
    """Who uses whom, each pair once, by number; code outside of definitions is its file's, numbered behind symbols."""
    refs, count = view.loaded.refs, len(view.loaded.symbols)
    user, used = _occurrences(view)
    everyone = np.where(refs.source >= 0, refs.source, count + refs.path).astype(np.int64)
    pairs = np.unique(everyone[user] * max(count, 1) + used)
    return np.divmod(pairs, max(count, 1))


def _occurrences(view: View) -> tuple[Pairs, Pairs]:
    """(rows of refs that are uses, what each uses); what makes a type is a use of its one constructor, too"""
    refs = view.loaded.refs
    rows = np.flatnonzero(np.isin(refs.kind, _USE_CODES) & (refs.target >= 0) & (refs.source != refs.target))
    constructor = np.full(len(view.loaded.symbols), -1, np.int64)
    entered = _entered(view)
    constructor[list(entered.values())] = list(entered)
    made = rows[np.isin(refs.kind[rows], _RUNS) & (constructor[refs.target[rows]] >= 0)]
    used = np.concatenate([refs.target[rows], constructor[refs.target[made]]]).astype(np.int64)
    return np.concatenate([rows, made]), used


@once_per_view
def _entered(view: View) -> dict[int, int]:
    """The type that a constructor is called through, where the type has no other."""
    symbols = view.loaded.symbols
    found = np.flatnonzero(symbols.of_kinds(("constructor",)) & (symbols.containers >= 0))
    kinds, first, times = np.unique(symbols.containers[found], return_index=True, return_counts=True)
    return dict(zip(found[first[times == 1]].tolist(), kinds[times == 1].tolist(), strict=True))


def _tests(view: View, fan_in: Ints) -> Bools:
    """Functions of tests, and files of tests where they run code outside of functions."""
    symbols = view.loaded.symbols
    runs = symbols.is_callable | symbols.of_kinds(("module",))
    # Nobody calls a test but its runner: what others use is a helper.
    return np.asarray(symbols.is_test & runs & (fan_in == 0), np.bool_)


@once_per_view
def counts(view: View) -> _Counts:
    refs, symbols, files = view.loaded.refs, view.loaded.symbols, view.loaded.files
    count = len(symbols)
    user, used = uses(view)
    rows, target = _occurrences(view)
    in_tests = files.is_test[refs.path[rows]] | ((refs.source[rows] >= 0) & symbols.is_test[refs.source[rows]])
    fan_in = np.bincount(used, minlength=count)
    tests = _tests(view, fan_in)
    nearest, distance = _nearest_tests(user[user < count], used[user < count], tests)
    return _Counts(
        fan_in,
        np.bincount(user[user < count], minlength=count),
        np.bincount(target[in_tests], minlength=count),
        view.loaded.churn,
        tests,
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


def _canonical_test(view: View, found: _Counts, symbol: Symbol) -> Test | None:
    """A test that uses the symbol itself, best one that is named after it; else the nearest that reaches it."""
    distance = int(found.test_distance[symbol.number])
    if distance < 1 or symbol.is_test:
        return None
    symbols = view.loaded.symbols
    if distance > 1:
        return Test(symbols[int(found.nearest_test[symbol.number])], distance)
    rows = view.loaded.refs.to(symbol.number)
    if (entered := _entered(view).get(symbol.number)) is not None:
        rows = np.concatenate([rows, view.loaded.refs.to(entered)])
    sources = view.loaded.refs.source[rows[np.isin(view.loaded.refs.kind[rows], _USE_CODES)]]
    tests, times = np.unique(sources[sources >= 0], return_counts=True)
    direct = found.tests[tests]
    word, names = _letters(symbol.name), symbols.columns["name"]

    def unlike(test: int, often: int) -> tuple[bool, bool, int, int, int]:
        named = word in _letters(names[test].as_py())
        return not symbols.is_callable[test], not named, -often, int(found.fan_out[test]), test

    best = min(unlike(*one) for one in zip(tests[direct].tolist(), times[direct].tolist(), strict=True))
    return Test(symbols[best[-1]], 1)


def _letters(name: str) -> str:
    return _NO_LETTERS.sub("", name.lower())
