"""One step along calls, in either direction: which symbols, by which occurrences, known by which rule."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

import numpy as np

from indexer import schema
from query.engine.model import EXTERNAL, RESOLVED, UNRESOLVED
from query.engine.parts import is_sole_constructor, made_by, parts
from query.engine.tables import RULES, Ints
from query.engine.view import View

CANDIDATES = "candidates"  # what is called is one of several, and nothing says which
_OVERRIDES = tuple(map(schema.REF_KINDS.index, ("override", "implementation")))


class Hop(NamedTuple):
    """All calls of one target from one source, as numbers: the first row of refs, how many there are.

    A target outside the repository, or one that is not known, is -1. `via` is what the code names where that is another
    symbol: the member that the target overrides, or the type that a constructor belongs to; else -1.
    """

    source: int
    target: int
    row: int
    times: int
    via: int = -1


@dataclass(frozen=True, slots=True)
class Call:
    """A hop spelled out: `line` is where its first call stands, `rule` how that is known."""

    source: str
    target: str | None
    name: str
    state: str
    kind: str
    rule: str
    confidence: str
    path: str
    line: int
    count: int
    via: str | None


class Hops(Sequence[Hop]):
    """Hops to one target, each made when it is asked for: a common name has thousands of callers."""

    def __init__(self, target: int, sources: Ints, rows: Ints, times: Ints, via: Ints) -> None:
        self.sources: list[int] = sources.tolist()
        self._target = target
        self._columns = rows, times, via

    def __len__(self) -> int:
        return len(self.sources)

    @overload
    def __getitem__(self, place: int) -> Hop: ...
    @overload
    def __getitem__(self, place: slice) -> list[Hop]: ...
    def __getitem__(self, place: int | slice) -> Hop | list[Hop]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        row, times, via = (int(column[place]) for column in self._columns)
        return Hop(self.sources[place], self._target, row, times, via)


def callers(view: View, number: int, follow_interface: bool = False) -> Hops:
    """Calls that lead to a symbol, one hop for each caller; callers in tests last, else the most frequent first."""
    own, entered = parts(view, number), _entered(view, number, follow_interface)
    calls = [_calls(view, view.loaded.refs.to(one)) for one in entered]
    rows = np.concatenate(calls)
    via = np.repeat([-1 if one in own else one for one in entered], list(map(len, calls)))
    inside = view.loaded.refs.source[rows] >= 0
    rows, via = rows[inside], via[inside]
    sources, first, times = np.unique(view.loaded.refs.source[rows], return_index=True, return_counts=True)
    order = np.lexsort((sources, -times, view.loaded.symbols.is_test[sources]))
    return Hops(number, sources[order], rows[first[order]], times[order], via[first[order]])


def callees(view: View, number: int, follow_interface: bool = False) -> list[Hop]:
    """Calls that a symbol makes, one hop for each target, in the order of the source; those that lead nowhere last."""
    refs = view.loaded.refs
    found: dict[tuple[int, ...], Hop] = {}
    for left in _left(view, number):
        for row in map(int, _calls(view, refs.of(left))):
            target = int(refs.target[row])
            key = (target,) if target >= 0 else (-1, int(refs.name[row]), int(refs.hint[row]), int(refs.external[row]))
            known = found.get(key)
            found[key] = known._replace(times=known.times + 1) if known else Hop(number, target, row, 1)
    hops = sorted(found.values(), key=lambda hop: hop.target < 0)
    return [one for hop in hops for one in _dispatched(view, hop)] if follow_interface else hops


def describe(view: View, hop: Hop) -> Call:
    """The hop with its names and its place."""
    refs, symbols, row = view.loaded.refs, view.loaded.symbols, hop.row
    written = ".".join(part for part in reversed(refs.written(row)) if part)
    outside = EXTERNAL if refs.external[row] == 1 else UNRESOLVED
    known = rule(view, hop)
    return Call(
        symbols.id(hop.source) or "",
        symbols.id(hop.target),
        symbols.name(hop.target) if hop.target >= 0 else written,
        RESOLVED if hop.target >= 0 else outside,
        schema.REF_KINDS[refs.kind[row]],
        known,
        "low" if known == CANDIDATES else schema.CONFIDENCES[refs.confidence[row]],
        view.loaded.files.path(int(refs.path[row])),
        int(refs.line[row]),
        hop.times,
        symbols.id(hop.via),
    )


def rule(view: View, hop: Hop) -> str:
    """How the call is known; one that is taken to another member than it names, because that one overrides it."""
    if hop.via >= 0 and not view.loaded.symbols.is_type[hop.via]:
        return "overrides"
    if hop.via >= 0 and not is_sole_constructor(view, hop.target):
        return CANDIDATES
    return str(RULES[view.loaded.refs.rule[hop.row]])


def overridden(view: View, number: int) -> list[int]:
    """Members of bases and interfaces that a member overrides, near ones first."""
    refs = view.loaded.refs
    return _closure(number, lambda one: refs.target[_overrides(view, refs.of(one))])


def overriders(view: View, number: int) -> list[int]:
    """Members that override or implement a member, however far down."""
    refs = view.loaded.refs
    return _closure(number, lambda one: refs.source[_overrides(view, refs.to(one))])


def _dispatched(view: View, hop: Hop) -> list[Hop]:
    """The call, and behind it the same call landing in what overrides its target."""
    if hop.target < 0:
        return [hop]
    return [hop, *(hop._replace(target=one, via=hop.target) for one in overriders(view, hop.target))]


def _entered(view: View, number: int, follow_interface: bool) -> list[int]:
    """Symbols whose calls run this one: itself, the types it constructs, with interfaces what it overrides."""
    symbols = view.loaded.symbols
    entered = parts(view, number)
    if symbols.kind(number) == "constructor" and symbols.containers[number] >= 0:
        entered += made_by(view, number)
    return entered + (overridden(view, number) if follow_interface else [])


def _left(view: View, number: int) -> list[int]:
    """Symbols whose code runs when this one is called: itself, and a type's constructors."""
    symbols = view.loaded.symbols
    if not symbols.is_type[number]:
        return [number]
    pieces = parts(view, number)
    members = (member for piece in pieces for member in symbols.members(piece))
    return pieces + [member for member in members if symbols.kind(member) == "constructor"]


def _calls(view: View, rows: Ints) -> Ints:
    return rows[view.loaded.calls[rows]]


def _overrides(view: View, rows: Ints) -> Ints:
    return rows[np.isin(view.loaded.refs.kind[rows], _OVERRIDES)]


def _closure(number: int, step: Callable[[int], Ints]) -> list[int]:
    """Everything that steps lead to, breadth first, each once."""
    found = {number: None}
    queue = deque([number])
    while queue:
        for reached in map(int, step(queue.popleft())):
            if reached >= 0 and reached not in found:
                found[reached] = None
                queue.append(reached)
    return list(found)[1:]
