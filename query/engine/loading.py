"""The tables of a mounted snapshot, read whole."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from query.engine.statements import arrow, batches
from query.engine.tables import FILE_COLUMNS, SYMBOL_COLUMNS, Files, Refs, Symbols, coded
from query.memory import give_back
from query.mount import Mounted

_REPEATED = ("language", "kind", "namespace", "container_id", "path", "return_type", "visibility", "confidence")


def load_symbols(mounted: Mounted) -> Symbols:
    table = _ordered(arrow(mounted, "load", "symbols"), "symbol_id")
    return Symbols(
        {name: single(table[name].dictionary_encode() if name in _REPEATED else table[name]) for name in SYMBOL_COLUMNS}
    )


def load_files(mounted: Mounted) -> Files:
    table = arrow(mounted, "load", "files")
    return Files({name: single(table[name]) for name in FILE_COLUMNS})


def load_refs(mounted: Mounted, symbols: Symbols, files: Files) -> Refs:
    names, hints = (single(arrow(mounted, "load", kind)["text"]) for kind in ("names", "hints"))
    columns = coded(batches(mounted, "load", "refs"), symbols, files, names, hints)
    made = Refs(columns, names, hints, len(symbols))
    give_back()
    return made


def single(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array."""
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def _ordered(table: pa.Table, column: str) -> pa.Table:
    """Sorted, which a snapshot of one layer is already: DuckDB would sort it again at four times the memory."""
    keys = single(table[column])
    if pc.all(pc.less(keys[:-1], keys[1:])).as_py() is not False:
        return table
    return table.take(pc.sort_indices(keys))
