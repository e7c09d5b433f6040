"""What documents that are like a question name of the code: very likely it is what the question is about."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from query.search.highest import highest
from query.search.prior import Bools, Floats

NEAREST = 5  # sections that are listened to

Codes = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.intp]


class Documents:
    """Sections and the definitions that they name.

    A name counts the less, the more sections speak of it, the more the section speaks of, and the more have the name.
    """

    def __init__(self, owner: Numbers, names: Codes, called: Codes, defined: Bools) -> None:
        """`owner` tells which piece speaks of each of `names`, `called` what each piece is called."""
        numbers = np.flatnonzero(defined)
        order = np.argsort(called[numbers], kind="stable")
        self._numbers, keys = numbers[order], called[numbers][order]
        known = np.isin(names, keys)
        self._first = np.searchsorted(keys, names[known], "left")
        self._last = np.searchsorted(keys, names[known], "right")
        self.sections, self._section = np.unique(owner[known], return_inverse=True)
        _, name = np.unique(names[known], return_inverse=True)
        spoken = np.bincount(name)[name] if len(name) else name
        count = max(len(self.sections), 1)
        rarity = np.log1p(count / np.maximum(spoken, 1)) / np.log1p(count)
        shared = (self._last - self._first) * np.bincount(self._section)[self._section]
        self._shares = (rarity / np.sqrt(np.maximum(shared, 1))).astype(np.float32)

    def named(self, likeness: Floats, size: int) -> Floats:
        """How much each of all pieces is named by the sections that are most like a question; one likeness each."""
        found = np.zeros(size, np.float32)
        if not len(likeness):
            return found
        least = highest(likeness, NEAREST) if len(likeness) > NEAREST else np.float32(0)
        heard = (likeness >= least) & (likeness > 0)
        entries = np.flatnonzero(heard[self._section])
        counts = self._last[entries] - self._first[entries]
        ends = np.cumsum(counts)
        places = np.arange(int(counts.sum())) + np.repeat(self._first[entries] - (ends - counts), counts)
        shares = self._shares[entries] * likeness[self._section[entries]]
        np.maximum.at(found, self._numbers[places], np.repeat(shares, counts))
        return found
