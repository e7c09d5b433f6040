"""index.diff and index.blast_radius over a real connection: two commits, a fork, a workspace, and what is refused."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

TOTAL, PLACE, TEST = "M:app.cart.total", "M:app.cart.place", "M:tests.test_cart.test_place"
SOURCES = {
    "app/__init__.py": "",
    "app/cart.py": (
        "def total(lines, tax=0):\n    return sum(lines) + tax\n\n\ndef place(lines):\n    return total(lines)\n"
    ),
    "tests/test_cart.py": "from app.cart import place\n\n\ndef test_place():\n    assert place([1])\n",
}
BROKEN = SOURCES["app/cart.py"].replace("tax=0", "tax, fee").replace("total(lines)\n", "total(lines, 1, 2)\n")
ROUTE = {
    "kind": "route", "value": "GET /cart", "detail": None, "framework": "flask", "symbol_id": PLACE,
    "path": "app/cart.py", "line_start": 5, "line_end": 6, "confidence": "high",
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """main has one commit more than the branch that is checked out."""
    made: Path = shop.make(tmp_path_factory.mktemp("diff"), SOURCES)
    cache = made.parent / "cache"
    shop.git(made, "branch", "-m", "work")
    shop.index(cache, locate(made), [ROUTE])
    shop.git(made, "checkout", "-qb", "main")
    (made / "app/later.py").write_text("def later():\n    pass\n")
    commit(made, cache)
    shop.git(made, "checkout", "-q", "work")
    (made / "app/cart.py").write_text(BROKEN)
    commit(made, cache)
    return made


def commit(root: Path, cache: Path) -> None:
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "next")
    shop.index(cache, locate(root), [])


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root) as connection:
        yield connection


def test_two_commits_are_compared_and_what_breaks_comes_first(server: Any) -> None:
    body = server.ask("index_diff", base="HEAD~1")
    data = body["data"]
    assert data["base_commit_sha"] == locate(server.root, "HEAD~1").commit
    assert data["head_commit_sha"] == body["meta"]["baseline_commit_sha"] == locate(server.root).commit
    first = data["symbols"][0]
    assert first.pop("breaking") == "parameter tax is required now"
    assert first == {
        "symbol_id": TOTAL, "file_path": "app/cart.py", "line": 1, "changes": ["signature"], "kind": "Method",
        "old_symbol_id": None, "before": "def total(lines, tax=0)", "after": "def total(lines, tax, fee)",
    }  # fmt: skip
    assert [(fact["change"], fact["kind"], fact["before"]) for fact in data["facts"]] == [
        ("removed", "Route", "GET /cart")
    ]
    assert data["risks"][0]["symbol_id"] == TOTAL and data["risks"][0]["breaking"] and data["tests"] == [TEST]
    assert data["summary"]["breaking"] == 1 and not data["truncated"]
    assert body["evidence"][0]["symbol_id"] == TOTAL
    assert body["next_actions"][0]["parameters"]["symbol_ids"] == [TOTAL]


def test_three_dots_start_where_the_two_parted(server: Any) -> None:
    straight, parted = (server.data("index_diff", base=base) for base in ("main", "main..."))
    assert straight["summary"]["removed"] == 1 and parted["summary"]["removed"] == 0
    assert parted["base_commit_sha"] == locate(server.root, "HEAD~1").commit


def test_the_head_may_be_another_commit(server: Any) -> None:
    data = server.data("index_diff", base="HEAD", as_of="HEAD~1")
    assert [fact["change"] for fact in data["facts"]] == ["added"]
    assert data["head_commit_sha"] == locate(server.root, "HEAD~1").commit


def test_a_workspace_is_compared_with_what_it_was_made_from(server: Any) -> None:
    server.data("workspace_create", workspace_id="w", solution_path=".")
    (server.root / "app/cart.py").write_text(BROKEN + "\n\ndef fresh():\n    pass\n")
    try:
        server.data("index_refresh_overlay", workspace_id="w")
        body = server.ask("index_diff", base="HEAD", workspace_id="w")
        assert [(row["symbol_id"], row["changes"]) for row in body["data"]["symbols"]] == [
            ("M:app.cart.fresh", ["added"])
        ]
        assert body["meta"]["workspace_id"] == "w" and body["meta"]["overlaid_files"] == 1
    finally:
        (server.root / "app/cart.py").write_text(BROKEN)


def test_lists_are_cut_and_say_so(server: Any) -> None:
    data = server.data("index_diff", base="HEAD~1", limit=1)
    assert len(data["symbols"]) == 1 < data["summary"]["signature"] + data["summary"]["body"] and data["truncated"]
    capped = server.ask("index_diff", base="HEAD~1", limit=9_999)["meta"]["limits_applied"]
    assert capped == {"max_results": {"requested": 9_999, "hard_cap": 200}}


def test_the_radius_lists_the_nearest_first_and_tests_apart(server: Any) -> None:
    data = server.data("index_blast_radius", symbol_ids=[TOTAL])
    assert [(row["symbol_id"], row["steps"]) for row in data["dependents"]] == [(PLACE, 1)]
    assert [(row["symbol_id"], row["steps"]) for row in data["tests"]] == [(TEST, 2)]
    assert (data["affected"], data["total_tests"], data["untested"], data["truncated"]) == (2, 1, 0, False)
    assert data["risks"][0]["symbol_id"] == TOTAL and data["risks"][0]["direct"] == 1
    assert server.data("index_blast_radius", symbol_ids=[TOTAL], depth=1)["tests"] == []
    assert server.data("index_blast_radius", symbol_ids=[TEST])["affected"] == 0


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("index_diff", {"base": "nowhere"}, "NOT_FOUND"),
        ("index_diff", {"base": "--output=x"}, "NOT_FOUND"),
        ("index_diff", {}, "INVALID_ARGUMENT"),
        ("index_diff", {"base": "HEAD", "workspace_id": "none"}, "NOT_FOUND"),
        ("index_blast_radius", {"symbol_ids": ["M:app.cart.totl"]}, "NOT_FOUND"),
        ("index_blast_radius", {"symbol_ids": []}, "INVALID_ARGUMENT"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_a_hint(
    server: Any, tool: str, arguments: dict[str, Any], code: str
) -> None:
    error = server.refused(tool, **arguments)
    assert error["code"] == code and error["hint"]


def test_a_commit_that_is_too_far_from_an_index_is_not_compared(tmp_path: Path) -> None:
    root: Path = shop.make(tmp_path, SOURCES)
    shop.index(tmp_path / "cache", locate(root), [])
    for number in range(301):
        (root / f"app/m{number}.py").write_text(f"x = {number}\n")
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "many")
    with serve.connected(root) as connection:
        error = connection.refused("index_diff", base="HEAD~1")
        assert error["code"] == "INDEX_NOT_AVAILABLE" and "codemap index" in error["hint"]
