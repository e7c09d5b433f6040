"""What a server that runs for long does not hold on to: memory that was needed for a moment goes back to the system."""

from __future__ import annotations

import os
from pathlib import Path

from indexer.facade import forget_vectors, give_back, libc

__all__ = ["be_frugal", "be_quick", "forget_vectors", "give_back", "resident_bytes"]

# Of glibc's mallopt; others have neither the functions nor the habit that makes them necessary.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
# Bytes: what is larger comes from the system and goes back to it when it is freed; what is smaller is used again. A
# number for each piece of a large repository is smaller: to get its pages anew for each question took a tenth of it.
_LARGE = 2 << 20
_KEPT = 16 << 20  # bytes that may lie free at the end of a heap
_ARENAS = 2
_MOST_OF_A_TURN = 64 << 20


def be_frugal() -> None:
    """To be said before there are threads: each would have a heap of its own, whose middle is never given back."""
    if (mallopt := libc("mallopt")) is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)
        mallopt(_TRIM_THRESHOLD, _KEPT)
        mallopt(_ARENA_MAX, _ARENAS)


def be_quick() -> None:
    """For a process that does the same over and over: what one turn needed is kept for the next."""
    if (mallopt := libc("mallopt")) is not None:
        mallopt(_MMAP_THRESHOLD, _MOST_OF_A_TURN // 2)
        mallopt(_TRIM_THRESHOLD, _MOST_OF_A_TURN)


def resident_bytes() -> int:
    """Memory that this process occupies; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
