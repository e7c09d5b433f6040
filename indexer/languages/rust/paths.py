"""Rust's names and paths: what is looked up, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.visitor import CALL, KIND_OF, NEW, READ, TYPE, WRITE, Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import current, member, use

if TYPE_CHECKING:
    from tree_sitter import Node


def capital(text: bytes) -> bool:
    return text.lstrip(b"_")[:1].isupper()


def text_of(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def visit_fields(visitor: Visitor, node: Node, fields: tuple[str, ...], context: int = READ) -> None:
    for field in fields:
        if (child := node.child_by_field_name(field)) is not None:
            visitor.visit(child, context)


def identifier(visitor: Visitor, node: Node, context: int) -> None:
    start = node.start_byte
    if start in visitor.by_name:
        return
    end = node.end_byte
    text, scope = visitor.data[start:end], current(visitor)
    if context == CALL and capital(text):
        context = NEW
    space = scope.types if text == b"Self" else scope
    visitor.uses.append((start, end, KIND_OF[READ if context > NEW else context], space, visitor.owner, 0, 0))


def type_identifier(visitor: Visitor, node: Node, context: int) -> None:
    index = visitor.by_name.get(node.start_byte)
    # An impl has its type's name: that is a use as well.
    if index is not None and visitor.found.definitions[index].kind != "impl":
        return
    if text_of(visitor, node) != b"_":
        use(visitor, node, NEW if context == NEW else TYPE, current(visitor).types)


def path(visitor: Visitor, node: Node, context: int) -> None:
    """`a::B::c`: the first name is looked up among the types and modules, the others hang on it."""
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path is not None:
        qualifier(visitor, path)
    if name is None:
        return
    if context != NEW:
        context = TYPE if name.kind_id == kinds.TYPE_IDENTIFIER else READ if context > NEW else context
        context = NEW if context == CALL and capital(text_of(visitor, name)) else context
    member(visitor, name, path, context)


def qualifier(visitor: Visitor, node: Node) -> None:
    kind = node.type
    if kind == "identifier":
        use(visitor, node, TYPE if capital(text_of(visitor, node)) else READ, current(visitor).types)
    elif kind == "scoped_identifier":
        path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
        if path is not None:
            qualifier(visitor, path)
        if name is not None:
            member(visitor, name, path, TYPE if capital(text_of(visitor, name)) else READ)
    else:
        visitor.visit(node, TYPE)


def field(visitor: Visitor, node: Node, context: int) -> None:
    value, *_, field = node.named_children
    visitor.visit(value, READ)
    if field.kind_id == kinds.FIELD_IDENTIFIER:
        span = value.start_byte, value.end_byte
        kind = KIND_OF[READ if context > NEW else context]
        visitor.uses.append((field.start_byte, field.end_byte, kind, None, visitor.owner, *span))


def struct_expression(visitor: Visitor, node: Node, context: int) -> None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is not None:
        visitor.visit(name, NEW)
    for part in body.named_children if body is not None else ():
        if part.type == "shorthand_field_initializer":
            field = part.named_children[-1]
            member(visitor, field, name, WRITE)
            visitor.visit(field, READ)
        elif part.type == "field_initializer":
            label = part.child_by_field_name("field")
            if label is not None and label.type == "field_identifier":
                member(visitor, label, name, WRITE)
            visit_fields(visitor, part, ("value",))
        else:
            visitor.visit(part, READ)


def type_binding(visitor: Visitor, node: Node, context: int) -> None:
    """`Item = T` inside type arguments: an associated type of the trait."""
    if (name := node.child_by_field_name("name")) is not None:
        member(visitor, name, None, TYPE)
    visit_fields(visitor, node, ("type_arguments", "type"), TYPE)
