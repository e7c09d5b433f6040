"""What the server over HTTP refuses, and that it goes on answering: strangers, forged names, floods, slow senders."""

from __future__ import annotations

import asyncio
import importlib
import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
http = importlib.import_module("http_client")

TOKEN = "correct-horse-battery-staple"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("guarded"), {"app.py": "def alpha():\n    return 1\n"})
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    """One that limits little clients can reach."""
    with http.listening(root, "--arrival-seconds", "1", "--max-connections", "40", "--max-requests", "4") as running:
        yield running


@pytest.fixture(scope="module")
def guarded(root: Path) -> Iterator[Any]:
    with http.listening(root, "--host", "0.0.0.0", "--allowed-host", "maps.example", token=TOKEN) as running:
        running.base = f"http://127.0.0.1:{running.port}"
        yield running


def alive(server: Any) -> bool:
    status, headers, _ = server.request("/mcp", http.INITIALIZE)
    server.request("/mcp", None, {"Mcp-Session-Id": headers["mcp-session-id"]}, "DELETE")
    return bool(status == 200)


def refused(server: Any, path: str = "/mcp", **headers: str) -> int:
    status, told, body = server.request(path, http.INITIALIZE if path == "/mcp" else None, headers)
    if status >= 400 and told.get("content-type") == "application/json":
        error = json.loads(body)["error"]
        assert error["code"] < 0 and error["message"] and error["data"]["details"]
    return int(status)


