"""`solution_path`: a folder of a repository that is indexed, or asked about, without the rest; over stdio."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer import schema
from indexer.build import build
from indexer.layers.stack import Stack
from indexer.manifest import read_manifest
from indexer.retention import collect
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

ROUTE = "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.get('/{name}')\ndef {name}_page():\n    return 1\n"
SOURCES = {
    "company/__init__.py": "def everywhere():\n    pass\n",
    "company/billing/__init__.py": "",
    "company/billing/Billing.sln": "",
    "company/billing/pay.py": (
        "from company.billing.tax import added\nfrom company.shop.cart import total\n\n\n"
        "def charge():\n    return total() + added()\n"
    ),
    "company/billing/tax.py": "def added():\n    return 1\n",
    "company/billing/web.py": ROUTE.format(name="bills"),
    "company/shop/__init__.py": "",
    "company/shop/cart.py": "def total():\n    return 2\n",
    "company/shop/sell.py": "from company.billing.pay import charge\n\n\ndef sell():\n    charge()\n",
    "company/shop/web.py": ROUTE.format(name="goods"),
}
PART = "company/billing"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made: Path = shop.make(tmp_path, SOURCES)
    return made


@pytest.fixture
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root) as connection:
        yield connection


def methods(server: Any, **options: Any) -> set[str]:
    found = server.data("symbols_search", kinds=["Method"], **options)
    return {hit["symbol_id"] for hit in found["hits"]}


def nodes(server: Any, tool: str, symbol: str, **options: Any) -> set[str]:
    return {node["symbol_id"] for node in server.data(tool, symbol_id=symbol, **options)["nodes"]}


def routes(server: Any, **options: Any) -> set[str]:
    return {found["route_path"] for found in server.data("surfaces_list_endpoints", **options)["endpoints"]}


OWN = {"M:company.billing.pay.charge", "M:company.billing.tax.added", "M:company.billing.web.bills_page"}


@pytest.mark.parametrize("spelled", [PART, f"./{PART}/", f"{PART}/Billing.sln", f"{PART}/../billing"])
def test_what_lies_below_the_root_is_indexed_and_nothing_else(server: Any, spelled: str) -> None:
    built = server.ask("index_ensure_baseline", solution_path=spelled)
    assert not built["data"]["already_existed"] and built["data"]["stats"]["file_count"] == 5
    assert methods(server) == OWN  # named as in the whole: the package above them is known
    assert routes(server) == {"/bills"}
    assert nodes(server, "graph_callers", "M:company.billing.pay.charge") == set()
    references = server.data("refs_find", symbol_id="M:company.billing.tax.added", kind="Call")
    assert [found["from_symbol"] for found in references["references"]] == ["M:company.billing.pay.charge"]
    meta = server.ask("symbols_search", query="charge")["meta"]
    assert meta["below"] == PART and meta["served_from"] == locate(server.root).commit
    assert not (server.root.parent / "cache" / schema.LAYOUT).exists()  # a commit's own snapshot is all of it
    again = server.data("index_ensure_baseline", solution_path=spelled)
    assert again["already_existed"] and again["stats"] is None


def test_status_tells_which_part_is_indexed(server: Any) -> None:
    assert server.data("repo_status")["baseline_index_exists"] is False
    server.data("index_ensure_baseline", solution_path=PART)
    told = server.ask("repo_status")
    assert told["data"]["baseline_index_exists"] is True and told["answer"].endswith(f"indexed below {PART}")
    assert server.refused("symbols_get_card", symbol_id="M:company.shop.cart.total")["code"] == "NOT_FOUND"
    assert "return 2" in server.data("code_get_span", file_path="company/shop/cart.py")["content"]


def test_the_whole_commit_answers_once_it_is_indexed(server: Any) -> None:
    server.data("index_ensure_baseline", solution_path=PART)
    whole = server.data("index_ensure_baseline")
    assert not whole["already_existed"] and whole["stats"]["file_count"] == len(SOURCES)
    assert "M:company.shop.sell.sell" in nodes(server, "graph_callers", "M:company.billing.pay.charge")
    assert server.ask("symbols_search", query="charge")["meta"]["below"] is None
    # What is there as a part of the whole is not built a second time.
    assert server.data("index_ensure_baseline", solution_path="company/shop")["already_existed"]
    assert server.ask("symbols_search", query="charge")["meta"]["below"] is None


@pytest.mark.parametrize("whole", [True, False])
def test_a_workspace_answers_about_its_root_alone(server: Any, whole: bool) -> None:
    server.data("index_ensure_baseline", **({} if whole else {"solution_path": PART}))
    server.data("workspace_create", workspace_id="w", solution_path=f"{PART}/Billing.sln")
    assert methods(server, workspace_id="w") == OWN
    assert routes(server, workspace_id="w") == {"/bills"}
    assert nodes(server, "graph_callers", "M:company.billing.pay.charge", workspace_id="w") == set()
    assert "M:company.billing.tax.added" in nodes(
        server, "graph_callees", "M:company.billing.pay.charge", workspace_id="w"
    )
    (server.root / PART / "tax.py").write_text("def added():\n    return more()\n\n\ndef more():\n    return 3\n")
    (server.root / "company/shop/new.py").write_text("def elsewhere():\n    pass\n")
    assert server.data("index_refresh_overlay", workspace_id="w")["files_reindexed"] == 1
    assert methods(server, workspace_id="w") == OWN | {"M:company.billing.tax.more"}
    assert nodes(server, "graph_callees", "M:company.billing.tax.added", workspace_id="w") == {
        "M:company.billing.tax.more"
    }
    assert server.ask("symbols_search", query="more", workspace_id="w")["meta"]["below"] == PART
    (listed,) = server.data("workspace_list")["workspaces"]
    assert listed["semantic_level"] == "Full" and listed["modified_file_count"] == 1
    elsewhere = server.refused("index_refresh_overlay", workspace_id="w", file_paths=["company/shop/new.py"])
    assert elsewhere["code"] == "INVALID_ARGUMENT" and PART in elsewhere["message"]


def test_a_part_of_a_part_needs_no_build_and_a_sibling_does(server: Any) -> None:
    server.data("index_ensure_baseline", solution_path="company")
    server.data("workspace_create", workspace_id="w", solution_path=PART)
    assert methods(server, workspace_id="w") == OWN
    assert "M:company.shop.sell.sell" in methods(server)
    with serve.connected(server.root) as later:  # which part was asked for outlives the server
        assert "M:company.everywhere" in methods(later)


def test_a_root_that_nothing_is_indexed_of_is_told_with_what_to_call(server: Any) -> None:
    server.data("index_ensure_baseline", solution_path=PART)
    refused = server.refused("workspace_create", workspace_id="w", solution_path="company/shop")
    assert refused["code"] == "INDEX_NOT_AVAILABLE" and refused["retryable"]
    assert "company/shop" in refused["message"] and "ensure_baseline" in refused["hint"]


@pytest.mark.parametrize("spelled", ["../repo", "company/../..", "{outside}", "company\0", "nowhere", "fresh", ".git"])
def test_what_is_no_folder_of_the_commit_is_refused(server: Any, spelled: str) -> None:
    (server.root / "fresh").mkdir()
    (server.root / "fresh/one.py").write_text("def one():\n    pass\n")
    given = spelled.format(outside=server.root.parent)
    assert server.refused("index_ensure_baseline", solution_path=given)["code"] == "INVALID_ARGUMENT"
    assert server.refused("workspace_create", workspace_id="w", solution_path=given)["code"] == "INVALID_ARGUMENT"


def test_the_next_commit_is_answered_from_the_part_of_its_parent(server: Any) -> None:
    server.data("index_ensure_baseline", solution_path=PART)
    commit(server.root, {f"{PART}/tax.py": "def levied():\n    return 1\n", "company/shop/cart.py": "x = 1\n"})
    body = server.ask("symbols_search", query="levied")
    assert [hit["symbol_id"] for hit in body["data"]["hits"]] == ["M:company.billing.tax.levied"]
    assert (body["meta"]["distance"], body["meta"]["overlaid_files"], body["meta"]["below"]) == (1, 1, PART)
    assert server.data("index_ensure_baseline", solution_path=PART)["stats"]["file_count"] == 5
    assert server.ask("symbols_search", query="levied")["meta"]["distance"] == 0


def commit(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    subprocess.run(["git", "-C", str(root), "add", "-A"], check=True)
    author = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run(["git", "-C", str(root), *author, "commit", "-q", "-m", "next"], check=True)


def rows(cache: Path, root: Path, folder: str) -> dict[str, list[dict[str, Any]]]:
    where = locate(root)
    part = schema.part_cache(cache, folder)
    stack = Stack(part, read_manifest(schema.snapshot_dir(part, where.repo_id, where.commit)))
    return {name: sorted(stack.read(name).to_pylist(), key=str) for name in schema.TABLES}


@pytest.mark.parametrize(
    "change",
    [
        {f"{PART}/tax.py": "def added():\n    return 5\n"},
        {f"{PART}/tax.py": "def other():\n    return 5\n", f"{PART}/more/__init__.py": "from ..pay import charge\n"},
        {"company/shop/cart.py": "def total():\n    return 5\n"},
        {"__init__.py": "", "pyproject.toml": "[project]\nname = 'company'\n"},
    ],
)
def test_the_next_part_equals_one_that_is_built_whole(root: Path, tmp_path: Path, change: dict[str, str]) -> None:
    cache, fresh = tmp_path / "cache", tmp_path / "fresh"
    build(root, None, None, cache, jobs=1, below=PART)
    commit(root, change)
    build(root, None, None, cache, jobs=1, below=PART)
    build(root, None, None, fresh, jobs=1, below=PART)
    assert rows(cache, root, PART) == rows(fresh, root, PART)


def test_what_is_below_has_the_same_ids_alone_and_in_the_whole(root: Path, tmp_path: Path) -> None:
    for folder in ("", PART):
        build(root, None, None, tmp_path / "cache", jobs=1, below=folder)
    whole, part = (rows(tmp_path / "cache", root, folder)["symbols"] for folder in ("", PART))
    assert part == [row for row in whole if row["path"].startswith(f"{PART}/")] and part


def test_old_snapshots_of_parts_are_collected_as_well(root: Path, tmp_path: Path) -> None:
    build(root, None, None, tmp_path / "cache", jobs=1, below=PART)
    planned = collect(tmp_path / "cache", keep=0, days=0, dry_run=True)
    assert [snapshot.commit for snapshot in planned.snapshots] == [locate(root).commit] and planned.bytes_freed
    collect(tmp_path / "cache", keep=0, days=0)
    assert not list((tmp_path / "cache").rglob(schema.MANIFEST))
