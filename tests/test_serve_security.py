"""What a caller may not do, over a real connection: leave the repository, write, run for ever, break the server."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

SECRET = "the password is swordfish"
ENDLESS = "SELECT count(*) FROM range(100000000000) AS a(i), range(1000) AS b(j) WHERE i % 7 = j"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secure")
    (folder / "secret.txt").write_text(SECRET)
    made: Path = shop.make(folder, {"app.py": "def alpha():\n    return 1\n"})
    shop.index(folder / "cache", locate(made), [])
    (made / "link.txt").symlink_to(folder / "secret.txt")
    (made / "out").symlink_to(folder)
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root) as connection:
        connection.data("workspace_create", workspace_id="w", solution_path=".")
        yield connection


def alive(server: Any) -> bool:
    return bool(server.data("symbols_search", query="alpha")["hits"])


PATHS = ("../secret.txt", "a/../../secret.txt", "{outside}/secret.txt", "app.py\0", "out/secret.txt", "link.txt",
         "..\\secret.txt", ".git/config", "/etc/passwd", "C:/windows", "file:///etc/passwd", "")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("workspace", [{}, {"workspace_id": "w"}])
def test_no_path_leads_out_of_the_repository(server: Any, path: str, workspace: dict[str, str]) -> None:
    spelled = path.format(outside=server.root.parent)
    found = server.result("code_get_span", {"repo_path": str(server.root), "file_path": spelled, **workspace})
    assert found.is_error and SECRET not in found.content[0].text
    assert found.meta["error"]["code"] in {"INVALID_ARGUMENT", "NOT_FOUND"}


@pytest.mark.parametrize("path", [path for path in PATHS if path not in (".git/config", "link.txt", "out/secret.txt")])
def test_paths_of_other_parameters_are_checked_as_well(server: Any, path: str) -> None:
    spelled = path.format(outside=server.root.parent)
    refused = server.refused("index_refresh_overlay", workspace_id="w", file_paths=[spelled])
    assert refused["code"] == "INVALID_ARGUMENT"
    buffer = [{"file_path": spelled, "content": "x"}]
    refused = server.refused("code_get_span", workspace_id="w", file_path="app.py", virtual_files=buffer)
    assert refused["code"] == "INVALID_ARGUMENT"
    for tool in ("workspace_create", "index_ensure_baseline"):
        extra = {"workspace_id": "x"} if tool == "workspace_create" else {}
        assert server.refused(tool, solution_path=spelled, **extra)["code"] == "INVALID_ARGUMENT"
    found = server.result("symbols_search", {"repo_path": str(server.root), "query": "a*", "file_path": spelled})
    assert found.is_error or found.structured_content["data"]["hits"] == []


def test_a_link_that_leads_out_is_not_taken_into_a_workspace(server: Any) -> None:
    server.data("index_refresh_overlay", workspace_id="w", file_paths=["link.txt", "out/secret.txt"])
    assert server.data("repo_status")["workspaces"][0]["changed_file_count"] == 0


def test_a_folder_that_is_a_link_out_is_no_root_to_index(server: Any) -> None:
    for tool, extra in (("workspace_create", {"workspace_id": "x"}), ("index_ensure_baseline", {})):
        assert server.refused(tool, solution_path="out", **extra)["code"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize(
    "revision", ["--output={outside}/x.diff", "-x", "HEAD\0", "HEAD:app.py", "HEAD\n--help", "", ":/"]
)
def test_a_revision_is_a_name_and_nothing_else(server: Any, revision: str) -> None:
    spelled = revision.format(outside=server.root.parent)
    for tool, given in (
        ("symbols_search", {"query": "alpha", "as_of": spelled}),
        ("workspace_create", {"workspace_id": "x", "solution_path": ".", "commit_sha": spelled}),
        ("index_diff", {"base": spelled}),
    ):
        assert server.refused(tool, **given)["code"] in {"INVALID_ARGUMENT", "NOT_FOUND"}
    assert not list(server.root.parent.glob("x.*")) and alive(server)


def test_a_repository_that_is_not_served_is_refused_before_it_is_looked_at(server: Any, tmp_path: Path) -> None:
    other = shop.make(tmp_path, {"b.py": "x = 1\n"})
    for path in (other, tmp_path / "missing", Path("/etc"), server.root.parent):
        error = server.refused("repo_status", repo_path=str(path))
        assert error["code"] == "INVALID_ARGUMENT" and "not served" in error["message"]
    assert server.refused("repo_status", repo_path="relative")["code"] == "INVALID_ARGUMENT"
    assert server.refused("repo_status", repo_path=f"{server.root}\0")["code"] == "INVALID_ARGUMENT"
    (server.root / "elsewhere").symlink_to(other)
    assert "not served" in server.refused("repo_status", repo_path=str(server.root / "elsewhere"))["message"]
    linked = tmp_path / "linked"
    shop.git(server.root, "worktree", "add", "-q", "--detach", str(linked))
    assert server.data("repo_status", repo_path=str(linked))["current_commit_sha"]


def test_any_repository_may_be_asked_about_when_that_is_said(root: Path, tmp_path: Path) -> None:
    other = shop.make(tmp_path, {"b.py": "x = 1\n"})
    with serve.connected(root, "--allow-any-repo") as server:
        assert not server.data("repo_status", repo_path=str(other))["baseline_index_exists"]
        assert server.refused("repo_status", repo_path=str(tmp_path / "missing"))["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "sql",
    [
        "DROP VIEW symbols", "CREATE TABLE x AS SELECT 1", "ATTACH '{outside}/x.db'",
        "COPY symbols TO '{outside}/x.csv'",
        "SELECT * FROM read_csv('{outside}/secret.txt')", "SELECT * FROM '{outside}/secret.txt'",
        "SELECT content FROM read_text('{outside}/secret.txt')", "SELECT * FROM glob('{outside}/*')", "INSTALL httpfs",
        "SET enable_external_access = true", "SELECT 1; SELECT 2", "PRAGMA database_list",
        "EXPLAIN ANALYZE DROP VIEW refs",
        "SELECT getenv('HOME')", "SELECT $1", "not sql at all", "SELECT " + "(" * 9_000,
    ],
)  # fmt: skip
def test_sql_reads_the_tables_and_nothing_else(server: Any, sql: str) -> None:
    error = server.refused("query_sql", sql=sql.format(outside=server.root.parent))
    assert error["code"] == "INVALID_ARGUMENT" and SECRET not in json.dumps(error)
    assert not list(server.root.parent.glob("x.*"))


def test_a_statement_that_never_ends_is_stopped_when_its_call_is_cancelled(server: Any) -> None:
    async def impatient() -> None:
        with anyio.move_on_after(0.3):
            await server.client.call_tool("query_sql", {"repo_path": str(server.root), "sql": ENDLESS})

    for _ in range(12):  # more than there are threads: none may stay behind
        server.portal.call(impatient)
    assert alive(server)


def test_a_cancelled_statement_ends_by_being_interrupted_and_not_by_its_time_limit(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from query.serve.start import Options, services
    from query.tools.call import Call
    from query.tools.registry import ToolError
    from query.tools.selection import Choice

    for name, value in serve.environment(root.parent).items():
        monkeypatch.setenv(name, value)
    shared = services(Options(root.parent / "cache", [root], Choice()))
    call, told = Call(shared), list[str]()

    def ask() -> None:
        tool = shared.tools.find("query_sql")
        assert tool
        with pytest.raises(ToolError) as caught:
            tool.run(call, {"repo_path": str(root), "sql": ENDLESS})
        told.append(caught.value.failure.message)

    asking = threading.Thread(target=ask)
    asking.start()
    while asking.is_alive():  # an interrupt that comes before the statement has begun is lost
        asking.join(0.1)
        call.stop.request()
    shared.hub.close()
    assert told == ["the statement was interrupted"]


@pytest.mark.long
@pytest.mark.parametrize(
    "sql", [ENDLESS, "SELECT repeat('x', 4000000000)", "SELECT list(a.i) FROM range(1e9::BIGINT) a(i)"]
)
def test_a_statement_that_takes_too_long_or_too_much_is_refused(server: Any, sql: str) -> None:
    error = server.refused("query_sql", sql=sql)
    assert error["code"] == "INVALID_ARGUMENT" and error["hint"] and alive(server)


@pytest.mark.parametrize(
    "arguments",
    [
        {"query": "x" * 10_000_000}, {"query": "a", "kinds": ["Class"] * 1_000_000}, {"query": ["nested"] * 3},
        {"query": "a", "limit": "many"}, {"query": "a", "limit": 1e300}, {"surprise": "x" * 1_000_000},
        {"query": "a", "virtual_files": [{"file_path": "a.py", "content": "x" * 10_000_000}], "workspace_id": "w"},
        {"query": "a", "workspace_id": "x" * 10_000_000}, {"query": "a", "as_of": "x" * 10_000_000},
        {"query": "(" * 2_000}, {"query": '"'},
    ],
)  # fmt: skip
def test_arguments_that_are_too_large_or_of_the_wrong_kind_are_refused(server: Any, arguments: dict[str, Any]) -> None:
    error = server.refused("symbols_search", **arguments)
    assert error["code"] == "INVALID_ARGUMENT" and len(json.dumps(error)) < 2_000
    assert alive(server)


def test_an_unknown_parameter_is_refused_and_the_right_one_offered(server: Any) -> None:
    error = server.refused("symbols_search", query="a", filepath="x")
    assert error == {
        "code": "INVALID_ARGUMENT", "message": "unknown parameter 'filepath'", "hint": "did you mean 'file_path'?",
        "details": {"parameter": "filepath"}, "retryable": False,
    }  # fmt: skip


def test_lines_that_are_no_messages_are_answered_with_errors_and_the_server_lives_on(root: Path) -> None:
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        "this is not JSON", '{"jsonrpc": "2.0", "id": 7', "[" * 100_000, b"\xff\xfe\x00", '{"hello": "world"}', "[]",
        "null",
        {"jsonrpc": "2.0", "id": 2, "method": "no/such/method"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "nothing"}},
        {"jsonrpc": "2.0", "id": 4, "method": "ping"},
    ]  # fmt: skip
    texts = [line if isinstance(line, str | bytes) else json.dumps(line) for line in lines]
    sent = b"\n".join(text.encode() if isinstance(text, str) else text for text in texts)
    command = [serve.COMMAND, "serve", "--path", str(root)]
    with subprocess.Popen(
        command, env=serve.environment(root.parent), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(sent + b"\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(11)]
        process.stdin.close()
        assert process.wait(timeout=60) == 0
    codes = [answer["error"]["code"] for answer in answers if answer.get("id") is None]
    assert codes == [-32700, -32700, -32700, -32700, -32600, -32600, -32600]
    by_id = {answer["id"]: answer for answer in answers if answer.get("id") is not None}
    assert by_id[2]["error"]["code"] == -32601 and by_id[3]["error"]["code"] == -32602 and by_id[4]["result"] == {}


def test_hostile_packages_in_the_working_directory_are_not_run(root: Path) -> None:
    for name in ("query", "indexer", "mcp", "duckdb"):
        (root / name).mkdir(exist_ok=True)
        (root / name / "__init__.py").write_text(f"open({str(root.parent / 'pwned')!r}, 'w')\n")
    with serve.connected(root, "--path", str(root)) as server:
        assert alive(server)
    assert not (root.parent / "pwned").exists() and os.environ.get("PYTHONPATH") is None
