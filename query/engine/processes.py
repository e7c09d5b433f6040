"""Chains of calls that begin where something from outside comes in: a route, a command, a message, a public function.

Each symbol keeps the entry points that are nearest to it; those that something outside names come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from query.engine.derived import earlier, once_per_view
from query.engine.metrics import Pairs
from query.engine.model import Symbol
from query.engine.tables import Bools
from query.engine.view import View

Role = Literal["entry", "intermediate", "exit"]
KEPT = 5  # processes of a symbol
DEEPEST = 12
_ENTRY_FACTS = ("route", "command", "schedule", "message")
_MAIN = frozenset({"main", "Main"})


@dataclass(frozen=True, slots=True)
class Process:
    """One chain that a symbol takes part in, and its place there."""

    process_id: str
    label: str
    role: Role
    depth: int


@dataclass(frozen=True, slots=True)
class Part:
    """The nearest chains of a symbol; `more` tells that it is in others, too."""

    processes: tuple[Process, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class _Chains:
    labels: dict[int, str]  # of entry points
    reached: list[list[tuple[int, int]]]  # (entry, depth) of each symbol, the nearest first; one more than is kept
    leads_on: Bools


def processes(view: View, symbol: Symbol) -> Part:
    """The chains that a symbol takes part in; of a draft those that it took part in before."""
    if not view.linked and view.before is not None:
        known = earlier(view, symbol)
        return processes(view.before, known) if known else Part((), False)
    all_chains = chains(view)
    reached = all_chains.reached[symbol.number]
    last: Role = "intermediate" if all_chains.leads_on[symbol.number] else "exit"
    stable = view.loaded.symbols.columns["stable_id"]
    found = tuple(
        Process(
            stable[entry].as_py().replace("sym_", "prc_", 1),
            all_chains.labels[entry],
            last if depth else "entry",
            depth,
        )
        for entry, depth in reached[:KEPT]
    )
    return Part(found, len(reached) > KEPT)


@once_per_view
def chains(view: View) -> _Chains:
    symbols = view.loaded.symbols
    caller, called = _calls(view)
    bounds = np.searchsorted(caller, np.arange(len(symbols) + 1))
    named = _named(view)
    roots = symbols.is_callable & ~symbols.is_test & (symbols.columns["exported"].fill_null(False).to_numpy(False))
    # A type leads on to its constructors, but unless somebody makes one, that is no call.
    made = symbols.is_type[caller] & (symbols.containers[called] == caller)
    runs = _runs(view)[caller]
    roots[called[runs & (~made | np.isin(caller, called[runs]))]] = False
    leads_on = bounds[1:] > bounds[:-1]
    labels = {int(one): symbols.name(int(one)) for one in np.flatnonzero(roots & leads_on)}
    labels |= {one: label for one, label in named.items() if leads_on[one]}
    reached: list[list[tuple[int, int]]] = [[] for _ in range(len(symbols))]
    _spread(sorted(set(labels) & named.keys()), reached, called, bounds)
    _spread(sorted(set(labels) - named.keys()), reached, called, bounds)
    return _Chains(labels, reached, leads_on)


def _runs(view: View) -> Bools:
    """What a chain can pass through: all but code outside of functions and types, which runs when a file is loaded."""
    symbols = view.loaded.symbols
    owned = (symbols.containers >= 0) & symbols.is_type[symbols.containers]
    return np.asarray(symbols.is_callable | symbols.is_type | owned, np.bool_)


def _calls(view: View) -> tuple[Pairs, Pairs]:
    """Who calls whom outside of tests, each pair once, by caller; a type leads on to its constructors."""
    refs, symbols = view.loaded.refs, view.loaded.symbols
    count = max(len(symbols), 1)
    ours = view.loaded.calls & (refs.source >= 0) & (refs.target >= 0) & (refs.source != refs.target)
    ours &= ~symbols.is_test[refs.source]
    made = np.flatnonzero(symbols.of_kinds(("constructor",)) & (symbols.containers >= 0))
    source = np.concatenate([refs.source[ours], symbols.containers[made]]).astype(np.int64)
    target = np.concatenate([refs.target[ours], made])
    return np.divmod(np.unique(source * count + target), count)


def _named(view: View) -> dict[int, str]:
    """Entry points that something outside knows by a name: `POST /orders`, a command, a program's main function."""
    symbols, files = view.loaded.symbols, view.loaded.files
    found: dict[int, str] = {}
    for fact in (fact for kind in _ENTRY_FACTS for fact in view.loaded.facts.of_kind(kind)):
        number = symbols.number(fact.symbol_id) if fact.symbol_id else -1
        # A route that a test declares is no way in from outside, even where it leads to code that is no test.
        tested = files.is_test[files.number(fact.path)]
        if number >= 0 and symbols.is_callable[number] and not symbols.is_test[number] and not tested:
            found.setdefault(number, f"{fact.kind} {fact.value}")
    mains = [number for name in sorted(_MAIN) for number in symbols.where("name", name)]
    plain = (number for number in mains if symbols.is_callable[number] and not symbols.is_test[number])
    return {number: f"main {symbols.name(number)}" for number in plain} | found


def _spread(entries: list[int], reached: list[list[tuple[int, int]]], called: Pairs, bounds: Pairs) -> None:
    """Walk from all entry points at once, level by level; a symbol that has enough passes nothing further on."""
    level = [(entry, entry) for entry in entries]
    for depth in range(DEEPEST + 1):
        met: dict[tuple[int, int], None] = {}
        for entry, number in level:
            known = reached[number]
            if len(known) > KEPT or any(one == entry for one, _ in known):
                continue
            known.append((entry, depth))
            met.update(((entry, int(one)), None) for one in called[bounds[number] : bounds[number + 1]])
        level = list(met)
