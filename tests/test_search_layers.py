"""A state in layers ranks as a full build of the same content does."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from indexer.build import build
from indexer.facade import overlay as layer_of
from query.engine.laid import Laid, Layer
from query.engine.view import View
from query.mount import laid_over, mount
from query.overlay import overlay
from query.repo import locate
from query.search import Found
from query.search.laid import laid_pieces
from query.search.service import search

WORDS = (
    "cart", "order", "price", "invoice", "mail", "retry", "token", "session", "cache", "parse", "render", "filter",
    "user", "limit", "queue", "socket",
)  # fmt: skip
QUESTIONS = (
    "cache of a session", "how is the price of an order parsed", "retry_mail", "limit the queue", "token",
    "filter invoices by user", "modules/module_3.py", "render the cart again and again",
)  # fmt: skip

BOUND = 0.02  # by which a score may differ from a full build's: one use more or less


def module(chance: random.Random) -> str:
    """A file of a few functions with words drawn at random."""
    parts = []
    for number in range(chance.randint(1, 4)):
        first, second, *rest = chance.choices(WORDS, k=8)
        parts.append(f'def {first}_{second}_{number}(x):\n    """{" ".join(rest)}."""\n    return {rest[0]}(x)\n')
    return "\n\n".join(parts)


def page(chance: random.Random) -> str:
    """A document whose sections speak of some functions."""
    parts = []
    for number in range(5):
        first, second, *rest = chance.choices(WORDS, k=8)
        parts.append(f"## {first} {number}\n\nTo {' '.join(rest)} use `{first}_{second}_{number % 3}`.\n")
    return "\n".join(parts)


def git(root: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True)


def edited(chance: random.Random, paths: list[str]) -> dict[str, bytes | None]:
    """Some files changed, one deleted, one new."""
    chosen = chance.sample(paths, 4)
    edits: dict[str, bytes | None] = {path: module(chance).encode() for path in chosen[1:]}
    pages: dict[str, bytes | None] = {"docs/0.md": None, "docs/1.md": page(chance).encode()}
    return edits | pages | {chosen[0]: None, "modules/new.py": module(chance).encode()}


def answers(view: View) -> list[list[tuple[str, int, float]]]:
    def told(found: Found) -> list[tuple[str, int, float]]:
        return [(hit.path, hit.line_start, hit.score) for hit in found.hits]

    return [told(search(view, question)) for question in QUESTIONS]


@pytest.fixture(scope="module", params=[1, 2, 3])
def states(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, View]:
    """One content, reached in four ways, one of them over an index that is kept from another state."""
    chance = random.Random(request.param)
    folder = tmp_path_factory.mktemp("layers")
    root = folder / "repo"
    (root / "modules").mkdir(parents=True)
    paths = [f"modules/module_{number}.py" for number in range(24)]
    for path in paths:
        (root / path).write_text(module(chance))
    (root / "docs").mkdir()
    for number in range(4):
        (root / "docs" / f"{number}.md").write_text(page(chance))
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    build(root, None, None, folder / "cache", jobs=1)
    base = locate(root)
    edits = edited(chance, paths)
    other = View(overlay(folder / "cache", base, {paths[0]: b"x = 1\n"}), base, "w", 1, frozenset({paths[0]}))
    search(other, "anything")
    views = {"kept": View(overlay(folder / "cache", base, edits), base, "w", 2, frozenset(edits))}
    for path, data in edits.items():
        (root / path).unlink() if data is None else (root / path).write_bytes(data)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "second")
    after = locate(root)
    build(root, None, None, folder / "cache", jobs=1)
    build(root, None, None, folder / "full", jobs=1)
    views["layered"] = View(mount(folder / "cache", after.repo_id, after.commit), after)
    views["full"] = View(mount(folder / "full", after.repo_id, after.commit), after)
    assert len(views["layered"].mounted.manifest["layers"]) == 2
    request.addfinalizer(lambda: [view.close() for view in [*views.values(), other]])
    return views


def test_a_layered_snapshot_ranks_as_a_full_one(states: dict[str, View]) -> None:
    assert answers(states["layered"]) == answers(states["full"])


def test_edits_over_a_kept_index_rank_as_a_full_build(states: dict[str, View]) -> None:
    """The same places in the same order; scores may differ by what uses have changed in files that were not edited."""
    for over, full in zip(answers(states["kept"]), answers(states["full"]), strict=True):
        assert [hit[2] for hit in over] == pytest.approx([hit[2] for hit in full], abs=BOUND)
        assert {hit[:2] for hit in over if hit[2] > full[-1][2] + BOUND} <= {hit[:2] for hit in full}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_edits_laid_over_what_is_loaded_answer_as_those_read_from_the_database(tmp_path: Path, seed: int) -> None:
    chance, root, cache = random.Random(seed), tmp_path / "repo", tmp_path / "cache"
    root.mkdir()
    texts = {f"module_{number}.py": module(chance) for number in range(8)}
    for path, text in texts.items():
        (root / path).write_text(f'{text}\n\ndef fail():\n    raise ValueError("no such {path} was ever there")\n')
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    build(root, None, None, cache, jobs=1)
    repo = locate(root)
    raised = b'\n\ndef other():\n    raise ValueError("something else went wrong here")\n'
    edits: dict[str, bytes | None] = {path: module(chance).encode() + raised for path in chance.sample(list(texts), 2)}
    tables = layer_of(root, cache, repo.repo_id, repo.commit, edits)
    below = View(mount(cache, repo.repo_id, repo.commit), repo)
    over = laid_over(below.mounted, tables)
    laid = View(over, repo, "w", 1, frozenset(edits), Laid(over, below.loaded, Layer(tables)))
    plain = View(overlay(cache, repo, edits), repo, "w", 1, frozenset(edits))
    assert laid_pieces(Layer(tables), frozenset(edits)) is not None
    assert answers(laid) == answers(plain)
    for path in texts:
        for text in (f"ValueError: no such {path} was ever there", "ValueError: something else went wrong here"):
            assert search(laid, text).hits == search(plain, text).hits
    for view in (laid, plain, below):
        view.close()


def test_an_edited_file_is_found_by_its_new_words_and_no_longer_by_its_old_ones(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.py").write_text("def walrus():\n    return 1\n")
    (root / "b.py").write_text("def other():\n    return 2\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    build(root, None, None, tmp_path / "cache", jobs=1)
    base = locate(root)
    before = View(mount(tmp_path / "cache", base.repo_id, base.commit), base)
    assert search(before, "where is the walrus", semantic=False).hits
    over = overlay(tmp_path / "cache", base, {"a.py": b"def pelican():\n    return 1\n"})
    after = View(over, base, "w", 1, frozenset({"a.py"}))
    assert [hit.name for hit in search(after, "where is the pelican", semantic=False).hits] == ["pelican"]
    assert not search(after, "where is the walrus", semantic=False).hits
    before.close()
    after.close()
