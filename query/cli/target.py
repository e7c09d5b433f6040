"""The snapshot that a command line means: found, opened, and named again for the next command."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.schema import default_cache_dir
from query.cli.shared import Session

if TYPE_CHECKING:
    from query.mount import Mounted


def opened(path: Path, ref: str | None, cache_dir: Path) -> Mounted:
    """The mounted snapshot of the commit that `path` and `ref` mean."""
    from query.mount import mount
    from query.repo import locate

    with hinting(path, ref, cache_dir):
        where = locate(path, ref, cache_dir)
        return mount(cache_dir, where.repo_id, where.commit)


@contextmanager
def hinting(path: Path, ref: str | None, cache_dir: Path) -> Iterator[None]:
    """While inside, who is told that nothing is indexed is told the command that mends it."""
    from query.errors import NotIndexedError

    try:
        yield
    except NotIndexedError as error:
        session = Session(path=path, ref=ref, cache_dir=cache_dir)
        raise NotIndexedError(error.message, f"codemap index{target_options(session)}") from error


def target_options(session: Session) -> str:
    """The options that lead the next command to the same snapshot, quoted for a shell."""
    options = []
    if session.path != Path():
        options += ["--path", str(session.path)]
    if session.ref:
        options += ["--ref", session.ref]
    if session.cache_dir != default_cache_dir():
        options += ["--cache-dir", str(session.cache_dir)]
    return "".join(f" {shlex.quote(option)}" for option in options)
