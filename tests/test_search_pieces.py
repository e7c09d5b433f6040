"""Files in pieces, and the words of each."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from indexer.facade import index_contents
from indexer.search.chunks import WINDOW_LINES
from indexer.search.static import DIMENSIONS, MODEL
from indexer.search.words import split, stem, words

SHOP = b'''"""Where orders are kept."""
LIMIT = 3


class Store:
    """Keeps orders."""

    size = 0

    def save_order(self, order):
        """Write one order."""
        self.disk.write(order)

    def drop(self):
        def twice():
            return 2
        return twice()
'''
README = b"""# Shop

Sells things.

## Install

Run `pip install shop`.

Old heading
-----------

Text below.
"""


def pieces(path: str, data: bytes) -> list[dict[str, Any]]:
    return index_contents({path: data})["chunks"].to_pylist()


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("parseHTTPHeader_v2", ("parse", "http", "header", "v", "2")),
        ("URL", ("url",)),
        ("sha256sum", ("sha", "256", "sum")),
        ("__init__", ("init",)),
        ("größe_max", ("größe", "max")),
        ("isInTheList", ("list",)),
        ("x" * 41, ()),
    ],
)
def test_identifiers_are_cut_where_people_see_words(token: str, parts: tuple[str, ...]) -> None:
    assert split(token) == parts


@pytest.mark.parametrize(
    "forms",
    [
        ("cache", "caches", "cached", "caching"),
        ("query", "queries"),
        ("connect", "connects", "connected", "connecting", "connection", "connector"),
        ("stop", "stopped", "stopping"),
        ("class", "classes"),
        ("authenticate", "authentication", "authenticator"),
    ],
)
def test_forms_of_a_word_are_one_term(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize("word", ["this", "bus", "status", "ring", "red", "sha256", "größen"])
def test_what_only_looks_like_an_ending_stays(word: str) -> None:
    assert stem(word) == word


def test_words_of_a_sentence_come_without_those_that_only_carry_it() -> None:
    assert words("Where is the rateLimiter of an API?") == ["rate", "limiter", "api"]


def test_definitions_types_without_their_members_and_the_rest_are_pieces() -> None:
    found = [(p["kind"], p["symbol_id"], p["line_start"], p["line_end"]) for p in pieces("shop.py", SHOP)]
    assert found == [
        ("definition", "T:shop.Store", 5, 8),
        ("definition", "M:shop.Store.save_order", 10, 12),
        ("definition", "M:shop.Store.drop", 14, 17),
        ("definition", "M:shop.Store.drop.twice", 15, 16),
        ("file", "N:shop", 1, 2),
    ]


def test_a_words_weight_tells_where_it_stands() -> None:
    store, save, _, _, rest = (dict(zip(p["terms"], p["counts"], strict=True)) for p in pieces("shop.py", SHOP))
    assert (save["disk"], save["writ"]) == (1, 3), "the documentation counts on top of the text"
    assert save["order"] > save["writ"]
    assert "disk" not in store, "what a member says is the member's"
    assert rest["limit"] == 1 and "save" not in rest


def test_equal_pieces_are_equal_rows() -> None:
    one, other = pieces("shop.py", SHOP), pieces("shop.py", SHOP)
    assert one == other
    assert all(piece["terms"] == sorted(piece["terms"]) for piece in one)
    assert {(piece["model"], len(piece["vector"])) for piece in one} == {(MODEL, DIMENSIONS)}


def test_a_piece_does_not_depend_on_the_files_beside_it() -> None:
    alone = pieces("shop.py", SHOP)
    among = index_contents({"shop.py": SHOP, "a.py": b"def order(): ...\n", "z.md": README})["chunks"].to_pylist()
    assert [piece for piece in among if piece["path"] == "shop.py"] == alone


def test_a_long_definition_is_cut_into_windows_that_share_its_symbol() -> None:
    body = "".join(f"    value_{number} = {number}\n" for number in range(3 * WINDOW_LINES))
    found = pieces("long.py", b"def long():\n" + body.encode())
    assert [piece["kind"] for piece in found] == ["definition", "window", "window", "window"]
    assert {piece["symbol_id"] for piece in found} == {"M:long.long"}
    lines = [(piece["line_start"], piece["line_end"]) for piece in found]
    assert lines[0][0] == 1 and lines[-1][1] == 3 * WINDOW_LINES + 1
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(lines))


def test_documents_are_cut_at_their_headings() -> None:
    found = pieces("README.md", README)
    assert [(piece["title"], piece["line_start"]) for piece in found] == [
        ("Shop", 1),
        ("Install", 5),
        ("Old heading", 9),
    ]
    assert {piece["kind"] for piece in found} == {"section"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Use `send_file`, then close it.", ["send_file"]),
        ("Call redirect(target) or Cart.total to leave.", ["redirect", "total"]),
        ("Set maxRetries and MAX_WAIT.", ["max_wait", "maxretries"]),
        (":class:`Cart`, Shop::Order and @route", ["cart", "class", "order", "route"]),
        ("The cart holds what (as a rule) is in it. Nothing else.", []),
        (" ".join(f"`name{number}`" for number in range(101)), []),
    ],
)
def test_a_section_tells_which_code_it_speaks_of(text: str, names: list[str]) -> None:
    (piece,) = pieces("guide.md", text.encode())
    assert (piece["names"] or []) == names


def test_only_documents_speak_of_code() -> None:
    assert {str(piece["names"]) for path in ("shop.py", "app.toml") for piece in pieces(path, SHOP)} == {"None"}


@pytest.mark.parametrize(
    ("path", "is_found"), [("app.toml", True), ("de.po", False), ("data.csv", False), ("a.css", False)]
)
def test_configuration_is_found_and_data_is_not(path: str, is_found: bool) -> None:
    assert bool(pieces(path, b"retries = 3\n")) is is_found


@pytest.mark.parametrize("data", [b"", b"\n", b"def f(:\n", b"\xff\xfe(", b"class A:\r\n  pass\r\n", b"x = 1"])
def test_odd_files_have_sound_pieces(data: bytes) -> None:
    for piece in pieces("odd.py", data):
        assert 1 <= piece["line_start"] <= piece["line_end"] <= data.count(b"\n") + 1
        assert len(piece["terms"]) == len(piece["counts"])


def test_branches_that_the_preprocessor_leaves_out_are_pieces_once() -> None:
    source = b"class A {\n#if OLD\n  void Before() { Legacy(); }\n#else\n  void After() { Modern(); }\n#endif\n}\n"
    found = [piece["symbol_id"] for piece in pieces("a.cs", source)]
    assert sorted(found, key=str) == sorted({*found}, key=str)
    assert {"M:A.Before()", "M:A.After()"} <= set(found)


def test_constructors_have_the_words_that_people_say_of_them() -> None:
    java = b"class Point {\n  Point(int x) {}\n  int x() { return 0; }\n}\n"
    said = {row["line_start"]: {"construct", "creat"} <= set(row["terms"]) for row in pieces("Point.java", java)}
    assert said == {1: False, 2: True, 3: False}
