"""Where results go: one console for people and one JSON object for programs."""

from __future__ import annotations

import dataclasses
import json
import sys

from rich.console import Console

from query.cli.text import simple

DRAWN = "drawn"  # marks a field of a result that is only there to be shown to people


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # rich would end the process with 1; whether a closed pipe is a failure is decided in one place.
        raise


def console() -> Console:
    """The console for results on stdout; progress and errors go to stderr."""
    return _Console(highlight=False)


def write_json(value: object) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, default=simple) + "\n")


def plain(value: object) -> object:
    """A result as dictionaries and lists."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hidden = {field.name for field in dataclasses.fields(value) if field.metadata.get(DRAWN)}
        return {name: one for name, one in dataclasses.asdict(value).items() if name not in hidden}
    return value
