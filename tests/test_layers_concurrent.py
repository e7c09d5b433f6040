"""Many readers and a builder on one cache: nobody waits, nobody sees half of anything, whoever dies."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from query.mount import mount
from query.repo import locate

READERS = 20
KILLS = 50 if os.environ.get("CODEMAP_LONG_TESTS") else 6


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    made = tmp_path / "repo"
    made.mkdir()
    git(made, "init", "-q")
    for number in range(40):
        (made / f"m{number}.py").write_text(f"import m{number - 1}\n\n\ndef f{number}():\n    return m{number - 1}.f\n")
    commit(made, 0)
    return made


def git(repo: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=repo, check=True, capture_output=True)


def commit(repo: Path, step: int) -> None:
    (repo / "m1.py").write_text(
        f"import m0\n\n\ndef f1():\n    return {step}\n\n\ndef g{step}():\n    return m0.f0()\n"
    )
    git(repo, "add", "--all")
    git(repo, "commit", "-qm", str(step))


def start(repo: Path, cache: Path) -> subprocess.Popen[bytes]:
    program = shutil.which("codemap", path=str(Path(sys.executable).parent)) or "codemap"
    command = [program, "index", "--json", "--path", str(repo), "--cache-dir", str(cache), "--jobs", "1"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def index(repo: Path, cache: Path) -> None:
    builder = start(repo, cache)
    _, said = builder.communicate()
    assert builder.returncode == 0, said


def test_readers_never_wait_nor_fail_while_a_builder_works(repo: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    index(repo, cache)
    first = locate(repo)
    stop, faults, answers = threading.Event(), [], []

    def read() -> None:
        while not stop.is_set():
            try:
                with mount(cache, first.repo_id, first.commit) as mounted:
                    answers.append(mounted.cursor().execute("SELECT count(*) FROM refs").fetchone())
            except Exception as error:  # whatever it is, it is told
                faults.append(error)
            time.sleep(0.2)

    readers = [threading.Thread(target=read) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    for step in range(1, 4):
        commit(repo, step)
        index(repo, cache)
    stop.set()
    for reader in readers:
        reader.join()
    assert faults == []
    assert len(answers) >= READERS and len(set(answers)) == 1
    with mount(cache, first.repo_id, locate(repo).commit) as mounted:
        assert len(mounted.manifest["layers"]) == 4


def test_a_builder_killed_at_any_moment_leaves_readers_and_the_next_build_alone(repo: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    index(repo, cache)
    first = locate(repo)
    commit(repo, 1)
    started = time.monotonic()
    index(repo, tmp_path / "other")
    whole = time.monotonic() - started
    moments = random.Random(4)
    for step in range(2, 2 + KILLS):
        commit(repo, step)
        builder = start(repo, cache)
        time.sleep(moments.uniform(0.2, 1.0) * whole)
        builder.kill()
        builder.communicate()
        with mount(cache, first.repo_id, first.commit) as mounted:
            assert mounted.cursor().execute("SELECT count(*) FROM files").fetchone() == (40,)
    index(repo, cache)
    with mount(cache, first.repo_id, locate(repo).commit) as mounted:
        names = (
            mounted.cursor().execute("SELECT name FROM symbols WHERE path = 'm1.py' AND kind = 'function'").fetchall()
        )
    assert sorted(names) == [("f1",), (f"g{1 + KILLS}",)]
