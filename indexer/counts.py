"""What a snapshot holds, in numbers: part of its manifest, so that a summary needs no query."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

OTHER = "other text"  # files whose language is not known
CANDIDATES = 20
# What is counted; the rest of a table need not be held once it is written.
COUNTED = {
    "files": ("language", "line_count"),
    "symbols": ("language", "kind", "symbol_id", "name"),
    "refs": ("kind", "resolution", "to_symbol", "external"),
    "facts": ("kind",),
}


def counted(name: str, table: pa.Table) -> pa.Table:
    """The columns of a table that `count` looks at, else the first: each table's rows are counted."""
    return table.select(COUNTED.get(name, table.column_names[:1]))


def count(tables: dict[str, pa.Table]) -> dict[str, Any]:
    """Counts of the tables' rows by language, kind and resolution."""
    files, symbols, refs = tables["files"], tables["symbols"], tables["refs"]
    languages = files["language"].combine_chunks().fill_null(OTHER)
    external = refs["external"].fill_null(False)
    resolved = pc.equal(refs["external"], False).fill_null(False)
    return {
        "files_by_language": _by(languages),
        "lines_by_language": _sums(languages, files["line_count"].combine_chunks()),
        "symbols_by_language": _by(symbols["language"]),
        "symbols_by_kind": _by(symbols["kind"]),
        "refs_by_kind": _by(refs["kind"]),
        "refs_by_resolution": _by(refs["resolution"]),
        "resolved_by_kind": _by(refs["kind"].filter(resolved)),
        "external_by_kind": _by(refs["kind"].filter(external)),
        "facts_by_kind": _by(tables["facts"]["kind"]),
        "most_called": _most_called(symbols, refs),
    }


def _by(column: pa.ChunkedArray | pa.Array) -> dict[str, int]:
    return {row["values"]: row["counts"] for row in column.value_counts().to_pylist()}


def _sums(keys: pa.Array, values: pa.Array) -> dict[str, int]:
    summed = pa.table({"key": keys, "value": values}).group_by("key").aggregate([("value", "sum")])
    return dict(zip(summed["key"].to_pylist(), summed["value_sum"].to_pylist(), strict=True))


def _most_called(symbols: pa.Table, refs: pa.Table) -> str | None:
    """Name of the definition that most calls lead to: worth trying a question on."""
    calls = pc.is_in(refs["kind"].cast(pa.string()), pa.array(["call", "instantiate"]))
    counted = refs["to_symbol"].filter(calls).drop_null().value_counts().to_pylist()
    counted.sort(key=lambda row: (-row["counts"], row["values"]))
    for row in counted[:CANDIDATES]:
        place = symbols["symbol_id"].index(row["values"]).as_py()
        name: str = symbols["name"][place].as_py()
        if len(name) > 3 and re.fullmatch(r"\w+", name):
            return name
    return None
