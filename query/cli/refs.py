"""`codemap refs`: who refers to a symbol, and by which rule that is known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.asking import Target, asked, meant, state_options, symbol_options
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.engine.refs import Reference, References

MOST = 1_000
_STYLES = {"resolved": "green", "unresolved": "yellow", "external": "dim"}


@dataclass(frozen=True, slots=True)
class Answer:
    root: Path
    references: References


@click.command()
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind: call, read, write …")
@click.option("--resolved", "state", flag_value="resolved", help="Only those that a rule resolves.")
@click.option("--unresolved", "state", flag_value="unresolved", help="Only those that share the name alone.")
@click.option("--limit", type=click.IntRange(1, MOST), default=50, show_default=True, help="Number of references.")
@state_options
@symbol_options
def refs(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, kinds: tuple[str, ...], state: str | None, limit: int,
    live: bool, workspace: str | None, symbol: str, file: str | None,
) -> Answer:  # fmt: skip
    """List the references to a symbol.

    Unresolved ones have the name in common with it and nothing that says more: they may mean something else.

    \b
    Examples:
      codemap refs QuerySet.filter --kind call
      codemap refs Order --file shop/orders.py --resolved
    """
    from query.engine import refs as engine

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        found = engine.find(view, meant(view, symbol, file).symbol, kinds, state, limit)
        return Answer(view.repo.root, found)


def report(result: Answer, console: Console, session: Session) -> None:
    """The symbol, then its references file by file."""
    from query.cli import show
    from query.cli.text import plural

    found = result.references
    show.put(console, show.title(found.symbol, result.root), whole=True)
    for reference in found.rows:
        _line(result.root, reference, console)
    told = f"{plural(found.total, 'reference')}, {found.resolved:,} resolved"
    show.note(console, told + (f"; the first {len(found.rows):,} shown" if found.truncated else ""))


def _line(root: Path, reference: Reference, console: Console) -> None:
    from rich.text import Text

    from query.cli import show

    rule = reference.rule if reference.state == "resolved" else reference.state
    head = Text("  ") + show.where(reference.path, reference.line_start, root)
    head.append(f"  {reference.kind} ", style="dim")
    head.append(f"({rule.replace('_', ' ')})", style=_STYLES[reference.state])
    if reference.excerpt:
        head += Text("  ") + show.source(reference.excerpt, reference.path)
    show.put(console, head)
