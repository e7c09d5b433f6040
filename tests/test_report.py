"""`codemap report`: packages and their cycles, what nothing uses, layering rules, trend."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from query.cli import run
from query.errors import InvalidArgument
from query.pages.layering import Layer, read_layers
from query.pages.model import Package
from query.pages.packages import cycles
from query.pages.terminal import _fitted

SOURCES = {
    "shop/__init__.py": "",
    "shop/web/__init__.py": "",
    "shop/web/views.py": "from shop.core.orders import place\n\n\ndef show():\n    return place()\n",
    "shop/core/__init__.py": "",
    "shop/core/orders.py": (
        "from shop.web import views\n"
        "import json\n\n\n"
        "def place():\n    return _helper()\n\n\n"
        "def _helper():\n    return views\n\n\n"
        "def _forgotten():\n    return _forgotten()\n\n\n"
        "def _maybe():\n    return 1\n\n\n"
        "def offered():\n    return 2\n\n\n"
        "def for_tests():\n    return 3\n\n\n"
        "class Encoder(json.JSONEncoder):\n    def default(self, o):\n        return o\n\n\n"
        "class Finer(Encoder):\n    def item_separator(self):\n        return Encoder, Finer\n\n\n"
        "def unknown(thing):\n    return thing._maybe(), Finer\n\n\n"
        "class _Dates:\n    def _next_day(self):\n        return 1\n\n\n"
        "def step(unit):\n    return getattr(_Dates(), f'_next_{unit}')\n"
    ),
    "tests/test_orders.py": "from shop.core.orders import for_tests\n\n\ndef test_it():\n    assert for_tests()\n",
}
RULES = """
[[layers]]
name = "web"
paths = ["shop/web/"]
may_use = ["core"]

