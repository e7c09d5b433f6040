"""Lua: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.scopes import LOCAL
from indexer.extract.text import decode, one_line
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

Spec = dict[str, Any]


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """`M.f` is a function of a table, `M:f` a method; what is local stays in the file unless it is returned."""
    node = definition.node
    if definition.kind == "method" and not _is_method(node):
        definition.kind = "function"
    if definition.name_end and data.startswith(b"local ", node.start_byte):
        definition.visibility = "public" if definition.name in found.exports else "private"
        definition.modifiers.append("local")
    if (function := _value(node)) is not None:
        _describe_function(definition, function, data)
    if node.type == "function_declaration" and (parameters := node.child_by_field_name("parameters")) is not None:
        definition.signature = one_line(data[node.start_byte : parameters.end_byte])


def _is_method(node: Node) -> bool:
    name = node.child_by_field_name("name")
    return name is not None and name.type == "method_index_expression"


def _value(node: Node) -> Node | None:
    """The function that a variable or a field is given."""
    if node.type == "field":
        value = node.child_by_field_name("value")
    else:
        inner = node.named_children[0] if node.type == "variable_declaration" and node.named_child_count else node
        lists = [child for child in inner.named_children if child.type == "expression_list"]
        value = lists[0].named_children[0] if lists and lists[0].named_child_count else None
    return value if value is not None and value.type == "function_definition" else None


def _describe_function(definition: Definition, function: Node, data: bytes) -> None:
    parameters = function.child_by_field_name("parameters")
    if parameters is not None:
        definition.parameters = [
            (decode(data[p.start_byte : p.end_byte]), None, None) for p in parameters.named_children
        ]
        definition.signature = one_line(data[definition.node.start_byte : parameters.end_byte])
    definition.body = function.child_by_field_name("body")


def spell(definition: Definition, found: Found, inside: str) -> str:
    """`M.f`, `M:f`, as they are called."""
    name = decode(definition.name)
    if definition.container:
        inside = ".".join(part for part in (inside, decode(definition.container)) if part)
    if not inside:
        return name
    return f"{inside}:{name}" if definition.kind == "method" else f"{inside}.{name}"


def _local(spec: Spec) -> Handler:
    """The values are read before the names exist."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        inner = node.named_children[0] if node.named_child_count else node
        for part in inner.named_children if inner.type == "assignment_statement" else (inner,):
            if part.type != "variable_list":
                visitor.visit(part, READ)
                continue
            for name in part.named_children:
                if name.type == "identifier":
                    _bind(visitor, name, node.end_byte)

    return handle


def _bind(visitor: Visitor, name: Node, since: int) -> None:
    text = visitor.data[name.start_byte : name.end_byte]
    index = visitor.found.by_name.get(name.start_byte)
    if index is not None:
        visitor.declare(text, index)
    else:
        visitor.scope.bind(text, LOCAL, since)


def _field(spec: Spec) -> Handler:
    """`name = value` inside a table: the key is no reference."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        bracketed = node.child_count > 0 and node.children[0].type == "["
        for index, child in enumerate(node.named_children):
            if bracketed or node.field_name_for_named_child(index) != "name":
                visitor.visit(child, READ)

    return handle


def _function(spec: Spec) -> Handler:
    """The table that a function is put into is read; parameters and body are the function's own."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name = node.child_by_field_name("name")
        if name is not None and name.type != "identifier":
            visitor.visit(name, READ)
        before = visitor.enter("function", node)
        for child in node.named_children:
            if child != name:
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {"local": _local, "field": _field, "lua_function": _function}
