"""Running totals of what answers saved their readers, in `~/.codemap/_savings.json`."""

from __future__ import annotations

import fcntl
import json
import os
from decimal import Decimal
from pathlib import Path

DOLLARS_PER_TOKEN = Decimal(3) / 1_000_000  # input tokens at claude_sonnet's rate
BYTES_PER_TOKEN = 4


def tokens(size: int) -> int:
    return max(0, size) // BYTES_PER_TOKEN


def cost(saved: int) -> float:
    """Dollars, rounded as a person would read them."""
    return float(round(saved * DOLLARS_PER_TOKEN, 6))


class Savings:
    """Adds to totals that several servers of one user share."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or Path.home() / ".codemap" / "_savings.json"

    def add(self, saved: int) -> None:
        """Count one answer; totals that cannot be kept are no reason to fail it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._write(_read(self.path), saved)
        except OSError:
            return

    def _write(self, totals: dict[str, int], saved: int) -> None:
        total = totals.get("total_tokens_saved", 0) + saved
        content = {
            "total_tokens_saved": total,
            "total_cost_avoided": {"claude_sonnet": cost(total)},
            "queries": totals.get("queries", 0) + 1,
        }
        # Replaced, not overwritten: who reads without the lock never sees half a file.
        draft = self.path.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(content), encoding="utf-8")
        draft.replace(self.path)


def _read(path: Path) -> dict[str, int]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {name: int(found.get(name, 0)) for name in ("total_tokens_saved", "queries")}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
