"""The report on a terminal: a block for each part, cut to what fits on a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from query.cli import draw
from query.cli.text import one_line, plural
from query.pages.model import Cycle, Place, Report, Unused
from query.pages.unused import CERTAINTIES

_BAR, _GAP = 12, 2
_NUMBERS = 46  # columns that the numbers of a package take
_NARROW = 100  # columns below which names need the room of the bars


def show(report: Report, console: Console, most: int | None) -> None:
    """All parts that have something to say."""
    _overview(report, console)
    _surfaces(report, console)
    if report.hot_spots:
        _places(console, "Hot spots, last 30 days", "commits", report.hot_spots, most)
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
        table.add_row(name, f"{files:,}", f"{lines:,}", f"{symbols:,}", _bar(console, lines, largest))
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
    largest = max((place.figure for place in places), default=0)
    shown = places[:most]
    notes = [place.note or ("" if place.name == place.path else f"{place.path}:{place.line}") for place in shown]
    figures = [f"{place.figure:,g}" for place in shown]
    room = console.width - max(map(len, (unit, *figures))) - _bar_width(console) - 3 * _GAP
    fitted = _fitted([(place.name, note) for place, note in zip(shown, notes, strict=True)], room)
    for place, figure, (name, note) in zip(shown, figures, fitted, strict=True):
        table.add_row(name, figure, _bar(console, round(1000 * place.figure), round(1000 * largest)), note)
    _block(console, table)


def _fitted(rows: Sequence[tuple[str, str]], room: int) -> list[tuple[Text, Text]]:
    """Names, and what stands beside them, cut to the room of both; the end of a long one tells more than its start."""
    clean = [(one_line(name), one_line(note)) for name, note in rows]
    names, notes = (max((len(row[column]) for row in clean), default=0) for column in (0, 1))
    narrow = notes if names + notes <= room else min(notes, max(room // 3, room - names))
    return [(Text(_short(name, room - narrow)), Text(_end(note, narrow), style="dim")) for name, note in clean]


def _short(name: str, width: int) -> str:
    """A name without its parameters, if that is what it takes."""
    plain, parameters, _ = name.partition("(")
    return name if len(name) <= width else _end(f"{plain}(…)" if parameters else name, width)


def _end(text: str, width: int) -> str:
    return text if len(text) <= width else f"…{text[len(text) - max(width, 2) + 1 :]}"


def _packages(report: Report, console: Console, most: int | None) -> None:
    used = Counter(name for package in report.packages for name in package.uses)
    table = draw.grid("Packages", ">files", ">lines", ">symbols", ">uses", ">used by", "")
    table.columns[0].header_style = "bold"
    largest = max((package.lines for package in report.packages), default=0)
    for one in report.packages[:most]:
        numbers = (one.files, one.lines, one.symbols, len(one.uses), used[one.name])
        name = _end(one_line(one.name), console.width - _NUMBERS - _bar_width(console))
        table.add_row(Text(name), *(f"{number:,}" for number in numbers), _bar(console, one.lines, largest))
    _block(console, table)
    _more(console, len(report.packages), most)


def _cycles(report: Report, console: Console, most: int | None) -> None:
    if not report.cycles:
        _note(console, "Cycles between packages", "none")
        return
    _title(console, "Cycles between packages", len(report.cycles))
    for cycle in report.cycles[:most]:
        names = _few(cycle.packages, most)
        said = Text(f"{plural(len(cycle.packages), 'package')}: {names}", style="yellow")
        console.print(Padding(said, (0, 0, 0, 2), expand=False))
        _weakest(console, cycle, most and 3)
    _more(console, len(report.cycles), most)


def _weakest(console: Console, cycle: Cycle, most: int | None) -> None:
    """The references without which there is no cycle, each end of an arc cut to half of the room."""
    shown = [(one_line(user), one_line(used), plural(count, "reference")) for user, used, count in cycle.weakest[:most]]
    few = f", {len(shown)} of {len(cycle.weakest):,}" if len(shown) < len(cycle.weakest) else ""
    console.print(Text(f"    to cut{few}:", style="dim"))
    room = (console.width - 6 - len(" → ") - _GAP - max((len(count) for *_, count in shown), default=0)) // 2
    table = draw.grid("", ">")
    table.show_header = False
    for user, used, count in shown:
        table.add_row(Text(f"      {_end(user, room)} → {_end(used, room)}"), Text(count, style="dim"))
    console.print(table)


def _unused(report: Report, console: Console, most: int | None) -> None:
    counted = Counter(one.certainty for one in report.unused)
    if not counted:
        _note(console, "Candidates for dead code", "none")
        return
    shares = ", ".join(f"{counted[certainty]:,} {certainty}" for certainty in CERTAINTIES)
    _title(console, "Candidates for dead code", len(report.unused), shares)
    for (certainty, reason), group in _by_reason(report.unused[:most]).items():
        style = {"high": "red", "medium": "yellow"}.get(certainty, "dim")
        console.print(Text.assemble("  ", (certainty, style), f": {reason}"))
        table = draw.grid("", ">", "")
        table.show_header = False
        room = console.width - 4 - max(len(f"{one.lines:,}") for one in group) - 2 * _GAP
        fitted = _fitted([(one.symbol_id, f"{one.path}:{one.line}") for one in group], room)
        for one, (name, place) in zip(group, fitted, strict=True):
            table.add_row(Text("    ") + name, f"{one.lines:,}", place)
        console.print(table)
    _more(console, len(report.unused), most)


def _by_reason(found: Iterable[Unused]) -> dict[tuple[str, str], list[Unused]]:
    groups: dict[tuple[str, str], list[Unused]] = {}
    for one in found:
        groups.setdefault((one.certainty, one.reason), []).append(one)
    return groups


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


def _bar(console: Console, value: int, largest: int) -> Text:
    width = _bar_width(console)
    return Text(draw.bar(value, largest, width) if width else "", style="cyan")


def _bar_width(console: Console) -> int:
    return 0 if console.width < _NARROW else _BAR


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
