"""References, call graphs, hierarchies and traces."""

from __future__ import annotations

import importlib
import sys
from contextlib import closing
from pathlib import Path

import pytest

from query.engine import graph, hierarchy, refs, routes, symbols
from query.engine.graph import CallGraph
from query.engine.trace import TraceNode, trace
from query.engine.view import View
from query.errors import InvalidArgument, NotFound

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view

PLACE, SAVE = "M:shop.orders.place_order", "M:shop.store.Store.save"


def callers(view: View, symbol_id: str, **options: object) -> CallGraph:
    return graph.callers(view, symbols.resolve(view, symbol_id), **options)  # type: ignore[arg-type]


def callees(view: View, symbol_id: str, **options: object) -> CallGraph:
    return graph.callees(view, symbols.resolve(view, symbol_id), **options)  # type: ignore[arg-type]


def levels(found: CallGraph) -> dict[str, int]:
    return {node.key: node.depth for node in found.nodes}


def test_references_are_classified_and_quoted_with_tests_last(view: View) -> None:
    found = refs.find(view, symbols.resolve(view, PLACE))
    shown = [(row.kind, row.from_symbol, row.path, row.line_start, row.rule) for row in found.rows]
    assert shown == [
        ("call", "M:shop.orders.checkout", "shop/orders.py", 30, "scope"),
        ("import", "N:tests.test_orders", "tests/test_orders.py", 1, "import"),
        ("call", "M:tests.test_orders.test_place", "tests/test_orders.py", 6, "import"),
        ("call", "M:tests.test_orders.test_place", "tests/test_orders.py", 7, "import"),
    ]
    assert found.rows[0].excerpt == "return place_order(request.lines, AuditedStore())"
    assert (found.total, found.resolved, found.truncated) == (4, 4, False)


def test_references_of_a_kind_up_to_a_limit(view: View) -> None:
    found = refs.find(view, symbols.resolve(view, PLACE), kinds=["call"], limit=2)
    assert [row.kind for row in found.rows] == ["call", "call"]
    assert (found.total, found.truncated) == (3, True)


def test_rows_that_share_only_the_name_are_told_as_unresolved(view: View) -> None:
    mail = symbols.resolve(view, "M:shop.mail.Mailer.mail")
    (row,) = refs.find(view, mail).rows
    assert (row.state, row.to_name, row.to_container_hint) == ("unresolved", "mail", "order.customer")
    assert refs.find(view, mail, state="resolved").total == 0
    assert refs.find(view, mail, state="unresolved").total == 1


def test_a_name_in_another_language_is_no_reference(view: View) -> None:
    page = symbols.resolve(view, "M:Shop.Web.Cart.Add(string)")
    assert {row.path for row in refs.find(view, page, state="unresolved").rows} == set()


def test_references_to_a_partial_class_are_one_whatever_part_is_asked(view: View) -> None:
    first, second = (refs.find(view, symbols.resolve(view, f"T:Shop.Web.Cart{part}")) for part in ("", "~2"))
    assert first.rows == second.rows
    assert "M:Shop.Web.Page.Fresh()" in {row.from_symbol for row in first.rows}


def test_a_constructor_is_referred_to_where_objects_are_made(view: View) -> None:
    (row,) = refs.find(view, symbols.resolve(view, "M:shop.orders.Order.__init__")).rows
    assert (row.kind, row.to_name, row.path, row.line_start) == ("instantiate", "Order", "shop/orders.py", 15)


@pytest.mark.parametrize("options", [{"kinds": ["calls"]}, {"state": "open"}])
def test_unknown_filters_are_refused(view: View, options: dict[str, object]) -> None:
    with pytest.raises(InvalidArgument):
        refs.find(view, symbols.resolve(view, PLACE), **options)  # type: ignore[arg-type]


def test_callers_by_level_with_the_rule_of_each_edge(view: View) -> None:
    found = callers(view, "M:shop.orders.total", depth=3)
    assert levels(found) == {
        "M:shop.orders.Order.__init__": 1, "M:shop.orders.total": 1, PLACE: 2, "M:shop.orders.checkout": 3,
        "M:tests.test_orders.test_place": 3,
    }  # fmt: skip
    (edge,) = next(node for node in found.nodes if node.key == PLACE).edges
    assert (edge.target, edge.kind, edge.via) == ("M:shop.orders.Order.__init__", "instantiate", "T:shop.orders.Order")
    test = next(node for node in found.nodes if node.key == "M:tests.test_orders.test_place")
    assert [(edge.rule, edge.line, edge.count) for edge in test.edges] == [("import", 6, 2)]


def test_recursion_ends_and_is_told(view: View) -> None:
    found = callees(view, "M:shop.orders.total", depth=6)
    assert levels(found) == {"M:shop.orders.total": 1, "external:sum": 1}


