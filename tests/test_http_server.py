"""The server over HTTP: clients of each era and of SSE, health, figures, logs, many repositories, a graceful end."""

from __future__ import annotations

import importlib
import json
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp.client.sse import sse_client
from mcp.shared.exceptions import MCPError

from indexer.facade import forget_vectors
from query.hub import LONG_QUIET, Hub
from query.hub.shelf import Shelf
from query.repo import locate
from query.search.service import search
from query.state import State

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
http = importlib.import_module("http_client")

ENDLESS = "SELECT count(*) FROM range(100000000000) AS a(i), range(1000) AS b(j) WHERE i % 7 = j"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("http"))
    shop.index(made.parent / "cache", locate(made), [])
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with http.listening(root, "--timeout", "5") as running:
        yield running


def connected(target: Any, root: Path, mode: str = "legacy") -> Any:
    """A client at the other end, for tests that are not asynchronous."""
    from contextlib import contextmanager

    @contextmanager
    def open_client() -> Iterator[Any]:
        with start_blocking_portal() as portal, portal.wrap_async_context_manager(Client(target, mode=mode)) as client:
            yield serve.Connection(portal, client, root)

    return open_client()


@pytest.mark.parametrize("mode", [serve.LEGACY, serve.MODERN])
def test_clients_of_both_eras_are_served(server: Any, root: Path, mode: str) -> None:
    with connected(server.url, root, mode) as client:
        names = {tool.name for tool in client.run("list_tools").tools}
        assert {"search_code", "symbols_search", "create_task"} <= names
        assert client.data("symbols_search", query="place_order")["hits"]
        made = client.result("create_task", {"title": mode}).structured_content
        assert client.result("get_task", {"task_id": made["id"]}).structured_content == made
        with pytest.raises(MCPError) as caught:
            client.result("get_task", {"task_id": "none"})
        assert caught.value.code == -32602


def test_a_client_over_server_sent_events_is_served(root: Path) -> None:
    with http.listening(root, "--transport", "sse") as running:
        assert running.url.endswith("/sse")
        with connected(sse_client(running.url), root) as client:
            found = client.result("search_code", {"query": "place order"}).structured_content
            assert found["results"][0]["name"] == "place_order"
        assert running.request("/mcp", http.INITIALIZE)[0] == 404
        assert running.request("/messages/", http.INITIALIZE)[0] == 400
        assert running.end() == 0


def test_health_tells_the_truth(root: Path, tmp_path: Path) -> None:
    other = shop.make(tmp_path, {"a.py": "x = 1\n"})
    with http.listening(other) as running:
        status, _, body = running.request("/health")
        told = json.loads(body)
        assert status == 200 and told["uptime_seconds"] >= 0 and told["version"]
        assert (told["status"], told["database"], told["ollama"]) == ("healthy", "connected", "not used")
        database = next((tmp_path / "home" / "state").rglob("state.sqlite"))
        for file in database.parent.glob("state.sqlite*"):
            file.unlink()
        database.write_bytes(b"this is no database" * 1000)
        status, _, body = running.request("/health")
        assert status == 503 and json.loads(body)["database"].startswith("unavailable: ")


def test_error_codes_are_those_of_the_contract(server: Any) -> None:
    def code(body: Any, **headers: str) -> tuple[int, int]:
        status, _, text = server.request("/mcp", body, headers)
        return status, json.loads(text.removeprefix("event: message\r\ndata: "))["error"]["code"]

    assert code(b"{broken") == (400, -32700)
    assert code({"no": "message"})[1] in (-32600, -32700, -32602)
    _, headers, _ = server.request("/mcp", http.INITIALIZE)
    session = {"Mcp-Session-Id": headers["mcp-session-id"]}
    server.request("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
    asked = {"jsonrpc": "2.0", "id": 2, "params": {"name": "no_such_tool", "arguments": {}}}
    assert code(asked | {"method": "tools/none"}, **session)[1] == -32601
    assert code(asked | {"method": "tools/call"}, **session)[1] == -32602
    assert code(asked | {"method": "tools/call"}, **{"Mcp-Session-Id": "unknown"}) == (404, -32600)


def test_an_answer_is_one_body_unless_progress_is_asked_for(server: Any, root: Path) -> None:
    _, headers, _ = server.request("/mcp", http.INITIALIZE)
    session = {"Mcp-Session-Id": headers["mcp-session-id"]}
    server.request("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
    given = {"name": "repo_status", "arguments": {"repo_path": str(root)}}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": given}
    _, headers, text = server.request("/mcp", asked, session)
    assert headers["content-type"] == "application/json" and not json.loads(text)["result"]["isError"]
    asked["params"] = given | {"_meta": {"progressToken": 1}}
    _, headers, text = server.request("/mcp", asked, session)
    assert headers["content-type"].startswith("text/event-stream") and "data: " in text


def figure(server: Any, name: str) -> float:
    _, headers, text = server.request("/metrics")
    assert headers["content-type"].startswith("text/plain; version=")
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name))


