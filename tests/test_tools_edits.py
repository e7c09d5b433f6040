"""What is edited: seen at once, and looked for no more often than needed."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from query.hub.watch import Watch
from query.tools.compass import edits


def git(root: Path, *arguments: str) -> None:
    own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *own, *arguments], check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in (("src/a.py", "a = 1\n"), ("src/deep/b.py", "b = 1\n"), (".gitignore", "out/\n")):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "out").mkdir()
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    return tmp_path


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every look at the tree; none is too old to be trusted."""
    made: list[Path] = []
    status = edits._status

    def counted(root: Path) -> tuple[list[str], frozenset[str]]:
        made.append(root)
        return status(root)

    monkeypatch.setattr(edits, "_status", counted)
    monkeypatch.setattr(edits, "TRUSTED_SECONDS", 3600.0)
    monkeypatch.setattr(edits, "WAITED_SECONDS", 3600.0)
    return made


def edit(root: Path) -> None:
    (root / "src/deep/b.py").write_text("b = 2\n")


def add(root: Path) -> None:
    (root / "src/c.py").write_text("c = 1\n")


def add_in_new_folder(root: Path) -> None:
    (root / "more").mkdir()
    assert edits.edited_paths(root) == []
    (root / "more/d.py").write_text("d = 1\n")


def remove(root: Path) -> None:
    (root / "src/a.py").unlink()


def move_here(root: Path) -> None:
    (root / "out/e.py").write_text("e = 1\n")
    (root / "out/e.py").rename(root / "e.py")


def stop_ignoring(root: Path) -> None:
    (root / "out/e.py").write_text("e = 1\n")
    (root / ".gitignore").unlink()


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (edit, ["src/deep/b.py"]),
        (add, ["src/c.py"]),
        (add_in_new_folder, ["more/d.py"]),
        (remove, ["src/a.py"]),
        (move_here, ["e.py"]),
        (stop_ignoring, [".gitignore", "out/e.py"]),
    ],
)
def test_a_change_is_seen_by_the_very_next_call(
    root: Path, looks: list[Path], change: Callable[[Path], None], seen: list[str]
) -> None:
    assert edits.edited_paths(root) == []
    change(root)
    assert edits.edited_paths(root) == seen
    git(root, "add", "-A")
    git(root, "commit", "-qm", "second")
    assert edits.edited_paths(root) == []


def test_what_was_not_watched_before_is_watched_afterwards(root: Path, looks: list[Path]) -> None:
    edits.edited_paths(root)
    stop_ignoring(root)
    edits.edited_paths(root)
    edits.edited_paths(root)
    (root / "out/f.py").write_text("f = 1\n")
    assert "out/f.py" in edits.edited_paths(root)


def test_nothing_is_looked_at_again_while_nothing_happens(root: Path, looks: list[Path]) -> None:
    edits.edited_paths(root)
    began = len(looks)
    (root / "out/ignored.py").write_text("x = 1\n")
    assert all(edits.edited_paths(root) == [] for _ in range(20)) and len(looks) == began


def test_a_look_is_not_trusted_for_long(root: Path, looks: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    edits.edited_paths(root)
    began = len(looks)
    monkeypatch.setattr(edits, "WAITED_SECONDS", 0.0)
    edits.edited_paths(root)
    assert len(looks) == began + 1


def test_a_look_is_soon_followed_by_one_that_nobody_waits_for(
    root: Path, looks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    edits.edited_paths(root)
    began = len(looks)
    held, status = threading.Event(), edits._status

    def late(root: Path) -> tuple[list[str], frozenset[str]]:
        assert held.wait(30)
        return status(root)

    monkeypatch.setattr(edits, "_status", late)
    monkeypatch.setattr(edits, "TRUSTED_SECONDS", 0.0)
    assert edits.edited_paths(root) == [] and len(looks) == began
    held.set()
    (following,) = (thread for thread in threading.enumerate() if thread.name == "look at edits")
    following.join(30)
    assert len(looks) == began + 1


def test_where_the_kernel_does_not_tell_each_call_looks(
    root: Path, looks: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("query.hub.watch._libc", lambda: None)
    edits.edited_paths(root)
    began = len(looks)
    edits.edited_paths(root)
    assert len(looks) == began + 1
    assert not Watch(root, ()).unchanged()
