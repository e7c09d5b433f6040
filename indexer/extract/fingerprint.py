"""Fingerprints of definitions: same code, same value, whatever the comments, blank lines and margins."""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

NEWLINE = 10
SOLID = np.ones(256, dtype=bool)
SOLID[[NEWLINE, 32, 9, 13, 12]] = False


class Normalised:
    """A file's code with everything taken out that formatting changes, and where each offset went."""

    def __init__(
        self, data: bytes, line_starts: npt.NDArray[np.int64], comments: list[tuple[int, int]], indentation: bool
    ):
        self.data = data
        self.indentation = indentation  # indentation is syntax: only the definition's own margin is taken off
        codes = np.frombuffer(data, dtype=np.uint8)
        self.places = np.flatnonzero(_kept(codes, line_starts, comments, indentation))
        self.code = codes[self.places].tobytes()

    def fingerprints(self, starts: list[int], ends: list[int]) -> list[str]:
        """One for each span."""
        first = np.searchsorted(self.places, starts).tolist()
        last = np.searchsorted(self.places, ends).tolist()
        return [self._hash(start, self.code[a:b]) for start, a, b in zip(starts, first, last, strict=True)]

    def _hash(self, start: int, text: bytes) -> str:
        if self.indentation and (margin := self._margin(start)):
            text = text.replace(b"\n" + margin, b"\n")
        return hashlib.blake2b(text.rstrip(), digest_size=8).hexdigest()

    def _margin(self, start: int) -> bytes:
        margin = self.data[self.data.rfind(b"\n", 0, start) + 1 : start]
        return b"" if margin.strip() else margin


def _kept(
    codes: npt.NDArray[np.uint8],
    line_starts: npt.NDArray[np.int64],
    comments: list[tuple[int, int]],
    indentation: bool,
) -> npt.NDArray[np.bool_]:
    """Which bytes count: of each line that holds code, from its first (or its margin) to its last solid byte."""
    solid = SOLID[codes]
    for start, end in comments:
        solid[start:end] = False
    places = np.flatnonzero(solid)
    first = np.searchsorted(places, line_starts)
    last = np.append(first[1:], len(places)) - 1
    lines = np.flatnonzero(last >= first)
    step = np.zeros(len(codes) + 2, dtype=np.int8)
    step[line_starts[lines] if indentation else places[first[lines]]] += 1
    step[places[last[lines]] + 1] -= 1
    kept = np.cumsum(step[: len(codes)], dtype=np.int8).view(bool)
    for start, end in comments:
        kept[start:end] = False
    kept[line_starts[lines[lines > 0]] - 1] = True  # the line break before each line that counts
    return kept
