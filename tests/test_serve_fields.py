"""The records of the CodeMap contract field for field, and every budget with its default and its cap, over stdio."""

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

STORE = "T:shop.store.Store"
SAVE, PLACE, CHECKOUT = "M:shop.store.Store.save", "M:shop.orders.place_order", "M:shop.orders.checkout"
WIDE = 60  # functions that call one and the same: more than any default shows
HUB = "def hub():\n    global full\n    full = True\n\n\nfull = False\n" + "".join(
    f"\n\ndef caller_{number}():\n    hub()\n" for number in range(WIDE)
)


KINDS_OF = "class Base:\n    pass\n" + "".join(
    f"\n\nclass OneOfManySubclassesWithALongName{number}(Base):\n    pass\n" for number in range(400)
)
ROUTES = [
    shop.FACTS[0] | {"value": f"GET /{'long/' * 20}{number}", "symbol_id": "M:wide.hub.hub"} for number in range(400)
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = shop.make(
        tmp_path_factory.mktemp("fields"), shop.SOURCES | {"wide/hub.py": HUB, "wide/kinds.py": KINDS_OF}
    )
    shop.index(made.parent / "cache", locate(made), [*shop.FACTS, *ROUTES])
    return made


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Any]:
    with serve.connected(root) as connection:
        connection.data("workspace_create", workspace_id="w", solution_path=".")
        yield connection


# Tool, arguments, the way to a record in its data, the fields that the contract gives the record.
RECORDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("repo_status", {}, "", "repo_id current_commit_sha branch_name is_clean baseline_index_exists workspaces"),
    ("repo_status", {}, "workspaces", "workspace_id repo_id baseline_commit_sha changed_file_count "
     "overlay_symbol_count created_at last_accessed_at"),
    ("index_ensure_baseline", {}, "", "commit_sha already_existed stats from_cache"),
    ("symbols_search", {"query": "save"}, "", "hits total_count truncated"),
    ("symbols_search", {"query": "save"}, "hits",
     "symbol_id fully_qualified_name kind signature documentation_snippet file_path line score"),
    ("symbols_get_card", {"symbol_id": PLACE}, "", "symbol_id fully_qualified_name kind signature documentation "
     "namespace containing_type file_path span_start span_end visibility calls_top facts side_effects "
     "thrown_exceptions evidence confidence stable_id"),
    ("symbols_get_card", {"symbol_id": PLACE}, "calls_top", "to_symbol fully_qualified_name kind file_path line"),
    ("symbols_get_card", {"symbol_id": PLACE}, "facts", "kind value detail"),
    ("symbols_get_card", {"symbol_id": PLACE}, "evidence",
     "repo_id file_path line_start line_end symbol_id excerpt"),
    ("code_get_span", {"file_path": "shop/store.py"}, "",
     "file_path start_line end_line total_file_lines content truncated"),
    ("symbols_get_definition_span", {"symbol_id": SAVE}, "",
     "file_path start_line end_line total_file_lines content truncated"),
    ("refs_find", {"symbol_id": SAVE}, "", "target_symbol references total_count truncated"),
    ("refs_find", {"symbol_id": SAVE}, "references", "kind from_symbol file_path line_start line_end excerpt "
     "resolution_state to_name to_container_hint"),
    ("graph_callers", {"symbol_id": SAVE}, "", "root nodes total_nodes_found truncated"),
    ("graph_callers", {"symbol_id": SAVE}, "nodes", "symbol_id display_name kind depth file_path line edges_to"),
    ("graph_callees", {"symbol_id": PLACE}, "nodes", "symbol_id display_name kind depth file_path line edges_to"),
    ("types_hierarchy", {"symbol_id": "T:Shop.Web.Cart"}, "", "target_type base_type interfaces derived_types"),
    ("types_hierarchy", {"symbol_id": "T:Shop.Web.Cart"}, "interfaces", "symbol_id display_name"),
    ("types_hierarchy", {"symbol_id": "T:Shop.Web.BigCart"}, "base_type", "symbol_id display_name"),
    ("workspace_create", {"workspace_id": "w", "solution_path": "."}, "",
     "workspace_id baseline_commit_sha current_revision"),
    ("index_refresh_overlay", {"workspace_id": "w"}, "", "files_reindexed symbols_updated new_overlay_revision"),
    ("surfaces_list_endpoints", {}, "", "endpoints total_count truncated"),
    ("surfaces_list_endpoints", {}, "endpoints",
     "http_method route_path handler_symbol file_path line confidence attributes"),
    ("surfaces_list_config_keys", {}, "keys", "key used_by_symbol file_path line usage_pattern confidence"),
    ("surfaces_list_db_tables", {}, "tables", "table_name schema entity_symbol referenced_by confidence"),
    ("workspace_list", {}, "", "workspaces current_commit_sha"),
    ("workspace_list", {}, "workspaces", "workspace_id base_commit_sha overlay_revision modified_file_count is_stale "
     "semantic_level fact_count created_at"),
    ("workspace_reset", {"workspace_id": "w"}, "", "workspace_id previous_revision new_revision"),
    ("graph_trace_feature", {"entry_point": CHECKOUT}, "", "entry_point entry_point_name entry_point_route nodes "
     "total_nodes_traversed depth truncated"),
    ("graph_trace_feature", {"entry_point": CHECKOUT}, "nodes",
     "symbol_id stable_id display_name depth annotations children"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "given", "way", "fields"), RECORDS)
