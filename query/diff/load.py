"""Two snapshots side by side in one database, and the named SQL that compares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import duckdb

from query.diff.model import Symbol

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")
_HEADER = re.compile(r"^-- name: (\S+)\n", re.MULTILINE)
# The largest first, so that both hands are full to the end.
_LOADED = (
    "base_symbols", "head_symbols", "head_edges", "base_calls", "base_imports", "head_imports", "base_facts",
    "head_facts", "base_bases", "head_bases", "base_files", "head_files",
)  # fmt: skip
_PASSES = (
    "same", "respelled", "respelled_packages", "moved_files", "alike_types", "members", "moved", "members", "members",
)  # fmt: skip


class Tables(Protocol):
    """Whatever serves the schema's tables: a mounted snapshot, or one with a workspace laid over it."""

    commit: str
    manifest: dict[str, Any]

    def cursor(self) -> duckdb.DuckDBPyConnection: ...


@cache
def statements(file: str) -> dict[str, str]:
    """The statements of a .sql file of this package, by name."""
    text = files("query.diff").joinpath(f"{file}.sql").read_text(encoding="utf-8")
    parts = _HEADER.split(text)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def side_by_side(base: Tables, head: Tables) -> duckdb.DuckDBPyConnection:
    """A database with base_* and head_* tables, and `pairs`: which symbol is which."""
    connection, sides = _scratch(), {"base": base, "head": head}
    _load(connection, sides, _LOADED)
    for step in _PASSES:
        connection.execute(statements("pairs")[step])
    _match_renamed(connection, sides)
    return connection


def head_alone(head: Tables) -> duckdb.DuckDBPyConnection:
    """A database with what dependence is read from."""
    connection = _scratch()
    _load(connection, {"head": head}, ("head_symbols", "head_edges", "head_files"))
    return connection


def abreast(work: Callable[..., T], *arguments: Iterable[Any]) -> Iterator[T]:
    """Snapshots are databases of their own: two can be read at once."""
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(work, *arguments)


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


def _match_renamed(connection: duckdb.DuckDBPyConnection, sides: Mapping[str, Tables]) -> None:
    """Bodies are compared last, and only of what is left in one place: reading them costs most."""
    pairs = statements("pairs")
    connection.execute(pairs["callables"])
    left = {side: connection.execute(pairs[f"{side}_candidates"]).fetchall() for side in sides}
    wanted = {f"{side}_shapes": {"wanted": [row[0] for row in rows]} for side, rows in left.items()}
    _load(connection, sides, list(wanted), wanted)
    connection.execute(pairs["renamed"])
    connection.execute(pairs["all"])


def _load(
    connection: duckdb.DuckDBPyConnection,
    sides: Mapping[str, Tables],
    targets: Sequence[str],
    values: Mapping[str, object] | None = None,
) -> None:
    """Fill tables that are named after a side and the statement that reads them there."""

    def read(target: str) -> pa.Table:
        side, _, name = target.partition("_")
        with closing(sides[side].cursor()) as cursor:
            return cursor.sql(statements("load")[name], params=(values or {}).get(target)).to_arrow_table()

    for target, rows in zip(targets, abreast(read, targets), strict=True):
        connection.register("incoming", rows)
        connection.execute(f"CREATE TABLE {target} AS FROM incoming")
        connection.unregister("incoming")
