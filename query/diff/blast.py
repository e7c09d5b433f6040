"""Blast radius: what transitively depends on what changed, which tests reach it, and how risky that is.

Sixty-four changes travel at a time, a bit each, against the direction of the dependencies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2

import duckdb
import numpy as np
import numpy.typing as npt

from query.diff.load import statements
from query.diff.model import Blast, Dependent, Risk, SymbolChange

DEPTH = 6  # steps from a change; beyond, everything depends on everything
_BITS = 64
Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]


class Graph:
    """Dependencies between the symbols of the head, by number."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        symbols = connection.execute(statements("changes")["numbers"]).fetchnumpy()
        self.ids: list[str] = list(symbols["symbol_id"])
        self.number: Mapping[str, int] = {symbol_id: at for at, symbol_id in enumerate(self.ids)}
        self.is_test = np.asarray(symbols["is_test"], dtype=bool)
        self.churn = np.asarray(symbols["churn"], dtype=np.int64)
        edges = connection.execute(statements("changes")["dependencies"]).fetchnumpy()
        self.source, self.target = _edges(symbols["number"], edges["source"], edges["target"])
        self.direct = np.bincount(self.target, minlength=len(self.ids))

    def reach(self, seeds: Sequence[int], depth: int = DEPTH) -> Iterator[Bits]:
        """For each 64 seeds the symbols' marks: a bit for each of them that a symbol depends on, itself not counted."""
        near = self.steps(seeds, depth)[self.target] >= 0
        target, (sources, starts) = self.target[near], np.unique(self.source[near], return_index=True)
        for at in range(0, len(seeds), _BITS):
            batch = list(seeds[at : at + _BITS])
            bits = np.left_shift(np.uint64(1), np.arange(len(batch), dtype=np.uint64))
            marks = np.zeros(len(self.ids), dtype=np.uint64)
            marks[batch] = bits
            for _ in range(depth if len(target) else 0):
                before = marks[sources]
                marks[sources] |= np.bitwise_or.reduceat(marks[target], starts)
                if np.array_equal(before, marks[sources]):
                    break
            marks[batch] &= ~bits
            yield marks

    def steps(self, seeds: Sequence[int], depth: int = DEPTH) -> Ints:
        """For each symbol how many steps lie between it and the nearest seed, -1 where there is no way."""
        steps = np.full(len(self.ids), -1, dtype=np.int64)
        steps[list(seeds)] = 0
        for step in range(1, depth + 1):
            arrived = self.source[steps[self.target] == step - 1]
            steps[arrived[steps[arrived] < 0]] = step
        return steps


def _edges(numbers: Bits, sources: Bits, targets: Bits) -> tuple[Ints, Ints]:
    """Each edge between two symbols once, by their places among the numbers, in the order of the sources."""
    source, target = _places(numbers, sources), _places(numbers, targets)
    known = (source >= 0) & (target >= 0) & (source != target)
    joined = np.sort(source[known] * len(numbers) + target[known])
    once = joined[np.diff(joined, prepend=-1) > 0]
    return once // len(numbers), once % len(numbers)


def _places(numbers: Bits, wanted: Bits) -> Ints:
    """Where each stands in the sorted numbers, -1 for one that does not."""
    # Looked up in order and once each: at random it takes three times as long.
    values, back = np.unique(wanted, return_inverse=True)
    places = np.searchsorted(numbers, values)
    places[~np.isin(values, numbers, assume_unique=True)] = -1
    return places[back]


def dependents(graph: Graph, symbol_ids: Sequence[str], depth: int = DEPTH) -> list[Dependent]:
    """What depends on some symbols, the nearest first."""
    steps = graph.steps([graph.number[symbol_id] for symbol_id in symbol_ids], depth)
    reached = np.flatnonzero(steps > 0)
    found = (Dependent(graph.ids[number], int(steps[number]), bool(graph.is_test[number])) for number in reached)
    return sorted(found, key=lambda dependent: (dependent.steps, dependent.symbol_id))


def blast_radius(graph: Graph, changes: Sequence[SymbolChange], depth: int = DEPTH) -> Blast:
    """What depends on the changed symbols; new ones that nobody uses yet have no radius."""
    seeds = {graph.number[c.symbol_id]: c for c in changes if c.symbol_id in graph.number and not c.is_test}
    touched = np.zeros(len(graph.ids), dtype=bool)
    risks = [_risk(graph, change, number, 0, 0) for number, change in seeds.items() if not graph.direct[number]]
    numbers = [number for number in seeds if graph.direct[number]]
    for at, marks in enumerate(graph.reach(numbers, depth)):
        touched |= marks != 0
        reached, tests = _count(marks), _count(marks[graph.is_test])
        batch = numbers[at * _BITS : (at + 1) * _BITS]
        risks += [_risk(graph, seeds[n], n, int(reached[bit]), int(tests[bit])) for bit, n in enumerate(batch)]
    in_tests = sorted(graph.ids[number] for number in np.flatnonzero(touched & graph.is_test))
    ranked = sorted(risks, key=lambda risk: (-risk.score, risk.symbol_id))
    untested = sum(risk.tests == 0 for risk in ranked)
    return Blast(len(seeds), int(touched.sum()), in_tests, untested, ranked)


def _count(marks: Bits) -> Ints:
    """How many of the marks have each bit."""
    bits = np.unpackbits(marks[marks != 0].astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    counts: Ints = bits.sum(axis=0, dtype=np.int64)
    return counts


def _risk(graph: Graph, change: SymbolChange, number: int, reached: int, tests: int) -> Risk:
    """Many dependents, a busy file, no test, a broken contract: each makes it worse."""
    churn = int(graph.churn[number])
    score = 1 + log2(1 + reached - tests)
    score *= (1.5 if tests == 0 else 1.0) * (3.0 if change.breaking else 1.0) * (1 + min(churn, 20) / 20)
    return Risk(
        change.symbol_id, change.path, change.line, score=round(score, 1), direct=int(graph.direct[number]),
        dependents=reached, tests=tests, churn_30d=churn, breaking=bool(change.breaking),
    )  # fmt: skip
