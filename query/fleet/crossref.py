"""The cross-reference of a cache: who uses which name, over all repositories, in files sorted for look-ups.

Each repository has a part, made anew when its newest snapshot changes; the parts are merged into sorted files, which
are replaced as a whole. All of it can be removed at any time and comes back.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from query.errors import NotFound
from query.fleet.newest import Newest, newest
from query.mount import mount
from query.stack import text
from query.state import statements

FOLDER = "fleet"
_LIST = "fleet.json"
_TABLES = ("names", "uses")
_ROW_GROUP = 20_000


@dataclass(frozen=True, slots=True)
class Definition:
    repo: str
    symbol_id: str
    kind: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Use:
    """`external` tells that the repository has the name from another one."""

    repo: str
    path: str
    line: int
    col: int
    kind: str
    external: bool
    name: str


@dataclass(frozen=True, slots=True)
class References:
    name: str
    definitions: tuple[Definition, ...]
    uses: tuple[Use, ...]


def refresh(cache: Path) -> list[str]:
    """Bring the cross-reference up to date; ids of the repositories whose parts were made anew."""
    folder = cache / FOLDER
    wanted = {one.repo_id: one.commit for one in newest(cache)}
    have = _merged(folder)
    changed = [repo for repo, commit in wanted.items() if have.get(repo) != commit]
    if have == wanted:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    for repo in changed:
        _make_part(cache, folder, Newest(repo, wanted[repo]))
    for table in _TABLES:
        _merge(folder, table, [_part(folder, table, repo, commit) for repo, commit in wanted.items()])
    _replace(folder / _LIST, lambda path: path.write_text(json.dumps(wanted, sort_keys=True), encoding="utf-8"))
    kept = {_part(folder, table, repo, commit) for repo, commit in wanted.items() for table in _TABLES}
    for old in set(folder.glob("*/*.parquet")) - kept:
        old.unlink(missing_ok=True)
    return changed


def references(cache: Path, name: str) -> References:
    """Everything that uses a name, in whichever repository it is defined and under all names that it has."""
    refresh(cache)
    folder, key = cache / FOLDER, name.replace("::", ".").replace("\\", ".")
    with duckdb.connect(":memory:") as connection:
        for table in (*_TABLES, "by_symbol"):
            connection.execute(f"CREATE VIEW {table} AS FROM read_parquet({text(str(folder / table))} || '.parquet')")
        definitions = [Definition(*row) for row in _rows(connection, "definitions", key=key)]
        keys = {key}
        for one in definitions:
            spelled = _rows(connection, "spellings", repo=one.repo, symbol_id=one.symbol_id)
            keys |= {str(row[0]) for row in spelled}
        uses = [Use(*row) for row in _rows(connection, "references", keys=sorted(keys))]
        if not definitions and not uses:
            near = tuple(str(row[0]) for row in _rows(connection, "near", word=key.rpartition(".")[2]))
            hint = "did you mean " + ", ".join(near) if near else "give the full name, like flask.Flask"
            raise NotFound(f"no repository in {cache} defines or uses {name!r}", hint, near)
    return References(name, tuple(definitions), tuple(uses))


def _merged(folder: Path) -> dict[str, str]:
    try:
        return dict(json.loads((folder / _LIST).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _make_part(cache: Path, folder: Path, one: Newest) -> None:
    with mount(cache, one.repo_id, one.commit) as mounted:
        for table in _TABLES:
            cursor = mounted.cursor()
            rows = _arrow(cursor, table, repo=one.repo_id)
            cursor.close()
            path = _part(folder, table, one.repo_id, one.commit)
            path.parent.mkdir(exist_ok=True)
            _write(rows, path)


def _merge(folder: Path, table: str, parts: list[Path]) -> None:
    with duckdb.connect(":memory:") as connection:
        rows = _arrow(connection, "merge", parts=[str(part) for part in parts])
    _write(rows, folder / f"{table}.parquet")
    if table == "names":
        _write(rows.sort_by([("symbol_id", "ascending"), ("repo", "ascending")]), folder / "by_symbol.parquet")


def _part(folder: Path, table: str, repo: str, commit: str) -> Path:
    return folder / f"{table}-parts" / f"{repo}-{commit}.parquet"


def _write(rows: pa.Table, path: Path) -> None:
    _replace(path, lambda place: pq.write_table(rows, place, compression="zstd", row_group_size=_ROW_GROUP))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    write(partial)
    partial.replace(path)


def _rows(connection: duckdb.DuckDBPyConnection, name: str, **values: object) -> list[tuple[Any, ...]]:
    return connection.execute(statements("query.fleet", "fleet")[name], values).fetchall()


def _arrow(connection: duckdb.DuckDBPyConnection, name: str, **values: object) -> pa.Table:
    found: pa.Table = connection.sql(statements("query.fleet", "fleet")[name], params=values).to_arrow_table()
    return found
