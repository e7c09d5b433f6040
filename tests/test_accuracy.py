"""ci/accuracy on tables whose verdicts are plain to see, and the oracles that need nothing installed from elsewhere."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

ROOT = Path(__file__).resolve().parent.parent
CI = ROOT / "ci"
COLUMNS = ("ref_path", "ref_line", "ref_col", "name", "ref_kind")
CODE = "def f():\n    pass\n\ndef g(x):\n    f()\n    x()\n    len(x)\n    return f\n"

Row = dict[str, Any]


@pytest.fixture
def ci(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a module of ci/accuracy_truth."""
    monkeypatch.syspath_prepend(str(CI))
    yield lambda name: importlib.import_module(f"accuracy_truth.{name}")


def truth(line: int, name: str, kind: str, target: str, also: str = "", def_kind: str = "function") -> Row:
    path, _, def_line = target.rpartition(":")
    row = dict(zip(COLUMNS, ("a.py", line, 4, name, kind), strict=True))
    row |= {"def_path": path, "def_line": int(def_line), "def_kind": def_kind, "def_name": name, "alt_defs": also}
    return row | {"same_file": path == "a.py"}


def denied(line: int, name: str, says: str) -> Row:
    return dict(zip(COLUMNS, ("a.py", line, 4, name, "read"), strict=True)) | {"cls": says, "symbol": "x"}


def ref(
    line: int, name: str, target: str | None, rule: str = "scope", confidence: str = "high", path: str = "a.py"
) -> Row:
    row = {"path": path, "line_start": line, "col_start": 4, "to_name": name, "to_symbol": target}
    return row | {"external": None if target else line % 2 == 0, "resolution": rule, "confidence": confidence}


def write(file: Path, rows: list[Row]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), file)


POSITIVE = [
    truth(1, "right", "call", "a.py:90"),
    truth(2, "wrong", "call", "b.py:10"),
    truth(3, "missed", "read", "b.py:10"),
    truth(4, "external", "read", "b.py:10"),
    truth(5, "absent", "read", "b.py:10"),
    truth(6, "tie", "read", "b.py:10"),
    truth(7, "either", "read", "c.py:7", also="c.py:8;b.py:10"),
    truth(8, "package", "import", "b.py:1", def_kind="module"),
    truth(13, "C", "type", "a.py:90"),
    truth(13, "C", "new", "b.py:10"),
]
NEGATIVE = [denied(9, "local", "local"), denied(10, "builtin", "external"), denied(11, "odd", "unresolved")]
REFS = [
    ref(1, "right", "A"),
    ref(2, "wrong", "A", rule="import"),
    ref(3, "missed", None),
    ref(4, "external", None),
    ref(6, "tie", "B", rule="member"),
    ref(6, "tie", "A", rule="member"),
    ref(7, "either", "B", rule="member", confidence="medium"),
    ref(8, "package", "B"),
    ref(9, "local", "A"),
    ref(11, "odd", "A"),
    ref(12, "silent", "A"),
    ref(13, "C", "B"),
    ref(1, "right", "A", path="unseen.py"),
]
SYMBOLS = [
    {"symbol_id": "A", "path": "a.py", "name_line": 90, "name": "a"},
    {"symbol_id": "B", "path": "b.py", "name_line": 10, "name": "b"},
]


@pytest.fixture
def scored(tmp_path: Path, ci: Any) -> Any:
    write(tmp_path / "t.parquet", POSITIVE)
    write(tmp_path / "t.neg.parquet", NEGATIVE)
    write(tmp_path / "refs.parquet", REFS)
    write(tmp_path / "symbols.parquet", SYMBOLS)
    return ci("scoring").score(tmp_path, tmp_path / "t.parquet", 15)


