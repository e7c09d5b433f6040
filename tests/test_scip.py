"""A compiler's index: what we export comes back as it was, and what was made from other content is not believed."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from indexer.build import build
from indexer.model import SourceError, StoreError
from indexer.scip.bring import _levels, bring
from indexer.scip.content import last_name, placed
from indexer.scip.merge import COMPILER, merge
from indexer.scip.read import CODE_POINTS, UTF8, UTF16, Document, Occurrence, documents
from query.cli import run
from query.engine.view import View
from query.export import export
from query.mount import mount
from query.repo import locate
from query.sql import run_select

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view


def table(view: View, name: str) -> pa.Table:
    cursor = view.mounted.cursor()
    try:
        return cursor.sql(f"FROM {name}").to_arrow_table()
    finally:
        cursor.close()


def test_an_export_is_believed_and_gives_the_same_references(view: View) -> None:
    covered = {}
    for document in documents(b"".join(export(view, "scip"))):
        data = view.text(document.path)
        assert data is not None
        found = placed(document, data)
        assert found is not None, document.path
        covered[document.path] = found
    assert "shop/orders.py" in covered
    before, symbols = table(view, "refs"), table(view, "symbols")
    columns = ["path", "line_start", "col_start", "col_end", "kind", "from_symbol", "to_symbol", "to_name"]
    after = merge(before, symbols, covered)

    def resolved(rows: pa.Table) -> list[tuple[str, ...]]:
        return sorted(tuple(map(str, row.values())) for row in rows.select(columns).to_pylist() if row["to_symbol"])

    assert resolved(after) == resolved(before)
    assert COMPILER in after["resolution"].to_pylist()


def test_files_without_a_document_keep_their_rows(view: View) -> None:
    before, symbols = table(view, "refs"), table(view, "symbols")
    assert sorted(map(str, merge(before, symbols, {}).to_pylist())) == sorted(map(str, before.to_pylist()))


def test_the_compiler_wins_where_it_speaks(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    (one,) = [row for row in symbols.to_pylist() if row["symbol_id"] == "M:shop.store.Store.count"]
    row = next(row for row in before.to_pylist() if row["path"] == "shop/store.py" and row["to_name"] == "path")
    defined = Occurrence(one["name_line"], one["name_col"], one["name_line"], one["name_col"] + 5, "x a/count().", 1)
    used = Occurrence(row["line_start"], row["col_start"], row["line_start"], row["col_end"], "x a/count().", 0)
    after = merge(before, symbols, {"shop/store.py": [defined, used]}).to_pylist()
    place = {key: row[key] for key in ("path", "line_start", "col_start")}
    (changed,) = [found for found in after if place == {key: found[key] for key in place}]
    assert (changed["to_symbol"], changed["resolution"]) == ("M:shop.store.Store.count", COMPILER)
    assert (changed["kind"], changed["confidence"]) == (row["kind"], "high")


def test_the_compiler_is_not_asked_about_what_it_did_not_see(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    row = next(
        row for row in before.to_pylist() if row["to_symbol"] == "M:shop.store.Store.save" and row["kind"] == "call"
    )
    used = Occurrence(row["line_start"], row["col_start"], row["line_start"], row["col_end"], "x a/save().", 0)
    assert row in merge(before, symbols, {row["path"]: [used]}).to_pylist(), "it has no definition of it"
    saves = [one for one in symbols.to_pylist() if one["name"] == "save" and one["path"] == "shop/store.py"]
    assert len(saves) == 2
    places = [(one["name_line"], one["name_col"]) for one in saves]
    twice = [Occurrence(line, col, line, col + 4, "x a/save().", 1) for line, col in places]
    covered = {"shop/store.py": twice}
    covered[row["path"]] = [*covered.get(row["path"], []), used]
    after = merge(before, symbols, covered)
    assert row in after.to_pylist(), "two definitions have the name, and ours is one of them"


@pytest.mark.parametrize(
    ("symbol", "reached", "believed"),
    [
        ("scip-python python web 1.0 `web.store`/Base#save().", True, True),
        ("scip-python python python-stdlib 3.11 builtins/type#save().", True, True),
        ("scip-python python python-stdlib 3.11 builtins/save#", True, False),  # where it looks when it knows nothing
        ("scip-python python python-stdlib 3.11 builtins/save#", False, True),
        ("scip-python python python-stdlib 3.11 save/__init__:", True, True),
        ("scip-python python shop 1.0 `shop.store`/Store#save().", True, False),  # ours, but installed
        ("scip-python python project 0 `else`/save().", True, False),  # of a package that the index defines
        ("scip-python python project 0 save/__init__:", True, False),
        ("scip-typescript npm @acme/store 1.0 src/`index.ts`/save().", True, False),  # a package of the repository
        ("local 7", True, False),
    ],
)
def test_a_package_that_the_compiler_looked_into_it_knows_better(
    view: View, symbol: str, reached: bool, believed: bool
) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    row = next(row for row in before.to_pylist() if row["to_symbol"] == "M:shop.store.Store.save")
    own = Occurrence(1, 0, 1, 1, "scip-python python project 0 shop/own.", 1)
    place = row["line_start"], row["col_start"], row["line_start"], row["col_end"]
    used = Occurrence(*place, symbol, 0, reached=reached)
    after = merge(before, symbols, {row["path"]: [own, used]}, ["@acme/store"]).to_pylist()
    told = row | {"to_symbol": None, "external": True, "resolution": COMPILER, "confidence": "high"}
    assert (told in after, row in after) == (believed, not believed)


def test_a_bare_name_that_is_nothing_to_the_compiler_is_unresolved(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    imported = next(row for row in before.to_pylist() if row["resolution"] == "import" and row["kind"] == "call")
    bound = next(row for row in before.to_pylist() if row["resolution"] == "scope" and row["kind"] == "call")
    unbound = {"to_symbol": None, "external": None, "resolution": "unresolved", "confidence": "high"}
    (made,) = [one for one in symbols.to_pylist() if one["symbol_id"] == imported["to_symbol"]]
    place, name = (made["name_line"], made["name_col"]), made["name"]
    defined = Occurrence(*place, place[0], place[1] + len(name), f"x a/{name}().", 1)
    first = Occurrence(1, 0, 1, 4, f"x a/{name}().", 0)

    def rows(row: dict[str, object], *others: tuple[str, Occurrence]) -> list[dict[str, object]]:
        used = Occurrence(row["line_start"], row["col_start"], row["line_end"], row["col_end"], "local 7", 0)
        covered = {row["path"]: [used]}
        for path, one in others:
            covered.setdefault(path, []).append(one)
        return merge(before, symbols, covered).to_pylist()

    after = rows(bound)
    assert bound not in after and bound | unbound in after
    assert imported in rows(imported), "it could not follow the import"
    after = rows(imported, (made["path"], defined), (imported["path"], first))
    assert imported not in after and imported | unbound in after, "it could, and has nothing for the name here"


def test_several_definitions_of_one_name_are_told_as_candidates(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    row = next(row for row in before.to_pylist() if row["path"] == "shop/store.py" and row["to_name"] == "path")
    saves = [one for one in symbols.to_pylist() if one["name"] == "save" and one["path"] == "shop/store.py"]
    twice = [
        Occurrence(one["name_line"], one["name_col"], one["name_line"], one["name_col"] + 4, "x a/save().", 1)
        for one in saves
    ]
    used = Occurrence(row["line_start"], row["col_start"], row["line_start"], row["col_end"], "x a/save().", 0)
    after = merge(before, symbols, {"shop/store.py": [*twice, used]}).to_pylist()
    place = {key: row[key] for key in ("path", "line_start", "col_start")}
    found = [one for one in after if place == {key: one[key] for key in place}]
    assert {one["to_symbol"] for one in found} == {one["symbol_id"] for one in saves}
    assert {(one["resolution"], one["confidence"]) for one in found} == {("candidates", "medium")}


def test_what_refers_to_a_local_leaves_no_row(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    row = next(row for row in before.to_pylist() if row["path"] == "shop/store.py" and row["to_name"] == "path")
    used = Occurrence(row["line_start"], row["col_start"], row["line_start"], row["col_end"], "local 1", 0)
    after = merge(before, symbols, {"shop/store.py": [Occurrence(1, 0, 1, 1, "local 1", 1), used]})
    assert row not in after.to_pylist() and after.num_rows == before.num_rows - 1


TYPESCRIPT = """\
export interface Span { start: number; end: number }
export class Timer { constructor(readonly span: Span) {} }
const end = 2;
export function make(start: number): Timer {
  const span: Span = {
    start,
    // a comment
    end,
  };
  return new Timer({ start: span.start, end: span.end });
}
"""


def test_where_a_compiler_names_another_thing_at_the_same_place(tmp_path: Path) -> None:
    root, cache = shop.make(tmp_path, {"m.ts": TYPESCRIPT}), tmp_path / "cache"
    index(root, cache)
    view = opened(root, cache)
    try:
        before, symbols = table(view, "refs"), table(view, "symbols")
    finally:
        view.close()
    lines = TYPESCRIPT.split("\n")

    def spot(symbol: str, line: int, word: str, roles: int = 0) -> Occurrence:
        col = lines[line - 1].index(word)
        return Occurrence(line - 1, col, line - 1, col + len(word), f"ts npm p 1 `m.ts`/{symbol}", roles)

    keys = [spot("Span#start.", 6, "start"), spot("Span#end.", 8, "end"), spot("Span#start.", 10, "start")]
    defined = [spot("Span#start.", 1, "start", 1), spot("Span#end.", 1, "end", 1)]
    made = [spot("Timer#`<constructor>`().", 2, "constructor", 1), spot("Timer#`<constructor>`().", 10, "Timer")]
    found = placed(Document("m.ts", "", UTF16, (*defined, *keys, *made)), TYPESCRIPT.encode())
    assert found is not None
    after = merge(before, symbols, {"m.ts": found}).to_pylist()

    def targets(line: int, word: str) -> list[tuple[str, str]]:
        col = lines[line - 1].index(word)
        here = [row for row in after if (row["line_start"], row["col_start"]) == (line, col)]
        return [(row["to_symbol"], row["resolution"]) for row in here]

    assert targets(6, "start") == [], "the value is a parameter"
    assert targets(8, "end") == [("F:m.end", "scope")]
    assert targets(10, "Timer") == [("T:m.Timer", "scope")], "its constructor is no other thing"
    assert targets(10, "start") == [("P:m.Span.start", COMPILER)], "a key with a value of its own"


TWO_OWNERS = """\
function Query() {}
const query = Query.prototype = { each() { return this; }, first() { return this.each(); } };
new Query().each();
query.first();
"""


def test_of_several_definitions_at_a_place_the_one_with_the_same_owners_is_meant(tmp_path: Path) -> None:
    root, cache = shop.make(tmp_path, {"m.js": TWO_OWNERS}), tmp_path / "cache"
    index(root, cache)
    view = opened(root, cache)
    try:
        before, symbols = table(view, "refs"), table(view, "symbols")
        made = b"".join(export(view, "scip"))
    finally:
        view.close()
    ids = [row["symbol_id"] for row in symbols.to_pylist() if row["name"] == "each"]
    assert len(ids) == 2, "the object's and the prototype's"
    covered = {one.path: placed(one, TWO_OWNERS.encode()) or [] for one in documents(made)}

    def bound(rows: pa.Table) -> list[tuple[int, int, str]]:
        return sorted((row["line_start"], row["col_start"], str(row["to_symbol"])) for row in rows.to_pylist())

    assert bound(merge(before, symbols, covered)) == bound(before)
    assert {target for *_, target in bound(before)} & set(ids)


def test_one_of_several_meanings_that_the_compiler_does_not_know_stays(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    row = next(row for row in before.to_pylist() if row["to_symbol"] == "M:shop.store.Store.save")
    count = next(one for one in symbols.to_pylist() if one["symbol_id"] == "M:shop.store.Store.count")
    other = row | {"to_symbol": count["symbol_id"]}
    both = pa.concat_tables([before, pa.Table.from_pylist([other], schema=before.schema)])
    place = row["line_start"], row["col_start"], row["line_start"], row["col_end"]
    line, col = count["name_line"], count["name_col"]
    covered = {count["path"]: [Occurrence(line, col, line, col + 5, "x a/count().", 1)]}
    covered.setdefault(row["path"], []).extend(
        [Occurrence(*place, "x a/count().", 0), Occurrence(*place, "x a/save().", 0)]
    )
    after = merge(both, symbols, covered).to_pylist()
    assert row in after and other | {"resolution": COMPILER, "confidence": "high"} in after


def test_a_further_definition_is_no_use_of_the_first(view: View) -> None:
    symbols, before = table(view, "symbols"), table(view, "refs")
    saves = [one for one in symbols.to_pylist() if one["name"] in ("save", "count") and one["path"] == "shop/store.py"]
    one, other = [row for row in saves if row["container_id"] == "T:shop.store.Store"]
    name = one["name"]
    roles = {one["symbol_id"]: 1, other["symbol_id"]: 0}
    told = [
        Occurrence(row["name_line"], row["name_col"], row["name_line"], row["name_col"] + len(row["name"]),
                   f"x a/Store#{name}().", roles[row["symbol_id"]])
        for row in (one, other)
    ]  # fmt: skip
    after = merge(before, symbols, {"shop/store.py": told})
    assert after.num_rows == before.num_rows


@pytest.mark.parametrize(
    ("text", "spots", "believed"),
    [
        ("", [(0, 0, 0, "m/__init__:", 1)], True),
        ("# a\n", [(0, 0, 0, "m/__init__:", 1)], False),
        ("export * from './add/index.ts'\n", [(0, 14, 30, "add/`index.ts`/", 0)], True),
        ("export * from './add'\n", [(0, 14, 21, "add/`index.ts`/", 0)], False),
        ("from m import a as b\n", [(0, 14, 20, "m/a().", 0)], True),
        ("from m import a as b\n", [(0, 14, 20, "m/b().", 0)], False),
        ("z(1)\nz(2)\nz(3)\n", [(line, 0, 1, "m/make().", 0) for line in range(3)], True),
        ("z(1)\ny(2)\nz(3)\n", [(line, 0, 1, "m/make().", 0) for line in range(3)], False),
        ("z(1)\nz(2)\n", [(line, 0, 1, "m/make().", 0) for line in range(2)], False),
    ],
)
def test_what_speaks_for_a_content(text: str, spots: list[tuple[int, int, int, str, int]], believed: bool) -> None:
    occurrences = [Occurrence(line, col, line, end, f"x . . . {name}", role) for line, col, end, name, role in spots]
    assert (placed(Document("m", "", UTF16, tuple(occurrences)), text.encode()) is not None) == believed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def one():\n    return two()\n", "\ndef one():\n    return two()\n"),
        ("def one():\n    return two()\n", "def one():\n    return  two()\n"),
        ("def one():\n    return two()\n", "def one():\n"),
        ("def one():\n    return two()\n", "def uno():\n    return two()\n"),
    ],
)
def test_other_content_is_not_believed(old: str, new: str) -> None:
    occurrences = (Occurrence(0, 4, 0, 7, "s m/one().", 1), Occurrence(1, 11, 1, 14, "s m/two().", 0))
    document = Document("m.py", "", UTF16, occurrences)
    assert placed(document, old.encode()) is not None
    assert placed(document, new.encode()) is None
    assert placed(replace(document, text=old), old.encode()) is not None
    assert placed(replace(document, text=old), new.encode()) is None


@pytest.mark.parametrize(("encoding", "col"), [(UTF8, 10), (UTF16, 8), (CODE_POINTS, 7)])
def test_columns_are_turned_into_code_points(encoding: int, col: int) -> None:
    line = "x = '😀'.title"
    units = {UTF8: len("x = '😀'".encode()), UTF16: 8, CODE_POINTS: 7}[encoding]
    assert units == col
    document = Document("m.py", "", encoding, (Occurrence(0, col + 1, 0, col + 6, "s m/title.", 0),))
    found = placed(document, line.encode())
    assert found is not None and (found[0].line, found[0].col, found[0].col_end) == (1, 8, 13)


def test_names_at_the_end_of_symbols() -> None:
    assert last_name("scip-python python p 1 `a.b`/C#method().") == "method"
    assert last_name("scip-typescript npm p 1 src/`a.ts`/`odd name`.") == "odd name"
    assert last_name("x . . . m/f().(parameter)") == "parameter"
    assert last_name("x . . . C#f(+1).") == "f"
    assert last_name("local 3") == ""


@pytest.mark.parametrize("data", [b"\x12\xff", b"PAR1 is not it", b"\x12\x04\x12\x02\x0a\x00"])
def test_what_is_no_index_is_told(data: bytes) -> None:
    with pytest.raises(SourceError, match="not a SCIP index"):
        list(documents(data))


def test_an_index_is_brought_into_its_commit(tmp_path: Path) -> None:
    root = shop.make(tmp_path)
    cache = tmp_path / "cache"
    index(root, cache)
    (tmp_path / "index.scip").write_bytes(exported(root, cache))
    found = bring(tmp_path / "index.scip", root, None, cache)
    assert "shop/orders.py" in found.covered
    assert (found.unproved, found.not_indexed) == ([], [])
    with mount(cache, found.repo_id, found.commit) as mounted:
        assert mounted.manifest["compiled_files"] == found.covered
        rules = run_select(mounted, "SELECT DISTINCT resolution FROM refs WHERE to_symbol IS NOT NULL").rows
    assert (COMPILER,) in rules


def test_an_index_of_another_commit_is_refused(tmp_path: Path) -> None:
    root = shop.make(tmp_path)
    cache = tmp_path / "cache"
    index(root, cache)
    (tmp_path / "index.scip").write_bytes(exported(root, cache))
    for name in shop.git(root, "ls-files").splitlines():
        (root / name).write_bytes(b"// one more line\n" + (root / name).read_bytes())
    shop.git(root, "commit", "-qam", "next")
    with pytest.raises(StoreError, match="not indexed"):
        bring(tmp_path / "index.scip", root, None, cache)
    index(root, cache)
    with pytest.raises(SourceError, match="has the content of commit"):
        bring(tmp_path / "index.scip", root, None, cache)


def test_a_snapshot_that_others_stand_on_stays(tmp_path: Path) -> None:
    root = shop.make(tmp_path, shop.SOURCES | {f"m{n}.py": f"def f{n}(): pass\n" for n in range(30)})
    cache = tmp_path / "cache"
    index(root, cache)
    (tmp_path / "index.scip").write_bytes(exported(root, cache))
    (root / "m3.py").write_text("def other(): pass\n")
    shop.git(root, "commit", "-qam", "next")
    index(root, cache)
    with pytest.raises(StoreError, match="stands on"):
        bring(tmp_path / "index.scip", root, "HEAD~1", cache)


def test_a_build_takes_a_compilers_index_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root, cache = shop.make(tmp_path), tmp_path / "cache"
    index(root, cache)
    file = tmp_path / "index.scip"
    file.write_bytes(exported(root, cache))
    where = ["index", "--path", str(root), "--cache-dir", str(tmp_path / "other"), "--json", "--scip"]
    assert run([*where, str(file)]) == 0
    built = json.loads(capsys.readouterr().out)
    assert "shop/orders.py" in built["manifest"]["compiled_files"] and "0 of its files" in built["note"]
    with mount(tmp_path / "other", built["repo_id"], built["commit"]) as mounted:
        assert run_select(mounted, f"SELECT count(*) FROM refs WHERE resolution = '{COMPILER}'").rows[0][0] > 0
    assert run([*where, str(tmp_path / "none.scip")]) == 2
    assert "none.scip" in json.loads(capsys.readouterr().out)["error"]["message"]


def test_levels_rise_with_the_files_that_a_compiler_covers() -> None:
    files = [("a.swift", "swift", 9), ("b.swift", "swift", 9), ("empty.swift", "swift", 0), ("c.py", "python", 9)]
    listed = pa.table(dict(zip(("path", "language", "size_bytes"), zip(*files, strict=True), strict=True)))
    before = {"python": "full", "swift": "syntax_only"}
    assert _levels(listed, before, {"a.swift"}) == {"python": "full", "swift": "partial"}
    assert _levels(listed, before, {"a.swift", "b.swift"}) == {"python": "full", "swift": "full"}
    assert _levels(listed, before, {"c.py"}) == before


def index(root: Path, cache: Path) -> None:
    build(root, None, None, cache, jobs=1)


def opened(root: Path, cache: Path) -> View:
    repo = locate(root)
    return View(mount(cache, repo.repo_id, repo.commit), repo)


def exported(root: Path, cache: Path) -> bytes:
    view = opened(root, cache)
    try:
        return b"".join(export(view, "scip"))
    finally:
        view.close()
