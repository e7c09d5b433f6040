"""Commits per file in the 30 days before a commit."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from indexer.model import Settings
from indexer.source import open_source
from indexer.source.churn import ChurnLog
from indexer.source.command import discover
from indexer.source.filters import Findings

DAY = 24 * 3600
START = 1_700_000_000


@pytest.fixture(autouse=True)
def own_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "T")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "t@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def git(path: Path, *args: str, day: float = 0) -> None:
    date = f"{START + int(day * DAY)} +0000"
    env = os.environ | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    subprocess.run(["git", *args], cwd=path, env=env, capture_output=True, check=True)


def commit(path: Path, day: float, **files: str) -> None:
    for name, content in files.items():
        (path / name).write_text(content)
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", f"day {day}", day=day)


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Six commits; the last is 31 days after the second."""
    path = tmp_path / "repo"
    path.mkdir()
    git(path, "init", "-q", "-b", "main")
    commit(path, 0, a="1", b="1", c="1")
    commit(path, 9, a="2")
    commit(path, 11, a="3", b="2")
    git(path, "checkout", "-q", "-b", "side")
    commit(path, 20, b="3")
    git(path, "checkout", "-q", "main")
    commit(path, 30, a="4")
    git(path, "merge", "-q", "--no-ff", "-m", "merge", "side", day=40)
    return path


def churn(path: Path, ref: str | None = None) -> tuple[dict[str, int] | None, list[str]]:
    with closing(open_source(path, ref, Settings())) as source:
        counts = source.churn()
        assert source.churn() == counts
        return counts, [diagnostic.code for diagnostic in source.diagnostics]


def test_the_window_ends_at_the_commit_and_merges_do_not_count(history: Path) -> None:
    assert churn(history) == ({"a": 2, "b": 2}, [])


def test_an_older_commit_has_its_own_window(history: Path) -> None:
    assert churn(history, "main~2") == ({"a": 3, "b": 2, "c": 1}, [])


def test_a_rename_touches_both_names_and_odd_names_are_counted(history: Path) -> None:
    odd = 'x\n"ü"'
    git(history, "mv", "c", odd)
    commit(history, 100)
    assert churn(history) == ({"c": 1, odd: 1}, [])


def test_settings_of_the_user_do_not_change_the_count(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = history.parent / "config"
    config.write_text("[log]\nshowRoot = false\ndiffMerges = first-parent\n[diff]\nrelative = true\nrenames = copies\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    assert churn(history)[0] == {"a": 2, "b": 2}
    assert churn(history, "main~3")[0] == {"a": 2, "b": 1, "c": 1}


def test_a_shallow_clone_that_reaches_far_enough_counts_the_same(history: Path, tmp_path: Path) -> None:
    git(history, "clone", "-q", "--depth=4", f"file://{history}", str(tmp_path / "shallow"))
    assert churn(tmp_path / "shallow") == ({"a": 2, "b": 2}, [])


def test_a_shallow_clone_that_is_too_short_does_not_guess(history: Path, tmp_path: Path) -> None:
    git(history, "clone", "-q", "--depth=1", f"file://{history}", str(tmp_path / "shallow"))
    assert churn(tmp_path / "shallow") == (None, ["churn_unavailable"])


def test_a_count_that_takes_too_long_is_given_up(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = history.parent / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\ncase "$*" in *--name-only*) exec sleep 60;; esac\nexec {shutil.which("git")} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
    repo = discover(history)
    assert repo is not None
    findings = Findings()
    with closing(ChurnLog(repo, "main", time_limit=0.05)) as log:
        assert log.collect(findings) is None
    assert [(note.code, "too long" in note.message) for note in findings.diagnostics] == [("churn_unavailable", True)]


def test_a_history_with_holes_is_told_and_the_files_are_read(history: Path) -> None:
    git(history, "remote", "add", "origin", "https://example.org/a/b")
    parent = subprocess.run(
        ["git", "rev-parse", "main~1"], cwd=history, capture_output=True, check=True
    ).stdout.decode()
    (history / ".git" / "objects" / parent[:2] / parent[2:].strip()).unlink()
    with closing(open_source(history, None, Settings())) as source:
        assert source.churn() is None
        assert [entry.path for entry, _ in source.read(source.entries)] == ["a", "b", "c"]
        assert [diagnostic.code for diagnostic in source.diagnostics] == ["churn_unavailable"]
