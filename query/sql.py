"""One SELECT from a person or an agent, over a mounted snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import duckdb

from query.errors import Interrupted, SnapshotError, SqlError
from query.mount import Mounted

_ONE_SELECT = "give one SELECT (WITH, FROM, VALUES, DESCRIBE, SHOW TABLES and SUMMARIZE are fine, too)"


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
        statement = single_select(sql)
        own.execute(statement)
        return Result([str(column[0]) for column in own.description or []], own.fetchall())
    except (duckdb.InterruptException, KeyboardInterrupt) as stop:
        own.interrupt()
        if isinstance(stop, KeyboardInterrupt):
            raise
        raise Interrupted("the statement was interrupted", "narrow it with WHERE or LIMIT") from stop
    except duckdb.Error as error:
        raise _explain(error) from error
    except RuntimeError as error:
        # DuckDB turns Ctrl-C in a running statement into this.
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from error
        raise
    finally:
        if cursor is None:
            own.close()


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


def _explain(error: duckdb.Error) -> SqlError | SnapshotError:
    message = str(error).strip()
    if isinstance(error, duckdb.PermissionException):
        return SqlError("only the snapshot's own tables can be read", "SHOW TABLES lists them; files are out of reach")
    if isinstance(error, duckdb.OutOfMemoryException):
        return SqlError("the statement needs too much memory", "narrow it with WHERE, LIMIT or fewer columns")
    if isinstance(error, duckdb.IOException):
        return SnapshotError(f"the snapshot vanished or is damaged: {message}", "codemap index --force")
    if isinstance(error, duckdb.CatalogException | duckdb.BinderException):
        return SqlError(message, "SHOW TABLES lists the tables, DESCRIBE symbols the columns of one")
    return SqlError(message, "see https://duckdb.org/docs/sql/introduction for the dialect")
