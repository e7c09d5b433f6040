"""The drafts of one work tree: taken in at once; one thread writes and shows them, another links what was shown last.

Whatever waits is taken together, so that the newest version wins and a fast typist costs no more than a slow one.
Questions are answered from the newest state that is shown, linked or not; they wait a moment for one that is about to
be shown, so that who was told that a buffer is taken sees it in the next answer, and never for one to be linked.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from query.buffers.model import Checkpoint, Draft, Event, Layer, Past, Receipt, Status
from query.buffers.store import Store
from query.errors import QueryError
from query.hub import Hub, changes
from query.repo import RepoRef

if TYPE_CHECKING:
    from query.engine.view import View

MOST_DRAFTS = 500
SHOWN_SECONDS = 0.5  # that a question waits for what was pushed before it
QUIET_SECONDS = 0.25  # without an event or a question before linking begins, which takes the processor from both
MOST_TYPING = 2.0  # seconds that linking waits for such a pause
_LOG = logging.getLogger("codemap")
# Editors count a save or a close as no new version.
_REPEATS = frozenset({"save", "close", "checkpoint"})


class Desk:
    """Thread-safe. `_sequence` counts accepted events.

    Those beyond `_taken` wait, those beyond `_shown` are unseen, those beyond `_linked` are seen alone.
    """

    def __init__(self, hub: Hub, root: Path) -> None:
        self._hub = hub
        self._root = root
        self._store = Store(hub.state, root)
        self._lock = threading.Condition()
        self._writing = threading.Lock()
        self._drafts: dict[str, Draft] = {}
        self._layer: Layer | None = None
        self._written: Layer | None = None
        self._sequence = self._taken = self._shown = self._durable = self._linked = 0
        self._busy = 0.0  # when somebody pushed or asked last
        self._to_link: Layer | None = None
        self._running = self._linking = self._checkpoint_wanted = False
        self._last_event, self._past = self._store.past()
        self._load()

    def push(self, event: Event) -> Receipt:
        """Take an event in; linking goes on in the background."""
        with self._lock:
            known = self._drafts.get(event.path)
            if warning := self._refusal(known, event):
                return Receipt(False, self._sequence, warnings=(warning,))
            self._last_event, self._busy = event.at, time.monotonic()
            changed = self._take(known, event)
            self._checkpoint_wanted |= event.type in ("save", "checkpoint")
            if changed or self._checkpoint_wanted:
                self._start()
            return Receipt(True, self._sequence, changed, self._checkpoint_wanted)

    def checkpoint(self) -> Checkpoint:
        """Write what is not durable yet, now."""
        with self._lock:
            pending = self._beyond(self._durable)
        error = self._write_checkpoint()
        done = 0 if error else pending
        with self._lock:
            if self._beyond(self._linked):
                self._start()
        return Checkpoint(f"ckp_{secrets.token_hex(8)}", pending, done, pending - done, self._past.at)

    def status(self) -> Status:
        with self._lock:
            waiting, pending = self._beyond(self._taken), self._beyond(self._linked)
            return Status(
                pending=pending,
                dirty=sum(draft.dirty for draft in self._drafts.values()),
                parse_queue=waiting,
                checkpoint_pending=self._checkpoint_wanted,
                last_event=self._last_event,
                past=self._past,
                reconcile_queue=pending - waiting,
                reconciling=self._linking,
            )

    def layer(self, repo: RepoRef) -> Layer | None:
        """The newest state of the drafts that is shown; none where there are none."""
        with self._lock:
            if not self._running and not self._linking:
                self._load()
            if self._layer is not None and self._layer.workspace.base_commit != repo.commit:
                # Another commit is checked out: the drafts are laid over that one next.
                self._taken = self._linked = -1
                self._start()
            self._busy = time.monotonic()
            self._lock.wait_for(lambda: self._shown >= self._sequence or not self._running, SHOWN_SECONDS)
            return self._layer

    def settle(self, seconds: float) -> bool:
        """Wait until everything that was pushed is linked, or was tried."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._running and not self._linking, seconds)

    def _load(self) -> None:
        """What was written last, by this or another server."""
        workspace = self._store.workspace()
        if workspace is None or (self._written and self._written.workspace.token == workspace.token):
            return
        self._drafts = self._store.load(workspace)
        newest = max((draft.sequence for draft in self._drafts.values()), default=0)
        self._sequence = self._taken = self._shown = self._durable = self._linked = max(self._sequence, newest)
        texts = {draft.path: draft.content for draft in self._drafts.values()}
        self._written = Layer(workspace, texts, self._sequence)
        self._layer = self._written if texts else None

    def _refusal(self, known: Draft | None, event: Event) -> str | None:
        if known is None and len(self._drafts) >= MOST_DRAFTS:
            return f"{MOST_DRAFTS} draft files are held, no more: close some"
        if known is None or (event.type == "open" and not known.open):
            return None  # an editor that opens a file counts from the start
        repeats = event.type in _REPEATS and event.version == known.version
        if event.version > known.version or repeats:
            return None
        return f"version {event.version} of {event.path} is not newer than {known.version}, and was not taken"

    def _take(self, known: Draft | None, event: Event) -> bool:
        """Whether there is something to link."""
        content = self._saved(event) if event.type == "close" and event.dirty else event.content
        if content is None:
            self._sequence += 1
            self._drafts.pop(event.path, None)
            self._taken = min(self._taken, self._sequence - 1)
            return known is not None
        changed = known is None or known.content != content
        self._sequence += 1
        is_open, dirty = event.type != "close", event.dirty and event.type not in ("close", "save")
        sequence = self._sequence if changed or known is None else known.sequence
        self._drafts[event.path] = Draft(event.path, content, event.version, dirty, is_open, sequence)
        return changed

    def _saved(self, event: Event) -> bytes | None:
        """What a buffer that is closed without saving leaves behind: the file as it is on disk."""
        return changes.on_disk(self._root, [event.path]).get(event.path)

    def _beyond(self, mark: int) -> int:
        return sum(draft.sequence > mark for draft in self._drafts.values())

    def _start(self) -> None:
        if not self._running:
            self._running = True
            # Not a daemon: what was pushed is written before the process ends.
            threading.Thread(target=self._drain, name="buffers").start()

    def _drain(self) -> None:
        while True:
            with self._lock:
                target, wanted = self._sequence, self._checkpoint_wanted
                if self._taken >= target and not wanted:
                    self._running = False
                    self._lock.notify_all()
                    return
                self._taken = target
            self._show(target)
            if wanted:
                self._write_checkpoint()

    def _write_checkpoint(self) -> str | None:
        """The error that kept it from being written."""
        error = None
        try:
            self._write()
        except QueryError as failure:
            error = failure.message
        try:
            past = self._store.checkpointed(datetime.now(UTC), error)
        except QueryError:  # the same disk that cannot be written
            past = Past(self._past.at, "failed", error)
        with self._lock:
            self._past, self._checkpoint_wanted = past, False
        return error

    def _write(self) -> Layer:
        """Make all drafts durable; the layer that they will be once they are linked."""
        with self._writing:
            repo = self._hub.repository(str(self._root))
            with self._lock:
                sequence, event_at = self._sequence, self._last_event
                written = self._written
                moved = written is not None and written.workspace.base_commit != repo.commit
                if written is not None and not moved and written.overlay_version == sequence:
                    return written
                if moved:
                    self._drafts = {draft.path: draft for draft in self._unsettled(repo)}
                drafts = list(self._drafts.values())
            workspace = self._store.write(repo, drafts, event_at)
            with self._lock:
                self._durable = sequence
                self._written = Layer(workspace, {draft.path: draft.content for draft in drafts}, sequence)
                return self._written

    def _unsettled(self, repo: RepoRef) -> Iterable[Draft]:
        """Drafts that still differ from the commit: unsaved ones, and files that are so on disk."""
        committed = changes.committed(repo.root, repo.commit, self._drafts)
        on_disk = changes.on_disk(repo.root, self._drafts)
        for draft in self._drafts.values():
            if draft.content != committed.get(draft.path) and (draft.dirty or draft.content == on_disk.get(draft.path)):
                yield draft

    def _show(self, target: int) -> None:
        """Write the drafts, show what they say themselves, and have them linked."""
        try:
            layer = replace(self._write(), linked=False)
            ready = bool(layer.texts) and self._is_ready(layer)
            with self._lock:
                self._layer = layer if ready else self._layer
                self._told_as_shown(target)
                self._to_link = replace(layer, overlay_version=max(target, layer.overlay_version))
                if not self._linking:
                    self._linking = True
                    threading.Thread(target=self._link_all, name="linking").start()
        except Exception as error:
            # The drafts stay, and are tried again with the next event.
            _LOG.warning("drafts of %s could not be written: %s", self._root, error)
        finally:
            with self._lock:
                self._told_as_shown(target)

    def _told_as_shown(self, target: int) -> None:
        """Nobody need wait any longer, even where linking has to come first."""
        self._shown = max(self._shown, target)
        self._lock.notify_all()

    def _is_ready(self, layer: Layer) -> bool:
        """Whether the drafts can be asked about as they are."""
        try:
            with self._hub.serve(self._repo(layer), layer.workspace, linked=layer.linked) as served:
                _ = served.view.loaded.prior, served.view.loaded.words
        except QueryError:
            return False
        return True

    def _link_all(self) -> None:
        while True:
            with self._lock:
                self._await_pause()
                layer, self._to_link = self._to_link, None
                if layer is None:
                    self._linking = False
                    self._lock.notify_all()
                    return
            self._link(layer)

    def _await_pause(self) -> None:
        latest = time.monotonic() + MOST_TYPING
        while self._to_link and (left := min(self._busy + QUIET_SECONDS, latest) - time.monotonic()) > 0:
            self._lock.wait(left)

    def _link(self, layer: Layer) -> None:
        from query.engine.ready import make_ready

        try:
            with self._hub.serve(self._repo(layer), layer.workspace) as served:
                make_ready(served.view)
                with self._lock:
                    if self._layer is None or self._layer.overlay_version <= layer.overlay_version:
                        self._layer = replace(layer, linked=True) if layer.texts else None
                    self._linked = max(self._linked, layer.overlay_version)
        except Exception as error:
            _LOG.warning("drafts of %s could not be linked: %s", self._root, error)

    def _repo(self, layer: Layer) -> RepoRef:
        return replace(self._hub.repository(str(self._root)), commit=layer.workspace.base_commit)


def shown(view: View, layer: Layer | None) -> View:
    """Drafts are read as they were pushed, everything else as it is committed: what the tables were made from."""
    if layer is None:
        return view
    drafted = view.with_virtual(layer.texts)
    drafted.workspace = None
    return drafted


_desks: dict[tuple[Hub, Path], Desk] = {}  # a server has one hub, which lives as long as it does
_opening = threading.Lock()


def desk_of(hub: Hub, root: Path) -> Desk:
    """The one desk of a work tree in this server."""
    with _opening:
        if (hub, root) not in _desks:
            _desks[hub, root] = Desk(hub, root)
        return _desks[hub, root]
