"""Starts a server as a client would, and asks for its tools: two lines of JSON, no SDK."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from query.errors import QueryError

SECONDS = 60
_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "codemap-selftest", "version": "1"},
}
_LINES = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


class SelfTestError(QueryError):
    """The server that was configured does not answer."""


def count_tools(entry: Mapping[str, Any], root: Path) -> int:
    """How many tools the configured server offers."""
    command = [str(entry["command"]), *(str(word).replace("${workspaceFolder}", str(root)) for word in entry["args"])]
    try:
        process = subprocess.Popen(
            command, cwd=root, env=os.environ | {"NO_COLOR": "1"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
    except OSError as error:
        hint = f"is `{command[0]}` on the PATH that the client has?"
        raise SelfTestError(f"the server could not be started: {error}", hint) from error
    assert process.stderr is not None
    impatience = threading.Timer(SECONDS, process.kill)
    impatience.start()
    with process:
        listed = _listed(process)
        said = process.stderr.read().strip()
    impatience.cancel()
    if listed is None:
        raise SelfTestError("the server does not answer", said[-500:] or f"run `{' '.join(command)}` in a terminal")
    return len(listed)


def _listed(process: subprocess.Popen[str]) -> list[Any] | None:
    """The tools; the server ends when its input does."""
    assert process.stdin is not None and process.stdout is not None
    try:
        for line in _LINES:
            process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        for answer in process.stdout:
            found = json.loads(answer)
            if found.get("id") == 2:
                tools: list[Any] = found["result"]["tools"]
                return tools
    except (OSError, ValueError, KeyError):
        return None
    finally:
        process.stdin.close()
    return None
