"""query.sql: one read-only SELECT over the tables of the snapshot."""

from __future__ import annotations

import json
import math
from contextlib import closing
from itertools import accumulate
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from query.errors import InvalidArgument
from query.tools.call import Call
from query.tools.codemap.answers import MAX_CHARS, Answer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.records import SqlResponse
from query.tools.codemap.routing import Where, opened
from query.tools.registry import Budget

SECONDS = 10.0
NESTING = 200  # brackets that are never closed cost the database's parser the square of their number

Statement = Annotated[
    str, StringConstraints(max_length=20_000), Field(description="leave out to have the tables described")
]


@FAMILY.tool("query.sql")
def run_sql(
    call: Call, where: Where, sql: Statement | None = None, limit: Annotated[int, Budget("max_rows", 1_000)] = 100
) -> Answer[SqlResponse]:
    """One SELECT (DuckDB) over the tables files, symbols, refs, imports, types, facts."""
    from query.sql import Caps, describe_tables, run_select

    caps = Caps(rows=limit, characters=MAX_CHARS, seconds=SECONDS)
    with opened(call, where) as view:
        if not sql or not sql.strip():
            return Answer("the tables", SqlResponse(columns=[], rows=[], truncated=False, tables=describe_tables()))
        _check_nesting(sql)
        with closing(view.mounted.cursor()) as cursor, call.stop.calling(cursor.interrupt):
            found = run_select(view.mounted, sql, cursor, caps)
    return Answer(
        f"{len(found.rows)} rows{', cut' if found.truncated else ''}",
        SqlResponse(
            columns=found.columns,
            rows=[[_plain(value) for value in row] for row in found.rows],
            truncated=found.truncated,
        ),
    )


def _check_nesting(sql: str) -> None:
    steps = (1 if sign in "([{" else -1 for sign in sql if sign in "([{)]}")
    if max(accumulate(steps), default=0) > NESTING:
        raise InvalidArgument(f"the statement nests deeper than {NESTING} brackets", "write it flatter")


def _plain(value: Any) -> str | int | float | bool | None:
    """A value that a cell of JSON has; nested ones as JSON text, everything else as text."""
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)
