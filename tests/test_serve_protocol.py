"""What the server offers beside tools, how it is started, and how it bears several clients, over real connections."""

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
from mcp import MCPError

from query.repo import locate
from query.tools import families

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

PLACE, STORE = "M:shop.orders.place_order", "T:shop.store.Store"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("protocol"))
    shop.index(made.parent / "cache", locate(made), shop.FACTS)
    return made


@pytest.fixture(scope="module", params=[serve.LEGACY, serve.MODERN])
def server(root: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    with serve.connected(root, "--path", str(root), "--toolsets", "codemap", mode=request.param) as connection:
        yield connection


def test_the_server_introduces_itself_and_routes_in_few_words(server: Any) -> None:
    text = server.client.instructions
    assert str(server.root) in text and "symbols_search" in text and len(text) / 4 < 250
    assert server.client.protocol_version in {"2025-11-25", "2026-07-28"}
    assert server.client.server_info.name == "codemap" and server.client.server_info.version
    told = server.client.server_capabilities
    assert told.tools and told.resources and told.prompts and told.completions


def test_every_tool_that_is_listed_says_what_it_takes_and_gives(server: Any) -> None:
    tools = server.run("list_tools").tools
    (family,) = (family for family in families() if family.name == "codemap")
    assert {tool.name for tool in tools} == {tool.name.replace(".", "_") for tool in family.tools}
    assert all(tool.input_schema["additionalProperties"] is False and tool.output_schema for tool in tools)
    assert all(tool.input_schema["required"][0] == "repo_path" for tool in tools)


def test_an_unknown_tool_is_an_error_of_the_protocol(server: Any) -> None:
    with pytest.raises(MCPError) as caught:
        server.result("graph_caller", {})
    assert caught.value.code == -32602 and "graph_callers" in caught.value.message
    assert caught.value.error.data == {"details": "did you mean graph_callers, graph_callees?"}


def read(server: Any, uri: str) -> str:
    (content,) = server.run("read_resource", uri).contents
    text: str = content.text
    return text


def test_resources_are_cards_outlines_and_the_summary(server: Any) -> None:
    (summary,) = server.run("list_resources").resources
    assert "## Languages" in read(server, str(summary.uri))
    base = str(summary.uri).removesuffix("/summary")
    assert json.loads(read(server, f"{base}/symbols/{PLACE}"))["thrown_exceptions"] == ["ValueError"]
    assert json.loads(read(server, f"{base}/symbols/M%3AShop.Web.Cart.Add%28string%29"))["kind"] == "Method"
    outline = read(server, f"{base}/files/shop/orders.py").splitlines()
    assert (
        outline[0] == "# shop/orders.py"
        and f"  - 10-18 function `def place_order(lines, store: Store)` ({PLACE})" in outline
    )
    templates = {one.uri_template for one in server.run("list_resource_templates").resource_templates}
    assert "codemap://{repo}/symbols/{+symbol_id}" in templates


@pytest.mark.parametrize(
    "rest", ["symbols/M:nothing", "files/../secret", "files/nothing.py", "files/", "everything", "symbols/"]
)
def test_a_resource_that_is_not_there_is_an_error(server: Any, rest: str) -> None:
    repo = locate(server.root).repo_id
    for uri in (f"codemap://{repo}/{rest}", f"codemap://other-repo/{rest}", f"file:///etc/{rest}"):
        with pytest.raises(MCPError):
            read(server, uri)
    assert server.data("repo_status")


def test_prompts_bring_what_the_engine_knows(server: Any) -> None:
    listed = {prompt.name: prompt for prompt in server.run("list_prompts").prompts}
    assert set(listed) == {"explain_symbol", "trace_feature", "review_change"}
    assert [one.name for one in listed["explain_symbol"].arguments if one.required] == ["symbol_id"]

    def text(name: str, **given: str) -> str:
        (message,) = server.run("get_prompt", name, given).messages
        said: str = message.content.text
        return said

    explained = text("explain_symbol", symbol_id=PLACE)
    assert " 16 |     store.save(order)" in explained and "M:shop.orders.checkout" in explained
    assert "POST /orders" in text("trace_feature", entry_point="M:shop.orders.checkout", repo_path=str(server.root))
    (server.root / "shop/mail.py").write_text("class Mailer:\n    pass\n")
    assert "shop/mail.py" in text("review_change")
    shop.git(server.root, "checkout", "-q", "shop/mail.py")
    for name, given in (
        ("explain_symbol", {}),
        ("nothing", {}),
        ("review_change", {}),
        ("review_change", {"base": "x"}),
    ):
        with pytest.raises(MCPError):
            text(name, **given)


def test_ids_paths_and_repositories_are_completed(server: Any) -> None:
    from mcp_types import PromptReference, ResourceTemplateReference

    prompt = PromptReference(name="explain_symbol")
    template = ResourceTemplateReference(uri="codemap://{repo}/files/{+path}")

    def values(reference: Any, name: str, text: str) -> list[str]:
        found: list[str] = server.run("complete", reference, {"name": name, "value": text}).completion.values
        return found

    assert values(prompt, "symbol_id", "T:shop.st") == ["T:shop.store.AuditedStore", STORE]
    assert PLACE in values(prompt, "symbol_id", "place_or")
    assert values(template, "path", "ORDERS") == ["shop/orders.py", "tests/test_orders.py"]
    assert values(template, "repo", "") == [locate(server.root).repo_id]
    assert values(prompt, "symbol_id", "") == values(prompt, "symbol_id", "((") == values(prompt, "base", "x") == []


def test_options_and_their_variables_choose_what_is_listed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*options: str) -> list[str]:
        with serve.connected(root, "--path", str(root), *options) as server:
            return [tool.name for tool in server.run("list_tools").tools]

    assert listed("--toolsets", "graph", "--exclude-tools", "graph.callees", "--tool-names", "dotted") == [
        "graph.callers", "graph.trace_feature"
    ]  # fmt: skip
    chosen = {"CODEMAP_TOOLS": "refs.find,workspace_list,workspace_create", "CODEMAP_READ_ONLY": "1"}
    inner = serve.environment
    monkeypatch.setattr(serve, "environment", lambda folder: inner(folder) | chosen)
    assert listed() == ["refs_find", "workspace_list"]


