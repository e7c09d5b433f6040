"""Cards, surfaces and the summary."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from query.engine import cards, effects, surfaces, symbols
from query.engine.cards import Card
from query.engine.summary import summarize
from query.engine.view import View
from query.errors import InvalidArgument

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view


def card(view: View, symbol_id: str) -> Card:
    return cards.card(view, symbols.resolve(view, symbol_id))


def test_a_card_lists_calls_in_the_order_of_the_source_those_inside_first(view: View) -> None:
    found = card(view, "M:shop.orders.place_order")
    assert [(call.name, call.line, call.rule) for call in found.calls] == [
        ("shop.orders.Order", 15, "scope"), ("shop.store.Store.save", 16, "declared"),
        ("shop.orders.notify", 17, "scope"), ("shop.store.Store.size", 18, "declared"),
    ]  # fmt: skip
    assert (found.total_calls, found.container) == (4, None)
    assert found.thrown == ("ValueError",)


def test_a_member_names_its_type(view: View) -> None:
    assert card(view, "M:shop.store.Store.save").container == shop.STORE


@pytest.mark.parametrize(
    ("symbol_id", "expected"),
    [
        ("M:shop.store.Store.save", ("filesystem: open",)),
        ("M:shop.store.AuditedStore.save", ("process: subprocess.run",)),
        ("M:shop.store.Store.path", ("environment: SHOP", "environment: os.environ")),
        ("M:shop.orders.notify", ("database: dbo.orders",)),
        ("M:shop.orders.total", ()),
    ],
)
def test_side_effects_come_from_facts_and_known_libraries(
    view: View, symbol_id: str, expected: tuple[str, ...]
) -> None:
    assert card(view, symbol_id).side_effects == expected


def test_evidence_quotes_the_definition_and_what_backs_the_card(view: View) -> None:
    found = card(view, "M:shop.store.AuditedStore.save").evidence
    assert [(one.line_start, one.excerpt) for one in found] == [
        (26, "def save(self, order):"), (27, 'sp.run(["logger", str(order)])'),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name", "kind"),
    [
        ("python", "requests.get", "http"), ("python", "os.makedirs", "filesystem"), ("python", "reopen", None),
        ("go", "os/exec.Command", "process"), ("go", "os.Stat", None), ("csharp", "File.WriteAllText", "filesystem"),
        ("javascript", "fetch", "http"), ("javascript", "process.env", "environment"), ("klingon", "open", None),
    ],
)  # fmt: skip
def test_patterns_of_effects(language: str, name: str, kind: str | None) -> None:
    matched = [kind for kind, pattern in effects._patterns(language) if pattern.fullmatch(name)]
    assert matched == ([kind] if kind else [])


def test_endpoints_with_their_handlers(view: View) -> None:
    found = surfaces.endpoints(view)
    assert [(one.method, one.route, one.handler, one.line) for one in found.rows] == [
        ("ANY", "/health", None, 1), ("POST", "/orders", shop.CHECKOUT, 29),
    ]  # fmt: skip
    assert [one.route for one in surfaces.endpoints(view, path_filter="ORD").rows] == ["/orders"]
    assert [one.route for one in surfaces.endpoints(view, http_method="get").rows] == ["/health"]
    cut = surfaces.endpoints(view, limit=1)
    assert (len(cut.rows), cut.total, cut.truncated) == (1, 2, True)
    with pytest.raises(InvalidArgument, match="FETCH"):
        surfaces.endpoints(view, http_method="FETCH")


def test_config_keys_with_who_uses_them(view: View) -> None:
    (key,) = surfaces.config_keys(view, key_filter="shop").rows
    assert (key.key, key.used_by, key.pattern) == ("SHOP", "M:shop.store.Store.path", "os.environ")
    assert surfaces.config_keys(view, key_filter="other").total == 0


def test_a_table_is_listed_once_with_everybody_who_names_it(view: View) -> None:
    (table,) = surfaces.db_tables(view).rows
    assert (table.table, table.schema, table.entity) == ("orders", "dbo", "T:shop.orders.Order")
    assert (table.referenced_by, table.confidence) == (("M:shop.orders.notify",), "high")
    assert surfaces.db_tables(view, table_filter="cart").rows == ()


def test_the_summary_is_one_page_of_all_that_is_there(view: View) -> None:
    page = summarize(view)
    titles = [line for line in page.splitlines() if line.startswith("## ")]
    assert titles == ["## Languages", "## Packages", "## Surfaces", "## Hot spots", "## Tests"]
    for told in ("| python | 5 |", "`POST /orders` (shop/orders.py:29)", "`dbo.orders`", view.repo.commit[:12]):
        assert told in page
    assert len(page.splitlines()) < 80
