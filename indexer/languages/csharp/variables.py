"""C#: roles of fields, locals and what else statements bind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.names import confuse, initialiser
from indexer.languages.csharp.walk import plain, receiver_term

if TYPE_CHECKING:
    from tree_sitter import Node


@plain("variables")
def variables(visitor: Visitor, node: Node, context: int) -> int:
    """`Type a = 1, b`: fields and locals."""
    if not node.named_child_count:
        return 0
    declared, *rest = node.named_children
    term = visitor.visit(declared, TYPE)
    held = visitor.term(Op.INSTANCE, term) if term else 0
    for child in rest:
        if child.type == "variable_declarator":
            _declarator(visitor, child, declared, held)
        else:
            visitor.visit(child, READ)
    return 0


def _declarator(visitor: Visitor, node: Node, declared: Node, held: int) -> None:
    """`a = 1`: a field, or a local; each owns its initial value."""
    name, owner, before = node.child_by_field_name("name"), visitor.owner, visitor.incoming
    index = visitor.by_name.get(name.start_byte) if name is not None else None
    visitor.owner = index if index is not None else owner
    pattern, value = name, 0
    for child in node.children:
        if child.type == "tuple_pattern":
            pattern = child
        elif (child.is_named or child.type == "this") and (name is None or child.id != name.id):
            visitor.incoming = held
            in_type = visitor.scope.kind == "class"
            value = initialiser(visitor, child, READ) if in_type else receiver_term_of(visitor, child)
    visitor.incoming = before
    if pattern is not None:
        visitor.receive(pattern, BIND, held or value, bool(held))
    if index is not None:
        confuse(visitor, index, declared)
    visitor.owner = owner


def receiver_term_of(visitor: Visitor, node: Node) -> int:
    """A value; `this` has no node of its own."""
    return visitor.visit(node, READ) if node.is_named else receiver_term(visitor, node)


@plain("deconstruction")
def deconstruction(visitor: Visitor, node: Node, context: int) -> int:
    """`(a, b)` as names that take a value apart."""
    incoming = visitor.incoming
    for place, child in enumerate(node.named_children):
        visitor.incoming = visitor.term(Op.THROUGH, visitor.text(b"item %d" % place), incoming) if incoming else 0
        visitor.visit(child, BIND)
    visitor.incoming = incoming
    return 0


@plain("foreach")
def foreach(visitor: Visitor, node: Node, context: int) -> int:
    before = visitor.enter("block", node)
    declared, left = node.child_by_field_name("type"), node.child_by_field_name("left")
    right = node.child_by_field_name("right")
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    values = receiver_term_of(visitor, right) if right is not None else 0
    item = visitor.term(Op.ITEM, values) if values else 0
    item = visitor.term(Op.INSTANCE, term) if term else item
    if left is not None:
        visitor.receive(left, BIND, item)
    if (body := node.child_by_field_name("body")) is not None:
        visitor.visit(body, READ)
    visitor.scope = before
    return 0


@plain("catch")
def catch(visitor: Visitor, node: Node, context: int) -> int:
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    if name is not None:
        visitor.receive(name, BIND, visitor.term(Op.INSTANCE, term) if term else 0)
    return 0
