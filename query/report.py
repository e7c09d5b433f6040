"""The summary after `codemap index`: what was found, how much of it is resolved, where it is, what to try next."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from query.cli import draw
from query.cli.shared import Session
from query.cli.target import target_options
from query.cli.text import plural, size

WIDE = 118  # columns from which two blocks stand side by side
SHARES = (("resolved", "green", "█"), ("external", "blue", "▓"), ("unresolved", "bright_black", "░"))

Rows = list[tuple[Any, ...]]


class Built(Protocol):
    """What the indexer hands over after a build."""

    @property
    def snapshot(self) -> str: ...
    @property
    def repo_id(self) -> str: ...
    @property
    def commit(self) -> str: ...
    @property
    def already_existed(self) -> bool: ...
    @property
    def seconds(self) -> float: ...
    @property
    def manifest(self) -> dict[str, Any]: ...
    @property
    def note(self) -> str: ...


def index_report(result: Built, console: Console, session: Session) -> None:
    """Draw the summary, side by side where the terminal is wide."""
    found = _found(result.manifest["counts"])
    if result.note:
        note = Text.assemble(("note: ", "yellow bold"), result.note)
        Console(stderr=True, highlight=False).print(note, soft_wrap=True)
    console.print()
    console.print(_headline(result, found, session))
    console.print(Padding(_body(found, console.width), (1, 0)))
    if table := draw.diagnostics_table(result.manifest["diagnostics"]):
        console.print(Padding(table, (0, 0, 1, 0)))
    console.print(Text.assemble(("Snapshot  ", "bold"), result.snapshot), soft_wrap=True)
    _next_commands(console, session, found, result.manifest["counts"]["most_called"])


def _found(counts: dict[str, Any]) -> dict[str, Rows]:
    """The manifest's counts as rows, the largest first."""
    lines, symbols = counts["lines_by_language"], counts["symbols_by_language"]
    resolved, external = counts["resolved_by_kind"], counts["external_by_kind"]
    languages = [
        (name, files, lines[name], symbols.get(name, 0)) for name, files in counts["files_by_language"].items()
    ]
    references = [(kind, n, resolved.get(kind, 0), external.get(kind, 0)) for kind, n in counts["refs_by_kind"].items()]
    return {
        "languages": sorted(languages, key=lambda row: (-row[3], -row[2], row[0])),
        "symbols": _largest_first(counts["symbols_by_kind"].items()),
        "references": _largest_first(references),
        "facts": _largest_first(counts["facts_by_kind"].items()),
    }


def _largest_first(rows: Iterable[tuple[Any, ...]]) -> Rows:
    return sorted(rows, key=lambda row: (-row[1], row[0]))


def _headline(result: Built, found: dict[str, Rows], session: Session) -> Text:
    files = sum(row[1] for row in found["languages"])
    took = "was indexed already" if result.already_existed else f"indexed in {result.seconds:.1f} s"
    return Text.assemble(
        ("✓ ", "green bold"), (display_name(result.repo_id, session.path), "bold"), " ", (result.commit[:12], "yellow"),
        f" {took}", (f" · {plural(files, 'file')} · {size(disk_bytes(result.manifest))} on disk", "dim"),
    )  # fmt: skip


def display_name(repo_id: str, path: Path) -> str:
    """The repository as people call it; one without a remote is known by its root commit, which nobody does."""
    name = repo_id.rsplit("-", 1)[0]
    return path.expanduser().resolve().name if name == "root" else name


def disk_bytes(manifest: dict[str, Any]) -> int:
    return sum(file["bytes"] for layer in manifest["layers"] for file in layer["files"])


def _body(found: dict[str, Rows], width: int) -> RenderableType:
    alone = width < WIDE and not found["facts"]
    symbols = draw.counts("Symbols", "count", found["symbols"], bar_width=20 if alone else 10, limit=8)
    facts = draw.counts("Facts", "count", found["facts"], bar_width=8, limit=8) if found["facts"] else Text("")
    if not found["languages"]:
        return Text("The commit holds no text file.", style="yellow")
    languages, references = _languages(found["languages"], width), _references(found["references"], width)
    if width >= WIDE:
        right = Group(symbols, *([Text(""), facts] if found["facts"] else []))
        return _beside(Group(languages, Text(""), references), right, gap=4)
    return Group(languages, Text(""), _beside(symbols, facts, gap=4), Text(""), references)


def _beside(left: RenderableType, right: RenderableType, gap: int) -> Table:
    table = Table.grid(padding=(0, gap, 0, 0))
    table.add_row(left, right)
    return table


def _languages(rows: Rows, width: int, limit: int = 8) -> Table:
    table = draw.grid("Languages", ">files", ">lines", ">symbols", "")
    table.columns[0].header_style = "bold"
    largest = max(row[3] for row in rows)
    for language, files, lines, symbols in rows[:limit]:
        blocks = Text(draw.bar(symbols, largest, _bar_width(width)), style="cyan")
        table.add_row(language, f"{files:,}", f"{lines:,}", f"{symbols:,}", blocks)
    if tail := rows[limit:]:
        sums = (f"{sum(row[column] for row in tail):,}" for column in (1, 2, 3))
        table.add_row(f"{len(tail)} more", *sums, "", style="dim")
    return table


def _bar_width(width: int) -> int:
    # What the longest row of numbers leaves; on a narrow terminal numbers matter more.
    return max(0, min(20, width - 58))


def _references(rows: Rows, width: int) -> RenderableType:
    if not rows:
        return Text("References  none", style="bold")
    table = draw.grid("References", ">count", *(f">{name}" for name, _, _ in SHARES), "")
    table.columns[0].header_style = "bold"
    for column, (_, style, _) in zip(table.columns[2:], SHARES, strict=False):
        column.header_style = style
    total = tuple(sum(row[column] for row in rows) for column in (1, 2, 3))
    for kind, count, resolved, external in [*rows, ("all", *total)]:
        parts = (resolved, external, count - resolved - external)
        blocks = draw.stacked(
            [(n, style, mark) for n, (_, style, mark) in zip(parts, SHARES, strict=True)], _bar_width(width)
        )
        shares = (draw.share(part, count) for part in parts)
        table.add_row(kind, f"{count:,}", *shares, blocks, style="bold" if kind == "all" else "")
    return table


def _next_commands(console: Console, session: Session, found: dict[str, Rows], busiest: str | None) -> None:
    where = target_options(session)
    commands = [f"codemap report{where}"]
    if busiest:
        commands += [f"codemap search{where} {shlex.quote(busiest)}"]
    if found["symbols"]:
        kind = found["symbols"][0][0]
        statement = f"SELECT name, signature, path, line_start FROM symbols WHERE kind = '{kind}' LIMIT 20"
        commands.append(f'codemap sql{where} "{statement}"')
    if found["facts"]:
        commands.append(f'codemap sql{where} "SELECT kind, value, path, line_start FROM facts"')
    console.print(Text("Next", style="bold"))
    for command in commands:
        console.print(Text(f"  {command}", style="cyan"), soft_wrap=True)
