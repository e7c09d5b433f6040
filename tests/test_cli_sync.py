"""`codemap sync`, and commands that see what is not committed."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from query.cli import run
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")
compass = importlib.import_module("compass_client")

SOURCES = {"app.py": "def alpha():\n    return beta()\n\n\ndef beta():\n    return 1\n", "old.py": "x = 1\n"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An indexed repository whose work tree has an edited, a new and a deleted file."""
    made: Path = shop.make(tmp_path, SOURCES)
    shop.index(tmp_path / "cache", locate(made), [])
    for name, value in serve.environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    (made / "app.py").write_text(SOURCES["app.py"] + "\n\ndef gamma():\n    beta()\n", encoding="utf-8")
    (made / "new.py").write_text("def delta():\n    pass\n", encoding="utf-8")
    (made / "old.py").unlink()
    return made


def call(capsys: pytest.CaptureFixture[str], root: Path, *arguments: str) -> tuple[int, Any]:
    code = run([*arguments, "--path", str(root), "--json"])
    return code, json.loads(capsys.readouterr().out)


def names(answer: Any) -> list[str]:
    return [place["symbol"]["name"] for place in answer["located"]["places"]]


def test_edited_files_are_kept_for_commands_and_servers(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = call(capsys, root, "sync")
    commit = locate(root).commit
    assert (code, told["kept_as"], told["commit"], told["served_from"]) == (0, "live", commit, commit)
    assert {change["path"]: change["how"] for change in told["changes"]} == {
        "app.py": "edited", "new.py": "edited", "old.py": "deleted"
    }  # fmt: skip
    assert next(change["symbols"] for change in told["changes"] if change["path"] == "new.py") >= 1
    assert call(capsys, root, "locate", "gamma")[0] == 1
    assert names(call(capsys, root, "locate", "gamma", "--workspace", "live")[1]) == ["gamma"]
    _, callers = call(capsys, root, "callers", "beta", "--workspace", "live")
    assert {node["name"] for node in callers["graph"]["nodes"]} == {"app.alpha", "app.gamma"}
    with serve.connected(root) as server:
        body = compass.ask(server, "locate_symbol", name="delta")
    assert body["results"] and body["metadata"]["freshness_status"] == "fresh" and body["metadata"]["ref"] == "live"


def test_the_work_tree_can_be_asked_in_memory(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, root, "sync", "--no-keep")[1]["kept_as"] is None
    assert names(call(capsys, root, "locate", "delta", "--live")[1]) == ["delta"]
    _, found = call(capsys, root, "search", "gamma", "--live")
    assert found["hits"][0]["name"] == "gamma" and "def gamma" in found["hits"][0]["snippet"]
    code, told = call(capsys, root, "locate", "delta", "--workspace", "live")
    assert code == 3 and "codemap sync" in told["error"]["hint"]


def test_a_commit_without_index_is_answered_from_its_ancestor(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "edits")
    _, told = call(capsys, root, "sync", "--name", "mine")
    assert (told["distance"], told["changes"], told["kept_as"]) == (1, [], "mine")
    assert names(call(capsys, root, "locate", "delta")[1]) == ["delta"]
    assert names(call(capsys, root, "locate", "x", "--ref", "HEAD~1")[1]) == ["x"]


@pytest.mark.parametrize("command", [["locate", "alpha"], ["search", "alpha"], ["sync", "--no-keep"]])
def test_what_is_not_indexed_comes_with_the_command_that_mends_it(
    root: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = root.parent / "else where"
    code, told = call(capsys, root, *command, "--cache-dir", str(elsewhere))
    assert code == 5 and told["error"]["hint"] == f"codemap index --path '{root}' --cache-dir '{elsewhere}'"


def test_what_is_not_indexed_is_indexed_before_edits_are_laid_over_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = ["--cache-dir", str(root.parent / "else where")]
    code, told = call(capsys, root, "sync", *elsewhere)
    assert (code, told["indexed"], told["distance"], len(told["changes"])) == (0, True, 0, 3)
    assert not call(capsys, root, "sync", *elsewhere)[1]["indexed"]
    assert names(call(capsys, root, "locate", "delta", "--workspace", "live", *elsewhere)[1]) == ["delta"]


def test_a_folder_without_git_is_indexed_as_it_is_now(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = root.parent / "plain"
    plain.mkdir()
    for name in ("one", "two"):
        (plain / f"{name}.py").write_text(f"def call_{name}():\n    pass\n", encoding="utf-8")
        code, told = call(capsys, plain, "sync")
        assert (code, told["kept_as"], told["indexed"]) == (0, None, True)
        assert names(call(capsys, plain, "locate", f"call_{name}")[1]) == [f"call_{name}"]
    code, told = call(capsys, plain, "search", "one", "--live")
    assert code == 2 and "codemap sync" in told["error"]["hint"]


@pytest.mark.parametrize(
    "options", [["--live", "--ref", "HEAD"], ["--live", "--workspace", "w"], ["--ref", "HEAD", "--workspace", "w"]]
)
def test_states_that_exclude_each_other_are_refused(
    root: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = call(capsys, root, "locate", "alpha", *options)
    assert code == 2 and "leave" in told["error"]["message"]


def test_names_that_several_files_have_want_a_file(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "new.py").write_text("def alpha():\n    pass\n", encoding="utf-8")
    code, told = call(capsys, root, "refs", "alpha", "--live")
    assert (code, told["error"]["code"]) == (2, "AMBIGUOUS") and "app.py" in told["error"]["hint"]
    assert call(capsys, root, "refs", "alpha", "--live", "--file", "new.py")[0] == 0
