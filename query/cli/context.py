"""`codemap context`: the code that a question needs, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from query.cli.asking import Target, asked, spoken, state_options
from query.cli.output import DRAWN
from query.cli.shared import Session

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from query.engine.context import Candidate, Packed
    from query.engine.view import View

MOST_TOKENS = 200_000


@dataclass(frozen=True, slots=True)
class Answer:
    query: str
    strategy: str
    max_tokens: int
    root: Path
    packed: Packed
    names: dict[str, str] = field(default_factory=dict, metadata={DRAWN: True})

    @property
    def exit_code(self) -> int:
        return 0 if self.packed.total else 1


@click.command()
@click.option(
    "--max-tokens", type=click.IntRange(1, MOST_TOKENS), default=4000, show_default=True, help="Budget, by estimate."
)
@click.option("--depth", "strategy", flag_value="depth", help="Fewer symbols with their whole source.")
@click.option("--breadth", "strategy", flag_value="breadth", default=True, help="Many signatures.  [default]")
@click.option("--lang", "language", metavar="LANG", help="Only this language.")
@state_options
@click.argument("query")
def context(
    path: Path, ref: str | None, cache_dir: Path, as_json: bool, max_tokens: int, strategy: str, language: str | None,
    live: bool, workspace: str | None, query: str,
) -> Answer:  # fmt: skip
    """Collect the code that a question needs, the most useful first.

    \b
    Examples:
      codemap context "how are sessions stored"
      codemap context "retry of failed uploads" --depth --max-tokens 8000 --json
    """
    from query.cli import show
    from query.engine.context import candidates, pack

    with asked(Target(path, ref, cache_dir, live, workspace)) as view:
        ranked = candidates(view, query, spoken(view, [language] if language else []))
        packed = pack(_items(view, ranked, strategy), max_tokens)
        names = show.short_names(view, (item["symbol_id"] for item in packed.items))
        return Answer(query, strategy, max_tokens, view.repo.root, packed, names)


def _items(view: View, ranked: list[Candidate], strategy: str) -> Iterator[dict[str, Any]]:
    from query.engine.context import body

    for one in ranked:
        symbol = one.symbol
        item = {
            "symbol_id": symbol.symbol_id, "kind": symbol.kind, "qualified_name": symbol.qualified_name,
            "path": symbol.path, "line_start": symbol.line_start, "line_end": symbol.line_end,
            "signature": symbol.signature, "score": one.score,
        }  # fmt: skip
        yield item | ({"body": body(view, symbol)} if strategy == "depth" else {})


def report(result: Answer, console: Console, session: Session) -> None:
    """Each item with its place; signatures, or the source where depth was asked for."""
    from query.cli import show
    from query.cli.text import one_line, plural

    for item in result.packed.items:
        show.put(console, _head(result, item), whole=True)
        if body := item.get("body"):
            for line in show.excerpt(str(body), int(item["line_start"]), str(item["path"])):
                show.put(console, line)
            console.print()
        elif item["signature"]:
            show.put(console, show.source("    " + str(item["signature"]), str(item["path"])))
    packed = result.packed
    if not packed.total:
        show.note(console, f"nothing found for {one_line(result.query)}", "yellow")
        show.note(console, "Next  fewer or other words, or without --lang")
        return
    told = f"{plural(len(packed.items), 'symbol')} of {packed.total:,}, about {packed.tokens:,} tokens"
    show.note(console, told + (f" of {result.max_tokens:,}: raise --max-tokens for more" if packed.truncated else ""))


def _head(result: Answer, item: dict[str, Any]) -> Text:
    from rich.text import Text

    from query.cli import show
    from query.cli.text import one_line

    cut = "  cut" if item.get("body_truncated") else ""
    place = show.where(str(item["path"]), int(item["line_start"]), result.root)
    told = (f"  {item['score']:.2f}  {item['kind']} ", "dim")
    name = result.names.get(str(item["symbol_id"]), str(item["qualified_name"]))
    return place + Text.assemble(told, (one_line(name), "cyan"), (cut, "dim"))
