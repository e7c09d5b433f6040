"""Scalar products of all vectors with questions, all questions in one pass.

Vectors are whole numbers. Questions are rounded to whole numbers, so large that no sum leaves what floats of 32 bits
hold exactly: a product is the same alone and beside others, and on every machine.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.int8]

BLOCK = 2_048  # vectors that are made floats at a time: what fits the processor's cache
MANY = 16  # blocks that are worth a second thread
_EXACT = 2.0**24  # floats of 32 bits hold every whole number below


def products(parts: Sequence[Vectors], longest: float, questions: Sequence[Floats]) -> list[Floats]:
    """For each question its products with all vectors, of which the longest is so long."""
    steps = [_step(question, max(longest, 1.0)) for question in questions]
    whole = [np.rint(question / step) for question, step in zip(questions, steps, strict=True)]
    filled = [part for part in parts if len(part)]
    return list(_multiplied(filled, np.stack(whole, axis=1), np.asarray(steps, np.float32)))


def _step(question: Floats, longest: float) -> float:
    """What is rounded to: no sum of products leaves the length of one vector times that of the other."""
    # Rounding moves each number by a half at the most, and so the length by half of the root of how many there are.
    most = _EXACT / longest - math.sqrt(len(question)) / 2 - 1
    return max(float(np.linalg.norm(question)), 1e-9) / most


def _multiplied(parts: Sequence[Vectors], questions: Floats, steps: Floats) -> Floats:
    """A row for each question."""
    found = np.empty((len(steps), sum(map(len, parts))), np.float32)
    blocks = list(_blocks(parts))
    if len(steps) > 1 or len(blocks) < MANY or _processors() == 1:
        _fill(found, blocks, questions, steps)
        return found
    # Who asks alone waits for nothing else, and numpy lets a second thread work meanwhile.
    half = len(blocks) // 2
    rest = _helper().submit(_fill, found, blocks[half:], questions, steps)
    _fill(found, blocks[:half], questions, steps)
    rest.result()
    return found


def _blocks(parts: Sequence[Vectors]) -> Iterator[tuple[int, Vectors]]:
    """(where it begins among all vectors, some vectors)"""
    start = 0
    for part in parts:
        for begin in range(0, len(part), BLOCK):
            yield start + begin, part[begin : begin + BLOCK]
        start += len(part)


def _fill(found: Floats, blocks: Sequence[tuple[int, Vectors]], questions: Floats, steps: Floats) -> None:
    space, product = np.empty((BLOCK, len(questions)), np.float32), np.empty((BLOCK, len(steps)), np.float32)
    for start, block in blocks:
        size = len(block)
        np.copyto(space[:size], block)
        np.dot(space[:size], questions, out=product[:size])
        # Turned while it is still in the cache: what follows goes through one question's products in order.
        np.multiply(product[:size].T, steps[:, None], out=found[:, start : start + size])


@cache
def _helper() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "products")


@cache
def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
