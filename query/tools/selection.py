"""Which tools a server lists, under which names; fixed when it starts."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from query.errors import InvalidArgument
from query.tools.registry import Family, Tool

Spelling = Literal["underscored", "dotted"]
DEFAULT = "default"  # the toolset of all families that need not be asked for


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked for on the command line; empty means no restriction."""

    toolsets: Collection[str] = ()
    tools: Collection[str] = ()
    exclude: Collection[str] = ()
    read_only: bool = False
    spelling: Spelling = "underscored"


class Selection:
    """The tools that are offered, by name; both spellings of a name are understood."""

    def __init__(self, families: Iterable[Family], choice: Choice | None = None) -> None:
        choice = choice or Choice()
        every = [tool for family in families for tool in sorted(family.tools, key=lambda tool: tool.name)]
        _check(choice, every)
        self._spelling = choice.spelling
        self._tools = {_plain(tool.name): tool for tool in every if _chosen(tool, choice)}
        if not self._tools:
            raise InvalidArgument("no tool is left", "ask for fewer restrictions: --toolsets, --tools, --exclude-tools")

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def find(self, name: str) -> Tool | None:
        return self._tools.get(_plain(name))

    def near(self, name: str) -> list[str]:
        """Names like one that is not known, as they are listed."""
        close = difflib.get_close_matches(_plain(name), self._tools, n=3)
        return [self.listed(self._tools[plain]) for plain in close]

    def listed(self, tool: Tool) -> str:
        """A tool's name as clients see it: several of them reject dots."""
        return tool.name if self._spelling == "dotted" else _plain(tool.name)


def _plain(name: str) -> str:
    return name.replace(".", "_")


def _chosen(tool: Tool, choice: Choice) -> bool:
    name = _plain(tool.name)
    if name in map(_plain, choice.exclude) or (choice.read_only and not tool.read_only):
        return False
    toolsets = choice.toolsets or (() if choice.tools else (DEFAULT,))
    if DEFAULT in toolsets and not tool.family.on_request:
        return True
    return name in map(_plain, choice.tools) or not tool.toolsets.isdisjoint(toolsets)


def _check(choice: Choice, every: list[Tool]) -> None:
    """A name that means nothing is an error: who excludes a tool relies on it."""
    sets = {DEFAULT, *(name for tool in every for name in tool.toolsets)}
    names = {_plain(tool.name) for tool in every}
    for wanted, known, what in (
        (set(choice.toolsets), sets, "toolset"),
        (set(map(_plain, (*choice.tools, *choice.exclude))), names, "tool"),
    ):
        for name in sorted(wanted - known):
            close = difflib.get_close_matches(name, known, n=3) or sorted(known)
            raise InvalidArgument(f"there is no {what} {name!r}", f"known are: {', '.join(close)}")
