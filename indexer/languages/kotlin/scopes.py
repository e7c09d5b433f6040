"""What Kotlin's scopes hold beside names: `this`, `super`, and the lambdas whose receiver may bring members along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, READ, SPACE_OF, WRITE
from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.scopes import Scope

CALLEE = b"{"  # of the lambda whose scope it is


def instance(visitor: Visitor, declared: int) -> int:
    return visitor.term(Op.INSTANCE, declared) if declared else 0


def hold(visitor: Visitor, name: bytes, term: int) -> None:
    """A word of the language that stands for a value in the scope that was just opened."""
    before, visitor.incoming = visitor.incoming, term
    visitor.bind(name, LOCAL)
    visitor.incoming = before


def held(visitor: Visitor, scope: Scope, name: bytes) -> int:
    slot = scope.slots.get(name, -1) if scope.slots is not None else -1
    return visitor.slots[slot][0] if slot >= 0 and visitor.slots[slot] else 0


def nearest(visitor: Visitor, name: bytes) -> int:
    """What a word of the language stands for here."""
    scope: Scope | None = visitor.scope
    while scope is not None:
        if name in scope.names:
            return held(visitor, scope, name)
        scope = scope.parent
    return 0


def name(visitor: Visitor, node: Node, context: int) -> int:
    """A name; inside a lambda it may be a member of the lambda's receiver."""
    count = len(visitor.uses)
    term = visitor.name(node, context)
    if context not in (READ, CALL, WRITE) or len(visitor.uses) == count:
        return term
    lambdas = _lambdas(visitor, visitor.data[node.start_byte : node.end_byte])
    if not lambdas:
        return term
    start, end, kind, scope, owner, first, last, own = visitor.uses[-1]
    if own != term:
        return term  # narrowed
    text, word = visitor.text(visitor.data[start:end]), visitor.text(b"within")
    wrapped = term
    for inner in reversed(lambdas):
        receiver, callee = held(visitor, inner, b"this"), held(visitor, inner, CALLEE)
        member = visitor.term(Op.MEMBER, receiver, text, SPACE_OF[kind]) if receiver else 0
        wrapped = visitor.term(Op.THROUGH, word, wrapped, receiver, member, callee)
    visitor.callees[wrapped] = term
    visitor.uses[-1] = (start, end, kind, scope, owner, first, last, wrapped)
    return wrapped


def _lambdas(visitor: Visitor, text: bytes) -> list[Scope]:
    """The lambdas with a receiver around, the innermost first; none where the name is a local."""
    found: list[Scope] = []
    scope: Scope | None = visitor.scope
    while scope is not None:
        if scope.names.get(text) in (LOCAL, PARAMETER):
            return []
        if CALLEE in scope.names:
            found.append(scope)
        scope = scope.parent
    return found


def call(visitor: Visitor, callee: int, arguments: list[int], mark: int) -> int:
    """A call's term; what scope says of its callee's name is asked of the name itself."""
    term = visitor.call(callee, arguments, mark)
    if term in visitor.callees:
        own = visitor.callees[term]
        visitor.callees[term] = visitor.callees.get(own, own)
    return term
