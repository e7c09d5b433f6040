"""The named statements of statements.sql, run on a mounted snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from importlib.resources import files
from typing import Any

import pyarrow as pa

from query.memory import give_back
from query.mount import Mounted

BATCH = 4_096  # rows
_HEADER = re.compile(r"^-- name: (\S+)\n", re.MULTILINE)


@cache
def _statements() -> dict[str, str]:
    parts = _HEADER.split(files(__package__).joinpath("statements.sql").read_text(encoding="utf-8"))[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@contextmanager
def batches(mounted: Mounted, name: str, values: Mapping[str, object]) -> Iterator[pa.RecordBatchReader]:
    """The statement's rows a few thousand at a time: all of them at once would need several times their memory."""
    with closing(mounted.cursor()) as cursor:
        yield cursor.sql(_statements()[name], params=dict(values)).to_arrow_reader(BATCH)
    give_back()


def rows(mounted: Mounted, name: str, values: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
    """The statement's rows by column."""
    with closing(mounted.cursor()) as cursor:
        found = cursor.execute(_statements()[name], dict(values or {}))
        names = [str(column[0]) for column in found.description or []]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
