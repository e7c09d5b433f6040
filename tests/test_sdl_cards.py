"""What SDL cards are made of: metrics against a recount by SQL, clusters, processes, invariants, summaries, tags."""

from __future__ import annotations

import importlib
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from query.engine import clusters, invariants, natural, processes, signatures, symbols
from query.engine import view as engine_view
from query.engine.metrics import USES, metrics
from query.engine.view import View
from query.errors import Ambiguous, NotFound
from query.hub import Hub
from query.hub.builds import Builds
from query.repo import locate
from query.state import State
from query.tools import families
from query.tools.call import Call, Services
from query.tools.savings import Savings
from query.tools.sdl.cards import _symbol
from query.tools.sdl.models import Card
from query.tools.sdl.routing import Asked
from query.tools.sdl.shaping.cards import Wanted, _kept, cards
from query.tools.sdl.symbols import PREFETCHED
from query.tools.selection import Selection

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view

RECOUNT = """
WITH one AS (
    SELECT container_id AS made, any_value(symbol_id) AS maker FROM symbols
    WHERE kind = 'constructor' AND container_id IS NOT NULL GROUP BY container_id HAVING count(*) = 1
), uses AS (
    SELECT from_symbol, path, to_symbol AS used FROM refs
    WHERE to_symbol IS NOT NULL AND from_symbol IS DISTINCT FROM to_symbol AND list_contains($uses, kind)
    UNION ALL
    SELECT from_symbol, path, maker FROM refs JOIN one ON to_symbol = made
    WHERE from_symbol IS DISTINCT FROM to_symbol AND kind IN ('call', 'instantiate')
)
SELECT s.symbol_id,
    (SELECT count(DISTINCT coalesce(from_symbol, path)) FROM uses WHERE used = s.symbol_id),
    (SELECT count(DISTINCT used) FROM uses WHERE from_symbol = s.symbol_id),
    (SELECT count(*) FROM uses JOIN files USING (path) LEFT JOIN symbols AS f ON f.symbol_id = from_symbol
     WHERE used = s.symbol_id AND (files.is_test OR coalesce(f.is_test, false))),
    (SELECT churn_30d FROM files WHERE files.path = s.path)
FROM symbols AS s
"""
TYPED = {
    "app/__init__.py": "",
    "app/ledger.py": '''import functools
from dataclasses import dataclass
from typing import final, overload


@dataclass(frozen=True)
class Entry:
    amount: int


@final
class Ledger:
    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries

    @overload
    def total(self, since: int) -> int: ...
    @overload
    def total(self, since: str) -> int: ...
    def total(self, since):
        assert self.entries, "nothing to add up"
        if since is None:
            raise ValueError("since")
        return add(*self.entries)


def add(*entries: Entry) -> int:
    return sum(entry.amount for entry in entries)


def pick[T](items: list[T], place: int = 0) -> T:
    if not items: return None
    raise LookupError(place)


class Audit:
    def __init__(self):
        add()
''',
    "app/settings.py": "from app.ledger import Audit\n\nAUDIT = Audit()\n",
    "app/main.py": (
        "from app.ledger import Entry, Ledger\n\n\ndef main():\n    print(Ledger([Entry(1)]).total(1))\n"
    ),
    "tests/test_ledger.py": (
        "from app.ledger import Ledger, add, pick\n\n\ndef test_other():\n    add()\n    add()\n\n\n"
        "def picked():\n    return pick([1])\n\n\ndef test_of_picking():\n    picked()\n\n\n"
        "def test_add_nothing():\n    add()\n\n\ndef test_total():\n    Ledger([]).total(1)\n"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    exceptions = [
        {"kind": "exception", "value": value, "detail": None, "framework": None, "symbol_id": symbol,
         "path": "app/ledger.py", "line_start": line, "line_end": line, "confidence": "high"}
        for value, symbol, line in (
            ("ValueError", "M:app.ledger.Ledger.total~3", 23), ("LookupError", "M:app.ledger.pick", 33),
        )
    ]  # fmt: skip
    tried = exceptions[0] | {
        "kind": "route", "value": "GET /tried", "symbol_id": "M:app.ledger.Audit.__init__",
        "path": "tests/test_ledger.py",
    }  # fmt: skip
    shown = shop.opened(shop.make(tmp_path_factory.mktemp("typed"), TYPED), [*exceptions, tried])
    yield shown
    shown.close()


def card(view: View, symbol_id: str, **wanted: Any) -> Card:
    (made,) = cards(Asked("shop", view, "c0"), [symbols.resolve(view, symbol_id)], Wanted(**wanted))
    return made


@pytest.mark.parametrize("name", ["view", "typed"])
def test_metrics_equal_a_recount_by_sql(name: str, request: pytest.FixtureRequest) -> None:
    view: View = request.getfixturevalue(name)
    rows = view.mounted.cursor().execute(RECOUNT, {"uses": list(USES)}).fetchall()
    assert len(rows) > 10 and any(row[3] for row in rows)
    for symbol_id, *counted in rows:
        found = metrics(view, symbols.resolve(view, symbol_id))
        assert [found.fan_in, found.fan_out, found.test_refs, found.churn_30d] == counted, symbol_id


def test_the_canonical_test_is_named_after_the_symbol_or_the_nearest(typed: View) -> None:
    def canonical(symbol_id: str) -> tuple[str, int] | None:
        found = metrics(typed, symbols.resolve(typed, symbol_id)).canonical_test
        return found and (found.symbol.name, found.distance)

    assert canonical("M:app.ledger.add") == ("test_add_nothing", 1)
    assert canonical("M:app.ledger.Ledger.__init__") == ("test_total", 1)
    assert canonical("M:app.ledger.pick") == ("test_of_picking", 2), "what a test calls is no test"
    assert canonical("M:app.main.main") is None and canonical("M:tests.test_ledger.test_total") is None


def test_clusters_hold_every_symbol_and_are_the_same_each_time(view: View) -> None:
    every = [view.loaded.symbols[number] for number in range(len(view.loaded.symbols))]
    found = [clusters.cluster(view, symbol) for symbol in every]
    again = View(view.mounted, view.repo)
    assert [clusters.cluster(again, symbol) for symbol in every] == found
    assert sum(one.members for one in set(found)) == len(every)
    by_id = {symbol.symbol_id: one for symbol, one in zip(every, found, strict=True)}
    assert by_id["T:shop.store.Store"] == by_id["M:shop.store.Store.save"] != by_id["T:Shop.Web.Cart"]
    assert by_id["T:Shop.Web.Cart"].label == "Shop.Web: Cart"


def part(view: View, symbol_id: str) -> dict[str, tuple[str, int]]:
    found = processes.processes(view, symbols.resolve(view, symbol_id))
    return {one.label: (one.role, one.depth) for one in found.processes}


def test_a_constructor_that_nobody_calls_is_an_entry_point(typed: View) -> None:
    assert part(typed, "M:app.ledger.Audit.__init__") == {"app.ledger.Audit.__init__": ("entry", 0)}
    assert part(typed, "M:app.ledger.Ledger.__init__") == {"main app.main.main": ("exit", 2)}


def test_processes_lead_from_an_entry_point_to_where_calls_end(view: View) -> None:
    route = "route POST /orders"
    assert part(view, "M:shop.orders.checkout") == {route: ("entry", 0)}
    assert part(view, "M:shop.orders.place_order") == {route: ("intermediate", 1)}
    assert part(view, "M:shop.store.Store.path")[route] == ("exit", 3)
    assert part(view, "M:shop.store.AuditedStore.save") == {"shop.store.AuditedStore.save": ("entry", 0)}
    assert part(view, "M:tests.test_orders.test_place") == {}


def test_invariants_come_from_assertions_guards_and_declarations(typed: View) -> None:
    def held(symbol_id: str) -> tuple[str, ...]:
        symbol = symbols.resolve(typed, symbol_id)
        return invariants.invariants(typed, symbol, typed.loaded.facts.of(symbol_id))

    assert held("T:app.ledger.Entry") == ("is immutable",)
    assert held("T:app.ledger.Ledger") == ("is final",)
    assert held("M:app.ledger.Ledger.total~3") == ("asserts self.entries", "throws ValueError if since is None")
    assert held("M:app.ledger.pick") == ("throws LookupError",)  # the condition above it leads away from it
    assert held("M:app.ledger.add") == ()


def test_signatures_come_in_parts(typed: View) -> None:
    ids = ["M:app.ledger.pick", "M:app.ledger.Ledger.total~3", "T:app.ledger.Entry"]
    wanted = [symbols.resolve(typed, one) for one in ids]
    pick, total, entry = signatures.signatures(typed, wanted).values()
    assert pick.generics == ("T",) and pick.returns == "T" and pick.parameters is not None
    assert [(one.name, one.type, one.default) for one in pick.parameters] == [
        ("items", "list[T]", None), ("place", "int", "0")
    ]  # fmt: skip
    assert [one.partition("(")[2] for one in total.overloads] == [
        "self, since: int) -> int",
        "self, since: str) -> int",
    ]
    assert entry.parameters is None and entry.text == "class Entry"


def test_a_card_tells_summary_dependencies_and_resolution(view: View, typed: View) -> None:
    place = card(view, "M:shop.orders.place_order", resolution=True)
    assert place.summary == "Place an order." and place.deps is not None and place.call_resolution is not None
    assert place.deps.imports == ["shop.store.Store"]
    assert place.deps.calls[:2] == ["Order", "Store.save"]
    save = place.call_resolution.calls[1]
    assert (save.label, save.resolver_id, save.resolution_phase, save.confidence) == (
        "Store.save", "declared", "type", 0.95
    )  # fmt: skip
    add = card(typed, "M:app.ledger.Ledger.__init__")
    assert add.summary == "Undocumented constructor of Ledger: init; gives None."
    assert (card(typed, "N:app.ledger").summary or "").endswith("defines Entry, Ledger, add and 2 more.")
    assert card(view, "M:shop.store.AuditedStore.save").side_effects == ["process: subprocess.run"]


def test_calls_that_are_less_sure_can_be_left_out(view: View) -> None:
    every, sure = (card(view, "M:shop.orders.notify", min_confidence=least).deps for least in (0.0, 0.5))
    assert every is not None and every.calls == ["order.customer.mail?"]
    assert sure is not None and sure.calls == []


def test_a_concise_card_is_a_fraction_of_a_full_one(view: View) -> None:
    sizes = [
        len(card(view, str(symbol), concise=True).model_dump_json(by_alias=True)) / 4
        for symbol in view.loaded.symbols.ids.to_pylist()
    ]
    assert max(sizes) <= 150 and min(sizes) >= 50


def test_natural_references_mean_one_symbol_or_say_why_not(view: View) -> None:
    def meant(name: str, **more: Any) -> str:
        return natural.meant(view, natural.Reference(name, **more)).symbol_id

    assert meant("Store.save") == "M:shop.store.Store.save"
    assert meant("notify", file="orders.py", kinds=("function",)) == "M:shop.orders.notify"
    assert meant("cart", kinds=("class",)) == "T:Shop.Web.Cart"  # its pieces are one
    with pytest.raises(Ambiguous) as caught:
        meant("save")
    assert len(caught.value.near) == 2 and "shop/store.py" in caught.value.hint
    with pytest.raises(NotFound):
        meant("Store", file="orders.py")
    with pytest.raises(NotFound):
        meant("Mailer", kinds=("interface",))


def test_many_ids_are_found_in_one_pass(view: View) -> None:
    stable = symbols.resolve(view, "T:shop.store.Store").stable_id
    found = natural.by_ids(view, [stable, "M:shop.orders.total", "sym_0000000000000000"])
    assert {key: symbol.symbol_id for key, symbol in found.items()} == {
        stable: "T:shop.store.Store", "M:shop.orders.total": "M:shop.orders.total"
    }  # fmt: skip


def test_cards_are_made_in_one_pass_over_the_tables(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rows = engine_view.rows
    monkeypatch.setattr(engine_view, "rows", lambda mounted, file, name, values=None: (
        asked.append(name), rows(mounted, file, name, values))[1])  # fmt: skip
    _ = view.loaded.imported
    asked.clear()
    every = [view.loaded.symbols[number] for number in range(len(view.loaded.symbols))]
    made = cards(Asked("shop", view, "c0"), every, Wanted(min_confidence=0.1))
    assert len(made) == len(every) > 30 and asked == ["parameters", "imports"]
    assert cards(Asked("shop", view, "c0"), every, Wanted(min_confidence=0.1)) == made and len(asked) == 2


def test_a_search_makes_the_first_cards_ready(tmp_path: Path) -> None:
    root, cache = shop.make(tmp_path), tmp_path / "cache"
    shop.index(cache, locate(root), shop.FACTS)
    hub = Hub(cache, State(tmp_path / "state.sqlite"), [root])
    services = Services(hub, Builds(cache), Savings(tmp_path / "savings.json"), Selection(families()))
    tool = services.tools.find("sdl_symbol_search")
    assert tool is not None
    found: Any = tool.run(Call(services), {"repoId": str(root), "query": "order OR store", "limit": 9})
    for thread in threading.enumerate():
        if thread.name == "prefetch":
            thread.join()
    with hub.serve(hub.repository(str(root))) as served:
        ready = {served.view.loaded.symbols[number].stable_id for number, _ in _kept(served.view)}
    assert len(found.results) > PREFETCHED and ready == {one.symbol_id for one in found.results[:PREFETCHED]}
    hub.close()


def test_what_is_not_found_may_be_in_a_draft_that_waits(view: View) -> None:
    with pytest.raises(NotFound) as caught:
        _symbol(Asked("shop", view, "c0", waiting=2), "T:shop.Nothing")
    assert "2 drafts are not linked yet" in caught.value.hint
    with pytest.raises(NotFound) as caught:
        _symbol(Asked("shop", view, "c0"), "T:shop.Nothing")
    assert "drafts" not in caught.value.hint
