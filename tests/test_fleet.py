"""Many repositories: lists, pools whose workers die, SQL over all of them, references from one to another."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from indexer.fleet.engines import run as run_engine
from indexer.fleet.run import index_all
from indexer.fleet.work import Item, index_one, read_list
from indexer.model import ConfigError
from indexer.schema import cache_path
from query.cli import run
from query.errors import NotFound, NotIndexedError, SqlError
from query.fleet.crossref import Crossref
from query.fleet.merged import FOLDER
from query.fleet.newest import newest
from query.fleet.tables import Fleet
from query.mount import mount
from query.sql import run_select

LIBRARY = {
    "warehouse/__init__.py": "from warehouse.stock import Stock\n",
    "warehouse/stock.py": "class Stock:\n    def take(self):\n        return 1\n\n\ndef count():\n    return Stock()\n",
}
SHOP = {
    "shop/app.py": (
        "import warehouse.stock\nfrom warehouse import Stock\nfrom warehouse.stock import count as counted\n\n\n"
        "def sell():\n    counted()\n    return Stock(), warehouse.stock.Stock\n"
    ),
}


def make(folder: Path, sources: dict[str, str]) -> Path:
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "more")
    return folder


def git(repo: Path, *args: str) -> None:
    command = ["git", "-C", str(repo), "-c", "user.name=a", "-c", "user.email=a@b.c", *args]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two repositories, one of which uses the other, in one cache."""
    folder = tmp_path_factory.mktemp("fleet")
    items = [Item(str(make(folder / name, files))) for name, files in (("library", LIBRARY), ("shop", SHOP))]
    assert [one.status for one in index_all(items, folder / "cache").outcomes] == ["indexed", "indexed"]
    return folder


def rows(cache: Path, statement: str) -> list[tuple[Any, ...]]:
    with Fleet(cache) as mounted:
        return run_select(mounted, statement).rows


def test_a_list_has_a_repository_on_each_line(tmp_path: Path) -> None:
    (tmp_path / "repos.txt").write_text("# ours\nshop\n\nshop v2\nssh://host/a.git main\nshop\ngit@host:b.git\n")
    assert read_list(tmp_path / "repos.txt") == [
        Item(str(tmp_path / "shop")),
        Item(str(tmp_path / "shop"), "v2"),
        Item("ssh://host/a.git", "main"),
        Item("git@host:b.git"),
    ]


@pytest.mark.parametrize(("text", "wrong"), [("", "names no repository"), ("a b c", "repos.txt:1 has 3 words")])
def test_a_bad_list_is_told(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "repos.txt").write_text(text)
    with pytest.raises(ConfigError, match=wrong) as error:
        read_list(tmp_path / "repos.txt")
    assert error.value.hint


def test_workers_that_die_cost_only_what_kills_them() -> None:
    deadly = "__import__('os')._exit(9)"
    found = dict(run_engine("processes", eval, ["1", deadly, "2", "1/0", "3", deadly + " or 1", "4"], 2))
    assert [found[item] for item in "1234"] == [1, 2, 3, 4]
    assert isinstance(found["1/0"], ZeroDivisionError)
    assert "process died" in str(found[deadly]) and "process died" in str(found[deadly + " or 1"])


@pytest.mark.parametrize(("engine", "library"), [("ray", "ray"), ("dask", "distributed")])
def test_an_engine_that_is_not_installed_is_told(engine: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ConfigError, match="not installed") as error:
        list(run_engine(engine, eval, ["1"], 1))
    assert f"codemap[{engine}]" in error.value.hint


def test_what_fails_is_tried_again_and_told(world: Path, tmp_path: Path) -> None:
    items = [Item(str(world / "shop")), Item(str(tmp_path / "nothing"))]
    told = []
    there, failed = index_all(items, world / "cache", jobs=2, retries=2, told=told.append).outcomes
    assert (there.status, there.attempts) == ("present", 1)
    assert (failed.status, failed.attempts) == ("failed", 3)
    assert failed.error and "does not exist" in failed.error
    assert len(told) == 4


def test_what_a_dead_worker_did_not_hand_up_is_handed_up_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    cache = cache_path(f"file://{tmp_path}/store")
    item = Item(str(make(tmp_path / "library", LIBRARY)))
    assert index_one(item, cache).status == "indexed"
    handed = {path: path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file()}
    shutil.rmtree(tmp_path / "store")
    assert index_one(item, cache).status == "present"
    assert {path: path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file()} == handed