def test_next_actions_name_only_tools_that_are_offered(root: Path) -> None:
    options = ("--path", str(root), "--exclude-tools", "symbols.get_card", "--tool-names", "dotted")
    with serve.connected(root, *options) as server:
        assert server.ask("symbols.search", query="place_order")["next_actions"] == []
        assert server.ask("refs.find", symbol_id=PLACE)["next_actions"][0]["tool"] == "graph.callers"


@pytest.mark.parametrize("options", [["--tools", "nothing"], ["--toolsets", "grahp"], ["--tool-names", "camel"]])
def test_a_server_that_is_misconfigured_says_so_and_does_not_start(root: Path, options: list[str]) -> None:
    command = [serve.COMMAND, "serve", "--path", str(root), *options]
    done = subprocess.run(
        command, env=serve.environment(root.parent), capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2 and "error:" in done.stderr and not done.stdout


def test_the_other_name_of_the_command_serves_as_well(root: Path) -> None:
    done = subprocess.run(
        [serve.COMMAND, "serve-mcp", "--path", str(root)], env=serve.environment(root.parent), stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0
    shown = subprocess.run(
        [serve.COMMAND, "--help"], env=serve.environment(root.parent), capture_output=True, text=True
    )
    assert "  serve " in shown.stdout and "  serve-mcp " in shown.stdout


def test_listing_tools_needs_no_database(root: Path) -> None:
    code = "import sys, query.serve.start, query.tools; query.tools.families(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=serve.environment(root.parent)
    )
    assert not {"duckdb", "pyarrow", "numpy", "tree_sitter", "query.engine.view"} & set(done.stdout.split())


def test_several_agents_ask_at_once_and_none_disturbs_another(root: Path) -> None:
    with serve.connected(root) as server:

        async def agent(number: int, found: dict[int, list[int]]) -> None:
            where = {"repo_path": str(root), "workspace_id": f"agent-{number}"}
            await server.client.call_tool("workspace_create", where | {"solution_path": "."})
            for _ in range(5):
                answer = await server.client.call_tool("symbols_search", where | {"query": "store"})
                body = answer.structured_content
                assert body["meta"]["workspace_id"] == f"agent-{number}"
                found.setdefault(number, []).append(body["data"]["total_count"])

        async def all_at_once() -> dict[int, list[int]]:
            found: dict[int, list[int]] = {}
            async with anyio.create_task_group() as group:
                for number in range(8):
                    group.start_soon(agent, number, found)
            return found

        found = server.portal.call(all_at_once)
    assert len(found) == 8 and len({tuple(counts) for counts in found.values()}) == 1


def test_several_servers_share_state_and_totals(root: Path) -> None:
    answers: list[int] = []

    def client(number: int) -> None:
        with serve.connected(root) as server:
            server.data("workspace_create", workspace_id=f"server-{number}", solution_path=".")
            answers.append(server.ask("symbols_search", query="store")["meta"]["tokens_saved"])

    threads = [threading.Thread(target=client, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with serve.connected(root) as server:
        known = {found["workspace_id"] for found in server.data("workspace_list")["workspaces"]}
    assert len(answers) == 3 and {"server-0", "server-1", "server-2"} <= known
    assert json.loads((root.parent / "home/.codemap/_savings.json").read_text())["queries"] >= 7


def test_a_build_that_is_cancelled_ends_and_leaves_nothing(tmp_path: Path) -> None:
    sources = {
        f"m{number}.py": "def f():\n    return [\n" + "        g(1, 2),\n" * 4_000 + "    ]\n" for number in range(60)
    }
    made = shop.make(tmp_path, sources)

    def builders() -> list[str]:
        found = []
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = entry.read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            found += [entry.parent.name] if "index" in words and str(made) in words else []
        return found

    with serve.connected(made) as server:

        async def impatient() -> bool:
            with anyio.move_on_after(30) as scope:
                async with anyio.create_task_group() as group:
                    group.start_soon(server.client.call_tool, "index_ensure_baseline", {"repo_path": str(made)})
                    while not builders():
                        await anyio.sleep(0.05)
                    group.cancel_scope.cancel()
            return not scope.cancelled_caught

        assert server.portal.call(impatient)
        for _ in range(200):
            if not builders():
                break
            server.portal.call(anyio.sleep, 0.05)
        assert not builders() and not server.data("repo_status")["baseline_index_exists"]


def test_several_repositories_are_served_by_option_variable_or_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = []
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
        roots.append(shop.make(tmp_path / name, {"app.py": f"def {name}():\n    pass\n"}))
    first, second, third = roots

    def answered(server: Any) -> list[bool]:
        found = [server.result("repo_status", {"repo_path": str(root)}) for root in roots]
        assert all("not served" in one.content[0].text for one in found if one.is_error)
        return [not one.is_error for one in found]

    with serve.connected(first, "--path", str(first), "--path", str(second)) as server:
        assert answered(server) == [True, True, False]
        assert str(first) in server.client.instructions and str(second) in server.client.instructions
        assert len(server.run("list_resources").resources) == 2
    inner = serve.environment
    several = os.pathsep.join(map(str, (second, third)))
    monkeypatch.setattr(serve, "environment", lambda folder: inner(folder) | {"CODEMAP_PATH": several})
    with serve.connected(first, "--tool-names", "underscored") as server:
        assert answered(server) == [False, True, True]
    monkeypatch.setattr(serve, "environment", lambda folder: inner(folder) | {"CODEMAP_ALLOW_ANY_REPO": "1"})
    with serve.connected(first, "--tool-names", "underscored") as server:
        assert answered(server) == [True, True, True]
