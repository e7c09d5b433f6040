"""Validates a snapshot: keys, ranges, vocabularies, dangling ids, order, row counts, hashes.

The rules are SQL in lint.sql; this module repeats the general ones for what the schema lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import duckdb

from indexer import schema
from query.errors import SqlError
from query.mount import Mounted, MountedFile, hash_fault, missing_or_resized
from query.stack import parquet

VOCABULARIES: dict[tuple[str, str], list[str]] = {
    ("symbols", "kind"): sorted(schema.KIND_PREFIX),
    ("symbols", "confidence"): list(schema.CONFIDENCES),
    ("refs", "kind"): list(schema.REF_KINDS),
    ("refs", "resolution"): sorted(schema.RESOLUTIONS),
    ("refs", "confidence"): list(schema.CONFIDENCES),
    ("types", "relation"): list(schema.RELATIONS),
    ("facts", "kind"): list(schema.FACT_KINDS),
    ("facts", "confidence"): list(schema.CONFIDENCES),
    ("chunks", "kind"): list(schema.CHUNK_KINDS),
}
SYMBOL_COLUMNS = (
    ("symbols", "container_id"), ("refs", "from_symbol"), ("refs", "to_symbol"), ("imports", "to_symbol"),
    ("types", "symbol_id"), ("types", "base_symbol"), ("facts", "symbol_id"), ("chunks", "symbol_id"),
)  # fmt: skip
PATH_COLUMNS = (
    ("symbols", "path"), ("refs", "path"), ("imports", "path"), ("imports", "to_path"), ("types", "path"),
    ("facts", "path"), ("chunks", "path"),
)  # fmt: skip
# What the rules bind by name, beside $allowed and $rows of the repeated ones.
_BOUND: dict[str, dict[str, object]] = {
    "symbols.symbol_id_shape": {"allowed": [f"{kind} {prefix}:" for kind, prefix in schema.KIND_PREFIX.items()]},
    "refs.unresolved_iff_unknown": {"unresolved": schema.UNRESOLVED},
}
_HEADER = re.compile(r"^-- (rule|each): (\S+)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Problem:
    """A broken rule: how many rows break it, and one of them."""

    table: str
    rule: str
    count: int
    example: str


@dataclass(frozen=True, slots=True)
class Check:
    table: str
    rule: str
    query: str
    bound: Mapping[str, object]


def lint(mounted: Mounted) -> list[Problem]:
    """All broken rules, in the order of the schema's tables."""
    found = list(_damaged_files(mounted))
    if not found:
        cursor = mounted.cursor()
        try:
            found = [problem for check in checks(mounted) if (problem := _run(cursor, check))]
        except duckdb.Error as error:
            raise SqlError(f"the snapshot cannot be checked: {error}", "codemap index --force") from error
        finally:
            cursor.close()
    order = [*schema.TABLES, schema.MASKS.name]
    return sorted(found, key=lambda problem: (order.index(problem.table), problem.rule))


def checks(mounted: Mounted) -> list[Check]:
    """Every rule of lint.sql, the general ones once for each thing that they hold for."""
    return [*_named(), *_vocabularies(), *_not_null(), *_references(), *_orders(mounted), *_row_counts(mounted)]


def _named() -> Iterator[Check]:
    for (form, name), query in _statements().items():
        if form == "rule":
            table, _, rule = name.partition(".")
            yield Check(table, rule, query, _BOUND.get(name, {}))


def _vocabularies() -> Iterator[Check]:
    for (table, column), allowed in VOCABULARIES.items():
        yield _each("vocabulary", table, column, allowed=allowed)


def _not_null() -> Iterator[Check]:
    for table in schema.TABLES.values():
        for column in table.columns:
            if not column.nullable:
                yield _each("not_null", table.name, column.name)


def _references() -> Iterator[Check]:
    for table, column in SYMBOL_COLUMNS:
        yield _each("symbol_exists", table, column)
    for table, column in PATH_COLUMNS:
        yield _each("file_exists", table, column)


def _orders(mounted: Mounted) -> Iterator[Check]:
    """Each layer is sorted; a stack of them is not."""
    for file in mounted.files:
        sort = ", ".join(f'"{column}"' for column in _shape(file).sort)
        query = _statements()["each", "sorted"].format(table=parquet(file.path), sort=sort)
        yield Check(file.table, "sorted", query, {})


def _row_counts(mounted: Mounted) -> Iterator[Check]:
    for file in mounted.files:
        query = _statements()["each", "rows"].format(table=parquet(file.path))
        yield Check(file.table, "rows", query, {"rows": file.rows})
    for table, rows in mounted.manifest.get("counts", {}).get("rows", {}).items():
        yield Check(table, "rows", _statements()["each", "rows"].format(table=table), {"rows": rows})


def _shape(file: MountedFile) -> schema.Table:
    return schema.MASKS if file.table == schema.MASKS.name else schema.TABLES[file.table]


def _each(rule: str, table: str, column: str, **bound: object) -> Check:
    query = _statements()["each", rule].format(table=table, column=column)
    return Check(table, f"{rule}:{column}", query, bound)


def _damaged_files(mounted: Mounted) -> Iterator[Problem]:
    for file in mounted.files:
        if fault := missing_or_resized(file) or hash_fault(file):
            yield Problem(file.table, "hash", 1, f"{file.path.name} {fault}")


def _run(cursor: duckdb.DuckDBPyConnection, check: Check) -> Problem | None:
    query = _statements()["each", "summary"].format(query=check.query)
    row: tuple[Any, ...] | None = cursor.execute(query, dict(check.bound)).fetchone()
    count, example = row or (0, None)
    return Problem(check.table, check.rule, int(count), str(example)) if count else None


@cache
def _statements() -> dict[tuple[str, str], str]:
    """The statements of lint.sql by form and name."""
    text = files("query").joinpath("lint.sql").read_text(encoding="utf-8")
    parts = _HEADER.split(text)[1:]
    return {
        (form, name): body.strip().removesuffix(";")
        for form, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }
