"""`codemap callees`: what a symbol calls, step by step."""

from __future__ import annotations

from pathlib import Path

import click

from query.cli.asking import Target, asked, meant, state_options, symbol_options
from query.cli.calls import DEEPEST, MOST, Answer, report

__all__ = ["callees", "report"]


@click.command()
@click.option("--depth", type=click.IntRange(1, DEEPEST), default=1, show_default=True, help="Number of steps.")
@click.option("--limit", type=click.IntRange(1, MOST), default=20, show_default=True, help="Symbols of each step.")
@click.option("--interfaces", is_flag=True, help="Also what overrides or implements what it calls.")
@state_options
@symbol_options
def callees(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, depth: int, limit: int, interfaces: bool, live: bool,
    workspace: str | None, symbol: str, file: str | None,
) -> Answer:  # fmt: skip
    """Show what a symbol calls.

    \b
    Examples:
      codemap callees place_order
      codemap callees Store.save --depth 3 --interfaces
    """
    from query.engine import graph

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        found = graph.callees(view, meant(view, symbol, file).symbol, depth, limit, interfaces)
        return Answer(view.repo.root, "callees", found)
