"""Parts of a view are made once each, and whoever needs one waits for no other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from query.engine.view import Loaded, lazily


class Parts(Loaded):
    def __init__(self) -> None:
        nothing: Any = None
        super().__init__(nothing)
        self.begun, self.released, self.made = threading.Event(), threading.Event(), list[str]()

    @lazily
    def slow(self) -> bool:
        self.begun.set()
        return self.released.wait(60)

    @lazily
    def quick(self) -> str:
        self.made.append("quick")
        return "quick"


def test_a_part_is_there_while_another_is_being_made() -> None:
    parts = Parts()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(lambda: parts.slow)
        assert parts.begun.wait(60) and parts.quick == "quick"
        parts.released.set()
        assert slow.result() is True  # False: it was waited for, and gave up


def test_a_part_is_made_once_however_many_ask() -> None:
    parts = Parts()
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: parts.quick, range(64))) == {"quick"}
    assert parts.made == ["quick"]
