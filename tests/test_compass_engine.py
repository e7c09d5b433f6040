"""Questions behind the CodeCompass tools: how central a symbol is, what is near it, what fits into a budget."""

from __future__ import annotations

import importlib
import json
import math
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from query.engine.containment import ancestors, descendants
from query.engine.context import candidates, estimate, pack
from query.engine.locate import locate, the_one
from query.engine.related import related
from query.engine.view import View
from query.errors import Ambiguous, NotFound
from query.tools.compass.edits import Together

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

SOURCES = {
    "lib/pyproject.toml": "[project]\nname = 'lib'\n",
    "lib/core/base.py": (
        "def root():\n    return leaf()\n\n\ndef leaf():\n    return 1\n\n\ndef _hidden():\n    return 2\n"
    ),
    "lib/core/mid.py": "from lib.core.base import root\n\n\ndef one():\n    root()\n\n\ndef two():\n    root()\n",
    "lib/web/page.py": "def page():\n    pass\n",
    "other/far.py": "def far():\n    pass\n\n\ndef root():\n    pass\n",
    "tests/test_root.py": (
        "from lib.core.base import _hidden\n\n\ndef test_a():\n    _hidden()\n\n\ndef test_b():\n    _hidden()\n"
    ),
    "cases.py": "class Query:\n    def run(self):\n        pass\n\n\nclass Page:\n    query = 1\n",
    "lower.py": "class query:\n    def run(self):\n        pass\n",
    "big.py": "class Big:\n" + "".join(f"    def m{number}(self):\n        pass\n\n" for number in range(30)),
}


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[View]:
    shown = shop.opened(shop.make(tmp_path_factory.mktemp("compass"), SOURCES), [])
    yield shown
    shown.close()


def central(view: View, name: str, path: str | None = None) -> float:
    return float(view.loaded.centrality[the_one(view, name, path).symbol.number])


def test_what_is_used_by_what_is_used_is_central(view: View) -> None:
    root = central(view, "root", "lib/core/base.py")
    assert central(view, "leaf") > central(view, "one") and root > central(view, "one")
    assert root > central(view, "root", "other/far.py")
    assert float(view.loaded.centrality.min()) >= 0 and float(view.loaded.centrality.max()) == 1


def test_what_calls_are_handed_on_to_is_not_central_by_that(tmp_path: Path) -> None:
    text = (
        "def wrap(call):\n    def inner():\n        return call()\n\n    return inner\n\n\n"
        "@wrap\ndef held():\n    pass\n\n\ndef again():\n    pass\n\n\n"
    )
    calls = "".join(f"def use_{n}():\n    held()\n    again()\n\n\n" for n in range(5))
    shown = shop.opened(shop.make(tmp_path, {"wrap.py": text + calls}), [])
    try:
        assert len(shown.loaded.refs.to(the_one(shown, "inner").symbol.number)) > 5, "each call reaches the wrapper"
        # Called in the same places, so that only what the wrapper takes away could set them apart.
        assert central(shown, "again") > central(shown, "inner")
    finally:
        shown.close()


def test_what_only_tests_use_is_not_central(view: View) -> None:
    assert central(view, "_hidden") == central(view, "far")


def test_a_name_is_not_guessed_across_files(view: View) -> None:
    with pytest.raises(Ambiguous) as caught:
        the_one(view, "root")
    assert set(caught.value.near) == {"M:lib.core.base.root", "M:other.far.root"}
    assert the_one(view, "far.root").symbol.path == "other/far.py"
    assert the_one(view, "M:other.far.root").symbol.path == "other/far.py"
    with pytest.raises(NotFound):
        the_one(view, "root", "big.py")
    assert locate(view, "root").places[0].symbol.symbol_id == "M:lib.core.base.root"


def test_upper_and_lower_case_tell_names_apart_where_both_are_there(view: View) -> None:
    assert the_one(view, "Query").symbol.symbol_id == "T:cases.Query"
    assert the_one(view, "Query.run").symbol.symbol_id == "M:cases.Query.run"
    assert the_one(view, "BIG").symbol.symbol_id == "T:big.Big"
    with pytest.raises(Ambiguous):
        the_one(view, "query")
    with pytest.raises(Ambiguous):
        the_one(view, "QUERY.run")
    assert [place.exact for place in locate(view, "Query").places] == [True, False, False]


def test_what_nobody_meant_is_not_offered(view: View) -> None:
    with pytest.raises(NotFound) as caught:
        the_one(view, "zqzqzq")
    assert caught.value.near == () and "search" in caught.value.hint


