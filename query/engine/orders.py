"""The two orders that references are held in: by what they refer to, and by where they stand."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]
_TARGET_ORDER = ("col_start", "line_start", "path", "to_name", "to_symbol")  # the last counts most


def target_order(found: dict[str, Ints]) -> Ints:
    """By target, name and place; a snapshot of one layer is nearly in that order, and then sorting is all but free."""
    target = _target_keys(found)
    order = np.argsort(target, kind="stable")
    place = [found[key][order] for key in ("col_start", "line_start", "path")]
    if np.all(_rises([*place, target[order]])):
        return order
    return np.lexsort([found[key] for key in _TARGET_ORDER])


def _target_keys(found: dict[str, Ints]) -> npt.NDArray[np.int64]:
    keys: npt.NDArray[np.int64] = (found["to_symbol"].astype(np.int64) + 1 << 32) + found["to_name"] + 1
    return keys


def _rises(keys: list[Ints]) -> Bools:
    """Where a row does not come before the one above it; the last key counts most, as for np.lexsort."""
    rises: Bools = np.ones(max(0, len(keys[0]) - 1), np.bool_)
    for key in keys:
        above, below = key[:-1], key[1:]
        rises = (below > above) | ((below == above) & rises)
    return rises


def source_order(source: Ints, line: Ints, col: Ints) -> Ints:
    return np.argsort(source_keys(source, line, col), kind="stable").astype(np.int32)


def source_keys(source: Ints, line: Ints, col: Ints) -> npt.NDArray[np.int64]:
    """Numbers that rise in the order of the source."""
    return (source.astype(np.int64) << 40) | (line.astype(np.int64) << 16) | np.minimum(col, 0xFFFF)
