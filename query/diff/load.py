"""Two snapshots side by side in one database, and the named SQL that compares them."""

from __future__ import annotations

import re
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import Protocol

import duckdb

from query.diff.model import Symbol

_HEADER = re.compile(r"^-- name: (\S+)\n", re.MULTILINE)
_TABLES = ("symbols", "files", "facts", "bases", "imports", "edges")
_PASSES = ("same", "respelled", "moved_files", "alike_types", "members", "moved", "members", "members")


class Tables(Protocol):
    """Whatever serves the schema's tables: a mounted snapshot, or one with a workspace laid over it."""

    @property
    def commit(self) -> str: ...
    def cursor(self) -> duckdb.DuckDBPyConnection: ...


@cache
def statements(file: str) -> dict[str, str]:
    """The statements of a .sql file of this package, by name."""
    text = files("query.diff").joinpath(f"{file}.sql").read_text(encoding="utf-8")
    parts = _HEADER.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def side_by_side(base: Tables, head: Tables) -> duckdb.DuckDBPyConnection:
    """A database with base_* and head_* tables, and `pairs`: which symbol is which."""
    connection = _scratch()
    for side, tables in (("base", base), ("head", head)):
        for name in _TABLES:
            _copy(connection, tables, name, f"{side}_{name}")
    for step in _PASSES:
        connection.execute(statements("pairs")[step])
    _match_renamed(connection, base, head)
    return connection


def head_alone(head: Tables) -> duckdb.DuckDBPyConnection:
    """A database with what dependence is read from."""
    connection = _scratch()
    for name in ("symbols", "files", "edges"):
        _copy(connection, head, name, f"head_{name}")
    return connection


def _scratch() -> duckdb.DuckDBPyConnection:
    # The tables are small: handing pieces of them to threads costs more than it saves.
    return duckdb.connect(":memory:", config={"threads": 1})


def details(tables: Tables, symbol_ids: list[str | None]) -> dict[str, Symbol]:
    """All that rules look at, of some symbols."""
    with closing(tables.cursor()) as cursor:
        wanted = [symbol_id for symbol_id in symbol_ids if symbol_id is not None]
        cursor.execute(statements("load")["details"], {"wanted": wanted})
        names = [column[0] for column in cursor.description or ()]
        return {row[0]: dict(zip(names, row, strict=True)) for row in cursor.fetchall()}


def _match_renamed(connection: duckdb.DuckDBPyConnection, base: Tables, head: Tables) -> None:
    """Bodies are compared last, and only of what is left: reading them costs most."""
    for side, tables, left in (("base", base, "gone"), ("head", head, "fresh")):
        rows = connection.execute(f"SELECT symbol_id FROM {left} WHERE starts_with(symbol_id, 'M:')").fetchall()
        _copy(connection, tables, "shapes", f"{side}_shapes", {"wanted": [row[0] for row in rows]})
    connection.execute(statements("pairs")["renamed"])
    connection.execute(statements("pairs")["all"])


def _copy(
    connection: duckdb.DuckDBPyConnection,
    tables: Tables,
    name: str,
    target: str,
    values: dict[str, object] | None = None,
) -> None:
    with closing(tables.cursor()) as cursor:
        rows = cursor.sql(statements("load")[name], params=values).to_arrow_table()
    connection.register("incoming", rows)
    connection.execute(f"CREATE TABLE {target} AS FROM incoming")
    connection.unregister("incoming")
