"""`codemap fleet`: many repositories at once. Its commands are entry points of the group `codemap.fleet`."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import entry_points
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from query.cli.shared import Session, share

if TYPE_CHECKING:
    from rich.console import Console

    from query.fleet.crossref import References

COMMANDS = "codemap.fleet"
_STATUSES = {"indexed": "indexed", "present": "already there", "failed": "failed"}
_KIND = 16  # columns for a kind of use


class FleetGroup(click.Group):
    """Commands of both halves, loaded when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(entry.name for entry in entry_points(group=COMMANDS))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for entry in entry_points(group=COMMANDS, name=cmd_name):
            if cmd_name not in self.commands:
                self.commands[cmd_name] = share(entry.load())
            return self.commands[cmd_name]
        return None


@click.group(cls=FleetGroup)
def fleet() -> None:
    """Index many repositories, and ask them all.

    \b
    Examples:
      codemap fleet index REPOS.txt
      codemap fleet sql "SELECT repo, count(*) FROM symbols GROUP BY repo"
      codemap fleet refs flask.Flask
    """


@click.command()
@click.option(
    "--format", "layout", type=click.Choice(["table", "csv", "json"]), default="table", show_default=True,
    help="csv and json are complete; a table stops after 200 rows.",
)  # fmt: skip
@click.argument("query", metavar="SELECT")
def sql(cache_dir: Path, as_json: bool, layout: str, query: str) -> None:
    """Ask the newest snapshots of all repositories with one SELECT.

    The tables are those of `codemap sql`, with the columns repo and commit in front.
    """
    from query.cli.sql import write_csv, write_json_rows, write_table
    from query.fleet.tables import Fleet
    from query.sql import run_select

    with Fleet(cache_dir) as mounted:
        result = run_select(mounted, query)
    {"table": write_table, "csv": write_csv, "json": write_json_rows}["json" if as_json else layout](result)


@click.command()
@click.argument("name")
def refs(cache_dir: Path, as_json: bool, name: str) -> References:
    """Find what uses a name, over all repositories.

    NAME is the full name in its language, like flask.Flask. A reference in one repository meets the definition in
    another by the name of the package that it imports.
    """
    from query.fleet.crossref import Crossref

    return Crossref(cache_dir.absolute()).references(name)


def report(result: Any, console: Console, session: Session) -> None:
    """The result of whichever command of the group ran."""
    if hasattr(result, "outcomes"):
        _draw_outcomes(result.outcomes, console)
    else:
        _draw_references(result, console, None if session.verbose else 40)


def _draw_outcomes(outcomes: list[Any], console: Console) -> None:
    from rich.text import Text

    from query.cli.text import one_line, plural

    for one in (outcome for outcome in outcomes if outcome.status == "failed"):
        console.print(Text.assemble(("✗ ", "red"), one_line(one.where), f"  {one_line(one.error)}"), soft_wrap=True)
    told = Counter(one.status for one in outcomes)
    counts = ", ".join(f"{told[status]:,} {word}" for status, word in _STATUSES.items() if told[status])
    console.print(f"{plural(len(outcomes), 'repository', 'repositories')}: {counts or 'none'}")


def _draw_references(found: References, console: Console, most: int | None) -> None:
    from rich.text import Text

    from query.cli.text import one_line, plural

    for one in found.definitions:
        place = (f"  {one_line(one.path)}:{one.line}", "dim")
        console.print(
            Text.assemble((one.repo, "bold"), f"  {one.kind} {one_line(one.symbol_id)}", place), soft_wrap=True
        )
    if not found.definitions:
        console.print("defined in no repository of this cache", style="yellow")
    console.print(f"{plural(found.total, 'use')} in {plural(found.repositories, 'repository', 'repositories')}")
    for repo, uses in groupby(found.uses[:most], key=lambda use: use.repo):
        console.print(Text(f"  {repo}", style="bold"))
        for use in uses:
            kind = use.kind.replace("_", " ").ljust(_KIND)
            console.print(Text.assemble(f"    {kind}", (f"{one_line(use.path)}:{use.line}", "dim")), soft_wrap=True)
    if most is not None and len(found.uses) > most:
        console.print(
            f"  and {len(found.uses) - most:,} more; -v shows all, --json gives them to programs", style="dim"
        )
