"""The cross-reference of a cache as files: names that repositories offer, and uses of names, sorted for look-ups.

Each repository has a part, made anew when its newest snapshot changes; parts are merged into files that are named after
what is in them, so that readers and two who merge at once are never in each other's way. All of it can be removed at
any time and comes back.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from query.fleet.newest import Newest, newest
from query.fleet.sorted_file import ROW_GROUP, write_sorted
from query.mount import MEMORY, THREADS, mount
from query.state import statements

FOLDER = "fleet"
TABLES = ("names", "uses")
_LIST = "fleet.json"


class Merged:
    """The files of one cache; `refresh` brings them up to date."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._folder = cache / FOLDER
        self._known = self._listed()

    def refresh(self) -> list[str]:
        """Read what is new in the cache; ids of the repositories whose parts were made anew."""
        wanted = {one.repo_id: one for one in newest(self._cache, self._known)}
        if wanted == self._known and self._is_there():
            return []
        self._folder.mkdir(parents=True, exist_ok=True)
        made = [one.repo_id for one in wanted.values() if self._make_part(one)]
        self._known, before = wanted, self._paths()
        if not self._is_there():
            self._merge()
        rows = [asdict(one) for one in wanted.values()]
        _replace(self._folder / _LIST, lambda place: place.write_text(json.dumps(rows), encoding="utf-8"))
        self._clean({*self._paths(), *before})
        return made

    def path(self, table: str) -> Path:
        """A merged table; its name changes with its content."""
        said = "".join(f"{one.repo_id} {one.digest}\n" for one in self._known.values())
        return self._folder / f"{table}-{hashlib.sha256(said.encode()).hexdigest()[:16]}.parquet"

    @property
    def commits(self) -> dict[str, str]:
        """The commit that each repository is told of."""
        return {one.repo_id: one.commit for one in self._known.values()}

    def _paths(self) -> list[Path]:
        return [self.path(table) for table in TABLES]

    def _is_there(self) -> bool:
        return all(path.exists() for path in self._paths())

    def _listed(self) -> dict[str, Newest]:
        try:
            rows = json.loads((self._folder / _LIST).read_text(encoding="utf-8"))
            return {row["repo_id"]: Newest(**row) for row in rows}
        except (OSError, ValueError, TypeError, KeyError):
            return {}

    def _part(self, table: str, one: Newest) -> Path:
        return self._folder / f"{table}-parts" / f"{one.repo_id}-{one.digest}.parquet"

    def _make_part(self, one: Newest) -> bool:
        """Whether it was not there yet."""
        parts = {table: self._part(table, one) for table in TABLES}
        if all(path.exists() for path in parts.values()):
            return False
        with mount(self._cache, one.repo_id, one.commit) as mounted:
            packages = mounted.manifest.get("packages", {})
            offered = {"packages": list(packages), "entries": list(packages.values())}
            for table, path in parts.items():
                cursor = mounted.cursor()
                values = {"repo": one.repo_id} | (offered if table == "names" else {})
                rows = cursor.sql(_statement(table), params=values).to_arrow_table()
                cursor.close()
                path.parent.mkdir(exist_ok=True)
                _write(rows, path)
        return True

    def _merge(self) -> None:
        for table in TABLES:
            parts = [str(self._part(table, one)) for one in self._known.values()]
            _replace(self.path(table), partial(_sorted, table, parts))

    def _clean(self, kept: set[Path]) -> None:
        """Remove what nobody reads; those who began to read the files before these still find them."""
        kept |= {self._part(table, one) for table in TABLES for one in self._known.values()}
        for old in {*self._folder.glob("*.parquet"), *self._folder.glob("*/*.parquet")} - kept:
            old.unlink(missing_ok=True)


def _sorted(table: str, parts: list[str], place: Path) -> None:
    """Merge parts, spilling to disk where they do not fit into memory."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": THREADS, "memory_limit": MEMORY, "temp_directory": str(place.parent / ".spill")
    }  # fmt: skip
    with duckdb.connect(":memory:", config=config) as connection:
        rows = connection.sql(_statement(f"merged_{table}"), params={"parts": parts})
        write_sorted(rows.to_arrow_reader(ROW_GROUP), place)


def _statement(name: str) -> str:
    return statements("query.fleet", "fleet")[name]


def _write(rows: pa.Table, path: Path) -> None:
    _replace(path, lambda place: pq.write_table(rows, place, compression="zstd"))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    write(unfinished)
    unfinished.replace(path)
