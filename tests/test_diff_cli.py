"""`codemap diff`: ranges, layouts, the gate, and text of strangers."""

from __future__ import annotations

import io
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from query.cli import run
from query.cli.diff import Compared, report
from query.cli.shared import Session
from query.diff import gate
from query.diff.markdown import code, markdown
from query.diff.model import Blast, CallerChange, Diff, FactChange, Risk, SymbolChange
from query.diff.sarif import sarif
from query.errors import InvalidArgument


def git(repo: Path, *args: str) -> str:
    command = ["git", "-C", str(repo), "-c", "user.name=a", "-c", "user.email=a@b.c", *args]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`main` and `topic` parted at `start`; each has a commit of its own, all three are indexed."""
    folder = tmp_path_factory.mktemp("diff") / "repo"
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    texts = {
        "start": "def f(a): return a\n",
        "main": "def f(a): return a\n\n\ndef on_main(): pass\n",
        "topic": "def g(): pass\n",
    }
    for name, text in texts.items():
        if name == "topic":
            git(folder, "checkout", "-q", "-b", "topic", "start")
        (folder / "shop.py").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", name)
        if name == "start":
            git(folder, "tag", "start")
        assert run([*where(folder, "index"), "-j", "1", "--json"]) == 0
    return folder


def where(folder: Path, command: str) -> list[str]:
    return [command, "--path", str(folder), "--cache-dir", str(folder.parent / "cache")]


def told(repo: Path, capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = run([*where(repo, "diff"), "--json", *args])
    return code, json.loads(capsys.readouterr().out)


def ids(found: dict[str, Any], change: str) -> list[str]:
    return [row["symbol_id"] for row in found["diff"]["symbols"] if row["changes"] == [change]]


def test_two_dots_compare_two_commits(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = told(repo, capsys, "main..topic")
    assert code == 0
    assert (ids(found, "removed"), ids(found, "added")) == (["M:shop.f", "M:shop.on_main"], ["M:shop.g"])


def test_three_dots_leave_out_what_the_base_got_since(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = told(repo, capsys, "main...topic")
    assert found["diff"]["base"] == git(repo, "rev-parse", "start")
    assert ids(found, "removed") == ["M:shop.f"]


def test_one_commit_is_compared_with_the_work_tree(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(repo, "checkout", "-q", "topic")
    assert told(repo, capsys, "topic")[1]["diff"]["symbols"] == []
    (repo / "shop.py").write_text("def g(): pass\n\n\ndef not_committed(): pass\n")
    try:
        assert ids(told(repo, capsys, "topic")[1], "added") == ["M:shop.not_committed"]
    finally:
        git(repo, "checkout", "-q", "--", "shop.py")


@pytest.mark.parametrize(("fail_on", "code"), [("", 0), ("route-removed,config-added", 0), ("breaking", 1)])
def test_the_gate(repo: Path, capsys: pytest.CaptureFixture[str], fail_on: str, code: int) -> None:
    exit_code, found = told(repo, capsys, "start..topic", "--fail-on", fail_on)
    assert (exit_code, found["failed"]) == (code, ["breaking"] if code else [])


@pytest.mark.parametrize(
    ("args", "code", "hint"),
    [
        (["start..topic", "--fail-on", "breakin"], 2, "breaking"),
        (["nowhere..topic"], 3, "git tag"),
        (["..topic"], 2, "BASE..HEAD"),
        (["--", "-x..topic"], 2, "BASE..HEAD"),
    ],
)
def test_what_cannot_be_compared(
    repo: Path, capsys: pytest.CaptureFixture[str], args: list[str], code: int, hint: str
) -> None:
    exit_code, found = told(repo, capsys, *args)
    assert exit_code == code
    assert hint in found["error"]["hint"]


def test_a_commit_without_a_snapshot_is_told_how_to_get_one(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(repo, "checkout", "-q", "topic")
    git(repo, "commit", "-q", "--allow-empty", "-m", "later")
    try:
        code, found = told(repo, capsys, "start..HEAD")
        assert code == 5 and f"--ref {git(repo, 'rev-parse', 'HEAD')}" in found["error"]["hint"]
    finally:
        git(repo, "reset", "-q", "--hard", "HEAD~1")


@pytest.mark.parametrize("layout", ["text", "markdown", "json", "sarif"])
def test_the_layouts_tell_what_breaks(repo: Path, capsys: pytest.CaptureFixture[str], layout: str) -> None:
    capsys.readouterr()
    assert run([*where(repo, "diff"), "start..topic", "--format", layout]) == 0
    shown = capsys.readouterr().out
    assert "M:shop.f" in shown and "function removed" in shown
    if layout == "json":
        assert json.loads(shown)["diff"] == told(repo, capsys, "start..topic")[1]["diff"]
    if layout == "sarif":
        (result,) = json.loads(shown)["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "shop.py"


EVIL = "x`|\n### <script>@everyone\x1b[31m"


def hostile() -> Diff:
    change = SymbolChange(["removed"], "function", f"M:{EVIL}", "python", f"{EVIL}.py", 1, breaking=EVIL)
    calm = SymbolChange(["added"], "function", f"M:{EVIL}", "python", f"{EVIL}.py", 1)
    fact = FactChange("changed", "route", EVIL, f"{EVIL}2", EVIL, 1, None)
    risk = Risk(EVIL, EVIL, 1, 2.0, 1, 1, 0, 0, True)
    blast = Blast(1, 1, [EVIL], 1, [risk])
    summary = dict.fromkeys(("breaking", "added", "removed", "moved", "renamed", "signature"), 1)
    return Diff("a" * 40, "b" * 40, summary, [change, calm], [fact], [CallerChange(EVIL, EVIL, 1, 1, 0, [], [])], blast)


def test_names_of_strangers_cannot_leave_their_code_spans() -> None:
    width = 0
    for line in markdown(hostile()).splitlines():
        assert "script" not in re.sub(r"`[^`]*`", "", line)
        assert "\x1b" not in line
        width = line.count("|") if line.startswith("|") and not width else width if line else 0
        assert line.count("|") == width
    assert code("a`b\nc") == "`aˋb c`" and code("") == "` `"
    assert len(code("x" * 999)) < 200


def test_a_terminal_shows_callers_and_the_tests_to_run() -> None:
    callers = [CallerChange("M:shop.f", "shop.py", 1, 2, 1, ["M:shop.g", "M:shop.h"], [EVIL])]
    blast = Blast(1, 2, ["M:tests.test_shop.test_f"], 0, [])
    summary = dict.fromkeys(("added", "removed", "moved", "renamed", "signature", "body"), 0)
    console = Console(width=120, record=True, file=io.StringIO())
    report(Compared("text", [], Diff("a" * 40, "b" * 40, summary, [], [], callers, blast)), console, Session())
    shown = console.export_text()
    assert "+2    −1    M:shop.f  + M:shop.g, − x`|" in shown and "M:tests.test_shop.test_f" in shown
    assert "\x1b" not in shown


def test_long_tables_are_cut_and_say_so() -> None:
    found = hostile()
    many = Diff(found.base, found.head, found.summary, found.symbols * 50, [], [], found.blast)
    assert "and 30 more" in markdown(many, limit=20)


def test_sarif_names_places_that_a_viewer_can_open() -> None:
    run_of = sarif(hostile())["runs"][0]
    assert {result["ruleId"] for result in run_of["results"]} <= {
        rule["id"] for rule in run_of["tool"]["driver"]["rules"]
    }
    uri = run_of["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert "\n" not in uri and " " not in uri


def test_conditions_of_the_gate() -> None:
    assert gate.met(hostile(), gate.conditions()) == ["breaking", "symbol-removed", "untested", "route-changed"]
    assert gate.parse(" breaking , route-removed,") == ["breaking", "route-removed"]
    with pytest.raises(InvalidArgument, match="nothing to fail on"):
        gate.parse("broken")
