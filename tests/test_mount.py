"""Mounting, ad-hoc SQL and finding the repository: the reader's side of the cache."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from indexer import schema, store
from indexer.manifest import build_manifest
from indexer.model import Settings
from indexer.source import open_source
from indexer.write import arrow_schema, write_table
from query.errors import Interrupted, LocateError, NotIndexedError, QueryError, SnapshotError, SqlError
from query.mount import Mounted, mount
from query.repo import locate
from query.sql import run_select

REPO = "demo-1"
COMMIT = "a" * 40
ENDLESS = "SELECT count(*) FROM range(100000000000) AS a(i), range(100) AS b(j) WHERE i % 7 = j"
ROOT = Path(store.__file__).parents[1]


def fill(folder: Path) -> Mapping[str, Any]:
    file = {"path": "a.py", "blob": "b" * 40, "size_bytes": 1, "line_count": 1, "is_test": False}
    rows: dict[str, list[dict[str, Any]]] = {"files": [file]}
    tables = {
        name: pa.Table.from_pylist(rows.get(name, []), schema=arrow_schema(table))
        for name, table in schema.TABLES.items()
    }
    files = [write_table(name, table, folder) for name, table in tables.items()]
    return build_manifest(REPO, COMMIT, Settings(), files, {}, [], "syntax_only")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    store.publish(tmp_path / "cache", REPO, COMMIT, fill)
    return tmp_path / "cache"


@pytest.fixture
def mounted(cache: Path) -> Iterator[Mounted]:
    with mount(cache, REPO, COMMIT) as snapshot:
        yield snapshot


def edit_manifest(cache: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = schema.snapshot_dir(cache, REPO, COMMIT) / schema.MANIFEST
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def test_every_table_is_a_view_with_the_schemas_columns(mounted: Mounted) -> None:
    for name, table in schema.TABLES.items():
        assert run_select(mounted, f"SELECT * FROM {name}").columns == table.column_names
    assert run_select(mounted, "SELECT path, line_count FROM files").rows == [("a.py", 1)]
    assert (mounted.repo_id, mounted.commit) == (REPO, COMMIT)


def test_a_cache_path_with_quotes_and_wildcards_mounts(tmp_path: Path) -> None:
    odd = tmp_path / "it's [a] *cache*?"
    store.publish(odd, REPO, COMMIT, fill)
    with mount(odd, REPO, COMMIT) as mounted:
        assert run_select(mounted, "SELECT count(*) FROM files").rows == [(1,)]


def test_a_relative_cache_path_mounts(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cache.parent)
    with mount(Path("cache"), REPO, COMMIT) as mounted:
        monkeypatch.chdir("/")
        assert run_select(mounted, "SELECT count(*) FROM files").rows == [(1,)]


def test_what_is_not_indexed_is_told_with_the_next_command(cache: Path) -> None:
    with pytest.raises(NotIndexedError) as caught:
        mount(cache, REPO, "b" * 40)
    assert "codemap index" in caught.value.hint
    assert "bbbbbbbbbbbb" in caught.value.hint


def test_a_changed_byte_a_short_file_and_a_missing_one_are_told(cache: Path) -> None:
    path = schema.snapshot_dir(cache, REPO, COMMIT) / "refs.parquet"
    content = path.read_bytes()
    for damaged in (content[:8] + bytes([content[8] ^ 1]) + content[9:], content[:-1], b""):
        path.write_bytes(damaged)
        with pytest.raises(SnapshotError) as caught:
            mount(cache, REPO, COMMIT)
        assert "refs.parquet is damaged" in caught.value.message
        assert "codemap index --force" in caught.value.hint
    path.unlink()
    with pytest.raises(SnapshotError, match=r"refs\.parquet is missing"):
        mount(cache, REPO, COMMIT)


def test_without_verification_a_broken_file_is_still_told(cache: Path) -> None:
    path = schema.snapshot_dir(cache, REPO, COMMIT) / "refs.parquet"
    path.write_bytes(b"x" * path.stat().st_size)
    with pytest.raises(SnapshotError, match=r"refs\.parquet cannot be read as Parquet"):
        mount(cache, REPO, COMMIT, verify=False)


@pytest.mark.parametrize(
    ("change", "said", "hint"),
    [
        (lambda m: m.update(schema_version=99), "schema version 99", "upgrade"),
        (lambda m: m.update(schema_version=0), "old schema version", "--force"),
        (lambda m: m.clear(), "damaged", "--force"),
        (lambda m: m.update(layers=[{}]), "damaged", "--force"),
        (lambda m: m["layers"].append(m["layers"][0]), "lacks masks", "--force"),
        (lambda m: m["layers"][0]["files"].pop(), "lacks types", "--force"),
        (lambda m: m["layers"][0]["files"][0].update(path="../../../../etc/passwd"), "outside", "--force"),
        (lambda m: m["layers"][0]["files"][0].update(path="/etc/passwd"), "outside", "--force"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_told(
    cache: Path, change: Callable[[dict[str, Any]], object], said: str, hint: str
) -> None:
    edit_manifest(cache, change)
    with pytest.raises(SnapshotError) as caught:
        mount(cache, REPO, COMMIT)
    assert said in caught.value.message
    assert hint in caught.value.hint


def test_a_link_out_of_the_snapshot_is_not_followed(cache: Path, tmp_path: Path) -> None:
    path = schema.snapshot_dir(cache, REPO, COMMIT) / "refs.parquet"
    path.symlink_to(path.rename(tmp_path / "elsewhere.parquet"))
    with pytest.raises(SnapshotError, match="outside"):
        mount(cache, REPO, COMMIT)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1;",
        "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
        "FROM files",
        "VALUES (1)",
        "TABLE files",
        "DESCRIBE files",
        "SHOW TABLES",
        "SUMMARIZE files",
        "SELECT ';' -- ; DROP TABLE files",
    ],
)
def test_queries_are_allowed(mounted: Mounted, sql: str) -> None:
    assert run_select(mounted, sql).rows


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "-- nothing",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP VIEW files",
        "CREATE TABLE t AS SELECT 1",
        "CREATE MACRO f(x) AS x",
        "INSERT INTO files VALUES (1)",
        "WITH a AS (SELECT 1) INSERT INTO files SELECT * FROM a",
        "DROP VIEW files",
        "COPY files TO '/tmp/files.csv'",
        "EXPORT DATABASE '/tmp/x'",
        "ATTACH '/tmp/x.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 1",
        "RESET threads",
        "PRAGMA version",
        "CALL pragma_version()",
        "CHECKPOINT",
        "BEGIN",
        "PREPARE p AS SELECT 1",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT $1",
        "SELECT",
        "SELECT nothing FROM files",
        "SELECT * FROM nothing",
    ],
)
def test_everything_else_is_refused_with_a_hint(mounted: Mounted, sql: str) -> None:
    with pytest.raises(SqlError) as caught:
        run_select(mounted, sql)
    assert caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "source",
    [
        "read_csv('{0}')", "read_text('{0}')", "read_blob('{0}')", "read_json('{0}')", "'{0}'", "sniff_csv('{0}')",
        "glob('{0}')", "query('FROM read_text(''{0}'')')", "read_parquet('{0}')", "parquet_metadata('{0}')",
        "read_csv('file://{0}')", "read_csv('http://localhost/{0}')", "duckdb_secrets()", "secret_frame",
        "enable_logging(storage_path = '{0}')",
    ],
)  # fmt: skip
def test_nothing_but_the_snapshot_can_be_read(mounted: Mounted, tmp_path: Path, source: str) -> None:
    secret_frame = pa.table({"x": [1]})
    outside = tmp_path / "secret.csv"
    outside.write_text("a,b\n1,2\n")
    with pytest.raises(QueryError):
        run_select(mounted, f"SELECT * FROM {source.format(outside)}")
    assert secret_frame.num_rows == 1


def test_the_files_outside_would_be_read_without_the_lock(tmp_path: Path) -> None:
    outside = tmp_path / "secret.csv"
    outside.write_text("a,b\n1,2\n")
    with duckdb.connect() as connection:
        assert connection.execute(f"SELECT * FROM read_csv('{outside}')").fetchall() == [(1, 2)]


def test_the_lock_holds_below_the_statement_check_too(mounted: Mounted, tmp_path: Path) -> None:
    target = mounted.files[0].path
    before = target.read_bytes()
    for sql in (
        f"COPY (SELECT 1) TO '{tmp_path}/out.csv'",
        f"COPY (SELECT 1) TO '{target}' (FORMAT parquet)",
        f"ATTACH '{tmp_path}/x.db'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET allowed_directories = ['/']",
        "INSTALL httpfs",
    ):
        with pytest.raises(duckdb.Error):
            mounted.cursor().execute(sql)
    assert target.read_bytes() == before


def test_a_runaway_statement_can_be_interrupted(mounted: Mounted) -> None:
    cursor = mounted.cursor()
    timer = threading.Timer(0.3, cursor.interrupt)
    timer.start()
    with pytest.raises(Interrupted):
        run_select(mounted, ENDLESS, cursor)
    timer.join()
    assert run_select(mounted, "SELECT 1", cursor).rows == [(1,)]


def test_ctrl_c_ends_a_runaway_statement(cache: Path) -> None:
    script = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(ROOT)!r})
from query.mount import mount
from query.sql import run_select
with mount(Path({str(cache)!r}), {REPO!r}, {COMMIT!r}) as mounted:
    print("running", flush=True)
    try:
        run_select(mounted, {ENDLESS!r})
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "running\n"
    timer = threading.Timer(0.5, process.send_signal, [signal.SIGINT])
    timer.start()
    try:
        out, _ = process.communicate(timeout=60)
    finally:
        timer.join()
        process.kill()
        process.wait()
    assert out == "stopped\n"


def test_a_snapshot_that_vanishes_is_told(mounted: Mounted) -> None:
    for file in mounted.files:
        file.path.unlink()
    with pytest.raises(SnapshotError, match="changed while it was read"):
        run_select(mounted, "SELECT * FROM files")


def git(folder: Path, *arguments: str) -> str:
    who = {f"GIT_{role}_{field}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for field in ("NAME", "EMAIL")}
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-c", "init.defaultBranch=main", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.py").write_text("x = 1\n")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "one")
    git(folder, "tag", "v1")
    git(folder, "commit", "-q", "--allow-empty", "-m", "two")
    return folder


def agree(path: Path, ref: str | None = None) -> str:
    """Both halves of the product name the same repository and commit; returns the repository's id."""
    source = open_source(path, ref, Settings())
    try:
        where = locate(path, ref)
        assert (where.repo_id, where.commit) == (source.repo_id, source.commit)
        return where.repo_id
    finally:
        source.close()


