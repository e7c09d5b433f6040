"""What `isinstance` tells of an expression's type, and where that holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition

Spec = dict[str, Any]
CHECKING = re.compile(rb"(?:\w+\.)?TYPE_CHECKING")
SIGNS = (b"isinstance(", b"type(", b".__class__")  # without one of them no type is told
LEAVES = ("return_statement", "raise_statement", "continue_statement", "break_statement")


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def if_statement(spec: Spec) -> Handler:
    """What `isinstance` says of a name holds where the condition does; `if` and `elif` alike."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, *rest = [child for child in node.named_children if not child.is_extra]
        before = visitor.narrowed
        visitor.visit(condition, READ)
        told, untold = _told(visitor, condition)
        for place, child in enumerate(rest):
            visitor.narrowed = _also(before, untold if place else told)
            visitor.visit(child, READ)
        if len(rest) > 1 and CHECKING.fullmatch(text_of(visitor, condition)):
            _yield(visitor, rest[0], rest[-1])
        leaves = rest and rest[0].named_children and rest[0].named_children[-1].type in LEAVES
        visitor.narrowed = _also(before, untold) if leaves else before
        return 0

    return handle


def _yield(visitor: Visitor, shown: Node, hidden: Node) -> None:
    """What stands in for what only type checkers see: its name means what they see."""
    seen = {(one.parent, one.name): index for index, one in _inside(visitor, shown)}
    for index, one in _inside(visitor, hidden):
        if (checked := seen.get((one.parent, one.name), index)) != index:
            visitor.flow(Flow.EXPORT, index, 0, visitor.term(Op.SYMBOL, checked))
            if visitor.scope.names.get(one.name) == index:
                visitor.scope.names[one.name] = checked


def _inside(visitor: Visitor, branch: Node) -> list[tuple[int, Definition]]:
    listed = enumerate(visitor.found.definitions)
    return [(at, one) for at, one in listed if branch.start_byte <= one.node.start_byte < branch.end_byte]


def while_statement(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        condition, *rest = [child for child in node.named_children if not child.is_extra]
        before = visitor.narrowed
        visitor.visit(condition, READ)
        visitor.narrowed = _also(before, _told(visitor, condition)[0])
        for child in rest:
            visitor.visit(child, READ)
            visitor.narrowed = before
        return 0

    return handle


def boolean(spec: Spec) -> Handler:
    """`a and b`, `a or b`: what the first tells holds in the next; a row of them is gone through in order."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        word = visitor.data[node.children[1].start_byte : node.children[1].end_byte]
        before, terms = visitor.narrowed, []
        for operand in _row(visitor, node, word):
            terms.append(visitor.visit(operand, READ))
            told, untold = _told(visitor, operand)
            visitor.narrowed = _also(visitor.narrowed, told if word == b"and" else untold)
        visitor.narrowed = before
        return visitor.terms.union(terms)

    return handle


def _row(visitor: Visitor, node: Node, word: bytes) -> list[Node]:
    """The operands of `a and b and c`, which the grammar nests to the left."""
    operands: list[Node] = []
    while node.type == "boolean_operator" and text_of(visitor, node.children[1]) == word:
        node, *others = [child for child in node.named_children if not child.is_extra]
        operands += others[::-1]
    return [node, *operands[::-1]]


def conditional(spec: Spec) -> Handler:
    """`a if condition else b`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, condition, other = [child for child in node.named_children if not child.is_extra]
        before = visitor.narrowed
        visitor.visit(condition, READ)
        told, untold = _told(visitor, condition)
        visitor.narrowed = _also(before, told)
        terms = [visitor.visit(first, READ)]
        visitor.narrowed = _also(before, untold)
        terms.append(visitor.visit(other, READ))
        visitor.narrowed = before
        return visitor.terms.union(terms)

    return handle


def if_clause(spec: Spec) -> Handler:
    """The condition of a comprehension: it holds until the comprehension ends."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        visitor.narrowed = _also(visitor.narrowed, _told(visitor, node.named_children[-1])[0])
        return 0

    return handle


def _also(known: dict[bytes, int], told: dict[bytes, int]) -> dict[bytes, int]:
    return {**known, **told} if told else known


def assertion(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, READ)
        visitor.narrowed = _also(visitor.narrowed, _told(visitor, node.named_children[0])[0])
        return 0

    return handle


def _told(visitor: Visitor, condition: Node) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """Expressions whose type a condition tells where it holds, and where it does not."""
    kind = condition.type
    if kind == "not_operator":
        return _told(visitor, condition.named_children[0])[::-1]
    if kind == "parenthesized_expression":
        return _told(visitor, condition.named_children[0])
    if kind == "boolean_operator":
        return _together(visitor, condition)
    if kind == "call":
        return _isinstance(visitor, condition), {}
    return (_is_class(visitor, condition), {}) if kind == "comparison_operator" else ({}, {})


def _together(visitor: Visitor, condition: Node) -> tuple[dict[bytes, int], dict[bytes, int]]:
    """All that `and` joins holds; where `or` does not hold, none does."""
    word = text_of(visitor, condition.children[1])
    if not any(sign in text_of(visitor, condition) for sign in SIGNS):
        return {}, {}
    sides = [_told(visitor, operand) for operand in _row(visitor, condition, word)]
    told = {name: term for side in sides for name, term in side[0].items()} if word == b"and" else {}
    untold = {name: term for side in sides for name, term in side[1].items()} if word == b"or" else {}
    return told, untold


def _isinstance(visitor: Visitor, node: Node) -> dict[bytes, int]:
    parts = node.named_children
    if text_of(visitor, parts[0]) != b"isinstance" or parts[1].named_child_count != 2:
        return {}
    subject, kind = parts[1].named_children
    return _of(visitor, subject, kind.named_children if kind.type == "tuple" else [kind])


def _is_class(visitor: Visitor, node: Node) -> dict[bytes, int]:
    """`type(x) is A`, `x.__class__ is A`; of `self` nobody has to be told."""
    left, right = node.named_children[0], node.named_children[-1]
    if node.child_count != 3 or text_of(visitor, node.children[1]) not in (b"is", b"=="):
        return {}
    for tested, kind in ((left, right), (right, left)):
        subject = _classed(visitor, tested)
        if subject is not None and text_of(visitor, subject) not in (b"self", b"cls"):
            return _of(visitor, subject, [kind])
    return {}


def _classed(visitor: Visitor, node: Node) -> Node | None:
    """What an expression gives the class of."""
    parts = node.named_children
    if node.type == "call" and text_of(visitor, parts[0]) == b"type" and parts[1].named_child_count == 1:
        return parts[1].named_children[0]
    return parts[0] if node.type == "attribute" and text_of(visitor, parts[1]) == b"__class__" else None


def _of(visitor: Visitor, subject: Node, kinds: list[Node]) -> dict[bytes, int]:
    """What an expression is when it is of one of these classes."""
    if subject.type not in ("identifier", "attribute"):
        return {}
    uses = len(visitor.uses)
    tested, terms = visitor.visit(subject, READ), [visitor.visit(child, READ) for child in kinds]
    del visitor.uses[uses:]  # seen before, as part of the condition
    known = visitor.terms.union([visitor.term(Op.NARROW, tested, term) for term in terms if term])
    return {text_of(visitor, subject): known} if known and all(terms) else {}
