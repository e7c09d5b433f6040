"""One SELECT from a person or an agent, over a mounted snapshot."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import duckdb

from query.errors import Interrupted, SnapshotError, SqlError
from query.mount import Mounted, missing_or_resized

_ONE_SELECT = "give one SELECT (WITH, FROM, VALUES, DESCRIBE, SHOW TABLES and SUMMARIZE are fine, too)"
_POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Result:
    columns: list[str]
    rows: list[tuple[Any, ...]]


def run_select(mounted: Mounted, sql: str, cursor: duckdb.DuckDBPyConnection | None = None) -> Result:
    """Run one read-only statement and fetch all of its rows.

    A caller that may have to stop it passes its own `mounted.cursor()` and calls `interrupt()` on that.
    """
    own = cursor or mounted.cursor()
    try:
        return _watched(own, single_select(sql))
    except duckdb.InterruptException as stop:
        raise Interrupted("the statement was interrupted", "narrow it with WHERE or LIMIT") from stop
    except duckdb.Error as error:
        raise _gone(mounted) or _explain(error) from error
    finally:
        if cursor is None:
            own.close()


def _watched(cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> Result:
    """Run beside the calling thread, which stays free to hear Ctrl-C: DuckDB itself misses it now and then."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(_fetch, cursor, statement)
        try:
            while not wait([running], _POLL_SECONDS).done:
                pass
        except BaseException:
            # Repeated, because an interrupt that comes before the statement has begun is lost.
            while not wait([running], _POLL_SECONDS).done:
                cursor.interrupt()
            raise
        return running.result()


def _fetch(cursor: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> Result:
    cursor.execute(statement)
    return Result([str(column[0]) for column in cursor.description or []], cursor.fetchall())


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
