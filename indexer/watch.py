"""Progress of a build on stderr: a live bar on a terminal, plain lines elsewhere, nothing when asked for quiet."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, Task, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.progress import ProgressColumn as Column
from rich.text import Text

LINE_SECONDS = 5.0
DRAW_SECONDS = 0.1


class Watcher(Protocol):
    """A model.Progress that is opened before the build and closed after it."""

    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def watcher(quiet: bool, console: Console | None = None) -> Watcher:
    """The display that fits where stderr leads."""
    if quiet:
        return Silent()
    console = console or Console(stderr=True)
    return Live(console) if console.is_terminal and not console.is_dumb_terminal else Lines(console)


class Silent:
    """Shows nothing."""

    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, count: int = 1) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Lines:
    """One line per stage and now and then one between: for logs."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._name = ""
        self._total: int | None = None
        self._done = 0
        self._started = self._told = clock()

    def stage(self, name: str, total: int | None = None) -> None:
        self._finish()
        self._name, self._total, self._done = name, total, 0
        self._started = self._told = self._clock()

    def advance(self, count: int = 1) -> None:
        self._done += count
        now = self._clock()
        if now - self._told >= LINE_SECONDS:
            self._told = now
            self._say(f"{self._amount()}{_pace(self._done, self._total, now - self._started)}")

    def _finish(self) -> None:
        if self._name:
            seconds = self._clock() - self._started
            self._say(f"{self._amount()}{seconds:.1f} s{_rate(self._done, seconds)}")
        self._name = ""

    def _amount(self) -> str:
        if not self._done:
            return ""
        return f"{self._done:,}{f' of {self._total:,}' if self._total else ''} files, "

    def _say(self, text: str) -> None:
        self._console.print(f"{self._name}: {text}", markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A stage that failed did not finish: the error tells the rest.
        if kind is None:
            self._finish()


class Live:
    """A row per stage, redrawn in place and gone when the build is done."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._drawn = 0.0
        self._bars = Bars(
            SpinnerColumn(finished_text="[green]✓"),
            TextColumn("{task.description:<9}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            _Pace(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            auto_refresh=False,  # it would take a thread, and a process with threads cannot fork its workers safely
        )
        self._task: TaskID | None = None

    def stage(self, name: str, total: int | None = None) -> None:
        self._finish()
        self._task = self._bars.add_task(name, total=total)
        self._bars.refresh()

    def advance(self, count: int = 1) -> None:
        if self._task is not None:
            self._bars.advance(self._task, count)
        if self._clock() - self._drawn >= DRAW_SECONDS:
            self._drawn = self._clock()
            self._bars.refresh()

    def _finish(self) -> None:
        if self._task is not None:
            task = next(task for task in self._bars.tasks if task.id == self._task)
            done = max(task.completed, 1)
            self._bars.update(self._task, total=done, completed=done)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.stop()


class _Pace(Column):
    """Files per second, and the time left while it runs."""

    def render(self, task: Task) -> Text:
        if task.total is None or task.finished or not task.elapsed:
            return Text("")
        return Text(_pace(int(task.completed), int(task.total), task.elapsed), style="cyan")


def _pace(done: int, total: int | None, seconds: float) -> str:
    if not done or seconds <= 0:
        return ""
    left = f", {_clock_text((total - done) * seconds / done)} left" if total and total > done else ""
    return f"{done / seconds:,.0f} files/s{left}"


def _rate(done: int, seconds: float) -> str:
    return f", {done / seconds:,.0f} files/s" if done and seconds >= 0.05 else ""


def _clock_text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
