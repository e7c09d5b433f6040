"""One step along calls, in either direction: which symbols, by which occurrences, known by which rule."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from indexer import schema
from query.engine.parts import parts
from query.engine.tables import RULES, Ints
from query.engine.view import View

_OVERRIDE, _IMPLEMENTATION = (schema.REF_KINDS.index(kind) for kind in ("override", "implementation"))


@dataclass(frozen=True, slots=True)
class Call:
    """Calls of one target from one source: where the first stands, how many there are, how it is known.

    A target outside the repository, or one that is not known, has no number but a name. `via` is what the code names
    where that is another symbol: the member that the target overrides, the type that a constructor belongs to.
    """

    source: int
    target: int
    name: str
    state: str
    kind: str
    rule: str
    confidence: str
    path: str
    line: int
    count: int = 1
    via: int = -1


def callers(view: View, number: int, follow_interface: bool = False) -> list[Call]:
    """Calls that lead to a symbol, one for each caller; callers in tests last, else the most frequent first."""
    own = parts(view, number)
    found: dict[int, list[Call]] = {}
    for entered in _entered(view, number, follow_interface):
        for row in _rows(view, view.loaded.refs.to(entered)):
            call = _call(view, row, number, entered if entered not in own else -1)
            if call.source >= 0:
                found.setdefault(call.source, []).append(call)
    merged = [_merge(calls) for calls in found.values()]
    tests = view.loaded.symbols.is_test
    return sorted(merged, key=lambda call: (tests[call.source], -call.count, call.source))


def callees(view: View, number: int, follow_interface: bool = False) -> list[Call]:
    """Calls that a symbol makes, one for each target, in the order of the source; those that lead nowhere last."""
    found: dict[tuple[int, str, str], list[Call]] = {}
    for left in _left(view, number):
        for row in _rows(view, view.loaded.refs.of(left)):
            call = _call(view, row, int(view.loaded.refs.target[row]), -1)
            found.setdefault((call.target, call.name, call.state), []).append(call)
    merged = [_merge(calls) for calls in found.values()]
    merged.sort(key=lambda call: call.target < 0)
    return list(_dispatched(view, merged)) if follow_interface else merged


def overridden(view: View, number: int) -> list[int]:
    """Members of bases and interfaces that a member overrides, near ones first."""
    refs = view.loaded.refs
    return _closure(number, lambda one: refs.target[_overrides(view, refs.of(one))])


def overriders(view: View, number: int) -> list[int]:
    """Members that override or implement a member, however far down."""
    refs = view.loaded.refs
    return _closure(number, lambda one: refs.source[_overrides(view, refs.to(one))])


def _dispatched(view: View, calls: Iterable[Call]) -> Iterator[Call]:
    """Each call, and behind it the same call landing in what overrides its target."""
    for call in calls:
        yield call
        if call.target >= 0:
            for override in overriders(view, call.target):
                yield _moved(view, call, override)


def _moved(view: View, call: Call, target: int) -> Call:
    return replace(call, target=target, name=view.loaded.symbols.name(target), rule="overrides", via=call.target)


def _entered(view: View, number: int, follow_interface: bool) -> list[int]:
    """Symbols whose calls run this one: itself, the type it constructs, with interfaces what it overrides."""
    symbols = view.loaded.symbols
    entered = parts(view, number)
    if symbols.kind(number) == "constructor" and symbols.containers[number] >= 0:
        entered += parts(view, int(symbols.containers[number]))
    return entered + (overridden(view, number) if follow_interface else [])


def _left(view: View, number: int) -> list[int]:
    """Symbols whose code runs when this one is called: itself, and a type's constructors."""
    symbols = view.loaded.symbols
    if not symbols.is_type[number]:
        return [number]
    pieces = parts(view, number)
    members = (member for piece in pieces for member in symbols.members(piece))
    return pieces + [member for member in members if symbols.kind(member) == "constructor"]


def _rows(view: View, rows: Ints) -> list[int]:
    return [int(row) for row in rows[view.loaded.calls[rows]]]


def _overrides(view: View, rows: Ints) -> Ints:
    return rows[np.isin(view.loaded.refs.kind[rows], (_OVERRIDE, _IMPLEMENTATION))]


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


def _call(view: View, row: int, target: int, via: int) -> Call:
    refs, symbols = view.loaded.refs, view.loaded.symbols
    written = ".".join(part for part in reversed(refs.written(row)) if part)
    name = symbols.name(target) if target >= 0 else written
    return Call(
        int(refs.source[row]), target, name, refs.state(row), schema.REF_KINDS[refs.kind[row]], RULES[refs.rule[row]],
        schema.CONFIDENCES[refs.confidence[row]], view.loaded.files.path(int(refs.path[row])), int(refs.line[row]),
        via=via,
    )  # fmt: skip


def _merge(calls: list[Call]) -> Call:
    first = calls[0]
    return first if len(calls) == 1 else replace(first, count=len(calls))
