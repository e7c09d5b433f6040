"""Jobs in the state database: one at a time for each repository and cache, whoever starts it, however it ends."""

from __future__ import annotations

import importlib
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from query.jobs import Job, Jobs, start
from query.jobs.store import KEPT, InProgress
from query.jobs.work import take_in
from query.repo import RepoRef, locate
from query.state import State

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")


@pytest.fixture
def repo(tmp_path: Path) -> RepoRef:
    return locate(shop.make(tmp_path, {"a.py": "x = 1\n", "b.py": "y = 2\n"}))


@pytest.fixture
def jobs(tmp_path: Path) -> Jobs:
    return Jobs(State(tmp_path / "state" / "state.sqlite"), tmp_path / "cache")


def done(jobs: Jobs, repo: RepoRef, ref: str = "main") -> Job:
    with jobs.begun(repo, ref, "full", False, False) as (job, _):
        jobs.publish(job.job_id, "full", 2, 2)
    found = jobs.get(job.job_id)
    assert found is not None
    return found


def test_looking_creates_nothing(jobs: Jobs, repo: RepoRef) -> None:
    assert jobs.active(repo) is None and jobs.recent(repo) == [] and not jobs.state.path.exists()


def test_a_job_goes_from_running_to_published(jobs: Jobs, repo: RepoRef) -> None:
    with jobs.begun(repo, "main", "incremental", False, True) as (job, _):
        assert jobs.active(repo) == job and job.status == "running" and job.finished_at is None and job.live
        jobs.progress(job.job_id, "half")
        jobs.publish(job.job_id, "full", 2, 7)
    (told,) = jobs.recent(repo)
    assert (told.status, told.mode, told.changed_files, told.file_count) == ("published", "full", 2, 7)
    assert told.seconds is not None and told.seconds >= 0 and told.progress is None and jobs.active(repo) is None


def test_there_is_one_running_job_for_a_repository_and_a_cache(jobs: Jobs, repo: RepoRef, tmp_path: Path) -> None:
    with jobs.begun(repo, "main", "full", False, False) as (job, _):
        with pytest.raises(InProgress) as caught, jobs.begun(repo, "v1", "full", False, False):
            pass
        assert caught.value.job == job
        done(jobs, replace(repo, repo_id="another"))
        done(Jobs(jobs.state, tmp_path / "other cache"), repo)
        assert len(list(jobs.lock_file(job.job_id).parent.iterdir())) == 3, "a refused job leaves no file"


def test_of_many_who_start_at_once_one_wins(jobs: Jobs, repo: RepoRef) -> None:
    def attempt(_: int) -> str:
        try:
            return start(jobs, repo, "main", "full").job_id
        except InProgress as error:
            return f"after {error.job.job_id}"

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(attempt, range(8)))
    started = [one for one in found if not one.startswith("after")]
    assert len(started) >= 1 and len(jobs.recent(repo, 50)) == len(started)
    while jobs.active(repo):
        time.sleep(0.05)
    assert {job.status for job in jobs.recent(repo, 50)} == {"published"}


def test_a_process_that_dies_without_a_word_has_failed(jobs: Jobs, repo: RepoRef) -> None:
    with jobs.begun(repo, "main", "full", False, False) as (job, _):
        pass  # the only one who held the lock is gone
    assert jobs.active(repo) is None
    (told,) = jobs.recent(repo)
    assert told.job_id == job.job_id and told.status == "failed" and told.error
    jobs.publish(job.job_id, "full", 1, 1)
    assert jobs.recent(repo)[0].status == "failed", "what is over stays as it was told"


def test_history_is_kept_the_newest_first_and_not_for_ever(jobs: Jobs, repo: RepoRef) -> None:
    for number in range(KEPT + 5):
        done(jobs, repo, str(number))
    found = jobs.recent(repo, 1_000)
    assert len(found) == KEPT and found[0].ref == str(KEPT + 4) and found[-1].ref == "5"
    assert len(list(jobs.lock_file("x").parent.iterdir())) == KEPT


def test_what_is_edited_is_taken_in_again_and_again(jobs: Jobs, repo: RepoRef) -> None:
    state = jobs.state
    assert take_in(state, repo) == 0
    (repo.root / "a.py").write_text("x = 3\n", encoding="utf-8")
    (repo.root / "b.py").unlink()
    assert take_in(state, repo) == 2
    first = state.get(repo.root, "live")
    assert first is not None and state.contents(first) == {"a.py": b"x = 3\n", "b.py": None}
    assert take_in(state, repo) == 2 and state.get(repo.root, "live") == first, "nothing changed, nothing is written"
    shop.git(repo.root, "commit", "-qam", "edits")
    moved = locate(repo.root)
    assert take_in(state, moved) == 0
    after = state.get(repo.root, "live")
    assert after is not None and after.base_commit == moved.commit and state.contents(after) == {}