def test_callees_tell_external_from_unresolved(view: View) -> None:
    states = {node.key: node.state for node in callees(view, "M:shop.orders.notify").nodes}
    assert states == {"unresolved:order.customer.mail": "unresolved"}
    nodes = callees(view, SAVE).nodes
    assert {node.key: node.state for node in nodes} == {
        "M:shop.store.Store.path": "resolved", "external:open": "external", "external:file.write": "external",
        "external:str": "external",
    }  # fmt: skip
    assert nodes[0].symbol is not None and nodes[1].symbol is None


def test_a_property_that_holds_code_is_called_by_reading_it(view: View) -> None:
    assert "P:shop.store.Store.size" in levels(callees(view, PLACE))
    assert levels(callers(view, "M:shop.store.Store.count", depth=2)) == {"P:shop.store.Store.size": 1, PLACE: 2}


def test_callers_follow_what_a_member_overrides(view: View) -> None:
    assert levels(callers(view, "M:shop.store.AuditedStore.save")) == {}
    found = callers(view, "M:shop.store.AuditedStore.save", follow_interface=True)
    edges = {node.key: node.edges[0].via for node in found.nodes}
    assert edges == {PLACE: SAVE, "M:shop.store.AuditedStore.save": SAVE}


def test_callees_follow_an_interface_to_what_implements_it(view: View) -> None:
    show = "M:Shop.Web.Page.Show()"
    assert levels(callees(view, show, depth=2)) == {"M:Shop.Web.ICart.Add(string)": 1}
    found = callees(view, show, depth=2, follow_interface=True)
    assert levels(found) == {
        "M:Shop.Web.ICart.Add(string)": 1, "M:Shop.Web.Cart.Add(string)": 1, "M:Shop.Web.Cart.Clear()": 2,
    }  # fmt: skip
    (edge,) = found.nodes[1].edges
    assert (edge.rule, edge.via) == ("overrides", "M:Shop.Web.ICart.Add(string)")


def test_making_an_object_runs_its_constructor(view: View) -> None:
    assert levels(callees(view, "M:Shop.Web.Page.Fresh()", depth=2)) == {
        "T:Shop.Web.Cart~2": 1, "M:Shop.Web.Cart.Clear()": 2,
    }  # fmt: skip
    assert levels(callers(view, "M:Shop.Web.Cart.Cart(int)")) == {"M:Shop.Web.Page.Fresh()": 1}


def test_one_constructor_of_several_is_told_as_possible(tmp_path: Path) -> None:
    source = "class Box { Box() { } Box(int size) { } }\nclass User { Box Make() { return new Box(3); } }\n"
    with closing(shop.opened(shop.make(tmp_path, {"Box.cs": source}), [])) as view:
        for constructor in ("M:Box.Box()", "M:Box.Box(int)"):
            found = refs.find(view, symbols.resolve(view, constructor))
            (row,) = found.rows
            assert (row.kind, row.state, row.rule, row.confidence) == ("instantiate", "unresolved", "candidates", "low")
            assert found.resolved == 0
            (edge,) = callers(view, constructor).edges
            assert (edge.source, edge.rule, edge.confidence) == ("M:User.Make()", "candidates", "low")


INHERITED = """\
import lib


class Base:
    def __init__(self):
        pass


class Child(Base):
    pass


class Grown(Base):
    def __init__(self):
        pass


class Strange(lib.Thing, Base):
    pass


def make():
    Child()


def others():
    Grown()
    Strange()
"""


def test_an_inherited_constructor_makes_objects_of_types_without_one(tmp_path: Path) -> None:
    with closing(shop.opened(shop.make(tmp_path, {"shop.py": INHERITED}), [])) as view:
        found = callers(view, "M:shop.Base.__init__")
        assert [(edge.source, edge.kind, edge.via) for edge in found.edges] == [("M:shop.make", "instantiate", None)]
        (row,) = refs.find(view, symbols.resolve(view, "M:shop.Base.__init__")).rows
        assert (row.kind, row.from_symbol, row.state) == ("instantiate", "M:shop.make", "resolved")


INHERITED_PHP = """<?php
class Base { function __construct() {} }
class Child extends Base {}
class Grown extends Base { function __construct() {} }
class Strange extends \\Lib\\Thing {}
function make() { new Child(); }
function others() { new Grown(); new Strange(); }
"""


def test_what_only_names_a_type_runs_the_constructor_that_it_inherits(tmp_path: Path) -> None:
    with closing(shop.opened(shop.make(tmp_path, {"shop.php": INHERITED_PHP}), [])) as view:
        found = callers(view, "M:Base::__construct")
        assert [(edge.source, edge.kind, edge.via) for edge in found.edges] == [("M:make", "instantiate", "T:Child")]


