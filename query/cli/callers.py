"""`codemap callers`: who calls a symbol, step by step."""

from __future__ import annotations

from pathlib import Path

import click

from query.cli.asking import Target, asked, meant, state_options, symbol_options
from query.cli.calls import DEEPEST, MOST, Answer, report

__all__ = ["callers", "report"]


@click.command()
@click.option("--depth", type=click.IntRange(1, DEEPEST), default=1, show_default=True, help="Number of steps.")
@click.option("--limit", type=click.IntRange(1, MOST), default=20, show_default=True, help="Symbols of each step.")
@click.option("--interfaces", is_flag=True, help="Also who calls what it overrides or implements.")
@state_options
@symbol_options
def callers(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, depth: int, limit: int, interfaces: bool, live: bool,
    workspace: str | None, symbol: str, file: str | None,
) -> Answer:  # fmt: skip
    """Show who calls a symbol.

    \b
    Examples:
      codemap callers place_order
      codemap callers Store.save --depth 3 --interfaces
    """
    from query.engine import graph

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        found = graph.callers(view, meant(view, symbol, file).symbol, depth, limit, interfaces)
        return Answer(view.repo.root, "callers", found)
