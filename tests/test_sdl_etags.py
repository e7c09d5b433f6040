"""Tags of cards over random edits: they change exactly when what the card says of its symbol changes."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from query.cli import run
from query.engine.etags import etag
from query.mount import mount
from query.repo import RepoRef, locate
from query.tools.sdl.routing import Asked
from query.tools.sdl.shaping.cards import Wanted, cards

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

SOURCES = {
    "pack/__init__.py": "",
    "pack/a.py": "def first(x):\n    return second(x) + 1\n\n\ndef second(x):\n    assert x\n    return x\n",
    "pack/b.py": "from pack.a import first\n\n\nclass Box:\n    def put(self, x):\n        return first(x)\n",
    "tests/test_a.py": "from pack.a import first\n\n\ndef test_first():\n    first(1)\n",
}  # fmt: skip
Said = dict[str, tuple[str, dict[str, Any]]]
Index = Callable[[Path, RepoRef], None]


def comment(text: str, number: int) -> str:
    return text + f"# {number}\n"


def move(text: str, number: int) -> str:
    return f"\n{text}"


def document(text: str, number: int) -> str:
    return text.replace("def first(x):\n", f'def first(x):\n    """Number {number}."""\n', 1)


def call(text: str, number: int) -> str:
    return text + f"\n\ndef more_{number}():\n    return first({number})\n"


def body(text: str, number: int) -> str:
    return text.replace("+ 1", f"+ {number + 2}")


def rename(text: str, number: int) -> str:
    return text.replace("put", f"put_{number}")


EDITS = (comment, move, document, call, body, rename)


def quickly(cache: Path, repo: RepoRef) -> None:
    shop.index(cache, repo, [])


def wholly(cache: Path, repo: RepoRef) -> None:
    """As users do, which counts commits, too."""
    assert run(["index", "--path", str(repo.root), "--cache-dir", str(cache), "--jobs", "1", "--json"]) == 0


def said(root: Path, index: Index = quickly) -> Said:
    """What the cards of all symbols say, with their tags, without the state that they come from."""
    repo = locate(root)
    cache = root.parent / "cache"
    index(cache, repo)
    view = shop.View(mount(cache, repo.repo_id, repo.commit), repo)
    every = [view.loaded.symbols[number] for number in range(len(view.loaded.symbols))]
    made = {}
    for symbol, card in zip(every, cards(Asked("r", view, repo.commit), every, Wanted()), strict=True):
        shown = card.model_dump(mode="json", by_alias=True)
        assert shown["version"].pop("ledgerVersion") == repo.commit
        made[symbol.symbol_id] = (shown.pop("etag"), shown)
    view.close()
    return made


def edited(root: Path, path: str, text: str, index: Index = quickly) -> Said:
    (root / path).write_text(text, encoding="utf-8")
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "edit", "--allow-empty")
    return said(root, index)


def lasting(shown: dict[str, Any]) -> dict[str, Any]:
    """What a card says of its symbol: all but what moves with time and with the rest of the repository."""
    return shown | {"metrics": shown["metrics"] | {"churn30d": None}, "cluster": None}


@pytest.mark.parametrize("seed", range(3))
def test_tags_change_exactly_when_cards_do(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    root = shop.make(tmp_path, SOURCES)
    before, changed, kept = said(root), 0, 0
    for number in range(5):
        path = chance.choice(["pack/a.py", "pack/b.py", "tests/test_a.py"])
        after = edited(root, path, chance.choice(EDITS)((root / path).read_text("utf-8"), number))
        for symbol_id in before.keys() & after.keys():
            (old_tag, old), (new_tag, new) = before[symbol_id], after[symbol_id]
            assert (old_tag == new_tag) == (lasting(old) == lasting(new)), symbol_id
            changed += old_tag != new_tag
            kept += old_tag == new_tag
        before = after
    assert kept and changed


def test_a_commit_that_leaves_code_alone_leaves_tags_alone(tmp_path: Path) -> None:
    root = shop.make(tmp_path, SOURCES)
    before = said(root)
    assert edited(root, "README", "about\n") == before
    after = edited(root, "pack/b.py", SOURCES["pack/b.py"] + "# a remark\n")
    assert {one for one in before if before[one][0] != after[one][0]} <= {"N:pack.b"}
    after = edited(root, "pack/a.py", SOURCES["pack/a.py"].replace("+ 1", "+ 2"))
    assert {one for one in before if before[one][0] != after[one][0]} <= {"N:pack.a", "N:pack.b", "M:pack.a.first"}
    assert after["M:pack.a.first"][0] != before["M:pack.a.first"][0]


def test_time_that_passes_and_new_neighbours_leave_tags_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
    root = shop.make(tmp_path, SOURCES)
    before = said(root, wholly)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-06-01T00:00:00Z")
    after = edited(root, "pack/a.py", SOURCES["pack/a.py"] + "\n\ndef third():\n    return second(3)\n", wholly)
    (old_tag, old), (new_tag, new) = before["M:pack.b.Box.put"], after["M:pack.b.Box.put"]
    assert (old["metrics"]["churn30d"], new["metrics"]["churn30d"]) == (1, 0) and old_tag == new_tag
    (old_tag, old), (new_tag, new) = before["M:pack.a.first"], after["M:pack.a.first"]
    assert old["cluster"]["memberCount"] < new["cluster"]["memberCount"] and old_tag == new_tag
    assert before["M:pack.a.second"][0] != after["M:pack.a.second"][0], "it is used once more"


def test_the_order_of_keys_does_not_count() -> None:
    assert etag({"a": 1, "b": [2]}) == etag({"b": [2], "a": 1}) != etag({"a": 1, "b": [3]})
