"""Excerpts of files, with line numbers."""

from __future__ import annotations

from dataclasses import dataclass

from query.engine.model import Evidence, Symbol
from query.engine.texts import Text, checked_path
from query.engine.view import View
from query.errors import InvalidArgument, NotFound

_EXCERPT = 200


@dataclass(frozen=True, slots=True)
class Span:
    """Lines `start` to `end` of a file, each as ` 42 | text`; `truncated` when more were asked for."""

    path: str
    start: int
    end: int
    total_lines: int
    content: str
    truncated: bool


def span(view: View, path: str, start: int, end: int, context_lines: int = 0, max_lines: int = 120) -> Span:
    """The lines from `start` to `end` with some around them, at most `max_lines`."""
    path = checked_path(path)
    if start < 1 or end < start:
        raise InvalidArgument(f"lines {start} to {end} are no range", "lines begin at 1, and the last is not before")
    text = _text(view, path)
    if start > max(1, len(text)):
        raise InvalidArgument(f"{path} has {len(text)} lines, none is {start}", f"ask for lines 1 to {len(text)}")
    first = max(1, start - max(0, context_lines))
    last = min(len(text), end + max(0, context_lines))
    kept = min(last, first + max(1, max_lines) - 1)
    return Span(path, first, kept, len(text), _numbered(text, first, kept), kept < last)


def definition(view: View, symbol: Symbol, max_lines: int = 120, context_lines: int = 2) -> Span:
    """The lines of a symbol's definition."""
    return span(view, symbol.path, symbol.line_start, symbol.line_end, context_lines, max_lines)


class Quoted:
    """Single lines of files for one answer: each file is asked for once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._texts: dict[str, Text | None] = {}

    def line(self, path: str, line: int) -> str | None:
        """A line without its indentation; none where the content cannot be had."""
        if path not in self._texts:
            self._texts[path] = self._view.lines(path)
        text = self._texts[path]
        if text is None:
            return None
        found = text.line(line).strip()
        return found if len(found) <= _EXCERPT else found[: _EXCERPT - 1] + "…"

    def evidence(self, path: str, line: int, end: int, symbol_id: str | None) -> Evidence:
        """A place with its first line quoted."""
        return Evidence(path, line, end, symbol_id, self.line(path, line))


def _text(view: View, path: str) -> Text:
    text = view.lines(path)
    if text is not None:
        return text
    if view.loaded.files.number(path) >= 0:
        hint = "fetch it with git, or ask in a full clone"
        raise NotFound(f"the content of {path} is not in this clone", hint, asked={"file_path": path})
    name = path.rsplit("/", 1)[-1]
    near = tuple(found for found in view.loaded.files.paths.to_pylist() if found.rsplit("/", 1)[-1] == name)[:5]
    hint = "did you mean " + ", ".join(near) if near else "paths are relative to the repository's root"
    raise NotFound(f"there is no file {path} in this state of the repository", hint, near, {"file_path": path})


def _numbered(text: Text, first: int, last: int) -> str:
    width = len(str(last))
    return "\n".join(f" {number:>{width}} | {line}" for number, line in enumerate(text.lines(first, last), first))