def test_every_occurrence_gets_its_verdict(scored: Any, ci: Any) -> None:
    tally = ci("scoring").Tally
    assert scored.whole == tally(truth=8, right=4, wrong=1, stray=1, unjudged=3, ties=1)
    assert (scored.whole.precision, scored.whole.recall) == (4 / 6, 4 / 8)
    assert (scored.whole.tie_share, scored.whole.stray_share) == (1 / 4, 1 / 6)
    assert scored.calls == tally(truth=3, right=2, wrong=1, stray=0, unjudged=0, ties=0)
    assert scored.files["cross-file"] == tally(truth=7, right=3, wrong=1, stray=0, unjudged=0, ties=1)
    assert scored.files["same-file"] == tally(truth=1, right=1, wrong=0, stray=1, unjudged=0, ties=0)
    assert scored.kinds["read"] == tally(truth=5, right=2, wrong=0, stray=1, unjudged=0, ties=1)


def test_each_rule_answers_for_itself(scored: Any) -> None:
    seen = {rule: (one.right, one.wrong, one.stray, one.unjudged, one.ties) for rule, one in scored.rules.items()}
    expected = {"scope": (2, 0, 1, 3, 0), "import": (0, 1, 0, 0, 0), "member": (1, 0, 0, 0, 1)}
    assert seen == expected | {"member, medium": (1, 0, 0, 0, 0)}


def test_what_is_missed_tells_what_stands_there(scored: Any) -> None:
    assert scored.missed == {"read": {"unresolved": 1, "external": 1, "absent": 1}}
    assert scored.states["repository"] == {"bound": 5, "unresolved": 1, "external": 1, "absent": 1}
    assert scored.unresolved == 1 / 11  # of the places in the file that the oracle saw
    samples = {verdict: [(one.name, one.ours) for one in rows] for verdict, rows in scored.samples.items()}
    missed = [("absent", "absent"), ("external", "external"), ("missed", "unresolved")]
    tie = [("tie", "a.py:90 a [member], b.py:10 b [member]")]
    assert samples == {
        "wrong": [("wrong", "a.py:90 a [import]")],
        "stray": [("local", "a.py:90 a [scope]")],
        "missed": missed,
        "ties": tie,
    }


