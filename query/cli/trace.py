"""`codemap trace`: a feature from its entry point on, with what is known of each step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.asking import Target, asked, meant, state_options, symbol_options
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text
    from rich.tree import Tree

    from query.engine.trace import Trace, TraceNode

DEEPEST, MOST = 8, 500


@dataclass(frozen=True, slots=True)
class Answer:
    root: Path
    trace: Trace


@click.command()
@click.option("--depth", type=click.IntRange(1, DEEPEST), default=3, show_default=True, help="Number of steps.")
@click.option("--limit", type=click.IntRange(1, MOST), default=100, show_default=True, help="Symbols in all.")
@state_options
@symbol_options
def trace(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, depth: int, limit: int, live: bool,
    workspace: str | None, symbol: str, file: str | None,
) -> Answer:  # fmt: skip
    """Follow a feature from its entry point: calls, with routes, settings, tables and exceptions beside them.

    \b
    Examples:
      codemap trace checkout
      codemap trace OrdersController.Create --depth 5
      codemap trace "POST /orders"
    """
    from query.engine import routes
    from query.engine import trace as engine

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        route = routes.read(symbol)
        entry = routes.handler(view, route) if route else meant(view, symbol, file).symbol
        return Answer(view.repo.root, engine.trace(view, entry, depth, limit))


def report(result: Answer, console: Console, session: Session) -> None:
    """The tree of calls; a step that is unfolded elsewhere is marked."""
    from rich.tree import Tree

    from query.cli import show
    from query.cli.text import one_line, plural

    found = result.trace
    if found.route:
        show.note(console, one_line(found.route), "bold green")
    tree = Tree(_line(found.root, result.root), guide_style="dim")
    _grow(tree, found.root, result.root)
    show.draw(console, tree)
    told = plural(found.total, "step")
    show.note(console, told + ("; there are more: raise --limit or --depth" if found.truncated else ""))


def _grow(tree: Tree, node: TraceNode, root: Path) -> None:
    for child in node.children:
        _grow(tree.add(_line(child, root)), child, root)


def _line(node: TraceNode, root: Path) -> Text:
    from query.cli import show
    from query.cli.text import one_line

    line = show.where(node.symbol.path, node.symbol.line_start, root)
    line.append(f"  {one_line(show.short_name(node.symbol))}", style="cyan")
    for kind, value in dict.fromkeys((fact.kind, fact.value) for fact in node.annotations):
        line.append(f"  {kind} ", style="dim").append(one_line(value), style="green")
    return line.append("  ↑ see above", style="dim") if node.repeated else line
