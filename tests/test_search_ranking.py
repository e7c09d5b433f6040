"""What a search finds, on a small repository that is really built."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from indexer.build import build
from indexer.facade import search_usual, search_vector
from indexer.model import Settings
from query.cli import run
from query.engine.view import View
from query.errors import InvalidArgument
from query.mount import mount
from query.repo import locate
from query.search import Filters, Found
from query.search.documents import Documents
from query.search.index import TextIndex
from query.search.indexes import text_index
from query.search.ranking import _spread
from query.search.service import search

SOURCES = {
    "shop/cart.py": '''"""Shopping carts."""


class Cart:
    def add_item(self, article, amount):
        """Put an article into the cart."""
        self.lines.append((article, amount))

    def total(self):
        return sum(price * amount for price, amount in self.lines)


def checkout(cart):
    if not cart.lines:
        raise ValueError("the cart is empty")
    return cart.total()
''',
    "shop/throttle.py": '''import logging

log = logging.getLogger(__name__)
MAX_RETRIES = 3


def allow_request(client, window):
    """Refuse clients that ask too often within the window."""
    log.warning("client %s is over its limit", client)
    return len(window) < 100
''',
    "shop/mail.py": '''def send_invoice(order, address):
    """Send the bill of an order by electronic mail."""
    connect().deliver(address, order)
''',
    "tests/test_cart.py": '''from shop.cart import Cart


def test_add_item():
    """Put an article into the cart."""
    Cart().add_item("pen", 2)
''',
    "shop/gate.py": """def _lift_barrier(gate):
    return gate


def lift_barrier(gate):
    return gate
""",
    "shop/export.py": """class Exporter:
    def dump_rows(self, stream):
        raise NotImplementedError


class CsvExporter(Exporter):
    def dump_rows(self, stream):
        raise NotImplementedError


def twice(stream):
    exporter = CsvExporter()
    exporter.dump_rows(stream)
    exporter.dump_rows(stream)
    exporter.dump_rows(stream)
