"""References are held by target, name and place, whatever order a snapshot gives them in."""

from __future__ import annotations

import numpy as np
import pytest

from query.engine.orders import target_order

KEYS = ("to_symbol", "to_name", "path", "line_start", "col_start")


@pytest.mark.parametrize("seed", range(20))
def test_the_quick_order_is_the_full_one(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows = chance.integers(-1, 4, (len(KEYS), 200)).astype(np.int32)
    if seed % 2:  # as a snapshot of one layer has them: by target and place, those without a target last
        rows = rows[:, np.lexsort([*rows[[4, 3, 2]], np.where(rows[0] < 0, 9, rows[0])])]
    found = dict(zip(KEYS, rows, strict=True))
    full = np.lexsort([found[key] for key in reversed(KEYS)])
    for key in KEYS:
        assert (found[key][target_order(found)] == found[key][full]).all()


def test_nothing_is_in_order() -> None:
    assert len(target_order({key: np.empty(0, np.int32) for key in KEYS})) == 0
