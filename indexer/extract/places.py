"""Positions and fingerprints of many files at once: byte offsets go in, lines, columns and hashes come out.

Files are small and arrays have a price per call, so the files of a batch are laid end to end, a line break between
them, and every question is asked once for all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
NEWLINE = 10
SOLID = np.ones(256, dtype=bool)
SOLID[[NEWLINE, 32, 9, 13, 12]] = False


@dataclass
class Places:
    """Texts are added while rows are made; the arrays are built when the first question is asked."""

    texts: list[bytes] = field(default_factory=list)
    bases: list[int] = field(default_factory=list)  # where each text begins
    indented: list[bool] = field(default_factory=list)  # indentation is syntax there
    comments: list[tuple[int, int]] = field(default_factory=list)
    size: int = 0

    def add(self, text: bytes, comments: list[tuple[int, int]], indentation: bool) -> int:
        """Lay a text behind the others; returns what to add to its offsets."""
        base = self.size
        self.texts.append(text)
        self.bases.append(base)
        self.indented.append(indentation)
        self.comments.extend((base + start, base + end) for start, end in comments)
        self.size = base + len(text) + 1
        return base

    @cached_property
    def data(self) -> bytes:
        return b"\n".join([*self.texts, b""])

    @cached_property
    def codes(self) -> Bytes:
        return np.frombuffer(self.data, dtype=np.uint8)

    @cached_property
    def line_starts(self) -> Ints:
        return np.concatenate(([0], np.flatnonzero(self.codes == NEWLINE) + 1))

    @cached_property
    def _first_line(self) -> Ints:
        """Line that each text begins on."""
        return np.searchsorted(self.line_starts, self.bases, side="right")

    @cached_property
    def _continued(self) -> Ints:
        """Bytes that continue a character: they are no columns of their own."""
        return np.flatnonzero((self.codes & 0xC0) == 0x80)

    def locate(self, offsets: Sequence[int] | Ints) -> tuple[Ints, Ints]:
        """(lines from 1 within their text, columns from 0)"""
        at = np.asarray(offsets, dtype=np.int64)
        line = np.searchsorted(self.line_starts, at, side="right")
        begin = self.line_starts[line - 1]
        column = at - begin
        if len(self._continued):
            column -= np.searchsorted(self._continued, at) - np.searchsorted(self._continued, begin)
        text = np.searchsorted(self.bases, at, side="right") - 1
        return line - self._first_line[text] + 1, column

    def fingerprints(self, starts: list[int], ends: list[int]) -> list[str]:
        """One for each span: same code, same value, whatever the comments, blank lines and margins."""
        places = np.flatnonzero(self._kept())
        code = self.codes[places].tobytes()
        first = np.searchsorted(places, starts).tolist()
        last = np.searchsorted(places, ends).tolist()
        texts = np.searchsorted(self.bases, starts, side="right").tolist()
        spans = zip(starts, first, last, texts, strict=True)
        return [self._hash(start, code[a:b], self.indented[text - 1]) for start, a, b, text in spans]

    def _hash(self, start: int, text: bytes, indented: bool) -> str:
        """Where indentation is syntax, only the definition's own margin is taken off."""
        if indented:
            margin = self.data[self.data.rfind(b"\n", 0, start) + 1 : start]
            if margin and not margin.strip():
                text = text.replace(b"\n" + margin, b"\n")
        return hashlib.blake2b(text.rstrip(), digest_size=8).hexdigest()

    def _kept(self) -> Flags:
        """Which bytes count: of each line that holds code, from its first (or its margin) to its last solid byte."""
        solid = SOLID[self.codes]
        for start, end in self.comments:
            solid[start:end] = False
        solids = np.flatnonzero(solid)
        first = np.searchsorted(solids, self.line_starts)
        last = np.append(first[1:], len(solids)) - 1
        lines = np.flatnonzero(last >= first)
        begins = np.where(self._indented_lines()[lines], self.line_starts[lines], solids[first[lines]])
        step = np.zeros(len(self.codes) + 1, dtype=np.int8)
        step[begins] += 1
        step[solids[last[lines]] + 1] -= 1
        kept: Flags = np.cumsum(step[:-1], dtype=np.int8).view(bool)
        for start, end in self.comments:
            kept[start:end] = False
        kept[self.line_starts[lines[lines > 0]] - 1] = True  # the line break before each line that counts
        return kept

    def _indented_lines(self) -> Flags:
        ends = np.append(self._first_line[1:] - 1, len(self.line_starts))
        counts = np.diff(ends, prepend=0)
        return np.repeat(np.asarray(self.indented, dtype=bool), counts)


def count_lines(data: bytes) -> int:
    return data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0)
