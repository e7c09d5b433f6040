"""Plain folders, without git."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer import schema
from indexer.model import ConfigError, Settings, Source, SourceError
from indexer.source import open_source

NOBODY = 65534


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "folder"
    write(path, {"b.py": "x = 1\n", "a/c.py": "y\r\n", "a.b": ""})
    return path


def write(path: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content.encode())


def opened(path: Path, settings: Settings | None = None) -> Source:
    return open_source(path, None, settings or Settings())


def paths(source: Source) -> list[str]:
    return [entry.path for entry in source.entries]


def told(source: Source) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.path) for diagnostic in source.diagnostics]


def test_a_folder_is_read_and_keyed_by_its_content(folder: Path, tmp_path: Path) -> None:
    source = opened(folder)
    assert [(entry.path, entry.size) for entry in source.entries] == [("a.b", 0), ("a/c.py", 3), ("b.py", 6)]
    assert {entry.path: data for entry, data in source.read(source.entries)}["a/c.py"] == b"y\r\n"
    assert source.repo_id == schema.repo_id(None, str(folder.resolve()))
    assert len(source.commit) == 64
    assert source.churn() is None
    shutil.copytree(folder, tmp_path / "copy")
    assert opened(tmp_path / "copy").commit == source.commit
    (folder / "b.py").rename(folder / "c.py")
    assert opened(folder).commit != source.commit


def test_blobs_are_named_as_git_names_them(folder: Path) -> None:
    for entry in opened(folder).entries:
        done = subprocess.run(
            ["git", "hash-object", "--no-filters", entry.path], cwd=folder, capture_output=True, check=True
        )
        assert done.stdout.decode().strip() == entry.blob


def test_version_control_links_and_special_files_are_left_out(folder: Path) -> None:
    write(folder, {"sub/.git": "gitdir: x", ".hg/store": "x", "sub/.svn/x": "x", "sub/.gitkeep": ""})
    (folder / "out").symlink_to("/etc")
    (folder / "loop").symlink_to(".")
    os.mkfifo(folder / "pipe")
    source = opened(folder)
    assert paths(source) == ["a.b", "a/c.py", "b.py", "sub/.gitkeep"]
    assert told(source) == [("special_file_skipped", "pipe"), ("symlink_skipped", "loop"), ("symlink_skipped", "out")]


def test_gitignore_files_hold_at_every_level(folder: Path) -> None:
    write(
        folder,
        {
            ".gitignore": "*.log\n/build/\n!\n# note\n",
            "x.log": "", "build/y": "", "sub/build/z": "", "sub/.gitignore": "!keep.log\n/only\n",
            "sub/keep.log": "", "sub/drop.log": "", "sub/only": "", "sub/deep/only": "",
            "build/.gitignore": "!y\n",
        },
    )  # fmt: skip
    kept = [path for path in paths(opened(folder)) if path.startswith(("sub/", "build", "x"))]
    assert kept == ["sub/.gitignore", "sub/build/z", "sub/deep/only", "sub/keep.log"]


def test_the_same_files_are_ignored_as_by_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    path = tmp_path / "both"
    write(path, {".gitignore": "a/**/b\n*.o\n!/k.o\nfoo/*\n!foo/bar/\n\\#x\ntrail \n", "foo/.gitignore": "bar/x\n"})
    names = ("a/b", "a/c/b", "a/c/d", "z.o", "k.o", "q/k.o", "foo/y", "foo/bar/x", "foo/bar/y", "#x", "trail", "b")
    write(path, dict.fromkeys(names, "1"))
    ours = paths(opened(path))
    subprocess.run(["git", "init", "-q"], cwd=path, check=True)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=path, capture_output=True, check=True)
    assert ours == sorted(listed.stdout.decode().split())


def test_include_and_exclude_globs(folder: Path) -> None:
    write(folder, {"node_modules/x.js": "1", "a/d.md": "1"})
    assert ("excluded", "") in told(opened(folder))
    assert paths(opened(folder, Settings(include=["*.py"], exclude=["/a/"]))) == ["b.py"]
    with pytest.raises(ConfigError) as caught:
        opened(folder, Settings(exclude=["!"]))
    assert ".gitignore" in caught.value.hint


def test_odd_names_can_be_read(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9\n.py")).write_text("odd")
    source = opened(folder)
    assert {entry.path: data for entry, data in source.read(source.entries)}["caf\\xe9\n.py"] == b"odd"
    assert told(source) == [("odd_name", "caf\\xe9\n.py")]


def test_what_changes_meanwhile_is_told_and_left_out(folder: Path, tmp_path: Path) -> None:
    write(folder, dict.fromkeys(("changed", "grown", "gone", "linked", "piped"), "12345"))
    source = opened(folder)
    (folder / "changed").write_text("54321")
    (folder / "grown").write_text("123456")
    for name in ("gone", "linked", "piped"):
        (folder / name).unlink()
    (tmp_path / "secret").write_text("12345")
    (folder / "linked").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "piped")
    assert [entry.path for entry, _ in source.read(source.entries)] == ["a.b", "a/c.py", "b.py"]
    assert [path for _, path in told(source)] == ["changed", "gone", "grown", "linked", "piped"]
    assert {code for code, path in told(source) if path != "linked"} == {"file_changed"}


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder that another user can reach, and this process without its privileges."""
    with tempfile.TemporaryDirectory() as path:
        Path(path).chmod(0o755)
        yield Path(path)


def test_what_may_not_be_read_is_told_and_left_out(open_to_all: Path) -> None:
    write(open_to_all, {"a": "1", "locked": "2", "closed/b": "3", "later": "4"})
    (open_to_all / "locked").chmod(0)
    (open_to_all / "closed").chmod(0)
    privileged = os.geteuid() == 0
    if privileged:
        os.seteuid(NOBODY)
    try:
        source = opened(open_to_all)
    finally:
        if privileged:
            os.seteuid(0)
    (open_to_all / "closed").chmod(0o755)
    assert paths(source) == ["a", "later"]
    assert told(source) == [("unreadable", "closed"), ("unreadable", "locked")]
    assert "Permission denied" in source.diagnostics[0].message


def test_an_empty_folder(tmp_path: Path) -> None:
    source = opened(tmp_path)
    assert (source.entries, source.diagnostics) == ([], [])
    assert len(source.commit) == 64


def test_without_git_a_folder_is_read_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = opened(folder).commit
    monkeypatch.setenv("PATH", str(folder))
    assert opened(folder).commit == commit


def test_a_folder_has_no_revisions(folder: Path) -> None:
    with pytest.raises(SourceError, match="no revision 'main'") as caught:
        open_source(folder, "main", Settings())
    assert "--ref" in caught.value.hint


def test_paths_that_are_no_folder(folder: Path) -> None:
    with pytest.raises(SourceError, match="does not exist") as caught:
        opened(folder / "nowhere")
    assert caught.value.hint
    with pytest.raises(SourceError, match="not a folder") as caught:
        opened(folder / "b.py")
    assert str(folder) in caught.value.hint


def test_without_settings_the_folder_brings_its_own(folder: Path) -> None:
    assert open_source(folder, None, None).settings == Settings()
    write(folder, {"codemap.toml": "include = ['*.py']\n"})
    source = open_source(folder, None, None)
    assert (source.settings.include, paths(source)) == (["*.py"], ["a/c.py", "b.py"])
    write(folder, {"codemap.toml": "#" * 1_000_001})
    assert told(open_source(folder, None, None)) == [("settings_skipped", "codemap.toml")]
