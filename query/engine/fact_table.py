"""The facts of a snapshot in memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

import pyarrow as pa

from query.engine.model import Fact

FACT_COLUMNS = [field.name for field in fields(Fact)]


class Facts:
    """All facts, each made when it is asked for."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table
        self._by_symbol = _groups(self._table["symbol_id"])
        self._by_kind = _groups(self._table["kind"])
        self._made: dict[str, list[Fact]] = {}

    def of(self, symbol_id: str) -> list[Fact]:
        return sorted(self._rows(self._by_symbol.get(symbol_id, [])), key=lambda fact: (fact.path, fact.line_start))

    def of_kind(self, kind: str) -> list[Fact]:
        if kind not in self._made:
            self._made[kind] = list(self._rows(self._by_kind.get(kind, [])))
        return self._made[kind]

    def _rows(self, numbers: Iterable[int]) -> Iterator[Fact]:
        columns = self._table.columns
        for number in numbers:
            kind, value, detail, *rest = [column[number].as_py() for column in columns]
            yield Fact(kind, value, _object(detail), *rest)


def _groups(column: pa.ChunkedArray) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for number, value in enumerate(column.to_pylist()):
        if value is not None:
            groups.setdefault(value, []).append(number)
    return groups


def _object(detail: str | None) -> dict[str, Any]:
    try:
        found = json.loads(detail) if detail else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
