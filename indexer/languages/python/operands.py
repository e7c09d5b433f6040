"""Small parts of Python: elements, slices of constant places, what is spread, `nonlocal`, imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, READ, TYPE
from indexer.extract.scopes import Scope
from indexer.extract.terms import Op
from indexer.extract.values import MOST
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
PLAIN_SLICE = re.compile(rb"-?\d{0,3}:-?\d{0,3}")
FOLLOWED = frozenset({"attribute", "call", "subscript"})  # what may follow a name behind a star
STAR = ord("*")
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


def spread(spec: Spec) -> Handler:
    """`*values` among elements or arguments; the grammar may read `[*a.b]` as `[(*a).b]`."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.children(node, context if context >= ASSIGN else READ)
        if not term or (node.parent is not None and node.parent.type in FOLLOWED):
            return term
        return visitor.term(Op.SPREAD, term)

    return handle


def elements(spec: Spec) -> Handler:
    """A list or set that is written out."""
    kind = spec.get("value", "list").encode()

    def element(visitor: Visitor, node: Node, context: int) -> int:
        term = visitor.visit(node, context)
        is_spread = term and node.type in FOLLOWED and visitor.data[node.start_byte] == STAR
        return visitor.term(Op.SPREAD, term) if is_spread else term

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        terms = [element(visitor, child, context if context == TYPE else READ) for child in node.named_children]
        return visitor.term(Op.SEQUENCE, visitor.text(kind), *[term for term in terms if term][:MOST])

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
