"""Headers of functions without a body, and types of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript.functions import ANNOTATIONS, parameters, signature_of, type_parameters

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _signature(spec: Spec) -> Handler:
    """A function's header without a body, or a function's type; both give back the type."""
    constructs = bool(spec.get("new"))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        index = visitor.found.by_node.get(node.id, -1)
        first = signature_of(visitor, index) if index >= 0 else 0
        scope, narrowed = visitor.enter("function", node), visitor.narrowed
        types: list[int] = []
        result = 0
        for child in node.named_children:
            kind = child.type
            if kind == "formal_parameters":
                types = parameters(visitor, child, index, first, 0)
            elif kind == "type_parameters":
                type_parameters(visitor, child, index, first)
            elif kind in ANNOTATIONS or index < 0:
                result = visitor.visit(child, TYPE) or result
            else:
                visitor.visit(child, READ)
        visitor.flow(Flow.RETURN_TYPE, index, first, result)
        visitor.scope, visitor.narrowed = scope, narrowed
        term = visitor.term(Op.FUNCTION_TYPE, result, *types)
        return visitor.term(Op.WRAP, visitor.text(b"new"), term) if constructs else term

    return handle


def _type_parameters(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        type_parameters(visitor, node, visitor.owner)
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "js_signature": _signature,
    "js_type_parameters": _type_parameters,
}
