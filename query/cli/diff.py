"""`codemap diff`: what two snapshots differ in, and what hangs on it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from query.diff.model import CallerChange, Diff, FactChange, SymbolChange

Change = TypeVar("Change")
SHOWN = 15  # rows of a section; -v shows all
_STYLES = {"added": "green", "removed": "red", "changed": "yellow"}


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and what of `--fail-on` it meets."""

    layout: str
    failed: list[str]
    diff: Diff

    @property
    def exit_code(self) -> int:
        return 1 if self.failed else 0


@click.command()
@click.option(
    "--format", "layout", type=click.Choice(["text", "markdown", "json", "sarif"]), default="text", show_default=True,
    help="markdown for a job summary, sarif for code scanning, json as with --json.",
)  # fmt: skip
@click.option("--fail-on", default="", metavar="LIST", help="Exit with 1 on any of these: breaking, route-removed, …")
@click.option("--depth", type=click.IntRange(1, 50), default=6, show_default=True, metavar="N",
              help="Steps of dependence that are followed.")  # fmt: skip
@click.argument("span", metavar="BASE..HEAD")
def diff(path: Path, cache_dir: Path, as_json: bool, layout: str, fail_on: str, depth: int, span: str) -> Compared:
    """Compare two commits by what they define, not by their lines.

    Symbols added, removed, moved, renamed; signatures and visibility, breaking ones marked; routes, config keys and
    other facts; callers gained and lost; what depends on the changes, and which tests reach it.

    BASE...HEAD compares with the commit where the two parted, BASE alone with the work tree. --fail-on knows breaking,
    symbol-removed, symbol-moved, symbol-renamed, signature-changed, visibility-changed, untested, and for each kind of
    fact -added, -removed and -changed (route-removed, config-added, db-table-changed …).

    \b
    Examples:
      codemap diff v1.0..v2.0
      codemap diff origin/main...HEAD --format markdown >> "$GITHUB_STEP_SUMMARY"
      codemap diff main..HEAD --fail-on breaking,route-removed
    """
    from query.diff import diff as compare
    from query.diff import gate, revisions

    wanted = gate.parse(fail_on)
    with revisions.opened(path, span, cache_dir) as (base, head):
        found = compare(base, head, depth)
    return Compared(layout, gate.met(found, wanted), found)


def report(result: Compared, console: Console, session: Session) -> None:
    """The comparison in the layout that was asked for."""
    from query.cli import output
    from query.diff.markdown import markdown
    from query.diff.sarif import sarif

    if result.layout == "json":
        output.write_json(result)
    elif result.layout == "markdown":
        sys.stdout.write(markdown(result.diff))
    elif result.layout == "sarif":
        sys.stdout.write(json.dumps(sarif(result.diff), ensure_ascii=False, indent=1) + "\n")
    else:
        _draw(result, console, None if session.verbose else SHOWN)


def _draw(result: Compared, console: Console, most: int | None) -> None:
    from rich.text import Text

    found = result.diff
    told = found.summary
    counts = ", ".join(
        f"{told[kind]:,} {kind}" for kind in ("added", "removed", "moved", "renamed", "signature", "body")
    )
    console.print(Text.assemble((f"{found.base[:12]} → {found.head[:12]}", "bold"), f"  {counts}"))
    _section(console, "Breaking", _symbol, found.breaking, most)
    _section(console, "Facts", _fact, found.facts, most)
    calm = [change for change in found.symbols if not (change.breaking or change.is_test or change.changes == ["body"])]
    _section(console, "Other symbols", _symbol, calm, most)
    _section(console, "Callers gained and lost", _callers, found.callers, most)
    _draw_risks(found, console, most)
    _section(console, "Tests that reach the changes", _test, found.blast.tests, most)
    blast = found.blast
    console.print()
    console.print(
        f"{blast.changed:,} changed symbols, {blast.affected:,} depend on them ({len(blast.tests):,} in tests); "
        f"{blast.untested:,} are reached by no test"
    )
    if result.failed:
        console.print(f"[red bold]✗[/] fails on {', '.join(result.failed)}")


def _section(
    console: Console, title: str, line: Callable[[Change], Text], changes: Sequence[Change], most: int | None
) -> None:
    if not changes:
        return
    console.print()
    console.print(f"[bold]{title}[/]  [dim]{len(changes):,}[/]")
    for change in changes[:most]:
        console.print(line(change), soft_wrap=True)
    if most is not None and len(changes) > most:
        console.print(f"  and {len(changes) - most:,} more; -v shows all, --json gives them to programs", style="dim")


def _symbol(change: SymbolChange) -> Text:
    from rich.text import Text

    from query.cli.text import one_line

    kinds = ", ".join(change.changes)
    style = "red" if change.breaking else _STYLES.get(change.changes[0], "yellow")
    was = f" (was {change.old_symbol_id})" if change.old_symbol_id else ""
    why = ("  " + one_line(change.breaking), "red") if change.breaking else ""
    place = (f"  {one_line(change.path)}:{change.line}", "dim")
    return Text.assemble((f"  {kinds:<10} ", style), one_line(change.symbol_id + was), why, place)


def _fact(change: FactChange) -> Text:
    from rich.text import Text

    from query.cli.text import one_line

    values = " → ".join(dict.fromkeys(one_line(value) for value in (change.before, change.after) if value is not None))
    place = (f"  {one_line(change.path)}:{change.line}", "dim")
    return Text.assemble((f"  {change.change:<10} ", _STYLES[change.change]), f"{change.kind} {values}", place)


def _callers(change: CallerChange) -> Text:
    from rich.text import Text

    from query.cli.text import one_line

    who = [f"+ {name}" for name in change.gained_examples[:1]] + [f"− {name}" for name in change.lost_examples[:1]]
    told = (f"  +{change.gained:,} ".ljust(8), "green"), (f"−{change.lost:,} ".ljust(6), "red")
    return Text.assemble(*told, one_line(change.symbol_id), ("  " + one_line(", ".join(who)), "dim"))


def _test(symbol_id: str) -> Text:
    from rich.text import Text

    from query.cli.text import one_line

    return Text("  " + one_line(symbol_id))


def _draw_risks(found: Diff, console: Console, most: int | None) -> None:
    from rich.text import Text

    from query.cli import draw
    from query.cli.text import one_line

    risks = [risk for risk in found.blast.risks if risk.dependents][:most]
    if not risks:
        return
    table = draw.grid("Riskiest", ">risk", ">used by", ">in all", ">tests")
    table.columns[0].header_style = "bold"
    table.columns[0].no_wrap = False
    for risk in risks:
        numbers = (f"{risk.score:g}", f"{risk.direct:,}", f"{risk.dependents:,}", f"{risk.tests:,}")
        table.add_row(Text(one_line(risk.symbol_id), style="red" if risk.breaking else ""), *numbers)
    console.print()
    console.print(table)
