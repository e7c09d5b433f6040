"""Finding symbols: by id, by words, by what comes near."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from query.engine import symbols
from query.engine.view import View
from query.engine.words import WordIndex, split, split_text
from query.errors import InvalidArgument, NotFound

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view


def ids(view: View, query: str | None, **filters: object) -> list[str]:
    return [hit.symbol.symbol_id for hit in symbols.search(view, query, **filters).hits]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getOrCreate", ["get", "or", "create"]),
        ("HTTPServer2_get", ["http", "server", "2", "get"]),
        ("M:shop.Store.save(int)", ["m", "shop", "store", "save", "int"]),
        ("__init__", ["init"]),
        ("größe", ["größe"]),
        ("", []),
        ("::", []),
    ],
)
def test_names_are_cut_into_words(text: str, words: list[str]) -> None:
    assert split_text(text) == words


def test_words_know_their_texts_whatever_lies_between() -> None:
    found = split(pa.array(["aB", None, "", "c", "__", "dE"])[1:])
    assert (found.words.to_pylist(), found.owner.tolist()) == (["c", "d", "e"], [2, 4, 4])


def test_an_index_of_nothing_finds_nothing() -> None:
    empty = WordIndex(
        {name: pa.array([], pa.string()) for name in ("name", "qualified_name", "signature", "documentation")}
    )
    assert not any(map(len, empty.words_like("a", prefix=True)))
    assert empty.named("a", prefix=True).tolist() == []


def test_a_symbol_is_known_by_its_id_its_stable_id_and_its_name(view: View) -> None:
    store = symbols.resolve(view, shop.STORE)
    assert (store.kind, store.name, store.path, store.line_start) == ("class", "Store", "shop/store.py", 6)
    assert symbols.resolve(view, store.stable_id) == store
    assert symbols.resolve(view, "shop.store.Store") == store


def test_an_unknown_id_is_told_with_near_ones(view: View) -> None:
    with pytest.raises(NotFound) as caught:
        symbols.resolve(view, "M:shop.orders.place_ordr")
    assert caught.value.near[0] == "M:shop.orders.place_order"
    assert "M:shop.orders.place_order" in caught.value.hint


def test_a_name_that_two_symbols_share_is_not_guessed(view: View) -> None:
    with pytest.raises(NotFound) as caught:
        symbols.resolve(view, "Shop.Web.Cart")
    assert set(caught.value.near) == {"T:Shop.Web.Cart", "T:Shop.Web.Cart~2"}
    assert "2 symbols" in caught.value.message


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("place_order", "M:shop.orders.place_order"),
        ("placeOrder", "M:shop.orders.place_order"),
        ("PLACE_ORDER", "M:shop.orders.place_order"),
        ("Order", "T:shop.orders.Order"),
        ("store save", "M:shop.store.Store.save"),
        ("Store.save", "M:shop.store.Store.save"),
        ("place*", "M:shop.orders.place_order"),
        ('"cart to the store"', "N:shop.orders"),
        ("audited AND save", "M:shop.store.AuditedStore.save"),
        ("nothing OR checkout", "M:shop.orders.checkout"),
        ("save NOT audited", "M:shop.store.Store.save"),
        ("(nothing OR audited) save", "M:shop.store.AuditedStore.save"),
    ],
)
def test_the_best_match_comes_first(view: View, query: str, first: str) -> None:
    assert ids(view, query)[0] == first


@pytest.mark.parametrize("query", ["save NOT store", '"save store"', "place nothing", "checkout NOT shop"])
def test_what_does_not_match_is_not_found(view: View, query: str) -> None:
    assert ids(view, query) == []


def test_scores_fall_from_the_best_and_are_negative(view: View) -> None:
    scores = [hit.score for hit in symbols.search(view, "store").hits]
    assert scores == sorted(scores)
    assert scores[0] < 0


def test_a_search_is_cut_and_says_how_much_there_was(view: View) -> None:
    whole, cut = symbols.search(view, "shop"), symbols.search(view, "shop", limit=2)
    assert (len(cut.hits), cut.total, cut.truncated) == (2, whole.total, True)
    assert cut.hits == whole.hits[:2]


def test_kinds_alone_browse(view: View) -> None:
    assert set(ids(view, None, kinds=["interface"])) == {"T:Shop.Web.ICart", "T:example.org/shop/pack.Packer"}
    assert ids(view, "*", kinds=["property"]) == ["P:shop.store.Store.size"]


def test_searches_keep_within_namespace_path_and_kind(view: View) -> None:
    assert ids(view, "save", namespace="shop.orders") == []
    assert set(ids(view, "cart", path_prefix="web/Cart.Clear")) >= {"T:Shop.Web.Cart", "M:Shop.Web.Cart.Clear()"}
    assert ids(view, "mail", kinds=["class"]) == ["T:shop.mail.Mailer"]


def test_a_search_that_finds_nothing_offers_near_names(view: View) -> None:
    found = symbols.search(view, "AuditetStoer")
    assert (found.hits, found.total) == ((), 0)
    assert found.near[0] == "T:shop.store.AuditedStore"


def test_snippets_are_the_first_paragraph(view: View) -> None:
    (hit,) = [hit for hit in symbols.search(view, "place_order").hits if hit.symbol.name == "place_order"]
    assert hit.snippet == "Place an order."
    long = symbols.snippet("word " * 100)
    assert long is not None and len(long) <= 160 and long.endswith("…")


@pytest.mark.parametrize(
    ("query", "kinds"),
    [(None, []), ("  ", []), ("*", []), ('"open', []), ("(a", []), ("a)", []), ("OR a", []), ("a OR", []), ("NOT", []),
     ("a " * 65, []), ("a", ["klass"])],
)  # fmt: skip
def test_a_query_that_cannot_be_read_is_refused(view: View, query: str | None, kinds: list[str]) -> None:
    with pytest.raises(InvalidArgument) as caught:
        symbols.search(view, query, kinds)
    assert caught.value.hint


@given(st.lists(st.text(alphabet="abcXYZ019_.éÉß- "), max_size=5))
def test_one_text_is_split_as_a_column_of_texts_is(texts: list[str]) -> None:
    words = split(pa.array(texts, pa.string()))
    assert words.words.to_pylist() == [word for text in texts for word in split_text(text)]
