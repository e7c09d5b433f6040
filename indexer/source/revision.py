"""Which commit is meant, and which repository it is part of."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

from indexer import schema
from indexer.model import SourceError
from indexer.source.command import GitFailed, Repository

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_ABBREVIATED = re.compile(r"[0-9a-f]{7,64}")
_SCP_LIKE = re.compile(r"[^/]{2,}:.*", re.DOTALL)
_MOST_NAMES = 2_000  # suggestions are worth a moment, not more


def resolve_commit(repo: Repository, ref: str | None) -> str:
    """The full id of the commit that `ref` (HEAD where None) names."""
    wanted = "HEAD" if ref is None else ref
    try:
        found = repo.run("rev-parse", "--verify", "--end-of-options", f"{wanted}^{{commit}}").decode("ascii").strip()
    except GitFailed:
        found = ""
    if not _COMMIT.fullmatch(found):
        raise _unknown(repo, ref)
    return found


def repository_id(repo: Repository, commit: str) -> tuple[str, bool]:
    """Name of the repository, and whether it rests on the cut-off history of a shallow clone.

    The rule, which every reader of the cache repeats to the letter:
    1. `git config --local --includes -z --get-regexp '^remote\\..*\\.url$'`: the first value of `remote.origin.url`,
       else the first value of the only remote there is. A local path is made absolute (see `_absolute`), all
       else stays as written. With it: `schema.repo_id(url, "")`.
    2. Without a remote: the last line of `git rev-list --max-parents=0 HEAD` (of the commit asked for while HEAD
       has no commit). With it: `schema.repo_id(None, root)`. All git calls run with GIT_NO_REPLACE_OBJECTS=1.
    """
    if origin := _origin(repo):
        return schema.repo_id(origin, ""), False
    try:
        roots = repo.run("rev-list", "--max-parents=0", "HEAD")
    except GitFailed:
        roots = repo.run("rev-list", "--max-parents=0", commit)
    root = roots.decode("ascii").split()[-1]
    return schema.repo_id(None, root), root in repo.shallow_commits()


def _origin(repo: Repository) -> str | None:
    try:
        listed = repo.run("config", "--local", "--includes", "-z", "--get-regexp", r"^remote\..*\.url$")
    except GitFailed:  # that is how git says "none"
        return None
    urls: dict[str, str] = {}
    for record in listed.decode("utf-8", "replace").split("\0"):
        key, _, url = record.partition("\n")
        if url:
            urls.setdefault(key, url)
    if "remote.origin.url" in urls:
        return _absolute(urls["remote.origin.url"], repo)
    return _absolute(next(iter(urls.values())), repo) if len(urls) == 1 else None


def _absolute(url: str, repo: Repository) -> str:
    """A relative local path is seen from the main work tree, or from the bare repository: alike in all work trees."""
    if "://" in url or _SCP_LIKE.fullmatch(url):
        return url
    base = repo.common_dir.parent if repo.common_dir.name == ".git" else repo.common_dir
    return Path(os.path.normpath(base / url)).as_posix()


def _unknown(repo: Repository, ref: str | None) -> SourceError:
    names = _ref_names(repo)
    if not names and not ref:
        return SourceError(
            f"The repository {repo.git_dir} has no commit yet.", "Commit something first, then index that commit."
        )
    if ref is None:
        return SourceError(
            f"HEAD of {repo.git_dir} is on a branch without commits.", f"Name one with --ref: {', '.join(names[:5])}."
        )
    return SourceError(f"There is no commit {ref!r} in {repo.git_dir}.", " ".join(_hints(repo, ref, names)))


def _hints(repo: Repository, ref: str, names: list[str]) -> list[str]:
    hints = []
    if near := difflib.get_close_matches(ref, names, n=3, cutoff=0.5):
        hints.append(f"Nearest names: {', '.join(near)}.")
    elif names:
        hints.append(f"Some of its branches and tags: {', '.join(names[:5])}.")
    if _ABBREVIATED.fullmatch(ref):
        hints.append(f"If the commit is new, run `git fetch origin {ref}`.")
    if repo.is_shallow:
        hints.append("This clone is shallow: `git fetch --unshallow` brings older commits.")
    return hints or ["The repository has no branches or tags: commit or fetch first."]


def _ref_names(repo: Repository) -> list[str]:
    listed = repo.run(
        "for-each-ref", f"--count={_MOST_NAMES}", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"
    )
    return listed.decode("utf-8", "replace").splitlines()
