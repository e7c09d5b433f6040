"""A workspace laid over a commit answers as a build of the same content would."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from indexer.build import build
from query.engine import cards, graph, hierarchy, refs, symbols, trace
from query.engine.summary import summarize
from query.engine.view import View
from query.mount import mount
from query.overlay import overlay
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

ORDERS = """from shop.store import Store


def place_order(lines, store: Store):
    store.save(lines)


def reorder(store: Store):
    place_order([], store)
"""
GIFTS = """from shop.store import Store


class GiftStore(Store):
    def save(self, order):
        pass
"""
CHANGED = {"shop/orders.py": ORDERS.encode(), "shop/mail.py": None, "shop/gifts.py": GIFTS.encode()}
QUESTIONS: dict[str, Callable[[View], object]] = {
    "search": lambda view: symbols.search(view, "order OR store"),
    "nothing": lambda view: symbols.search(view, "placeordr"),
    "card": lambda view: cards.card(view, symbols.resolve(view, "M:shop.orders.reorder")),
    "refs": lambda view: refs.find(view, symbols.resolve(view, shop.STORE)),
    "callers": lambda view: graph.callers(view, symbols.resolve(view, "M:shop.store.Store.save"), 3),
    "callees": lambda view: graph.callees(view, symbols.resolve(view, "M:shop.orders.reorder"), 3, 20, True),
    "hierarchy": lambda view: hierarchy.of(view, symbols.resolve(view, shop.STORE)),
    "trace": lambda view: trace.trace(view, symbols.resolve(view, "M:shop.orders.reorder")),
}


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[View, View]]:
    """(the commit with the changes laid over it, the same content committed and built in full)"""
    folder = tmp_path_factory.mktemp("overlay")
    root, cache = shop.make(folder), folder / "cache"
    build(root, None, None, cache, jobs=1)
    base = locate(root)
    over = overlay(cache, base, CHANGED)
    for path, data in CHANGED.items():
        (root / path).unlink() if data is None else (root / path).write_bytes(data)
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "changed")
    after = locate(root)
    build(root, None, None, folder / "full", jobs=1)
    whole = View(mount(folder / "full", after.repo_id, after.commit), after)
    workspace = View(over, base, "agent-1", 1, frozenset(CHANGED))
    yield workspace, whole
    workspace.close()
    whole.close()


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_of_a_full_build(states: tuple[View, View], question: str) -> None:
    workspace, whole = (QUESTIONS[question](view) for view in states)
    assert workspace == whole


def test_the_changes_are_seen(states: tuple[View, View]) -> None:
    workspace, _ = states
    assert symbols.search(workspace, "reorder").total == 1
    assert symbols.search(workspace, "Mailer").total == 0
    assert [one.symbol_id for one in hierarchy.of(workspace, symbols.resolve(workspace, shop.STORE)).derived] == [
        "T:shop.gifts.GiftStore", "T:shop.store.AuditedStore",
    ]  # fmt: skip
    assert "3 files of the workspace" in summarize(workspace)