[[layers]]
name = "core"
paths = ["shop/core/"]
"""


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "repo"
    subprocess.run(["git", "init", "-q", folder], check=True)
    for name, text in SOURCES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
        git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    assert run([*where(folder, "index"), "-j", "1", "--json"]) == 0
    (folder.parent / "layers.toml").write_text(RULES)
    return folder


def indexed(tmp_path: Path, files: dict[str, str]) -> Path:
    folder = tmp_path / "repo"
    subprocess.run(["git", "init", "-q", folder], check=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    assert run([*where(folder, "index"), "-j", "1", "--json"]) == 0
    return folder


def git(repo: Path, *args: str) -> None:
    command = ["git", "-C", str(repo), "-c", "user.name=a", "-c", "user.email=a@b.c", *args]
    subprocess.run(command, check=True, capture_output=True)


def where(folder: Path, command: str) -> list[str]:
    return [command, "--path", str(folder), "--cache-dir", str(folder.parent / "cache")]


def told(repo: Path, capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = run([*where(repo, "report"), "--json", *args])
    return code, json.loads(capsys.readouterr().out)


HANDED_IN = {
    "core/core.go": (
        "package core\n\ntype Store interface{ Save() error }\n\nfunc Run(store Store) error { return store.Save() }\n"
    ),
    "web/web.go": "package web\n\ntype File struct{}\n\nfunc (f File) Save() error { return nil }\n",
    "main.go": (
        'package main\n\nimport (\n\t"m/core"\n\t"m/web"\n)\n\n'
        "func main() { core.Run(web.File{}) }\n"
    ),
    "go.mod": "module m\n",
    "plain/run.py": "def run(it):\n    return it.go()\n",
    "plain/wrap.py": (
        "def timed(inner):\n    def wrapper():\n        return inner()\n    return wrapper\n\n\n"
        "@timed\ndef work():\n    return 1\n\n\ndef all():\n    return work(), work(), work()\n"
    ),
    "parts/one.py": "from plain.run import run\n\n\nclass One:\n    def go(self):\n        return 1\n\n\nrun(One())\n",
}  # fmt: skip


def test_what_is_handed_in_or_satisfied_unnamed_is_no_dependency(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = indexed(tmp_path, HANDED_IN)
    rules = tmp_path / "layers.toml"
    rules.write_text(
        "".join(f'[[layers]]\nname = "{name}"\npaths = ["{name}/"]\n' for name in ("core", "web", "plain"))
    )
    _, answer = told(folder, capsys, "--rules", str(rules))
    report = answer["report"]
    packages = {one["name"]: one["uses"] for one in report["packages"]}
    assert packages == {".": {"core": 1, "web": 1}, "core": {}, "web": {}, "plain": {}, "parts": {"plain": 3}}
    assert report["violations"] == [] and report["cycles"] == []
    notes = {one["name"]: one["note"] for one in report["central"]}
    assert notes["M:plain.wrap.timed.wrapper"] == "1 use" and notes["M:plain.wrap.work"] == "3 uses"


def test_what_nothing_uses_is_told_with_its_certainty(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = told(repo, capsys)
    unused = {one["symbol_id"].rpartition(".")[2]: one["certainty"] for one in found["report"]["unused"]}
    assert unused["_forgotten"] == "high", "a function that calls itself is not used by that"
    assert unused["_maybe"] == "low", "an unresolved reference may mean it"
    assert unused["_next_day"] == "low", "the file puts a name together that begins like it"
    assert unused["offered"] == unused["for_tests"] == "medium"
    assert not unused.keys() & {"place", "_helper", "default", "item_separator", "test_it"}


def test_uses_of_locals_are_no_references_and_not_overlooked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "shop.ts": "export function sell() {\n  const price = () => 1;\n  return price();\n}\n",
        "page.js": (
            "(function () {\nfunction used() {\n  return 1;\n}\nfunction forgotten() {\n  return forgotten();\n}\n"
            "window.shop = { open: function () {\n  return used();\n} };\n})();\n"
        ),
    }
    folder = indexed(tmp_path, files)
    _, found = told(folder, capsys)
    certainties = {one["symbol_id"]: one["certainty"] for one in found["report"]["unused"]}
    assert certainties.pop("M:shop.sell") == "medium"
    assert certainties.pop("M:page.open", "medium") == "medium"
    assert certainties == {"M:page.forgotten": "high"}, "what a local function calls is used"


REACHED_UNNAMED = {
    "box.ts": (
        "const added = Symbol('added');\nclass Box {\n  [added](): void {}\n  [Symbol.iterator]() { return []; }\n"
        "  #forgotten() { return 1; }\n}\nexport function fill(box) { box[added](); return new Box(); }\n"
    ),
    "src/Case.java": (
        "enum Case {\n  ONE;\n  private static final long serialVersionUID = 1L;\n"
        "  private Object readResolve() { return this; }\n  private void forgotten() {}\n}\n"
        "public class Use { Object a = Case.ONE; }\n"
    ),
    "Text.cs": (
        "static class Text {\n  internal static bool Begins(this string one, char two) { return one[0] == two; }\n"
        "  internal static bool StartsWith(this string one, char two) { return one[0] == two; }\n"
        "  internal static int Used() { return 1; }\n}\n"
        "public class Reader { public bool At(string path) { return path.StartsWith('[') && Text.Used() == 1; } }\n"
    ),
    "Parts.cs": "public partial class Split { public int One() { return 1; } }\n",
    "PartsMore.cs": (
        "public partial class Split { public Split(int one) {} }\n"
        "public class Program { static void Main() { new Split(1).One(); } }\n"
    ),
    "sorted.go": (
        "package sorted\n\ntype byName []string\n\nfunc (l byName) Len() int { return len(l) }\n"
        "func (l byName) forgotten() int { return 1 }\n\nfunc All() any { return byName{} }\n"
    ),
}


def test_what_is_reached_without_its_name_is_not_told_as_sure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, found = told(indexed(tmp_path, REACHED_UNNAMED), capsys)
    certainties = {one["symbol_id"]: one["certainty"] for one in found["report"]["unused"]}
    assert {one for one, certainty in certainties.items() if certainty == "high"} == {
        "M:box.Box.#forgotten", "M:Case.forgotten()", "M:Text.Begins(string,char)", "M:sorted.byName.forgotten",
    }  # fmt: skip
    assert certainties["M:box.Box.[added]"] == certainties["M:sorted.byName.Len"] == "low"
    assert certainties["M:Text.StartsWith(string,char)"] == "medium"
    reached = ("Symbol", "readResolve", "serialVersion", "Split", "Program")
    assert not [one for one in certainties if any(name in one for name in reached)]


def test_packages_that_use_one_another_are_a_cycle(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = told(repo, capsys)
    (cycle,) = found["report"]["cycles"]
    assert cycle["packages"] == ["shop/core", "shop/web"]
    assert len(cycle["weakest"]) == 1


def test_the_weakest_references_break_a_cycle() -> None:
    def package(name: str, **uses: int) -> Package:
        return Package(name, 1, 1, 1, None, uses)

    (cycle,) = cycles((package("a", b=9, d=1), package("b", c=8), package("c", a=2), package("d")))
    assert cycle.packages == ("a", "b", "c")
    assert cycle.weakest == (("c", "a", 2),)
    assert cycles((package("a", b=1), package("b"))) == ()


def test_rules_are_held_against_references(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ["--rules", str(repo.parent / "layers.toml")]
    code, found = told(repo, capsys, *rules)
    assert code == 0 and found["report"]["layers"] == ["web", "core"]
    broken = {(one["layer"], one["used_layer"], one["path"]) for one in found["report"]["violations"]}
    assert broken == {("core", "web", "shop/core/orders.py")}
    assert told(repo, capsys, *rules, "--strict")[0] == 1
    assert told(repo, capsys, "--strict")[0] == 0, "without rules nothing is broken"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("layers = 3", "list of tables"),
        ("[[layers]]\nname = 'a'", "`paths`"),
        ("[[layers]]\nname = 'a'\npaths = 'x'", "`paths` of a layer"),
        ("[[layers]]\nname = 'a'\npaths = []\nmay_use = ['b']", "`b`, which is no layer"),
        ("[[layers", "not valid TOML"),
    ],
)
def test_bad_rules_are_told(text: str, wrong: str) -> None:
    with pytest.raises(InvalidArgument, match=wrong) as error:
        read_layers(text.encode(), "layers.toml")
    assert error.value.hint


def test_rules_are_read() -> None:
    assert read_layers(RULES.encode(), "x") == (
        Layer("web", ("shop/web/",), ("core",)),
        Layer("core", ("shop/core/",), ()),
    )
    assert read_layers(b"include = ['src']", "x") == ()


def test_the_terminal_shows_all_parts(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run([*where(repo, "report"), "--rules", str(repo.parent / "layers.toml")]) == 0
    shown = capsys.readouterr().out
    for title in ("Languages", "Most central", "Packages", "Cycles", "Candidates for dead code", "broken rules"):
        assert title in shown


@pytest.mark.parametrize("width", [60, 80, 160])
def test_names_are_there_however_narrow_the_terminal(
    repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    capsys.readouterr()
    assert run(where(repo, "report")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    at = next(number for number, line in enumerate(lines) if "high: not exported" in line)
    assert lines[at + 1].split() == ["M:shop.core.orders._forgotten", "2", "shop/core/orders.py:13"]
    assert ("█" in "".join(lines)) == (width >= 100)


def test_a_long_name_is_cut_at_its_beginning() -> None:
    (name, place), _ = _fitted([("M:one.two.three.four", "src/one/two/three.py:4"), ("M:one.f", "src/one.py:1")], 30)
    assert (name.plain, place.plain) == ("M:one.two.three.four", "…hree.py:4")
    ((name, place),) = _fitted([("M:one.two.three.four.five.six", "src/one/two/three.py:4")], 30)
    assert (name.plain, place.plain) == ("…three.four.five.six", "…hree.py:4")
    ((name, place),) = _fitted([("M:One.Two.Three(string,Four,Five)", "One/Two.cs:4")], 30)
    assert (name.plain, place.plain) == ("M:One.Two.Three(…)", "…/Two.cs:4")


def test_the_trend_has_every_commit_of_the_cache(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = told(repo, capsys)
    (moment,) = found["report"]["trend"]
    assert moment["symbols"] > 0 and moment["commit"] == found["report"]["commit"]
