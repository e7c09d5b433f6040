"""`codemap sync`: lay what is edited over the best snapshot, and keep it for those who ask later."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.shared import Session
from query.cli.target import hinting

if TYPE_CHECKING:
    from rich.console import Console

    from query.hub import Hub
    from query.repo import RepoRef

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Change:
    path: str
    how: str  # edited, deleted
    symbols: int


@dataclass(frozen=True, slots=True)
class Synced:
    """`served_from` is the commit whose snapshot everything is laid over; `kept_as` is none for memory alone.

    `indexed` tells that a snapshot had to be built first. A folder without git has nothing but its snapshot.
    """

    root: str
    commit: str
    served_from: str
    distance: int
    kept_as: str | None
    changes: list[Change]
    indexed: bool = False


@click.command()
@click.option("--name", default="live", show_default=True, metavar="NAME", help="Workspace that keeps the files.")
@click.option("--no-keep", is_flag=True, help="Only look whether the edited files can be taken in.")
@click.option("--force", is_flag=True, help="Index the commit again first.")
@click.option("--workspace", type=click.Path(path_type=Path), metavar="REPO", help="Another name for --path.")
def sync(
    path: Path, cache_dir: Path, as_json: bool, name: str, no_keep: bool, force: bool, workspace: Path | None
) -> Synced:
    """Take in what is edited and not committed.

    The files that git sees changed are laid over the snapshot of the commit, or of its nearest indexed ancestor.
    `--workspace NAME` of other commands, and servers, then see them. Where nothing is indexed yet, the commit is
    indexed first; a folder without git is indexed as it is now.

    \b
    Examples:
      codemap sync
      codemap sync --name review && codemap search "retry" --workspace review
      codemap sync --no-keep --json
    """
    from query.hub import Hub
    from query.hub.heads import find_folders
    from query.state import State

    root = (workspace or path).expanduser().resolve()
    with closing(Hub(cache_dir.absolute(), State(), None)) as hub, hinting(workspace or path, None, cache_dir):
        if root.is_dir() and find_folders(root) is None:
            return _folder(hub, root, force)
        repo = hub.repository(str(root))
        missing = not no_keep and not _answered(hub, repo)
        if force or missing:
            _index(hub, repo, force)
        return _synced(hub, repo, None if no_keep else name, force or missing)


def _answered(hub: Hub, repo: RepoRef) -> bool:
    from query.errors import NotIndexedError

    try:
        hub.base(repo)
    except NotIndexedError:
        return False
    return True


def _synced(hub: Hub, repo: RepoRef, name: str | None, indexed: bool) -> Synced:
    from query.cli.asking import edited
    from query.hub import Opened, changes
    from query.jobs.work import take_in

    base = hub.base(repo)
    contents = changes.on_disk(repo.root, changes.in_work_tree(repo.root, repo.commit))
    opened = Opened(edited(hub, repo))
    try:
        # Laid over before it is kept: what cannot be taken in is not left for others to stumble over.
        found = [
            Change(path, "deleted" if data is None else "edited", opened.counts([path])[0])
            for path, data in contents.items()
        ]
    finally:
        opened.close()
    if name is not None:
        take_in(hub.state, repo, name)
    return Synced(str(repo.root), repo.commit, base.commit, base.distance, name, found, indexed)


def _index(hub: Hub, repo: RepoRef, force: bool) -> None:
    from contextlib import nullcontext

    from query.hub.builds import Builds

    Builds(hub.cache).ensure(repo, _tell, lambda kill: nullcontext(), force=force)


def _folder(hub: Hub, root: Path, force: bool) -> Synced:
    from contextlib import nullcontext

    from query.hub.builds import Builds

    repo, _ = Builds(hub.cache).folder(root, _tell, lambda kill: nullcontext(), force=force)
    return Synced(str(root), repo.commit, repo.commit, 0, None, [], indexed=True)


def _tell(line: str) -> None:
    click.echo(line, err=True)


def report(result: Synced, console: Console, session: Session) -> None:
    """What was laid over what, file by file."""
    from rich.text import Text

    from query.cli import show
    from query.cli.text import one_line, plural

    for change in result.changes[:SHOWN]:
        style = "red" if change.how == "deleted" else "green"
        line = Text.assemble((f"{change.how:<8} ", style), (one_line(change.path), "bold"))
        show.put(console, line.append(f"  {plural(change.symbols, 'symbol')}", style="dim"))
    if len(result.changes) > SHOWN:
        show.note(console, f"and {len(result.changes) - SHOWN:,} more; `--json` lists all")
    if result.indexed and not result.kept_as:
        show.note(console, f"{one_line(result.root)} is indexed as it is now", "bold")
        return
    laid = f"{plural(len(result.changes), 'file')} laid over {result.served_from[:12]}"
    behind = f", {plural(result.distance, 'commit')} behind {result.commit[:12]}" if result.distance else ""
    show.note(console, laid + behind + (f", kept as {one_line(result.kept_as)}" if result.kept_as else ""), "bold")
    if result.kept_as:
        show.note(console, f'Next  codemap search "…" --workspace {one_line(result.kept_as)}')
