"""Where the time of a build goes: told in build.json, which nobody hashes, and read by ci/bench."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from indexer.aside import Beside

EXTRACT, FACTS, SEARCH = "extract", "facts", "search"


class Laps:
    """What a worker spends on each part: a lap ends where the part it belongs to does."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)  # of the processor
        self._last = time.process_time()

    def end(self, part: str) -> None:
        now = time.process_time()
        self.seconds[part] += now - self._last
        self._last = now


@dataclass(slots=True)
class Spent:
    """Seconds on the clock, but for what the workers say."""

    index: float = 0.0  # reading, parsing, extracting: while the workers are busy
    link: float = 0.0  # until the links are there; tables that need none are made meanwhile
    facts: float = 0.0  # what becomes of the marks once links are known
    workers: dict[str, float] = field(default_factory=dict)

    def linking(self, beside: Beside) -> Beside:
        """The same way to link, with its time noted."""

        @contextmanager
        def timed(function: Callable[..., Any], *arguments: Any) -> Iterator[Callable[[], Any]]:
            started = time.monotonic()
            with beside(function, *arguments) as result:

                def ask() -> Any:
                    found = result()
                    self.link = time.monotonic() - started
                    return found

                yield ask

        return timed
