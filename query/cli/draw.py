"""Small drawings for the terminal: bars, stacked bars, tables of counts, grouped diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from query.cli.text import one_line

_EIGHTHS = "▏▎▍▌▋▊▉█"


def bar(value: int, largest: int, width: int) -> str:
    """A bar in eighths of a character; what is not nothing shows at least the thinnest one."""
    if value <= 0 or largest <= 0:
        return ""
    eighths = max(1, round(value * width * 8 / largest))
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest - 1] if rest else "")


def stacked(parts: Sequence[tuple[int, str, str]], width: int) -> Text:
    """One full-width bar of (count, style, character) parts, rounded so that the widths add up."""
    total = sum(count for count, _, _ in parts)
    text = Text()
    done = drawn = 0
    for count, style, character in parts:
        done += count
        cells = round(done * width / total) - drawn if total else 0
        drawn += cells
        text.append(character * cells, style=style)
    return text


def share(part: int, total: int) -> str:
    """A percentage that is 0 or 100 only when it is meant."""
    if not total:
        return "–"
    percent = 100 * part / total
    if 0 < percent < 1:
        return "<1 %"
    return f"{min(percent, 99) if part < total else percent:.0f} %"


def grid(*columns: str, title: str = "") -> Table:
    """A borderless table with a bold title; a column that starts with `>` is right-aligned."""
    table = Table(box=None, title=title or None, title_justify="left", title_style="bold", pad_edge=False,
                  show_header=any(columns), header_style="dim", padding=(0, 2, 0, 0))  # fmt: skip
    for column in columns:
        table.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", no_wrap=True)
    return table


def counts(title: str, noun: str, rows: Sequence[tuple[str, int]], bar_width: int, limit: int) -> Table:
    """A kind per row with its count and a bar; the tail folded into one row."""
    table = grid(title, f">{noun}", "")
    table.columns[0].header_style = "bold"
    if not rows:
        table.add_row(Text("none", style="dim"))
    largest = max((count for _, count in rows), default=0)
    for kind, count in rows[:limit]:
        table.add_row(kind, f"{count:,}", Text(bar(count, largest, bar_width), style="cyan"))
    if tail := rows[limit:]:
        table.add_row(Text(f"{len(tail)} more", style="dim"), Text(f"{sum(c for _, c in tail):,}", style="dim"), "")
    return table


def by_code(diagnostics: Iterable[Mapping[str, str]]) -> list[tuple[str, int, str]]:
    """Diagnostics as (code, how many, one example), the most frequent first."""
    groups: dict[str, list[Mapping[str, str]]] = {}
    for diagnostic in diagnostics:
        groups.setdefault(diagnostic["code"], []).append(diagnostic)
    found = [(code, len(group), _example(group[0])) for code, group in groups.items()]
    return sorted(found, key=lambda group: (-group[1], group[0]))


def diagnostics_table(diagnostics: Iterable[Mapping[str, str]]) -> Table | None:
    """What was left out or done with less, a row per code; None where there is nothing to tell."""
    groups = by_code(diagnostics)
    if not groups:
        return None
    table = grid("Left out or done with less", ">", "for example")
    table.columns[0].header_style = "bold"
    table.columns[2].no_wrap = False
    table.columns[2].overflow = "fold"
    for code, count, example in groups:
        table.add_row(Text(code.replace("_", " "), style="yellow"), f"{count:,}", Text(example))
    return table


def _example(diagnostic: Mapping[str, str]) -> str:
    path, message = diagnostic.get("path", ""), diagnostic.get("message", "")
    return one_line(f"{path}: {message}" if path and path not in message else message or path)
