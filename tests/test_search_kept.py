"""Equal questions at the same time are worked out once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from query.search.kept import Kept


def test_who_asks_while_it_is_made_gets_the_same() -> None:
    kept: Kept[str, object] = Kept(10)
    others, made = threading.Semaphore(0), []

    def make() -> object:
        assert others.acquire(timeout=30)
        made.append(object())
        return made[0]

    def ask() -> object:
        others.release()
        return kept.get("question", make)

    with ThreadPoolExecutor(8) as threads:
        found = [one.result() for one in [threads.submit(ask) for _ in range(8)]]
    assert len(made) == 1 and set(found) == set(made)


def test_a_failure_is_told_and_not_kept() -> None:
    kept: Kept[str, int] = Kept(10)
    with pytest.raises(ZeroDivisionError):
        kept.get("question", lambda: 1 // 0)
    assert kept.get("question", lambda: 1) == 1
    assert kept.get("question", lambda: 2) == 1


def test_what_was_asked_longest_ago_goes_first() -> None:
    kept: Kept[str, int] = Kept(2)
    for name in ("old", "used", "old", "new"):
        kept.get(name, lambda: 1)
    assert [kept.get(name, lambda: 2) for name in ("old", "new", "used")] == [1, 1, 2]


def test_what_is_forgotten_is_made_again() -> None:
    kept: Kept[str, int] = Kept(2)
    kept.get("question", lambda: 1)
    kept.forget("question")
    assert kept.get("question", lambda: 2) == 2
