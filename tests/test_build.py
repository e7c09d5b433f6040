"""Properties of a whole build: the same bytes whoever builds, one snapshot whoever races, nothing left whoever dies."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from indexer import pool, schema, store
from indexer.build import build
from indexer.model import IndexerError, Limits, Settings, SourceError
from indexer.source import isolate

PYTHON = '"""Module {n}."""\nfrom m{m} import f{m}\nclass A{n}(A{m}):\n    def go(self, x: int = {n}): f{m}(x)\n' * 3
GO = "package p\n\nfunc F{n}(a int) int {{ return F{m}(a) }}\n"
JAVA = "package p;\nclass C{n} extends C{m} {{ void go(int a) {{ go(a); new C{m}(); }} }}\n"
DEEP = 100_000
SLOW = "x = " + "[" * DEEP + "\n"  # what takes the time is the query over the error, inside the parser's library


def git(folder: Path, *args: str) -> str:
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=b", *args]
    return subprocess.run(command, check=True, env=env, capture_output=True, text=True).stdout.strip()


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def sources(count: int) -> dict[str, str]:
    """Files of three languages that refer to each other, enough for several tasks."""
    files: dict[str, str] = {"notes.txt": "text\n"}
    for n in range(count):
        for name, text in ((f"m{n}.py", PYTHON), (f"go/f{n}.go", GO), (f"java/C{n}.java", JAVA)):
            files[name] = text.format(n=n, m=(n * 7 + 1) % count)
    return files


def commit(folder: Path, message: str = "x") -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """300 files, two commits, a tag and a branch; nobody changes it."""
    folder = tmp_path_factory.mktemp("repo") / "shop"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "remote", "add", "origin", "https://example.org/shop.git")
    write(folder, {"first.py": "def first(): pass\n"})
    commit(folder)
    git(folder, "tag", "v1")
    write(folder, sources(100))
    commit(folder)
    git(folder, "branch", "topic", "v1")
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def script(*args: str) -> list[str]:
    return [str(Path(sys.executable).parent / "codemap"), *args]


def environment(cache: Path, **more: str) -> dict[str, str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CODEMAP_"))}
    return clean | {"CODEMAP_CACHE_DIR": str(cache), **more}


def codemap(folder: Path, cache: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        script(*args), cwd=folder, env=environment(cache, **env), capture_output=True, text=True, check=False
    )


def indexed(folder: Path, cache: Path, *args: str, **env: str) -> dict[str, Any]:
    done = codemap(folder, cache, "index", "--json", *args, **env)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def contents(snapshot: str | Path) -> dict[str, bytes]:
    """All that two builds of one commit share."""
    return {path.name: path.read_bytes() for path in Path(snapshot).iterdir() if path.name != schema.BUILD_INFO}


def codes(result: dict[str, Any]) -> dict[str, str]:
    return {found["path"]: found["code"] for found in result["manifest"]["diagnostics"]}


def column(snapshot: str | Path, table: str, name: str) -> list[Any]:
    values: list[Any] = pq.read_table(Path(snapshot) / f"{table}.parquet")[name].to_pylist()
    return values


def test_a_build_tells_where_its_time_went(repo: Path, cache: Path) -> None:
    snapshot = Path(build(repo, None, None, cache, jobs=2).snapshot)
    parts = json.loads((snapshot / schema.BUILD_INFO).read_text("utf-8"))["spent"]
    assert set(parts["workers"]) == {"extract", "facts", "search"}
    assert all(seconds > 0 for seconds in (parts["index"], parts["link"], parts["facts"], *parts["workers"].values()))


# -- the same bytes ------------------------------------------------------------------------------------------------


def test_workers_hash_seeds_and_start_methods_leave_no_trace(repo: Path, tmp_path: Path) -> None:
    one = contents(build(repo, None, None, tmp_path / "one", jobs=1).snapshot)
    assert len(one) == len(schema.TABLES) + 1
    for jobs, seed in ((2, "1"), (5, "2")):
        other = indexed(repo, tmp_path / seed, "--jobs", str(jobs), PYTHONHASHSEED=seed)
        assert contents(other["snapshot"]) == one
    spawned: list[str] = []
    # A process with threads starts its workers afresh instead of forking them.
    thread = threading.Thread(target=lambda: spawned.append(build(repo, None, None, tmp_path / "s", jobs=2).snapshot))
    thread.start()
    thread.join()
    assert contents(spawned[0]) == one


def test_how_files_are_cut_into_tasks_leaves_no_trace(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = build(repo, None, None, tmp_path / "one", jobs=2)
    monkeypatch.setattr("indexer.reading.TASK_FILES", 7)
    assert contents(build(repo, None, None, tmp_path / "two", jobs=2).snapshot) == contents(one.snapshot)


def test_bare_clones_and_work_trees_give_the_same_bytes(repo: Path, tmp_path: Path) -> None:
    expected = build(repo, None, None, tmp_path / "0", jobs=1)
    git(tmp_path, "clone", "-q", "--bare", str(repo), "bare")
    git(tmp_path / "bare", "remote", "set-url", "origin", "git@example.org:shop.git")
    git(tmp_path / "bare", "worktree", "add", "-q", str(tmp_path / "tree"), "topic")
    for number, (folder, ref) in enumerate((("bare", "main"), ("tree", "main")), 1):
        result = build(tmp_path / folder, ref, None, tmp_path / str(number), jobs=1)
        assert (result.repo_id, result.commit) == (expected.repo_id, expected.commit)
        assert contents(result.snapshot) == contents(expected.snapshot)


def test_a_shallow_clone_differs_in_churn_alone_and_says_so(repo: Path, tmp_path: Path) -> None:
    expected = build(repo, None, None, tmp_path / "0", jobs=1)
    git(tmp_path, "clone", "-q", "--depth", "1", repo.as_uri(), "shallow")
    git(tmp_path / "shallow", "remote", "set-url", "origin", "https://example.org/shop")
    result = build(tmp_path / "shallow", None, None, tmp_path / "1", jobs=1)
    assert (result.repo_id, result.commit) == (expected.repo_id, expected.commit)
    one, other = contents(expected.snapshot), contents(result.snapshot)
    assert {name for name in one if one[name] != other[name]} == {"files.parquet", schema.MANIFEST}
    assert set(column(result.snapshot, "files", "churn_30d")) == {None}
    tables = [pq.read_table(Path(r.snapshot) / "files.parquet").drop(["churn_30d"]) for r in (expected, result)]
    assert tables[0].equals(tables[1])
    assert [found["code"] for found in result.manifest["diagnostics"]] == ["churn_unavailable"]  # type: ignore[attr-defined]


def test_a_folder_without_git_is_known_by_its_content(tmp_path: Path, cache: Path) -> None:
    folder, files = tmp_path / "plain", sources(5)
    write(folder, files)
    one = indexed(folder, cache)
    before = contents(one["snapshot"])
    shutil.rmtree(folder)
    write(folder, dict(reversed(files.items())))  # another order on disk
    assert build(folder, None, None, cache, jobs=1).already_existed
    assert contents(build(folder, None, None, cache, jobs=1, force=True).snapshot) == before
    write(folder, {"m0.py": "changed = 1\n"})
    assert build(folder, None, None, cache, jobs=1).commit != one["commit"]


def test_a_cache_inside_a_folder_is_no_part_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    write(folder, {"a.py": "def a(): pass\n", "other/CACHEDIR.TAG": "Signature: x", "other/b.py": "def b(): pass\n"})
    (folder / "pipe").mkdir()
    os.mkfifo(folder / "pipe" / store.TAG)
    one = build(folder, None, None, folder / "cache", jobs=1)
    before = contents(one.snapshot)
    two = build(folder, None, None, folder / "cache", jobs=1, force=True)
    assert two.commit == one.commit
    assert contents(two.snapshot) == before
    assert column(two.snapshot, "files", "path") == ["a.py", "other/CACHEDIR.TAG", "other/b.py"]


# -- which commit, which files -------------------------------------------------------------------------------------


def test_every_way_to_name_what_to_index(repo: Path, cache: Path) -> None:
    first, head = git(repo, "rev-parse", "v1"), git(repo, "rev-parse", "HEAD")
    for ref, expected in (("v1", first), ("topic", first), (first[:8], first), ("HEAD~1", first), ("main", head)):
        assert build(repo, ref, None, cache, jobs=1).commit == expected
    assert indexed(repo / "go", cache)["commit"] == head, "from a sub-folder"
    assert indexed(repo.parent, cache, "--path", "shop", "--ref", "v1")["manifest"]["counts"]["rows"]["files"] == 1


@pytest.mark.parametrize("ref", ["nothing", "0" * 40, "deadbeef", "-x", "v1:first.py"])
def test_a_commit_that_does_not_exist(repo: Path, cache: Path, ref: str) -> None:
    done = codemap(repo, cache, "index", f"--ref={ref}")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "hint:" in done.stderr
    assert not cache.exists()


def test_an_empty_repository_and_an_empty_commit(tmp_path: Path, cache: Path) -> None:
    git(tmp_path, "init", "-q", "empty")
    done = codemap(tmp_path / "empty", cache, "index")
    assert done.returncode == 3
    assert "hint:" in done.stderr
    git(tmp_path / "empty", "commit", "-q", "--allow-empty", "-m", "nothing")
    result = indexed(tmp_path / "empty", cache)
    assert set(result["manifest"]["counts"]["rows"].values()) == {0}
    for args in (["index"], ["lint"], ["status"], ["sql", "SELECT * FROM symbols"]):
        assert codemap(tmp_path / "empty", cache, *args).returncode == 0


def test_the_configuration_decides_what_is_parsed(repo: Path, tmp_path: Path, cache: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text('include = ["*.py", "*.go"]\nexclude = ["m1*.py"]\nlanguages = ["python"]\n')
    result = indexed(repo, cache, "--config", str(config))
    paths = column(result["snapshot"], "files", "path")
    assert "m2.py" in paths and "go/f1.go" in paths
    assert not [path for path in paths if path.endswith(".java") or path.startswith("m1")]
    assert set(column(result["snapshot"], "symbols", "language")) == {"python"}
    assert codes(result)[""] == "excluded"


# -- races and deaths ----------------------------------------------------------------------------------------------


def children(mark: str) -> list[int]:
    """Processes, whoever their parent is by now, that run in an environment with `mark` in it."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (path / "environ").read_bytes() and (path / "stat").read_text().split()[2] != "Z":
                found.append(int(path.name))
        except OSError:  # gone meanwhile
            continue
    return found


