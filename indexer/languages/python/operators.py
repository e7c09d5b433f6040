"""Steps that run a special method without naming it: operators, comparisons, built-in functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.roles import ROLES as SHARED
from indexer.extract.terms import Op
from indexer.extract.values import NAMED
from indexer.languages.python import kinds
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.visitor import Handler, Visitor

Spec = dict[str, Any]
COMPARED = frozenset({b"==", b"!=", b"<", b">", b"<=", b">="})
HOLDING = frozenset({b"in", b"not in"})
OPERANDS = NAMED | {"binary_operator"}
CONVERTING = frozenset({
    b"abs", b"bool", b"bytes", b"dir", b"float", b"hash", b"int", b"len", b"next", b"repr", b"reversed", b"round",
    b"str",
})  # fmt: skip
GOING_THROUGH = frozenset({b"all", b"any", b"enumerate", b"frozenset", b"iter", b"list", b"set", b"sum", b"tuple"})


def _run(visitor: Visitor, place: Node, word: bytes, *operands: int) -> None:
    if all(operands):
        visitor.implied(place, visitor.term(Op.OPERATOR, visitor.text(word), *operands))


def binary(spec: Spec) -> Handler:
    """`a + b`."""
    plain = SHARED["operator"](spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        term = plain(visitor, node, context)
        if term and context != TYPE and any(child.type in OPERANDS for child in node.named_children):
            visitor.implied(node, term)
        return term

    return handle


def comparison(spec: Spec) -> Handler:
    """`a == b`, `a in b`: true or false; of several in a row the methods are not told."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.children
        terms = [visitor.visit(child, READ) for child in children if child.is_named]
        if len(children) == 3 and len(terms) == 2:
            left, sign, right = children
            word = text_of(visitor, sign)
            if word in COMPARED and (left.type in NAMED or right.type in NAMED):
                _run(visitor, node, word, *terms)
            elif word in HOLDING and right.type in NAMED:
                _run(visitor, node, b"in", terms[1])
        return visitor.literal(b"bool")

    return handle


def augmented(spec: Spec) -> Handler:
    """`a += b`."""
    plain = SHARED["assignment"](spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        left, _, right = node.children[:3]
        term = plain(visitor, node, context)
        if term and left.type in NAMED:
            uses = len(visitor.uses)
            target = visitor.visit(left, READ)
            del visitor.uses[uses:]  # seen before, as what is written to
            _run(visitor, right, text_of(visitor, node.children[1]), target, term)
        return term

    return handle


def sign(spec: Spec) -> Handler:
    """`-a`; as a key `-1` counts from the end."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        operand = node.named_children[-1]
        if visitor.keys and operand.type == "integer":
            text = text_of(visitor, node).replace(b" ", b"")
            return visitor.term(Op.CONSTANT, visitor.text(text[:20]), visitor.text(b"int"))
        term = visitor.visit(operand, READ)
        if operand.type in NAMED:
            _run(visitor, node, visitor.data[node.start_byte : node.start_byte + 1] + b"x", term)
        return term

    return handle


def raising(spec: Spec) -> Handler:
    """`raise Error`: what is raised is an object, also where only its class is named."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for place, child in enumerate(node.named_children):
            term = visitor.visit(child, READ)
            if place == 0 and child.kind_id in (kinds.IDENTIFIER, kinds.ATTRIBUTE):
                _run(visitor, child, b"raise", term)
        return 0

    return handle


def converted(visitor: Visitor, name: bytes, node: Node, argument: int) -> None:
    """`len(a)`, `list(a)`: what a built-in function runs of what it is given."""
    if not argument or node.type not in NAMED or node.kind_id == kinds.KEYWORD_ARGUMENT:
        return
    if name in CONVERTING:
        _run(visitor, node, name, argument)
    else:
        visitor.implied(node, visitor.term(Op.ITEM, argument))
