"""refs.find: who refers to a symbol, how, and by which rule that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from query.tools.call import Call
from query.tools.codemap.answers import MOST_EVIDENCE, Answer, next_action, pointer
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import FindRefsResponse
from query.tools.codemap.routing import SymbolId, Where, Word, opened
from query.tools.codemap.vocabulary import REF_KINDS, confidence, least, ref_kinds
from query.tools.registry import Budget

if TYPE_CHECKING:
    from query.engine.refs import Reference


@FAMILY.tool("refs.find")
def find(
    call: Call,
    where: Where,
    symbol_id: SymbolId,
    kind: Annotated[Word, Field(description="Call, Read, Write, Instantiate, Override, Implementation")] | None = None,
    resolution_state: Literal["resolved", "unresolved"] | None = None,
    limit: Annotated[int, Budget("max_references", 500)] = 50,
) -> Answer[FindRefsResponse]:
    """References to a symbol with source lines; unresolved ones share its name and may mean it."""
    from query.engine import refs, symbols

    stored = ref_kinds(kind)
    with opened(call, where) as view:
        found = refs.find(view, symbols.resolve(view, symbol_id), stored or (), resolution_state, limit)
    target = found.symbol
    return Answer(
        f"{found.total} references to {target.qualified_name}, {found.resolved} of them resolved",
        # Checked as a whole: row by row takes twice as long.
        FindRefsResponse.model_validate(
            {
                "target_symbol": target.symbol_id,
                "references": [_reference(row) for row in found.rows],
                "total_count": found.total,
                "truncated": found.truncated,
            }
        ),
        evidence=[
            pointer(call, row.path, row.line_start, row.line_end, row.from_symbol, row.excerpt)
            for row in found.rows[:MOST_EVIDENCE]
        ],
        next_actions=[next_action(call, "graph.callers", "callers of callers", symbol_id=target.symbol_id, depth=3)],
        confidence=least(row.confidence for row in found.rows),
        paths={row.path for row in found.rows},
    )


def _reference(row: Reference) -> dict[str, Any]:
    """Fields of ClassifiedReference."""
    return {
        "kind": REF_KINDS[row.kind],
        "from_symbol": row.from_symbol,
        "file_path": row.path,
        "line_start": row.line_start,
        "line_end": row.line_end,
        "excerpt": row.excerpt,
        "resolution_state": "Resolved" if row.state == "resolved" else "Unresolved",
        "to_name": row.to_name,
        "to_container_hint": row.to_container_hint,
        "rule": row.rule,
        "confidence": confidence(row.confidence),
    }
