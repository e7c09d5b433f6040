"""How often each file was touched in the 30 days before a commit, counted while the build goes on."""

from __future__ import annotations

import subprocess
import time
from collections import Counter
from tempfile import TemporaryFile

from indexer.source.command import GitFailed, Repository
from indexer.source.filters import Findings, readable_path

_WINDOW = 30 * 24 * 3600
TIME_LIMIT = 20.0


class ChurnLog:
    """One `git log`, started at once and collected late.

    The window ends at the commit's own committer date, so that the count depends on the commit alone. Merges are
    left out: the commits they bring in are counted themselves.
    """

    def __init__(self, repo: Repository, commit: str, time_limit: float = TIME_LIMIT) -> None:
        self._repo, self._commit = repo, commit
        self._deadline = time.monotonic() + time_limit
        committed = int(repo.run("log", "--no-walk", "--format=%ct", commit, "--"))
        self._since = f"--max-age={max(0, committed - _WINDOW)}"
        # A file and not a pipe: git must come to its end while nobody reads.
        self._output = TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(
            repo.command(
                "-c", "log.showRoot=true", "log", "-z", "--name-only", "--no-renames", "--no-merges", "--no-relative",
                "--no-ext-diff", "--no-textconv", "--format=", self._since, commit, "--",
            ),
            stdin=subprocess.DEVNULL, stdout=self._output, stderr=subprocess.DEVNULL, cwd=repo.git_dir,
            env=repo.environment(),
        )  # fmt: skip

    def collect(self, findings: Findings) -> dict[str, int] | None:
        """Commits per path; None, and a finding, where they cannot be told."""
        if obstacle := self._obstacle():
            findings.note("churn_unavailable", f"commits of the last 30 days not counted: {obstacle}")
            return None
        self._output.seek(0)
        return dict(Counter(readable_path(raw) for raw in self._output.read().split(b"\0") if raw))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()

    def _obstacle(self) -> str:
        try:
            if self._process.wait(max(0.0, self._deadline - time.monotonic())):
                return "git log failed"
            return "the shallow clone's history does not reach that far" if self._is_cut_off() else ""
        except subprocess.TimeoutExpired:
            return "git log took too long"
        except GitFailed as error:
            return error.message

    def _is_cut_off(self) -> bool:
        """A commit without its parents seems to touch every file, and what came before it is not seen at all."""
        boundary = self._repo.shallow_commits()
        if not boundary:
            return False
        ends = self._repo.run("rev-list", "--max-parents=0", self._since, self._commit, "--")
        return not boundary.isdisjoint(ends.decode("ascii").split())
