"""JSON Lines: the rows of all tables, each an object that says which table it is of."""

from __future__ import annotations

import json

from indexer import schema
from query.engine.view import View
from query.export import Pieces, fetched

# Words and vectors of the text index are of use to search alone.
_TABLES = [table for table in schema.TABLES.values() if table is not schema.CHUNKS]


def pieces(view: View) -> Pieces:
    """First what the rows are of, then the tables in the schema's order."""
    head = {"table": "snapshot", "repo_id": view.mounted.repo_id, "commit": view.mounted.commit}
    yield _line(head | {"schema_version": schema.SCHEMA_VERSION})
    for table in _TABLES:
        order = ", ".join(f'"{column}"' for column in table.sort)
        for row in fetched(view.mounted, f'FROM "{table.name}" ORDER BY {order}'):
            yield _line({"table": table.name} | row)


def _line(row: dict[str, object]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
