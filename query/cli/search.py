"""`codemap search`: find code by a name, a path, an error message or a question in plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from query.cli.asking import Target, asked, spoken, state_options
from query.cli.install import project_root
from query.cli.output import DRAWN
from query.cli.shared import Session
from query.cli.text import one_line, plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from query.search.model import Evidence, Hit

MOST = 50
_STYLES = {"exact": "green", "near_name": "yellow", "path": "green", "frame": "green", "log": "green"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, and what each symbol is called beside its path."""

    query: str
    intent: str
    hits: tuple[Hit, ...]
    total_candidates: int
    evidence: Evidence
    names: dict[str, str] = field(default_factory=dict, metadata={DRAWN: True})


@click.command()
@click.option("--lang", "languages", multiple=True, metavar="LANG", help="Only this language; may be repeated.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only symbols of this kind; may be repeated.")
@click.option("--dir", "directory", default="", metavar="DIR", help="Only files below this folder.")
@click.option("--type", "file_types", multiple=True, metavar="EXT", help="Only files with this ending.")
@click.option("--limit", type=click.IntRange(1, MOST), default=10, show_default=True, help="Number of hits.")
@click.option(
    "--semantic/--no-semantic", default=True, show_default=True, help="Rank by meaning, too, or by words alone."
)
@state_options
@click.argument("query")
def search(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, languages: tuple[str, ...], kinds: tuple[str, ...],
    directory: str, file_types: tuple[str, ...], limit: int, semantic: bool, live: bool, workspace: str | None,
    query: str,
) -> Answer:  # fmt: skip
    """Find code by a name, a path, an error message or a question.

    \b
    Examples:
      codemap search "where are sessions stored"
      codemap search QuerySet.filter --lang python
      codemap search "$(cat traceback.txt)" --json
    """
    from query.cli import show
    from query.search import Filters
    from query.search.service import search as find
    from query.tools.compass.vocabulary import stored_kinds

    stored = tuple(one for kind in kinds for one in stored_kinds(kind))
    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        filters = Filters(spoken(view, languages), file_types, directory, stored)
        found = find(view, query, filters, limit, semantic)
        names = show.short_names(view, (hit.symbol_id for hit in found.hits))
        return Answer(found.query, found.intent, found.hits, found.total_candidates, found.evidence, names)


def report(result: Answer, console: Console, session: Session) -> None:
    """Each hit with its place, what it is, and the lines that answer, the question's words marked."""
    from rich.text import Text

    from query.cli import show

    marks, root = _marks(result.query), project_root(session.path)
    for hit in result.hits:
        line, tail = _headline(result, hit, root)
        # How it was found is told where there is room.
        room = not console.is_terminal or line.cell_len + tail.cell_len <= console.width
        show.put(console, line + tail if room else line, whole=True)
        for line in _excerpt(hit, marks):
            show.put(console, line)
        console.print()
    if result.hits:
        told = f"{plural(len(result.hits), 'hit')} of {plural(result.total_candidates, 'candidate')}"
        console.print(Text(f"{told}, asked as {result.intent.replace('_', ' ')}", style="dim"))
    else:
        console.print(Text("nothing found", style="yellow"))
        console.print("Next  fewer or other words, or without --lang, --kind, --dir and --type")
    if result.evidence.corrected:
        swapped = ", ".join(f"{one_line(word)} → {near}" for word, near in result.evidence.corrected.items())
        console.print(Text(f"read as: {swapped}", style="yellow"))
    if result.evidence.fallback_reason and session.verbose:
        console.print(Text(one_line(result.evidence.fallback_reason), style="dim"))


def _headline(result: Answer, hit: Hit, root: Path) -> tuple[Text, Text]:
    from rich.text import Text

    from query.cli import show

    style = next((_STYLES[source] for source in hit.sources if source in _STYLES), "cyan")
    line = show.where(hit.path, hit.line_start, root)
    line.append(f"  {hit.score:.2f}  {hit.kind or ''}".rstrip(), style="dim")
    if hit.name:
        line.append(f" {one_line(result.names.get(hit.symbol_id or '', hit.name))}", style=style)
    return line, Text(f"  {'+'.join(hit.sources).replace('_', ' ')}", style="dim")


def _excerpt(hit: Hit, marks: re.Pattern[str] | None) -> list[Text]:
    from query.cli import show

    lines = show.excerpt(hit.snippet, hit.snippet_line, hit.path) if hit.snippet else []
    for line in lines:
        if marks is not None:
            line.highlight_regex(marks, "bold underline")  # a colour would be lost on one background or the other
    return lines


def _marks(query: str) -> re.Pattern[str] | None:
    """Words of the question wherever they begin a word of the code, whatever their ending."""
    from indexer.facade import search_terms

    words = sorted({re.escape(word) for word in search_terms(query[:500]) if len(word) > 2}, key=len, reverse=True)
    return re.compile(rf"(?i)(?:{'|'.join(words)})[a-z]{{0,4}}(?![a-z])") if words else None
