"""Memory that was needed for a moment goes back to the system: others run beside, and there may not be much."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nobody looks for garbage meanwhile: among millions of rows without cycles that takes longer than an edit."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def give_back() -> None:
    """Return what is freed and still held, by Arrow and by the C library."""
    import pyarrow as pa

    pa.default_memory_pool().release_unused()
    if (trim := libc("malloc_trim")) is not None:
        trim(0)


def libc(name: str) -> Any:
    """A function of the C library; None where it has none of that name."""
    return getattr(ctypes.CDLL(None), name, None) if os.name == "posix" else None
