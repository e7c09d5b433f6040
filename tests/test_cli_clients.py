"""`codemap install`, `init` and `doctor`: files of clients changed without harm, and nothing written unasked."""

from __future__ import annotations

import importlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from query.cli import run
from query.cli.clients import CLIENTS
from query.repo import locate

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
serve = importlib.import_module("serve_client")

SMALL = {"app.py": "def alpha():\n    return 1\n"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository, and a home of its own with `codemap` on the PATH."""
    made: Path = shop.make(tmp_path, SMALL)
    for name, value in serve.environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", f"{Path(serve.COMMAND).parent}:{serve.environment(tmp_path)['PATH']}")
    return made


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """(exit code, the JSON that the command wrote)"""
    code = run([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def files(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and ".git/" not in str(path)}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("scope", ["project", "user"])
def test_an_entry_is_printed_and_planned_without_writing(
    root: Path, client: str, scope: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(root.parent)
    options = ["install", "--path", str(root), "--client", client, "--scope", scope]
    code, shown = call(capsys, *options, "--print")
    parsed = tomllib.loads(shown["text"]) if shown["path"].endswith(".toml") else json.loads(shown["text"])
    entry = parsed[CLIENTS[client].key]["codemap"]
    assert code == 0 and entry["command"] == "codemap" and entry["args"][0] == "serve"
    assert ("--allow-any-repo" in entry["args"]) == (scope == "user")
    assert Path(shown["path"]).is_relative_to(root if scope == "project" else root.parent / "home")
    _, planned = call(capsys, *options, "--dry-run")
    assert planned["outcome"] == "planned" and '"codemap"' in planned["text"] and files(root.parent) == before


def test_an_entry_joins_those_that_are_there_and_the_server_is_tried(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = root / ".mcp.json"
    theirs = {"mcpServers": {"other": {"command": "x"}}, "note": "kept"}
    file.write_text(json.dumps(theirs, indent=4), encoding="utf-8")
    options = ["install", "--path", str(root), "--client", "claude"]
    code, first = call(capsys, *options)
    assert (code, first["outcome"]) == (0, "written") and first["tools"] > 20
    held = json.loads(file.read_text("utf-8"))
    assert held["note"] == "kept" and set(held["mcpServers"]) == {"other", "codemap"}
    assert json.loads(Path(first["backup"]).read_text("utf-8")) == theirs
    assert '\n    "mcpServers"' in file.read_text("utf-8"), "the file keeps its indentation"
    once = file.read_bytes()
    _, again = call(capsys, *options)
    assert (again["outcome"], again["backup"]) == ("unchanged", None) and file.read_bytes() == once
    _, removed = call(capsys, *options, "--remove")
    assert removed["outcome"] == "removed" and json.loads(file.read_text("utf-8")) == theirs
    assert call(capsys, *options, "--remove")[1]["outcome"] == "absent"


def test_toml_keeps_comments_order_and_other_tables(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = root.parent / "home" / ".codex" / "config.toml"
    file.parent.mkdir()
    theirs = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"\n'
    stale = "\n[mcp_servers.codemap]\ncommand = 'old'\n\n[mcp_servers.codemap.env]\nA = '1'\n\n[tools]\nweb = true\n"
    file.write_text(theirs + stale, encoding="utf-8")
    options = ["install", "--path", str(root), "--client", "codex", "--scope", "user"]
    assert call(capsys, *options)[1]["outcome"] == "written"
    text = file.read_text("utf-8")
    held = tomllib.loads(text)
    assert text.startswith("# mine\n") and held["tools"] == {"web": True} and "other" in held["mcp_servers"]
    entry = {"command": "codemap", "args": ["serve", "--allow-any-repo"], "env": {"A": "1"}}
    assert held["mcp_servers"]["codemap"] == entry
    call(capsys, *options, "--remove")
    assert file.read_text("utf-8") == theirs + "\n[tools]\nweb = true\n"


@pytest.mark.parametrize(
    ("client", "variable", "name"),
    [("claude", "CLAUDE_CONFIG_DIR", ".claude.json"), ("codex", "CODEX_HOME", "config.toml")],
)
def test_a_client_that_keeps_its_files_elsewhere_is_found_there(
    root: Path, client: str, variable: str, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    monkeypatch.setenv(variable, str(root.parent / "elsewhere"))
    options = ["install", "--path", str(root), "--client", client, "--dry-run"]
    assert call(capsys, *options, "--scope", "user")[1]["path"] == str(root.parent / "elsewhere" / name)
    assert Path(call(capsys, *options)[1]["path"]).is_relative_to(root)


@pytest.mark.parametrize("command", [["install", "--client", "claude"], ["doctor"], ["init"]])
def test_a_project_that_is_not_there_is_no_project(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = call(capsys, *command, "--path", str(tmp_path / "gone"))
    assert code == 3 and "--path" in told["error"]["hint"] and not (tmp_path / "gone").exists()


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        ("vscode", ".vscode/mcp.json", '{\n  // comments\n  "servers": {}\n}\n'),
        ("claude", ".mcp.json", "[]"),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": []}'),
        ("codex", ".codex/config.toml", "mcp_servers = { other = 1 }\n"),
        ("codex", ".codex/config.toml", "= nonsense"),
    ],
)
def test_a_file_that_cannot_be_changed_safely_is_left_alone(
    root: Path, client: str, name: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = root / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    code, told = call(capsys, "install", "--path", str(root), "--client", client)
    assert code == 2 and "--print" in told["error"]["hint"] and file.read_text("utf-8") == text


def test_init_registers_and_touches_no_file_of_the_project(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files(root)
    code, first = call(capsys, "init", "--path", str(root))
    assert (code, first["new"], first["vcs"], first["indexed"]) == (0, True, "git", False)
    assert first["repo_id"] == locate(root).repo_id and first["clients"] == [] and files(root) == before
    assert call(capsys, "init", "--path", str(root))[1]["new"] is False
    plain = root.parent / "plain"
    plain.mkdir()
    assert call(capsys, "init", "--path", str(plain))[1]["vcs"] == "none"
    shop.git(root, "worktree", "add", "-q", str(root.parent / "tree"))
    assert call(capsys, "init", "--path", str(root.parent / "tree"))[1]["vcs"] == "git worktree"


def checks(capsys: pytest.CaptureFixture[str], root: Path) -> tuple[int, dict[str, Any]]:
    code, told = call(capsys, "doctor", "--path", str(root))
    return code, {check["name"]: check for check in told["checks"]}


def test_doctor_finds_what_is_wrong_and_says_what_to_do(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = checks(capsys, root)
    assert code == 0 and {check["state"] for check in found.values()} <= {"ok", "note"}
    assert list(found) == [
        "codemap", "git", "grammars", "duckdb", "cache", "permissions", "project", "ignore rules", "schema", "client"
    ]  # fmt: skip
    assert found["schema"]["state"] == "note" and found["schema"]["remedy"].startswith("codemap index")
    shop.index(root.parent / "cache", locate(root), [])
    (root / "new.py").write_text("x = 1\n", encoding="utf-8")
    (root / ".mcp.json").write_text('{"mcpServers": {"codemap": {"command": "/gone"}}}', encoding="utf-8")
    code, found = checks(capsys, root)
    assert code == 1 and found["schema"]["state"] == "ok" and "2 neither" in found["ignore rules"]["told"]
    assert found["client"]["state"] == "fail" and "install --client claude" in found["client"]["remedy"]


def test_doctor_tells_a_broken_index_and_a_missing_git(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.index(root.parent / "cache", locate(root), [])
    manifest = next((root.parent / "cache").rglob("manifest.json"))
    manifest.write_text(manifest.read_text("utf-8").replace('"schema_version": 1', '"schema_version": 0'), "utf-8")
    code, found = checks(capsys, root)
    assert code == 1 and "--force" in found["schema"]["remedy"]
    monkeypatch.setenv("PATH", "")
    code, found = checks(capsys, root)
    assert code == 1 and found["git"]["state"] == "fail" and "install git" in found["git"]["remedy"]


@pytest.mark.parametrize(
    ("client", "before"),
    [
        ("codex", "[mcp_servers.codemap]\ncommand='x'\nstartup_timeout_sec=30\n[mcp_servers.codemap.env]\nA='ü 1'\n"),
        ("claude", '{"mcpServers": {"codemap": {"command": "old", "startup_timeout_sec": 30, "env": {"A": "ü 1"}}}}'),
    ],
)  # fmt: skip
def test_what_somebody_added_to_the_entry_stays(
    root: Path, client: str, before: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["install", "--path", str(root), "--client", client]
    file = root / CLIENTS[client].project
    file.parent.mkdir(exist_ok=True)
    file.write_text(before, encoding="utf-8")
    assert call(capsys, *options)[1]["outcome"] == "written"
    text = file.read_text("utf-8")
    entry = (tomllib.loads(text) if client == "codex" else json.loads(text))[CLIENTS[client].key]["codemap"]
    assert entry["command"] == "codemap" and entry["env"] == {"A": "ü 1"} and entry["startup_timeout_sec"] == 30
    assert call(capsys, *options)[1]["outcome"] == "unchanged"
    call(capsys, *options, "--remove")
    assert "codemap" not in file.read_text("utf-8") and "ü" not in file.read_text("utf-8")


def test_a_private_file_stays_private_and_a_link_a_link(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = root.parent / "dotfiles.json"
    kept.write_text('{"mcpServers": {"other": {"command": "x", "env": {"KEY": "secret"}}}}', encoding="utf-8")
    kept.chmod(0o600)
    (root / ".mcp.json").symlink_to(kept)
    code, told = call(capsys, "install", "--path", str(root), "--client", "claude")
    assert code == 0 and (root / ".mcp.json").is_symlink() and set(json.loads(kept.read_text())["mcpServers"]) == {
        "other", "codemap",
    }  # fmt: skip
    assert {oct(path.stat().st_mode & 0o777) for path in (kept, Path(told["backup"]))} == {"0o600"}
