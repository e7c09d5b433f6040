"""`codemap doctor`: is everything there that indexing and answering need; each finding with its remedy."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.cli.checks import Check

_MARKS = {"ok": ("✓", "green"), "note": ("•", "yellow"), "fail": ("✗", "red bold")}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    checks: list[Check]

    @property
    def exit_code(self) -> int:
        return 1 if any(check.state == "fail" for check in self.checks) else 0


@click.command()
def doctor(path: Path, cache_dir: Path, as_json: bool) -> Diagnosis:
    """Check git, grammars, the database, the cache, permissions, ignore rules, the schema and clients.

    \b
    Examples:
      codemap doctor
      codemap doctor --path ~/src/django --json
    """
    from query.cli import checks
    from query.cli.install import project_root

    return Diagnosis(list(checks.everything(project_root(path), cache_dir)))


def report(result: Diagnosis, console: Console, session: Session) -> None:
    """A line for each check; what to do stands below what is wrong."""
    from rich.text import Text

    from query.cli import show
    from query.cli.text import one_line, plural

    for check in result.checks:
        mark, style = _MARKS[check.state]
        line = Text.assemble((f"{mark} ", style), (f"{check.name:<13}", "bold"), one_line(check.told))
        console.print(line, soft_wrap=True)
        if check.remedy:
            console.print(Text(f"{'':15}→ {one_line(check.remedy)}", style="cyan"), soft_wrap=True)
    failed, notes = (sum(check.state == state for check in result.checks) for state in ("fail", "note"))
    told = plural(failed, "problem") if failed else "everything that is needed is there"
    show.note(console, f"{told}, {plural(notes, 'note')}" if notes else told, "bold")
