"""Questions at the same time: worked out in one pass, the same as alone, beside the server where that is allowed."""

from __future__ import annotations

import importlib
import operator
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import numpy as np
import pyarrow as pa
import pytest

from indexer.build import build
from query.beside import Beside
from query.engine.view import View
from query.mount import mount
from query.repo import locate
from query.search import Filters
from query.search.gather import Postings
from query.search.highest import highest
from query.search.indexes import text_index
from query.search.products import BLOCK, MANY, products
from query.search.ranking import Question, rank_all
from query.search.together import CROWD, Together
from query.shared import Shared
from query.tools.compass.identity import chunk_uuid

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

VECTORS = np.random.default_rng(1).integers(-127, 128, (5_000, 256)).astype(np.int8)
LONGEST = float(np.sqrt((VECTORS.astype(np.int64) ** 2).sum(axis=1).max()))
QUESTIONS = list(np.random.default_rng(2).normal(size=(16, 256)).astype(np.float32))


def test_a_product_is_the_same_alone_and_beside_others() -> None:
    together = products([VECTORS[:100], VECTORS[100:]], LONGEST, QUESTIONS)
    for question, found in zip(QUESTIONS, together, strict=True):
        (alone,) = products([VECTORS], LONGEST, [question])
        assert np.array_equal(found, alone)


def test_a_product_is_the_same_where_two_share_the_work() -> None:
    """Who asks alone about many vectors has a second thread; several at once have none."""
    many = np.random.default_rng(3).integers(-127, 128, (BLOCK * (MANY + 1) + 7, 16)).astype(np.int8)
    questions = [question[:16] for question in QUESTIONS[:2]]
    together = products([many[:100], many[100:]], 127.0 * 4, questions)
    for question, found in zip(questions, together, strict=True):
        (alone,) = products([many], 127.0 * 4, [question])
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


def test_a_process_beside_answers_with_what_it_holds_and_goes_when_closed() -> None:
    beside = Beside()
    first, second = beside.hold(Shared(VECTORS)), beside.hold(Shared({"a": pa.array(["x", None, "y"])}))
    assert np.array_equal(beside.ask(first, np.take, [3, 5]), np.take(VECTORS, [3, 5]))
    assert beside.ask(second, operator.getitem, "a").to_pylist() == ["x", None, "y"]
    beside.drop(first)
    assert beside.ask(second, operator.contains, "a") is True
    process = beside._process.pid
    beside.close()
    beside.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_process_that_fails_is_an_error_and_not_a_wait() -> None:
    beside = Beside()
    number = beside.hold(Shared(1))
    with pytest.raises(EOFError):
        beside.ask(number, operator.truediv, 0)
    assert beside.closed


def test_a_process_beside_holds_none_of_the_servers_files(tmp_path: Path) -> None:
    with (tmp_path / "secret").open("wb"):
        beside = Beside()
        beside.ask(beside.hold(Shared(1)), operator.add, 1)
        held = {path.readlink().name for path in Path(f"/proc/{beside._process.pid}/fd").iterdir()}
        beside.close()
    assert "secret" not in held


def test_an_index_ranks_alike_in_both_processes(tmp_path: Path) -> None:
    root, cache = shop.make(tmp_path), tmp_path / "cache"
    build(root, None, None, cache, jobs=1)
    repo = locate(root)
    view = View(mount(cache, repo.repo_id, repo.commit), repo)
    index, asked = text_index(view), [Question(text, Filters(), True) for text in ("place an order", "store")]
    here = rank_all(index, asked)
    beside, shared, pieces = Beside(), Shared(index), list(index.segments[0])
    there = beside.ask(beside.hold(shared), rank_all, asked)
    beside.close()
    index.adopt(shared.read())
    assert not index.segments[0].vectors.flags.owndata and list(index.segments[0]) == pieces
    told = [[(one.numbers, one.scores, one.total) for one in found] for found in (here, there, rank_all(index, asked))]
    assert told[0] == told[1] == told[2]
    assert here[0].numbers


def test_ids_of_pieces_are_uuids_by_name() -> None:
    assert chunk_uuid("repo", "snip_1") == str(uuid5(uuid5(NAMESPACE_URL, "codemap"), "repo/snip_1"))


@pytest.mark.parametrize("seed", range(30))
def test_the_lowest_of_the_highest_is_that_of_all_in_order(seed: int) -> None:
    chance = np.random.default_rng(seed)
    size, count = int(chance.integers(400, 5_000)), int(chance.integers(1, 400))
    values = chance.normal(size=size).astype(np.float32)
    if seed % 3 == 0:  # the highest stand together, where few are looked at first
        values.sort()
    if seed % 3 == 1:  # many are alike
        values = np.round(values, 1)
    assert highest(values, count) == np.sort(values)[-count]


@pytest.mark.parametrize("seed", range(20))
def test_words_are_counted_without_the_pieces_that_are_gone(seed: int) -> None:
    chance = np.random.default_rng(seed)
    pieces, words, size = 200, 30, 2_000
    codes, owner = (chance.integers(0, most, size).astype(np.int32) for most in (words, pieces))
    postings = Postings({str(word): word for word in range(words)}, codes, owner)
    gone = np.zeros(pieces, np.bool_)
    for first in chance.integers(0, pieces, chance.integers(0, 20)):  # from none to more than are told one by one
        gone[first : first + 5] = True
    alive = codes[~gone[owner]]
    assert postings.counts(gone).tolist() == np.bincount(alive, minlength=words).tolist()


def test_in_a_crowd_a_turn_waits_until_it_is_full() -> None:
    together: Together[int, int] = Together(CROWD)
    together._patience = 600.0  # as after a turn that took long: only a full room ends the waiting
    groups: list[list[int]] = []

    def answer(questions: list[int]) -> list[int]:
        groups.append(questions)
        return questions

    with ThreadPoolExecutor(CROWD) as pool:
        assert sorted(pool.map(lambda one: together.ask(one, answer), range(CROWD))) == list(range(CROWD))
    assert [sorted(group) for group in groups] == [list(range(CROWD))] and together._patience > 0
    together._patience = 0.0
    assert together.ask(7, answer) == 7 and together._patience == 0  # one alone is no crowd


@pytest.mark.parametrize("seed", range(10))
def test_words_are_found_among_those_of_others(seed: int) -> None:
    chance = np.random.default_rng(seed)
    first, second = (
        {str(word): number for number, word in enumerate(chance.permutation(60)[: chance.integers(0, 60)])}
        for _ in range(2)
    )
    nothing = np.zeros(0, np.int32)
    found = Postings(first, nothing, nothing).places(Postings(second, nothing, nothing))
    assert found.tolist() == [second.get(word, -1) for word in first]
