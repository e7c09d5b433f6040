"""Commits of real repositories, through every kind of clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from indexer import schema
from indexer.model import ConfigError, Settings, Source, SourceError
from indexer.source import open_source

DAY = 24 * 3600
START = 1_700_000_000
Open = Callable[..., Source]


class Repo:
    """A repository to play with; commits are `day` days after a fixed date."""

    def __init__(self, path: Path, *options: str) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *options)

    def git(self, *args: str, stdin: bytes = b"", day: float = 0) -> str:
        date = f"{START + int(day * DAY)} +0000"
        env = os.environ | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(["git", *args], cwd=self.path, input=stdin, capture_output=True, env=env, check=True)
        return done.stdout.decode().strip()

    def commit(self, files: dict[str, str | bytes], day: float = 0) -> str:
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", f"day {day}", day=day)
        return self.git("rev-parse", "HEAD")

    def crafted(self, *entries: tuple[str, bytes, str]) -> str:
        """A commit over a tree that git itself would not write."""
        tree = b"".join(mode.encode() + b" " + name + b"\0" + bytes.fromhex(blob) for mode, name, blob in entries)
        sha = self.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=tree)
        return self.git("commit-tree", sha, "-m", "crafted")


@pytest.fixture(autouse=True)
def own_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "T")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "t@example.org")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


@pytest.fixture
def opened() -> Iterator[Open]:
    sources: list[Source] = []

    def open_it(path: Path, ref: str | None = None, settings: Settings | None = None) -> Source:
        sources.append(open_source(path, ref, settings or Settings()))
        return sources[-1]

    yield open_it
    for source in sources:
        source.close()


def paths(source: Source) -> list[str]:
    return [entry.path for entry in source.entries]


def contents(source: Source) -> dict[str, bytes]:
    return {entry.path: data for entry, data in source.read(source.entries)}


def codes(source: Source) -> list[str]:
    return [diagnostic.code for diagnostic in source.diagnostics]


# Clones and revisions


def test_a_commit_is_read_and_not_the_work_tree(repo: Repo, opened: Open) -> None:
    sha = repo.commit({"b.py": "x = 1\r\n", "a/c.py": b"\xff\0", "a.b": "", "run": "#!/bin/sh\n"})
    (repo.path / "b.py").write_text("changed")
    (repo.path / "new.py").write_text("untracked")
    source = opened(repo.path)
    assert source.commit == sha
    assert paths(source) == ["a.b", "a/c.py", "b.py", "run"]
    assert contents(source) == {"a.b": b"", "a/c.py": b"\xff\0", "b.py": b"x = 1\r\n", "run": b"#!/bin/sh\n"}
    assert [entry.size for entry in source.entries] == [0, 2, 7, 10]
    assert source.entries[2].blob == repo.git("rev-parse", "HEAD:b.py")
    assert source.diagnostics == []


def test_every_way_to_name_a_commit(repo: Repo, opened: Open) -> None:
    first, second = repo.commit({"a": "1"}), repo.commit({"a": "2"}, day=1)
    repo.git("tag", "-a", "v1", "-m", "annotated", first)
    repo.git("branch", "feature/x", first)
    for ref in ("v1", "feature/x", "HEAD~1", "main^", first, first[:8], "v1^{commit}"):
        assert opened(repo.path, ref).commit == first, ref
    assert opened(repo.path).commit == second
    repo.git("checkout", "-q", "--detach", first)
    assert opened(repo.path).commit == first


def test_all_clones_of_a_repository_see_the_same(repo: Repo, opened: Open, tmp_path: Path) -> None:
    repo.commit({"a": "1", "sub/b": "2"})
    repo.git("remote", "add", "origin", "git@example.org:Team/Shop.git")
    repo.git("worktree", "add", "-q", "--detach", "../tree")
    repo.git("clone", "-q", "--bare", ".", "../bare.git")
    repo.git("--git-dir=../bare.git", "remote", "set-url", "origin", "https://me:secret@example.org/team/shop")
    whole = opened(repo.path)
    for path in (repo.path / "sub", repo.path / ".git", tmp_path / "tree" / "sub", tmp_path / "bare.git"):
        other = opened(path)
        assert (other.repo_id, other.commit, other.entries) == (whole.repo_id, whole.commit, whole.entries), path
        assert contents(other) == {"a": b"1", "sub/b": b"2"}, path


def test_sha256_repositories(tmp_path: Path, opened: Open) -> None:
    repo = Repo(tmp_path / "repo", "--object-format=sha256")
    repo.commit({".gitattributes": "*.g linguist-generated", "a.g": "1", "b": "2"})
    source = opened(repo.path)
    assert len(source.commit) == len(source.entries[0].blob) == 64
    assert contents(source)["a.g"] == b"1"
    assert [entry.origin for entry in source.entries] == ["", "generated", ""]


def test_the_environment_of_a_hook_does_not_redirect(
    repo: Repo, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = repo.commit({"a": "1"})
    Repo(tmp_path / "other").commit({"b": "2"})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nowhere"))
    assert opened(repo.path).commit == sha


def test_replaced_objects_do_not_count(repo: Repo, opened: Open) -> None:
    sha = repo.commit({"a": "true"})
    blob = repo.git("rev-parse", "HEAD:a")
    repo.git("replace", blob, repo.git("hash-object", "-w", "--stdin", stdin=b"forged"))
    assert contents(opened(repo.path, sha)) == {"a": b"true"}


@pytest.mark.parametrize("ref", ["mian", "--all", "-h", "--output=x", "", "nul\0", "HEAD:a", "^HEAD", "a..b", "f" * 40])
def test_unknown_revisions_are_told_with_the_nearest_names(repo: Repo, ref: str) -> None:
    repo.commit({"a": "1"})
    with pytest.raises(SourceError) as caught:
        open_source(repo.path, ref, Settings())
    assert repr(ref) in caught.value.message
    assert "main" in caught.value.hint


def test_a_missing_commit_of_a_shallow_clone_says_how_to_get_it(repo: Repo, tmp_path: Path) -> None:
    old = repo.commit({"a": "1"})
    repo.commit({"a": "2"}, day=1)
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(tmp_path / "shallow"))
    with pytest.raises(SourceError) as caught:
        open_source(tmp_path / "shallow", old, Settings())
    assert "--unshallow" in caught.value.hint
    assert f"git fetch origin {old}" in caught.value.hint


def test_an_empty_repository_has_nothing_to_index(repo: Repo) -> None:
    with pytest.raises(SourceError, match="has no commit yet") as caught:
        open_source(repo.path, None, Settings())
    assert "Commit something first" in caught.value.hint
    with pytest.raises(SourceError, match="no commit 'main'"):
        open_source(repo.path, "main", Settings())


def test_an_unborn_head_offers_the_other_branches(repo: Repo, opened: Open) -> None:
    sha = repo.commit({"a": "1"})
    repo.git("symbolic-ref", "HEAD", "refs/heads/unborn")
    with pytest.raises(SourceError) as caught:
        open_source(repo.path, None, Settings())
    assert "main" in caught.value.hint
    assert opened(repo.path, "main").repo_id == schema.repo_id(None, sha)


def test_a_commit_without_files(repo: Repo, opened: Open) -> None:
    repo.commit({})
    source = opened(repo.path)
    assert source.entries == []
    assert source.churn() == {}


# Identity


def test_without_a_remote_the_root_commit_names_the_repository(repo: Repo, opened: Open) -> None:
    root = repo.commit({"a": "1"})
    repo.commit({"a": "2"}, day=1)
    assert opened(repo.path).repo_id == schema.repo_id(None, root)
    repo.git("replace", "--graft", "HEAD")
    assert opened(repo.path).repo_id == schema.repo_id(None, root)


@pytest.mark.parametrize(
    ("remotes", "expected"),
    [
        ({"origin": "https://example.org/a/b.git", "fork": "https://example.org/c/b"}, "https://example.org/a/b"),
        ({"upstream": "https://example.org/a/b"}, "https://example.org/a/b"),
        ({"one": "https://example.org/a/b", "two": "https://example.org/c/b"}, None),
    ],
)
def test_which_remote_names_the_repository(
    repo: Repo, opened: Open, remotes: dict[str, str], expected: str | None
) -> None:
    root = repo.commit({"a": "1"})
    for name, url in remotes.items():
        repo.git("remote", "add", name, url)
    assert opened(repo.path).repo_id == schema.repo_id(expected, root)


def test_a_relative_origin_is_seen_from_the_main_work_tree(repo: Repo, opened: Open, tmp_path: Path) -> None:
    repo.commit({"sub/a": "1"})
    repo.git("remote", "add", "origin", "../up.git")
    repo.git("worktree", "add", "-q", "--detach", "../deep/er/tree")
    expected = schema.repo_id(str(tmp_path / "up.git"), "")
    assert opened(repo.path / "sub").repo_id == expected
    assert opened(tmp_path / "deep" / "er" / "tree").repo_id == expected


def test_a_shallow_clone_without_remote_says_that_its_id_is_doubtful(repo: Repo, opened: Open, tmp_path: Path) -> None:
    repo.commit({"a": "1"})
    repo.commit({"a": "2"}, day=1)
    shallow = tmp_path / "shallow"
    repo.git("clone", "-q", "--depth=1", f"file://{repo.path}", str(shallow))
    assert "repo_id_from_shallow" not in codes(opened(shallow))
    repo.git("-C", str(shallow), "remote", "remove", "origin")
    assert "repo_id_from_shallow" in codes(opened(shallow))


# What cannot be trusted


def test_links_and_submodules_are_told_and_left_out(repo: Repo, opened: Open) -> None:
    repo.commit({"a": "1"})
    (repo.path / "link").symlink_to("/etc/passwd")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},lib/dep")
    repo.git("add", "link")
    repo.git("commit", "-q", "-m", "links")
    source = opened(repo.path)
    assert paths(source) == ["a"]
    told = [(diagnostic.code, diagnostic.path) for diagnostic in source.diagnostics]
    assert told == [("submodule_skipped", "lib/dep"), ("symlink_skipped", "link")]


@pytest.mark.parametrize(("count", "told"), [(20, 20), (21, 1)])
def test_many_of_one_kind_are_summed_up(repo: Repo, opened: Open, count: int, told: int) -> None:
    for number in range(count):
        (repo.path / f"link{number:02}").symlink_to("x")
    repo.commit({"a": "1"})
    source = opened(repo.path)
    assert codes(source) == ["symlink_skipped"] * told
    assert (f"{count} paths" in source.diagnostics[0].message) is (told == 1)


def test_crafted_paths_are_left_out(repo: Repo, opened: Open) -> None:
    repo.commit({"a": "1"})
    blob = repo.git("rev-parse", "HEAD:a")
    names = (b"..", b".", b".git", b".GIT", b"/etc", b"a/../../b", b"x//y", b"fine")
    source = opened(repo.path, repo.crafted(*(("100644", name, blob) for name in names)))
    assert paths(source) == ["fine"]
    assert codes(source) == ["unsafe_path_skipped"] * 7


def test_crafted_entries_of_the_wrong_kind(repo: Repo, opened: Open) -> None:
    repo.commit({"a": "1"})
    blob, tree = repo.git("rev-parse", "HEAD:a"), repo.git("rev-parse", "HEAD^{tree}")
    entries = (("100644", b"dup", blob), ("100644", b"dup", blob), ("100644", b"tree", tree), ("100664", b"old", blob))
    source = opened(repo.path, repo.crafted(*entries))
    assert contents(source) == {"dup": b"1", "old": b"1"}
    assert sorted(codes(source)) == ["duplicate_path_skipped", "object_missing"]


def test_odd_names_are_written_as_utf8(repo: Repo, opened: Open) -> None:
    repo.commit({"a": "1", 'new\nline "q" \t ü.py': "2"})
    blob = repo.git("rev-parse", "HEAD:a")
    entries = (("100644", b"\xff.py", blob), ("100644", b"\\xff.py", blob), ("100644", b"caf\xe9.py", blob))
    source = opened(repo.path, repo.crafted(*entries))
    assert paths(source) == ["\\xff.py", "caf\\xe9.py"]
    assert sorted(codes(source)) == ["duplicate_path_skipped", "odd_name"]
    assert contents(opened(repo.path)) == {"a": b"1", 'new\nline "q" \t ü.py': b"2"}


def test_objects_that_a_partial_clone_lacks_are_told_and_not_fetched(repo: Repo, opened: Open, tmp_path: Path) -> None:
    repo.commit({"a": "1", "b": "2"})
    repo.git("config", "uploadpack.allowFilter", "true")
    partial = tmp_path / "partial"
    repo.git("clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(partial))
    before = sorted(partial.rglob("*"))
    source = opened(partial)
    assert source.entries == []
    assert codes(source) == ["object_missing", "object_missing"]
    assert sorted(partial.rglob("*")) == before


def loose(repo: Repo, name: str) -> Path:
    blob = repo.git("rev-parse", f"HEAD:{name}")
    path = repo.path / ".git" / "objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    return path


def test_damaged_objects_are_told_and_the_rest_is_read(repo: Repo, opened: Open) -> None:
    repo.commit({f"f{number:03}": os.urandom(3000) for number in range(200)})
    source = opened(repo.path)
    for name in ("f010", "f150"):
        data = loose(repo, name).read_bytes()
        loose(repo, name).write_bytes(data[:1000])
    loose(repo, "f100").unlink()
    read = [entry.path for entry, _ in source.read(source.entries)]
    assert read == [path for path in paths(source) if path not in ("f010", "f100", "f150")]
    assert {diagnostic.path for diagnostic in source.diagnostics} == {"f010", "f100", "f150"}


def test_a_repository_in_ruins_is_given_up(repo: Repo, opened: Open) -> None:
    repo.commit({f"f{number:02}": os.urandom(3000) for number in range(60)})
    source = opened(repo.path)
    for entry in source.entries:
        data = loose(repo, entry.path).read_bytes()
        loose(repo, entry.path).write_bytes(data[:1000])
    with pytest.raises(SourceError) as caught:
        contents(source)
    assert "git fsck" in caught.value.hint


def test_a_missing_tree_is_an_error(repo: Repo) -> None:
    repo.commit({"sub/a": "1"})
    loose(repo, "sub").unlink()
    with pytest.raises(SourceError, match="cannot be listed") as caught:
        open_source(repo.path, None, Settings())
    assert "git fsck" in caught.value.hint


def test_a_repository_of_another_user_is_told_with_the_remedy(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a": "1"})
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(SourceError, match="belongs to another user") as caught:
        open_source(repo.path, None, Settings())
    assert f"safe.directory '{repo.path}'" in caught.value.hint


def test_a_broken_repository_is_not_taken_for_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a" / ".git").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / ".git").write_text("gitdir: /nowhere\n")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / ".git").write_text("garbage")
    for name in "abc":
        with pytest.raises(SourceError) as caught:
            open_source(tmp_path / name, None, Settings())
        assert caught.value.hint, name


def test_without_git_a_repository_cannot_be_read(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"sub/a": "1"})
    repo.git("clone", "-q", "--bare", ".", "../bare.git")
    monkeypatch.setenv("PATH", str(tmp_path))
    for path in (repo.path, repo.path / "sub", tmp_path / "bare.git"):
        with pytest.raises(SourceError, match="git is not installed") as caught:
            open_source(path, None, Settings())
        assert "Install git" in caught.value.hint


def test_nothing_of_the_repository_is_executed(repo: Repo, opened: Open, tmp_path: Path) -> None:
    marker, script = tmp_path / "executed", tmp_path / "trap"
    script.write_text(f"#!/bin/sh\necho x >> '{marker}'\ncat\n")
    script.chmod(0o755)
    repo.commit({".gitattributes": "* diff=trap filter=trap\n*.g linguist-generated\n", "a.g": "1"})
    signed = repo.git("cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n\n", 1)
    repo.git("update-ref", "HEAD", repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=signed.encode()))
    for key in ("core.fsmonitor", "gpg.program", "diff.external", "diff.trap.command", "diff.trap.textconv"):
        repo.git("config", key, str(script))
    for key in ("filter.trap.smudge", "filter.trap.clean", "core.pager", "core.sshCommand"):
        repo.git("config", key, str(script))
    repo.git("config", "log.showSignature", "true")
    hooks = repo.path / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    shutil.copy(script, hooks / "post-index-change")
    source = opened(repo.path)
    assert contents(source)["a.g"] == b"1"
    assert source.churn() == {".gitattributes": 1, "a.g": 1}
    assert not marker.exists()
    repo.git("log", "-1")
    assert marker.exists(), "the trap itself must work"


def test_nothing_is_written_into_the_repository(repo: Repo, opened: Open) -> None:
    def state() -> dict[Path, tuple[int, int]]:
        found = (path for path in repo.path.rglob("*"))
        return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in found}

    repo.commit({".gitattributes": "*.g linguist-generated", "a.g": "1"})
    before = state()
    source = opened(repo.path)
    contents(source)
    source.churn()
    assert state() == before


def test_no_room_for_temporary_files(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a": "1"})
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(SourceError, match="temporary file") as caught:
        open_source(repo.path, None, Settings())
    assert "TMPDIR" in caught.value.hint


def test_closing_leaves_nothing_behind(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"a": "1"})
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    source = open_source(repo.path, None, Settings())
    contents(source)
    assert list(scratch.iterdir())
    source.close()
    source.close()
    assert not list(scratch.iterdir())


# Reading


def test_contents_come_in_the_order_asked_for_and_may_be_abandoned(repo: Repo, opened: Open) -> None:
    repo.commit({f"f{number:03}": f"{number}\n" * 5000 for number in range(300)})
    source = opened(repo.path)
    half = source.read(source.entries)
    next(half)
    backwards = [entry for entry, _ in source.read(reversed(source.entries))]
    assert backwards == source.entries[::-1]
    assert next(half)[1] == b"1\n" * 5000
    assert isinstance(half, Iterator)
    half.close()  # type: ignore[attr-defined]
    assert contents(source) == {f"f{number:03}": f"{number}\n".encode() * 5000 for number in range(300)}
    assert list(source.read([])) == []


def test_include_and_exclude_globs(repo: Repo, opened: Open) -> None:
    names = ("src/a.py", "src/gen/b.py", "src/gen/keep.py", "docs/c.md", "node_modules/x/d.js", "src/node_modules/e.js")
    repo.commit(dict.fromkeys(names, "1"))
    source = opened(repo.path)
    assert paths(source) == ["docs/c.md", "src/a.py", "src/gen/b.py", "src/gen/keep.py"]
    assert [(d.code, d.message.split()[0]) for d in source.diagnostics] == [("excluded", "2")]
    narrowed = opened(repo.path, None, Settings(include=["/src/", "!*.js"], exclude=["src/gen/*", "!keep.py"]))
    assert paths(narrowed) == ["src/a.py", "src/gen/keep.py"]


def test_without_settings_the_commit_brings_its_own(repo: Repo, opened: Open) -> None:
    repo.commit({"pyproject.toml": "[tool.codemap]\nexclude = ['*.md']\n", "a.md": "1", "b.py": "1"})
    repo.commit({"codemap.toml": "include = ['*.md']\n"}, day=1)
    (repo.path / "codemap.toml").write_text("include = ['nothing']\n")
    with closing(open_source(repo.path, None, None)) as source:
        assert (source.settings.include, paths(source)) == (["*.md"], ["a.md"])
    with closing(open_source(repo.path, "HEAD~1", None)) as source:
        assert (source.settings.exclude, paths(source)) == (["*.md"], ["b.py", "pyproject.toml"])
    given = Settings(exclude=[])
    assert opened(repo.path, None, given).settings is given


def test_broken_settings_of_a_commit_are_named(repo: Repo) -> None:
    sha = repo.commit({"codemap.toml": "include = 1\n"})
    with pytest.raises(ConfigError, match=f"{sha[:12]}:codemap.toml"):
        open_source(repo.path, None, None)


def test_a_huge_file_of_settings_is_not_looked_at(repo: Repo) -> None:
    repo.commit({"codemap.toml": "#" * 1_000_001})
    with closing(open_source(repo.path, None, None)) as source:
        assert codes(source) == ["settings_skipped"]
        assert source.settings == Settings()
