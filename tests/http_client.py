"""A real server process that listens on a free port, and small clients for it."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

sys.path.append(str(Path(__file__).parent))
serve = importlib.import_module("serve_client")

PATIENCE = 200  # looks at the log
ACCEPT = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
    },
}  # fmt: skip


class Listening:
    """The process, what it logs, and requests to it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, Any]] = []
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._ready.wait(120), "the server does not start"
        url = urlsplit(self.said("serving")[0]["url"])
        self.host, self.port, self.url = url.hostname or "", url.port or 0, url.geturl()
        self.base = f"http://{url.netloc}"

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in lines:
                self.lines.append(json.loads(line) if line.startswith("{") else {"message": line})
                if self.lines[-1]["message"] == "serving":
                    self._ready.set()
        self._ready.set()

    def said(self, message: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["message"] == message]

    def heard(self, message: str, **fields: Any) -> dict[str, Any]:
        """A line of the log, waited for: it may still be on its way."""
        for _ in range(PATIENCE):
            for line in self.said(message):
                if fields.items() <= line.items():
                    return line
            time.sleep(0.05)
        raise AssertionError(f"nothing like {message} {fields} is logged")

    def request(
        self, path: str, body: Any = None, headers: dict[str, str] | None = None, method: str | None = None
    ) -> tuple[int, dict[str, str], str]:
        """(status, headers, body)"""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        asked = urllib.request.Request(
            self.base + path, data, (ACCEPT if data else {}) | (headers or {}), method=method
        )
        try:
            with urllib.request.urlopen(asked, timeout=60) as reply:
                return reply.status, _lower(reply.headers), reply.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, _lower(error.headers), error.read().decode()

    def processes(self, builds: bool = True) -> list[int]:
        """The server's, and those that it started; without builds those that stay."""
        found = [self.process.pid]
        for pid in found:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                started = map(int, children.read_text("ascii").split())
                found += started if builds else (one for one in started if not _is_build(one))
        return found

    def megabytes(self, builds: bool = True) -> int:
        """What all its processes occupy; what they share is counted once."""
        return sum(map(_kilobytes, self.processes(builds))) // 1000

    def end(self) -> int:
        """Ask it to end, and wait until all it said is read."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGTERM)
        code = self.process.wait(60)
        self._reader.join(10)
        return code


def _is_build(pid: int) -> bool:
    try:
        return b"\0index\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has ended since
        return True


def _kilobytes(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:  # it has ended since
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@contextmanager
def listening(root: Path, *options: str, token: str = "") -> Iterator[Listening]:
    """A server for the repository, whose home and cache are beside it."""
    environment = serve.environment(root.parent) | ({"CODEMAP_TOKEN": token} if token else {})
    arguments = ["serve", "--transport", "http", "--port", "0", "--path", str(root), *options]
    process = subprocess.Popen(
        [serve.COMMAND, *arguments], env=environment, cwd=root.parent, stderr=subprocess.PIPE, text=True
    )
    running = Listening(process)
    try:
        yield running
    finally:
        running.end()


class Session:
    """A client that costs next to nothing: one connection, one session, one call at a time."""

    def __init__(self, server: Listening, seconds: float = 120) -> None:
        self._connection = HTTPConnection(server.host, server.port, timeout=seconds)
        self._headers = dict(ACCEPT)
        reply = self._post(INITIALIZE)
        self._headers |= {"Mcp-Session-Id": reply.headers["mcp-session-id"], "MCP-Protocol-Version": "2025-11-25"}
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured content of an answer; a failure is an exception."""
        asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        reply = self._post(asked)
        events = [line[6:] for line in reply.text.splitlines() if line.startswith("data: ")]
        told = json.loads(events[-1] if events else reply.text)
        if reply.status != 200 or "error" in told or told["result"].get("isError"):
            raise AssertionError(f"{tool}: {reply.status} {reply.text[:500]}")
        found: dict[str, Any] = told["result"]["structuredContent"]
        return found

    def leave(self) -> None:
        """Go without a word, as clients do that crash."""
        self._connection.close()

    def _post(self, body: Any) -> Reply:
        self._connection.request("POST", "/mcp", json.dumps(body), self._headers)
        reply = self._connection.getresponse()
        return Reply(reply.status, _lower(reply.headers), reply.read().decode())


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str
