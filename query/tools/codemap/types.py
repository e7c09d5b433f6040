"""types.hierarchy: what a type derives from, and what derives from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from query.tools.call import Call
from query.tools.codemap import models
from query.tools.codemap.answers import Answer, defined_at, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import TypeHierarchyResponse
from query.tools.codemap.routing import SymbolId, Where, opened
from query.tools.codemap.vocabulary import confidence

if TYPE_CHECKING:
    from query.engine.hierarchy import TypeRef


@FAMILY.tool("types.hierarchy")
def hierarchy(call: Call, where: Where, symbol_id: SymbolId) -> Answer[TypeHierarchyResponse]:
    """Base type, interfaces and derived types of a type."""
    from query.engine import hierarchy as types
    from query.engine import symbols

    with opened(call, where) as view:
        found = types.of(view, symbols.resolve(view, symbol_id))
    target = found.symbol
    base = found.base.name if found.base else "none"
    return Answer(
        f"{target.qualified_name}: base {base}, {len(found.interfaces)} interfaces, {len(found.derived)} derived types",
        TypeHierarchyResponse(
            target_type=target.symbol_id,
            base_type=_ref(found.base) if found.base else None,
            interfaces=[_ref(one) for one in found.interfaces],
            derived_types=[_ref(one) for one in found.derived],
        ),
        evidence=defined_at(call, [target]),
        next_actions=[next_action(call, "symbols.get_card", "what the type is", symbol_id=target.symbol_id)],
        confidence=confidence(target.confidence),
        paths={target.path},
    )


def _ref(found: TypeRef) -> models.TypeRef:
    # A type outside the repository has a name and no id.
    return models.TypeRef(symbol_id=found.symbol_id or found.name, display_name=found.name)
