"""Questions at the same time: worked out in one pass, the same as alone, beside the server where that is allowed."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import numpy as np
import pytest

from query.beside import Beside
from query.search.products import products
from query.search.together import Together
from query.tools.compass.identity import chunk_uuid

VECTORS = np.random.default_rng(1).integers(-127, 128, (5_000, 256)).astype(np.int8)
LONGEST = float(np.sqrt((VECTORS.astype(np.int64) ** 2).sum(axis=1).max()))
QUESTIONS = list(np.random.default_rng(2).normal(size=(16, 256)).astype(np.float32))


def test_a_product_is_the_same_alone_and_beside_others() -> None:
    together = products([VECTORS[:100], VECTORS[100:]], LONGEST, QUESTIONS)
    for question, found in zip(QUESTIONS, together, strict=True):
        (alone,) = products([VECTORS], LONGEST, [question])
        assert np.array_equal(found, alone)


def test_a_product_is_what_it_should_be() -> None:
    for question, found in zip(QUESTIONS, products([VECTORS], LONGEST, QUESTIONS), strict=True):
        exact = VECTORS.astype(np.float64) @ question.astype(np.float64)
        assert np.abs(found - exact).max() < 1e-3 * LONGEST * float(np.linalg.norm(question))


def test_no_sum_leaves_what_is_exact() -> None:
    """The worst there is: the longest vector, and a question that points the same way."""
    worst = np.full((1, 256), 127, np.int8)
    question = np.full(256, 1.0, np.float32)
    (found,) = products([worst], 127.0 * 16, [question])
    assert found[0] == pytest.approx(127 * 256, rel=1e-3)
    (other,) = products([worst, VECTORS], 127.0 * 16, [question])
    assert other[0] == found[0]


def test_who_comes_while_others_are_answered_shares_the_next_turn() -> None:
    together: Together[int, int] = Together(10)
    groups: list[list[int]] = []
    begun, go_on = threading.Event(), threading.Event()

    def answer(questions: list[int]) -> list[int]:
        groups.append(questions)
        begun.set()
        assert go_on.wait(30)
        return [-question for question in questions]

    with ThreadPoolExecutor(6) as threads:
        first = threads.submit(together.ask, 0, answer)
        assert begun.wait(30)
        others = [threads.submit(together.ask, question, answer) for question in range(1, 6)]
        while len(together._room) < 5:
            os.sched_yield()
        go_on.set()
        assert [one.result(30) for one in (first, *others)] == [0, -1, -2, -3, -4, -5]
    assert groups[0] == [0] and sorted(groups[1]) == [1, 2, 3, 4, 5] and len(groups) == 2


def test_a_failure_is_told_to_all_and_not_kept() -> None:
    together: Together[int, int] = Together(2)
    with pytest.raises(ZeroDivisionError):
        together.ask(1, lambda questions: [1 // 0 for _ in questions])
    assert together.ask(1, lambda questions: [2 for _ in questions]) == 2


def test_a_process_beside_answers_with_what_is_loaded_and_goes_when_closed() -> None:
    beside = Beside(lambda numbers: (os.getpid(), [float(VECTORS[number].sum()) for number in numbers]))
    process, sums = beside.ask([3, 5])
    assert process != os.getpid() and sums == [float(VECTORS[3].sum()), float(VECTORS[5].sum())]
    beside.close()
    beside.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_process_that_fails_is_an_error_and_not_a_wait() -> None:
    beside = Beside(lambda numbers: 1 // 0)
    with pytest.raises(EOFError):
        beside.ask([1])
    beside.close()


def test_a_process_beside_holds_none_of_the_servers_files() -> None:
    beside = Beside(lambda _: len(list(Path("/proc/self/fd").iterdir())))
    assert beside.ask(None) <= 2  # its connection, and the folder that is being read
    beside.close()


def test_ids_of_pieces_are_uuids_by_name() -> None:
    assert chunk_uuid("repo", "snip_1") == str(uuid5(uuid5(NAMESPACE_URL, "codemap"), "repo/snip_1"))
