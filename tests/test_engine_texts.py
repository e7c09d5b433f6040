"""Reading contents: excerpts, encodings, blobs, work trees, and paths that lead elsewhere."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from query.engine import refs, spans, surfaces, symbols
from query.engine.summary import summarize
from query.engine.texts import Kept, Text
from query.engine.view import MOST_BYTES, View
from query.errors import InvalidArgument, NotFound, QueryError

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[View]:
    """The same repository as a workspace: contents come from disk."""
    committed = shop.opened(shop.make(tmp_path))
    yield View(committed.mounted, committed.repo, "agent-1", 1)
    committed.close()


def test_a_span_is_numbered_and_has_its_context(view: View) -> None:
    found = spans.span(view, "shop/store.py", 9, 10, context_lines=1)
    assert found.content.splitlines()[1] == "  9 |     def save(self, order):"
    assert (found.start, found.end, found.truncated) == (8, 11, False)
    assert found.total_lines == len(shop.SOURCES["shop/store.py"].splitlines())


def test_a_span_is_cut_at_its_limit_and_at_the_end_of_the_file(view: View) -> None:
    cut = spans.span(view, "shop/store.py", 1, 400, max_lines=3)
    assert (cut.start, cut.end, cut.truncated, len(cut.content.splitlines())) == (1, 3, True, 3)
    whole = spans.span(view, "shop/mail.py", 2, 400)
    assert (whole.start, whole.end, whole.truncated) == (2, 3, False)


def test_a_definition_is_shown_with_two_lines_around_it(view: View) -> None:
    found = spans.definition(view, symbols.resolve(view, "M:shop.orders.total"))
    assert (found.path, found.start, found.end) == ("shop/orders.py", 19, 24)
    assert " 21 | def total(lines):" in found.content


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("notes/crlf.txt", [" 1 | one", " 2 | two", " 3 | three"]),
        ("notes/bytes.txt", [" 1 | caf\ufffd", " 2 | end"]),
        ("notes/wide.txt", [" 1 | über", " 2 | zwei"]),
        ("notes/empty.txt", []),
    ],
)
def test_line_ends_and_encodings_are_tolerated(view: View, path: str, lines: list[str]) -> None:
    found = spans.span(view, path, 1, 9)
    assert (found.content.splitlines(), found.total_lines) == (lines, len(lines))


@pytest.mark.parametrize(("start", "end"), [(0, 5), (-1, 1), (5, 4), (4000, 4001)])
def test_a_range_that_is_none_is_refused(view: View, start: int, end: int) -> None:
    with pytest.raises(InvalidArgument) as caught:
        spans.span(view, "shop/store.py", start, end)
    assert caught.value.hint


HOSTILE = [
    "../secret.txt", "shop/../../secret.txt", "/etc/passwd", "\\\\host\\share", "shop\\..\\..\\secret.txt", "a\0b", "",
    ".", "C:/secret.txt", "shop/store.py\0.txt",
]  # fmt: skip


@pytest.mark.parametrize("path", HOSTILE)
def test_paths_that_lead_out_are_refused(view: View, workspace: View, path: str) -> None:
    (workspace.repo.root.parent / "secret.txt").write_text("secret")
    for asked in (view, workspace):
        with pytest.raises(InvalidArgument):
            spans.span(asked, path, 1, 1)


def test_links_out_of_the_work_tree_and_gits_own_files_are_not_read(workspace: View) -> None:
    root = workspace.repo.root
    (root.parent / "secret.txt").write_text("secret")
    (root / "link.txt").symlink_to(root.parent / "secret.txt")
    (root / "out").symlink_to(root.parent)
    (root / "inside.txt").symlink_to(root / "shop" / "mail.py")
    for path in ("link.txt", "out/secret.txt", ".git/config", "shop"):
        with pytest.raises(NotFound):
            spans.span(workspace, path, 1, 1)
    assert "class Mailer" in spans.span(workspace, "inside.txt", 1, 1).content


def test_a_file_that_is_not_there_is_told_with_namesakes(view: View) -> None:
    with pytest.raises(NotFound) as caught:
        spans.span(view, "src/store.py", 1, 1)
    assert caught.value.near == ("shop/store.py",)


def test_a_commit_is_read_from_its_blobs_and_a_workspace_from_disk(workspace: View) -> None:
    committed = View(workspace.mounted, workspace.repo)
    (workspace.repo.root / "shop/mail.py").write_text("changed = 1\n")
    assert workspace.text("shop/mail.py") == b"changed = 1\n"
    assert committed.text("shop/mail.py") == shop.SOURCES["shop/mail.py"].encode()
    (workspace.repo.root / "shop/mail.py").write_text("again = 22\n")
    assert workspace.text("shop/mail.py") == b"again = 22\n"
    (workspace.repo.root / "shop/mail.py").unlink()
    assert workspace.text("shop/mail.py") is None
    committed._blobs.close()


def test_virtual_files_hide_the_real_ones_for_one_request(view: View) -> None:
    asked = view.with_virtual({"shop/mail.py": b"virtual\n", "new.py": b"new\n"})
    assert spans.span(asked, "shop/mail.py", 1, 1).content == " 1 | virtual"
    assert asked.text("new.py") == b"new\n"
    assert view.text("new.py") is None
    assert asked.loaded is view.loaded
    with pytest.raises(InvalidArgument):
        view.with_virtual({"../x": b""})


def test_git_is_started_again_when_it_dies(view: View) -> None:
    assert view.text("pack/pack.go") is not None
    process = view._blobs._process
    assert process is not None
    process.kill()
    process.wait()
    assert view.text("shop/mail.py") == shop.SOURCES["shop/mail.py"].encode()


def test_a_clone_without_the_blob_reads_the_same_content_from_disk_or_says_so(tmp_path: Path) -> None:
    asked = shop.opened(shop.make(tmp_path))
    for found in (asked.repo.root / ".git/objects").glob("??/*"):
        found.chmod(0o644)
        found.unlink()
    assert asked.text("shop/mail.py") == shop.SOURCES["shop/mail.py"].encode()
    (asked.repo.root / "shop/store.py").write_text("other\n")
    with pytest.raises(NotFound, match="not in this clone"):
        spans.span(asked, "shop/store.py", 1, 1)
    asked.close()


def test_an_empty_blob_is_a_file_without_lines(tmp_path: Path) -> None:
    asked = shop.opened(shop.make(tmp_path))
    (asked.repo.root / "shop/__init__.py").unlink()
    assert asked.text("shop/__init__.py") == b""
    asked.close()


def test_a_file_beyond_all_measure_is_not_read(workspace: View) -> None:
    with (workspace.repo.root / "huge.bin").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(InvalidArgument, match="too large"):
        spans.span(workspace, "huge.bin", 1, 1)


def test_a_repository_without_code_answers_every_question(tmp_path: Path) -> None:
    asked = shop.opened(shop.make(tmp_path, {"README": "nothing here\n"}), facts=[])
    assert symbols.search(asked, "anything").near == ()
    assert symbols.search(asked, None, kinds=["class"]).total == 0
    assert (len(asked.loaded.refs.target), len(asked.loaded.calls)) == (0, 0)
    assert surfaces.endpoints(asked).total == 0
    assert "| text | 1 |" in summarize(asked)
    with pytest.raises(NotFound, match="no symbol"):
        symbols.resolve(asked, "T:Anything")
    asked.close()


def test_texts_are_kept_up_to_some_bytes() -> None:
    kept = Kept(most_bytes=10)
    for key in ("a", "b", "c"):
        kept.put(key, Text(b"12345"))
    assert [kept.get(key) is not None for key in ("a", "b", "c")] == [False, True, True]


def test_many_threads_ask_a_fresh_view_at_once(tmp_path: Path) -> None:
    asked = shop.opened(shop.make(tmp_path))
    failures: list[Exception] = []
    answers: list[object] = []

    def ask() -> None:
        try:
            store = symbols.resolve(asked, shop.STORE)
            found = refs.find(asked, store), symbols.search(asked, "save"), spans.definition(asked, store)
            answers.append(found)
        except (QueryError, RuntimeError, ValueError, KeyError) as error:
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    asked.close()
    assert not failures
    assert len(answers) == 8 and all(answer == answers[0] for answer in answers)


def test_a_search_loads_nothing_that_only_the_graph_needs(tmp_path: Path) -> None:
    asked = shop.opened(shop.make(tmp_path))
    symbols.search(asked, "save")
    assert "refs" not in asked.loaded.__dict__ and "words" in asked.loaded.__dict__
    refs.find(asked, symbols.resolve(asked, shop.STORE))
    assert "refs" in asked.loaded.__dict__ and "facts" not in asked.loaded.__dict__
    asked.close()
