"""What linking promises beyond the golden cases: too many is nothing, outside stays outside, libraries load late."""

from __future__ import annotations

from typing import Any

import pytest

from indexer import languages
from indexer.facade import index_contents
from indexer.link import dialect_of
from indexer.link.knowledge import FOLDER, Knowledge, read
from indexer.link.passing import MOST_CALLERS
from indexer.link.program import Program
from indexer.link.worklist import MOST_VALUES
from indexer.schema import RESOLUTIONS

LINKED = sorted({str(languages.load(name).linking) for name in languages.names() if languages.load(name).linking})


def refs(files: dict[str, str]) -> list[dict[str, Any]]:
    tables = index_contents({path: text.encode() for path, text in files.items()})
    return tables["refs"].to_pylist()  # type: ignore[no-any-return]


def targets(rows: list[dict[str, Any]], name: str, kind: str = "call") -> set[str | None]:
    return {row["to_symbol"] for row in rows if row["to_name"] == name and row["kind"] == kind}


def callers(count: int) -> str:
    classes = "".join(f"class C{n}:\n    def go(self): pass\n" for n in range(count))
    return classes + "def run(it):\n    it.go()\n" + "".join(f"run(C{n}())\n" for n in range(count))


def test_what_few_callers_pass_is_followed_and_told_as_such() -> None:
    rows = [row for row in refs({"a.py": callers(2)}) if row["to_name"] == "go"]
    assert {row["to_symbol"] for row in rows} == {"M:a.C0.go", "M:a.C1.go"}
    assert {(row["resolution"], row["confidence"]) for row in rows} == {("argument", "medium")}


@pytest.mark.parametrize("count", [9, MOST_CALLERS + 2])
def test_what_many_callers_pass_says_nothing(count: int) -> None:
    assert targets(refs({"a.py": callers(count)}), "go") == {None}


def test_too_many_things_held_against_a_declared_type_are_nothing() -> None:
    count = MOST_VALUES + 6
    classes = "".join(f"class C{n} {{ go() {{ return {n} }} }}\n" for n in range(count))
    made = ", ".join(f"new C{n}()" for n in range(count))
    first = "function first<T>(all: [T]): T { return all[0] }\n"
    rows = refs({"m.ts": f"{classes}{first}for (const one of [{made}]) {{ first(one).go() }}\n"})
    assert (targets(rows, "first"), targets(rows, "go")) == ({"M:m.first"}, {None})


def test_a_name_from_outside_is_never_bound_to_a_namesake() -> None:
    files = {
        "app/main.py": "from requests import get\nimport flask\nget()\nflask.Flask().run()\n",
        "app/__init__.py": "",
        "app/flask_like.py": "def get(): pass\nclass Flask:\n    def run(self): pass\n",
    }
    rows = [row for row in refs(files) if row["path"] == "app/main.py"]
    assert all(row["external"] and row["to_symbol"] is None for row in rows)


def test_an_argument_s_name_is_a_reference_only_to_a_field() -> None:
    files = {"a.py": "class P:\n    x: int\ndef F(x): pass\nP(x=1)\nF(x=2)\nP(y=3)\n"}
    named = [(row["line_start"], row["to_symbol"]) for row in refs(files) if row["to_name"] in ("x", "y")]
    assert named == [(4, "F:a.P.x")]


def test_every_rule_that_a_row_names_is_in_the_schema() -> None:
    rows = refs({"a.py": callers(3) + "import os\nos.path.join('a').upper()\nprint(unknown)\n"})
    assert {row["resolution"] for row in rows} <= set(RESOLUTIONS)


def test_a_library_s_module_is_loaded_when_it_is_met() -> None:
    program = Program()
    knowledge = Knowledge(program, "python")
    (number,) = knowledge.load("json.decoder")
    symbol = program.files[number].symbol
    assert "JSONDecoder" in program.members[symbol]
    assert knowledge.loaded == {number - knowledge.offsets.file}
    assert knowledge.load("no.such.module") == []


@pytest.mark.parametrize("family", LINKED)
def test_every_family_has_a_dialect(family: str) -> None:
    assert dialect_of(family).__module__.startswith(f"indexer.languages.{family}.")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.arrow.zst")), ids=lambda path: path.name)
def test_knowledge_is_whole(path: Any) -> None:
    tables = read(path.name.partition(".")[0])
    assert tables is not None
    assert tables["files"].num_rows and tables["symbols"].num_rows and tables["flows"].num_rows
    assert max(tables["flows"]["symbol"].to_pylist()) < tables["symbols"].num_rows
    assert max(tables["flows"]["term"].to_pylist()) < tables["terms"].num_rows


def ring(count: int, line: str, suffix: str) -> dict[str, str]:
    return {f"m{n}.{suffix}": line.format((n + 1) % count) for n in range(count)}


@pytest.mark.parametrize(
    "files",
    [
        ring(300, "from m{0} import *\nfrom m{0} import name\nname\n", "py"),
        ring(
            120,
            "export * from './m{0}'\nexport {{ name }} from './m{0}'\nimport {{ name as n }} from './m{0}'\nn()\n",
            "ts",
        ),
        {"a.py": "class A(B): pass\nclass B(A): pass\nA().x\n"},
        {"a.py": "class C0: pass\n" + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 800)) + "C799().x\n"},
        {"A.java": "class C0{}\n" + "".join(f"class C{n} extends C{n - 1} {{}}\n" for n in range(1, 800))},
        {"a.go": "package a\n" + "".join(f"type C{n} struct {{ C{(n + 1) % 50} }}\n" for n in range(50))},
    ],
    ids=["star imports", "barrels", "its own base", "long chain", "long chain of types", "embedded in a ring"],
)
def test_rings_and_long_chains_come_to_an_end(files: dict[str, str]) -> None:
    assert refs(files)
