"""The highest of many scores."""

from __future__ import annotations

import numpy as np

from query.search.prior import Floats

_APART = 32  # values between two that are looked at first


def highest(values: Floats, count: int) -> float:
    """The lowest of the so many highest values: what some of them promise leaves few to be put in order."""
    some = values[::_APART]
    expected = 2 * count // _APART + 1
    if len(some) > expected:
        promising = values[values >= np.partition(some, -expected)[-expected]]
        if len(promising) >= count:
            values = promising
    return float(np.partition(values, -count)[-count])
