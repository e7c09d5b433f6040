"""A hit as search_code shows it: the place, its source, and the lines around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from query.engine.model import Symbol
from query.tools.compass.identity import chunk_uuid, repository_uuid
from query.tools.compass.models import SearchRow
from query.tools.compass.vocabulary import kind_of

if TYPE_CHECKING:
    from query.engine.texts import Text
    from query.engine.view import View
    from query.search import Hit
    from query.tools.compass.standing import Standing

AROUND = 10  # lines before and after
MOST_LINES, MOST_CHARACTERS = 60, 3_000  # of one hit's source


def shown(found: Standing, view: View, hit: Hit, compact: bool) -> SearchRow:
    """The row of a hit; a compact one tells the place alone."""
    text = None if compact else view.lines(hit.path)
    symbol = _symbol(view, hit)
    return SearchRow(
        result_id=hit.result_id,
        symbol_id=hit.symbol_id,
        symbol_stable_id=hit.stable_id,
        result_type=hit.result_type,  # type: ignore[arg-type]
        path=hit.path,
        line_start=hit.line_start,
        line_end=hit.line_end,
        kind=kind_of(symbol) if symbol else None,
        name=hit.name,
        qualified_name=hit.qualified_name,
        language=hit.language,
        score=hit.score,
        snippet=None if compact else hit.snippet,
        chunk_id=chunk_uuid(found.repo.repo_id, hit.result_id),
        repository_id=repository_uuid(found.repo.repo_id),
        file_path=f"{found.repo.root.as_posix()}/{hit.path}",  # paths as objects would take half of a row's time
        start_line=hit.line_start,
        end_line=hit.line_end,
        similarity_score=min(1.0, max(0.0, hit.score)),
        **(_source(text, hit) if text is not None else {}),
    )


def _symbol(view: View, hit: Hit) -> Symbol | None:
    number = view.loaded.symbols.number(hit.symbol_id) if hit.symbol_id else -1
    return view.loaded.symbols[number] if number >= 0 else None


def _source(text: Text, hit: Hit) -> dict[str, Any]:
    """The lines of the hit, as many as are bearable, and some around them."""
    last = min(hit.line_end, len(text), hit.line_start + MOST_LINES - 1)
    content = _lines(text, hit.line_start, last)
    cut = last < hit.line_end or len(content) > MOST_CHARACTERS
    return {
        "content": content[:MOST_CHARACTERS],
        "content_truncated": cut or None,
        "context_before": _lines(text, hit.line_start - AROUND, hit.line_start - 1),
        "context_after": _lines(text, hit.line_end + 1, hit.line_end + AROUND),
    }


def _lines(text: Text, first: int, last: int) -> str:
    return "\n".join(text.lines(first, last))
