"""GET /health: whether the server can do its work, asked anew each time."""

from __future__ import annotations

import os
import socket
import time
from typing import Any
from urllib.parse import urlsplit

from indexer import __version__
from query.errors import StateError
from query.state import State

_BUILT_IN = "default"
_OLLAMA = ("127.0.0.1", 11434)
_PROBE_SECONDS = 1.0


class Health:
    """What the contract's fields say, and what is true beyond them."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._began = time.monotonic()

    def report(self) -> dict[str, Any]:
        """`database` is the file of tasks and workspaces, `ollama` the embedder where one behind HTTP is set."""
        database, embedder = self._database(), os.environ.get("CODEMAP_EMBEDDER") or _BUILT_IN
        told = {"status": "healthy" if database == "connected" else "unhealthy", "database": database}
        told |= {"ollama": _remote() if embedder == "ollama" else "not used", "embedder": embedder}
        return told | {"version": __version__, "uptime_seconds": int(time.monotonic() - self._began)}

    def _database(self) -> str:
        try:
            with self._state.transaction(write=False) as connection:
                connection.execute("SELECT count(*) FROM workspaces").fetchone()
        except StateError as error:
            return f"unavailable: {error.message}"
        return "connected"


def _remote() -> str:
    parts = urlsplit(os.environ.get("CODEMAP_EMBEDDER_URL", ""))
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = (parts.hostname, port) if parts.hostname else _OLLAMA
    try:
        with socket.create_connection(address, _PROBE_SECONDS):
            return "connected"
    except OSError:
        return "disconnected: searches go by words alone"
