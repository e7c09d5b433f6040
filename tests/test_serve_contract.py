"""The CodeMap contract over a real connection: every tool, its parameters, defaults, caps, fields and errors."""

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

SAVE, PLACE, STORE = "M:shop.store.Store.save", "M:shop.orders.place_order", "T:shop.store.Store"
META = {
    "timing", "baseline_commit_sha", "limits_applied", "tokens_saved", "cost_avoided", "workspace_id",
    "overlay_revision", "semantic_level", "project_diagnostics", "served_from", "distance", "overlaid_files",
    "outdated_files", "below",
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(tmp_path_factory.mktemp("serve"))
    shop.index(made.parent / "cache", locate(made), shop.FACTS)
    return made


@pytest.fixture(scope="module", params=[serve.LEGACY, serve.MODERN])
def server(root: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    with serve.connected(root, mode=request.param) as connection:
        connection.run("list_tools")
        yield connection


def test_every_answer_has_the_envelope_and_its_meta(server: Any) -> None:
    body = server.ask("symbols_search", query="place order")
    assert set(body) == {"answer", "data", "evidence", "next_actions", "confidence", "meta"}
    assert set(body["meta"]) == META
    assert set(body["meta"]["timing"]) == {
        "total_ms", "db_query_ms", "cache_lookup_ms", "roslyn_compile_ms", "ranking_ms"
    }  # fmt: skip
    assert body["meta"]["timing"]["total_ms"] >= body["meta"]["timing"]["ranking_ms"] > 0
    assert body["meta"]["baseline_commit_sha"] == body["meta"]["served_from"] == locate(server.root).commit
    assert body["meta"]["semantic_level"] == "Full" and body["meta"]["workspace_id"] is None
    assert body["evidence"][0]["file_path"] == "shop/orders.py" and body["confidence"] == "High"
    assert body["next_actions"][0] == {
        "tool": "symbols_get_card",
        "rationale": body["next_actions"][0]["rationale"],
        "parameters": {"repo_path": str(server.root), "symbol_id": PLACE},
    }


def test_the_text_block_is_the_same_as_compact_json(server: Any) -> None:
    found = server.result("symbols_get_card", {"repo_path": str(server.root), "symbol_id": STORE})
    (block,) = found.content
    assert json.loads(block.text) == found.structured_content and ": " not in block.text.split('"documentation"')[0]


def test_repo_status(server: Any) -> None:
    where = locate(server.root)
    data = server.data("repo_status")
    assert data.pop("workspaces") == []
    assert data == {
        "repo_id": where.repo_id, "current_commit_sha": where.commit, "branch_name": where.branch, "is_clean": True,
        "baseline_index_exists": True,
    }  # fmt: skip


def test_search_takes_words_prefixes_alternatives_and_phrases(server: Any) -> None:
    def ids(query: str, **options: Any) -> list[str]:
        return [hit["symbol_id"] for hit in server.data("symbols_search", query=query, **options)["hits"]]

    assert ids("place_ord*")[0] == PLACE
    assert set(ids('"place order"')) >= {PLACE} and ids("place order")[0] == PLACE
    assert {PLACE, STORE} <= set(ids("place_order OR Store"))
    assert ids("Store", kinds=["Class"])[0] == STORE
    assert ids("cart", namespace="Shop.Web", kinds=["interface"]) == ["T:Shop.Web.ICart"]
    assert {hit[2:].split(".")[1] for hit in ids("o*", file_path="shop/o")} == {"orders"}


def test_a_hit_has_the_contracts_fields(server: Any) -> None:
    (hit,) = server.data("symbols_search", query="place_order", limit=1)["hits"]
    assert hit.pop("score") < 0
    assert hit == {
        "symbol_id": PLACE, "fully_qualified_name": "shop.orders.place_order", "kind": "Method",
        "native_kind": "function", "signature": "def place_order(lines, store: Store)",
        "documentation_snippet": "Place an order.", "file_path": "shop/orders.py", "line": 10,
    }  # fmt: skip


def test_kinds_alone_browse_and_nothing_at_all_is_refused_with_guidance(server: Any) -> None:
    found = server.data("symbols_search", query="*", kinds=["Interface"])
    assert {hit["symbol_id"] for hit in found["hits"]} == {"T:Shop.Web.ICart", "T:example.org/shop/pack.Packer"}
    assert {hit["kind"] for hit in found["hits"]} == {"Interface"} and not found["truncated"]
    error = server.refused("symbols_search")
    assert error["code"] == "INVALID_ARGUMENT" and "kinds" in error["message"] + error["hint"]
    assert "class" in server.refused("symbols_search", kinds=["Clas"])["hint"]


def test_a_search_that_finds_nothing_offers_near_names(server: Any) -> None:
    found = server.data("symbols_search", query="place_ordre")
    assert found["hits"] == [] and PLACE in found["near_names"]


def test_search_results_are_limited_to_20_and_at_most_100(server: Any) -> None:
    everything = ["Class", "Method", "Field", "Interface", "Property", "Constructor", "Struct"]
    body = server.ask("symbols_search", kinds=everything)
    assert len(body["data"]["hits"]) == 20 < body["data"]["total_count"] and body["data"]["truncated"]
    assert body["meta"]["limits_applied"] == {}
    body = server.ask("symbols_search", kinds=everything, limit=5_000)
    assert body["meta"]["limits_applied"] == {"max_results": {"requested": 5_000, "hard_cap": 100}}


def test_a_card_tells_what_a_symbol_is_calls_and_throws(server: Any) -> None:
    card = server.data("symbols_get_card", symbol_id=PLACE)
    assert (card["kind"], card["visibility"], card["namespace"]) == ("Method", "public", "shop.orders")
    assert (card["file_path"], card["span_start"], card["span_end"]) == ("shop/orders.py", 10, 18)
    calls = {call["to_symbol"]: call["line"] for call in card["calls_top"]}
    assert calls[SAVE] == 16 and calls["M:shop.orders.notify"] == 17
    assert card["facts"] == [{"kind": "Exception", "value": "ValueError|raise", "detail": None}]
    assert card["thrown_exceptions"] == ["ValueError"] and card["evidence"][0]["line_start"] == 10
    assert server.data("symbols_get_card", symbol_id=card["stable_id"])["symbol_id"] == PLACE


def test_a_card_names_the_type_around_attributes_and_side_effects(server: Any) -> None:
    card = server.data("symbols_get_card", symbol_id="P:shop.store.Store.size")
    assert card["containing_type"] == STORE and card["attributes"] == ["@property"] and card["kind"] == "Property"
    assert server.data("symbols_get_card", symbol_id="M:shop.store.AuditedStore.save")["side_effects"]


@pytest.mark.parametrize(
    ("tool", "parameter"),
    [
        ("symbols_get_card", "symbol_id"), ("symbols_get_definition_span", "symbol_id"), ("refs_find", "symbol_id"),
        ("graph_callers", "symbol_id"), ("graph_callees", "symbol_id"), ("types_hierarchy", "symbol_id"),
        ("graph_trace_feature", "entry_point"),
    ],
)  # fmt: skip
def test_an_unknown_symbol_is_not_found_and_near_ones_are_offered(server: Any, tool: str, parameter: str) -> None:
    error = server.refused(tool, **{parameter: "M:shop.orders.place_ordr"})
    assert error["code"] == "NOT_FOUND" and not error["retryable"] and PLACE in error["details"]["near"]
    assert error["details"]["symbol_id"] == "M:shop.orders.place_ordr"
    assert server.refused(tool)["message"] == f"missing required parameter '{parameter}'"


def test_a_span_is_numbered_and_bounded(server: Any) -> None:
    data = server.data("code_get_span", file_path="shop/orders.py", start_line=5, end_line=7, context_lines=1)
    assert (data["start_line"], data["end_line"], data["total_file_lines"], data["truncated"]) == (4, 8, 30, False)
    assert data["content"].splitlines()[1] == " 5 | class Order:"
    body = server.ask("code_get_span", file_path="shop/orders.py", max_lines=3)
    assert body["data"]["end_line"] == 3 and body["data"]["truncated"]
    assert body["next_actions"][0]["parameters"]["start_line"] == 4
    body = server.ask("code_get_span", file_path="shop/orders.py", max_lines=9_999, max_chars=9_999_999)
    assert body["meta"]["limits_applied"] == {
        "max_lines": {"requested": 9_999, "hard_cap": 400}, "max_chars": {"requested": 9_999_999, "hard_cap": 40_000}
    }  # fmt: skip
    cut = server.data("code_get_span", file_path="shop/orders.py", max_chars=60)
    assert cut["truncated"] and len(cut["content"]) <= 60 and cut["end_line"] == 1


def test_a_definitions_span_has_two_lines_around_it(server: Any) -> None:
    data = server.data("symbols_get_definition_span", symbol_id=PLACE)
    assert (data["start_line"], data["end_line"]) == (8, 20)
    bare = server.data("symbols_get_definition_span", symbol_id=PLACE, context_lines=0, max_lines=2)
    assert (bare["start_line"], bare["end_line"], bare["truncated"]) == (10, 11, True)
    (rest,) = server.ask("symbols_get_definition_span", symbol_id=PLACE, max_lines=4)["next_actions"]
    assert (rest["parameters"]["start_line"], rest["parameters"]["end_line"]) == (12, 18)
    read = server.data(rest["tool"], **rest["parameters"])
    assert (read["start_line"], read["end_line"], read["truncated"]) == (12, 18, False)


def test_references_are_classified_and_say_by_which_rule(server: Any) -> None:
    data = server.data("refs_find", symbol_id=SAVE)
    assert data["target_symbol"] == SAVE and data["total_count"] == len(data["references"])
    call = next(row for row in data["references"] if row["from_symbol"] == PLACE)
    assert call == {
        "kind": "Call", "from_symbol": PLACE, "file_path": "shop/orders.py", "line_start": 16, "line_end": 16,
        "excerpt": "store.save(order)", "resolution_state": "Resolved", "to_name": "save",
        "to_container_hint": "store", "rule": "declared", "confidence": "High",
    }  # fmt: skip
    assert {row["kind"] for row in server.data("refs_find", symbol_id=SAVE, kind="Override")["references"]} == {
        "Override"
    }


def test_unresolved_references_may_be_asked_for_alone_or_left_out(server: Any) -> None:
    mail = "M:shop.mail.Mailer.mail"
    (row,) = server.data("refs_find", symbol_id=mail)["references"]
    assert (row["resolution_state"], row["to_name"], row["to_container_hint"]) == (
        "Unresolved",
        "mail",
        "order.customer",
    )
    assert server.data("refs_find", symbol_id=mail, resolution_state="resolved")["references"] == []
    assert server.data("refs_find", symbol_id=mail, resolution_state="unresolved")["total_count"] == 1
    assert server.refused("refs_find", symbol_id=mail, resolution_state="maybe")["code"] == "INVALID_ARGUMENT"
    body = server.ask("refs_find", symbol_id=mail, limit=501)
    assert body["meta"]["limits_applied"] == {"max_references": {"requested": 501, "hard_cap": 500}}


def test_callers_go_up_level_by_level(server: Any) -> None:
    body = server.ask("graph_callers", symbol_id=SAVE)
    assert body["data"]["root"] == SAVE and {node["depth"] for node in body["data"]["nodes"]} == {1}
    body = server.ask("graph_callers", symbol_id=SAVE, depth=99, limit_per_level=9_999)
    assert body["meta"]["limits_applied"] == {
        "max_depth": {"requested": 99, "hard_cap": 6}, "max_references": {"requested": 9_999, "hard_cap": 500}
    }  # fmt: skip
    nodes = {node["symbol_id"]: node for node in body["data"]["nodes"]}
    assert nodes[PLACE]["edges_to"] == [SAVE] and nodes[PLACE]["reached_by"][0]["rule"] == "declared"
    assert nodes["M:shop.orders.checkout"]["depth"] == 2
    assert body["data"]["total_nodes_found"] == len(nodes) and not body["data"]["truncated"]


def test_callers_that_no_rule_can_tell_are_counted(server: Any) -> None:
    assert server.ask("graph_callers", symbol_id="M:shop.mail.Mailer.mail")["answer"] == (
        "0 callers of shop.mail.Mailer.mail; 1 unresolved calls share its name"
    )
    assert server.ask("graph_callers", symbol_id=PLACE)["answer"].endswith(f"callers of {PLACE[2:]}")


def test_callees_go_down_and_say_what_leads_outside(server: Any) -> None:
    data = server.data("graph_callees", symbol_id="M:shop.orders.checkout", depth=3)
    nodes = {node["symbol_id"]: node for node in data["nodes"]}
    assert nodes[PLACE]["depth"] == 1 and SAVE in nodes[PLACE]["edges_to"]
    assert nodes[SAVE]["reached_by"] == [{"symbol_id": PLACE, "rule": "declared", "line": 16}]
    unknown = next(node for node in data["nodes"] if node["display_name"] == "order.customer.mail")
    assert unknown["file_path"] is None and unknown["reached_by"][0]["rule"] == "unresolved"


def test_graphs_follow_interfaces_when_asked(server: Any) -> None:
    add = "M:Shop.Web.Cart.Add(string)"
    assert server.data("graph_callers", symbol_id=add)["nodes"] == []
    followed = server.data("graph_callers", symbol_id=add, follow_interface=True)["nodes"]
    assert [node["symbol_id"] for node in followed] == ["M:Shop.Web.Page.Show()"]


def test_a_hierarchy_has_base_interfaces_and_derived_types(server: Any) -> None:
    data = server.data("types_hierarchy", symbol_id="T:Shop.Web.Cart")
    assert {one["display_name"] for one in data["interfaces"]} == {"ICart", "System.IDisposable"}
    assert data["base_type"] is None
    assert [one["symbol_id"] for one in data["derived_types"]] == ["T:Shop.Web.BigCart"]
    assert server.data("types_hierarchy", symbol_id="T:Shop.Web.BigCart")["base_type"]["display_name"] == "Cart"
    assert server.refused("types_hierarchy", symbol_id=PLACE)["code"] == "INVALID_ARGUMENT"


def test_surfaces_list_endpoints_settings_and_tables(server: Any) -> None:
    data = server.data("surfaces_list_endpoints", path_filter="order", http_method="post")
    assert data == {
        "endpoints": [
            {"http_method": "POST", "route_path": "/orders", "handler_symbol": "M:shop.orders.checkout",
             "file_path": "shop/orders.py", "line": 29, "confidence": "High", "attributes": []}
        ],
        "total_count": 1, "truncated": False,
    }  # fmt: skip
    assert server.data("surfaces_list_endpoints", limit=1)["truncated"]
    (key,) = server.data("surfaces_list_config_keys", key_filter="sh")["keys"]
    assert (key["key"], key["used_by_symbol"], key["usage_pattern"]) == (
        "SHOP",
        "M:shop.store.Store.path",
        "os.environ",
    )
    (table,) = server.data("surfaces_list_db_tables", table_filter="ord")["tables"]
    assert table == {
        "table_name": "orders", "schema": "dbo", "entity_symbol": "T:shop.orders.Order",
        "referenced_by": ["M:shop.orders.notify"], "confidence": "High",
    }  # fmt: skip
    assert server.data("surfaces_list_db_tables", table_filter="nothing") == {
        "tables": [], "total_count": 0, "truncated": False
    }  # fmt: skip


def test_a_trace_is_a_tree_with_facts_at_its_nodes(server: Any) -> None:
    data = server.data("graph_trace_feature", entry_point="M:shop.orders.checkout")
    assert data["entry_point_route"] == "POST /orders" and data["depth"] == 3
    (entry,) = data["nodes"]
    assert entry["annotations"] == [{"kind": "Route", "value": "POST /orders", "confidence": "High"}]
    place = next(node for node in entry["children"] if node["symbol_id"] == PLACE)
    assert place["annotations"] == [{"kind": "Exception", "value": "ValueError", "confidence": "High"}]
    assert place["depth"] == 1 and place["stable_id"].startswith("sym_")
    cut = server.ask("graph_trace_feature", entry_point="M:shop.orders.checkout", depth=1, limit=2)
    assert cut["data"]["truncated"] and cut["data"]["total_nodes_traversed"] == 2


def test_sql_answers_a_select_and_describes_the_tables(server: Any) -> None:
    sql = "SELECT kind, count(*) AS n FROM symbols WHERE path = 'shop/mail.py' GROUP BY ALL ORDER BY ALL"
    data = server.data("query_sql", sql=sql)
    assert data["columns"] == ["kind", "n"] and data["rows"] == [["class", 1], ["method", 1], ["module", 1]]
    assert "symbol_id string" in server.data("query_sql")["tables"]
    cut = server.data("query_sql", sql="SELECT * FROM range(10)", limit=3)
    assert len(cut["rows"]) == 3 and cut["truncated"]


def test_the_summary_is_a_page_of_markdown(server: Any) -> None:
    text = server.data("codemap_summarize")["markdown"]
    assert text.startswith("# ") and "## Languages" in text and len(text) < 8_000


def test_another_commit_may_be_asked_about(server: Any) -> None:
    commit = locate(server.root).commit
    for revision in (commit, commit[:10], "HEAD"):
        assert server.ask("symbols_search", query="Store", as_of=revision)["meta"]["served_from"] == commit
    assert server.refused("symbols_search", query="Store", as_of="no-such-branch")["code"] == "NOT_FOUND"


def test_dots_and_underscores_name_the_same_tool(server: Any) -> None:
    assert server.data("symbols.get_card", symbol_id=STORE) == server.data("symbols_get_card", symbol_id=STORE)
