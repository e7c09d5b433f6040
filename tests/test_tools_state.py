"""Workspaces in their file, totals in theirs, views on their shelf, heads that move: what servers share and keep."""

from __future__ import annotations

import importlib
import json
import sqlite3
import sys
import threading
from pathlib import Path

import pytest

from query.errors import InvalidArgument, NotFound, NotServed, StateError
from query.hub import Hub, changes
from query.hub.heads import Heads, find_folders
from query.hub.shelf import Shelf
from query.state import State
from query.tools.savings import Savings, cost, tokens

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
SOURCES = {"a.py": "def a():\n    pass\n", "dir/b.py": "x = 1\n"}


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path / "state" / "state.sqlite")


def test_a_workspace_is_kept_as_it_was_created(state: State) -> None:
    made = state.create(Path("/r"), "repo-1", "w", "c" * 40, "src")
    assert state.create(Path("/r"), "repo-1", "w", "d" * 40, ".") == made == state.get(Path("/r"), "w")
    assert State(state.path).list(Path("/r")) == [made]
    assert state.get(Path("/r"), "other") is None and state.list(Path("/elsewhere")) == []


def test_contents_are_replaced_whole_and_known_again_after_a_restart(state: State) -> None:
    made = state.create(Path("/r"), "repo-1", "w", "c" * 40, ".")
    revised = state.revise(made, {"a.py": b"\x00binary\xff", "gone.py": None})
    assert revised and revised.revision == 1 and revised.changed_files == 2 and revised.token != made.token
    assert State(state.path).contents(revised) == {"a.py": b"\x00binary\xff", "gone.py": None}
    again = state.revise(revised, {"b.py": b""})
    assert again and state.contents(again) == {"b.py": b""} and again.revision == 2
    back = state.reset(again)
    assert back and back.revision == 0 and state.contents(back) == {}


def test_who_comes_too_late_changes_nothing(state: State) -> None:
    made = state.create(Path("/r"), "repo-1", "w", "c" * 40, ".")
    first = state.revise(made, {"a.py": b"first"})
    assert first and state.revise(made, {"a.py": b"second"}) is None and state.reset(made) is None
    state.count(made, 9, 9)
    kept = state.get(Path("/r"), "w")
    assert kept and kept.symbols == 0 and state.contents(kept) == {"a.py": b"first"}
    assert state.delete(Path("/r"), "w") and not state.delete(Path("/r"), "w")
    assert state.create(Path("/r"), "repo-1", "w", "c" * 40, ".").changed_files == 0


def test_a_state_file_that_is_damaged_is_told_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    path.write_bytes(b"this is no database, and long enough to be taken for one" * 100)
    with pytest.raises(StateError) as caught:
        State(path).list(Path("/r"))
    assert "move it away" in caught.value.hint


