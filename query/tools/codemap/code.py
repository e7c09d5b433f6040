"""code.get_span and symbols.get_definition_span: source, in numbered lines and within bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from query.errors import NotIndexedError
from query.tools.call import Call
from query.tools.codemap.answers import Answer, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import SpanResponse
from query.tools.codemap.routing import Buffers, FilePath, SymbolId, opened, repository
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine.spans import Span
    from query.engine.view import View

Lines = Annotated[int, Budget("max_lines", 400)]
Chars = Annotated[int, Budget("max_chars", 40_000)]
Context = Annotated[int, Budget("context_lines", 100, least=0)]

LAST_LINE = 2**31 - 1  # further than any file goes: a span without an end is the rest of the file


@FAMILY.tool("code.get_span")
def get_span(
    call: Call,
    where: Buffers,
    file_path: FilePath,
    start_line: int = 1,
    end_line: int | None = None,
    context_lines: Context = 0,
    max_lines: Lines = 120,
    max_chars: Chars = 12_000,
) -> Answer[SpanResponse]:
    """Read lines of a file: the commit's, the workspace's on disk, or a virtual file's."""
    from query.engine import spans

    last = end_line if end_line is not None else max(start_line, LAST_LINE)
    try:
        with opened(call, where) as view:
            found = spans.span(_reading(call, view, file_path), file_path, start_line, last, context_lines, max_lines)
    except NotIndexedError:
        # Reading needs no index.
        view = call.hub.unindexed(call.repo or repository(call, where), file_path)
        found = spans.span(view, file_path, start_line, last, context_lines, max_lines)
    return _answer(call, found, max_chars, end_line)


@FAMILY.tool("symbols.get_definition_span")
def get_definition_span(
    call: Call,
    where: Buffers,
    symbol_id: SymbolId,
    max_lines: Lines = 120,
    context_lines: Context = 2,
    max_chars: Chars = 12_000,
) -> Answer[SpanResponse]:
    """Read the source of a symbol's definition."""
    from query.engine import spans, symbols

    with opened(call, where) as view:
        symbol = symbols.resolve(view, symbol_id)
        found = spans.definition(view, symbol, max_lines, context_lines)
    return _answer(call, found, max_chars, symbol.line_end, symbol.symbol_id)


def _reading(call: Call, view: View, path: str) -> View:
    """Where a part of the commit answers, files elsewhere can be read all the same."""
    from query.engine.texts import checked_path

    served = call.served
    if served is None or view.workspace is not None or served.base.holds(checked_path(path)):
        return view
    return view if checked_path(path) in view.virtual else call.hub.unindexed(served.repo, path)


def _answer(
    call: Call, found: Span, max_chars: int, last: int | None, symbol_id: str | None = None
) -> Answer[SpanResponse]:
    """What was read; where it was cut, the call that reads on to `last`, or to the end of the file."""
    shown = _fitted(found, max_chars)
    rest = None
    if shown.truncated:
        until = {"end_line": last} if last is not None and last > shown.end else {}
        rest = next_action(call, "code.get_span", "read on", file_path=shown.path, start_line=shown.end + 1, **until)
    return Answer(
        f"{shown.path}:{shown.start}-{shown.end} of {shown.total_lines} lines",
        SpanResponse(
            file_path=shown.path,
            start_line=shown.start,
            end_line=shown.end,
            total_file_lines=shown.total_lines,
            content=shown.content,
            truncated=shown.truncated,
        ),
        evidence=[pointer(call, shown.path, shown.start, max(shown.start, shown.end), symbol_id, None)],
        next_actions=[rest],
        paths={shown.path},
    )


def _fitted(found: Span, max_chars: int) -> Span:
    """Whole lines up to the budget; a single line that exceeds it is cut."""
    if len(found.content) <= max_chars:
        return found
    lines = found.content[: max_chars + 1].split("\n")
    kept = lines[:-1] or [found.content[:max_chars]]
    return replace(found, content="\n".join(kept), end=found.start + len(kept) - 1, truncated=True)
