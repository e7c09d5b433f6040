"""Sees every call of a tool: how many run, how long they take, what becomes of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

OK, CANCELLED = "ok", "cancelled"


@dataclass(slots=True)
class Seen:
    """One call; `outcome` is the code of its failure, if it fails."""

    tool: str
    outcome: str = CANCELLED
    began: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.began


@dataclass(slots=True)
class Watch:
    """Counts the calls that run; transports that tell more override `ended`."""

    query_seconds: float | None = None  # how long a call may take; None: as long as its client waits
    build_seconds: float | None = None
    running: int = 0

    @contextmanager
    def calling(self, tool: str) -> Iterator[Seen]:
        seen = Seen(tool)
        self.running += 1
        try:
            yield seen
        finally:
            self.running -= 1
            self.ended(seen)

    def ended(self, seen: Seen) -> None:
        """A call is over."""
