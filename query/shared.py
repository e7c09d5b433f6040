"""A thing written into memory that several processes map: its large parts are there once, whoever reads them."""

from __future__ import annotations

import mmap
import os
import pickle
import tempfile
import weakref
from typing import Any

_ALIGNED = 64  # bytes: what processors read at once
_AT_ONCE = mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0)  # else each page waits for whoever reads it first


class Shared:
    """The memory goes when neither this object nor anything that was read from it is used any more."""

    def __init__(self, thing: Any) -> None:
        self.descriptor = _written(thing)
        weakref.finalize(self, os.close, self.descriptor)

    def read(self) -> Any:
        """The thing, with its large parts where they lie."""
        return read(self.descriptor)


def read(descriptor: int) -> Any:
    """What another process wrote."""
    data = memoryview(mmap.mmap(descriptor, 0, flags=_AT_ONCE, prot=mmap.PROT_READ))
    body, places = pickle.loads(data[int.from_bytes(data[-8:], "little") : -8])
    return pickle.loads(body, buffers=[data[start : start + size] for start, size in places])


def _written(thing: Any) -> int:
    """A descriptor of memory that holds the thing: its large parts first, so that they need not be copied again."""
    parts: list[pickle.PickleBuffer] = []
    body = pickle.dumps(thing, 5, buffer_callback=parts.append)
    places: list[tuple[int, int]] = []
    descriptor = _memory()
    with os.fdopen(os.dup(descriptor), "wb") as file:
        for part in map(pickle.PickleBuffer.raw, parts):
            file.write(b"\0" * (-file.tell() % _ALIGNED))
            places.append((file.tell(), part.nbytes))
            file.write(part)
        at = file.tell()
        file.write(pickle.dumps((body, places)))
        file.write(at.to_bytes(8, "little"))
    return descriptor


def _memory() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("codemap", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
