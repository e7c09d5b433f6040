"""Generated and vendored files, as the commit's own .gitattributes declare them."""

from __future__ import annotations

import os
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from indexer.model import Settings
from indexer.source import open_source


@pytest.fixture(autouse=True)
def own_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "T")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "t@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def git(path: Path, *args: str, stdin: bytes = b"") -> str:
    done = subprocess.run(["git", *args], cwd=path, input=stdin, capture_output=True, check=True)
    return done.stdout.decode().strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    path = tmp_path / "repo"
    path.mkdir()
    git(path, "init", "-q", "-b", "main")
    return path


def commit(path: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(content)
    git(path, "add", "-A")
    git(path, "commit", "-q", "-m", "x")


def skips(path: Path, ref: str | None = None) -> dict[str, str]:
    with closing(open_source(path, ref, Settings())) as source:
        assert source.diagnostics == []
        return {entry.path: entry.origin for entry in source.entries if entry.origin}


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("linguist-generated", "generated"),
        ("linguist-generated=true", "generated"),
        ("linguist-vendored", "vendored"),
        ("linguist-vendored=true", "vendored"),
        ("linguist-vendored linguist-generated", "generated"),
        ("linguist-generated=false linguist-vendored", "vendored"),
        ("linguist-generated=false", ""),
        ("-linguist-generated", ""),
        ("-linguist-vendored", ""),
        ("!linguist-vendored", ""),
        ("linguist-language=Java", ""),
        ("text", ""),
    ],
)
def test_each_spelling(repo: Path, attribute: str, expected: str) -> None:
    commit(repo, {".gitattributes": f"a.py {attribute}\n", "a.py": "1", "b.py": "2"})
    assert skips(repo) == ({"a.py": expected} if expected else {})


def test_deeper_files_override_and_macros_work(repo: Path) -> None:
    commit(
        repo,
        {
            ".gitattributes": "[attr]machine linguist-generated\nvendor/** linguist-vendored\n*.pb.go machine\n",
            "vendor/ours/.gitattributes": "* -linguist-vendored\n",
            "vendor/x.c": "1",
            "vendor/ours/y.c": "1",
            "api/z.pb.go": "1",
            'api/odd "name"\n.pb.go': "1",
        },
    )
    expected = {'api/odd "name"\n.pb.go': "generated", "api/z.pb.go": "generated", "vendor/x.c": "vendored"}
    assert skips(repo) == expected


def test_the_commit_decides_also_in_a_bare_clone(repo: Path, tmp_path: Path) -> None:
    commit(repo, {".gitattributes": "*.py linguist-generated\n", "a.py": "1"})
    commit(repo, {".gitattributes": "*.js linguist-generated\n"})
    (repo / ".gitattributes").write_text("* linguist-vendored\n")
    git(repo, "clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    assert skips(repo) == skips(tmp_path / "bare") == {}
    assert skips(repo, "HEAD~1") == skips(tmp_path / "bare", "main~1") == {"a.py": "generated"}


def test_settings_of_the_machine_do_not_matter(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repo, {".gitattributes": "none linguist-generated\n", "a.py": "1"})
    trap = repo.parent / "attributes"
    trap.write_text("*.py linguist-generated\n")
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_text("*.py linguist-generated\n")
    (repo.parent / "git").mkdir()
    (repo.parent / "git" / "attributes").write_text("*.py linguist-generated\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(repo.parent))
    config = repo.parent / "config"
    config.write_text(f"[core]\nattributesFile = {trap}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(config))
    git(repo, "config", "core.attributesFile", str(trap))
    assert "set" in git(repo, "check-attr", "linguist-generated", "a.py"), "the trap itself must work"
    assert skips(repo) == {}


def test_an_attribute_file_that_is_a_link_is_not_one(repo: Path) -> None:
    (repo / ".gitattributes").symlink_to("rules")
    commit(repo, {"rules": "*.py linguist-generated\n", "sub/.gitattributes": "x linguist-generated", "a.py": "1"})
    with closing(open_source(repo, None, Settings())) as source:
        assert [entry.origin for entry in source.entries] == ["", "", ""]


def test_crafted_paths_beside_them_do_no_harm(repo: Path) -> None:
    commit(repo, {".gitattributes": "*.py linguist-generated\n", "a.py": "1"})
    rules, blob = git(repo, "rev-parse", "HEAD:.gitattributes"), git(repo, "rev-parse", "HEAD:a.py")
    names = {b".gitattributes": rules, b"../.gitattributes": rules, b"a.py": blob, b"git~1/.gitattributes": rules}
    tree = b"".join(b"100644 " + name + b"\0" + bytes.fromhex(sha) for name, sha in names.items())
    made = git(repo, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=tree)
    crafted = git(repo, "commit-tree", made, "-m", "crafted")
    with closing(open_source(repo, crafted, Settings())) as source:
        assert {entry.path: entry.origin for entry in source.entries}["a.py"] == "generated"
        assert [diagnostic.code for diagnostic in source.diagnostics] == ["unsafe_path_skipped"]


def test_rules_count_even_where_their_file_is_excluded(repo: Path) -> None:
    commit(repo, {"sub/.gitattributes": "*.py linguist-generated\n", "sub/a.py": "1"})
    with closing(open_source(repo, None, Settings(exclude=[".gitattributes"]))) as source:
        assert [(entry.path, entry.origin) for entry in source.entries] == [("sub/a.py", "generated")]
