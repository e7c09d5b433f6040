"""Byte offsets to lines and code-point columns, for whole arrays at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


class Positions:
    def __init__(self, data: bytes) -> None:
        codes = np.frombuffer(data, dtype=np.uint8)
        self.starts = np.concatenate(([0], np.flatnonzero(codes == 10) + 1))
        # Bytes before each offset that continue a character: they are no columns of their own.
        self.continued = None if data.isascii() else np.concatenate(([0], np.cumsum((codes & 0xC0) == 0x80)))

    def locate(self, offsets: Sequence[int] | npt.NDArray[np.int64]) -> tuple[Ints, Ints]:
        """(lines from 1, columns from 0)"""
        at = np.asarray(offsets, dtype=np.int64)
        line = np.searchsorted(self.starts, at, side="right")
        begin = self.starts[line - 1]
        column = at - begin
        if self.continued is not None:
            column = column - (self.continued[at] - self.continued[begin])
        return line.astype(np.int32), column.astype(np.int32)


def count_lines(data: bytes) -> int:
    return data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0)
