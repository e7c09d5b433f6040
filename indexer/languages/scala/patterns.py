"""Scala's patterns, loops and branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, PARAM, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.scala.types import instance
from indexer.languages.scala.values import cases

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _enumerator(spec: Spec) -> Handler:
    """`x <- xs` takes each element; `y = x` the whole."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        pattern, *rest = [child for child in node.named_children if not child.is_extra]
        drawn = any(child.type == "<-" for child in node.children)
        for place, child in enumerate(rest):
            term = visitor.visit(child, READ)
            if place == 0:
                visitor.receive(pattern, BIND, visitor.term(Op.ITEM, term) if term and drawn else term)
        return 0

    return handle


def _match(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
        subject = visitor.visit(value, READ) if value is not None else 0
        return cases(visitor, body, subject) if body is not None else 0

    return handle


def _typed_pattern(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        pattern, declared = node.child_by_field_name("pattern"), node.child_by_field_name("type")
        term = visitor.visit(declared, TYPE) if declared is not None else 0
        if pattern is not None:
            visitor.receive(pattern, BIND, instance(visitor, term), bool(term))
        return 0

    return handle


def _class_pattern(spec: Spec) -> Handler:
    """`Type(a, b)`: the parts are the class's parameters in order."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        made = visitor.visit(first, TYPE)
        for place, child in enumerate(rest):
            number = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"Int"))
            part = visitor.term(Op.THROUGH, visitor.text(b"component"), made, number) if made else 0
            visitor.receive(child, BIND, part)
        return 0

    return handle


def _parts(spec: Spec) -> Handler:
    """A pattern of several parts of which nothing is known."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if context != BIND:
            return visitor.children(node, READ)
        for child in node.named_children:
            visitor.receive(child, BIND, 0)
        return 0

    return handle


def _last(spec: Spec) -> Handler:
    """A block gives what its last expression gives."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("block", node)
        term = 0
        for child in node.named_children:
            term = visitor.visit(child, READ)
        visitor.scope = before
        return term

    return handle


def _if(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = []
        for place, child in enumerate(node.named_children):
            term = visitor.visit(child, READ)
            if node.field_name_for_named_child(place) in ("consequence", "alternative"):
                terms.append(term)
        return visitor.terms.union(terms)

    return handle


def _binding(spec: Spec) -> Handler:
    """`name: Type` among a function's parameters: the type says more than who calls it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, declared = node.child_by_field_name("name"), 0
        for child in node.named_children:
            if name is None or child.id != name.id:
                declared = visitor.visit(child, TYPE)
        if name is not None:
            visitor.receive(name, PARAM, instance(visitor, declared) or visitor.incoming, bool(declared))
        return 0

    return handle


def _stable(spec: Spec) -> Handler:
    """`a.b.c`: read from left to right, also inside a pattern."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before, *rest = node.named_children
        term = visitor.visit(before, READ)
        for name in rest:
            term = visitor.member_span(name, node.start_byte, before.end_byte, READ, term)
            before = name
        return term

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "binding": _binding,
    "stable": _stable,
    "enumerator": _enumerator,
    "match": _match,
    "typed_pattern": _typed_pattern,
    "class_pattern": _class_pattern,
    "parts": _parts,
    "scala_last": _last,
    "scala_if": _if,
}
