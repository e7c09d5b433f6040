"""Questions in other words than the code's: what the book of phrases makes of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from indexer.build import build
from indexer.facade import search_meaning, search_usual
from indexer.search import phrases, static
from indexer.search.phrases import Book, book
from indexer.search.said import DATA, PHRASES, WORDS, Phrase, read
from indexer.search.thesaurus import Thesaurus
from indexer.search.words import stem
from query.engine.view import View
from query.mount import mount
from query.repo import locate
from query.search.service import search

SOURCES = """\
def redirect(target):
    return Reply(302, target)


def compress(reply):
    return squash(reply.data)


def throttle(caller, window):
    return len(window[caller]) < 100


def address(caller):
    return caller.host, caller.port


def render(layout, values):
    return layout.fill(values)
"""


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    root, cache = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("cache")
    (root / "site.py").write_text(SOURCES)
    build(root, None, None, cache)
    where = locate(root, None, cache)
    return View(mount(cache, where.repo_id, where.commit), where)


def test_words_that_most_phrases_have_do_not_lead() -> None:
    meant = book().meant("squeeze answers before they are sent")
    assert meant is not None
    assert max(meant.terms, key=lambda term: meant.terms[term]) == "compress"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("bring the visitor to some other page", "redirect"),
        ("make what goes out smaller", "compress"),
        ("only so many calls a minute", "throttle"),
    ],
)
def test_what_people_say_leads_to_what_code_says(view: View, question: str, answer: str) -> None:
    assert search(view, question).hits[0].name == answer


def test_words_alone_stay_words_alone(view: View) -> None:
    found = search(view, "bring the visitor to some other page", semantic=False)
    assert "redirect" not in [hit.name for hit in found.hits]


def test_every_phrase_says_something_and_stands_for_something() -> None:
    found = list(read())
    assert [one for one in found if not one.said or not one.code] == []
    told = [(tuple(one.said), tuple(one.code)) for one in found]
    assert len(set(told)) == len(told)


def test_a_phrase_itself_is_sure_and_its_words_come_first() -> None:
    meant = book().meant("tell the client to go to another url")
    assert meant is not None
    assert meant.terms["redirect"] == 1.0
    assert float(np.linalg.norm(meant.vector)) == pytest.approx(1.0, abs=1e-5)


def test_the_more_a_question_says_itself_the_less_is_added() -> None:
    short, long = "tell the client to go to another url", "tell the client to go to another url {}"
    more = long.format("if the signed cookie of the shop's customer has no valid basket number any more")
    assert weight(short) > 2 * weight(more)


def weight(text: str) -> float:
    meant = book().meant(text)
    return meant.weight if meant is not None else 0.0


@pytest.mark.parametrize("name", ["redirect", "make_smaller", "sendSomewhereElse", "?!"])
def test_names_mean_themselves(name: str) -> None:
    assert book().meant(name) is None


def test_vectors_of_other_models_are_left_alone() -> None:
    assert search_meaning("send the browser somewhere else", static.MODEL) is not None
    assert search_meaning("send the browser somewhere else", "minilm-l6-v2-int8/1") is None


def test_phrases_of_one_line_share_what_they_stand_for() -> None:
    made = Book([Phrase(["zebra", "crossing"], ["redirect"]), Phrase(["tartan", "kilt"], ["redirect"])])
    one, other = made.meant("a zebra crossing"), made.meant("the tartan kilt")
    assert one is not None and other is not None
    assert list(one.terms) == list(other.terms) == ["redirect"]
    np.testing.assert_array_equal(one.vector, other.vector)


def test_a_phrase_without_a_word_in_common_comes_after_all_that_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "COMPARED", 1)
    made = Book([Phrase(["ship", "parcel"], ["send"]), Phrase(["empty", "folder"], ["directory"])])
    meant = made.meant("a folder that is empty")
    assert meant is not None
    assert "send" not in meant.terms
    assert "directory" in meant.terms


def test_the_book_is_all_files_of_phrases() -> None:
    assert [one for path in PHRASES for one in read(path)] == list(read())
    assert {path.name for path in DATA.glob("phrases*.txt")} == {path.name for path in PHRASES}


def test_what_questions_have_in_common_is_known_of_the_books_model_alone() -> None:
    usual = search_usual(static.MODEL)
    assert usual is not None
    assert 0 < float(np.linalg.norm(usual)) < 1
    assert search_usual("minilm-l6-v2-int8/1") is None


def test_phrases_are_read_from_lines(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("# remarks\n\nopen file: read it | take it from disk\n")
    assert [(one.said, one.code) for one in read(path)] == [
        (["read"], ["open", "file"]),
        (["take", "disk"], ["open", "file"]),
    ]


def test_a_word_is_read_as_what_code_calls_it() -> None:
    known = Thesaurus([Phrase(["folder"], ["directory", "dir"]), Phrase(["give", "up"], ["abort"])])
    assert known.of(["empty", "folders"]) == {"directory": pytest.approx(0.5**0.5), "dir": pytest.approx(0.5**0.5)}
    assert known.of(["folder", "directory"]) == {"dir": pytest.approx(0.5**0.5)}
    assert known.of(["give", "something", "up"]) == {}


def test_of_words_that_belong_together_the_longest_counts() -> None:
    known = Thesaurus([Phrase(["give"], ["return"]), Phrase(["give", "up"], ["abort"])])
    assert known.of(["give", "up"]) == {"abort": 1.0}
    assert known.of(["give", "value"]) == {"return": 1.0}


def test_the_thesaurus_adds_to_what_phrases_tell() -> None:
    meant = book().meant("picture in another folder")
    assert meant is not None
    assert {"imag", "directory", "dir"} <= set(meant.terms)


def test_every_word_of_the_thesaurus_stands_for_something_else() -> None:
    entries = list(read(WORDS))
    assert [one for one in entries if not one.said or not one.code] == []
    assert [one for one in entries if {*map(stem, one.code)} <= {*map(stem, one.said)}] == []
    told = [(tuple(map(stem, one.said)), tuple(one.code)) for one in entries]
    assert len(set(told)) == len(told)
