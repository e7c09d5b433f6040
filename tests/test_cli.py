"""The command line end to end: what goes to which stream, what the exit code says, what a mistake is told."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest

import query.cli
from query.cli import run

SHOP = '''"""A shop."""


class Cart:
    def add(self, name):
        """Put one in."""
        return name


def checkout():
    return Cart().add("tea")
'''
COMMANDS = sorted(entry.name for entry in entry_points(group="codemap.commands"))


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("CODEMAP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CODEMAP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "cache"


@pytest.fixture
def codemap(cache: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def call(*args: str | Path) -> Ran:
        code = run([str(arg) for arg in args])
        return Ran(code, *capfd.readouterr())

    return call


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.py").write_text(SHOP)
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "first")
    monkeypatch.chdir(folder)
    return folder


def git(folder: Path, *args: str) -> str:
    who = {f"GIT_{role}_{part}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    env = os.environ | who | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(["git", "-C", str(folder), *args], check=True, capture_output=True, text=True, env=env)
    return done.stdout.strip()


def commit(folder: Path, message: str) -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)
    return git(folder, "rev-parse", "HEAD")


# Help and usage


GROUPS = {"fleet"}  # their commands have the options
WITHOUT_CACHE = {"install"}  # what is read and written is not in the cache


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, codemap: Callable[..., Ran]) -> None:
    ran = codemap(command, "--help")
    assert ran.code == 0
    assert "Examples:\n    codemap " + command in ran.out
    wanted = {"--cache-dir", "--json", "--config", "--verbose"} - (
        {"--cache-dir"} if command in WITHOUT_CACHE else set()
    )
    assert command in GROUPS or all(option in ran.out for option in wanted)


def test_without_a_command_the_help_is_shown(codemap: Callable[..., Ran]) -> None:
    ran = codemap()
    assert ran.code == 0
    assert all(f"  {name} " in ran.out for name in COMMANDS)


def test_the_version_is_told(codemap: Callable[..., Ran]) -> None:
    assert codemap("--version").out.startswith("codemap 0.")


def test_a_misspelt_command_gets_the_nearest_name(codemap: Callable[..., Ran]) -> None:
    ran = codemap("statsu")
    assert ran.code == 2
    assert ran.err == "error: no such command `statsu`: did you mean `status`?\nhint: see `codemap --help`\n"
    assert ran.out == ""


def test_wrong_usage_is_told_as_json_where_json_was_asked_for(codemap: Callable[..., Ran]) -> None:
    ran = codemap("index", "--jobs", "0", "--json")
    assert ran.code == 2
    assert ran.json["error"]["code"] == "USAGE"
    assert "--jobs" in ran.json["error"]["message"]
    assert ran.err == ""


def test_a_variable_stands_for_an_option(codemap: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEMAP_JOBS", "many")
    ran = codemap("index")
    assert ran.code == 2
    assert "'many' is not a valid integer" in ran.err


# Failures


class Bad:
    """An entry point whose command fails in a way that nobody foresaw."""

    name = "status"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def load(self) -> click.Command:
        @click.command()
        def fails(as_json: bool) -> None:
            raise self.error

        return fails


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    def fail(error: BaseException) -> None:
        monkeypatch.setattr(query.cli, "_entry", lambda group, name: Bad(error))
        monkeypatch.setattr(query.cli.codemap, "commands", {})

    return fail


def test_an_unexpected_error_is_short(codemap: Callable[..., Ran], failing: Callable[[BaseException], None]) -> None:
    failing(KeyError("x"))
    ran = codemap("status")
    assert ran.code == 70
    assert ran.err == "error: unexpected KeyError: 'x'\nhint: re-run with -v for the traceback\n"


@pytest.mark.parametrize("args", [("-v", "status"), ("status", "-v")])
def test_verbose_shows_the_traceback(
    args: tuple[str, ...], codemap: Callable[..., Ran], failing: Callable[[BaseException], None]
) -> None:
    failing(KeyError("x"))
    ran = codemap(*args)
    assert ran.code == 70
    assert "Traceback" in ran.err
    assert "hint: please report this" in ran.err


def test_an_interrupt_is_quiet(codemap: Callable[..., Ran], failing: Callable[[BaseException], None]) -> None:
    failing(KeyboardInterrupt())
    ran = codemap("status")
    assert ran.code == 130
    assert (ran.out + ran.err).strip() == ""


def test_control_characters_of_strangers_do_not_reach_the_terminal(
    codemap: Callable[..., Ran], failing: Callable[[BaseException], None]
) -> None:
    failing(ValueError("a\x1b[31mb"))
    assert "\\x1b[31m" in codemap("status").err


@pytest.mark.parametrize("command", [["index"], ["status"], ["lint"], ["sql", "SELECT 1"]])
def test_a_path_that_does_not_exist(command: list[str], codemap: Callable[..., Ran], tmp_path: Path) -> None:
    ran = codemap(*command, "--path", tmp_path / "absent")
    assert ran.code == 3
    assert "absent" in ran.err.splitlines()[-2]
    assert ran.err.splitlines()[-1].startswith("hint: ")
    told = codemap(*command, "--path", tmp_path / "absent", "--json")
    assert told.code == 3
    assert set(told.json["error"]) == {"code", "message", "hint"}


@pytest.mark.parametrize("command", [["lint"], ["sql", "SELECT 1"]])
def test_a_commit_that_is_not_indexed_gets_a_command_to_paste(
    command: list[str], codemap: Callable[..., Ran], repo: Path
) -> None:
    ran = codemap(*command, "--path", repo, "--ref", "main")
    assert ran.code == 5
    assert ran.err.endswith(f"hint: codemap index --path {repo} --ref main\n")


# index


def test_index_prints_one_object(codemap: Callable[..., Ran], repo: Path, cache: Path) -> None:
    ran = codemap("index", "--json")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json["commit"] == git(repo, "rev-parse", "HEAD")
    assert ran.json["already_existed"] is False
    assert ran.json["manifest"]["counts"]["rows"]["files"] == 1
    assert Path(ran.json["snapshot"]).is_relative_to(cache)
    assert codemap("index", "--json").json["already_existed"] is True


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_index_shows_a_summary_that_fits(
    columns: str, codemap: Callable[..., Ran], repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = codemap("index")
    assert ran.code == 0
    for part in ("shop", "Languages", "python", "Symbols", "class", "References", "Snapshot", "codemap sql"):
        assert part in ran.out
    assert "…" not in ran.out
    free = ("Snapshot  ", "  codemap ")  # meant to be copied: never broken into lines
    assert all(len(line) <= int(columns) for line in ran.out.splitlines() if not line.startswith(free))


def test_the_commands_that_the_summary_suggests_work(
    codemap: Callable[..., Ran], repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = codemap("index", "--path", repo, "--ref", "main", "--cache-dir", tmp_path / "other cache")
    suggested = [line.strip() for line in ran.out.splitlines() if line.startswith("  codemap ")]
    assert len(suggested) >= 2
    for line in suggested:
        script = "from query.cli import main; main()"
        shell = f'codemap() {{ "{sys.executable}" -c "{script}" "$@"; }}; {line}'
        done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_progress_goes_to_stderr_as_plain_lines(codemap: Callable[..., Ran], repo: Path) -> None:
    ran = codemap("index", "--force")
    assert ran.err
    assert "\x1b" not in ran.err


def test_the_configuration_is_taken_before_and_after_the_command(
    codemap: Callable[..., Ran], repo: Path, tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text("exlude = []")
    for args in (("--config", tmp_path / "bad.toml", "index"), ("index", "--config", tmp_path / "bad.toml")):
        ran = codemap(*args)
        assert ran.code == 2
        assert "bad.toml: unknown setting `exlude`" in ran.err
        assert "did you mean `exclude`?" in ran.err


def test_the_configuration_of_the_commit_counts(codemap: Callable[..., Ran], repo: Path) -> None:
    (repo / "codemap.toml").write_text('exclude = ["*.py"]')
    before = git(repo, "rev-parse", "HEAD")
    commit(repo, "configured")
    assert codemap("index", "--json").code == 0
    assert codemap("sql", "--json", "SELECT path FROM files").json == [{"path": "codemap.toml"}]
    assert codemap("index", "--json", "--ref", before).code == 0
    assert codemap("sql", "--json", "--ref", before, "SELECT path FROM files").json == [{"path": "shop.py"}]


# sql


@pytest.fixture
def indexed(codemap: Callable[..., Ran], repo: Path) -> Path:
    assert codemap("index", "--json").code == 0
    return repo


def test_sql_in_three_layouts(codemap: Callable[..., Ran], indexed: Path) -> None:
    statement = "SELECT name, kind, line_start FROM symbols WHERE kind IN ('class', 'method') ORDER BY line_start"
    assert "│ Cart │ class  │          4 │" in codemap("sql", statement).out
    rows = list(csv.reader(io.StringIO(codemap("sql", "--format", "csv", statement).out)))
    assert rows == [["name", "kind", "line_start"], ["Cart", "class", "4"], ["add", "method", "5"]]
    expected = [
        {"name": "Cart", "kind": "class", "line_start": 4},
        {"name": "add", "kind": "method", "line_start": 5},
    ]
    assert codemap("sql", "--format", "json", statement).json == expected
    assert codemap("sql", "--json", statement).json == expected


def test_sql_from_stdin(codemap: Callable[..., Ran], indexed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("SELECT 1 AS one"))
    assert codemap("sql", "--json", "-").json == [{"one": 1}]


def test_a_table_stops_and_says_so_while_csv_is_complete(codemap: Callable[..., Ran], indexed: Path) -> None:
    statement = "SELECT * FROM range(1000)"
    assert codemap("sql", statement).out.splitlines()[-1].startswith("200 of 1,000 rows: ")
    assert len(codemap("sql", "--format", "csv", statement).out.splitlines()) == 1001


def test_awkward_values_survive(codemap: Callable[..., Ran], indexed: Path) -> None:
    statement = "SELECT '[bold]x[/]' AS a, chr(27) AS b, NULL AS c, [1, 2] AS d, 1 AS a, 1.5 AS e"
    assert codemap("sql", "--json", statement).json == [
        {"a": "[bold]x[/]", "b": "\x1b", "c": None, "d": [1, 2], "a_2": 1, "e": 1.5}
    ]
    table = codemap("sql", statement).out
    assert "[bold]x[/]" in table
    assert "\\x1b" in table
    assert "\x1b" not in table


def test_a_wrong_statement_is_told(codemap: Callable[..., Ran], indexed: Path) -> None:
    ran = codemap("sql", "SELECT nme FROM symbols")
    assert ran.code == 2
    assert "nme" in ran.err
    assert "DESCRIBE" in ran.err
    assert codemap("sql", "DROP VIEW symbols").code == 2


def test_a_reader_that_stops_reading_is_no_error(codemap: Callable[..., Ran], indexed: Path) -> None:
    main = "from query.cli import main; main()"
    command = f"set -o pipefail; {sys.executable} -c '{main}' sql --format csv 'SELECT * FROM range(300000)' | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "range\n", "")
    command = f"set -o pipefail; {sys.executable} -c '{main}' sql 'SELECT 1' | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_that_breaks_elsewhere_is_a_failure(
    codemap: Callable[..., Ran], failing: Callable[[BaseException], None]
) -> None:
    failing(BrokenPipeError("git went away"))
    assert codemap("status").code == 70


# status, lint, gc


def test_status_before_and_after(codemap: Callable[..., Ran], repo: Path) -> None:
    before = codemap("status", "--path", repo)
    assert before.code == 0
    assert "not indexed" in before.out
    assert f"codemap index --path {repo}\n" in before.out
    codemap("index", "--json")
    after = codemap("status")
    assert after.code == 0
    assert after.out.startswith("✓ indexed")
    assert "(main)" in after.out
    commit_id = git(repo, "rev-parse", "HEAD")
    assert f"commit={commit_id}" in after.out
    told = codemap("status", "--json").json
    assert told["indexed"] is True
    assert told["manifest"]["commit"] == commit_id


def test_status_lists_the_other_snapshots(codemap: Callable[..., Ran], indexed: Path) -> None:
    first = git(indexed, "rev-parse", "HEAD")
    (indexed / "more.py").write_text("x = 1\n")
    second = commit(indexed, "second")
    told = codemap("status", "--json").json
    assert told["indexed"] is False
    assert told["commit"] == second
    assert [other["commit"] for other in told["others"]] == [first]
    assert first[:12] in codemap("status").out


def test_status_of_a_folder_without_git(codemap: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    ran = codemap("status", "--path", tmp_path / "plain")
    assert ran.code == 0
    assert ran.out.startswith("✗ not indexed\n")


def test_lint_of_a_sound_and_of_a_damaged_snapshot(codemap: Callable[..., Ran], indexed: Path, cache: Path) -> None:
    ran = codemap("lint")
    assert ran.code == 0, ran.out
    assert "sound" in ran.out
    assert codemap("lint", "--json").json["problems"] == []
    (table,) = cache.rglob("symbols*.parquet")
    table.write_bytes(table.read_bytes()[:-1] + b"X")
    broken = codemap("lint")
    assert broken.code in (1, 4)
    assert "symbols" in broken.out + broken.err


def test_gc_tells_before_it_removes(codemap: Callable[..., Ran], indexed: Path, cache: Path) -> None:
    assert "nothing to remove" in codemap("gc").out
    dry = codemap("gc", "--keep", "0", "--days", "0", "--dry-run")
    assert "would remove 1 snapshot" in dry.out
    assert list(cache.rglob("manifest.json"))
    told = codemap("gc", "--keep", "0", "--days", "0", "--json").json
    assert [snapshot["commit"] for snapshot in told["snapshots"]] == [git(indexed, "rev-parse", "HEAD")]
    assert not list(cache.rglob("manifest.json"))
