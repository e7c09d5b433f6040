"""How the result of `codemap import-scip` looks on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from query.cli.shared import Session
from query.cli.text import one_line, plural

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 5  # paths of each kind


def report(result: Any, console: Console, session: Session) -> None:
    covered = len(result.covered)
    has = "has" if covered == 1 else "have"
    console.print(f"[green]✓[/] {result.commit[:12]}  {plural(covered, 'file')} {has} the compiler's references")
    for title, paths in (
        ("the index was made from other content, or nothing proves the contrary", result.unproved),
        ("not in the commit", result.not_indexed),
    ):
        if paths:
            console.print(f"{plural(len(paths), 'file')} left as before, {title}:", markup=False)
            for path in paths[:SHOWN]:
                console.print(Text(f"  {one_line(path)}", style="dim"), soft_wrap=True)
            if len(paths) > SHOWN:
                console.print(f"  and {len(paths) - SHOWN:,} more; --json lists all", style="dim")
    console.print(f"semantic level: {levels(result.levels)}", markup=False)


def levels(found: dict[str, str]) -> str:
    """How far references are followed in each language."""
    return ", ".join(f"{language} {level.replace('_', ' ')}" for language, level in found.items()) or "no source"
