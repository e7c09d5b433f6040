"""Views that are open: opened once however many ask, closed when idle and others need the room."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=Closable)


@dataclass(frozen=True, slots=True)
class Usage:
    """How many items are held, and how often an item was there when it was asked for."""

    held: int
    hits: int
    misses: int


@dataclass(slots=True)
class _Slot(Generic[T]):
    users: int = 0
    used: float = 0.0
    item: T | None = None
    opening: threading.Lock = field(default_factory=threading.Lock)


class Shelf(Generic[T]):
    """Keeps the `capacity` items that were used last, unless they are idle; one in use is never closed."""

    def __init__(self, capacity: int, idle_seconds: float = 1800, clock: Callable[[], float] = time.monotonic) -> None:
        self._capacity = capacity
        self._idle = idle_seconds
        self._clock = clock
        self._slots: OrderedDict[Hashable, _Slot[T]] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    @contextmanager
    def lease(self, key: Hashable, open_item: Callable[[], T]) -> Iterator[T]:
        """The item of that key, opened by the first who asks; an opening that fails is tried again by the next."""
        slot = self._take(key)
        try:
            with slot.opening:
                if slot.item is None:
                    self._misses += 1
                    slot.item = open_item()
                else:
                    self._hits += 1
            yield slot.item
        finally:
            self._give_back(key, slot)

    def usage(self) -> Usage:
        with self._lock:
            return Usage(len(self._slots), self._hits, self._misses)

    def unused(self) -> list[T]:
        """What is held, and in nobody's hands."""
        with self._lock:
            return [slot.item for slot in self._slots.values() if slot.users == 0 and slot.item is not None]

    def sweep(self) -> None:
        """Close what is idle."""
        self._drop(self._capacity)

    def shrink(self) -> None:
        """Close the item that nobody uses for the longest time, though it may be wanted again."""
        self._drop(len(self._slots) - 1)

    def close(self) -> None:
        """Close everything that nobody uses; what is in use now is closed as soon as it is given back."""
        self._capacity = 0
        self._drop(keep=0)

    def _take(self, key: Hashable) -> _Slot[T]:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            slot.users += 1
            return slot

    def _give_back(self, key: Hashable, slot: _Slot[T]) -> None:
        with self._lock:
            slot.users -= 1
            slot.used = self._clock()
            if slot.item is None and slot.users == 0:
                self._slots.pop(key, None)
        self._drop(self._capacity)

    def _drop(self, keep: int) -> None:
        closing = []
        with self._lock:
            for key, slot in list(self._slots.items()):
                idle = self._clock() - slot.used > self._idle
                if slot.users == 0 and (idle or len(self._slots) > keep):
                    del self._slots[key]
                    closing.append(slot.item)
        for item in closing:
            if item is not None:
                item.close()
