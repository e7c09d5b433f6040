"""`codemap report`: what a repository is made of, where it hurts, what could go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.engine.view import View
    from query.pages.layering import Layer
    from query.pages.model import Report

_RULES = "codemap.toml"


@dataclass(frozen=True, slots=True)
class Reported:
    """The report; `page` is the file that `--html` wrote."""

    report: Report
    page: str | None = None
    failed: bool = False

    @property
    def exit_code(self) -> int:
        return 1 if self.failed else 0


@click.command()
@click.option(
    "--rules", type=click.Path(path_type=Path, dir_okay=False, exists=True), metavar="FILE",
    help="Layering rules from this TOML file.  [default: codemap.toml of the commit]",
)  # fmt: skip
@click.option(
    "--html", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write the report as one page that needs no server: DIR/index.html.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Exit with 1 when a layering rule is broken.")
def report(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, rules: Path | None, html: Path | None, strict: bool
) -> Reported:
    """Show what a repository is made of and where it hurts.

    Overview, surfaces, hot spots, the most central and the largest symbols, cycles between packages, candidates for
    dead code with how sure that is, and references that break the layering rules.

    \b
    Examples:
      codemap report
      codemap report --html site
      codemap report --rules layers.toml --strict
      codemap report --json | jq '.report.unused[] | select(.certainty == "high")'
    """
    from query.cli.target import opened
    from query.engine.view import View
    from query.pages.gather import gather
    from query.repo import locate

    repo = locate(path, ref, cache_dir)
    with opened(path, ref, cache_dir) as mounted:
        view = View(mounted, repo)
        try:
            found = gather(view, cache_dir, _layers(view, rules))
            page = _page(view, found, html) if html else None
        finally:
            view.close()
    return Reported(found, page, failed=strict and bool(found.violations))


def _layers(view: View, rules: Path | None) -> tuple[Layer, ...]:
    from query.pages.layering import read_layers

    data = rules.read_bytes() if rules else view.text(_RULES)
    return read_layers(data, str(rules or _RULES)) if data else ()


def _page(view: View, found: Report, folder: Path) -> str:
    from query.pages.page import write_page
    from query.pages.payload import payload

    return str(write_page(payload(view, found), folder))


def draw(result: Reported, console: Console, session: Session) -> None:
    """The report on a terminal."""
    from query.pages.terminal import show

    if result.page:
        console.print(f"[green]✓[/] {result.report.name} {result.report.commit[:12]}:", end=" ")
        console.print(result.page, markup=False, soft_wrap=True)
    else:
        show(result.report, console, most=None if session.verbose else 8)