def test_many_writers_wait_for_one_another(state: State) -> None:
    def create(number: int) -> None:
        for step in range(5):
            state.create(Path("/r"), "repo-1", f"w{number}-{step}", "c" * 40, ".")

    threads = [threading.Thread(target=create, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(state.list(Path("/r"))) == 40
    with sqlite3.connect(state.path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_totals_of_several_servers_add_up_and_survive_damage(tmp_path: Path) -> None:
    path = tmp_path / "home" / "_savings.json"
    servers = [Savings(path) for _ in range(4)]

    def answer(server: Savings) -> None:
        for _ in range(25):
            server.add(10)
            server.write()

    threads = [threading.Thread(target=answer, args=(server,)) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert json.loads(path.read_text()) == {
        "total_tokens_saved": 1_000, "total_cost_avoided": {"claude_sonnet": 0.003}, "queries": 100
    }  # fmt: skip
    path.write_text("{not json")
    servers[0].add(4)
    servers[0].write()
    assert json.loads(path.read_text())["total_tokens_saved"] == 4
    assert (tokens(-5), tokens(401), cost(1_000_000)) == (0, 100, 3.0)


class Item:
    def __init__(self, name: str) -> None:
        self.name, self.open = name, True

    def close(self) -> None:
        self.open = False


def test_a_shelf_keeps_what_was_used_last_and_never_closes_what_is_in_use() -> None:
    shelf: Shelf[Item] = Shelf(2)
    opened: list[Item] = []

    def make(name: str) -> Item:
        opened.append(Item(name))
        return opened[-1]

    with shelf.lease("a", lambda: make("a")) as first:
        for name in "bcd":
            with shelf.lease(name, lambda name=name: make(name)):  # type: ignore[misc]
                pass
        assert first.open
    assert [item.name for item in opened if item.open] == ["a", "d"]
    with shelf.lease("a", lambda: make("again")) as same:
        assert same is first
    shelf.close()
    assert not any(item.open for item in opened)


def test_what_is_idle_makes_room_when_something_else_is_used() -> None:
    now = [0.0]
    shelf: Shelf[Item] = Shelf(5, idle_seconds=10, clock=lambda: now[0])
    items = {name: Item(name) for name in "ab"}
    for name, item in items.items():
        now[0] += 8
        with shelf.lease(name, lambda item=item: item):  # type: ignore[misc]
            pass
    assert items["a"].open
    now[0] += 8
    with shelf.lease("b", lambda: items["b"]):
        pass
    assert not items["a"].open and items["b"].open


def test_an_opening_that_fails_is_tried_again_and_one_that_works_is_shared() -> None:
    shelf: Shelf[Item] = Shelf(1)
    with pytest.raises(ValueError, match="broken"), shelf.lease("a", _fail):
        pass
    made: list[Item] = []

    def ask() -> None:
        with shelf.lease("a", lambda: made.append(Item("a")) or made[-1]):  # type: ignore[func-returns-value]
            pass

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def _fail() -> Item:
    raise ValueError("broken")


def test_heads_are_seen_to_move_without_asking_git_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = shop.make(tmp_path, SOURCES)
    heads = Heads(tmp_path / "cache")
    first = heads.at(root)
    assert first.commit == shop.git(root, "rev-parse", "HEAD")
    monkeypatch.setenv("PATH", "")
    assert heads.at(root) == first
    monkeypatch.undo()
    for command in (["commit", "-q", "--allow-empty", "-m", "x"], ["checkout", "-qb", "other"], ["pack-refs", "--all"]):
        shop.git(root, *command)
        found = heads.at(root)
        assert found.commit == shop.git(root, "rev-parse", "HEAD")
        assert found.branch == shop.git(root, "branch", "--show-current")


def test_repositories_are_found_by_looking(tmp_path: Path) -> None:
    root = shop.make(tmp_path, SOURCES)
    shop.git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    shop.git(tmp_path, "clone", "-q", "--bare", str(root), "bare.git")
    main, linked, bare = (find_folders(path) for path in (root / "dir", tmp_path / "linked", tmp_path / "bare.git"))
    assert main and linked and bare and find_folders(tmp_path) is None
    assert main.root == root and main.common == linked.common == root / ".git" and linked.own != linked.common
    assert bare.root == bare.own == tmp_path / "bare.git"
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/.git").write_text("gitdir: nowhere\n")
    assert find_folders(tmp_path / "broken") is None


def test_only_served_repositories_and_their_work_trees_may_be_asked_about(tmp_path: Path, state: State) -> None:
    root = shop.make(tmp_path, SOURCES)
    shop.git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    hub = Hub(tmp_path / "cache", state, [root])
    assert hub.repository(str(root / "dir")).root == root
    assert hub.repository(str(tmp_path / "linked")).root == tmp_path / "linked"
    for path in (tmp_path, tmp_path / "missing", Path("/")):
        with pytest.raises(NotServed):
            hub.repository(str(path))
    for wrong in ("relative", "", f"{root}\0"):
        with pytest.raises(InvalidArgument):
            hub.repository(wrong)
    assert list(hub.known().values()) == [root]


def test_what_differs_is_read_from_commits_and_from_disk(tmp_path: Path) -> None:
    root = shop.make(tmp_path, SOURCES)
    first = shop.git(root, "rev-parse", "HEAD")
    assert changes.is_clean(root) and changes.in_work_tree(root, first) == []
    (root / "a.py").unlink()
    (root / "dir/new name.py").write_text("y = 2\n")
    (root / ".gitignore").write_text("ignored.py\n")
    (root / "ignored.py").write_text("")
    assert not changes.is_clean(root)
    assert changes.in_work_tree(root, first) == [".gitignore", "a.py", "dir/new name.py"]
    assert changes.in_work_tree(root, first, "dir") == ["dir/new name.py"]
    assert changes.on_disk(root, ["a.py", "dir/new name.py", "../x", "dir"]) == {
        "a.py": None,
        "dir/new name.py": b"y = 2\n",
    }
    shop.git(root, "add", "-A")
    shop.git(root, "commit", "-qm", "second")
    second = shop.git(root, "rev-parse", "HEAD")
    assert changes.between(root, first, second) == [".gitignore", "a.py", "dir/new name.py"]
    assert changes.committed(root, first, ["a.py", "dir", "missing.py"]) == {
        "a.py": SOURCES["a.py"].encode(), "dir": None, "missing.py": None
    }  # fmt: skip
    assert changes.nearest_indexed(root, second, {first}) == (first, 1)
    assert changes.nearest_indexed(root, first, {second}) is None


def test_a_file_of_a_commit_that_nothing_is_indexed_of_can_be_read(tmp_path: Path, state: State) -> None:
    root = shop.make(tmp_path, SOURCES)
    hub = Hub(tmp_path / "cache", state, [root])
    assert hub.unindexed(hub.repository(str(root)), "a.py").text("a.py") == SOURCES["a.py"].encode()
    with pytest.raises(NotFound):
        hub.unindexed(hub.repository(str(root)), "b.py")
