"""The report on a terminal: a block for each part, cut to what fits on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from query.cli import draw
from query.cli.text import one_line, plural
from query.pages.model import Place, Report
from query.pages.unused import CERTAINTIES

_BAR = 12


def show(report: Report, console: Console, most: int | None) -> None:
    """All parts that have something to say."""
    _overview(report, console)
    _surfaces(report, console)
    if report.hot_spots:
        _places(console, "Hot spots", "commits in 30 days", report.hot_spots, most)
    elif all(package.churn is None for package in report.packages):
        _note(console, "Hot spots", "not known: the history of this clone is cut off")
    _places(console, "Most central", "rank", report.central, most)
    _places(console, "Largest functions", "lines", report.largest, most)
    _packages(report, console, most)
    _cycles(report, console, most)
    _unused(report, console, most)
    _layers(report, console, most)


def _overview(report: Report, console: Console) -> None:
    console.print(Text.assemble((report.name, "bold"), "  ", (report.commit[:12], "yellow")))
    table = draw.grid("Languages", ">files", ">lines", ">symbols", "")
    table.columns[0].header_style = "bold"
    largest = max((row[2] for row in report.languages), default=0)
    for name, files, lines, symbols in report.languages:
        table.add_row(name, f"{files:,}", f"{lines:,}", f"{symbols:,}", _bar(lines, largest))
    _block(console, table)
    shares = f"{draw.share(report.resolved, report.refs)} resolved, {draw.share(report.external, report.refs)} external"
    console.print(f"{plural(report.refs, 'reference')}: {shares}")


def _surfaces(report: Report, console: Console) -> None:
    if not report.surfaces:
        return
    table = draw.grid("Surfaces", ">count", "for example")
    table.columns[0].header_style = "bold"
    table.columns[2].no_wrap = False
    for surface in report.surfaces:
        examples = ", ".join(one_line(example) for example in surface.examples[:3])
        table.add_row(surface.kind.replace("_", " "), f"{surface.count:,}", Text(examples, style="dim"))
    _block(console, table)


def _places(console: Console, title: str, unit: str, places: Sequence[Place], most: int | None) -> None:
    table = draw.grid(title, f">{unit}", "", "")
    table.columns[0].header_style = "bold"
    table.columns[0].no_wrap, table.columns[0].overflow = False, "fold"
    largest = max((place.figure for place in places), default=0)
    for place in places[:most]:
        where = "" if place.name == place.path else f"{one_line(place.path)}:{place.line}"
        blocks = _bar(round(1000 * place.figure), round(1000 * largest))
        table.add_row(Text(one_line(place.name)), f"{place.figure:,g}", blocks, Text(place.note or where, style="dim"))
    _block(console, table)


def _packages(report: Report, console: Console, most: int | None) -> None:
    used = Counter(name for package in report.packages for name in package.uses)
    table = draw.grid("Packages", ">files", ">lines", ">symbols", ">uses", ">used by", "")
    table.columns[0].header_style = "bold"
    largest = max((package.lines for package in report.packages), default=0)
    for one in report.packages[:most]:
        numbers = (one.files, one.lines, one.symbols, len(one.uses), used[one.name])
        table.add_row(Text(one_line(one.name)), *(f"{number:,}" for number in numbers), _bar(one.lines, largest))
    _block(console, table)
    _more(console, len(report.packages), most)


def _cycles(report: Report, console: Console, most: int | None) -> None:
    if not report.cycles:
        _note(console, "Cycles between packages", "none")
        return
    _title(console, "Cycles between packages", len(report.cycles))
    for cycle in report.cycles[:most]:
        names = _few(cycle.packages, most)
        console.print(Text(f"  {plural(len(cycle.packages), 'package')}: {names}", style="yellow"), soft_wrap=True)
        for user, used, count in cycle.weakest[: most and 3]:
            arc = f"    {one_line(user)} → {one_line(used)}"
            console.print(Text.assemble(arc, (f"  {plural(count, 'reference')} to cut", "dim")), soft_wrap=True)
    _more(console, len(report.cycles), most)


def _unused(report: Report, console: Console, most: int | None) -> None:
    counted = Counter(one.certainty for one in report.unused)
    if not counted:
        _note(console, "Candidates for dead code", "none")
        return
    shares = ", ".join(f"{counted[certainty]:,} {certainty}" for certainty in CERTAINTIES)
    _title(console, "Candidates for dead code", len(report.unused), shares)
    table = draw.grid("", "", ">lines", "")
    table.show_header = False
    table.columns[1].no_wrap, table.columns[1].overflow = False, "fold"
    for one in report.unused[:most]:
        style = {"high": "red", "medium": "yellow"}.get(one.certainty, "dim")
        place = f"{one_line(one.path)}:{one.line}  {one.reason}"
        table.add_row(Text(f"  {one.certainty}", style=style), Text(one_line(one.symbol_id)), f"{one.lines:,}",
                      Text(place, style="dim"))  # fmt: skip
    console.print(table)
    _more(console, len(report.unused), most)


def _layers(report: Report, console: Console, most: int | None) -> None:
    if not report.layers:
        return
    if not report.violations:
        _note(console, "Layers", f"{', '.join(report.layers)}: no rule is broken")
        return
    _title(console, "Layers: broken rules", len(report.violations))
    for one in report.violations[:most]:
        arc = Text(f"  {one.layer} → {one.used_layer}  ", style="red")
        console.print(arc + Text(f"{one_line(one.path)}:{one.line}  {one_line(one.symbol_id)}"), soft_wrap=True)
    _more(console, len(report.violations), most)


def _bar(value: int, largest: int) -> Text:
    return Text(draw.bar(value, largest, _BAR), style="cyan")


def _few(names: Iterable[str], most: int | None) -> str:
    listed = [one_line(name) for name in names]
    cut = f" and {len(listed) - most:,} more" if most is not None and len(listed) > most else ""
    return ", ".join(listed[:most]) + cut


def _block(console: Console, table: Table) -> None:
    console.print()
    console.print(table)


def _title(console: Console, title: str, count: int, note: str = "") -> None:
    console.print()
    console.print(Text.assemble((title, "bold"), f"  {count:,}", (f"  {note}" if note else "", "dim")))


def _note(console: Console, title: str, said: str) -> None:
    console.print()
    console.print(Text.assemble((title, "bold"), "  ", (said, "dim")))


def _more(console: Console, count: int, most: int | None) -> None:
    if most is not None and count > most:
        console.print(f"  and {count - most:,} more; -v shows all, --json gives them to programs", style="dim")
