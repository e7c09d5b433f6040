"""The CodeCompass contracts over a real connection: every tool, its parameters, defaults, fields and errors."""

from __future__ import annotations

import importlib
import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
compass = importlib.import_module("compass_client")
ask, refused = compass.ask, compass.refused

SAVE, PLACE, STORE = "M:shop.store.Store.save", "M:shop.orders.place_order", "T:shop.store.Store"
TRACE = 'Traceback (most recent call last):\n  File "/srv/shop/orders.py", line 16, in place_order\n    notify(order)\n'


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two commits, the first of them tagged; both are indexed."""
    made: Path = shop.make(tmp_path_factory.mktemp("compass"))
    shop.git(made, "tag", "v1")
    shop.index(made.parent / "cache", locate(made), [])
    (made / "shop/mail.py").write_text(
        "class Mailer:\n    def mail(self):\n        pass\n\n    def fax(self):\n        pass\n", encoding="utf-8"
    )
    shop.git(made, "commit", "-qam", "fax")
    shop.index(made.parent / "cache", locate(made), [])
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root) as connection:
        connection.run("list_tools")
        yield connection


def located(server: Any, name: str, **options: Any) -> list[str]:
    return [row["symbol_id"] for row in ask(server, "locate_symbol", name=name, **options)["results"]]


def test_a_located_symbol_has_the_contracts_fields(server: Any) -> None:
    body = ask(server, "locate_symbol", name="place_order")
    assert set(body) == {"results", "total_candidates", "metadata"} and body["total_candidates"] == 1
    (row,) = body["results"]
    assert 0.9 <= row.pop("score") <= 1 and re.fullmatch(r"sym_[0-9a-f]{16}", row.pop("symbol_stable_id"))
    assert row == {
        "symbol_id": PLACE, "path": "shop/orders.py", "line_start": 10, "line_end": 18, "kind": "fn",
        "name": "place_order", "qualified_name": "shop.orders.place_order", "language": "python",
        "signature": "def place_order(lines, store: Store)",
    }  # fmt: skip


def test_definitions_come_by_name_case_kind_and_language(server: Any) -> None:
    assert located(server, "Store")[0] == STORE and located(server, "store.save") == [SAVE]
    assert set(located(server, "save")) == {SAVE, "M:shop.store.AuditedStore.save"}
    assert located(server, "PLACE_ORDER") == [PLACE] and located(server, "place_o") == [PLACE]
    packs = {"M:example.org/shop/pack.Box.Pack", "M:example.org/shop/pack.Packer.Pack"}
    assert set(located(server, "Pack", kind="fn", language="go")) == packs
    assert located(server, "Cart", kind="class")[0].startswith("T:Shop.Web.Cart")
    assert located(server, "Cart", language="python") == []
    assert "class" in refused(server, "locate_symbol", name="Cart", kind="clas")["hint"]
    assert ask(server, "locate_symbol", name="place_ordre")["near_names"][0] == PLACE


def test_handles_lead_from_any_answer_to_any_tool(server: Any) -> None:
    (row,) = ask(server, "search_code", query="place_order", limit=1)["results"]
    for handle in (row["symbol_id"], row["symbol_stable_id"], row["result_id"]):
        assert located(server, handle) == [PLACE]
        assert [one["symbol_id"] for one in ask(server, "search_code", query=handle)["results"]] == [PLACE]
        assert [one["symbol_id"] for one in ask(server, "get_code_context", query=handle)["context_items"]] == [PLACE]
        assert ask(server, "get_symbol_hierarchy", symbol_name=handle)["hierarchy"][0]["symbol_id"] == PLACE
        assert ask(server, "find_related_symbols", symbol_name=handle)["anchor"]["symbol_id"] == PLACE
    assert ask(server, "search_code", query="sym_0123456789abcdef")["results"] == []
    (file,) = ask(server, "search_code", query="notes/crlf.txt", limit=1)["results"]
    assert file["result_type"] == "file" and file["symbol_id"] is None
    assert server.data("symbols_get_card", symbol_id=row["symbol_stable_id"])["symbol_id"] == PLACE


def test_limits_cut_and_say_so(server: Any) -> None:
    body = ask(server, "locate_symbol", name="save", limit=1)
    assert len(body["results"]) == 1 < body["total_candidates"]
    assert body["metadata"]["result_completeness"] == "truncated"
    assert refused(server, "search_code", query="order", limit=51)["code"] == "invalid_input"
    assert len(ask(server, "search_code", query="order", limit=2)["results"]) == 2


def test_compact_answers_leave_the_source_out(server: Any) -> None:
    assert "signature" not in ask(server, "locate_symbol", name="save", compact=True)["results"][0]
    row = ask(server, "search_code", query="place_order", compact=True)["results"][0]
    assert row.keys().isdisjoint({"snippet", "content", "context_before", "context_after"})


def test_a_ref_is_a_branch_a_tag_or_a_commit(server: Any, root: Path) -> None:
    head, branch = locate(root).commit, locate(root).branch
    first = locate(root, "v1").commit
    for ref in (None, "live", head, branch):
        assert located(server, "fax", **({"ref": ref} if ref else {})) == ["M:shop.mail.Mailer.fax"]
    for ref in ("v1", first, "HEAD~1"):
        body = ask(server, "locate_symbol", name="fax", ref=ref)
        assert body["results"] == [] and body["metadata"]["ref"] == ref
    assert ask(server, "index_status")["ref"] == branch and ask(server, "index_status", ref="v1")["ref"] == "v1"
    assert refused(server, "locate_symbol", name="fax", ref="nowhere")["code"] == "invalid_input"


def test_a_search_hit_has_the_fields_of_both_contracts(server: Any, root: Path) -> None:
    body = ask(server, "search_code", query="place_order", limit=1)
    assert set(body) == {
        "results", "query_intent", "total_candidates", "total_count", "latency_ms", "suggested_next_actions", "metadata"
    }  # fmt: skip
    (row,) = body["results"]
    assert body["query_intent"] == "symbol" and body["total_count"] == body["total_candidates"] >= 1
    assert UUID(row["chunk_id"]) and UUID(row["repository_id"]) and isinstance(body["latency_ms"], int)
    assert row["file_path"] == str(root / "shop/orders.py") and row["path"] == "shop/orders.py"
    assert (row["start_line"], row["end_line"]) == (row["line_start"], row["line_end"]) == (10, 18)
    assert row["content"].startswith("def place_order(") and row["content"].endswith("return store.size")
    assert row["context_before"].rstrip().endswith("self.lines = total(lines)")
    assert row["context_after"].lstrip().startswith("def total(lines):")
    assert 0 <= row["similarity_score"] <= 1 and row["similarity_score"] == row["score"]
    assert (row["kind"], row["language"], row["result_type"]) == ("fn", "python", "symbol") and row["snippet"]


@pytest.mark.parametrize(
    ("query", "intent", "path"),
    [
        ("AuditedStore", "symbol", "shop/store.py"),
        ("shop/orders.py", "path", "shop/orders.py"),
        (TRACE, "error", "shop/orders.py"),
        ("where are orders written to disk", "natural_language", "shop/store.py"),
    ],
)
def test_what_kind_of_question_it_is_decides_what_comes_first(server: Any, query: str, intent: str, path: str) -> None:
    body = ask(server, "search_code", query=query)
    assert body["query_intent"] == intent and body["results"][0]["path"] == path
    tools = {action["tool"]: action for action in body["suggested_next_actions"]}
    for name, action in tools.items():
        arguments = {key: value for key, value in action.items() if key != "tool"}
        ask(server, name, **arguments)
    assert tools and "debug" not in body


def test_searches_are_narrowed_by_language_type_folder_and_repository(server: Any) -> None:
    def paths(**options: Any) -> set[str]:
        return {
            row["path"] for row in ask(server, "search_code", query="cart order pack", limit=50, **options)["results"]
        }

    assert {path.rpartition(".")[2] for path in paths(language="csharp")} == {"cs"}
    assert {path.rpartition(".")[2] for path in paths(file_type="go")} == {"go"}
    assert {path.partition("/")[0] for path in paths(directory="web")} == {"web"}
    (own,) = {row["repository_id"] for row in ask(server, "search_code", query="order")["results"]}
    assert paths(repository_id=own) == paths()
    assert paths(repository_id="00000000-0000-4000-8000-000000000000") == set()
    for wrong in ({"repository_id": "mine"}, {"file_type": "*.py"}, {"query": ""}, {"directory": "d" * 501}):
        assert refused(server, "search_code", **({"query": "order"} | wrong))["code"] == "invalid_input"


def test_all_served_repositories_are_searched_unless_one_is_named(root: Path) -> None:
    (root.parent / "second").mkdir(exist_ok=True)
    second = shop.make(root.parent / "second", {"mail.py": "def place_order_by_mail():\n    pass\n"})
    shop.index(root.parent / "cache", locate(second), [])
    with serve.connected(root, "--path", str(root), "--path", str(second)) as server:
        rows = ask(server, "search_code", query="place order", limit=50)["results"]
        found = {row["repository_id"]: Path(row["file_path"]) for row in rows}
        assert len(found) == 2
        (other,) = (name for name, path in found.items() if path.is_relative_to(second))
        named = ask(server, "search_code", query="place order", repository_id=other)["results"]
        assert {row["path"] for row in named} == {"mail.py"}
        branch = locate(second).branch
        one = ask(server, "search_code", query="place order", ref=branch, repo_path=str(second))["results"]
        assert [row["chunk_id"] for row in one] == [row["chunk_id"] for row in named]
        assert ask(server, "index_status", repo_path=str(second))["repo_root"] == str(second)
        second.rename(second.with_name("gone"))
        left = ask(server, "search_code", query="place order")
        assert left["results"] and left["metadata"]["result_completeness"] == "partial"


def test_debug_is_told_in_debug_mode_alone(root: Path) -> None:
    with serve.connected(root, "--path", str(root), "--verbose") as server:
        debug = ask(server, "search_code", query="place an order")["debug"]
    assert debug["join_status"]["hits"] > 0 and set(debug["join_status"]) == {"hits", "misses"}
    assert "lexical" in debug["sources"] and debug["candidates"]["lexical"] > 0


def test_ancestors_lead_from_a_member_to_the_outermost(server: Any) -> None:
    body = ask(server, "get_symbol_hierarchy", symbol_name="Store.save", path="shop/store.py")
    assert body["direction"] == "ancestors" and body["chain_length"] == len(body["hierarchy"])
    assert [row["symbol_id"] for row in body["hierarchy"]][:2] == [SAVE, STORE]
    assert [row["depth"] for row in body["hierarchy"]] == list(range(body["chain_length"]))
    assert set(body["hierarchy"][0]) == {
        "symbol_id", "symbol_stable_id", "name", "kind", "qualified_name", "path", "line_start", "line_end",
        "signature", "depth",
    }  # fmt: skip


def test_descendants_are_a_tree(server: Any) -> None:
    body = ask(server, "get_symbol_hierarchy", symbol_name="Store", path="shop/store.py", direction="descendants")
    (root,) = body["hierarchy"]
    assert root["symbol_id"] == STORE and root["depth"] == 0
    assert [child["name"] for child in root["children"]] == ["save", "path", "size", "count"]
    assert body["chain_length"] == 5 and {child["depth"] for child in root["children"]} == {1}


def test_a_name_that_several_have_is_not_guessed(server: Any) -> None:
    error = refused(server, "get_symbol_hierarchy", symbol_name="Pack", path="nowhere.go")
    assert error["code"] == "symbol_not_found" and error["details"]["near"]
    for tool in ("get_symbol_hierarchy", "find_related_symbols"):
        assert refused(server, tool, symbol_name="nothing_like_it")["code"] == "symbol_not_found"
        error = refused(server, tool, symbol_name="Cart")
        assert error["code"] == "ambiguous_symbol" and "web/Cart.cs" in error["hint"]
    # What is spelled like that wins over what is merely spoken like that.
    assert (
        ask(server, "get_symbol_hierarchy", symbol_name="cart")["hierarchy"][0]["symbol_id"] == "F:Shop.Web.Page.cart"
    )
    both = ask(server, "get_symbol_hierarchy", symbol_name="save")
    assert both["other_matches"] == ["M:shop.store.AuditedStore.save"]
    error = refused(server, "get_symbol_hierarchy", symbol_name="save", direction="sideways")
    assert error["code"] == "invalid_input"


def test_related_symbols_by_file_module_and_package(server: Any) -> None:
    def relations(scope: str, **options: Any) -> dict[str, str]:
        body = ask(server, "find_related_symbols", symbol_name="place_order", scope=scope, **options)
        assert body["scope_used"] == scope and body["anchor"]["symbol_id"] == PLACE
        assert len(body["related"]) <= body["total_found"]
        return {row["qualified_name"]: row["relation"] for row in body["related"]}

    assert set(relations("file").values()) == {"same_file"} and "shop.orders.total" in relations("file")
    module = relations("module", limit=100)
    assert module["shop.mail.Mailer"] == "same_module" and module["shop.orders.notify"] == "same_file"
    assert module["tests.test_orders.test_place"] == "imported"
    package = relations("package", limit=100)
    assert {"same_file", "same_module", "imported"} <= set(package.values())
    few = ask(server, "find_related_symbols", symbol_name="place_order", scope="module", limit=3)
    assert {row["relation"] for row in few["related"]} == {"same_file", "same_module", "imported"}
    assert few["metadata"]["result_completeness"] == "truncated"
    assert refused(server, "find_related_symbols", symbol_name="total", scope="world")["code"] == "invalid_input"


def test_context_keeps_within_its_budget_and_counts_as_defined(server: Any) -> None:
    for strategy in ("breadth", "depth"):
        for budget in (1, 40, 120, 400, 4000):
            body = ask(server, "get_code_context", query="how is an order placed", max_tokens=budget, strategy=strategy)
            items, told = body["context_items"], body["metadata"]
            counted = [math.ceil(len(json.dumps(item, ensure_ascii=False).split()) * 1.3) for item in items]
            assert body["estimated_tokens"] == sum(counted) <= budget
            assert told["returned"] == len(items) and told["strategy"] == strategy
            assert body["truncated"] == ("suggestion" in told)
            if body["truncated"]:
                assert told["remaining_candidates"] == told["total_candidates"] - told["returned"]
                assert told["result_completeness"] == "partial"
            else:
                assert told["total_candidates"] == told["returned"]
            assert [item["score"] for item in items] == sorted((item["score"] for item in items), reverse=True)


def test_breadth_tells_signatures_and_depth_bodies(server: Any) -> None:
    broad = ask(server, "get_code_context", query="place an order")["context_items"]
    deep = ask(server, "get_code_context", query="place an order", strategy="depth")["context_items"]
    assert broad[0]["symbol_id"] == deep[0]["symbol_id"] == PLACE
    assert "body" not in broad[0] and deep[0]["body"].startswith("def place_order(")
    assert deep[0]["body"].endswith("return store.size") and len(deep) <= len(broad)
    languages = {
        item["language"] for item in ask(server, "get_code_context", query="cart", language="csharp")["context_items"]
    }
    assert languages == {"csharp"}


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("get_code_context", {"query": "order", "strategy": "width"}, "invalid_strategy"),
        ("get_code_context", {"query": "order", "max_tokens": 0}, "invalid_max_tokens"),
        ("get_code_context", {"query": ""}, "invalid_input"),
        ("locate_symbol", {}, "invalid_input"),
        ("search_code", {}, "invalid_input"),
        ("locate_symbol", {"name": "x", "path": "y"}, "invalid_input"),
        ("index_status", {"repo_path": "/"}, "project_not_found"),
    ],
)
def test_bad_calls_are_told_with_the_contracts_codes(
    server: Any, tool: str, arguments: dict[str, Any], code: str
) -> None:
    error = refused(server, tool, **arguments)
    assert error["code"] == code and error["hint"]
    assert ("metadata" in error["details"]) == (code != "project_not_found")


def test_failures_tell_how_the_index_stands(server: Any, root: Path) -> None:
    told = refused(server, "locate_symbol", name="", ref="v1")["details"]["metadata"]
    assert set(told) == compass.METADATA and told["ref"] == "v1" and told["result_completeness"] == "partial"
    told = refused(server, "get_symbol_hierarchy", symbol_name="nothing_like_it")["details"]["metadata"]
    assert (told["ref"], told["freshness_status"], told["schema_status"]) == (
        locate(root).branch,
        "fresh",
        "compatible",
    )
