"""A snapshot in the formats of other tools: SCIP, ctags, JSON Lines, GraphML, Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from query.engine.view import View
    from query.mount import Mounted

Pieces = Iterator[bytes]

# Each format is the module of that name, with a function `pieces(view)`.
FORMATS = {
    "scip": "code intelligence index for Sourcegraph and other tools (protobuf)",
    "ctags": "tags file for editors",
    "jsonl": "all rows, a JSON object per line",
    "graphml": "symbols and their relations as a graph",
    "markdown": "summary on one page",
}
_BATCH_ROWS = 20_000


def export(view: View, layout: str) -> Pieces:
    """The snapshot as bytes, piece by piece: none of the formats has to fit into memory."""
    made: Callable[[View], Pieces] = import_module(f"query.export.{layout}").pieces
    return made(view)


def selected(mounted: Mounted, name: str) -> Iterator[dict[str, Any]]:
    """Rows of a statement in export.sql."""
    from query.state import statements

    yield from fetched(mounted, statements("query.export", "export")[name])


def fetched(mounted: Mounted, statement: str) -> Iterator[dict[str, Any]]:
    """Rows of a statement, fetched in batches."""
    cursor = mounted.cursor()
    try:
        for batch in cursor.sql(statement).to_arrow_reader(_BATCH_ROWS):
            yield from batch.to_pylist()
    finally:
        cursor.close()
