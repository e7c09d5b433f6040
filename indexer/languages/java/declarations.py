"""Java's variables and nameless classes: what their names hold, what `this` is inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, READ, TYPE
from indexer.extract.scopes import LOCAL
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.java.functions import value
from indexer.languages.java.parts import (
    BLOCK,
    DIMENSIONS,
    IDENTIFIER,
    INITIALIZED,
    PLAIN,
    Spec,
    arrays,
    instance,
    kind_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node


def _declaration(spec: Spec) -> Handler:
    """`Type a = …, b[]`: fields and local variables."""
    declarator = kind_of("variable_declarator")

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = 0
        for child in node.named_children:
            kind = child.kind_id
            if kind == declarator:
                _declarator(visitor, child, declared)
            elif kind in PLAIN:
                visitor.visit(child, READ)
            else:
                declared = visitor.visit(child, TYPE)
        return 0

    return handle


def _declarator(visitor: Visitor, node: Node, declared: int) -> None:
    name, *rest = node.named_children
    for child in rest:
        if child.kind_id == DIMENSIONS:
            declared = arrays(visitor, declared, child)
    if declared:  # the name holds in its own value
        visitor.receive(name, BIND, instance(visitor, declared), True)
    given = 0
    for child in rest:
        given = value(visitor, child, instance(visitor, declared))
    if not declared:
        visitor.receive(name, BIND, given)


def _bound(spec: Spec) -> Handler:
    """One name with its type: a caught exception, a resource, a pattern."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        declared = given = 0
        name = None
        count = node.named_child_count
        for child in node.named_children:
            kind = child.kind_id
            if kind == IDENTIFIER and name is None and count > 1:
                name = child
            elif kind in PLAIN:
                visitor.visit(child, READ)
            elif name is not None or count == 1:
                given = visitor.visit(child, READ)
            else:
                declared = visitor.visit(child, TYPE)
        if name is not None:
            term = instance(visitor, declared) or given or visitor.incoming
            visitor.receive(name, BIND, term, bool(declared))
        return given

    return handle


def _catch_type(spec: Spec) -> Handler:
    """`A | B`: either."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return visitor.terms.union([visitor.visit(child, TYPE) for child in node.named_children])

    return handle


def _enum_constant(spec: Spec) -> Handler:
    """A constant with a body is an instance of a nameless class of its own."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            if child.type == "class_body":
                parent = visitor.found.definitions[visitor.owner].parent
                anonymous(visitor, child, visitor.term(Op.SYMBOL, parent) if parent >= 0 else 0)
            elif child.kind_id != IDENTIFIER:
                visitor.visit(child, READ)
        return 0

    return handle


def _initializer(visitor: Visitor, node: Node, nameless: int) -> None:
    """`{ … }` inside a nameless class has no owner that would tell the class: its scope does."""
    before = visitor.enter("block", node)
    visitor.incoming = nameless
    visitor.bind(INITIALIZED, LOCAL)
    visitor.incoming = 0
    visitor.children(node, READ)
    visitor.scope = before


def anonymous(visitor: Visitor, body: Node, base: int) -> int:
    """A nameless class: its members know what they are members of, and so does `this`."""
    before = visitor.enter("class", body)
    visitor.scope.closed = False
    nameless = visitor.term(Op.OBJECT, visitor.terms.fresh(), base)
    incoming = visitor.incoming
    for word, term in ((b"this", nameless), (b"super", instance(visitor, base))):
        visitor.incoming = term
        visitor.bind(word, LOCAL)
    visitor.incoming = 0
    for child in body.named_children:
        index = visitor.found.by_node.get(child.id, -1)
        visitor.flow(Flow.IMPLEMENTS, index, 0, nameless)
        if child.kind_id == BLOCK:
            _initializer(visitor, child, nameless)
        else:
            visitor.visit(child, READ)
    visitor.incoming = incoming
    visitor.scope = before
    return nameless


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "declaration": _declaration,
    "bound": _bound,
    "catch_type": _catch_type,
    "enum_constant": _enum_constant,
}
