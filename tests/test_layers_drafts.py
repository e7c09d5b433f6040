"""Edited files before they are linked: the same definitions, and no reference that linking would not find."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from indexer.build import build
from indexer.facade import draft, overlay
from query.mount import mount
from query.repo import RepoRef, locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

SAME = ("symbols", "files", "chunks")
REF = "path, line_start, col_start, kind, from_symbol, to_symbol, to_name, resolution"
QUESTIONS = {table: f"SELECT * FROM {table} WHERE list_contains($paths, path) ORDER BY ALL" for table in SAME} | {
    "resolved": f"SELECT {REF} FROM refs WHERE to_symbol IS NOT NULL AND list_contains($paths, path)",
    "external": "SELECT count(*) FROM refs WHERE list_contains($paths, path) AND external",
    "facts": "SELECT count(*) FROM facts WHERE list_contains($paths, path)",
}
ADDED = {
    ".py": (
        "\n\nclass New{n}(Store):\n    @property\n    def x(self): return x_{n}\n"
        "    @x.setter\n    def x(self, v): total(v)\n"
    ),
    ".cs": "\nnamespace Shop.Web {{ public class New{n} : Cart {{ public New{n}() : base({n}) {{ Clear(); }} }} }}\n",
    ".go": "\nfunc (b Box) New{n}(p Packer) int {{ return p.Pack({n}) }}\n",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, RepoRef]]:
    root = shop.make(tmp_path_factory.mktemp("drafts"))
    build(root, None, None, root.parent / "cache", jobs=1)
    yield root.parent / "cache", locate(root)


def edited(root: Path, seed: int) -> dict[str, bytes | None]:
    pick = random.Random(seed)
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*.*") if path.suffix in ADDED)
    changed: dict[str, bytes | None] = {}
    for path in pick.sample(paths, pick.randint(1, 2)):
        lines = (root / path).read_text().splitlines(keepends=True)
        at = pick.randrange(len(lines) + 1)
        lines[at : at + pick.randint(0, 4)] = lines[at : at + pick.randint(0, 2)]
        text = "".join(lines) + ADDED[Path(path).suffix].format(n=pick.randint(1, 9)) * pick.randint(0, 1)
        changed[path] = None if pick.random() < 0.1 else text.encode()
        if pick.random() < 0.2:
            changed[f"{path.rpartition('/')[0]}/new_{seed}{Path(path).suffix}"] = text.replace("Cart", "Other").encode()
    return {path: data for path, data in changed.items() if data != _committed(root / path)}


def _committed(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def asked(base: tuple[Path, RepoRef], layer: Any, paths: list[str]) -> dict[str, list[tuple[Any, ...]]]:
    """The answers to all of `QUESTIONS` about some files, with a layer over the commit."""
    cache, repo = base
    with mount(cache, repo.repo_id, repo.commit, over=layer) as mounted, closing(mounted.cursor()) as cursor:
        return {name: cursor.execute(sql, {"paths": paths}).fetchall() for name, sql in QUESTIONS.items()}


def test_definitions_are_those_of_the_linked_state_and_references_are_among_its_own(
    base: tuple[Path, RepoRef],
) -> None:
    cache, repo = base
    shown = 0
    for seed in range(40):
        changed = edited(repo.root, seed)
        made = draft(repo.root, cache, repo.repo_id, repo.commit, changed)
        if made is None or not changed:
            continue
        shown += 1
        linked = overlay(repo.root, cache, repo.repo_id, repo.commit, changed)
        early, late = (asked(base, layer, list(changed)) for layer in (made, linked))
        for table in SAME:
            assert early[table] == late[table], (seed, table)
        assert set(early["resolved"]) <= set(late["resolved"]), (seed, set(early["resolved"]) - set(late["resolved"]))
        assert early["external"] == early["facts"] == [(0,)]  # who knows, before it is linked
    assert shown >= 25


def test_what_shares_a_name_with_another_file_waits_until_it_is_linked(base: tuple[Path, RepoRef]) -> None:
    cache, repo = base
    text = (repo.root / "web/Cart.Clear.cs").read_bytes().replace(b"BigCart", b"Page")
    assert draft(repo.root, cache, repo.repo_id, repo.commit, {"web/Cart.Clear.cs": text}) is None
