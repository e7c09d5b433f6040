"""Questions that come at the same time, answered together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


CROWD = 4  # questions of one turn that more will follow
LONGEST = 0.05  # seconds that are waited for them


class Together(Generic[Q, A]):
    """One group at a time is being answered; who comes meanwhile waits with the others and shares the next turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._full = threading.Condition(self._lock)
        self._turn = threading.Lock()
        self._room: list[tuple[Q, Future[A]]] = []
        self._patience = 0.0  # seconds that a turn waits for more to come

    def ask(self, question: Q, answer: Callable[[list[Q]], list[A]]) -> A:
        """The first who comes into a room answers for all in it; all must bring the same way to answer."""
        mine: Future[A] = Future()
        with self._lock:
            if len(self._room) >= self._most:
                self._room = []
            room = self._room
            room.append((question, mine))
            first = len(room) == 1
            if len(room) == self._most:
                self._full.notify_all()
        if first:
            with self._turn:
                self._answer(room, answer)
        return mine.result()

    def _answer(self, room: list[tuple[Q, Future[A]]], answer: Callable[[list[Q]], list[A]]) -> None:
        with self._lock:
            self._full.wait_for(lambda: len(room) >= self._most, self._patience)
            if self._room is room:
                self._room = []
        began = time.perf_counter()
        try:
            found = answer([question for question, _ in room])
        except BaseException as error:
            for _, future in room:
                future.set_exception(error)
            return
        for (_, future), one in zip(room, found, strict=True):
            future.set_result(one)
        # In a crowd one turn for many costs less than two for few: half of what a turn takes is soon made up for.
        took = time.perf_counter() - began
        self._patience = min(took / 2, LONGEST) if len(room) >= CROWD else 0.0
