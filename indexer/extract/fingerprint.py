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

    def __init__(self, data: bytes, comments: list[tuple[int, int]], indentation: bool) -> None:
        self.data = data
        self.indentation = indentation  # indentation is syntax: only the definition's own margin is taken off
        codes = np.frombuffer(data, dtype=np.uint8)
        keep = _kept(codes, comments, indentation)
        self.moved = np.concatenate(([0], np.cumsum(keep, dtype=np.int32)))
        self.code = codes[keep].tobytes()

    def fingerprint(self, start: int, end: int) -> str:
        text = self.code[int(self.moved[start]) : int(self.moved[end])]
        if self.indentation and (margin := self._margin(start)):
            text = text.replace(b"\n" + margin, b"\n")
        return hashlib.blake2b(text.rstrip(), digest_size=8).hexdigest()

    def _margin(self, start: int) -> bytes:
        margin = self.data[self.data.rfind(b"\n", 0, start) + 1 : start]
        return b"" if margin.strip() else margin


def _kept(codes: npt.NDArray[np.uint8], comments: list[tuple[int, int]], indentation: bool) -> npt.NDArray[np.bool_]:
    """Which bytes count: solid ones, blanks between them, and the ends of lines that hold any."""
    newline = codes == NEWLINE
    solid = SOLID[codes]
    for start, end in comments:
        solid[start:end] = False
    line = np.cumsum(newline, dtype=np.int32) - newline
    places = np.flatnonzero(solid)
    if not len(places):
        return np.zeros(len(codes), dtype=bool)
    blank = np.flatnonzero(~solid)
    after = np.searchsorted(places, blank)
    next_line = line[places[np.minimum(after, len(places) - 1)]]
    inside = (after < len(places)) & (next_line == line[blank])  # something solid follows on the line
    if not indentation:
        before_line = line[places[np.maximum(after - 1, 0)]]
        inside &= (after > 0) & (before_line == line[blank])
    keep = solid.copy()
    keep[blank] = inside
    for start, end in comments:
        keep[start:end] = False
    occupied = np.bincount(line[places], minlength=int(line[-1]) + 1) > 0
    kept: npt.NDArray[np.bool_] = keep | (newline & occupied[line])
    return kept
