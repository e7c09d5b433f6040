"""`codemap hierarchy`: what a symbol stands in, what it holds, what it derives from and what derives from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from indexer.schema import TYPE_KINDS
from query.cli.asking import Target, asked, meant, state_options, symbol_options
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from query.engine.containment import Branch, Inside
    from query.engine.hierarchy import Hierarchy, TypeRef
    from query.engine.model import Symbol

MOST = 500


@dataclass(frozen=True, slots=True)
class Answer:
    """`types` is none for what is no type."""

    root: Path
    ancestors: list[Symbol]
    inside: Inside
    types: Hierarchy | None


@click.command()
@click.option("--limit", type=click.IntRange(1, MOST), default=100, show_default=True, help="Number of members.")
@state_options
@symbol_options
def hierarchy(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, limit: int, live: bool, workspace: str | None,
    symbol: str, file: str | None,
) -> Answer:  # fmt: skip
    """Show what a symbol stands in, what it holds, and the types above and below it.

    \b
    Examples:
      codemap hierarchy QuerySet
      codemap hierarchy Order --file shop/orders.py
    """
    from query.engine import containment
    from query.engine import hierarchy as engine

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        found = meant(view, symbol, file).symbol
        types = engine.of(view, found) if found.kind in TYPE_KINDS else None
        inside = containment.descendants(view, found, limit)
        return Answer(view.repo.root, containment.ancestors(view, found), inside, types)


def report(result: Answer, console: Console, session: Session) -> None:
    """The chain from the outermost down to the symbol, its members below it, then its relatives."""
    from rich.tree import Tree

    from query.cli import show

    outermost, *chain = reversed(result.ancestors)
    tree = place = Tree(show.title(outermost, result.root), guide_style="dim")
    for symbol in chain:
        place = place.add(show.title(symbol, result.root))
    _members(place, result.inside.root)
    show.draw(console, tree)
    if result.inside.truncated:
        show.note(console, f"{result.inside.total:,} shown, there are more: raise --limit", "yellow")
    if result.types:
        _relatives(result.types, console)


def _members(tree: Tree, branch: Branch) -> None:
    from rich.text import Text

    from query.cli.text import one_line

    for child in branch.children:
        line = Text.assemble((f"{child.symbol.kind} ", "dim"), one_line(child.symbol.name))
        line.append(f"  :{child.symbol.line_start}", style="dim")
        _members(tree.add(line), child)


def _relatives(types: Hierarchy, console: Console) -> None:
    for name, found in (("base", [types.base] if types.base else []), ("interfaces", types.interfaces),
                        ("derived", types.derived)):  # fmt: skip
        for one in found:
            _relative(name, one, console)


def _relative(name: str, one: TypeRef, console: Console) -> None:
    from rich.text import Text

    from query.cli import show
    from query.cli.text import one_line

    outside = "" if one.symbol_id else "  outside the repository, or not known"
    style = "cyan" if one.symbol_id else "yellow"
    show.put(console, Text.assemble((f"{name:<12}", "dim"), (one_line(one.name), style), (outside, "dim")))
