"""Scala's types as terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, NEW, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def instance(visitor: Visitor, declared: int) -> int:
    return visitor.term(Op.INSTANCE, declared) if declared else 0


def _type_word(spec: Spec) -> Handler:
    """The name of a type; `?` is any."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if visitor.data[node.start_byte : node.end_byte] == b"?":
            return 0
        return visitor.name(node, context if context in (CALL, NEW) or context > TYPE else TYPE)

    return handle


def _generic(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *groups = node.named_children
        term = visitor.visit(first, context if context == NEW else TYPE)
        given = [visitor.visit(part, TYPE) for group in groups for part in group.named_children]
        return visitor.term(Op.APPLY, term, *given) if term else 0

    return handle


def _stable_type(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        term = visitor.visit(first, READ)
        for name in rest[-1:]:
            term = visitor.member_name(name, first, NEW if context == NEW else TYPE, term)
        return term

    return handle


def _projected(spec: Spec) -> Handler:
    """`Outer#Inner`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, *rest = node.named_children
        term = visitor.visit(first, TYPE)
        for name in rest[-1:]:
            term = visitor.member_name(name, first, TYPE, term)
        return term

    return handle


def _function_type(spec: Spec) -> Handler:
    """`(A, B) => C`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        *before, last = node.named_children
        listed = [part for child in before for part in (child.named_children or [child])]
        parameters = [instance(visitor, visitor.visit(part, TYPE)) for part in listed]
        return visitor.term(Op.FUNCTION_TYPE, instance(visitor, visitor.visit(last, TYPE)), *parameters)

    return handle


def _first_type(spec: Spec) -> Handler:
    """Stands for its first part: `A with B`, `A*`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [visitor.visit(child, TYPE) for child in node.named_children]
        return terms[0] if terms else 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "type_word": _type_word,
    "scala_generic": _generic,
    "stable_type": _stable_type,
    "projected": _projected,
    "scala_function_type": _function_type,
    "first_type": _first_type,
}
