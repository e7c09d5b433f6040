"""Running totals of what answers saved their readers, in `~/.codemap/_savings.json`."""

from __future__ import annotations

import fcntl
import json
import os
import threading
from decimal import Decimal
from pathlib import Path

DOLLARS_PER_TOKEN = Decimal(3) / 1_000_000  # input tokens at claude_sonnet's rate
BYTES_PER_TOKEN = 4
WRITE_SECONDS = 1.0  # replacing a file may wait for the disk: no answer should


def tokens(size: int) -> int:
    return max(0, size) // BYTES_PER_TOKEN


def cost(saved: int) -> float:
    """Dollars, rounded as a person would read them."""
    return float(round(saved * DOLLARS_PER_TOKEN, 6))


class Savings:
    """Adds to totals that several servers of one user share; written a little later, and at the end."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or Path.home() / ".codemap" / "_savings.json"
        self._lock = threading.Lock()
        self._saved = self._queries = 0
        self._writing: threading.Timer | None = None

    def add(self, saved: int) -> None:
        """Count one answer."""
        with self._lock:
            self._saved += saved
            self._queries += 1
            if self._writing is None:
                self._writing = threading.Timer(WRITE_SECONDS, self.write)
                self._writing.daemon = True
                self._writing.start()

    def write(self) -> None:
        """Add what was counted to the file; totals that cannot be kept are no reason to fail."""
        with self._lock:
            saved, queries, self._saved, self._queries, self._writing = self._saved, self._queries, 0, 0, None
        if not queries:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                _replace(self.path, saved, queries)
        except OSError:
            return


def _replace(path: Path, saved: int, queries: int) -> None:
    before = _read(path)
    total = before.get("total_tokens_saved", 0) + saved
    content = {
        "total_tokens_saved": total,
        "total_cost_avoided": {"claude_sonnet": cost(total)},
        "queries": before.get("queries", 0) + queries,
    }
    # Who reads without the lock never sees half a file.
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(path)


def _read(path: Path) -> dict[str, int]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: int(found.get(name, 0)) for name in ("total_tokens_saved", "queries")}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
