"""What `isinstance` tells of an expression's type, and where that holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
LEAVES = ("return_statement", "raise_statement", "continue_statement", "break_statement")


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def if_statement(spec: Spec) -> Handler:
    """What `isinstance` says of a name holds where the condition does."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, *rest = [child for child in node.named_children if not child.is_extra]
        before = visitor.narrowed
        visitor.visit(condition, READ)
        told, untold = _told(visitor, condition)
        if told:
            visitor.narrowed = {**before, **told}
        for child in rest:
            visitor.visit(child, READ)
            visitor.narrowed = before
        if untold and rest and rest[0].named_children[-1].type in LEAVES:
            visitor.narrowed = {**before, **untold}
        return 0

    return handle


def assertion(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        said = b"isinstance(" in visitor.data[node.start_byte : node.end_byte]
        if said and (told := _told(visitor, node.named_children[0])[0]):
            visitor.narrowed = {**visitor.narrowed, **told}
        return 0

    return handle


def _told(visitor: Visitor, condition: Node) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Expressions whose type a condition tells where it holds, and where it does not."""
    text = text_of(visitor, condition)
    if b"isinstance(" not in text:
        return {}, {}
    if condition.type == "not_operator":
        return _told(visitor, condition.named_children[0])[::-1]
    if condition.type == "parenthesized_expression":
        return _told(visitor, condition.named_children[0])
    if condition.type == "boolean_operator" and b" or " not in text:
        told: dict[bytes, int] = {}
        for child in condition.named_children:
            told |= _told(visitor, child)[0]
        return told, {}
    return _isinstance(visitor, condition), {}


def _isinstance(visitor: Visitor, node: Node) -> dict[bytes, int]:
    parts = node.named_children
    if node.type != "call" or text_of(visitor, parts[0]) != b"isinstance" or parts[1].named_child_count != 2:
        return {}
    subject, kind = parts[1].named_children
    if subject.type not in ("identifier", "attribute"):
        return {}
    uses = len(visitor.uses)
    kinds = kind.named_children if kind.type == "tuple" else [kind]
    terms = [visitor.visit(child, READ) for child in kinds]
    del visitor.uses[uses:]  # seen before, as part of the condition
    known = visitor.terms.union([visitor.term(Op.INSTANCE, term) for term in terms if term])
    return {text_of(visitor, subject): known} if known and all(terms) else {}
