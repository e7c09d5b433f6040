"""Schemas as they are listed, made ahead: to make them takes longer than the rest of a start.

`catalog.json` is written by `pytest --update` and held to the code by a test; what it lacks is made on the spot.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from query.tools.registry import Tool
from query.tools.schemas import brief

PATH = Path(__file__).with_suffix(".json")


class Entry(TypedDict):
    """What a tool takes and gives."""

    input: dict[str, Any]
    output: dict[str, Any]


def entry(tool: Tool) -> Entry:
    return _kept().get(tool.name) or made(tool)


def made(tool: Tool) -> Entry:
    return Entry(input=tool.input_schema, output=brief(tool.output_schema))


@cache
def _kept() -> dict[str, Entry]:
    try:
        kept: dict[str, Entry] = json.loads(PATH.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return kept
