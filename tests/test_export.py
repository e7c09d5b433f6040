"""`codemap export`: each format holds what the snapshot holds, and can be read by those it is made for."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from query.cli import run
from query.engine.view import View
from query.export import FORMATS, export
from query.export.monikers import monikers
from query.export.scip import _width
from query.export.wire import number, packed, text, varint
from query.sql import run_select

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view
_NS = "{http://graphml.graphdrawing.org/xmlns}"


def exported(view: View, layout: str) -> str:
    return b"".join(export(view, layout)).decode()


def count(view: View, statement: str) -> int:
    return int(run_select(view.mounted, statement).rows[0][0])


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, b"\x00"), (127, b"\x7f"), (128, b"\x80\x01"), (300, b"\xac\x02"), (1 << 21, b"\x80\x80\x80\x01")],
)
def test_numbers_are_written_in_groups_of_seven_bits(value: int, written: bytes) -> None:
    assert varint(value) == written


def test_fields_are_tagged_and_defaults_left_out() -> None:
    assert number(3, 1) == b"\x18\x01"
    assert text(2, "ab") == b"\x12\x02ab"
    assert packed(1, (0, 300)) == b"\x0a\x03\x00\xac\x02"
    assert number(3, 0) == text(2, "") == text(2, None) == b""


def test_monikers_name_each_definition_apart() -> None:
    def row(symbol_id: str, kind: str, name: str, container: str | None = None) -> dict[str, str | None]:
        return {
            "symbol_id": symbol_id, "kind": kind, "name": name, "qualified_name": symbol_id[2:],
            "namespace": "my app", "container_id": container,
        }  # fmt: skip

    found = monikers(
        "shop-1",
        [
            row("M:A.f(int)", "method", "f", "T:A"),
            row("M:A.f(string)", "method", "f", "T:A"),
            row("T:A", "class", "A"),
            row("T:A~2", "class", "A"),
            row("P:A.`x", "property", "`x", "T:A"),
            row("N:m.n", "module", "n"),
        ],
    )
    assert {name: moniker.removeprefix("codemap . shop-1 . ") for name, moniker in found.items()} == {
        "M:A.f(int)": "`my app`/A#f().",
        "M:A.f(string)": "`my app`/A#f(+1).",
        "T:A": "`my app`/A#",
        "T:A~2": "`my app`/`A~2`#",
        "P:A.`x": "`my app`/A#```x`.",
        "N:m.n": "`m.n`/",
    }


@pytest.mark.parametrize(
    ("written", "name", "kind", "width"),
    [
        ("save(self)", "save", "method", 4),
        ('"@kind" = 1', "@kind", "field", 7),
        ("operator bool(Token t)", "explicit operator bool", "operator", 13),
        ("this[int n]", "Item", "indexer", 4),
        ("", "gone", "field", 0),
    ],
)
def test_a_definition_covers_what_is_written(written: str, name: str, kind: str, width: int) -> None:
    assert _width(written, {"name": name, "kind": kind, "name_line": 3, "name_col": 0}) == width


def test_tags_are_sorted_and_hold_every_definition(view: View) -> None:
    head, lines = [], []
    for line in exported(view, "ctags").splitlines():
        (head if line.startswith("!_TAG") else lines).append(line)
    assert "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/" in head
    names = [line.split("\t")[0].encode() for line in lines]
    assert names == sorted(names) and len(names) == count(view, "SELECT count(*) FROM symbols")
    (save,) = [line for line in lines if line.startswith("save\tshop/store.py\t") and "AuditedStore" in line]
    assert "\tkind:method\t" in save and "\tscope:class:shop.store.AuditedStore\t" in save


@pytest.mark.skipif(not shutil.which("readtags"), reason="readtags comes with universal-ctags")
def test_readtags_finds_tags_by_halving_the_file(view: View, tmp_path: Path) -> None:
    (tmp_path / "tags").write_text(exported(view, "ctags"))
    command = ["readtags", "-t", str(tmp_path / "tags"), "place_order"]
    assert "shop/orders.py" in subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_json_lines_hold_the_rows_of_all_tables(view: View) -> None:
    rows = [json.loads(line) for line in exported(view, "jsonl").splitlines()]
    assert (rows[0]["table"], rows[0]["commit"]) == ("snapshot", view.mounted.commit)
    counted = Counter(row["table"] for row in rows[1:])
    for table in ("files", "symbols", "refs", "imports", "types", "facts"):
        assert counted[table] == count(view, f"SELECT count(*) FROM {table}")
    assert "chunks" not in counted


def test_graphml_ties_definitions_together(view: View) -> None:
    graph = ElementTree.fromstring(exported(view, "graphml")).find(f"{_NS}graph")
    assert graph is not None
    nodes = {node.attrib["id"] for node in graph.iter(f"{_NS}node")}
    assert len(nodes) == count(view, "SELECT count(*) FROM symbols")
    edges = {
        (edge.attrib["source"], edge.attrib["target"], edge.findtext(f"{_NS}data[@key='edge_kind']"))
        for edge in graph.iter(f"{_NS}edge")
    }
    assert ("T:shop.store.AuditedStore", "T:shop.store.Store", "extends") in edges
    assert ("T:shop.store.Store", "M:shop.store.Store.save", "contains") in edges
    assert all(source in nodes and target in nodes for source, target, _ in edges)


def test_markdown_is_the_summary(view: View) -> None:
    assert "## Languages" in exported(view, "markdown")


@pytest.mark.parametrize("layout", FORMATS)
def test_files_appear_whole(view: View, layout: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--path", str(view.repo.root), "--cache-dir", str(view.repo.root.parent / "cache")]
    file = tmp_path / f"out.{layout}"
    assert run(["export", "--format", layout, "-o", str(file), "--json", *where]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["bytes"]) == (layout, file.stat().st_size)
    assert file.read_bytes() == b"".join(export(view, layout))
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_is_told(view: View, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--path", str(view.repo.root), "--cache-dir", str(view.repo.root.parent / "cache")]
    assert run(["export", "--format", "ctags", "-o", str(tmp_path / "no" / "tags"), *where]) != 0
    assert "No such file" in capsys.readouterr().err
    assert run(["export", "--format", "jsonl", "--json", *where]) == 2
    assert "--output" in json.loads(capsys.readouterr().out)["error"]["message"]