def start(root: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A server that must not come to run."""
    command = [serve.COMMAND, "serve", "--transport", "http", "--port", "0", *options]
    environment = serve.environment(root.parent) | variables
    return subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "maps.example"])
def test_other_machines_are_not_served_without_a_token(root: Path, host: str) -> None:
    done = start(root, "--host", host)
    assert done.returncode == 2 and "a token is needed" in done.stderr and "CODEMAP_TOKEN" in done.stderr


@pytest.mark.long
def test_a_token_that_is_short_or_missing_is_told(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    assert "16 ASCII characters" in start(root, CODEMAP_TOKEN="short").stderr
    assert "is empty" in start(root, "--token-file", str(tmp_path / "empty")).stderr
    assert "cannot be read" in start(root, "--token-file", str(tmp_path / "missing")).stderr


def test_a_port_that_is_taken_is_told(root: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = start(root, "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2 and "cannot listen" in done.stderr and "--port" in done.stderr


def test_only_who_shows_the_token_is_answered(guarded: Any) -> None:
    assert refused(guarded, Authorization=f"Bearer {TOKEN}") == 200
    assert refused(guarded, Authorization=f"bearer  {TOKEN}") == 200
    wrong = ["", "Bearer", "Bearer wrong", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN, "\xff"]
    assert {refused(guarded, Authorization=shown) for shown in wrong} == {401}
    status, headers, _ = guarded.request("/metrics")
    assert status == 401 and headers["www-authenticate"] == "Bearer"
    assert guarded.request("/health")[0] == 200


def test_the_token_can_come_from_a_file_and_is_never_logged(root: Path, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    with http.listening(root, "--token-file", str(tmp_path / "token")) as running:
        assert refused(running, Authorization=f"Bearer {TOKEN}") == 200 and refused(running) == 401
        running.end()
        assert TOKEN not in json.dumps(running.lines)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.7",
             "localhost@evil.example", "localhost:x", "[::1", "evil.example#localhost", "localhost/evil"]
)  # fmt: skip
def test_a_host_that_is_not_this_server_is_refused(server: Any, host: str) -> None:
    for path in ("/mcp", "/health", "/metrics"):
        assert refused(server, path, Host=host) == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://localhost.evil.example", "null", "http://192.0.2.7", "file://", "evil",
               "http://localhost@evil.example", "http://maps.example.evil"]
)  # fmt: skip
def test_a_page_from_elsewhere_is_refused(server: Any, guarded: Any, origin: str) -> None:
    assert refused(server, Origin=origin) == 403 == refused(server, "/health", Origin=origin)
    assert refused(guarded, Origin=origin, Authorization=f"Bearer {TOKEN}") == 403


def test_names_of_this_server_are_accepted(server: Any, guarded: Any) -> None:
    for host in ("localhost", "LOCALHOST:3000", "127.0.0.1", "127.0.0.2:80", "[::1]:3000"):
        assert refused(server, Host=host) == 200 == refused(server, Origin=f"http://{host}")
    shown = {"Authorization": f"Bearer {TOKEN}"}
    for host in ("maps.example", "maps.example:443", "192.0.2.7", socket.gethostname()):
        assert refused(guarded, Host=host, **shown) == 200
    assert refused(guarded, Host="other.example", **shown) == 421


@pytest.mark.parametrize("size", [4_000_001, 10_000_000])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(server: Any, size: int) -> None:
    with socket.create_connection((server.host, server.port), 20) as connection:
        connection.sendall(head(f"Content-Length: {size}"))
        assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")
    assert alive(server)


def test_a_body_that_does_not_say_how_large_it_is_is_refused_once_it_is_too_large(server: Any) -> None:
    with socket.create_connection((server.host, server.port), 20) as connection:
        connection.sendall(head("Transfer-Encoding: chunked"))
        block = b"%x\r\n%s\r\n" % (500_000, b" " * 500_000)
        try:
            for _ in range(20):
                connection.sendall(block)
        except OSError:
            pass  # it stopped listening, which is the point
        assert b"413" in connection.recv(4096) or alive(server)
    assert alive(server)


def head(*lines: str) -> bytes:
    told = ["POST /mcp HTTP/1.1", "Host: localhost", "Content-Type: application/json", *lines]
    return ("\r\n".join([*told, "Accept: application/json, text/event-stream"]) + "\r\n\r\n").encode()


def test_who_sends_headers_drop_by_drop_is_cut_off(server: Any) -> None:
    with socket.create_connection((server.host, server.port), 20) as connection:
        connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert connection.recv(4096) == b""
    with socket.create_connection((server.host, server.port), 20) as silent:
        assert silent.recv(4096) == b""
    assert alive(server)


def test_who_sends_a_body_drop_by_drop_is_told_and_cut_off(server: Any) -> None:
    with socket.create_connection((server.host, server.port), 20) as connection:
        connection.sendall(head("Content-Length: 100") + b"{")
        assert connection.recv(4096).startswith(b"HTTP/1.1 408 ")
    assert alive(server)


def test_a_stream_that_is_open_is_not_taken_for_a_slow_sender(server: Any) -> None:
    _, headers, _ = server.request("/mcp", http.INITIALIZE)
    session = f"Mcp-Session-Id: {headers['mcp-session-id']}"
    with socket.create_connection((server.host, server.port), 3) as stream:
        stream.sendall(head(session).replace(b"POST", b"GET"))
        assert stream.recv(4096).startswith(b"HTTP/1.1 200 ")
        with pytest.raises(TimeoutError):
            while stream.recv(4096):
                pass


def test_more_requests_than_are_answered_at_once_are_told_to_come_again(server: Any) -> None:
    slow = [socket.create_connection((server.host, server.port), 20) for _ in range(4)]
    try:
        for connection in slow:
            connection.sendall(head("Content-Length: 100") + b"{")
        statuses = {server.request("/mcp", http.INITIALIZE)[0] for _ in range(3)}
        assert 503 in statuses and server.request("/health")[0] == 200
    finally:
        for connection in slow:
            connection.close()


@pytest.mark.long
def test_ten_thousand_connections_are_refused_politely(server: Any) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 10_000 if most == resource.RLIM_INFINITY else min(10_000, most - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    replies = asyncio.run(flood(server, wanted))
    refusals = [reply for reply in replies if reply.startswith(b"HTTP/1.1 503 ")]
    # Those that found a place say nothing and are cut off, which makes room for the next.
    assert set(replies) == {b"", refusals[0]} and len(refusals) > wanted / 2 and b"retry-after: 1" in refusals[0]
    assert json.loads(refusals[0].partition(b"\r\n\r\n")[2])["error"]["message"] == "Too many connections"
    for _ in range(100):  # those that were let in are cut off a second later
        try:
            if alive(server):
                return
        except (OSError, KeyError):
            time.sleep(0.1)
    raise AssertionError("the server does not recover")


async def flood(server: Any, count: int) -> list[bytes]:
    """What each of so many connections is told, all of them open at once."""
    turns = asyncio.Semaphore(500)
    done = asyncio.Event()
    told: list[bytes] = []

    async def one() -> None:
        async with turns:
            reader, writer = await asyncio.open_connection(server.host, server.port)
            told.append(await reader.read())
        if len(told) == count:
            done.set()
        await done.wait()
        writer.close()

    await asyncio.gather(*(one() for _ in range(count)))
    return told