def test_figures_count_what_happens(server: Any, root: Path) -> None:
    def counted() -> tuple[float, ...]:
        names = (
            'codemap_tool_seconds_count{tool="symbols.search"}', 'codemap_tool_errors_total{code="INVALID_ARGUMENT"',
            "codemap_view_cache_hits_total", 'codemap_http_requests_total{path="other",status="404"}',
        )  # fmt: skip
        return tuple(figure(server, name) for name in names)

    with connected(server.url, root) as client:
        client.data("symbols_search", query="Store")
        before = counted()
        client.data("symbols_search", query="Store")
        client.refused("symbols_search", query="Store", unknown=1)
        server.request("/nowhere/1")
        server.request("/nowhere/2")
        after = counted()
    assert [new - old for new, old in zip(after, before, strict=True)] == [2, 1, 1, 2]
    assert figure(server, "codemap_mounted_snapshots") == 1
    assert figure(server, "process_resident_memory_bytes") > 10_000_000 and figure(server, "process_open_fds") > 3
    assert figure(server, "codemap_calls_running") == 0


def test_a_request_is_known_by_its_id_in_answer_and_log(server: Any) -> None:
    _, headers, _ = server.request("/health", headers={"X-Request-Id": "trace-7"})
    assert headers["x-request-id"] == "trace-7"
    _, headers, _ = server.request("/health", headers={"X-Request-Id": 'x" injected'})
    made = headers["x-request-id"]
    assert made != 'x" injected'
    _, headers, _ = server.request("/mcp", http.INITIALIZE)
    session = {"Mcp-Session-Id": headers["mcp-session-id"], "X-Request-Id": "call-9"}
    asked = {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "list_tasks", "arguments": {}}}
    server.request("/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
    server.request("/mcp", asked, session)
    server.heard("request", request_id=made)
    assert server.heard("request", request_id="trace-7")["status"] == 200
    call = server.heard("call", request_id="call-9")
    assert (call["tool"], call["outcome"]) == ("list_tasks", "ok")


def test_a_call_that_takes_too_long_is_stopped(server: Any, root: Path) -> None:
    with connected(server.url, root) as client:
        error = client.refused("query_sql", sql=ENDLESS)
        assert error["code"] == "TIMEOUT" and error["retryable"]
        assert client.data("symbols_search", query="Store")["hits"]


def test_a_new_commit_is_picked_up_without_a_restart(tmp_path: Path) -> None:
    root = shop.make(tmp_path, {"a.py": "def first():\n    pass\n"})
    shop.index(tmp_path / "cache", locate(root), [])
    with http.listening(root) as running, connected(running.url, root) as client:
        assert client.ask("symbols_search", query="first")["meta"]["served_from"]
        (root / "a.py").write_text("def second():\n    pass\n", encoding="utf-8")
        shop.git(root, "commit", "-qam", "second")
        shop.index(tmp_path / "cache", locate(root), [])
        assert client.data("symbols_search", query="second")["hits"]


def test_running_calls_are_finished_before_the_server_ends(root: Path) -> None:
    with http.listening(root, "--timeout", "3") as running, connected(running.url, root) as client:
        answers: list[Any] = []
        asking = threading.Thread(target=lambda: answers.append(client.refused("query_sql", sql=ENDLESS)))
        asking.start()
        while figure(running, "codemap_calls_running") == 0:
            time.sleep(0.05)
        assert running.end() == 0
        asking.join(30)
    assert [answer["code"] for answer in answers] == ["TIMEOUT"]
    assert running.said("shutting down")[0]["calls"] == 1


def test_many_searches_at_once_find_what_each_finds_alone(root: Path) -> None:
    words = ("cart", "order", "price", "total", "add", "store", "load", "name", "item", "save")
    questions = [f"{first} of the {second}" for first in words for second in words if first != second]

    def found(session: Any, query: str) -> list[tuple[str, float]]:
        return [(row["result_id"], row["score"]) for row in session.call("search_code", query=query)["results"]]

    with http.listening(root) as server:
        one = http.Session(server)
        alone = [found(one, query) for query in questions]
        one.leave()
    with http.listening(root) as server, ThreadPoolExecutor(12) as threads:
        sessions = [http.Session(server) for _ in range(12)]
        parts = [
            threads.submit(lambda own=own: [found(sessions[own], q) for q in questions[own::12]]) for own in range(12)
        ]
        together = [part.result(120) for part in parts]
        processes = server.processes()
        for session in sessions:
            session.leave()
    assert len(processes) > 2, "git and a process that ranks"
    assert [together[place % 12][place // 12] for place in range(len(questions))] == alone
    assert not any(Path(f"/proc/{process}").exists() for process in processes)


def test_views_are_closed_when_idle_or_when_memory_is_short(root: Path) -> None:
    hub = Hub(root.parent / "cache", State(root.parent / "idle.sqlite"), [root], idle_seconds=0.0)
    with hub.serve(hub.repository(str(root))) as served:
        hub.tend(0)
        assert hub.usage().held == 1 and served.view.loaded is not None
    hub.tend(1 << 60)
    assert (hub.usage().held, hub.usage().hits, hub.usage().misses) == (0, 0, 1)
    patient = Hub(root.parent / "cache", State(root.parent / "idle.sqlite"), [root])
    for _ in range(2):
        with patient.serve(patient.repository(str(root))):
            pass
    patient.tend(1 << 60)
    assert (patient.usage().held, patient.usage().hits) == (1, 1)
    patient.tend(1)
    assert patient.usage().held == 0


def test_what_questions_left_behind_is_let_go_when_nobody_asks_any_more(root: Path) -> None:
    hub = Hub(root.parent / "cache", State(root.parent / "rest.sqlite"), [root])

    def asked(limit: int) -> list[str | None]:
        with hub.serve(hub.repository(str(root))) as served:
            return [hit.snippet for hit in search(served.view, "place an order", limit=limit).hits]

    first = asked(3)
    with hub.serve(hub.repository(str(root))) as served:
        view = served.view
    for _ in range(LONG_QUIET):
        hub.tend(1 << 60)
        assert view._kept._texts and view._blobs._process is not None
    hub.tend(1 << 60)
    assert not view._kept._texts and view._blobs._process is None
    forget_vectors()
    assert any(first) and asked(2) == first[:2] and hub.usage().held == 1
    hub.close()


class Item:
    closed = False

    def close(self) -> None:
        self.closed = True


def test_shrinking_closes_what_was_used_longest_ago() -> None:
    shelf: Shelf[Item] = Shelf(4)
    items = {name: Item() for name in "abc"}
    for name in "abca":
        with shelf.lease(name, lambda name=name: items[name]):  # type: ignore[misc]
            pass
    shelf.shrink()
    assert [name for name, item in items.items() if item.closed] == ["b"]


def test_tasks_of_two_servers_are_one_list(root: Path) -> None:
    async def create(url: str, name: str) -> None:
        async with Client(url) as client:
            for number in range(25):
                await client.call_tool("create_task", {"title": f"{name} {number}"})

    async def both(urls: list[str]) -> None:
        async with anyio.create_task_group() as tasks:
            for number, url in enumerate(urls):
                tasks.start_soon(create, url, f"server {number}")

    with http.listening(root) as first, http.listening(root) as second:
        anyio.run(both, [first.url, second.url])
    file = next((root.parent / "home" / "state").rglob("state.sqlite"))
    with sqlite3.connect(file) as connection:
        found = connection.execute("SELECT title FROM tasks WHERE title LIKE 'server %'").fetchall()
    connection.close()
    assert {title for (title,) in found} == {f"server {one} {two}" for one in range(2) for two in range(25)}
