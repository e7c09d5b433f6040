"""`codemap locate`: where a name is defined."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.asking import Target, asked, spoken, state_options
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console

    from query.engine.locate import Located

MOST = 100


@dataclass(frozen=True, slots=True)
class Answer:
    name: str
    root: Path
    located: Located

    @property
    def exit_code(self) -> int:
        return 0 if self.located.places else 1


@click.command()
@click.option("--kind", metavar="KIND", help="Only this kind: function, class, method …")
@click.option("--lang", "language", metavar="LANG", help="Only this language.")
@click.option("--limit", type=click.IntRange(1, MOST), default=10, show_default=True, help="Number of definitions.")
@state_options
@click.argument("name")
def locate(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, kind: str | None, language: str | None, limit: int,
    live: bool, workspace: str | None, name: str,
) -> Answer:  # fmt: skip
    """Find where a name is defined.

    A qualified name narrows it; the beginning of a name will do where nothing is called so.

    \b
    Examples:
      codemap locate QuerySet.filter
      codemap locate Order --kind class --lang python
      codemap locate parse_header --live --json
    """
    from query.engine import locate as engine
    from query.tools.compass.vocabulary import stored_kinds

    kinds = stored_kinds(kind)
    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        languages = spoken(view, [language] if language else [])
        found = engine.locate(view, name, kinds, next(iter(languages), None), limit)
        return Answer(name, view.repo.root, found)


def report(result: Answer, console: Console, session: Session) -> None:
    """Each definition with its place, and its signature below."""
    from query.cli import show
    from query.cli.text import one_line, plural

    for place in result.located.places:
        show.put(console, show.title(place.symbol, result.root), whole=True)
        if place.symbol.signature:
            show.put(console, show.source("    " + place.symbol.signature, place.symbol.path))
    shown, total = len(result.located.places), result.located.total
    if shown:
        show.note(console, f"{plural(total, 'definition')}" + (f", the first {shown} shown" if shown < total else ""))
        return
    show.note(console, f"nothing is called {one_line(result.name)}", "yellow")
    for near in result.located.near:
        show.note(console, f"  near: {one_line(near)}")
