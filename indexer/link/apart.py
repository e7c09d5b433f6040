"""Definitions that others of their name came before, or that stand in another order: they count as gone and as new."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.link.changes import Changes
    from indexer.link.side import Side


def apart(was: Side, now: Side, change: Changes) -> set[int]:
    """Rows of definitions which cannot keep their numbers: as few as can be."""
    before = {new: old for old, new in change.same.items()}
    around = dict(zip(now.rows, now.columns["parent"], strict=True))
    name = dict(zip(now.rows, now.columns["name"], strict=True))
    staying = [row for row in now.rows if row in before]
    kept = _ascending([before[row] for row in staying])
    found = {row for row in staying if before[row] not in kept}
    while True:
        added = {(around[row], name[row]) for row in now.rows if row in found or row not in before}
        more = {row for row in staying if row not in found and (
            around[row] in found or (around[row], name[row]) in added or _is_moved(was, before, row, around[row])
        )}  # fmt: skip
        if not more:
            return found
        found |= more


def _is_moved(was: Side, before: dict[int, int], row: int, parent: int) -> bool:
    return was.parent_of(before[row]) != before.get(parent, -1)


def _ascending(numbers: Sequence[int]) -> set[int]:
    """As many of the numbers as possible that follow each other in their order."""
    ends: list[int] = []  # the lowest last number of each length
    length_of: list[int] = []
    for number in numbers:
        place = bisect_left(ends, number)
        ends[place : place + 1] = [number]
        length_of.append(place)
    found: set[int] = set()
    wanted = len(ends) - 1
    for number, length in zip(reversed(numbers), reversed(length_of), strict=True):
        if length == wanted and (not found or number < min(found)):
            found.add(number)
            wanted -= 1
    return found
