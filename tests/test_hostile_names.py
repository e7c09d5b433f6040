"""`codemap` inside a repository whose folders are called as ours, or as the standard library's: nothing of it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TRAP = """
import os
with open({marker!r}, "a") as out:
    out.write(__name__ + "\\n")
raise SystemExit("code of the repository was run: " + __name__)
"""
NAMES = (
    "query/__init__.py", "query/cli/__init__.py", "indexer/__init__.py", "indexer/cli.py", "click.py", "json.py",
    "multiprocessing/__init__.py", "pickle.py", "struct.py", "tomllib.py", "rich/__init__.py", "duckdb.py",
    "pyarrow.py", "numpy.py", "tree_sitter.py", "pathspec.py", "sitecustomize.py", "usercustomize.py",
)  # fmt: skip


@pytest.fixture
def script() -> Path:
    """The installed console script; ci/test installs it, so its absence is a failure."""
    found = Path(sys.executable).parent / "codemap"
    assert found.exists(), f"{found} is missing: run ci/test, or install the project next to {sys.executable}"
    return found


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "was-run"


@pytest.fixture
def hostile(tmp_path: Path, marker: Path) -> Path:
    folder = tmp_path / "repo"
    for name in NAMES:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(TRAP.format(marker=str(marker)))
    # Enough files that the work is spread over processes.
    for number in range(200):
        (folder / f"module_{number}.py").write_text(f"def f{number}():\n    return {number}\n")
    env = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull}
    for args in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *args], check=True, env=env)
    return folder


def codemap(script: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CODEMAP_"))}
    env["CODEMAP_CACHE_DIR"] = str(folder.parent / "cache")
    return subprocess.run([str(script), *args], cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_the_trap_works(hostile: Path, marker: Path) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    subprocess.run([sys.executable, "-c", "import json"], cwd=hostile, env=env, check=False, capture_output=True)
    assert marker.read_text() == "json\n"


def test_nothing_of_the_repository_is_imported(script: Path, hostile: Path, marker: Path) -> None:
    built = codemap(script, hostile, "index", "--jobs", "2", "--json")
    assert built.returncode == 0, built.stderr
    assert json.loads(built.stdout)["manifest"]["counts"]["rows"]["files"] == len(NAMES) + 200
    for args in (["status"], ["sql", "SELECT count(*) FROM symbols"], ["lint"], ["gc", "--dry-run"], ["index"]):
        done = codemap(script, hostile, *args)
        assert done.returncode == 0, done.stdout + done.stderr
    assert not marker.exists(), marker.read_text()