@pytest.mark.parametrize("origin", ["https://example.org/Team/App.git", "git@example.org:team/app", "../up.git", None])
def test_both_halves_agree_on_the_repository(repository: Path, tmp_path: Path, origin: str | None) -> None:
    if origin:
        git(repository, "remote", "add", "origin", origin)
    git(repository, "worktree", "add", "-q", str(tmp_path / "tree"), "v1")
    ids = {agree(repository), agree(repository, "v1"), agree(repository / "sub"), agree(tmp_path / "tree")}
    assert len(ids) == 1


def test_both_halves_agree_on_clones_and_other_remotes(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare")
    agree(tmp_path / "bare")
    git(tmp_path, "clone", "-q", "--depth=1", repository.as_uri(), "shallow")
    agree(tmp_path / "shallow")
    git(tmp_path / "shallow", "remote", "remove", "origin")
    agree(tmp_path / "shallow")
    by_root = agree(repository)
    git(repository, "remote", "add", "upstream", "https://example.org/team/app")
    only = agree(repository)
    git(repository, "remote", "add", "fork", "https://example.org/me/app")
    assert agree(repository) == by_root != only


def test_locate_tells_root_and_branch(repository: Path) -> None:
    head = locate(repository / "sub" / "a.py")
    assert (head.root, head.branch) == (repository, "main")
    assert locate(repository, "v1").branch is None
    assert locate(repository, "v1").commit == git(repository, "rev-parse", "v1").strip()
    git(repository, "checkout", "-q", "--detach")
    assert locate(repository).branch is None


def test_a_git_hooks_environment_does_not_mislead(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = locate(repository)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_WORK_TREE", "/nowhere")
    assert locate(repository) == expected


@pytest.mark.parametrize("ref", ["nothing", "--help", "-n", "v1:sub", "HEAD~9", "f" * 40])
def test_a_revision_that_is_none_is_told(repository: Path, ref: str) -> None:
    with pytest.raises(LocateError) as caught:
        locate(repository, ref)
    assert ref in caught.value.message
    assert caught.value.hint


def test_a_repository_without_commits_is_told(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(LocateError, match="no commit yet"):
        locate(tmp_path)


def test_a_path_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(LocateError, match="does not exist"):
        locate(tmp_path / "none")


def test_a_plain_folder_means_its_newest_snapshot(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    source = open_source(folder, None, Settings())
    with pytest.raises(NotIndexedError, match="is not indexed"):
        locate(folder, None, tmp_path / "cache")
    for commit, built in (("1" * 64, 100.0), ("2" * 64, 300.0), ("3" * 64, 200.0)):
        path, _ = store.publish(tmp_path / "cache", source.repo_id, commit, fill)
        (path / schema.BUILD_INFO).write_text(json.dumps({"finished_at": built}))
    found = locate(folder, None, tmp_path / "cache")
    assert (found.repo_id, found.commit, found.branch) == (source.repo_id, "2" * 64, None)
    with pytest.raises(LocateError, match="not in a git repository"):
        locate(folder, "main", tmp_path / "cache")
