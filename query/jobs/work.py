"""The work of a job, in a process that belongs to nobody: it goes on when the server that started it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from query.errors import BuildError, QueryError
from query.hub import changes
from query.hub.builds import Builds, Built
from query.hub.heads import find_folders
from query.jobs.store import Job, Jobs, Mode
from query.repo import RepoRef
from query.state import State

LIVE = "live"  # the workspace that holds what is edited and not committed
MOST_EDITED = 2_000
_MAIN = "from query.jobs.work import main; main()"


def start(jobs: Jobs, repo: RepoRef, ref: str, mode: Mode, force: bool = False, live: bool = False) -> Job:
    """Begin a job for the commit that `repo` stands at; `mode` is what it is expected to become."""
    with jobs.begun(repo, ref, mode, force, live) as (job, lock):
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", _MAIN, str(jobs.state.path), job.job_id],
                env=environment | {"PYTHONSAFEPATH": "1"}, stdin=subprocess.DEVNULL, stdout=lock, stderr=lock,
                pass_fds=(lock,), start_new_session=True, cwd=repo.root,
            )  # fmt: skip
        except OSError as error:
            jobs.fail(job.job_id, f"no process could be started: {error}")
            raise BuildError(f"the indexing process could not be started: {error}", "see index_status") from error
    # Nobody waits for the job, but a process that ended must not stay behind as a zombie of the server.
    threading.Thread(target=process.wait, name=f"job {job.job_id}", daemon=True).start()
    return job


def main() -> None:
    """The process: everything that becomes of the job is written into the database."""
    state = State(Path(sys.argv[1]))
    job = Jobs(state, Path()).get(sys.argv[2])
    if job is None:
        sys.exit(f"there is no job {sys.argv[2]}")
    jobs = Jobs(state, Path(job.cache))
    try:
        built = _built(jobs, job)
        edited = take_in(state, _repo(job)) if job.live else 0
    except QueryError as error:
        jobs.fail(job.job_id, f"{error.message}. {error.hint}".strip())
        sys.exit(1)
    except Exception as error:
        jobs.fail(job.job_id, f"{type(error).__name__}: {error}")
        raise
    rows = built.manifest["counts"]["rows"]
    mode, changed = _extent(_repo(job), built)
    jobs.publish(job.job_id, mode, changed + edited, rows["files"])


def take_in(state: State, repo: RepoRef, name: str = LIVE) -> int:
    """Lay what is edited over the commit, as the workspace of that name; how many files that are."""
    edited = changes.in_work_tree(repo.root, repo.commit) if changes.has_work_tree(repo.root) else []
    if len(edited) > MOST_EDITED:
        raise BuildError(f"{len(edited):,} files differ from the commit", "commit them, or have git ignore them")
    known = state.get(repo.root, name)
    if known is not None and known.base_commit != repo.commit:
        state.delete(repo.root, name)
    workspace = state.create(repo.root, repo.repo_id, name, repo.commit, ".")
    contents = changes.on_disk(repo.root, edited)
    if contents != state.contents(workspace) and state.revise(workspace, contents) is None:
        raise QueryError(f"workspace {name!r} changed meanwhile", "call it again")
    return len(contents)


def _repo(job: Job) -> RepoRef:
    return RepoRef(job.repo_id, job.commit_sha, Path(job.root), None)


def _built(jobs: Jobs, job: Job) -> Built:
    def told(line: str) -> None:
        print(line, flush=True)  # the log
        jobs.progress(job.job_id, line)

    builds = Builds(Path(job.cache))
    if find_folders(Path(job.root)) is None:
        return builds.folder(Path(job.root), told, _until_told, force=bool(job.force))[1]
    return builds.ensure(_repo(job), told, _until_told, force=bool(job.force))


@contextmanager
def _until_told(kill: Callable[[], object]) -> Iterator[None]:
    """While inside, a polite request to end ends the build."""
    before = signal.signal(signal.SIGTERM, lambda *_: kill())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _extent(repo: RepoRef, built: Built) -> tuple[Mode, int]:
    """(how the commit was indexed, how many files that took)"""
    if built.already_existed:
        return "incremental", 0
    layers: list[dict[str, Any]] = built.manifest["layers"]
    if len(layers) == 1:
        return "full", built.manifest["counts"]["rows"]["files"]
    return "incremental", len(changes.between(repo.root, str(layers[-2]["commit"]), repo.commit))
