"""Questions that come at the same time, answered together."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Together(Generic[Q, A]):
    """One group at a time is being answered; who comes meanwhile waits with the others and shares the next turn."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._room: list[tuple[Q, Future[A]]] = []

    def ask(self, question: Q, answer: Callable[[list[Q]], list[A]]) -> A:
        """The first who comes into a room answers for all in it; all must bring the same way to answer."""
        mine: Future[A] = Future()
        with self._lock:
            if len(self._room) >= self._most:
                self._room = []
            room = self._room
            room.append((question, mine))
            first = len(room) == 1
        if first:
            with self._turn:
                self._answer(room, answer)
        return mine.result()

    def _answer(self, room: list[tuple[Q, Future[A]]], answer: Callable[[list[Q]], list[A]]) -> None:
        with self._lock:
            if self._room is room:
                self._room = []
        try:
            found = answer([question for question, _ in room])
        except BaseException as error:
            for _, future in room:
                future.set_exception(error)
            return
        for (_, future), one in zip(room, found, strict=True):
            future.set_result(one)
