"""What was worked out a moment ago, for who asks the same: made once, however many wait for it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The values of the keys asked for last; one that cannot be made is tried again by the next who asks."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[K, Future[V]] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        with self._lock:
            known = self._values.get(key)
            value: Future[V] = known or self._values.setdefault(key, Future())
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        if known is None:
            try:
                value.set_result(make())
            except BaseException as error:
                self.forget(key)
                value.set_exception(error)
        return value.result()

    def forget(self, key: K) -> None:
        with self._lock:
            self._values.pop(key, None)
