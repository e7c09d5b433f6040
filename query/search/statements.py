"""The named statements of statements.sql, run on a mounted snapshot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import Any

import pyarrow as pa

from query.engine.statements import give_back
from query.mount import Mounted

_HEADER = re.compile(r"^-- name: (\S+)\n", re.MULTILINE)


@cache
def _statements() -> dict[str, str]:
    parts = _HEADER.split(files(__package__).joinpath("statements.sql").read_text(encoding="utf-8"))[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def arrow(mounted: Mounted, name: str, values: Mapping[str, object] | None = None) -> pa.Table:
    """The statement's rows as Arrow columns of one chunk."""
    with closing(mounted.cursor()) as cursor:
        table = cursor.sql(_statements()[name], params=dict(values or {})).to_arrow_table().combine_chunks()
    give_back()
    return table


def rows(mounted: Mounted, name: str, values: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
    """The statement's rows by column."""
    with closing(mounted.cursor()) as cursor:
        found = cursor.execute(_statements()[name], dict(values or {}))
        names = [str(column[0]) for column in found.description or []]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
