"""Workspaces, consistency modes, commits that are not indexed, and builds, over a real connection."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

SOURCES = {
    "app/__init__.py": "",
    "app/core.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n",
    "app/use.py": "from app.core import alpha\n\n\ndef main():\n    alpha()\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made: Path = shop.make(tmp_path, SOURCES)
    return made


@pytest.fixture
def indexed(root: Path) -> Path:
    shop.index(root.parent / "cache", locate(root), [])
    return root


@pytest.fixture
def server(indexed: Path) -> Iterator[Any]:
    with serve.connected(indexed) as connection:
        yield connection


def names(server: Any, query: str, **options: Any) -> set[str]:
    found = server.data("symbols_search", query=query, kinds=["Method"], **options)
    return {hit["symbol_id"] for hit in found["hits"]}


def test_a_workspace_is_created_once_and_says_so(server: Any) -> None:
    commit = locate(server.root).commit
    created = {"workspace_id": "w", "baseline_commit_sha": commit, "current_revision": 0}
    for _ in range(2):
        assert server.data("workspace_create", workspace_id="w", solution_path=".") == created
    (listed,) = server.data("workspace_list")["workspaces"]
    assert listed.pop("created_at")
    assert listed == {
        "workspace_id": "w", "base_commit_sha": commit, "overlay_revision": 0, "modified_file_count": 0,
        "is_stale": False, "semantic_level": "Full", "fact_count": 0,
    }  # fmt: skip
    (summary,) = server.data("repo_status")["workspaces"]
    assert summary["changed_file_count"] == 0 and summary["repo_id"] == locate(server.root).repo_id
    assert server.data("workspace_delete", workspace_id="w") == {"workspace_id": "w", "deleted": True}
    assert server.data("workspace_delete", workspace_id="w") == {"workspace_id": "w", "deleted": False}
    assert server.refused("workspace_reset", workspace_id="w")["code"] == "NOT_FOUND"


def test_edits_are_seen_in_their_workspace_after_a_refresh_and_nowhere_else(server: Any) -> None:
    for name in ("mine", "yours"):
        server.data("workspace_create", workspace_id=name, solution_path=".")
    (server.root / "app/core.py").write_text("def alpha():\n    return gamma()\n\n\ndef gamma():\n    return 2\n")
    (server.root / "app/new.py").write_text("def delta():\n    pass\n")
    assert names(server, "gamma", workspace_id="mine") == set()
    refreshed = server.ask("index_refresh_overlay", workspace_id="mine")
    assert refreshed["data"]["files_reindexed"] == 2 and refreshed["data"]["new_overlay_revision"] == 1
    assert refreshed["data"]["symbols_updated"] == 5
    body = server.ask("symbols_search", query="gamma OR delta", workspace_id="mine")
    assert {hit["symbol_id"] for hit in body["data"]["hits"]} == {"M:app.core.gamma", "M:app.new.delta"}
    meta = body["meta"]
    assert (meta["workspace_id"], meta["overlay_revision"], meta["overlaid_files"]) == ("mine", 1, 2)
    assert names(server, "gamma", workspace_id="yours") == names(server, "gamma") == set()
    assert names(server, "beta") == names(server, "beta", workspace_id="yours") == {"M:app.core.beta"}
    callees = server.data("graph_callees", symbol_id="M:app.core.alpha", workspace_id="mine")["nodes"]
    assert [node["symbol_id"] for node in callees] == ["M:app.core.gamma"]
    callers = server.data("graph_callers", symbol_id="M:app.core.alpha", workspace_id="mine")["nodes"]
    assert [node["symbol_id"] for node in callers] == ["M:app.use.main"]


def test_named_files_alone_are_taken_in_and_what_is_reverted_falls_out(server: Any) -> None:
    server.data("workspace_create", workspace_id="w", solution_path="app")
    (server.root / "app/one.py").write_text("def one():\n    pass\n")
    (server.root / "app/two.py").write_text("def two():\n    pass\n")
    server.data("index_refresh_overlay", workspace_id="w", file_paths=["app/one.py"])
    assert names(server, "one OR two", workspace_id="w") == {"M:app.one.one"}
    server.data("index_refresh_overlay", workspace_id="w", file_paths=["app/two.py"])
    assert names(server, "one OR two", workspace_id="w") == {"M:app.one.one", "M:app.two.two"}
    (server.root / "app/one.py").unlink()
    server.data("index_refresh_overlay", workspace_id="w")
    assert names(server, "one OR two", workspace_id="w") == {"M:app.two.two"}


def test_a_reset_forgets_what_was_laid_over(server: Any) -> None:
    server.data("workspace_create", workspace_id="w", solution_path=".")
    (server.root / "app/new.py").write_text("def delta():\n    pass\n")
    server.data("index_refresh_overlay", workspace_id="w")
    assert server.data("workspace_reset", workspace_id="w") == {
        "workspace_id": "w", "previous_revision": 1, "new_revision": 0
    }  # fmt: skip
    assert names(server, "delta", workspace_id="w") == set()
    (server.root / "app/new.py").write_text("def epsilon():\n    pass\n")
    server.data("index_refresh_overlay", workspace_id="w")
    assert names(server, "delta OR epsilon", workspace_id="w") == {"M:app.new.epsilon"}


def test_workspaces_survive_the_server_and_grow_stale_with_head(indexed: Path) -> None:
    (indexed / "app/new.py").write_text("def delta():\n    pass\n")
    with serve.connected(indexed) as server:
        server.data("workspace_create", workspace_id="w", solution_path=".")
        server.data("index_refresh_overlay", workspace_id="w")
    shop.git(indexed, "commit", "-q", "--allow-empty", "-m", "next")
    with serve.connected(indexed) as server:
        assert names(server, "delta", workspace_id="w") == {"M:app.new.delta"}
        (listed,) = server.data("workspace_list")["workspaces"]
        assert listed["is_stale"] and listed["overlay_revision"] == 1 and listed["modified_file_count"] == 1


def test_spans_come_from_the_commit_the_disk_or_the_buffer(server: Any) -> None:
    server.data("workspace_create", workspace_id="w", solution_path=".")
    (server.root / "app/core.py").write_text("def alpha():\n    return 'disk'\n")
    span = {"file_path": "app/core.py", "start_line": 2, "end_line": 2}
    buffer = [{"file_path": "app/core.py", "content": "def alpha():\n    return 'buffer'\n"}]
    assert server.data("code_get_span", **span)["content"] == " 2 |     return beta()"
    assert server.data("code_get_span", workspace_id="w", **span)["content"] == " 2 |     return 'disk'"
    ephemeral = {"workspace_id": "w", "virtual_files": buffer}
    assert server.data("code_get_span", **ephemeral, **span)["content"] == " 2 |     return 'buffer'"
    assert "buffer" in server.data("symbols_get_definition_span", symbol_id="M:app.core.alpha", **ephemeral)["content"]
    assert server.data("code_get_span", workspace_id="w", consistency="Committed", **span)["content"].endswith("beta()")


def test_modes_that_lack_what_they_need_are_refused(server: Any) -> None:
    buffer = [{"file_path": "app/core.py", "content": ""}]
    span = {"file_path": "app/core.py"}
    assert server.refused("code_get_span", virtual_files=buffer, **span)["code"] == "WORKSPACE_REQUIRED"
    assert server.refused("symbols_search", query="a", consistency="Workspace")["code"] == "WORKSPACE_REQUIRED"
    assert server.refused("symbols_search", query="a", workspace_id="nobody")["code"] == "NOT_FOUND"
    server.data("workspace_create", workspace_id="w", solution_path=".")
    mixed = server.refused("code_get_span", virtual_files=buffer, workspace_id="w", consistency="Workspace", **span)
    assert mixed["code"] == "INVALID_ARGUMENT"
    assert server.refused("symbols_search", query="a", workspace_id="w", as_of="HEAD")["code"] == "INVALID_ARGUMENT"


def test_a_commit_without_a_snapshot_is_answered_from_its_ancestor(server: Any) -> None:
    first = locate(server.root).commit
    (server.root / "app/core.py").write_text("def alpha():\n    return zeta()\n\n\ndef zeta():\n    return 1\n")
    shop.git(server.root, "commit", "-qam", "second")
    shop.git(server.root, "commit", "-q", "--allow-empty", "-m", "third")
    body = server.ask("symbols_search", query="zeta OR beta")
    assert [hit["symbol_id"] for hit in body["data"]["hits"]] == ["M:app.core.zeta"]
    meta = body["meta"]
    assert meta["baseline_commit_sha"] == locate(server.root).commit != first
    assert (meta["served_from"], meta["distance"], meta["overlaid_files"], meta["outdated_files"]) == (first, 2, 1, 0)
    assert "zeta" in server.data("symbols_get_definition_span", symbol_id="M:app.core.zeta")["content"]
    assert server.ask("symbols_search", query="beta", as_of=first)["data"]["hits"]


def test_nothing_indexed_is_told_as_such_and_mended_by_ensure_baseline(root: Path) -> None:
    told: list[str] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        told.append(message or "")

    with serve.connected(root) as server:
        error = server.refused("symbols_search", query="alpha")
        assert error["code"] == "INDEX_NOT_AVAILABLE" and error["retryable"] and "ensure_baseline" in error["hint"]
        assert not server.data("repo_status")["baseline_index_exists"]
        assert "beta()" in server.data("code_get_span", file_path="app/core.py")["content"]
        assert server.refused("workspace_create", workspace_id="w", solution_path=".")["code"] == "INDEX_NOT_AVAILABLE"
        found = server.result("index_ensure_baseline", {"repo_path": str(root)}, progress_callback=progress)
        data = found.structured_content["data"]
        assert (
            not data["already_existed"]
            and not data["from_cache"]
            and data["stats"]["file_count"] == 3
            and data["stats"]["symbol_count"] > 3
        )
        assert any("index" in line for line in told)
        assert server.data("index_ensure_baseline")["stats"] is None
        assert names(server, "alpha") == {"M:app.core.alpha"}


def test_a_damaged_snapshot_is_refused_and_built_again(indexed: Path) -> None:
    (table,) = (indexed.parent / "cache").glob("**/symbols.parquet")
    table.chmod(0o644)
    content = bytearray(table.read_bytes())
    content[100] ^= 0xFF
    table.write_bytes(content)
    with serve.connected(indexed) as server:
        error = server.refused("symbols_search", query="alpha")
        assert error["code"] == "INDEX_NOT_AVAILABLE" and "SHA-256" in error["message"]
        assert not server.data("index_ensure_baseline")["already_existed"]
        assert names(server, "alpha") == {"M:app.core.alpha"}


def test_what_answers_save_is_added_up_over_all_servers(indexed: Path) -> None:
    (indexed / "app/long.py").write_text("def long():\n" + "    pass\n" * 2_000)
    shop.git(indexed, "add", "-A")
    shop.git(indexed, "commit", "-qm", "long")
    shop.index(indexed.parent / "cache", locate(indexed), [])
    saved = 0
    for _ in range(2):
        with serve.connected(indexed) as server:
            meta = server.ask("symbols_search", query="long")["meta"]
            assert meta["tokens_saved"] > 3_000 and meta["cost_avoided"] == round(meta["tokens_saved"] * 3e-6, 6)
            saved += meta["tokens_saved"]
    totals = json.loads((indexed.parent / "home/.codemap/_savings.json").read_text())
    assert totals["total_tokens_saved"] == saved and totals["queries"] == 2