def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.02)
    return holds()


needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for processes in /proc")


def start(folder: Path, cache: Path, *args: str, **env: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        script("index", *args), cwd=folder, env=environment(cache, **env), stdout=pipe, stderr=pipe, text=True,
        start_new_session=True,
    )  # fmt: skip


def stages(cache: Path) -> list[Path]:
    return [path for path in (cache / store.STAGING).glob("*") if path.is_dir()]


def test_two_builds_at_once_both_succeed_and_leave_one_snapshot(repo: Path, cache: Path) -> None:
    running = [start(repo, cache, "--json", "--jobs", "1") for _ in range(3)]
    results = [json.loads(process.communicate(timeout=120)[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len({result["snapshot"] for result in results}) == 1
    assert [path.name for path in cache.glob("v1/*/commit=*")] == [f"commit={results[0]['commit']}"]
    assert stages(cache) == []
    assert codemap(repo, cache, "lint").returncode == 0


@needs_proc
def test_a_build_killed_at_any_moment_leaves_nothing_that_is_seen(repo: Path, cache: Path, tmp_path: Path) -> None:
    started = time.monotonic()
    indexed(repo, tmp_path / "measure", "--jobs", "2")
    whole = time.monotonic() - started
    moments = random.Random(7)
    mark = f"CODEMAP_TEST_MARK={cache}"
    for _ in range(10):
        process = start(repo, cache, "--jobs", "2", CODEMAP_TEST_MARK=str(cache))
        time.sleep(moments.uniform(0.1, 1.0) * whole)
        process.kill()
        process.communicate(timeout=60)
        assert eventually(lambda: not children(mark)), "workers or git outlive the build"
        for snapshot in cache.glob("v1/*/commit=*"):
            assert codemap(repo, cache, "lint").returncode == 0, "half a snapshot can be seen"
            shutil.rmtree(snapshot)
    indexed(repo, cache)
    assert stages(cache) == []


@needs_proc
def test_an_interrupt_ends_everything_at_once(repo: Path, cache: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    shutil.copytree(repo, slow)
    write(slow, {"slow.py": SLOW})
    commit(slow)
    process = start(slow, cache, "--jobs", "2", CODEMAP_TEST_MARK=str(cache), CODEMAP_LIMITS_PARSE_SECONDS="100")
    assert eventually(lambda: len(stages(cache)) == 1)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert eventually(lambda: not children(f"CODEMAP_TEST_MARK={cache}"))
    assert stages(cache) == []
    assert not list(cache.glob("v1/*/commit=*"))


def cpu_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busy_worker(process: subprocess.Popen[str], mark: str) -> int:
    """A worker that has been at the slow file for a while."""
    workers: list[int] = []

    def busy() -> bool:
        workers[:] = [pid for pid in children(mark) if pid != process.pid and cpu_seconds(pid) > 0.5]
        return bool(workers) or process.poll() is not None

    assert eventually(busy, 60)
    assert workers, "the slow file is not slow any more"
    return workers[0]


@needs_proc
def test_a_worker_that_is_killed_costs_its_file_alone(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "repo"
    write(folder, {"a.py": "def a(): pass\n", "slow.py": SLOW, "z.py": "def z(): pass\n"})
    git(folder, "init", "-q")
    commit(folder)
    env = {"CODEMAP_TEST_MARK": str(cache), "CODEMAP_LIMITS_PARSE_SECONDS": "100"}
    process = start(folder, cache, "--json", "--jobs", "1", **env)
    os.kill(busy_worker(process, f"CODEMAP_TEST_MARK={cache}"), signal.SIGKILL)
    result = json.loads(process.communicate(timeout=120)[0])
    assert codes(result) == {"slow.py": "parser_crashed"}
    assert column(result["snapshot"], "files", "path") == ["a.py", "slow.py", "z.py"]
    assert {"a", "z"} <= set(column(result["snapshot"], "symbols", "name"))


@needs_proc
def test_a_worker_stuck_in_the_parser_does_not_outlive_its_parent_for_long(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "repo"
    write(folder, {"slow.py": SLOW * 5})  # minutes
    git(folder, "init", "-q")
    commit(folder)
    env = {"CODEMAP_TEST_MARK": str(cache), "CODEMAP_LIMITS_PARSE_SECONDS": "5"}
    process = start(folder, cache, "--jobs", "1", **env)
    busy_worker(process, f"CODEMAP_TEST_MARK={cache}")
    process.kill()
    process.communicate(timeout=60)
    assert eventually(lambda: not children(f"CODEMAP_TEST_MARK={cache}"), 40)


def test_what_a_killed_build_left_in_the_temporary_folder_is_removed(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolate, "gettempdir", lambda: str(tmp_path))
    left, young, other = (tmp_path / f"codemap-git-{name}" for name in ("left", "young", "other"))
    for folder in (left, young, other):
        folder.mkdir()
        (folder / "HEAD").write_text("ref: refs/heads/none\n" if folder is not other else "ref: refs/heads/main\n")
    for folder in (left, other):
        os.utime(folder, (0, 0))
    with isolate.scratch_folder():
        assert [folder.exists() for folder in (left, young, other)] == [False, True, True]


# -- limits --------------------------------------------------------------------------------------------------------


def limited(folder: Path, cache: Path, **limits: Any) -> dict[str, Any]:
    result = build(folder, None, Settings(limits=Limits(**limits)), cache, jobs=1)
    return {"manifest": result.manifest, "snapshot": result.snapshot}


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that have what a test put in place of something, whatever threads other tests left behind."""
    monkeypatch.setattr("indexer.pool.threading.active_count", lambda: 1)


@pytest.mark.usefixtures("forked")
def test_a_file_that_needs_too_much_memory(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("the memory of a process is limited on Linux only")
    monkeypatch.setattr(pool, "LEAST_SHARE_MB", 24)
    folder = tmp_path / "plain"
    write(folder, {"big.py": "f(a, b, c)\n" * 170_000, "small.py": "def small(): pass\n"})
    result = limited(folder, cache, memory_mb=1)
    assert codes(result)["big.py"] in ("memory_exceeded", "parser_crashed")
    assert column(result["snapshot"], "files", "path") == ["big.py", "small.py"]
    assert "small" in column(result["snapshot"], "symbols", "name")


@pytest.mark.parametrize(
    ("error", "code"),
    [(MemoryError(), "memory_exceeded"), (RecursionError(), "nesting_too_deep"), (KeyError("x"), "extract_failed")],
)
@pytest.mark.usefixtures("forked")
def test_an_exception_costs_its_file_alone(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    import indexer.extract

    sound = indexer.extract.extract

    def failing(batch: Any, file: int, path: str, *rest: Any) -> Any:
        found = sound(batch, file, path, *rest)
        if path == "b.py":
            raise error  # its rows are in the batch already: they must not stay
        return found

    monkeypatch.setattr(indexer.extract, "extract", failing)
    folder = tmp_path / "plain"
    write(folder, {f"{name}.py": f"def {name}(): pass\n" for name in "abc"})
    result = limited(folder, cache)
    assert codes(result) == {"b.py": code}
    assert column(result["snapshot"], "files", "path") == ["a.py", "b.py", "c.py"]
    assert sorted(set(column(result["snapshot"], "symbols", "path"))) == ["a.py", "c.py"]


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("lives", [0, 1])
def test_a_worker_that_dies_at_no_file(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, lives: int
) -> None:
    """Once is an accident and costs nothing; a task that always kills its worker is an error, not an endless loop."""
    marker = tmp_path / "died"
    real = pool.run_task

    def dying(*args: Any) -> Any:
        if not lives or not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args)

    monkeypatch.setattr(pool, "run_task", dying)
    folder = tmp_path / "plain"
    write(folder, {"a.py": "def a(): pass\n"})
    if lives:
        assert codes(limited(folder, cache)) == {}
    else:
        with pytest.raises(IndexerError, match="worker processes die"):
            limited(folder, cache)
        assert stages(cache) == []


@pytest.mark.usefixtures("forked")
def test_a_worker_that_dies_while_it_answers(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "died"
    real = pool.run_task

    def dying(*args: Any) -> Any:
        if not marker.exists():
            marker.touch()
            connection = sys._getframe(1).f_locals["connection"]
            os.write(connection.fileno(), b"\0\0\x10\0half a message")
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args)

    monkeypatch.setattr(pool, "run_task", dying)
    folder = tmp_path / "plain"
    write(folder, {"a.py": "def a(): pass\n"})
    result = limited(folder, cache)
    assert codes(result) == {}
    assert "a" in column(result["snapshot"], "symbols", "name")


@pytest.mark.usefixtures("forked")
def test_a_worker_that_dies_between_files_costs_the_largest(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import indexer.extract.rows

    real = indexer.extract.rows.pack

    def dying(tables: Any) -> Any:
        if tables["symbols"].num_rows > 10:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(tables)

    monkeypatch.setattr(indexer.extract.rows, "pack", dying)
    folder = tmp_path / "plain"
    write(folder, {"a.py": "def a(): pass\n", "big.py": "def f(): pass\n" * 20, "c.py": "def c(): pass\n"})
    result = limited(folder, cache)
    assert codes(result) == {"big.py": "parser_crashed"}
    assert {"a", "c"} <= set(column(result["snapshot"], "symbols", "name"))


def test_what_may_be_parsed_is_read_however_large(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("indexer.reading.READ_BYTES", 10)
    folder = tmp_path / "plain"
    write(folder, {"a.py": "def a(): pass\n", "b.py": "def b(): pass\n" * 9})
    result = limited(folder, cache, file_bytes=50)
    assert codes(result) == {"b.py": "file_too_large"}
    assert "a" in column(result["snapshot"], "symbols", "name")


UNPARSED = {  # a file that is too large, and one that names what it defines
    "javascript": ("a.js", "export const a = 1;", "b.js", "import * as w from './a';\nexport * from './a';\nw.a();\n"),
    "typescript": ("a.ts", "export class A {}", "b.ts", "import d, { A } from './a';\nclass B extends A {}\nd();\n"),
    "python": ("a.py", "def f(): pass", "b.py", "import a\nfrom a import *\nfrom a import f as g\ng(), a.f(), f()\n"),
    "java": ("A.java", "class A { void f() {} }", "B.java", "class B extends A { void g() { f(); new A().f(); } }\n"),
    "csharp": ("A.cs", "class A { void F() {} }", "B.cs", "class B : A { void G() { F(); new A().F(); } }\n"),
    "go": ("k/a.go", "package k\nfunc A() {}", "b.go", 'package main\nimport "m/k"\nfunc main() { k.A() }\n'),
    "rust": ("src/a.rs", "pub fn f() {}", "src/lib.rs", "mod a;\npub use a::*;\nfn g() { f(); a::f(); }\n"),
    "c": ("a.h", "int f(void);", "b.c", '#include "a.h"\nint g(void) { return f(); }\n'),
    "php": (
        "A.php",
        "<?php class A { function f() {} }",
        "B.php",
        "<?php class B extends A { function g() { $this->f(); } }\n",
    ),
}


@pytest.mark.parametrize("language", UNPARSED)
def test_what_is_not_parsed_can_still_be_imported(tmp_path: Path, cache: Path, language: str) -> None:
    large, defining, small, naming = UNPARSED[language]
    folder = tmp_path / "plain"
    write(folder, {large: f"{defining} // {'x' * 400}", small: naming, "go.mod": "module m\n"})
    assert codes(limited(folder, cache, file_bytes=300)) == {large: "file_too_large"}


def test_a_path_that_is_nothing(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        build(tmp_path / "nowhere", None, None, cache)
