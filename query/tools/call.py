"""What a running call knows: where answers come from, what was clamped, how long the phases took, how to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.hub import Hub, Served
    from query.hub.builds import Builds
    from query.repo import RepoRef
    from query.tools.savings import Savings
    from query.tools.selection import Selection

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Cut:
    """A budget that was asked for and what was granted."""

    requested: int
    granted: int


@dataclass(frozen=True, slots=True)
class Services:
    """What all calls of a server share."""

    hub: Hub
    builds: Builds
    savings: Savings
    tools: Selection


class Stop:
    """Tells whatever runs for a call to end; may come from another thread, and before or after the running begins."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._actions: list[Callable[[], object]] = []
        self.requested = False

    def request(self) -> None:
        with self._lock:
            self.requested = True
            actions = list(self._actions)
        for action in actions:
            action()

    @contextmanager
    def calling(self, action: Callable[[], object]) -> Iterator[None]:
        """While inside, a request to stop calls `action`."""
        with self._lock:
            self._actions.append(action)
            requested = self.requested
        if requested:
            action()
        try:
            yield
        finally:
            with self._lock:
                self._actions.remove(action)


@dataclass(slots=True)
class Call:
    """One call of one tool."""

    services: Services
    progress: Progress = lambda done, message: None
    stop: Stop = field(default_factory=Stop)
    cuts: dict[str, Cut] = field(default_factory=dict)
    phases: dict[str, float] = field(default_factory=dict)
    repo: RepoRef | None = None
    served: Served | None = None
    _started: float = field(default_factory=time.perf_counter)

    @property
    def hub(self) -> Hub:
        return self.services.hub

    def clamp(self, budget: Budget, value: int) -> int:
        """The value within its budget; a cut is noted, since it is told and not refused."""
        granted = max(budget.least, min(budget.cap, value))
        if granted != value:
            self.cuts[budget.name] = Cut(value, granted)
        return granted

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Time spent inside counts for that phase."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.phases[name] = self.phases.get(name, 0.0) + (time.perf_counter() - began) * 1000

    @property
    def elapsed_ms(self) -> float:
        return (time.perf_counter() - self._started) * 1000

    def offered(self, name: str) -> str | None:
        """A tool's name as this server lists it; None where it does not."""
        tool = self.services.tools.find(name)
        return self.services.tools.listed(tool) if tool else None