""",
    "shop/session.py": '''def expire(visitors, now):
    """Forget people who have been away for too long.

    :param visitors: table of everybody who is known
    """
    stale = [key for key, seen in visitors.items() if now - seen > LIMIT]
    for key in stale:
        visitors.pop(key)
        audit.append(("dropped", key, now))
        counters["dropped"] += 1
    return len(stale)
''',
    "web/cart.ts": "export function addItem(cart: Cart, article: string): void {\n  cart.lines.push(article);\n}\n",
    "README.md": "# Shop\n\nSells pens.\n\n## Installing\n\nRun the installer once.\n",
    ".gitattributes": "vendor/** linguist-vendored\n",
    "vendor/cart.py": "def add_item(cart, article):\n    cart.lines.append(article)\n",
}


def commit(root: Path, sources: dict[str, str]) -> None:
    for path, text in sources.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(root), *arguments], check=True)


def opened(root: Path, cache: Path, settings: Settings | None = None) -> View:
    build(root, None, settings, cache, jobs=1)
    where = locate(root)
    return View(mount(cache, where.repo_id, where.commit), where)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search") / "shop"
    commit(folder, SOURCES)
    return folder


@pytest.fixture(scope="module")
def view(root: Path) -> Iterator[View]:
    opened_view = opened(root, root.parent / "cache")
    yield opened_view
    opened_view.close()


def names(found: Found) -> list[str | None]:
    return [hit.qualified_name or hit.name for hit in found.hits]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("put things into the basket", "shop.cart.Cart.add_item"),
        ("limit how often a client may call", "shop.throttle.allow_request"),
        ("email the receipt to a customer", "shop.mail.send_invoice"),
        ("how do I install it", "Installing"),
    ],
)
def test_questions_in_other_words_are_answered(view: View, question: str, answer: str) -> None:
    found = search(view, question)
    assert found.intent == "natural_language"
    assert answer in names(found)[:2]


def test_what_documentation_says_is_heard_beside_a_long_body(view: View) -> None:
    assert names(search(view, "people who stayed away for long"))[0] == "shop.session.expire"


def test_a_member_comes_before_what_overrides_it(view: View) -> None:
    found = [name for name in names(search(view, "write all rows to a stream")) if name and name.endswith("dump_rows")]
    assert found == ["shop.export.Exporter.dump_rows", "shop.export.CsvExporter.dump_rows"]


def test_what_may_be_used_comes_before_what_is_hidden(view: View) -> None:
    found = names(search(view, "lift the barrier of a gate"))
    assert found[:2] == ["shop.gate.lift_barrier", "shop.gate._lift_barrier"]


def test_what_is_written_comes_before_the_stub_that_declares_it(tmp_path: Path) -> None:
    steps = "".join(f"    ledger.enter(voucher_{number}, journal)\n" for number in range(20))
    written = f"def charge(card, amount):\n{steps}    return gateway.submit(amount)\n"
    declared = "def charge(card: Card, amount: int) -> bool: ...\ndef refund(card: Card) -> None: ...\n"
    commit(tmp_path / "repo", {"pay.py": written, "pay.pyi": declared})
    asked = opened(tmp_path / "repo", tmp_path / "cache")
    found = [hit.path for hit in search(asked, "charge an amount to the card").hits if hit.name == "charge"]
    assert found == ["pay.py", "pay.pyi"]
    assert [hit.path for hit in search(asked, "refund the card").hits if hit.name == "refund"] == ["pay.pyi"]
    asked.close()


TWINS = "def alpha(x):\n    return x\n\n\ndef omega(x):\n    return x\n"
GUIDE = "# Guide\n\n## Boil the water for tea\n\nCall `{}`.\n\n## Paint\n\nThe fence is painted by `{}`.\n"


@pytest.mark.parametrize(("tea", "paint"), [("alpha", "omega"), ("omega", "alpha")])
def test_what_a_document_names_that_is_like_the_question_comes_before_what_others_name(
    tmp_path: Path, tea: str, paint: str
) -> None:
    commit(tmp_path / "repo", {"a.py": TWINS, "guide.md": GUIDE.format(tea, paint)})
    asked = opened(tmp_path / "repo", tmp_path / "cache")
    found = [hit.name for hit in search(asked, "boil water for a cup of tea").hits]
    assert next(name for name in found if name in (tea, paint)) == tea
    by_words = [hit.name for hit in search(asked, "boil water for a cup of tea", semantic=False).hits]
    assert not {"alpha", "omega"} & set(by_words)
    asked.close()


def test_a_name_counts_the_less_the_more_sections_speak_of_it_and_the_more_have_it() -> None:
    called = np.asarray([7, 8, 8, 9, 0, 0], np.uint32)  # pieces 4 and 5 are the sections
    defined = np.asarray([True, True, True, False, False, False])
    documents = Documents(np.asarray([4, 4, 4, 5]), np.asarray([7, 8, 9, 7], np.uint32), called, defined)
    assert documents.sections.tolist() == [4, 5]
    first = documents.named(np.asarray([1, 0], np.float32), 6)
    assert first[1] == first[2] > 0 and first[0] > 0 and not first[3:].any()
    second = documents.named(np.asarray([0, 1], np.float32), 6)
    assert second[0] > first[0] and not second[1:].any()


GATES = """def close_gate(gate):
    {said}
    gate.shut = True


def open_gate(gate):
    gate.shut = False


def _gate(gate):
    {said}
    gate.shut = None


def day(gates):
    open_gate(gates[0])
    close_gate(gates[0])
    _gate(gates[0])
