"""The report's page: its data, and what a real browser makes of it."""

from __future__ import annotations

import base64
import copy
import gzip
import importlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from query.engine.view import View
from query.pages import payload
from query.pages.gather import gather
from query.pages.page import render, write_page

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def data(view: View) -> dict[str, Any]:
    return payload.payload(view, gather(view, view.repo.root.parent / "cache"))


def test_the_columns_belong_together(view: View, data: dict[str, Any]) -> None:
    symbols = data["symbols"]
    assert {len(column) for column in symbols.values()} == {len(view.loaded.symbols)}
    number = symbols["id"].index("M:shop.store.Store.save")
    assert symbols["id"][symbols["owner"][number]] == "T:shop.store.Store"
    assert data["paths"][symbols["path"][number]] == "shop/store.py"
    assert data["kinds"][symbols["kind"][number]] == "method"
    assert data["excerpts"][number].startswith("def save(self, order):")


def test_calls_are_pairs_of_symbols_on_the_page(data: dict[str, Any]) -> None:
    ids, source = data["symbols"]["id"], 0
    pairs = set()
    for step, target in zip(data["calls"]["from"], data["calls"]["to"], strict=True):
        source += step
        pairs.add((ids[source], ids[target]))
    assert ("M:shop.store.Store.save", "M:shop.store.Store.path") in pairs


def test_a_cut_list_says_how_long_it_was(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    found = gather(view, view.repo.root.parent / "cache")
    monkeypatch.setattr(payload, "_UNUSED", 1)
    cut = payload.payload(view, found)
    assert len(cut["report"]["unused"]) == 1 < cut["unused"] == len(found.unused)


def test_where_there_are_too_many_symbols_tests_go_first(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    found = gather(view, view.repo.root.parent / "cache")
    most = int((~view.loaded.symbols.is_test).sum()) - 1
    monkeypatch.setattr(payload, "MOST_SYMBOLS", most)
    cut = payload.payload(view, found)
    assert len(cut["symbols"]["id"]) == most < cut["total"]
    assert not any(cut["symbols"]["test"])
    assert max(cut["calls"]["to"], default=0) < most and max(cut["symbols"]["owner"]) < most


def test_nothing_a_repository_holds_becomes_markup(data: dict[str, Any]) -> None:
    page = render(data | {"report": data["report"] | {"name": "</script><img src=x onerror=alert(1)>$data"}})
    assert "onerror=alert" not in page
    assert "http:" not in re.sub(r"http://www.w3.org/\S*", "", page), "the page fetches nothing"
    packed = re.search(r'type="application/octet-stream">([^<]+)<', page)
    assert packed and json.loads(gzip.decompress(base64.b64decode(packed[1])))["report"]["name"].startswith("</script>")


def test_the_same_data_gives_the_same_page(data: dict[str, Any]) -> None:
    assert render(data) == render(data)


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("", "Most central"),
        ("map", 'class="treemap"'),
        ("graph", "Without a dependency that is drawn"),
        ("search/store.store.sa", "<b>save</b>"),
        ("surfaces", "Routes"),
        ("findings", "Candidates for dead code"),
        ("package/shop", "Used by"),
        ("symbol/M:shop.store.Store.save", "Write one order to its file."),
        ("search/audst", "AuditedStore"),
        ("search/store save", "<b>save</b>"),
    ],
)
def test_a_browser_shows_it(data: dict[str, Any], tmp_path: Path, place: str, shown: str) -> None:
    assert shown in main_part(data, tmp_path, place)


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_dependencies_are_drawn_and_cycles_marked(data: dict[str, Any], tmp_path: Path) -> None:
    changed = copy.deepcopy(data)
    one, other, third = changed["report"]["packages"][:3]
    one["uses"], other["uses"], third["uses"] = {other["name"]: 3}, {one["name"]: 1}, {one["name"]: 2}
    shown = main_part(changed, tmp_path, "graph")
    assert shown.count('<path d="M') - 1 == 3 and shown.count("<rect ") == 3, "the arrow's head is a path, too"
    assert len(re.findall(r'<path [^>]*class="cycle"', shown)) == len(re.findall(r'<a [^>]*class="cycle"', shown)) == 2
    assert '<span class="cycle-key">' in shown and "Without a dependency" not in shown


def main_part(data: dict[str, Any], tmp_path: Path, place: str) -> str:
    """What a browser makes of the page, of which nothing may be complained about."""
    url = write_page(data, tmp_path / "site").as_uri() + "#/" + quote(place)
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        f"--user-data-dir={tmp_path / 'profile'}", "--virtual-time-budget=10000", "--dump-dom", url,
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert 'data-ready="yes"' in ran.stdout
    assert "CONSOLE" not in ran.stderr
    return ran.stdout.partition("<main")[2].partition("<footer")[0]
