"""Places and source on a terminal: `path:line` to click on, code in colours; the same plain in a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.syntax import Syntax
from rich.text import Text

from query.cli.text import one_line, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from query.engine.model import Symbol
    from query.engine.view import View

_LIGHT = {"7", "15"}  # colours that terminals tell as a light background
_MARGIN = 6
_UNBOUNDED = 10_000
_PATH = "bold not reverse"  # bold, and found again by its name
_INDENT = 4  # of each level of a tree


def where(path: str, line: int, root: Path | None = None) -> Text:
    """`path:line`; with a root the terminal may open the file on a click."""
    text = Text.assemble((one_line(path), _PATH), (f":{line}", "bold dim"))
    if root is not None:
        text.stylize(f"link {(root / path).as_uri()}")
    return text


def title(symbol: Symbol, root: Path | None = None) -> Text:
    """Where a symbol is, what it is and how it is called."""
    named = Text.assemble((f"  {symbol.kind} ", "dim"), (one_line(short_name(symbol)), "cyan"))
    return where(symbol.path, symbol.line_start, root) + named


def short_name(symbol: Symbol) -> str:
    """The qualified name without the module, which the path tells already."""
    if symbol.kind == "module" and "/" in symbol.qualified_name:
        return symbol.name
    inside = symbol.qualified_name.removeprefix(symbol.namespace or "").lstrip(".:/\\#")
    return inside if inside and symbol.qualified_name.startswith(symbol.namespace or "") else symbol.qualified_name


def short_names(view: View, symbol_ids: Iterable[str | None]) -> dict[str, str]:
    """What each symbol is called where its path stands beside it."""
    symbols = view.loaded.symbols
    found = {one: symbols.number(one) for one in symbol_ids if one}
    return {one: short_name(symbols[number]) for one, number in found.items() if number >= 0}


def source(code: str, path: str) -> Text:
    """Code in the colours of its language, which the terminal's own palette decides."""
    clean = printable(code).expandtabs(4)
    try:
        shown = Syntax(clean, Syntax.guess_lexer(path, clean), theme=_theme()).highlight(clean)
    except Exception:  # a lexer that stumbles over somebody's file must not cost the answer
        shown = Text(clean)
    shown.rstrip()
    return shown


def excerpt(code: str, first: int, path: str) -> list[Text]:
    """Numbered lines without the indentation that all of them have."""
    lines = code.expandtabs(4).split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    coloured = source("\n".join(line[margin:] for line in lines), path).split("\n", allow_blank=True)
    return [Text.assemble((f"{number:>{_MARGIN}}  ", "dim"), line) for number, line in enumerate(coloured, first)]


def put(console: Console, line: Text, whole: bool = False) -> None:
    """One line: cut at the edge of a terminal, whole in a pipe; a `whole` one rather loses folders of its path."""
    if console.is_terminal:
        shown = _fitted(line, console.width) if whole else line
        console.print(shown, no_wrap=True, overflow="ellipsis", crop=True)
    else:
        console.print(line, soft_wrap=True)


def draw(console: Console, tree: Tree) -> None:
    """A tree whose lines are cut at the edge of a terminal and whole in a pipe."""
    if console.is_terminal:
        _fit(tree, console.width)
        console.print(tree, no_wrap=True, overflow="ellipsis")
        return
    before, console.width = console.width, _UNBOUNDED
    console.print(tree)
    console.width = before


def _fit(tree: Tree, room: int) -> None:
    if isinstance(tree.label, Text):
        tree.label = _fitted(tree.label, room)
    for child in tree.children:
        _fit(child, room - _INDENT)


def _fitted(line: Text, room: int) -> Text:
    """The line with its path cut in the middle where it is too long; a click on it leads to the file all the same."""
    span = next((one for one in line.spans if one.style == _PATH), None)
    excess = line.cell_len - room
    if span is None or excess <= 0:
        return line
    before, path, after = line.divide([span.start, span.end])
    short = Text(_shortened(path.plain, span.end - span.start - excess))
    for one in path.spans:
        short.stylize(one.style)
    return before + short + after


def _shortened(path: str, most: int) -> str:
    """`src/…/file.py`, with as many of the last folders as there is room for."""
    first, *rest = path.split("/")
    for dropped in range(1, len(rest)):
        short = "/".join([first, "…", *rest[dropped:]])
        if len(short) <= most:
            return short
    return f"…/{rest[-1]}" if rest else path


def note(console: Console, text: str, style: str = "dim") -> None:
    console.print(Text(text, style=style), soft_wrap=True)


def _theme() -> str:
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "ansi_light" if background in _LIGHT else "ansi_dark"