def test_a_level_is_cut_and_the_rest_is_counted(view: View) -> None:
    whole, cut = callees(view, SAVE), callees(view, SAVE, limit_per_level=1)
    assert (len(cut.nodes), cut.total, cut.truncated) == (1, whole.total, True)
    assert not whole.truncated
    assert callees(view, SAVE, depth=0).nodes == ()


def test_hierarchy_of_a_class_in_two_parts(view: View) -> None:
    found = hierarchy.of(view, symbols.resolve(view, "T:Shop.Web.Cart"))
    assert found.base is None
    assert {(one.symbol_id, one.name) for one in found.interfaces} == {
        ("T:Shop.Web.ICart", "ICart"), (None, "System.IDisposable"),
    }  # fmt: skip
    assert [one.symbol_id for one in found.derived] == ["T:Shop.Web.BigCart"]


def test_hierarchy_of_a_subclass(view: View) -> None:
    found = hierarchy.of(view, symbols.resolve(view, "T:shop.store.AuditedStore"))
    assert found.base is not None and found.base.symbol_id == shop.STORE
    assert (found.interfaces, found.derived) == ((), ())


def test_an_interface_knows_types_that_fulfil_it_without_naming_it(view: View) -> None:
    found = hierarchy.of(view, symbols.resolve(view, "T:example.org/shop/pack.Packer"))
    assert [one.symbol_id for one in found.derived] == ["T:example.org/shop/pack.Box"]
    box = hierarchy.of(view, symbols.resolve(view, "T:example.org/shop/pack.Box"))
    assert [one.symbol_id for one in box.interfaces] == ["T:example.org/shop/pack.Packer"] and box.base is None


def test_only_types_have_a_hierarchy(view: View) -> None:
    with pytest.raises(InvalidArgument, match="not a type") as caught:
        hierarchy.of(view, symbols.resolve(view, SAVE))
    assert shop.STORE in caught.value.hint


def outline(node: TraceNode) -> dict[str, object]:
    return {child.symbol.symbol_id: outline(child) for child in node.children}


def test_a_feature_is_traced_from_its_route(view: View) -> None:
    found = trace(view, symbols.resolve(view, shop.CHECKOUT), depth=2)
    assert (found.route, found.total, found.truncated) == ("POST /orders", 7, False)
    assert outline(found.root) == {
        PLACE: {"T:shop.orders.Order": {}, SAVE: {}, "M:shop.orders.notify": {}, "P:shop.store.Store.size": {}},
        "T:shop.store.AuditedStore": {},
    }  # fmt: skip
    (place, _) = found.root.children
    assert [fact.kind for fact in place.annotations] == ["exception"]
    assert (place.depth, place.rule) == (1, "scope")


@pytest.mark.parametrize("written", ["POST /orders", "post /orders/", "/orders"])
def test_a_route_leads_to_its_handler(view: View, written: str) -> None:
    route = routes.read(written)
    assert route and routes.handler(view, route).symbol_id == shop.CHECKOUT


@pytest.mark.parametrize("written", ["DELETE /orders", "POST /orders/{id}", "/order"])
def test_a_route_that_nobody_answers_is_not_guessed(view: View, written: str) -> None:
    route = routes.read(written)
    assert route
    with pytest.raises(NotFound, match="no route here is"):
        routes.handler(view, route)


@pytest.mark.parametrize("text", ["M:shop.orders.total", "orders", "POST orders", "FETCH /orders"])
def test_what_is_no_route_is_not_read_as_one(text: str) -> None:
    assert routes.read(text) is None


@pytest.mark.parametrize("path", ["/users/{id}", "/users/:id", "/users/<int:pk>", "/users/[id]", "/Users/{id:int}/"])
def test_parameters_of_a_path_are_alike_however_they_are_written(path: str) -> None:
    assert routes.bare(path) == "/users/{}"


def test_a_trace_passes_through_interfaces(view: View) -> None:
    found = trace(view, symbols.resolve(view, "M:Shop.Web.Page.Show()"))
    assert outline(found.root) == {
        "M:Shop.Web.ICart.Add(string)": {"M:Shop.Web.Cart.Add(string)": {"M:Shop.Web.Cart.Clear()": {}}}
    }


def test_a_trace_unfolds_a_symbol_once_and_stops_at_its_limit(view: View) -> None:
    (again,) = trace(view, symbols.resolve(view, "M:shop.orders.total")).root.children
    assert (again.symbol.name, again.repeated, again.children) == ("total", True, ())
    cut = trace(view, symbols.resolve(view, shop.CHECKOUT), limit=3)
    assert (cut.total, cut.truncated) == (3, True)
