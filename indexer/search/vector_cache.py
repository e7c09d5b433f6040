"""Vectors kept by the content they were made of: a piece that did not change is never embedded twice.

One file for each model in the user's cache folder; it may go at any time.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable

import pyarrow as pa

from indexer.schema import default_cache_dir

SHAPE = pa.schema([("digest", pa.binary()), ("vector", pa.binary())])
FOLDER = "embeddings"


class VectorCache:
    def __init__(self, model: str) -> None:
        self._path = default_cache_dir() / FOLDER / (re.sub(r"[^\w.-]+", "-", model) + ".arrow")
        self._vectors: dict[bytes, bytes] = self._load()

    def __contains__(self, digest: bytes) -> bool:
        return digest in self._vectors

    def __getitem__(self, digest: bytes) -> bytes:
        return self._vectors[digest]

    def add(self, digests: Iterable[bytes], vectors: Iterable[bytes]) -> None:
        """Keep them; what another process kept meanwhile stays, a folder that cannot be written costs only time."""
        self._vectors.update(zip(digests, vectors, strict=True))
        self._vectors = self._load() | self._vectors
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            stage = self._path.with_suffix(f".{os.getpid()}")
            with pa.OSFile(str(stage), "wb") as file, pa.ipc.new_file(file, SHAPE) as writer:
                writer.write_table(self._table())
            stage.replace(self._path)

    def _table(self) -> pa.Table:
        digests, vectors = list(self._vectors), list(self._vectors.values())
        return pa.table([pa.array(digests, pa.binary()), pa.array(vectors, pa.binary())], schema=SHAPE)

    def _load(self) -> dict[bytes, bytes]:
        try:
            with pa.memory_map(str(self._path)) as file:
                table = pa.ipc.open_file(file).read_all()
                return dict(zip(table["digest"].to_pylist(), table["vector"].to_pylist(), strict=True))
        except (OSError, pa.ArrowInvalid):
            return {}
