"""C++: names before `::`, which mean namespaces and types, whatever else goes by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import KIND_OF, READ, TYPE
from indexer.extract.scopes import AMBIGUOUS, LOCAL, PARAMETER, Scope
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.cpp import constness
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node


def is_capital(visitor: Visitor, node: Node) -> bool:
    return visitor.data[node.start_byte : node.start_byte + 1].isupper()


def qualifier(visitor: Visitor, node: Node, context: int) -> int:
    kind = KIND_OF[TYPE if is_capital(visitor, node) else READ]
    start, end = node.start_byte, node.end_byte
    if not _is_value(visitor, visitor.data[start:end]):
        return visitor.use(start, end, kind, visitor.scope)
    term = visitor.term(Op.FREE, visitor.text(visitor.data[start:end]), visitor.owner, constness.QUALIFIER)
    visitor.uses.append((start, end, kind, None, visitor.owner, 0, 0, term))
    return term


def _is_value(visitor: Visitor, name: bytes) -> bool:
    """Whether the nearest scope that binds a name binds a value: what stands before `::` passes it by."""
    scope: Scope | None = visitor.scope
    while scope is not None and name not in scope.names:
        scope = scope.parent
    binding = scope.names[name] if scope is not None else AMBIGUOUS
    if binding < 0:
        return binding in (LOCAL, PARAMETER)
    return visitor.found.definitions[binding].kind not in (*TYPE_KINDS, "macro")
