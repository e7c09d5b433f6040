"""`codemap init`: register a project and say what comes next."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.clients import CLIENTS, OFFER
from query.cli.install import Installed
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.repo import RepoRef


@dataclass(frozen=True, slots=True)
class Initialised:
    """`vcs` is git, git worktree, git bare or none."""

    root: str
    repo_id: str
    vcs: str
    branch: str | None
    commit: str | None
    new: bool
    indexed: bool
    clients: list[Installed]


@click.command()
@click.option(
    "--client", "clients", type=click.Choice(list(CLIENTS)), multiple=True,
    help="Also put the server into this client's configuration of the project; may be repeated.",
)  # fmt: skip
def init(path: Path, cache_dir: Path, as_json: bool, clients: tuple[str, ...]) -> Initialised:
    """Register a project.

    Notes the project in the user's state folder and writes nothing else: no file of the repository is touched unless
    --client asks for it.

    \b
    Examples:
      codemap init
      codemap init --path ~/src/shop --client claude --client vscode
    """
    from indexer.schema import MANIFEST, snapshot_dir
    from query.cli.install import configure
    from query.hub import registered
    from query.state import State

    repo, vcs = _found(path, cache_dir)
    new = repo.root not in registered.roots(State())
    if new:
        registered.register(State(), repo, repo.root.name)
    indexed = bool(repo.commit) and (snapshot_dir(cache_dir, repo.repo_id, repo.commit) / MANIFEST).is_file()
    return Initialised(
        str(repo.root), repo.repo_id, vcs, repo.branch, repo.commit or None, new, indexed,
        [configure(CLIENTS[name], "project", repo.root) for name in clients],
    )  # fmt: skip


def _found(path: Path, cache_dir: Path) -> tuple[RepoRef, str]:
    from indexer.schema import repo_id
    from query.errors import NotIndexedError
    from query.hub.heads import find_folders
    from query.repo import RepoRef, locate

    try:
        repo = locate(path, None, cache_dir)
    except NotIndexedError:
        # A folder without git is a project before anything of it is indexed.
        folder = path.expanduser().resolve()
        return RepoRef(repo_id(None, folder.as_posix()), "", folder, None), "none"
    folders = find_folders(repo.root)
    if folders is None:
        return repo, "none"
    if folders.root == folders.own:
        return repo, "git bare"
    return repo, "git" if folders.own == folders.common else "git worktree"


def report(result: Initialised, console: Console, session: Session) -> None:
    """What was found, and the commands that follow."""
    from rich.text import Text

    from query.cli import install, show
    from query.cli.target import target_options
    from query.cli.text import one_line

    mark = "✓ registered" if result.new else "✓ registered already"
    console.print(Text.assemble((mark, "green bold"), f"  {one_line(result.root)}"), soft_wrap=True)
    at = f"{result.branch or 'detached'} at {(result.commit or '')[:12]}" if result.commit else "no commit"
    for name, value in (
        ("vcs", result.vcs if result.vcs == "none" else f"{result.vcs}, {at}"),
        ("id", result.repo_id),
        ("index", "there is one" if result.indexed else "none yet"),
    ):
        console.print(Text.assemble((f"{name:<8}", "dim"), one_line(value)), soft_wrap=True)
    for one in result.clients:
        install.report(one, console, session)
    options = target_options(session)
    if not result.indexed:
        show.note(console, f"Next  codemap index{options}", "bold")
    if not result.clients:
        where = f" --path {shlex.quote(str(session.path))}" if session.path != Path() else ""
        show.note(console, f"Next  {OFFER.replace('install', f'install{where}', 1)}", "bold")
