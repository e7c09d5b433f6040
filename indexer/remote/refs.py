"""Which commits of a repository the cache is for: tags and the tips of its default branches."""

from __future__ import annotations

from pathlib import Path

from indexer.model import SourceError
from indexer.source.command import Repository, discover
from indexer.source.revision import repository_id, resolve_commit

ANCESTORS = 500  # that a build may start from
_DEFAULT_NAMES = ("main", "master", "trunk", "develop")


def identify(path: Path, ref: str | None) -> tuple[str, str]:
    """Repository id and commit that a path and a revision mean."""
    repo = _repository(path)
    commit = resolve_commit(repo, ref)
    return repository_id(repo, commit)[0], commit


def ancestors(path: Path, commit: str) -> list[str]:
    """The commits before this one, nearest first, as far as the clone has them."""
    return _repository(path).run("rev-list", f"--max-count={ANCESTORS + 1}", commit).decode("ascii").split()[1:]


def important_commits(path: Path) -> tuple[str, frozenset[str]]:
    """The repository's id and the commits that its tags and default branches point to."""
    repo = _repository(path)
    listed = repo.run("for-each-ref", "--format=%(objectname) %(*objectname) %(refname) %(symref)").decode()
    rows = [line.split(" ") for line in listed.splitlines()]
    default = {row[3] for row in rows if row[2].endswith("/HEAD") and row[3]}
    default |= {f"refs/heads/{name}" for name in _DEFAULT_NAMES}
    default |= {f"refs/remotes/origin/{name}" for name in _DEFAULT_NAMES}
    commits = {row[1] or row[0] for row in rows if row[2].startswith("refs/tags/") or row[2] in default}
    return repository_id(repo, resolve_commit(repo, None))[0], frozenset(commits)


def _repository(path: Path) -> Repository:
    folder = path.expanduser().resolve()
    if not folder.exists():
        raise SourceError(f"{path} does not exist", "name a repository with --path")
    repo = discover(folder if folder.is_dir() else folder.parent)
    if repo is None:
        raise SourceError(f"{path} is not in a git repository, so it has no commits to share", "name one with --path")
    return repo
