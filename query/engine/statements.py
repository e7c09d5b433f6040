"""Named SQL: `-- name: x` begins a statement in the .sql files of this package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from query.mount import Mounted

_HEADER = re.compile(r"^-- name: (\S+)\n", re.MULTILINE)

_BATCH_ROWS = 250_000  # what is looked up in a piece is hashed once for each

# One allocator for both Arrow and numpy: each keeps some of what was freed.
pa.set_memory_pool(pa.system_memory_pool())

Arrays = dict[str, npt.NDArray[Any]]


@cache
def statement(file: str, name: str) -> str:
    """The text of one statement."""
    text = files("query.engine").joinpath(f"{file}.sql").read_text(encoding="utf-8")
    parts = _HEADER.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))[name]


def arrow(mounted: Mounted, file: str, name: str) -> pa.Table:
    """The statement's rows as Arrow columns."""
    cursor = mounted.cursor()
    try:
        return cursor.sql(statement(file, name)).to_arrow_table()
    finally:
        cursor.close()


def batches(mounted: Mounted, file: str, name: str) -> Iterator[pa.RecordBatch]:
    """The statement's rows piece by piece, for tables that are turned into numbers as they come."""
    cursor = mounted.cursor()
    try:
        yield from cursor.sql(statement(file, name)).to_arrow_reader(_BATCH_ROWS)
    finally:
        cursor.close()


def arrays(mounted: Mounted, file: str, name: str) -> Arrays:
    """The statement's numbers as numpy arrays; it must give no nulls."""
    cursor = mounted.cursor()
    try:
        found = cursor.execute(statement(file, name)).fetchnumpy()
        return {column: np.asarray(numbers) for column, numbers in found.items()}
    finally:
        cursor.close()


def rows(mounted: Mounted, file: str, name: str, values: Mapping[str, object] | None = None) -> list[tuple[Any, ...]]:
    cursor = mounted.cursor()
    try:
        return cursor.execute(statement(file, name), dict(values or {})).fetchall()
    finally:
        cursor.close()
