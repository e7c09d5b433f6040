"""Drafts of an editor: what is taken, what is seen and by whom, what survives, what a burst of changes costs."""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from query.buffers import EDITOR, Desk, Event, EventType, Layer, Receipt, shown
from query.buffers import desk as desks
from query.engine.symbols import resolve, search
from query.errors import NotIndexedError, StateError
from query.hub import Hub
from query.repo import locate
from query.state import State
from query.tools.sdl.routing import Asked
from query.tools.sdl.shaping.cards import Wanted, cards

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")

SOURCES = {"lib/__init__.py": "", "lib/one.py": "def one():\n    pass\n", "lib/two.py": "from lib.one import one\n"}
PATH = "lib/one.py"
SECONDS = 60


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made: Path = shop.make(tmp_path, SOURCES)
    shop.index(tmp_path / "cache", locate(made), [])
    return made


@pytest.fixture
def hub(root: Path) -> Iterator[Hub]:
    made = Hub(root.parent / "cache", State(root.parent / "state.sqlite"), None)
    yield made
    made.close()


def event(content: str, version: int, type: EventType = "change", dirty: bool = True, path: str = PATH) -> Event:
    return Event(type, path, content.encode(), version, dirty, datetime.now(UTC))


def pushed(desk: Desk, *events: Event) -> list[Receipt]:
    receipts = [desk.push(one) for one in events]
    assert desk.settle(SECONDS)
    return receipts


def seen(hub: Hub, desk: Desk, root: Path) -> set[str]:
    """Functions that questions about the work tree find."""
    repo = hub.repository(str(root))
    layer: Layer | None = desk.layer(repo)
    with hub.serve(repo, layer.workspace if layer else None, linked=layer is None or layer.linked) as served:
        return {hit.symbol.name for hit in search(served.view, None, ("function",), limit=1_000).hits}


