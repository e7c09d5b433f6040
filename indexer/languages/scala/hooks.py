"""Scala: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.describe import read_parameters
from indexer.extract.scopes import AMBIGUOUS
from indexer.extract.visitor import BIND, CALL, NEW, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages import load

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

Spec = dict[str, Any]
WORDS = (b"this", b"super", b"_")
COMPARISONS = (b"==", b"!=", b"<=", b">=")
OUTSIDE = ("annotation", "modifiers", "type_parameters")  # seen before the members are


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition is found.definitions[0]:
        found.package = _package(definition.node, data)
    node = definition.node
    lists = [c for c in node.named_children if c.type in ("parameters", "class_parameters")]
    for more in lists[1:]:
        definition.parameters = (definition.parameters or []) + read_parameters(more, load("scala").parts, data)
    words = {child.type for child in node.children}
    if node.type == "class_parameter" and not words & {"val", "var"} and not _is_case(node):
        definition.visibility = "private"
    elif any(word.startswith(("private[", "protected[")) and word[-6:] != "[this]" for word in definition.modifiers):
        definition.visibility = "internal"


def _is_case(parameter: Node) -> bool:
    """Parameters of a case class, also behind a list of its own, are its fields."""
    owner = parameter.parent.parent if parameter.parent is not None else None
    return owner is not None and (owner.type == "full_enum_case" or any(c.type == "case" for c in owner.children))


def _package(node: Node, data: bytes) -> bytes:
    """`package a.b` followed by `package c` is a.b.c."""
    root = node
    while root.parent is not None:
        root = root.parent
    clauses = [c for c in root.named_children if c.type == "package_clause" and c.child_by_field_name("body") is None]
    names = [name for c in clauses if (name := c.child_by_field_name("name")) is not None]
    return b".".join(b"".join(data[name.start_byte : name.end_byte].split()) for name in names)


def refine_import(item: Import, data: bytes) -> None:
    path = [c for i, c in enumerate(item.node.named_children) if item.node.field_name_for_named_child(i) == "path"]
    if item.imported is not None and path and path[-1] == item.imported:
        path.pop()
    if not path:
        item.module_text = item.imported_name or b""
        return
    item.module = path[-1]
    item.module_text = b"".join(data[path[0].start_byte : path[-1].end_byte].split())


def _word(spec: Spec) -> Handler:
    """In a pattern a lower-case name binds; others, and those in backquotes, are looked up."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        text = visitor.data[node.start_byte : node.end_byte]
        if text in WORDS:
            return
        looked_up = context == BIND and (text[:1] == b"`" or text[:1].isupper())
        visitor.name(node, READ if looked_up else context)

    return handle


def _class(spec: Spec) -> Handler:
    """Parameters are members; a companion shares its class's name, so that a use of it may mean either."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        _mark_companion(visitor, node)
        before = visitor.enter("block", node)
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        for child in node.named_children:
            if child.type in OUTSIDE:
                visitor.visit(child, READ)
        visitor.enter("class", node)
        for child in node.named_children:
            if body is not None and child.id == body.id:
                visitor.scope.closed &= not any(c.type == "self_type" for c in body.named_children)
                visitor.children(body, READ)
            elif child.type not in OUTSIDE and (name is None or child.id != name.id):
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _mark_companion(visitor: Visitor, node: Node) -> None:
    index = visitor.found.by_node.get(node.id)
    if index is not None:
        name = visitor.found.definitions[index].name
        if visitor.scope.names.get(name, index) != index:
            visitor.scope.names[name] = AMBIGUOUS


def _value(spec: Spec) -> Handler:
    """A name alone binds whatever its case."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field != "pattern":
                visitor.visit(child, TYPE if field == "type" else READ)
            elif child.type == "identifier":
                visitor.name(child, BIND)
            elif child.type == "identifiers":
                for name in child.named_children:
                    visitor.name(name, BIND)
            else:
                visitor.visit(child, BIND)

    return handle


def _stable(spec: Spec) -> Handler:
    """`a.b.c`: read from left to right, also inside a pattern."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before, *rest = node.named_children
        visitor.visit(before, READ)
        for name in rest:
            visitor.member_span(name, node.start_byte, before.end_byte, READ)
            before = name

    return handle


def _stable_type(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        for name in rest[-1:]:
            visitor.member_name(name, first, NEW if context == NEW else TYPE)

    return handle


def _arguments(spec: Spec) -> Handler:
    """`name = value`: the name is the parameter's."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            left = child.child_by_field_name("left") if child.type == "assignment_expression" else None
            if left is not None and left.type == "identifier":
                visitor.visit(child.named_children[-1], READ)
            else:
                visitor.visit(child, READ)

    return handle


def _infix(spec: Spec) -> Handler:
    """`a name b` calls `name` on `a`; `a += b` writes `a`."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        symbol = visitor.data[operator.start_byte : operator.end_byte] if operator is not None else b""
        writes = symbol.endswith(b"=") and symbol not in COMPARISONS
        for child in node.named_children:
            if operator is not None and child.id == operator.id:
                if child.type == "identifier":
                    visitor.member_name(child, left, CALL)
            else:
                is_left = left is not None and child.id == left.id
                visitor.visit(child, WRITE if writes and is_left else READ)

    return handle


def _postfix(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        first, *rest = node.named_children
        visitor.visit(first, READ)
        for name in rest:
            if name.type == "identifier" and visitor.data[name.start_byte : name.end_byte] not in WORDS:
                visitor.member_name(name, first, CALL)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "word": _word,
    "class": _class,
    "value": _value,
    "stable": _stable,
    "stable_type": _stable_type,
    "arguments": _arguments,
    "infix": _infix,
    "postfix": _postfix,
}