def test_urls_are_cloned_once_and_fetched_from_then_on(tmp_path: Path) -> None:
    origin = make(tmp_path / "origin", LIBRARY)
    item = Item(origin.as_uri())
    first = index_one(item, tmp_path / "cache")
    make(origin, {"new.py": "def new(): pass\n"})
    second = index_one(item, tmp_path / "cache")
    assert (first.status, second.status) == ("indexed", "indexed") and first.commit != second.commit
    assert len(list((tmp_path / "cache" / "clones").iterdir())) == 1


def test_sql_asks_all_repositories(world: Path) -> None:
    found = rows(world / "cache", "SELECT repo, name FROM symbols WHERE kind = 'function' ORDER BY name")
    assert [name for _, name in found] == ["count", "sell"]
    assert len({repo for repo, _ in found}) == 2


def test_sql_reaches_nothing_but_snapshots(world: Path) -> None:
    with pytest.raises(SqlError):
        rows(world / "cache", "SELECT * FROM read_text('/etc/hosts')")


def test_rows_of_layers_count_as_in_one_snapshot(tmp_path: Path) -> None:
    repo = make(tmp_path / "repo", LIBRARY | {f"m{n}.py": f"def f{n}(): pass\n" for n in range(30)})
    index_one(Item(str(repo)), tmp_path / "cache")
    make(repo, {"m3.py": "def other(): pass\n"})
    outcome = index_one(Item(str(repo)), tmp_path / "cache")
    assert outcome.repo_id and outcome.commit
    with mount(tmp_path / "cache", outcome.repo_id, outcome.commit) as mounted:
        assert len(mounted.manifest["layers"]) == 2
        for table in ("files", "symbols", "refs"):
            alone = run_select(mounted, f"SELECT * FROM {table} ORDER BY ALL").rows
            assert rows(tmp_path / "cache", f"SELECT * EXCLUDE (repo, commit) FROM {table} ORDER BY ALL") == alone


def test_references_lead_from_one_repository_to_another(world: Path) -> None:
    found = Crossref(world / "cache").references("warehouse.Stock")
    (definition,) = found.definitions
    assert definition.symbol_id == "T:warehouse.stock.Stock"
    outside = {(use.path, use.line, use.name) for use in found.uses if use.external}
    assert outside == {
        ("shop/app.py", 2, "warehouse.Stock"),
        ("shop/app.py", 8, "warehouse.Stock"),
        ("shop/app.py", 8, "warehouse.stock.Stock"),
    }
    assert {use.path for use in found.uses if not use.external} >= {"warehouse/stock.py"}
    assert Crossref(world / "cache").references("warehouse.stock.Stock").uses == found.uses


def test_aliases_of_imports_are_followed(world: Path) -> None:
    found = Crossref(world / "cache").references("warehouse.stock.count")
    assert {use.line for use in found.uses if use.external} == {3, 7}


def test_names_that_nobody_has_are_told_with_near_ones(world: Path) -> None:
    with pytest.raises(NotFound, match="defines or uses") as error:
        Crossref(world / "cache").references("depot.Stock")
    assert "warehouse.Stock" in error.value.near


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for name, files in (("library", LIBRARY), ("shop", SHOP)):
        index_one(Item(str(make(tmp_path / name, files))), cache)
    assert len(Crossref(cache).refresh()) == 2
    assert Crossref(cache).refresh() == []
    make(tmp_path / "shop", {"shop/more.py": "from warehouse import Stock\n"})
    changed = index_one(Item(str(tmp_path / "shop")), cache)
    assert Crossref(cache).refresh() == [changed.repo_id]
    assert "shop/more.py" in {use.path for use in Crossref(cache).references("warehouse.Stock").uses}
    assert len(list((cache / FOLDER / "uses-parts").iterdir())) == 2


def test_an_empty_cache_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotIndexedError, match="no snapshot"):
        newest(tmp_path)


def test_the_commands(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (world / "repos.txt").write_text("library\nshop\nmissing\n")
    where = ["--cache-dir", str(world / "cache")]
    assert run(["fleet", "index", str(world / "repos.txt"), "--json", "--retries", "0", *where]) == 1
    told = json.loads(capsys.readouterr().out)["outcomes"]
    assert [one["status"] for one in told] == ["present", "present", "failed"]
    assert run(["fleet", "refs", "warehouse.Stock", *where]) == 0
    assert "in 2 repositories" in capsys.readouterr().out
    assert run(["fleet", "sql", "SELECT count(DISTINCT repo) AS n FROM files", "--format", "csv", *where]) == 0
    assert capsys.readouterr().out == "n\n2\n"