def test_the_newest_version_wins_and_an_old_one_is_refused(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    first, newer, older, again = pushed(
        desk, event("def a(): pass\n", 3), event("def b(): pass\n", 5), event("def c(): pass\n", 4),
        event("def b(): pass\n", 5, "save", dirty=False),
    )  # fmt: skip
    assert first.accepted and newer.overlay_version == 2 and again.accepted and not again.parse_scheduled
    assert not older.accepted and "version 4" in older.warnings[0]
    assert seen(hub, desk, root) == {"b"}


def test_an_editor_that_opens_a_file_again_counts_from_the_start(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    receipts = pushed(
        desk, event("def a(): pass\n", 9), event("def a(): pass\n", 9, "close", dirty=False),
        event("def b(): pass\n", 1, "open"),
    )  # fmt: skip
    assert all(one.accepted for one in receipts) and seen(hub, desk, root) == {"b"}


def test_closing_without_saving_gives_back_what_is_on_disk(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    pushed(desk, event("def a(): pass\n", 1), event("def n(): pass\n", 1, path="lib/new.py"))
    assert seen(hub, desk, root) == {"a", "n"}
    pushed(
        desk, event("def a(): pass\n", 2, "close"), event("def n(): pass\n", 2, "close", path="lib/new.py")
    )  # fmt: skip
    assert seen(hub, desk, root) == {"one"} and desk.status().dirty == 0


def test_drafts_are_seen_in_their_work_tree_alone(hub: Hub, root: Path) -> None:
    other = root.parent / "other"
    shop.git(root, "worktree", "add", "-q", str(other))
    desk, beside = Desk(hub, root), Desk(hub, other)
    pushed(desk, event("def a(): pass\n", 1))
    assert seen(hub, desk, root) == {"a"} and seen(hub, beside, other) == {"one"}
    with hub.serve(hub.repository(str(root))) as served:  # the commit itself
        assert {hit.symbol.name for hit in search(served.view, None, ("function",)).hits} == {"one"}


def test_what_was_written_survives_and_belongs_to_a_workspace(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    pushed(desk, event("def a(): pass\n", 7))
    done = desk.checkpoint()
    assert (done.files, done.failed) == (0, 0) and done.at is not None  # linking had written it already
    restarted = Hub(hub.cache, State(hub.state.path), None)
    again = Desk(restarted, root)
    assert seen(restarted, again, root) == {"a"} and again.status().dirty == 1
    assert again.status().past == desk.status().past
    assert not again.push(event("def b(): pass\n", 7)).accepted
    workspace = hub.state.get(root, EDITOR)
    assert workspace is not None and hub.state.contents(workspace) == {PATH: b"def a(): pass\n"}
    restarted.close()


def test_a_checkpoint_writes_what_still_waits(hub: Hub, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(hub, root)
    monkeypatch.setattr(desk, "_start", lambda: None)  # as if the thread had no turn yet
    desk.push(event("def a(): pass\n", 1))
    status = desk.status()
    assert (status.pending, status.parse_queue, status.reconcile_queue) == (1, 1, 0)
    done = desk.checkpoint()
    assert (done.pending, done.files, done.failed) == (1, 1, 0)
    workspace = hub.state.get(root, EDITOR)
    assert workspace is not None and PATH in hub.state.contents(workspace)


def test_a_checkpoint_that_fails_says_so(hub: Hub, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(hub, root)
    monkeypatch.setattr(desk, "_start", lambda: None)
    desk.push(event("def a(): pass\n", 1))
    hub.state.path.write_bytes(b"this is no database" * 100)
    done = desk.checkpoint()
    assert (done.files, done.failed) == (0, 1)
    past = desk.status().past
    assert past.result == "failed" and past.error and "state file" in past.error
    with pytest.raises(StateError):
        hub.state.get(root, EDITOR)


def test_drafts_follow_the_commit_that_is_checked_out(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    pushed(
        desk, event("def saved(): pass\n", 1, "save", dirty=False), event("def draft(): pass\n", 1, path="lib/two.py")
    )  # fmt: skip
    (root / PATH).write_text("def saved(): pass\n", encoding="utf-8")
    shop.git(root, "commit", "-qam", "saved")
    shop.index(hub.cache, locate(root), [])
    desk.layer(hub.repository(str(root)))
    assert desk.settle(SECONDS)
    layer = desk.layer(hub.repository(str(root)))
    assert layer is not None and layer.workspace.base_commit == locate(root).commit
    assert set(layer.texts) == {"lib/two.py"} and seen(hub, desk, root) == {"saved", "draft"}


def test_drafts_are_shown_before_they_are_linked_and_told_as_waiting(hub: Hub, root: Path) -> None:
    desk, gate = Desk(hub, root), threading.Event()
    link = desk._link
    desk._link = lambda layer: (gate.wait(SECONDS), link(layer))[1]  # type: ignore[method-assign, func-returns-value]
    repo = hub.repository(str(root))
    for number in (1, 2):  # the second is shown while the first is being linked
        desk.push(event(f"def early_{number}(): pass\n", number))
        assert until(lambda number=number: (found := desk.layer(repo)) and found.overlay_version == number)  # type: ignore[misc]
        layer = desk.layer(repo)
        assert layer is not None and not layer.linked and seen(hub, desk, root) == {f"early_{number}"}
        assert (desk.status().pending, desk.status().reconciling) == (1, True)
    gate.set()
    assert desk.settle(SECONDS)
    layer = desk.layer(repo)
    assert layer is not None and layer.linked and layer.overlay_version == 2 and desk.status().pending == 0


def test_who_is_told_that_a_buffer_is_taken_sees_it_in_the_next_answer(
    hub: Hub, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "SHOWN_SECONDS", SECONDS)
    desk = Desk(hub, root)
    for number in range(1, 6):
        assert desk.push(event(f"def now_{number}(): pass\n", number)).accepted
        assert seen(hub, desk, root) == {f"now_{number}"}
    assert desk.settle(SECONDS)


def test_a_card_of_a_draft_tells_what_is_known_before_it_is_linked(hub: Hub, root: Path) -> None:
    desk, gate = Desk(hub, root), threading.Event()
    link = desk._link
    desk._link = lambda layer: (gate.wait(SECONDS), link(layer))[1]  # type: ignore[method-assign, func-returns-value]
    repo = hub.repository(str(root))
    desk.push(event("def one():\n    pass\n\n\ndef using():\n    return one()\n", 1))
    assert until(lambda: desk.layer(repo) is not None)
    layer = desk.layer(repo)
    assert layer is not None and not layer.linked
    with hub.serve(repo) as committed, hub.serve(repo, layer.workspace, linked=False) as drafted:
        views = [committed.view, shown(drafted.view, layer)]
        before, now = (cards(Asked("lib", view, "c0"), [resolve(view, "M:lib.one.one")], Wanted())[0] for view in views)
        (new,) = cards(Asked("lib", views[1], "c0"), [resolve(views[1], "M:lib.one.using")], Wanted())
    assert before.metrics and now.metrics and new.metrics and new.deps
    assert (before.metrics.fan_in, now.metrics.fan_in, new.metrics.fan_out) == (0, 1, 1)
    assert now.cluster == new.cluster == before.cluster and new.deps.calls == ["one"]
    gate.set()
    assert desk.settle(SECONDS)


def test_what_cannot_be_shown_alone_is_shown_once_it_is_linked(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    pushed(desk, event("def early(): pass\n", 1, path="lib/two.py"))
    # There is a module of that name: which of them is the second is told by both.
    pushed(desk, event("def extra(): pass\n", 1, path="lib/one/__init__.py"))
    repo, layer = hub.repository(str(root)), desk.layer(hub.repository(str(root)))
    assert layer is not None and layer.linked and layer.overlay_version == 2
    assert seen(hub, desk, root) == {"early", "extra", "one"}
    with pytest.raises(NotIndexedError), hub.serve(repo, layer.workspace, linked=False):
        pass


def test_a_file_that_did_not_change_is_not_written_again(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    pushed(desk, event("def big(): pass\n" * 9, 1, path="lib/big.py"), event("def a(): pass\n", 1))
    pushed(desk, event("def b(): pass\n", 2))
    pushed(desk, event("def c(): pass\n", 3))
    workspace = hub.state.get(root, EDITOR)
    assert workspace is not None
    kept = hub.state.contents(workspace)
    assert kept == {"lib/big.py": b"def big(): pass\n" * 9, PATH: b"def c(): pass\n"}
    later = Desk(hub, root)  # what another server wrote meanwhile is not taken for its own
    pushed(later, event("def big(): pass\n", 2, path="lib/big.py"))
    pushed(desk, event("def d(): pass\n", 4))
    assert seen(hub, desk, root) == {"big", "d"}


def until(said: Callable[[], object]) -> bool:
    for _ in range(SECONDS * 100):
        if said():
            return True
        time.sleep(0.01)
    return False


def test_a_burst_of_changes_is_taken_in_few_rounds(hub: Hub, root: Path) -> None:
    desk = Desk(hub, root)
    rounds = []
    link = desk._link
    desk._link = lambda layer: (rounds.append(layer.overlay_version), link(layer))[1]  # type: ignore[method-assign, func-returns-value]
    for number in range(1, 1_001):
        desk.push(event(f"def f_{number}(): pass\n", number, path=f"lib/gen_{number % 50}.py"))
    assert desk.settle(SECONDS)
    status = desk.status()
    assert (status.pending, status.parse_queue, status.reconcile_queue, status.dirty) == (0, 0, 0, 50)
    assert seen(hub, desk, root) == {"one", *(f"f_{number}" for number in range(951, 1_001))}
    assert len(rounds) < 100 and rounds[-1] == 1_000
