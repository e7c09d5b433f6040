"""SQL: what neither the table nor the query can say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, KIND_OF, READ, TYPE, WRITE
from indexer.extract.definitions import CALLABLE
from indexer.extract.scopes import CALLED, LOCAL
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

Spec = dict[str, Any]
QUOTES = b"\"`[]'"
PROCEDURE = re.compile(rb"(\bCREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?)PROCEDURE\b", re.IGNORECASE)
NAMED_KEY = re.compile(rb"\bCONSTRAINT\s+\S+\s+(?=FOREIGN\s+KEY\b)", re.IGNORECASE)
HASH_COMMENT = re.compile(rb"^([ \t]*)#[^\r\n]", re.MULTILINE)
TEMPLATE = re.compile(rb"\{\{[^{}\r\n]*\}\}")
BLANKED = re.compile(rb"[^\r\n]")
BODIES = ("column_definitions", "create_query", "function_body", "enum_elements")


def prepare(data: bytes) -> bytes:
    """The text becomes what the grammar knows, in place: no procedures, `#` comments, named foreign keys, templates."""
    data = TEMPLATE.sub(lambda match: BLANKED.sub(b" ", match[0]), data)
    data = HASH_COMMENT.sub(rb"\1--", data)
    data = PROCEDURE.sub(rb"\1FUNCTION ", data)
    return NAMED_KEY.sub(lambda match: BLANKED.sub(b" ", match[0]), data)


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Quotes are not part of a name; the signature ends where columns, query or code begin."""
    bare = definition.name.strip(QUOTES)
    if bare != definition.name:
        definition.name, definition.name_start = bare, definition.name_start + 1
    if definition.container is not None:
        definition.container = definition.container.strip(QUOTES)
    node = definition.node
    if definition.kind == "method":
        definition.kind = "function"
    body = next((child for child in node.named_children if child.type in BODIES), None)
    if body is not None:
        definition.body = body
        text = one_line(data[node.start_byte : body.start_byte])
        definition.signature = text.removesuffix(" AS").removesuffix(" as")
    if definition.kind == "procedure":
        _describe_procedure(definition, node, data)
    elif definition.kind in CALLABLE:
        _describe_function(definition, node, data)
    elif definition.kind == "column":
        _describe_column(definition, node, data)


def _describe_procedure(definition: Definition, node: Node, data: bytes) -> None:
    arguments = node.next_named_sibling
    if arguments is not None and arguments.type == "function_arguments":
        definition.parameters = [_parameter(part, data) for part in arguments.named_children if not part.is_extra]
        definition.end = arguments.end_byte
    definition.signature = "CREATE PROCEDURE " + one_line(data[node.start_byte : definition.end])


def _describe_function(definition: Definition, node: Node, data: bytes) -> None:
    returns = False
    for child in node.named_children:
        if child.type == "function_arguments":
            definition.parameters = [_parameter(part, data) for part in child.named_children if not part.is_extra]
        elif returns and child.type not in ("keyword_setof", "keyword_table"):
            definition.return_type = node_text(child, data, 200)
            return
        returns = returns or child.type == "keyword_returns"


def _parameter(node: Node, data: bytes) -> tuple[str, str | None, str | None]:
    parts = [child for child in node.named_children if not child.type.startswith("keyword_")]
    names = [child for child in parts if child.type == "identifier"]
    types = [child for child in parts if child.type != "identifier"]
    name = node_text(names[0], data, 80) if names else ""
    return name, node_text(types[0], data, 120) if types else None, None


def _describe_column(definition: Definition, node: Node, data: bytes) -> None:
    declared = node.child_by_field_name("type") or node.child_by_field_name("custom_type")
    definition.return_type = node_text(declared, data, 120) if declared is not None else None


def _span(visitor: Visitor, node: Node) -> tuple[int, int]:
    """A name without its quotes."""
    text = visitor.data[node.start_byte : node.end_byte]
    quoted = len(text) > 2 and text[:1] in b'"`['
    return node.start_byte + quoted, node.end_byte - quoted


def _table(spec: Spec) -> Handler:
    """A table, view, type or function by its name, maybe behind a schema."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name, schema = node.child_by_field_name("name"), node.child_by_field_name("schema")
        if name is None:
            return
        start, end = _span(visitor, name)
        if name.start_byte in visitor.found.by_name:
            _declare(visitor, visitor.data[start:end], visitor.found.by_name[name.start_byte], schema)
            return
        kind = KIND_OF[CALL if context == CALL else TYPE]
        hint = (schema.start_byte, schema.end_byte) if schema is not None else (0, 0)
        scope = visitor.scope if schema is None else None
        visitor.use(start, end, kind, scope, *hint)

    return handle


def _declare(visitor: Visitor, name: bytes, index: int, schema: Node | None) -> None:
    if schema is None:
        called = visitor.found.definitions[index].kind in CALLABLE
        visitor.file_scope.bind(name + CALLED if called else name, index)


def _column(spec: Spec) -> Handler:
    """`t.c`, or `c` alone: a column belongs to a table that only the query as a whole tells."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        table = next((child for child in node.named_children if child.type == "object_reference"), None)
        name = node.child_by_field_name("name") or node.child_by_field_name("column")
        if name is None and node.named_child_count == 1:
            name = node.named_children[0]
        if table is not None:
            visitor.visit(table, READ)
        if name is None or name.type != "identifier":
            return
        start, end = _span(visitor, name)
        if table is None and _is_local(visitor, visitor.data[start:end]):
            return
        hint = (table.start_byte, table.end_byte) if table is not None else (0, 0)
        visitor.member(start, end, KIND_OF[WRITE if context == WRITE else READ], *hint, base=0)

    return handle


def _is_local(visitor: Visitor, name: bytes) -> bool:
    scope = visitor.scope
    while name not in scope.names and scope.parent is not None:
        scope = scope.parent
    return scope.names.get(name, 0) < 0


def _alias(spec: Spec) -> Handler:
    """A name that the statement gives: to a table, a column, a sub-query, a parameter."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "identifier":
                start, end = _span(visitor, child)
                visitor.scope.bind(visitor.data[start:end], LOCAL)
        for child in node.named_children:
            visitor.visit(child, READ)

    return handle


def _trigger(spec: Spec) -> Handler:
    """`EXECUTE FUNCTION f` calls f; the other names are tables."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        wanted = READ
        for child in node.named_children:
            visitor.visit(child, wanted)
            wanted = CALL if child.type in ("keyword_function", "keyword_procedure") else READ

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "table": _table,
    "column": _column,
    "alias": _alias,
    "trigger": _trigger,
}