def test_a_record_has_every_field_of_the_contract(
    server: Any, tool: str, given: dict[str, Any], way: str, fields: str
) -> None:
    found = server.data(tool, **given)
    record = found[way] if way else found
    assert set(fields.split()) <= set(record[0] if isinstance(record, list) else record)


# Tool, arguments, the parameter, its default as the contract has it, the budget's name and its cap.
BUDGETS: list[tuple[str, dict[str, Any], str, int, str, int]] = [
    ("symbols_search", {"query": "a*"}, "limit", 20, "max_results", 100),
    ("refs_find", {"symbol_id": SAVE}, "limit", 50, "max_references", 500),
    ("graph_callers", {"symbol_id": SAVE}, "depth", 1, "max_depth", 6),
    ("graph_callers", {"symbol_id": SAVE}, "limit_per_level", 20, "max_references", 500),
    ("graph_callees", {"symbol_id": PLACE}, "depth", 1, "max_depth", 6),
    ("graph_callees", {"symbol_id": PLACE}, "limit_per_level", 20, "max_references", 500),
    ("graph_trace_feature", {"entry_point": CHECKOUT}, "depth", 3, "max_depth", 6),
    ("graph_trace_feature", {"entry_point": CHECKOUT}, "limit", 100, "max_references", 500),
    ("surfaces_list_endpoints", {}, "limit", 20, "max_results", 100),
    ("surfaces_list_config_keys", {}, "limit", 20, "max_results", 100),
    ("surfaces_list_db_tables", {}, "limit", 20, "max_results", 100),
    ("code_get_span", {"file_path": "shop/store.py"}, "max_lines", 120, "max_lines", 400),
    ("code_get_span", {"file_path": "shop/store.py"}, "max_chars", 12_000, "max_chars", 40_000),
    ("symbols_get_definition_span", {"symbol_id": SAVE}, "max_lines", 120, "max_lines", 400),
    ("symbols_get_definition_span", {"symbol_id": SAVE}, "max_chars", 12_000, "max_chars", 40_000),
]


@pytest.mark.parametrize(("tool", "given", "parameter", "default", "budget", "cap"), BUDGETS)
def test_a_budget_has_its_default_and_is_clamped_to_its_cap(
    server: Any, tool: str, given: dict[str, Any], parameter: str, default: int, budget: str, cap: int
) -> None:
    (listed,) = (one for one in server.run("list_tools").tools if one.name == tool)
    assert listed.input_schema["properties"][parameter]["default"] == default
    assert server.ask(tool, **given)["meta"]["limits_applied"] == {}
    assert server.ask(tool, **given, **{parameter: cap})["meta"]["limits_applied"] == {}
    asked = server.ask(tool, **given, **{parameter: cap + 1})
    assert asked["meta"]["limits_applied"] == {budget: {"requested": cap + 1, "hard_cap": cap}}


def test_defaults_cut_what_is_told_and_say_so(server: Any) -> None:
    hub = "M:wide.hub.hub"
    refs = server.data("refs_find", symbol_id=hub)
    assert (len(refs["references"]), refs["total_count"], refs["truncated"]) == (50, WIDE, True)
    callers = server.data("graph_callers", symbol_id=hub)
    assert (len(callers["nodes"]), callers["total_nodes_found"], callers["truncated"]) == (20, WIDE, True)
    span = server.data("code_get_span", file_path="wide/hub.py")
    assert (span["start_line"], span["end_line"], span["truncated"]) == (1, 120, True)


@pytest.mark.parametrize(
    ("tool", "symbol", "field"),
    [("types_hierarchy", "T:wide.kinds.Base", "derived_types"), ("symbols_get_card", "M:wide.hub.hub", "facts")],
)
def test_what_has_no_limit_of_its_own_ends_with_the_characters_of_an_answer(
    server: Any, tool: str, symbol: str, field: str
) -> None:
    body = server.ask(tool, symbol_id=symbol)
    assert 50 < len(body["data"][field]) < 400 and body["data"]["truncated"]
    assert len(json.dumps(body["data"], separators=(",", ":"))) <= 40_000
    assert body["meta"]["limits_applied"]["max_chars"]["hard_cap"] == 40_000
    assert not server.data(tool, symbol_id=STORE)["truncated"]


KINDS = {
    "Call": SAVE, "Read": "P:shop.store.Store.size", "Write": "F:wide.hub.full", "Instantiate": "T:shop.orders.Order",
    "Override": SAVE, "Implementation": "M:Shop.Web.ICart.Add(string)",
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_references_are_filtered_by_each_kind_of_the_contract(server: Any, kind: str) -> None:
    assert {row["kind"] for row in server.data("refs_find", symbol_id=KINDS[kind], kind=kind)["references"]} == {kind}
    for symbol in KINDS.values():
        assert {row["kind"] for row in server.data("refs_find", symbol_id=symbol, kind=kind)["references"]} <= {kind}


def test_what_was_not_found_is_named_in_the_details(server: Any) -> None:
    error = server.refused("code_get_span", file_path="shop/nothing.py")
    assert (error["code"], error["details"]["file_path"]) == ("NOT_FOUND", "shop/nothing.py")
    error = server.refused("symbols_search", query="a", workspace_id="nobody")
    assert (error["code"], error["details"]["workspace_id"]) == ("NOT_FOUND", "nobody")
    error = server.refused("types_hierarchy", symbol_id="T:Nothing")
    assert (error["code"], error["details"]["symbol_id"]) == ("NOT_FOUND", "T:Nothing")
