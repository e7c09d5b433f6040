"""The pieces of edited files, from the layer that is laid over a snapshot: the database need not be opened for them."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from query.engine.laid import Layer

_PIECES = [
    "path", "position", "line_start", "line_end", "kind", "symbol_id", "title", "names", "length", "terms", "counts",
    "model", "vector",
]  # fmt: skip
_FILES = ["language", "is_test", "origin"]


def laid_pieces(layer: Layer, paths: frozenset[str]) -> pa.RecordBatchReader | None:
    """As the statement `chunks` gives them; none where the layer leaves some file's rows to the snapshot below."""
    if any(not paths <= set(layer.hidden(table).to_pylist()) for table in ("chunks", "files")):
        return None
    pieces = layer.rows("chunks", _PIECES, "path")
    pieces = pieces.filter(pc.is_in(pieces["path"], pa.array(sorted(paths), pa.string())))
    files = layer.rows("files", ["path", *_FILES], "path")
    places = pc.index_in(pieces["path"], files["path"])
    for name in _FILES:
        pieces = pieces.append_column(name, files[name].take(places))
    found = pieces.rename_columns(["piece" if name == "kind" else name for name in pieces.column_names])
    return pa.RecordBatchReader.from_batches(found.schema, [batch for batch in found.to_batches() if len(batch)])
