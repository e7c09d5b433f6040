"""Rust's names and paths: what is looked up, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.visitor import CALL, NEW, READ, TYPE, WRITE, Visitor
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
    if node.start_byte in visitor.found.by_name:
        return
    text, scope = text_of(visitor, node), current(visitor)
    context = NEW if context == CALL and capital(text) else context
    use(visitor, node, READ if context > NEW else context, scope.types if text == b"Self" else scope)


def type_identifier(visitor: Visitor, node: Node, context: int) -> None:
    index = visitor.found.by_name.get(node.start_byte)
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
        context = TYPE if name.type == "type_identifier" else READ if context > NEW else context
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
    value, field = node.child_by_field_name("value"), node.child_by_field_name("field")
    if value is not None:
        visitor.visit(value, READ)
    if field is not None and field.type == "field_identifier":
        member(visitor, field, value, READ if context > NEW else context)


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
