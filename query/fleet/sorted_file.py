"""A Parquet file that is sorted by `key`: a look-up reads the row groups that can hold the key, and no others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path
from threading import Lock

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

KEY = "key"
ROW_GROUP = 4_096


def write_sorted(rows: pa.RecordBatchReader, path: Path) -> None:
    """Write rows that come sorted, batch by batch: they need not fit into memory."""
    with pq.ParquetWriter(path, rows.schema, compression="zstd") as writer:
        for batch in rows:
            writer.write_batch(batch, row_group_size=ROW_GROUP)


class SortedFile:
    """The bounds of the row groups are read once; a statement of a database would weigh them all each time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = pq.ParquetFile(path, memory_map=True, pre_buffer=False)
        self._lock = Lock()
        column = self._file.schema_arrow.get_field_index(KEY)
        groups = (self._file.metadata.row_group(number) for number in range(self._file.num_row_groups))
        bounds = [group.column(column).statistics for group in groups]
        self._lows, self._highs = [one.min for one in bounds], [one.max for one in bounds]

    def rows(self, *keys: str) -> pa.Table:
        """All rows of some keys; a row group that holds several of them is read once."""
        spans = (range(bisect_left(self._highs, key), bisect_right(self._lows, key)) for key in keys)
        with self._lock:
            found = self._file.read_row_groups(sorted({group for span in spans for group in span}), use_threads=False)
        return found.filter(pc.is_in(found[KEY], pa.array(keys, pa.string())))

    def keys_ending(self, word: str) -> list[str]:
        """All keys that end with a word, in whichever case; reads the whole column."""
        with self._lock:
            keys = self._file.read(columns=[KEY])[KEY].unique()
        ending = pc.ends_with(pc.utf8_lower(keys), word.lower())
        return [str(key) for key in keys.filter(ending).to_pylist()]
