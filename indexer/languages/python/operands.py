"""Small parts of Python: signs and slices of constant places, spread dictionaries, `nonlocal`, imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.scopes import Scope
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
PLAIN_SLICE = re.compile(rb"-?\d{0,3}:-?\d{0,3}")
NAMES = b"**"  # the word of an argument that stands for several by name


def spread_names(spec: Spec) -> Handler:
    """`**values` among arguments, or in a dictionary."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, READ)
        return visitor.term(Op.KEYWORD, visitor.text(NAMES), term) if term else 0

    return handle


def slice_(spec: Spec) -> Handler:
    """`1:3` as a key: which places it takes, where these are written as numbers."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before, visitor.keys = visitor.keys, False
        visitor.children(node, READ)
        visitor.keys = before
        text = text_of(visitor, node)
        word = text if PLAIN_SLICE.fullmatch(text) else b":"
        return visitor.term(Op.CONSTANT, visitor.text(word), visitor.text(b"slice"))

    return handle


def sign(spec: Spec) -> Handler:
    """`-1` as a key counts from the end."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        operand = node.named_children[-1]
        if visitor.keys and operand.type == "integer":
            text = text_of(visitor, node).replace(b" ", b"")
            return visitor.term(Op.CONSTANT, visitor.text(text[:20]), visitor.text(b"int"))
        return visitor.visit(operand, READ)

    return handle


def import_(spec: Spec) -> Handler:
    """An import inside a function binds there what means something else in the file."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for name, item in visitor.apart.get(node.id, ()):
            visitor.bind_import(name, item)
        return 0

    return handle


def nonlocal_(spec: Spec) -> Handler:
    """Names that belong to the function around."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            name = text_of(visitor, child)
            scope: Scope | None = visitor.scope.parent
            while scope is not None and name not in scope.names:
                scope = scope.parent
            if scope is not None and scope.kind == "function":
                visitor.declare_outer(name, scope)
        return 0

    return handle
