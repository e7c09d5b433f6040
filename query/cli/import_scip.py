"""How the result of `codemap import-scip` looks on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

SHOWN = 10  # paths of each kind


def report(result: Any, console: Console, session: Session) -> None:
    console.print(f"[green]✓[/] {result.commit[:12]}  {len(result.covered):,} files have the compiler's references")
    for title, paths in (
        ("other content, or none that proves it", result.unproved),
        ("not in the commit", result.not_indexed),
    ):
        if paths:
            more = f", and {len(paths) - SHOWN:,} more" if len(paths) > SHOWN else ""
            console.print(f"{len(paths):,} left as they were, {title}: {', '.join(paths[:SHOWN])}{more}", markup=False)
    console.print(f"semantic level: {levels(result.levels)}", markup=False)


def levels(found: dict[str, str]) -> str:
    """How far references are followed in each language."""
    return ", ".join(f"{language} {level.replace('_', ' ')}" for language, level in found.items()) or "no source"
