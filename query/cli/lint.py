"""`codemap lint`: validates a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.lint import Problem
    from query.mount import Mounted


@dataclass(frozen=True, slots=True)
class LintResult:
    repo_id: str
    commit: str
    problems: list[Problem]

    @property
    def exit_code(self) -> int:
        return 1 if self.problems else 0


@click.command()
def lint(path: Path, ref: str | None, cache_dir: Path, as_json: bool) -> LintResult:
    """Validate a snapshot.

    Checks keys, ranges, dangling ids, vocabularies and hashes. Exits with 1 when there are problems.

    \b
    Examples:
      codemap lint
      codemap lint --ref v2.0 --json
    """
    from query.lint import lint as find_problems

    with _opened(path, ref, cache_dir) as mounted:
        return LintResult(mounted.repo_id, mounted.commit, find_problems(mounted))


def _opened(path: Path, ref: str | None, cache_dir: Path) -> Mounted:
    """The snapshot with its hashes unchecked: a wrong one is a problem to list, not a reason to stop."""
    from query.cli.target import target_options
    from query.errors import NotIndexedError
    from query.mount import mount
    from query.repo import locate

    where = locate(path, ref, cache_dir)
    try:
        return mount(cache_dir, where.repo_id, where.commit, verify=False)
    except NotIndexedError as error:
        session = Session(path=path, ref=ref, cache_dir=cache_dir)
        raise NotIndexedError(error.message, f"codemap index{target_options(session)}") from error


def report(result: LintResult, console: Console, session: Session) -> None:
    """One row per broken rule, with how often and an example."""
    from rich.table import Table
    from rich.text import Text

    from query.cli.text import plural, printable

    if not result.problems:
        console.print(f"[green]✓[/] {result.repo_id} {result.commit[:12]}: the snapshot is sound")
        return
    table = Table(header_style="bold")
    table.add_column("table")
    table.add_column("rule", overflow="fold")
    table.add_column("rows", justify="right")
    table.add_column("example", overflow="fold")
    for problem in result.problems:
        table.add_row(problem.table, problem.rule, f"{problem.count:,}", Text(printable(str(problem.example))))
    console.print(table)
    found = plural(len(result.problems), "rule is broken", "rules are broken")
    console.print(f"[red]{found}[/] in {result.repo_id} {result.commit[:12]}; `codemap index --force` builds it anew")
