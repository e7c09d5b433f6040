"""Rust's names and paths: what is looked up, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, NEW, READ, TYPE, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import free, local, member, self_name, type_name, value_name

if TYPE_CHECKING:
    from tree_sitter import Node

STARTS = ("self", "super", "crate")


def capital(text: bytes) -> bool:
    return text.lstrip(b"_")[:1].isupper()


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def visit_field(visitor: Visitor, node: Node, field: str, context: int = READ) -> int:
    child = node.child_by_field_name(field)
    return visitor.visit(child, context) if child is not None else 0


def identifier(visitor: Visitor, node: Node, context: int) -> int:
    if node.start_byte in visitor.by_name:
        return 0
    text = text_of(visitor, node)
    if text == b"_":
        return 0
    context = NEW if context == CALL and capital(text) else READ if context > NEW else context
    if text == b"Self":
        return self_name(visitor, node, context)
    return value_name(visitor, node, context)


def type_identifier(visitor: Visitor, node: Node, context: int) -> int:
    index = visitor.by_name.get(node.start_byte)
    # An impl has its type's name: that is a use as well.
    if index is not None and visitor.found.definitions[index].kind != "impl":
        return 0
    if text_of(visitor, node) == b"_":
        return 0
    return type_name(visitor, node, NEW if context == NEW else TYPE)


def primitive(visitor: Visitor, node: Node, context: int) -> int:
    return visitor.term(Op.WRAP, visitor.text(text_of(visitor, node)))


def receiver(visitor: Visitor, node: Node, context: int) -> int:
    """`self` as a value."""
    return max(local(visitor, b"self", node.start_byte), 0)


def path(visitor: Visitor, node: Node, context: int) -> int:
    """`a::B::c`: the first name is looked up among the types and modules, the others hang on it."""
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    if name is None:
        return 0
    base = qualifier(visitor, path) if path is not None else free(visitor, b"::", kinds.TYPES)
    space = kinds.VALUES
    if context == NEW or name.kind_id == kinds.TYPE_IDENTIFIER:
        context, space = (NEW if context == NEW else TYPE), kinds.TYPES
    elif context == CALL:
        context = NEW if capital(text_of(visitor, name)) else CALL
    elif context > NEW:
        context = READ
    return member(visitor, name, base, path, context, space)


def qualifier(visitor: Visitor, node: Node) -> int:
    """What stands before `::`."""
    kind = node.kind_id
    if kind == kinds.IDENTIFIER:
        return type_name(visitor, node, TYPE if capital(text_of(visitor, node)) else READ)
    if kind == kinds.SCOPED_IDENTIFIER:
        path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        base = qualifier(visitor, path) if path is not None else free(visitor, b"::", kinds.TYPES)
        if name is None or not base:
            return 0
        if name.kind_id != kinds.IDENTIFIER:  # `super::super`
            return visitor.term(Op.MEMBER, base, visitor.text(text_of(visitor, name)), kinds.TYPES)
        context = TYPE if capital(text_of(visitor, name)) else READ
        return member(visitor, name, base, path, context, kinds.TYPES)
    if node.type in STARTS:
        return free(visitor, text_of(visitor, node), kinds.TYPES)
    return visitor.visit(node, TYPE)


def field(visitor: Visitor, node: Node, context: int) -> int:
    """`value.field`, `value.method`, `value.0`."""
    value, *_, name = node.named_children
    base = visitor.visit(value, READ)
    space = kinds.METHODS if context == CALL else kinds.FIELDS
    if name.kind_id == kinds.FIELD_IDENTIFIER:
        return member(visitor, name, base, value, READ if context > NEW else context, space)
    return visitor.term(Op.MEMBER, base, visitor.text(text_of(visitor, name)), kinds.FIELDS) if base else 0


def parenthesized(visitor: Visitor, node: Node, context: int) -> int:
    """`(value.field)(…)` calls what the field holds."""
    inner = node.named_children
    if context == CALL and len(inner) == 1 and inner[0].kind_id == kinds.FIELD_EXPRESSION:
        value, *_, name = inner[0].named_children
        if name.kind_id == kinds.FIELD_IDENTIFIER:
            return member(visitor, name, visitor.visit(value, READ), value, CALL, kinds.FIELDS)
    return visitor.children(node, context)


def struct_expression(visitor: Visitor, node: Node, context: int) -> int:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    made = visitor.visit(name, NEW) if name is not None else 0
    shape = visitor.term(Op.THROUGH, visitor.text(b"shape"), made) if made else 0
    values: list[int] = []
    for part in body.named_children if body is not None else ():
        if part.type == "shorthand_field_initializer":
            label = part.named_children[-1]
            member(visitor, label, 0, name, WRITE, kinds.FIELDS)  # field and variable at once: neither is told
            value = visitor.visit(label, READ)
        elif part.type == "field_initializer":
            label = part.named_children[0]
            if label.kind_id == kinds.FIELD_IDENTIFIER:
                member(visitor, label, shape, name, WRITE, kinds.FIELDS)
            value = visit_field(visitor, part, "value")
        else:
            visitor.visit(part, READ)
            continue
        if value:
            values.append(visitor.term(Op.KEYWORD, visitor.text(text_of(visitor, label)), value))
    return visitor.term(Op.NEW, made, *values) if made else 0
