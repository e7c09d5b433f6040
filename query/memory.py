"""What a server that runs for long does not hold on to: memory that was needed for a moment goes back to the system."""

from __future__ import annotations

import os
from pathlib import Path

from indexer.facade import give_back, libc

__all__ = ["be_frugal", "give_back", "resident_bytes"]

# Of glibc's mallopt; others have neither the functions nor the habit that makes them necessary.
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
_LARGE = 256 * 1024  # bytes: what is larger comes from the system and goes back to it when it is freed
_ARENAS = 2


def be_frugal() -> None:
    """To be said before there are threads: each would have a heap of its own, whose middle is never given back."""
    if (mallopt := libc("mallopt")) is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)
        mallopt(_ARENA_MAX, _ARENAS)


def resident_bytes() -> int:
    """Memory that this process occupies; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
