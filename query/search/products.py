"""Scalar products of all vectors with a question; questions that come at the same time are worked out in one go.

Vectors are whole numbers. Questions are rounded to whole numbers, so large that no sum leaves what floats of 32 bits
hold exactly: a product is the same alone and beside others, and on every machine.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from concurrent.futures import Future

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.int8]

BLOCK = 2_048  # vectors that are made floats at a time: what fits the processor's cache
MOST = 16  # questions at a time
_EXACT = 2.0**24  # floats of 32 bits hold every whole number below


class Products:
    """`longest` is the length of the longest vector."""

    def __init__(self, parts: Sequence[Vectors], longest: float) -> None:
        self._parts = [part for part in parts if len(part)]
        self._longest = max(longest, 1.0)
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._room: list[tuple[Floats, Future[Floats]]] = []

    def of(self, vector: Floats) -> Floats:
        """Products with one vector, worked out with those of all who wait."""
        # Rounding moves each number by a half at the most, and so the length by half of the root of how many there are.
        longest = _EXACT / self._longest - math.sqrt(len(vector)) / 2 - 1
        step = max(float(np.linalg.norm(vector)), 1e-9) / longest
        return np.asarray(self._whole(np.rint(vector / step)) * np.float32(step), np.float32)

    def _whole(self, vector: Floats) -> Floats:
        mine: Future[Floats] = Future()
        with self._lock:
            if len(self._room) >= MOST:
                self._room = []
            room = self._room
            room.append((vector, mine))
            first = len(room) == 1
        if first:
            with self._turn:
                self._work_out(room)
        return mine.result()

    def _work_out(self, room: list[tuple[Floats, Future[Floats]]]) -> None:
        """Answer all who came while the first of them waited."""
        with self._lock:
            if self._room is room:
                self._room = []
        try:
            found = self._multiplied(np.stack([vector for vector, _ in room], axis=1))
        except BaseException as error:
            for _, future in room:
                future.set_exception(error)
            return
        for place, (_, future) in enumerate(room):
            future.set_result(found[:, place])

    def _multiplied(self, questions: Floats) -> Floats:
        found = np.empty((sum(map(len, self._parts)), questions.shape[1]), np.float32)
        space = np.empty((BLOCK, len(questions)), np.float32)
        start = 0
        for part in self._parts:
            for begin in range(0, len(part), BLOCK):
                block = part[begin : begin + BLOCK]
                np.copyto(space[: len(block)], block)
                np.dot(space[: len(block)], questions, out=found[start : start + len(block)])
                start += len(block)
        return found
