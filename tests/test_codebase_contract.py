"""The Codebase MCP Server's contract line by line, over each of its transports: HTTP, server-sent events, pipes."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp.client.sse import sse_client
from mcp.shared.exceptions import MCPError

from query.repo import locate
from query.tools import families

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
http = importlib.import_module("http_client")

WHOLE = {tool.name: tool for family in families() for tool in family.tools}
INVALID, NOT_FOUND = -32602, -32000
STATUSES = ("need to be done", "in-progress", "complete")
TASK = {
    "id", "title", "description", "notes", "status", "created_at", "updated_at", "branch", "commit",
    "planning_references",
}  # fmt: skip
CHUNK = {
    "chunk_id", "file_path", "content", "start_line", "end_line", "similarity_score", "context_before", "context_after",
}  # fmt: skip
# As the document writes them: of each tool its parameters with their limits, and which are required.
SCHEMAS: dict[str, tuple[dict[str, dict[str, Any]], set[str]]] = {
    "index_repository": (
        {"path": {"type": "string", "pattern": "^/.*", "maxLength": 500},
         "name": {"type": "string", "minLength": 1, "maxLength": 200},
         "force_reindex": {"type": "boolean", "default": False}},
        {"path", "name"},
    ),
    "get_task": ({"task_id": {"type": "string", "format": "uuid"}}, {"task_id"}),
    "list_tasks": (
        {"status": {"type": "string", "enum": list(STATUSES)}, "branch": {"type": "string", "maxLength": 200},
         "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}},
        set(),
    ),
    "create_task": (
        {"title": {"type": "string", "minLength": 1, "maxLength": 200},
         "description": {"type": "string", "maxLength": 2000}, "notes": {"type": "string", "maxLength": 5000},
         "planning_references": {"type": "array", "maxItems": 10}},
        {"title"},
    ),
    "update_task": (
        {"task_id": {"type": "string", "format": "uuid"}, "title": {"type": "string", "minLength": 1, "maxLength": 200},
         "description": {"type": "string", "maxLength": 2000}, "notes": {"type": "string", "maxLength": 5000},
         "status": {"type": "string", "enum": list(STATUSES)}, "branch": {"type": "string", "maxLength": 200},
         "commit": {"type": "string", "pattern": "^[a-f0-9]{40}$"}},
        {"task_id"},
    ),
    "search_code": (
        {"query": {"type": "string", "minLength": 1},  # longer than the document's 500: stack traces are asked about
         "file_type": {"type": "string", "pattern": "^[a-zA-Z0-9]+$"},
         "directory": {"type": "string", "maxLength": 500},
         "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}, "repository_id": {"type": "string"}},
        {"query"},
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=["http", "sse", "stdio"])
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    root = shop.make(tmp_path_factory.mktemp(request.param))
    with ExitStack() as leases:
        if request.param == "stdio":
            yield leases.enter_context(serve.connected(root))
            return
        server = leases.enter_context(http.listening(root, "--transport", request.param))
        target = sse_client(server.url) if request.param == "sse" else server.url
        portal = leases.enter_context(start_blocking_portal())
        connected = portal.wrap_async_context_manager(Client(target, mode=serve.LEGACY))
        yield serve.Connection(portal, leases.enter_context(connected), root)


@pytest.fixture(scope="module")
def indexed(client: Any) -> dict[str, Any]:
    return told(client, "index_repository", path=str(client.root), name="Shop")


def told(client: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    """What an answer says, in its text as well as in its structure."""
    found = client.result(tool, arguments)
    assert not found.is_error and [one.type for one in found.content] == ["text"]
    assert json.loads(found.content[0].text) == found.structured_content
    body: dict[str, Any] = found.structured_content
    return body


def refused(client: Any, tool: str, **arguments: Any) -> tuple[int, str]:
    with pytest.raises(MCPError) as caught:
        client.result(tool, arguments)
    assert caught.value.data["details"]
    return caught.value.code, caught.value.message


def test_parameters_are_listed_and_have_their_limits(client: Any) -> None:
    """The list is part of every conversation and leaves limits out; arguments are held against the whole schema."""
    listed = {tool.name: tool.input_schema for tool in client.run("list_tools").tools}
    for name, (wanted, required) in SCHEMAS.items():
        schema, whole = listed[name], WHOLE[name].parameters.model_json_schema()["properties"]
        assert schema["additionalProperties"] is False and set(schema.get("required", ())) == required
        for parameter, limits in wanted.items():
            whole_limits = next(iter(whole[parameter].get("anyOf", ())), {}) | whole[parameter]
            assert limits.items() <= whole_limits.items() and parameter in schema["properties"], (name, parameter)
        if name != "search_code":  # which takes what another contract wants as well
            assert set(schema["properties"]) == set(wanted)


def test_a_repository_is_indexed(client: Any, indexed: dict[str, Any]) -> None:
    assert set(indexed) == {
        "repository_id", "files_indexed", "chunks_created", "duration_seconds", "status", "errors"
    }  # fmt: skip
    assert UUID(indexed["repository_id"]) and indexed["status"] == "success" and indexed["errors"] == []
    assert indexed["files_indexed"] > 3 and indexed["chunks_created"] > 10 and indexed["duration_seconds"] >= 0
    again = told(client, "index_repository", path=str(client.root), name="Shop again", force_reindex=True)
    assert again["repository_id"] == indexed["repository_id"] and again["files_indexed"] == indexed["files_indexed"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"path": "relative", "name": "x"}, {"path": "/" + "x" * 500, "name": "x"}, {"path": "/x", "name": ""},
        {"path": "/x", "name": "x" * 201}, {"path": "/x"}, {"name": "x"}, {"path": "/x", "name": "x", "more": 1},
        {"path": "/x", "name": "x", "force_reindex": "yes"},
    ],
)  # fmt: skip
def test_what_index_repository_refuses(client: Any, wrong: dict[str, Any]) -> None:
    assert refused(client, "index_repository", **wrong)[0] == INVALID


def test_chunks_are_found_with_what_stands_around_them(client: Any, indexed: dict[str, Any]) -> None:
    found = told(client, "search_code", query="place an order", limit=5)
    assert {"results", "total_count", "latency_ms"} <= set(found) and len(found["results"]) <= 5
    assert found["total_count"] >= len(found["results"]) > 0 and isinstance(found["latency_ms"], int)
    scores = [one["similarity_score"] for one in found["results"]]
    assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores)
    for one in found["results"]:
        assert set(one) >= CHUNK and UUID(one["chunk_id"]) and Path(one["file_path"]).is_absolute()
        lines = Path(one["file_path"]).read_text("utf-8").splitlines()
        first, last = one["start_line"], one["end_line"]
        assert one["content"].splitlines()[0] == lines[first - 1]
        assert one["context_before"] == "\n".join(lines[max(0, first - 11) : first - 1])
        assert one["context_after"] == "\n".join(lines[last : last + 10])


def test_searches_are_filtered(client: Any, indexed: dict[str, Any]) -> None:
    every = told(client, "search_code", query="cart", limit=50)["results"]
    kinds = {Path(one["file_path"]).suffix.lstrip(".") for one in every}
    assert len(kinds) > 1
    for kind in kinds:
        found = told(client, "search_code", query="cart", file_type=kind, limit=50)["results"]
        assert found and {Path(one["file_path"]).suffix for one in found} == {f".{kind}"}
    folder = Path(every[0]["file_path"]).relative_to(client.root).parts[0]
    found = told(client, "search_code", query="cart", directory=folder, limit=50)["results"]
    assert found and all(Path(one["file_path"]).is_relative_to(client.root / folder) for one in found)
    named = told(client, "search_code", query="cart", repository_id=indexed["repository_id"], limit=50)
    assert [one["chunk_id"] for one in named["results"]] == [one["chunk_id"] for one in every]
    nobody = told(client, "search_code", query="cart", repository_id=str(uuid4()))
    assert nobody["results"] == [] and nobody["total_count"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"query": ""}, {}, {"query": "x", "limit": 0}, {"query": "x", "limit": 51}, {"query": "x", "file_type": "*.py"},
        {"query": "x", "directory": "d" * 501}, {"query": "x", "repository_id": "none"}, {"query": "x", "more": 1},
    ],
)  # fmt: skip
def test_what_search_code_refuses(client: Any, wrong: dict[str, Any]) -> None:
    found = client.result("search_code", wrong)  # a result, as the other contract of the tool wants it
    assert found.is_error and found.meta["error"]["details"]["jsonrpc_code"] == INVALID


def test_a_task_from_beginning_to_end(client: Any) -> None:
    made = told(
        client, "create_task", title="Implement caching layer", description="Add Redis caching", notes="cache-aside",
        planning_references=["specs/caching.md", "docs/architecture.md"],
    )  # fmt: skip
    assert set(made) == TASK and UUID(made["id"]) and made["status"] == STATUSES[0]
    assert made["branch"] is made["commit"] is None and made["created_at"] == made["updated_at"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", made["created_at"])
    assert told(client, "get_task", task_id=made["id"]) == made
    commit = locate(client.root).commit
    changed = told(
        client, "update_task", task_id=made["id"], status="complete", branch="feature/caching", commit=commit
    )
    assert changed == made | {
        "status": "complete", "branch": "feature/caching", "commit": commit, "updated_at": changed["updated_at"]
    }  # fmt: skip
    assert changed["updated_at"] >= made["updated_at"] and told(client, "get_task", task_id=made["id"]) == changed
    only = told(client, "update_task", task_id=made["id"], title="Cache")
    assert only == changed | {"title": "Cache", "updated_at": only["updated_at"]}


def test_tasks_are_listed(client: Any) -> None:
    made = [told(client, "create_task", title=f"Task {number}")["id"] for number in range(25)]
    told(client, "update_task", task_id=made[3], status="in-progress", branch="bugfix/auth")
    listed = told(client, "list_tasks")
    assert set(listed) == {"tasks", "total_count"} and len(listed["tasks"]) == 20 and listed["total_count"] >= 25
    assert [task["id"] for task in listed["tasks"]] == made[:4:-1] and all(
        set(task) == TASK for task in listed["tasks"]
    )
    for given in ({"status": "in-progress"}, {"branch": "bugfix/auth"}, {"branch": "bugfix"}):
        found = told(client, "list_tasks", **given)
        assert [task["id"] for task in found["tasks"]] == [made[3]] and found["total_count"] == 1
    assert len(told(client, "list_tasks", limit=1)["tasks"]) == 1
    assert told(client, "list_tasks", branch="nobody") == {"tasks": [], "total_count": 0}


@pytest.mark.parametrize(
    ("tool", "wrong"),
    [
        ("create_task", {}), ("create_task", {"title": ""}), ("create_task", {"title": "x" * 201}),
        ("create_task", {"title": "x", "description": "x" * 2001}),
        ("create_task", {"title": "x", "notes": "x" * 5001}),
        ("create_task", {"title": "x", "planning_references": ["a"] * 11}),
        ("create_task", {"title": "x", "planning_references": ["a" * 501]}),
        ("create_task", {"title": "x", "planning_references": ["../a"]}),
        ("create_task", {"title": "x", "planning_references": ["/a"]}), ("create_task", {"title": "x", "more": 1}),
        ("get_task", {}), ("get_task", {"task_id": "none"}), ("get_task", {"task_id": str(uuid4()), "more": 1}),
        ("list_tasks", {"status": "done"}), ("list_tasks", {"limit": 0}), ("list_tasks", {"limit": 101}),
        ("list_tasks", {"branch": "x" * 201}), ("list_tasks", {"more": 1}),
        ("update_task", {"title": "x"}), ("update_task", {"task_id": "none"}),
        ("update_task", {"task_id": str(uuid4()), "commit": "abc"}),
        ("update_task", {"task_id": str(uuid4()), "commit": "A" * 40}),
        ("update_task", {"task_id": str(uuid4()), "status": "done"}),
        ("update_task", {"task_id": str(uuid4()), "title": ""}),
        ("update_task", {"task_id": str(uuid4()), "branch": "x" * 201}),
        ("update_task", {"task_id": str(uuid4()), "more": 1}),
    ],
)  # fmt: skip
def test_what_task_tools_refuse(client: Any, tool: str, wrong: dict[str, Any]) -> None:
    assert refused(client, tool, **wrong)[0] == INVALID


def test_what_is_not_there_is_told(client: Any, tmp_path: Path) -> None:
    nobody = str(uuid4())
    assert refused(client, "get_task", task_id=nobody) == (NOT_FOUND, "Task not found")
    assert refused(client, "update_task", task_id=nobody, title="x") == (NOT_FOUND, "Task not found")
    known = told(client, "create_task", title="x")["id"]
    assert refused(client, "update_task", task_id=known, commit="0" * 40)[0] == INVALID
    assert told(client, "get_task", task_id=known)["commit"] is None
    with pytest.raises(MCPError) as caught:
        client.run("call_tool", "no_such_tool", {})
    assert caught.value.code == INVALID  # as the protocol has it since; the document says -32601
