"""One SELECT from a person or an agent, over a mounted snapshot."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import duckdb

from indexer import schema
from query.errors import Interrupted, SnapshotError, SqlError
from query.mount import Mounted, missing_or_resized

_ONE_SELECT = "give one SELECT (WITH, FROM, VALUES, DESCRIBE, SHOW TABLES and SUMMARIZE are fine, too)"
_POLL_SECONDS = 0.1
_PIECE_ROWS = 100


@dataclass(frozen=True, slots=True)
class Result:
    columns: list[str]
    rows: list[tuple[Any, ...]]
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Caps:
    """What one statement may cost: rows and characters that are fetched, seconds it may run; no cap where none is set.

    What it may hold while it runs is capped for all statements of a mounted snapshot (`query.mount.MEMORY`).
    """

    rows: int | None = None
    characters: int | None = None
    seconds: float | None = None


def run_select(
    mounted: Mounted, sql: str, cursor: duckdb.DuckDBPyConnection | None = None, caps: Caps | None = None
) -> Result:
    """Run one read-only statement and fetch its rows, as far as the caps allow.

    A caller that may have to stop it passes its own `mounted.cursor()` and calls `interrupt()` on that.
    """
    own = cursor or mounted.cursor()
    try:
        return _watched(own, single_select(sql), caps or Caps())
    except duckdb.InterruptException as stop:
        raise Interrupted("the statement was interrupted", "narrow it with WHERE or LIMIT") from stop
    except duckdb.Error as error:
        raise _gone(mounted) or _explain(error) from error
    finally:
        if cursor is None:
            own.close()


def describe_tables() -> str:
    """The tables and their columns, as text for whoever writes the statement."""
    lines = []
    for table in schema.TABLES.values():
        lines.append(f"{table.name}: {table.doc}")
        lines += [f"  {column.name} {column.type}: {column.doc}" for column in table.columns]
    return "\n".join(lines)


def _watched(cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement, caps: Caps) -> Result:
    """Run beside the calling thread, which stays free to hear Ctrl-C: DuckDB itself misses it now and then."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(_fetch, cursor, statement, caps)
        try:
            _await(running, caps.seconds)
        except BaseException:
            # Repeated, because an interrupt that comes before the statement has begun is lost.
            while not wait([running], _POLL_SECONDS).done:
                cursor.interrupt()
            raise
        return running.result()


def _await(running: Future[Result], seconds: float | None) -> None:
    deadline = time.monotonic() + seconds if seconds is not None else None
    while not wait([running], _POLL_SECONDS).done:
        if deadline is not None and time.monotonic() >= deadline:
            raise Interrupted(f"the statement ran longer than {seconds:g} s", "narrow it with WHERE or LIMIT")


def _fetch(cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement, caps: Caps) -> Result:
    cursor.execute(statement)
    columns = [str(column[0]) for column in cursor.description or []]
    if caps.rows is None and caps.characters is None:
        return Result(columns, cursor.fetchall())
    rows: list[tuple[Any, ...]] = []
    left = caps.characters
    # Piece by piece: DuckDB hands rows over as they come, and what nobody reads is never made.
    while piece := cursor.fetchmany(_PIECE_ROWS):
        for row in piece:
            left = left - sum(len(str(value)) for value in row) if left is not None else None
            if len(rows) == caps.rows or (left is not None and left < 0):
                return Result(columns, rows, truncated=True)
            rows.append(row)
    return Result(columns, rows)


def single_select(sql: str) -> duckdb.Statement:
    """The one statement in the text; anything that is not a plain query is refused."""
    try:
        statements = duckdb.extract_statements(sql)
    except duckdb.Error as error:
        raise _explain(error) from error
    if len(statements) != 1:
        found = f"{len(statements)} statements" if statements else "no statement"
        raise SqlError(f"expected one statement, found {found}", _ONE_SELECT)
    (statement,) = statements
    if statement.type != duckdb.StatementType.SELECT:
        raise SqlError(f"{statement.type.name} is refused: snapshots are read-only", _ONE_SELECT)
    if statement.named_parameters:
        raise SqlError("the statement has parameters, and there are no values for them", "write the values into it")
    return statement


def _gone(mounted: Mounted) -> SnapshotError | None:
    """Whether the snapshot was removed or changed under the statement: the real reason for whatever it says."""
    for file in mounted.files:
        if fault := missing_or_resized(file):
            return SnapshotError(
                f"the snapshot changed while it was read: {file.path} {fault}", "codemap index --force"
            )
    return None


def _explain(error: duckdb.Error) -> SqlError:
    message = str(error).strip()
    if isinstance(error, duckdb.PermissionException):
        return SqlError("only the snapshot's own tables can be read", "SHOW TABLES lists them; files are out of reach")
    if isinstance(error, duckdb.OutOfMemoryException):
        return SqlError("the statement needs too much memory", "narrow it with WHERE, LIMIT or fewer columns")
    if isinstance(error, duckdb.CatalogException | duckdb.BinderException):
        return SqlError(message, "SHOW TABLES lists the tables, DESCRIBE symbols the columns of one")
    return SqlError(message, "see https://duckdb.org/docs/sql/introduction for the dialect")