"""


def offered(index: TextIndex) -> dict[str | None, float]:
    segment = index.segments[0]
    return {segment[row].name: float(worth) for row, worth in enumerate(index.offered) if segment[row].symbol_id}


def test_what_is_documented_and_public_is_preferred_as_far_as_a_repository_documents(tmp_path: Path) -> None:
    for number, said in enumerate(('"""Shut it."""', "...")):
        commit(tmp_path / str(number), {"gates.py": GATES.format(said=said)})
    views = [opened(tmp_path / number, tmp_path / "cache") for number in "01"]
    told, silent = (text_index(view) for view in views)
    assert (told.share, silent.share) == (0.5, 0.0)
    worth = offered(told)
    assert worth["close_gate"] > worth["open_gate"] and worth["close_gate"] > worth["_gate"]
    assert set(offered(silent).values()) == {0.0}
    for view in views:
        view.close()


def wanted(index: TextIndex) -> dict[tuple[str, str | None], float]:
    segment = index.segments[0]
    return {(segment[row].path, segment[row].name): float(worth) for row, worth in enumerate(index.wanted)}


def test_a_short_question_wants_what_is_called_shortly_and_lies_at_hand(tmp_path: Path) -> None:
    gate = "def {name}(gate):\n    gate.shut = True\n"
    names = {"long.py": "close_at_night", "odd.py": "__close"}
    names |= dict.fromkeys(("gates.py", "examples/gates.py", "gates/iron.py"), "close")
    commit(tmp_path, {path: gate.format(name=name) for path, name in names.items()})
    view = opened(tmp_path, tmp_path / "cache")
    worth = wanted(text_index(view))
    first = worth["gates.py", "close"]
    assert first > worth["gates/iron.py", "close"] > worth["examples/gates.py", "close"]
    assert first > worth["long.py", "close_at_night"] > worth["odd.py", "__close"]
    view.close()


def test_an_answer_that_is_kept_is_not_that_of_another_text(view: View) -> None:
    question = "put things into the basket"
    first = search(view, question).hits[0]
    edited = view.with_virtual({first.path: b"replaced = True\n" * 30})
    assert "replaced" in str(search(edited, question).hits[0].snippet)
    assert search(view, question).hits[0] == first


def test_a_name_leads_to_its_definition_before_tests_and_copies(view: View) -> None:
    found = search(view, "add_item")
    assert names(found)[0] == "shop.cart.Cart.add_item"
    assert found.hits[0].sources == ("exact",) and found.hits[0].score == 1.0
    assert found.hits[0].symbol_id == "M:shop.cart.Cart.add_item"


@pytest.mark.parametrize("name", ["Cart.total", "shop.cart.Cart.total", "Cart::total()", "cart.TOTAL"])
def test_a_qualified_name_is_found_however_it_is_spelt(view: View, name: str) -> None:
    assert names(search(view, name))[0] == "shop.cart.Cart.total"


def test_a_constant_without_a_piece_of_its_own_is_found_by_name(view: View) -> None:
    assert names(search(view, "MAX_RETRIES"))[0] == "shop.throttle.MAX_RETRIES"


@pytest.mark.parametrize("slip", ["chekcout", "checkot", "checkoout", "checkour"])
def test_a_name_with_a_slip_is_found(view: View, slip: str) -> None:
    found = search(view, slip)
    assert names(found)[0] == "shop.cart.checkout"
    assert found.hits[0].sources == ("near_name",)


def test_a_word_with_a_slip_is_read_as_the_word(view: View) -> None:
    found = search(view, "an artcle of the shop")
    assert found.evidence.corrected == {"artcl": "articl"}
    assert "shop.cart.Cart.add_item" in names(found)


def test_a_path_leads_to_its_file_and_a_line_to_its_definition(view: View) -> None:
    assert search(view, "shop/mail.py").hits[0].path == "shop/mail.py"
    assert search(view, "mail.py").hits[0].result_type == "file"
    assert names(search(view, "shop/cart.py:9"))[0] == "shop.cart.Cart.total"


def test_a_trace_leads_to_its_frames_also_when_lines_have_moved(view: View) -> None:
    trace = (
        'Traceback:\n  File "/a/main.py", line 1, in main\n  File "/a/shop/cart.py", line 99, in checkout\nValueError'
    )
    found = search(view, trace)
    assert found.intent == "error"
    assert (names(found)[0], found.hits[0].sources) == ("shop.cart.checkout", ("frame",))


@pytest.mark.parametrize("line", ["client 17 is over its limit", "2024-05-01 WARNING client 17 is over its limit"])
def test_a_log_line_leads_to_the_code_that_logs_it(view: View, line: str) -> None:
    found = search(view, line)
    assert (names(found)[0], found.hits[0].sources) == ("shop.throttle.allow_request", ("log",))


def test_a_question_that_merely_mentions_a_message_is_a_question(view: View) -> None:
    question = "what happens to the order of somebody when the cart is empty and the checkout is called nevertheless"
    assert "log" not in search(view, question).evidence.sources


def test_tests_and_vendored_copies_rank_below_the_code(view: View) -> None:
    found = [hit.path for hit in search(view, "put an article into the cart").hits]
    assert found.index("shop/cart.py") < found.index("tests/test_cart.py")
    assert found.index("shop/cart.py") < found.index("vendor/cart.py")


@pytest.mark.parametrize(
    ("filters", "paths"),
    [
        (Filters(languages=("typescript",)), {"web/cart.ts"}),
        (Filters(file_types=("ts",)), {"web/cart.ts"}),
        (Filters(directory="vendor"), {"vendor/cart.py"}),
        (Filters(directory="./shop/", kinds=("class",)), {"shop/cart.py"}),
        (Filters(directory="sho"), set()),
    ],
)
def test_filters_hold_for_names_and_for_questions(view: View, filters: Filters, paths: set[str]) -> None:
    for question in ("cart", "an article for the cart"):
        assert {hit.path for hit in search(view, question, filters).hits} == paths


def test_words_alone_find_nothing_that_says_none_of_them(view: View) -> None:
    found = search(view, "electronic basket", semantic=False)
    assert names(found) == ["shop.mail.send_invoice"]
    assert found.evidence.model is None
    assert found.evidence.fallback_reason == "semantic search was switched off"
    assert "semantic" in search(view, "electronic basket").evidence.sources


def test_evidence_counts_what_each_source_brought(view: View) -> None:
    evidence = search(view, "checkout").evidence
    assert evidence.sources[0] == "exact" and evidence.candidates["exact"] == 1
    assert evidence.candidates["lexical"] >= 1 and evidence.fusion_ms > 0


def test_each_symbol_is_a_hit_once_and_scores_fall(view: View) -> None:
    found = search(view, "cart", limit=50)
    assert len({hit.result_id for hit in found.hits}) == len(found.hits)
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_snippet_shows_the_lines_that_answer(view: View) -> None:
    hit = search(view, "refuse clients that ask too often").hits[0]
    assert "Refuse clients" in (hit.snippet or "")
    assert hit.line_start <= hit.snippet_line <= hit.line_end


@pytest.mark.parametrize("query", ["", "  ", "x" * 20_001])
def test_a_question_that_cannot_be_read_is_refused_with_a_remedy(view: View, query: str) -> None:
    with pytest.raises(InvalidArgument) as failure:
        search(view, query)
    assert failure.value.hint


@pytest.mark.parametrize("query", ["!!!", "'; DROP TABLE chunks; --", "(((", "*" * 500, "\x00", "%s %d {}"])
def test_odd_questions_are_answered_with_what_there_is(view: View, query: str) -> None:
    assert search(view, query).total_candidates >= 0


def test_without_an_embedder_words_still_find(root: Path, tmp_path: Path) -> None:
    plain = opened(root, tmp_path, Settings(embedder="none"))
    found = search(plain, "put an article into the cart")
    assert names(found)[0] == "shop.cart.Cart.add_item"
    assert found.evidence.model is None and "no vectors" in (found.evidence.fallback_reason or "")
    plain.close()


def test_the_command_line_shows_hits_with_their_lines(
    root: Path, view: View, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--path", str(root), "--cache-dir", str(root.parent / "cache"), "--limit", "1"]
    assert run(["search", "send the bill by mail", *options]) == 0
    shown = capsys.readouterr().out
    assert "shop/mail.py:1" in shown and "def send_invoice(order, address):" in shown
    assert run(["search", "zzzz qqqq", "--no-semantic", *options]) == 0
    assert "nothing found" in capsys.readouterr().out


def test_further_pieces_of_the_same_name_lose_a_little() -> None:
    scores, called = np.asarray([0.5, 0.9, 0.8, 0.7, 0.6], np.float32), np.asarray([0, 7, 7, 8, 0], np.uint32)
    spread = _spread(scores, called, np.argsort(-scores), 0.1)
    assert spread.tolist() == pytest.approx([0.5, 0.9, 0.72, 0.7, 0.6])


def test_who_asks_for_a_name_sees_all_that_have_it(tmp_path: Path) -> None:
    classes = [f"class Class{number}:\n    def settle(self):\n        return {number}\n" for number in range(3)]
    (tmp_path / "many.py").write_text("\n\n".join([*classes, "def settle_later():\n    return settle\n"]))
    build(tmp_path, None, None, tmp_path / "cache")
    where = locate(tmp_path, None, tmp_path / "cache")
    found = search(View(mount(tmp_path / "cache", where.repo_id, where.commit), where), "settle")
    assert [hit.name for hit in found.hits[:3]] == ["settle"] * 3


def test_pieces_that_are_like_every_question_lose_by_how_much_they_are(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = text_index(view)
    asked, usual = search_vector("where is the bill sent", str(index.model)), search_usual(str(index.model))
    assert usual is not None
    now = index.semantic([asked])[0]
    monkeypatch.setattr("query.search.index.USUAL", 0.0)
    before, like = TextIndex(index.segments).semantic([asked, usual])
    lost = before - now
    np.testing.assert_allclose(lost, like * (lost @ like) / (like @ like), atol=1e-4)
    assert lost @ like > 0
