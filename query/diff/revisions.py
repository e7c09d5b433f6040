"""Which two snapshots a range means: `BASE..HEAD`, `BASE...HEAD` from their merge base, `BASE` with the work tree."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from query.errors import InvalidArgument, NotIndexedError
from query.hub import changes
from query.mount import Mounted, mount
from query.repo import RepoRef, locate

WORK_TREE = "work tree"


@contextmanager
def opened(path: Path, span: str, cache: Path) -> Iterator[tuple[Mounted, Mounted]]:
    """The two sides of a range, mounted."""
    base, head = _ends(path, span, cache)
    with ExitStack() as stack:
        old = stack.enter_context(_mount(path, base, cache))
        new = _mount(path, head, cache) if head else _work_tree(path, cache)
        yield old, stack.enter_context(new)


def _ends(path: Path, span: str, cache: Path) -> tuple[RepoRef, RepoRef | None]:
    first, dots, second = span.partition("..")
    if not first.strip() or first.startswith("-"):
        raise InvalidArgument(f"{span!r} is no range", "give BASE..HEAD, BASE...HEAD or BASE")
    base = locate(path, first, cache)
    if not dots:
        return base, None
    head = locate(path, second.removeprefix(".") or None, cache)
    return (_fork(base, head) if second.startswith(".") else base), head


def _fork(base: RepoRef, head: RepoRef) -> RepoRef:
    """Where the two histories parted: what the base got since then is not the head's doing."""
    commit = changes.git_bytes(base.root, "merge-base", base.commit, head.commit).decode().strip()
    return replace(base, commit=commit, branch=None)


def _mount(path: Path, where: RepoRef, cache: Path) -> Mounted:
    try:
        return mount(cache, where.repo_id, where.commit)
    except NotIndexedError as error:
        command = f"codemap index --path {shlex.quote(str(path))} --ref {where.commit}"
        raise NotIndexedError(error.message, command) from error


def _work_tree(path: Path, cache: Path) -> Mounted:
    """What is checked out, with what is not committed laid over it."""
    where = locate(path, None, cache)
    contents = changes.on_disk(where.root, changes.in_work_tree(where.root, where.commit))
    if not contents:
        return _mount(path, where, cache)
    from query.overlay import overlay

    return overlay(cache, where, contents)
