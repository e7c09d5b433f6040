"""Which branch and commit a task belongs to, checked against the repositories that are served."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from query.errors import InvalidArgument, LocateError, QueryError
from query.repo import RepoRef, locate

CHECKED_OUT = "HEAD"  # as a branch: the one that is checked out, with its commit


def associated(roots: Sequence[Path], branch: str | None, commit: str | None) -> tuple[str | None, str | None]:
    """The branch and the commit to note; a commit that is named must be in one of the repositories."""
    if commit is not None:
        _containing(roots, commit)
    if branch != CHECKED_OUT:
        return branch, commit
    here = _checked_out(roots, commit)
    return here.branch, commit or here.commit


def _containing(roots: Sequence[Path], commit: str) -> Path:
    for root in roots:
        try:
            locate(root, commit)
        except QueryError:
            continue
        return root
    served = ", ".join(map(str, roots)) or "none is served: call index_repository first"
    raise InvalidArgument(f"commit {commit} is in no repository that is served", f"repositories: {served}")


def _checked_out(roots: Sequence[Path], commit: str | None) -> RepoRef:
    """What is checked out where the commit is, else in the only repository."""
    if commit is None and len(roots) != 1:
        hint = "name the branch itself"
        raise InvalidArgument(f"{len(roots)} repositories are served, so HEAD says nothing", hint)
    root = _containing(roots, commit) if commit else roots[0]
    found = locate(root)
    if found.branch is None:
        raise LocateError(f"{root} has no branch checked out", "name the branch itself")
    return found
