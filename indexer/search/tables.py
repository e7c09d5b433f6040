"""The pieces of all files as the snapshot's table."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from indexer.schema import CHUNKS


def chunk_table(chunks: pa.Table, paths: pa.Array, symbols: pa.Array) -> pa.Table:
    """Rows in the order of their paths; `paths` and `symbols` give names to the numbers in them."""
    chunks = chunks.combine_chunks()
    order = np.lexsort((chunks["position"].to_numpy(), chunks["file"].to_numpy()))
    chunks = chunks.take(pa.array(order))
    number = chunks["symbol"].to_numpy()
    made = {
        "path": paths.take(chunks["file"].combine_chunks()),
        "symbol_id": symbols.take(pa.array(number, mask=number < 0)),
    }
    return pa.table({name: made[name] if name in made else chunks[name] for name in CHUNKS.column_names})
