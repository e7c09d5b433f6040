"""`codemap install`: tell a client of the protocol how to start the server."""

from __future__ import annotations

import difflib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from query.cli.clients import CLIENTS, NAME, Client, Scope, current, with_entry, written
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

Outcome = Literal["written", "unchanged", "removed", "absent", "shown", "planned"]
_BACKUP = ".codemap-backup"
# By whether the entry was to be removed.
_DONE: dict[bool, Outcome] = {False: "written", True: "removed"}
_SETTLED: dict[bool, Outcome] = {False: "unchanged", True: "absent"}


@dataclass(frozen=True, slots=True)
class Installed:
    """`text` is the entry, or the difference that a dry run would make; `tools` is what the self-test counted."""

    client: str
    scope: str
    path: str
    outcome: Outcome
    text: str = ""
    backup: str | None = None
    tools: int | None = None


@click.command()
@click.option("--client", type=click.Choice(list(CLIENTS)), required=True, help="Which client.")
@click.option(
    "--scope", type=click.Choice(["project", "user"]), default="project", show_default=True,
    help="For this repository and all who clone it, or for this user everywhere.",
)  # fmt: skip
@click.option("--print", "show_only", is_flag=True, help="Only print the entry.")
@click.option("--dry-run", is_flag=True, help="Only tell what would change.")
@click.option("--remove", is_flag=True, help="Take the entry out again.")
def install(
    path: Path, as_json: bool, client: str, scope: Scope, show_only: bool, dry_run: bool, remove: bool
) -> Installed:
    """Put the server into a client's configuration.

    Other entries stay as they are, a file that changes is backed up beside itself, and doing it twice is doing it
    once. At the end the server is started as the client would start it.

    \b
    Examples:
      codemap install --client claude
      codemap install --client vscode --dry-run
      codemap install --client codex --scope user --remove
    """
    return configure(CLIENTS[client], scope, project_root(path), show_only, dry_run, remove)


def project_root(path: Path) -> Path:
    """The work tree around a path, else the folder itself."""
    from query.errors import LocateError
    from query.hub.heads import find_folders

    folder = path.expanduser().resolve()
    if not folder.exists():
        raise LocateError(f"{path} does not exist", "name a repository or a folder with --path")
    found = find_folders(folder)
    return found.root if found else folder


def configure(
    client: Client, scope: Scope, root: Path, show_only: bool = False, dry_run: bool = False, remove: bool = False
) -> Installed:
    """Change the client's file, or tell what would change."""
    from query.cli.selftest import count_tools

    file, entry = client.path(scope, root, Path.home()), client.entry(scope)
    if show_only:
        return Installed(client.name, scope, str(file), "shown", written(client, file, entry))
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    held = current(client, file, before)
    # What somebody added to the entry, an environment for one, is theirs.
    wanted = None if remove else (held or {}) | entry
    backup, outcome = None, _SETTLED[remove]
    if held != wanted:
        after = with_entry(client, file, before, wanted)
        if dry_run:
            return Installed(client.name, scope, str(file), "planned", _difference(file, before, after))
        backup, outcome = _replace(file, before, after), _DONE[remove]
    tools = count_tools(entry, root) if not remove and not dry_run else None
    return Installed(client.name, scope, str(file), outcome, backup=backup, tools=tools)


def _replace(file: Path, before: str, after: str) -> str | None:
    """Write the file in one step; what it was is kept beside it."""
    file = file.resolve()  # a link stays one: people keep such files elsewhere
    file.parent.mkdir(parents=True, exist_ok=True)
    backup = file.with_name(file.name + _BACKUP) if file.exists() else None
    if backup is not None:
        _write(backup, before, like=file)
    draft = file.with_name(f"{file.name}.{NAME}-new")
    _write(draft, after, like=file)
    draft.replace(file)
    return str(backup) if backup else None


def _write(path: Path, text: str, like: Path) -> None:
    """As readable as the file it stands for: clients keep secrets in theirs."""
    path.unlink(missing_ok=True)
    path.touch(mode=0o600 if like.exists() else 0o666)
    if like.exists():
        shutil.copymode(like, path)
    path.write_text(text, encoding="utf-8")


def _difference(file: Path, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), str(file), str(file), lineterm="")
    return "\n".join(lines) + "\n"


_SAID: dict[str, str] = {
    "written": "✓ {title} starts the server from now on",
    "unchanged": "✓ {title} has the entry already",
    "removed": "✓ {title} no longer starts the server",
    "absent": "✓ {title} has no such entry",
}


def report(result: Installed, console: Console, session: Session) -> None:
    """What was done to which file, and whether the server starts."""
    from query.cli import show
    from query.cli.text import one_line, plural

    title = CLIENTS[result.client].title
    if result.text:
        show.note(console, f"{'would change' if result.outcome == 'planned' else 'in'} {one_line(result.path)}")
        name = "change.diff" if result.outcome == "planned" else result.path
        console.print(show.source(result.text.rstrip("\n"), name), soft_wrap=True)
        return
    show.note(console, _SAID[result.outcome].format(title=title), "green")
    show.note(console, f"file    {one_line(result.path)}")
    if result.backup:
        show.note(console, f"backup  {one_line(result.backup)}")
    if result.tools is not None:
        show.note(console, f"tested  the server answers and offers {plural(result.tools, 'tool')}")
