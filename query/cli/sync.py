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
    """`served_from` is the commit whose snapshot everything is laid over; `kept_as` is none for memory alone."""

    root: str
    commit: str
    served_from: str
    distance: int
    kept_as: str | None
    changes: list[Change]


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
    `--workspace NAME` of other commands, and servers, then see them.

    \b
    Examples:
      codemap sync
      codemap sync --name review && codemap search "retry" --workspace review
      codemap sync --no-keep --json
    """
    from query.hub import Hub
    from query.state import State

    root = workspace or path
    with closing(Hub(cache_dir.absolute(), State(), None)) as hub, hinting(root, None, cache_dir):
        repo = hub.repository(str(root.expanduser().resolve()))
        if force:
            _index(hub, repo)
        return _synced(hub, repo, None if no_keep else name)


def _synced(hub: Hub, repo: RepoRef, name: str | None) -> Synced:
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
    return Synced(str(repo.root), repo.commit, base.commit, base.distance, name, found)


def _index(hub: Hub, repo: RepoRef) -> None:
    from contextlib import nullcontext

    from query.hub.builds import Builds

    Builds(hub.cache).ensure(repo, lambda line: click.echo(line, err=True), lambda kill: nullcontext(), force=True)


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
    laid = f"{plural(len(result.changes), 'file')} laid over {result.served_from[:12]}"
    behind = f", {plural(result.distance, 'commit')} behind {result.commit[:12]}" if result.distance else ""
    show.note(console, laid + behind + (f", kept as {one_line(result.kept_as)}" if result.kept_as else ""), "bold")
    if result.kept_as:
        show.note(console, f'Next  codemap search "…" --workspace {one_line(result.kept_as)}')
