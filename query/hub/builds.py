"""Snapshots built on request, each in a process of its own: the server goes on answering."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from indexer import schema
from query.errors import BuildError, NotIndexedError, SnapshotError
from query.repo import RepoRef, locate

_MAIN = "from query.cli import main; main()"
_TAIL = 20  # lines of the build's output that may explain a failure

Guard = Callable[[Callable[[], object]], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class Built:
    already_existed: bool
    seconds: float
    manifest: dict[str, Any]
    from_cache: bool


class Builds:
    """Builds each commit once, however many ask for it."""

    def __init__(self, cache: Path) -> None:
        self._cache = cache
        self._lock = threading.Lock()
        self._running: dict[tuple[str, str, str], threading.Lock] = {}

    def ensure(
        self, repo: RepoRef, progress: Callable[[str], None], stopping: Guard, force: bool = False, below: str = ""
    ) -> Built:
        """The snapshot of a commit, sound; built where it is missing, built again where it is damaged or with `force`.

        `progress` hears the build's own words. While `stopping(kill)` is entered, `kill` ends the build. `below` names
        the folder that is to be indexed without the rest.
        """
        cache = schema.part_cache(self._cache, below)
        with self._lock:
            turn = self._running.setdefault((below, repo.repo_id, repo.commit), threading.Lock())
        with turn:
            began = time.monotonic()
            folder = schema.snapshot_dir(cache, repo.repo_id, repo.commit)
            existed = (folder / schema.MANIFEST).is_file() and not force
            try:
                manifest = None if force else _manifest(cache, repo)
            except NotIndexedError:
                manifest = None
            except SnapshotError:
                manifest, existed, force = None, False, True
            if manifest is None:
                target = ["--path", str(repo.root), "--ref", repo.commit]
                self._run([*target, *["--force"] * force, *["--below", below] * bool(below)], progress, stopping)
                manifest = _manifest(cache, repo)
            return Built(existed, time.monotonic() - began, manifest, _was_pulled(folder))

    def folder(
        self, root: Path, progress: Callable[[str], None], stopping: Guard, force: bool = False
    ) -> tuple[RepoRef, Built]:
        """The snapshot of a folder without git, as its files are now."""
        began = time.monotonic()
        self._run(["--path", str(root), *["--force"] * force], progress, stopping)
        repo = locate(root, None, self._cache)
        return repo, Built(False, time.monotonic() - began, _manifest(self._cache, repo), False)

    def _run(self, options: list[str], progress: Callable[[str], None], stopping: Guard) -> None:
        # The child must not find a stranger's `query` package in the working directory.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        environment |= {"PYTHONSAFEPATH": "1", "NO_COLOR": "1", "TERM": "dumb"}
        process = subprocess.Popen(
            [sys.executable, "-c", _MAIN, "index", "--cache-dir", str(self._cache), *options],
            env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        with stopping(lambda: _kill(process)):
            said = _listen(process, progress)
            code = process.wait()
        if code:
            raise BuildError(f"indexing failed: {_reason(said, code)}", _hint(said))


def _manifest(cache: Path, repo: RepoRef) -> dict[str, Any]:
    from query.mount import mount

    with mount(cache, repo.repo_id, repo.commit) as mounted:
        return mounted.manifest


def _was_pulled(snapshot: Path) -> bool:
    """Whether the snapshot came from the object store behind the cache."""
    try:
        return "pulled_from" in json.loads((snapshot / schema.BUILD_INFO).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def _listen(process: subprocess.Popen[str], progress: Callable[[str], None]) -> deque[str]:
    said: deque[str] = deque(maxlen=_TAIL)
    assert process.stderr is not None
    with process.stderr as lines:
        for line in lines:
            if text := line.strip():
                said.append(text)
                progress(text)
    return said


def _kill(process: subprocess.Popen[str]) -> None:
    # Its workers are of the same session and would outlive it.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _reason(said: deque[str], code: int) -> str:
    told = [line.removeprefix("error:").strip() for line in said if line.startswith("error:")]
    if code < 0:
        return "it was stopped"
    return told[-1] if told else (said[-1] if said else f"exit code {code}")


def _hint(said: deque[str]) -> str:
    told = [line.removeprefix("hint:").strip() for line in said if line.startswith("hint:")]
    return told[-1] if told else "run `codemap index -v` in a terminal to see more"
