"""Symbols the way SCIP names them: package and a chain of descriptors, one string per definition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from indexer import schema

_PLAIN = re.compile(r"[A-Za-z0-9_+$-]+")
_SUFFIX = {"T": "#", "P": ".", "F": ".", "E": ".", "N": "/"}


def monikers(repo_id: str, symbols: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The SCIP name of each symbol_id; definitions that would share one are numbered."""
    rows = {row["symbol_id"]: row for row in symbols}
    made: dict[str, str] = {}
    taken: dict[str, int] = {}

    def chain(symbol_id: str) -> str:
        if symbol_id in made:
            return made[symbol_id]
        row = rows[symbol_id]
        owner = row["container_id"]
        nested = owner in rows and schema.KIND_PREFIX[row["kind"]] != "N"
        before = chain(owner) if nested else _namespace(row)
        again = taken.get(key := before + _descriptor(row, 0), 0)
        taken[key] = again + 1
        made[symbol_id] = before + _descriptor(row, again)
        return made[symbol_id]

    package = f"codemap . {_spaced(repo_id)} . "
    return {symbol_id: package + chain(symbol_id) for symbol_id in rows}


def _namespace(row: Mapping[str, Any]) -> str:
    if schema.KIND_PREFIX[row["kind"]] == "N" or not row["namespace"]:
        return ""
    return f"{_escaped(row['namespace'])}/"


def _descriptor(row: Mapping[str, Any], again: int) -> str:
    prefix = schema.KIND_PREFIX[row["kind"]]
    if prefix == "M":
        kept = _escaped(row["name"])
        return f"{kept}(+{again})." if again else f"{kept}()."
    name = row["qualified_name"] if prefix == "N" else row["name"]
    return _escaped(f"{name}~{again + 1}" if again else name) + _SUFFIX[prefix]


def _escaped(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else "`" + name.replace("`", "``") + "`"


def _spaced(text: str) -> str:
    """A space ends a part of the name unless it is doubled."""
    return text.replace(" ", "  ")