def accuracy(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CI / "accuracy"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONSAFEPATH": "1"})


@pytest.fixture
def cloned(tmp_path: Path) -> Path:
    """`repos` and `truth` of one repository, of which two references are known."""
    repo = tmp_path / "repos" / "some+thing" / "repo"
    repo.mkdir(parents=True)
    (repo / "a.py").write_text(CODE)
    who = ["-c", "user.name=a", "-c", "user.email=b"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", repo, *command], check=True)
    head = subprocess.run(["git", "-C", repo, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    about = {"repository": "some/thing", "commit": head.strip(), "language": "python", "oracle": "by hand"}
    write(tmp_path / "truth" / "python-thing.parquet", [truth(5, "f", "call", "a.py:1")])
    write(tmp_path / "truth" / "python-thing.neg.parquet", [denied(6, "x", "local")])
    (tmp_path / "truth" / "python-thing.json").write_text(json.dumps(about))
    return tmp_path


def places(folder: Path) -> list[object]:
    return ["--truth", folder / "truth", "--repos", folder / "repos", "--cache", folder / "cache"]


def test_a_commit_is_indexed_and_scored(cloned: Path) -> None:
    done = accuracy(*places(cloned), "--json", "--strict", "thing")
    assert done.returncode == 0, done.stderr
    (one,) = json.loads(done.stdout)["repositories"]
    assert (
        one["whole"] | {"truth": 1, "right": 1, "wrong": 0, "stray": 0, "precision": 1.0, "recall": 1.0} == one["whole"]
    )
    assert all(one["bars"].values())


def test_a_bar_that_is_missed_fails_only_if_asked(cloned: Path) -> None:
    write(cloned / "truth" / "python-thing.parquet", [truth(5, "f", "call", "a.py:4")])
    loose, strict = accuracy(*places(cloned)), accuracy(*places(cloned), "--keep", "--strict")
    assert (loose.returncode, strict.returncode) == (0, 1)
    assert "a.py:5:4 call f" in loose.stdout
    assert "here a.py:1 f [scope]; oracle a.py:4 function f" in loose.stdout
    assert "✗" in loose.stdout


def test_what_is_not_there_is_told(cloned: Path) -> None:
    assert "no truth table" in accuracy(*places(cloned), "other").stderr
    assert "no oracle for cobol" in accuracy("--make", "cobol", cloned, cloned / "out").stderr


def test_scip_occurrences_are_read_without_a_schema(ci: Any) -> None:
    def field(number: int, data: bytes) -> bytes:
        return bytes([number << 3 | 2, len(data)]) + data

    used = field(1, bytes([0x80 | 0x2C, 0x02, 4, 7])) + field(2, b"s f().")  # line 300: two bytes
    defined = field(1, bytes([1, 4, 5])) + field(2, b"s f().") + bytes([3 << 3, 1])
    document = field(1, b"a.py") + field(2, used) + field(2, defined)
    found = list(ci("python").occurrences(field(1, b"tool") + field(2, document)))
    assert [tuple(one) for one in found] == [("a.py", 301, 4, 7, "s f().", False), ("a.py", 2, 4, 5, "s f().", True)]


def test_python_names_are_told_with_their_use(tmp_path: Path, ci: Any) -> None:
    lines = [
        "from m import f as h",
        "@f",
        "def g(x: A, é=f()) -> A:",
        "    x.y = f",
        "def g(): x",
        "import lost",
        "class A(B): 0",
    ]
    (tmp_path / "a.py").write_text("\n".join(lines), "utf-8")
    module = ci("python")
    names = [(1, 14, 20, "p f()."), (2, 1, 2, "p f()."), (3, 4, 5, "p g()."), (3, 9, 10, "p A#"), (3, 14, 15, "p f().")]
    names += [
        (3, 22, 23, "p A#"),
        (4, 4, 5, "p g().(x)"),
        (4, 6, 7, "p A#y."),
        (4, 10, 11, "p f()."),
        (5, 4, 5, "p g()."),
    ]
    names += [(6, 7, 11, "local 1"), (7, 6, 7, "p A#"), (7, 8, 9, "scip-python python lib 1 B#")]
    defining = {(3, 4), (7, 6)}
    found = [module.Occurrence("a.py", *one, defines=one[:2] in defining) for one in names]
    found += [module.Occurrence("m.py", 1, 0, 1, "p f().", True), module.Occurrence("m.py", 2, 0, 1, "p g().(x)", True)]
    (tmp_path / "m.py").write_text("f\nx")
    seen = [(row["name"], row["kind"], row["says"]) for row in module.Table(tmp_path, found).rows()]
    assert seen == [
        ("f", "import", "repository"),
        ("f", "decorator", "repository"),
        ("A", "type", "repository"),
        ("f", "call", "repository"),
        ("A", "type", "repository"),
        ("x", "read", "local"),
        ("y", "write", "external"),
        ("f", "read", "repository"),
        ("lost", "import", "unresolved"),
        ("B", "inherit", "external"),
    ]


@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK")
def test_javac_makes_a_table(tmp_path: Path) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    (repo / "A.java").write_text(
        "class A {\n  int n;\n  A(int m) {\n\tthis.n = m;\n  }\n  A to(String s) { return new A(s.length()); }\n}\n"
    )
    done = accuracy("--make", "java", repo, tmp_path / "out" / "java-a", "--cache", tmp_path / "cache")
    assert done.returncode == 0, done.stderr
    rows = pq.read_table(tmp_path / "out" / "java-a.parquet").to_pylist()
    seen = {
        (row["name"], row["ref_kind"], row["ref_line"], row["ref_col"], row["def_line"], row["def_col"]) for row in rows
    }
    assert seen == {
        ("n", "write", 4, 6, 2, 6),
        ("A", "type", 6, 2, 1, 6),
        ("A", "type", 6, 30, 1, 6),
        ("A", "new", 6, 30, 3, 2),
    }
    negative = pq.read_table(tmp_path / "out" / "java-a.neg.parquet").to_pylist()
    others = {(row["name"], row["cls"]) for row in negative}
    assert others == {("m", "local"), ("s", "local"), ("String", "external"), ("length", "external")}
