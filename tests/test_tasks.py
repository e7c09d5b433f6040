"""The task store: ordering, partial updates, several processes at once, and what a killed one leaves behind."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from query.errors import InvalidArgument, LocateError, NotFound
from query.state import State
from query.tasks import Tasks, associated

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

WRITER = """
import sys
import threading
from pathlib import Path
from query.state import State
from query.tasks import Tasks
tasks = Tasks(State(Path(sys.argv[1])))
for number in range(int(sys.argv[3])):
    print(tasks.create(f"{sys.argv[2]} {number}").id, flush=True)
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state.sqlite")


def writer(state: State, name: str, count: int) -> subprocess.Popen[str]:
    """Another process that creates tasks and says each one's id once it is told that it is kept."""
    command = [sys.executable, "-c", WRITER, str(state.path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_task_is_kept_as_it_was_created(state: State) -> None:
    made = Tasks(state).create("title", "what", "how", ["specs/a.md"])
    assert Tasks(State(state.path)).get(UUID(made.id)) == made
    assert (made.status, made.branch, made.commit_sha) == ("need to be done", None, None)
    assert made.created_at == made.updated_at and made.planning_references == ("specs/a.md",)


def test_only_what_is_given_changes(state: State) -> None:
    tasks = Tasks(state)
    made = tasks.create("title", "what", "how")
    updated = tasks.update(UUID(made.id), status="complete", notes="")
    assert (updated.title, updated.description, updated.notes, updated.status) == ("title", "what", "", "complete")
    assert updated.updated_at >= made.updated_at and updated.created_at == made.created_at
    assert tasks.update(UUID(made.id)) == updated
    with pytest.raises(NotFound, match="Task not found"):
        tasks.update(uuid4(), title="x")


def test_the_newest_come_first_and_filters_count_what_they_leave_out(state: State) -> None:
    tasks = Tasks(state)
    made = [tasks.create(str(number)) for number in range(5)]
    tasks.update(UUID(made[1].id), status="in-progress", branch="feature/a")
    tasks.update(UUID(made[3].id), status="in-progress", branch="feature/b%")
    tasks.update(UUID(made[4].id), branch="Feature/c")

    def titles(*filters: str | None, limit: int = 20) -> tuple[list[str], int]:
        page = tasks.list(*filters, limit=limit)  # type: ignore[arg-type]
        return [task.title for task in page.tasks], page.total

    assert titles(limit=2) == (["4", "3"], 5)
    assert titles("in-progress") == (["3", "1"], 2)
    assert titles(None, "feature/") == (["3", "1"], 2)
    assert titles(None, "feature/b%") == (["3"], 1) and titles(None, "%") == ([], 0)
    assert titles("need to be done", "feature/") == ([], 0)


def test_two_processes_that_write_at_once_lose_nothing(state: State) -> None:
    writers = [writer(state, name, 200) for name in ("a", "b")]
    told = [line.strip() for process in writers for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in writers] == [0, 0]
    page = Tasks(state).list(limit=1_000)
    assert len(told) == 400 == page.total and {task.id for task in page.tasks} == set(told)
    for name in "ab":
        own = [task.title for task in reversed(page.tasks) if task.title.startswith(name)]
        assert own == [f"{name} {number}" for number in range(200)]


def test_a_process_that_is_killed_while_it_writes_loses_nothing_that_was_acknowledged(state: State) -> None:
    acknowledged = []
    for round_ in range(3):
        process = writer(state, f"round {round_}", 1_000_000)
        assert process.stdout is not None
        acknowledged += [process.stdout.readline().strip() for _ in range(25)]
        os.kill(process.pid, signal.SIGKILL)
        acknowledged += process.communicate()[0].split()
    kept = {task.id for task in Tasks(state).list(limit=100_000).tasks}
    assert {line for line in acknowledged if len(line) == 36} <= kept
    assert Tasks(state).create("afterwards").title == "afterwards"


def test_a_commit_must_be_in_a_repository_that_is_served(tmp_path: Path) -> None:
    root = shop.make(tmp_path, {"a.py": "x = 1\n"})
    head = shop.git(root, "rev-parse", "HEAD")
    assert associated([tmp_path / "gone", root], None, head) == (None, head)
    assert associated([], "any", None) == ("any", None)
    for roots in ([root], []):
        with pytest.raises(InvalidArgument, match="is in no repository"):
            associated(roots, None, "0" * 40)
    tree = shop.git(root, "rev-parse", "HEAD^{tree}")
    with pytest.raises(InvalidArgument):
        associated([root], None, tree)


def test_head_stands_for_what_is_checked_out(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    root = shop.make(tmp_path / "one", {"a.py": "x = 1\n"})
    other = shop.make(tmp_path / "two", {"b.py": "x = 2\n"})
    shop.git(other, "checkout", "-qb", "feature/b")
    first, second = (shop.git(folder, "rev-parse", "HEAD") for folder in (root, other))
    assert associated([other], "HEAD", None) == ("feature/b", second)
    assert associated([root, other], "HEAD", second) == ("feature/b", second)
    with pytest.raises(InvalidArgument, match="2 repositories"):
        associated([root, other], "HEAD", None)
    shop.git(root, "checkout", "-q", "--detach")
    with pytest.raises(LocateError, match="no branch"):
        associated([root], "HEAD", first)


def test_connections_that_are_kept_serve_all_threads_and_notice_that_the_file_is_another(tmp_path: Path) -> None:
    state = State(tmp_path / "state.sqlite", keep=2)
    tasks = Tasks(state)
    threads = [threading.Thread(target=lambda: [tasks.create("t") for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tasks.list().total == 80 == Tasks(State(state.path)).list().total
    for file in tmp_path.glob("state.sqlite*"):
        file.unlink()
    assert tasks.list().total == 0 and tasks.create("first again").title == "first again"
    state.close()
    assert tasks.list().total == 1
    state.close()
