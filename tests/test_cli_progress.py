"""Progress: a bar on a terminal, lines in a log, nothing when it would spoil the output."""

from __future__ import annotations

import io
import threading

from rich.console import Console

from indexer.watch import LINE_SECONDS, Lines, Live, Silent, watcher


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def log_console() -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(file=out, width=80), out


def test_a_log_gets_one_line_per_stage() -> None:
    console, out = log_console()
    clock = Clock()
    with Lines(console, clock) as lines:
        lines.stage("read")
        clock.now += 1
        lines.stage("parse", 4000)
        for _ in range(4):
            lines.advance(1000)
        clock.now += 2
    assert out.getvalue().splitlines() == ["read: 1.0 s", "parse: 4,000 of 4,000 files, 2.0 s, 2,000 files/s"]


def test_a_long_stage_tells_pace_and_time_left_now_and_then() -> None:
    console, out = log_console()
    clock = Clock()
    with Lines(console, clock) as lines:
        lines.stage("parse", 1000)
        for _ in range(100):
            clock.now += LINE_SECONDS / 25
            lines.advance(10)
    told = out.getvalue().splitlines()
    assert told[0] == "parse: 250 of 1,000 files, 50 files/s, 0:15 left"
    assert len(told) == 5


def test_a_stage_that_failed_is_not_told_as_done() -> None:
    console, out = log_console()
    try:
        with Lines(console, Clock()) as lines:
            lines.stage("parse", 3)
            raise ValueError
    except ValueError:
        pass
    assert out.getvalue() == ""


def test_stage_names_are_text_not_markup() -> None:
    console, out = log_console()
    with Lines(console, Clock()) as lines:
        lines.stage("[bold]x[/]")
    assert out.getvalue() == "[bold]x[/]: 0.0 s\n"


def test_a_terminal_gets_a_bar_that_leaves_nothing_behind() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, color_system=None)
    before = threading.active_count()
    with watcher(quiet=False, console=console) as live:
        assert threading.active_count() == before
        live.stage("read")
        live.stage("parse", 2786)
        live.advance(2000)
        assert isinstance(live, Live)
        drawn = out.getvalue()
        live.stage("write", 6)
    assert "parse" in drawn
    assert "2000/2786" in drawn
    assert "files/s" in drawn
    assert "left" in drawn
    # The cursor goes back up over every row and erases it.
    assert out.getvalue().rstrip("\n").endswith("\x1b[2K")


def test_the_display_follows_the_place() -> None:
    console, _ = log_console()
    assert isinstance(watcher(quiet=False, console=console), Lines)
    assert isinstance(watcher(quiet=True, console=console), Silent)