def test_the_beginning_of_a_name_locates_but_never_stands_for_it(view: View) -> None:
    assert [place.symbol.name for place in locate(view, "hidd").places] == []
    assert [place.symbol.name for place in locate(view, "_hid").places] == ["_hidden"]
    with pytest.raises(NotFound):
        the_one(view, "_hid")


def test_relations_follow_folders_manifests_and_imports(view: View) -> None:
    anchor = the_one(view, "root", "lib/core/base.py").symbol
    found = {one.symbol.name: one.relation for one in related(view, anchor, "package", 100).found}
    assert found == {
        "leaf": "same_file", "_hidden": "same_file", "one": "same_module", "two": "same_module", "page": "same_package"
    }  # fmt: skip
    beside = the_one(view, "one").symbol
    near = {one.symbol.symbol_id: one.relation for one in related(view, beside, "module", 100).found}
    assert near["M:lib.core.base.root"] == "same_module"
    far = the_one(view, "test_a").symbol
    assert {one.symbol.name: one.relation for one in related(view, far, "module").found}["_hidden"] == "imported"


def test_a_tree_is_cut_where_it_grows_too_large(view: View) -> None:
    big = the_one(view, "Big").symbol
    whole, some = descendants(view, big), descendants(view, big, 10)
    assert (whole.total, whole.truncated, len(whole.root.children)) == (31, False, 30)
    assert (some.total, some.truncated, len(some.root.children)) == (10, True, 9)
    assert [symbol.name for symbol in ancestors(view, whole.root.children[0].symbol)][:2] == ["m0", "Big"]


def test_candidates_are_ranked_by_more_than_their_text(view: View) -> None:
    found = [one.symbol.symbol_id for one in candidates(view, "root")]
    assert found.index("M:lib.core.base.root") < found.index("M:other.far.root")
    assert len(set(found)) == len(found)


ITEMS = st.lists(
    st.fixed_dictionaries({"name": st.text(max_size=20)}, optional={"body": st.text("ab \n", max_size=400)}), max_size=8
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ITEMS, st.integers(1, 200))
def test_a_budget_is_never_exceeded_and_nothing_is_lost_without_saying_so(
    items: list[dict[str, str]], room: int
) -> None:
    packed = pack(items, room)
    counted = [math.ceil(len(json.dumps(item, ensure_ascii=False).split()) * 1.3) for item in packed.items]
    assert packed.tokens == sum(counted) <= room and packed.total == len(items)
    whole = [item for item in packed.items if "body_truncated" not in item]
    assert all(item in items for item in whole)
    assert packed.truncated or list(packed.items) == items
    assert [item["name"] for item in packed.items] == [item["name"] for item in items[: len(packed.items)]]


def test_one_long_body_does_not_take_all_the_room() -> None:
    long = {"name": "long", "body": "\n".join("some words of a line" for _ in range(200))}
    packed = pack([long, {"name": "short", "body": "x = 1"}], 300)
    assert [item["name"] for item in packed.items] == ["long", "short"] and packed.items[0]["body_truncated"]
    assert estimate(packed.items[0]) <= 100


def test_looks_are_shared_by_those_who_wait_and_never_older_than_the_call() -> None:
    looks: Together[int] = Together()
    entered, go = threading.Event(), threading.Event()
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        entered.set()
        go.wait()
        return made[-1]

    found: list[int] = []
    first = threading.Thread(target=lambda: found.append(looks.look(Path("a"), make)))
    first.start()
    entered.wait()
    later = [threading.Thread(target=lambda: found.append(looks.look(Path("a"), make))) for _ in range(20)]
    for thread in later:
        thread.start()
    assert looks.look(Path("b"), lambda: 7) == 7
    go.set()
    for thread in (first, *later):
        thread.join()
    assert found.count(0) == 1 and len(found) == 21 and 2 <= len(made) < 21


def test_a_look_that_fails_fails_for_all_who_share_it() -> None:
    looks: Together[int] = Together()
    with pytest.raises(ZeroDivisionError):
        looks.look(Path("a"), lambda: 1 // 0)
    assert looks.look(Path("a"), lambda: 1) == 1


def test_threads_that_ask_at_once_get_the_vectors_of_their_own_words() -> None:
    from indexer.search.static import StaticModel

    asked = [[f"word{number}", f"other{number}", "common"] for number in range(200)]
    serial = StaticModel()
    wanted = [serial.words(words) for words in asked]
    shared = StaticModel()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns as often as they can
    try:
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(shared.words, asked))
    finally:
        sys.setswitchinterval(before)
    assert all(np.array_equal(one, other) for one, other in zip(found, wanted, strict=True))
