from __future__ import annotations

import typing as t
from collections.abc import Callable


def run(task: t.Callable[[], object], log: Callable[[int], None] | None = None):
    log(1)
    return task()


def run_maybe(task: "t.Optional[Callable[[], object]]" = None):
    task()


def count(number: int, items: list[Callable[[], object]]):
    number()
    items()
