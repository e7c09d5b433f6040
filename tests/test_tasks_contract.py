"""The codebase contract over a real connection: every tool, its limits and patterns, its fields and error codes."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from mcp.shared.exceptions import MCPError

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

INVALID_PARAMS, INTERNAL_ERROR, SERVER_ERROR = -32602, -32603, -32000
TASK = {
    "id", "title", "description", "notes", "status", "created_at", "updated_at", "branch", "commit",
    "planning_references",
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("codebase"))
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root, "--allow-any-repo") as connection:
        yield connection


def ask(server: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    found = server.result(tool, arguments)
    assert json.loads(found.content[0].text) == found.structured_content
    body: dict[str, Any] = found.structured_content
    return body


def refused(server: Any, tool: str, **arguments: Any) -> tuple[int, str]:
    with pytest.raises(MCPError) as caught:
        server.result(tool, arguments)
    assert caught.value.data["details"] and caught.value.data["hint"]
    return caught.value.code, caught.value.message


def test_a_created_task_has_the_contracts_fields(server: Any) -> None:
    made = ask(server, "create_task", title="Cache", description="d", notes="n", planning_references=["specs/./a.md"])
    assert set(made) == TASK and UUID(made["id"]).version == 4
    assert made["created_at"].endswith("Z") and datetime.fromisoformat(made["created_at"])
    assert made | {"id": "", "created_at": "", "updated_at": ""} == {
        "id": "", "title": "Cache", "description": "d", "notes": "n", "status": "need to be done", "created_at": "",
        "updated_at": "", "branch": None, "commit": None, "planning_references": ["specs/a.md"],
    }  # fmt: skip
    assert ask(server, "get_task", task_id=made["id"]) == made == ask(server, "get_task", task_id=made["id"].upper())


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"title": ""}, {"title": "x" * 201}, {"title": None}, {"title": 7}, {"title": "x", "status": "complete"},
        {"title": "x", "description": "x" * 2001}, {"title": "x", "notes": "x" * 5001},
        {"title": "x", "planning_references": ["a"] * 11}, {"title": "x", "planning_references": ["x" * 501]},
        {"title": "x", "planning_references": "a"}, {"title": "x", "planning_references": ["/etc/passwd"]},
        {"title": "x", "planning_references": ["../a.md"]}, {"title": "x", "planning_references": ["a/../../b"]},
        {"title": "x", "planning_references": [""]}, {"title": "x", "planning_references": ["a\0"]},
        {"title": "x", "planning_references": ["C:/a"]}, {"title": "x", "unknown": 1},
    ],
)  # fmt: skip
def test_what_create_task_refuses(server: Any, arguments: dict[str, Any]) -> None:
    before = ask(server, "list_tasks")["total_count"]
    assert refused(server, "create_task", **arguments)[0] == INVALID_PARAMS
    assert ask(server, "list_tasks")["total_count"] == before


def test_the_longest_that_is_allowed_is_kept_whole(server: Any) -> None:
    longest = {"title": "ü" * 200, "description": "😀" * 2000, "notes": "\0\n'" + "x" * 4997}
    references = [f"{number}/{'x' * 498}" for number in range(10)]
    made = ask(server, "create_task", **longest, planning_references=references)
    assert {key: made[key] for key in longest} == longest and made["planning_references"] == references


def test_a_task_that_is_not_there_and_an_id_that_is_none(server: Any) -> None:
    for tool in ("get_task", "update_task"):
        assert refused(server, tool, task_id=str(uuid4())) == (SERVER_ERROR, "Task not found")
        assert refused(server, tool, task_id="task-1")[0] == INVALID_PARAMS
        assert refused(server, tool)[0] == INVALID_PARAMS


@pytest.mark.parametrize(
    "arguments",
    [
        {"title": ""}, {"title": "x" * 201}, {"description": "x" * 2001}, {"notes": "x" * 5001}, {"status": "done"},
        {"branch": "x" * 201}, {"commit": "abc123"}, {"commit": "A" * 40}, {"commit": "0" * 41}, {"commit": "0" * 40},
        {"planning_references": []},
    ],
)  # fmt: skip
def test_what_update_task_refuses_changes_nothing(server: Any, arguments: dict[str, Any]) -> None:
    made = ask(server, "create_task", title="stays")
    assert refused(server, "update_task", task_id=made["id"], **arguments)[0] == INVALID_PARAMS
    assert ask(server, "get_task", task_id=made["id"]) == made


@pytest.mark.parametrize(
    "arguments", [{"status": "done"}, {"limit": 0}, {"limit": 101}, {"limit": "5"}, {"branch": "x" * 201}, {"page": 2}]
)
def test_what_list_tasks_refuses(server: Any, arguments: dict[str, Any]) -> None:
    assert refused(server, "list_tasks", **arguments)[0] == INVALID_PARAMS


def test_lists_are_newest_first_filtered_and_counted(server: Any) -> None:
    made = [ask(server, "create_task", title=str(number))["id"] for number in range(25)]
    for number in (3, 8):
        ask(server, "update_task", task_id=made[number], status="in-progress", branch=f"list/{number}")
    page = ask(server, "list_tasks")
    assert [task["id"] for task in page["tasks"]] == made[:4:-1] and page["total_count"] >= 25
    assert [task["title"] for task in ask(server, "list_tasks", branch="list/")["tasks"]] == ["8", "3"]
    busy = ask(server, "list_tasks", status="in-progress", branch="list/3", limit=100)
    assert busy["total_count"] == 1 and set(busy["tasks"][0]) == TASK


def test_the_contracts_workflow(server: Any, root: Path) -> None:
    indexed = ask(server, "index_repository", path=str(root), name="Shop")
    assert set(indexed) == {
        "repository_id", "files_indexed", "chunks_created", "duration_seconds", "status", "errors"
    }  # fmt: skip
    assert indexed["status"] == "success" and indexed["errors"] == []
    assert indexed["files_indexed"] >= 10 and indexed["chunks_created"] > indexed["files_indexed"]
    again = ask(server, "index_repository", path=str(root / "shop"), name="Shop", force_reindex=True)
    assert again["repository_id"] == indexed["repository_id"] == str(UUID(indexed["repository_id"]))

    found = ask(server, "search_code", query="place order", repository_id=indexed["repository_id"], limit=5)
    assert found["results"] and {row["repository_id"] for row in found["results"]} == {indexed["repository_id"]}
    assert ask(server, "search_code", query="place order", repository_id=str(uuid4()))["results"] == []

    head = shop.git(root, "rev-parse", "HEAD")
    task = ask(server, "create_task", title="Refactor", description=f"{found['total_count']} places")
    done = ask(server, "update_task", task_id=task["id"], status="complete", branch="refactor/auth", commit=head)
    assert (done["status"], done["branch"], done["commit"]) == ("complete", "refactor/auth", head)
    here = ask(server, "update_task", task_id=task["id"], branch="HEAD")
    assert here["branch"] == shop.git(root, "branch", "--show-current") and here["title"] == "Refactor"


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "relative", "name": "x"}, {"path": "/tmp", "name": ""}, {"path": "/tmp", "name": "x" * 201},
        {"path": "/" + "x" * 500, "name": "x"}, {"path": "/tmp"}, {"path": "/tmp\0", "name": "x"},
        {"path": "/tmp", "name": "x", "force_reindex": "yes"}, {"path": "/tmp", "name": "x", "branch": "main"},
    ],
)  # fmt: skip
def test_what_index_repository_refuses(server: Any, arguments: dict[str, Any]) -> None:
    assert refused(server, "index_repository", **arguments)[0] == INVALID_PARAMS


def test_a_path_that_does_not_exist_is_told_in_the_contracts_words(server: Any, tmp_path: Path) -> None:
    told = refused(server, "index_repository", path=str(tmp_path / "missing"), name="x")
    assert told == (SERVER_ERROR, "Repository path does not exist")


def test_a_folder_without_git_is_indexed_and_what_cannot_be_read_makes_it_partial(server: Any, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("def readable():\n    return 1\n", encoding="utf-8")
    secret = tmp_path / "secret.py"
    secret.write_text("x = 1\n", encoding="utf-8")
    secret.chmod(0)
    if os.access(secret, os.R_OK):
        pytest.skip("this user may read everything")
    found = ask(server, "index_repository", path=str(tmp_path), name="Folder")
    assert (found["status"], found["files_indexed"]) == ("partial", 1)
    assert [error for error in found["errors"] if error.startswith("secret.py: ")] == found["errors"] != []
    hits = ask(server, "search_code", query="readable", repository_id=found["repository_id"])["results"]
    assert hits[0]["file_path"] == str(tmp_path / "app.py")


def test_content_that_is_missing_makes_it_partial(server: Any, tmp_path: Path) -> None:
    root = shop.make(tmp_path, {"a.py": "def a():\n    pass\n", "b.py": "def b():\n    pass\n"})
    blob = shop.git(root, "rev-parse", "HEAD:b.py")
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    found = ask(server, "index_repository", path=str(root), name="Partial clone")
    assert (found["status"], found["files_indexed"]) == ("partial", 1) and found["errors"][0].startswith("b.py: ")


def test_a_build_that_fails_is_told_as_failed(server: Any, tmp_path: Path) -> None:
    root = shop.make(tmp_path, {"a.py": "x = 1\n", "codemap.toml": "languages = 7\n"})
    found = ask(server, "index_repository", path=str(root), name="Broken")
    assert (found["status"], found["files_indexed"], len(found["errors"])) == ("failed", 0, 1)


def test_registered_repositories_are_searched_together_after_a_restart(root: Path, tmp_path: Path) -> None:
    other = shop.make(tmp_path, {"b.py": "def place_elsewhere():\n    return 1\n"})
    with serve.connected(root, "--allow-any-repo") as first:
        ids = {ask(first, "index_repository", path=str(one), name="x")["repository_id"] for one in (root, other)}
    with serve.connected(root, "--allow-any-repo") as second:
        rows = ask(second, "search_code", query="place", limit=50)["results"]
        assert ids <= {row["repository_id"] for row in rows}


def test_a_repository_that_is_not_served_is_neither_indexed_nor_looked_at(root: Path, tmp_path: Path) -> None:
    with serve.connected(root) as server:
        for path in (tmp_path, tmp_path / "missing"):
            code, message = refused(server, "index_repository", path=str(path), name="x")
            assert code == INVALID_PARAMS and "not served" in message
