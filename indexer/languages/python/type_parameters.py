"""Type parameters that Python writes out: `class Box[T: Row]`, `def first[T](…)`, `type Pair[A] = tuple[A, A]`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import TYPE
from indexer.extract.roles import compile_node
from indexer.extract.scopes import TYPE_PARAMETER, Scope
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages import load
from indexer.languages.python import kinds
from indexer.languages.python.narrowing import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
HEADER = {
    "scope": "class",
    "children": {"name": "skip", "superclasses": "bases", "type_parameters": "skip", "*": "read"},
}


def bind(visitor: Visitor, node: Node) -> None:
    """Bind the parameters listed here to what they stand for; each may say what it is at least."""
    for place, child in enumerate(node.named_children):
        inner = child.named_children[0] if child.named_children else child
        name, *bounds = inner.named_children if inner.kind_id == kinds.CONSTRAINED else (inner,)
        while name.kind_id != kinds.IDENTIFIER and name.named_children:
            name = name.named_children[0]  # a star in front of it, or its node as a type
        text = text_of(visitor, name)
        visitor.bind(text, TYPE_PARAMETER)
        visitor.flow(
            Flow.TYPE_PARAMETER,
            visitor.owner,
            place,
            visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(text)),
        )
        for bound in bounds:
            visitor.flow(Flow.BOUND, visitor.owner, place, visitor.visit(bound, TYPE))


def class_(spec: Spec) -> Handler:
    """A class; its type parameters stand around it: its bases and its methods see them."""
    plain = compile_node(HEADER, load("python").grammar_object, load("python"))

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        listed = node.child_by_field_name("type_parameters")
        if listed is None:
            return plain(visitor, node, context)
        before = visitor.scope
        visitor.scope = Scope("block", before)
        bind(visitor, listed)
        plain(visitor, node, context)
        visitor.scope = before
        return 0

    return handle


def alias(spec: Spec) -> Handler:
    """`type Name[T] = …`: the name stands for what it is given."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        before = visitor.enter("block", node)
        generic = left.named_children[0] if left is not None and left.named_children else None
        for child in generic.named_children if generic is not None else ():
            if child.kind_id == kinds.TYPE_PARAMETER:
                bind(visitor, child)
        if right is not None:
            visitor.flow(Flow.VALUE, visitor.owner, 0, visitor.visit(right, TYPE))
        visitor.scope = before
        return 0

    return handle
