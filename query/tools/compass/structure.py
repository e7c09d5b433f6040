"""get_symbol_hierarchy and find_related_symbols: what a symbol stands in, holds, and stands beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from query.tools.call import Call
from query.tools.compass.family import tool
from query.tools.compass.models import Branch, Handle, HierarchyResponse, RelatedResponse, RelatedRow
from query.tools.compass.routing import Limit, Scope, Word, opened
from query.tools.compass.rows import handle, row

if TYPE_CHECKING:
    from query.engine import containment
    from query.engine.locate import Meant
    from query.engine.model import Symbol
    from query.engine.view import View

SymbolName = Annotated[Word, Field(description="name, qualified name or id")]
FilePath = Annotated[Word, Field(description="its file, where several have that name")]
Direction = Literal["ancestors", "descendants"]


@tool("get_symbol_hierarchy")
def get_symbol_hierarchy(
    call: Call, symbol_name: SymbolName, where: Scope, path: FilePath | None = None, direction: Direction = "ancestors"
) -> HierarchyResponse:
    """What a symbol stands in (ancestors: method, class, module), or all that stands in it (descendants)."""
    from query.engine.locate import the_one

    with opened(call, where) as (found, view):
        if view is None:
            metadata = found.metadata("partial")
            return HierarchyResponse(hierarchy=[], direction=direction, chain_length=0, metadata=metadata)
        meant = the_one(view, symbol_name, path)
        branches, length, cut = _tree(view, meant.symbol, direction)
        return HierarchyResponse(
            hierarchy=branches,
            direction=direction,
            chain_length=length,
            other_matches=_others(meant),
            metadata=found.metadata("truncated" if cut else "complete"),
        )


@tool("find_related_symbols")
def find_related_symbols(
    call: Call,
    symbol_name: SymbolName,
    where: Scope,
    path: FilePath | None = None,
    scope: Literal["file", "module", "package"] = "file",
    limit: Limit = 20,
) -> RelatedResponse:
    """Symbols in the same file, module or package, and along the imports of its file."""
    from query.engine.locate import the_one
    from query.engine.related import related

    with opened(call, where) as (found, view):
        if view is None:
            nothing: dict[str, Any] = {"anchor": None, "related": [], "scope_used": scope, "total_found": 0}
            return RelatedResponse(**nothing, metadata=found.metadata("partial"))
        meant = the_one(view, symbol_name, path)
        near = related(view, meant.symbol, scope, limit)
        return RelatedResponse(
            anchor=Handle(**handle(meant.symbol)),
            related=[
                RelatedRow(**row(one.symbol), relation=one.relation, language=one.symbol.language) for one in near.found
            ],
            scope_used=scope,
            total_found=near.total,
            other_matches=_others(meant),
            metadata=found.metadata("truncated" if len(near.found) < near.total else "complete"),
        )


def _tree(view: View, symbol: Symbol, direction: Direction) -> tuple[list[Branch], int, bool]:
    """(branches, how many symbols they hold, whether there are more)"""
    from query.engine.containment import ancestors, descendants

    if direction == "ancestors":
        chain = ancestors(view, symbol)
        return [Branch(**row(one), depth=depth) for depth, one in enumerate(chain)], len(chain), False
    inside = descendants(view, symbol)
    return [_branch(inside.root)], inside.total, inside.truncated


def _branch(branch: containment.Branch) -> Branch:
    return Branch(**row(branch.symbol), depth=branch.depth, children=[_branch(child) for child in branch.children])


def _others(meant: Meant) -> list[str]:
    """Further symbols of that name in the same file: told, since one of them may be meant."""
    return [symbol.symbol_id for symbol in meant.others]
