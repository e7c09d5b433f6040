"""Zig: its grammar keeps chains, types and declarations as flat lists; this reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, BIND, CALL, NEW, READ, TYPE, WRITE
from indexer.extract.text import one_line
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

WORDS = ("pub", "export", "extern", "inline", "noinline", "threadlocal", "comptime")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    node = definition.node
    if node.type == "TestDecl":
        definition.name = definition.name.strip(b'"')
        definition.name_start += 1
        definition.decorators.append("test")
        definition.signature = f'test "{definition.name.decode("utf-8", "replace")}"'
    elif node.type == "ContainerField":
        _skip_comments(definition, node, data)
    elif node.type in ("Decl", "VarDecl"):
        _declaration(definition, node, data)


def _skip_comments(definition: Definition, node: Node, data: bytes) -> None:
    """A field's documentation stands inside its node."""
    children = [child for child in node.children if child.type != "doc_comment"]
    if children:
        definition.start = children[0].start_byte
        definition.signature = one_line(data[definition.start : node.end_byte], 160)
    colon = next((child for child in node.children if child.type == ":"), None)
    if colon is not None:
        definition.return_type = one_line(data[colon.end_byte : _before_value(node)], 200)


def _before_value(node: Node) -> int:
    equals = next((child for child in node.children if child.type == "="), None)
    return equals.start_byte if equals is not None else node.end_byte


def _declaration(definition: Definition, node: Node, data: bytes) -> None:
    """Words in front, the span that holds them, and the header that a reader expects."""
    outer = node.parent if node.type == "VarDecl" and node.parent is not None and node.parent.type == "Decl" else node
    start, before = outer, outer.prev_sibling
    if before is not None and before.type == "pub":
        start = before
        definition.modifiers.append("pub")
    definition.modifiers.extend(child.type for child in outer.children if child.type in WORDS)
    definition.start, definition.end = start.start_byte, outer.end_byte
    if node.type == "Decl":
        _function(definition, node, data)
    elif definition.kind in ("variable", "field"):
        definition.kind = "constant" if any(child.type == "const" for child in node.children) else "variable"
        _typed(definition, node, data)
    stop = _signature_end(definition, outer)
    definition.signature = one_line(data[definition.start : stop], 160 if definition.body is None else 500).rstrip(" ;")


def _signature_end(definition: Definition, outer: Node) -> int:
    if definition.body is None:
        return outer.end_byte
    return definition.body.start_byte if outer.type == "Decl" and definition.kind == "function" else _head(definition)


def _head(definition: Definition) -> int:
    """`const S = struct`: the word that opens the container is its head's end."""
    body = definition.body
    assert body is not None
    return body.start_byte if definition.kind == "method" or body.type in ("Block", "{") else body.end_byte


def _function(definition: Definition, node: Node, data: bytes) -> None:
    definition.body = next((child for child in node.named_children if child.type == "Block"), None)
    proto = next(child for child in node.named_children if child.type == "FnProto")
    rows: list[tuple[str, str | None, str | None]] = []
    for part in proto.named_children:
        if part.type == "ParamDeclList":
            rows.extend(_parameter(child, data) for child in part.named_children if child.type == "ParamDecl")
    definition.parameters = rows
    result = proto.named_children[-1]
    if result.type != "ParamDeclList":
        mark = result.prev_sibling
        start = mark.start_byte if mark is not None and mark.type == "!" else result.start_byte
        definition.return_type = one_line(data[start : result.end_byte], 200)


def _parameter(node: Node, data: bytes) -> tuple[str, str | None, str | None]:
    name = node.child_by_field_name("parameter")
    kind = next((child for child in node.named_children if child.type == "ParamType"), None)
    text = one_line(data[kind.start_byte : kind.end_byte], 200) if kind is not None else None
    return one_line(data[name.start_byte : name.end_byte]) if name is not None else "", text, None


def _typed(definition: Definition, node: Node, data: bytes) -> None:
    colon = next((child for child in node.children if child.type == ":"), None)
    if colon is not None:
        definition.return_type = one_line(data[colon.end_byte : _before_value(node)], 200)


def refine_import(item: Import, data: bytes) -> None:
    """`const x = @import("y").z` binds x to z of y."""
    parts = item.node.named_children[2:]
    if parts and parts[0].type == "FieldOrFnCall":
        name = parts[0].named_children[0]
        item.imported_name = data[name.start_byte : name.end_byte]
    outer = item.node.parent.parent if item.node.parent is not None else None
    if outer is not None and outer.type == "VarDecl" and len(parts) < 2:
        name = outer.named_children[0]
        item.local_name = data[name.start_byte : name.end_byte]
    else:
        item.local_name = None


def _decl(spec: dict[str, Any]) -> Handler:
    """A function opens a scope, a variable does not."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if not any(child.type == "FnProto" for child in node.named_children):
            visitor.children(node, READ)
            return
        before = visitor.enter("function", node)
        visitor.children(node, READ)
        visitor.scope = before

    return handle


def _container_field(spec: dict[str, Any]) -> Handler:
    """Fields are not in scope by their bare names."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_node.get(node.id)
        if index is not None:
            name = visitor.found.definitions[index].name
            if visitor.scope.names.get(name) == index:
                del visitor.scope.names[name]
        valued = False
        for child in node.children:
            valued = valued or child.type == "="
            named = index is not None and _holds_name(visitor, child, index)
            if child.is_named and not named and child.type != "IDENTIFIER":
                visitor.visit(child, READ if valued else TYPE)

    return handle


def _holds_name(visitor: Visitor, node: Node, index: int) -> bool:
    return node.start_byte == visitor.found.definitions[index].name_start


def _variable(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        wanted = READ
        for child in node.children:
            if child.type == ":":
                wanted = TYPE
            elif child.type == "=":
                wanted = READ
            elif child.type == "IDENTIFIER":
                visitor.name(child, BIND)
            elif child.is_named:
                visitor.visit(child, wanted)

    return handle


def _error_union(spec: dict[str, Any]) -> Handler:
    """`T{ … }`: the literal's type stands right before its list."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        following = node.next_named_sibling
        if following is not None and following.type == "InitList":
            context = NEW
        children = node.named_children
        for child in children:
            visitor.visit(child, context if child.id == children[-1].id else TYPE)

    return handle


def _suffix(spec: dict[str, Any]) -> Handler:
    """`a.b(c).d`: a primary, then accesses and calls, side by side."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        children = node.named_children
        last = len(children) - 1
        for position, child in enumerate(children):
            called = position < last and children[position + 1].type == "FnCallArguments"
            wanted = CALL if called else (context if position == last else READ)
            if child.type == "IDENTIFIER":
                _primary(visitor, node, child, position, wanted)
            elif child.type == "FieldOrFnCall":
                _access(visitor, node, child, children[position - 1] if position else None, wanted)
            else:
                visitor.visit(child, READ if child.type in ("FnCallArguments", "SuffixOp") else wanted)

    return handle


def _primary(visitor: Visitor, node: Node, name: Node, position: int, wanted: int) -> None:
    if node.field_name_for_named_child(position) == "field_constant":
        visitor.member_span(name, 0, 0, wanted if wanted == CALL else READ)
    else:
        visitor.visit(name, wanted)


def _access(visitor: Visitor, chain: Node, node: Node, before: Node | None, wanted: int) -> None:
    end = before.end_byte if before is not None else chain.start_byte
    for index, child in enumerate(node.named_children):
        if child.type != "IDENTIFIER":
            visitor.visit(child, READ)
        elif node.field_name_for_named_child(index) == "function_call":
            visitor.member_span(child, chain.start_byte, end, CALL)
        else:
            visitor.member_span(child, chain.start_byte, end, wanted)


def _assign(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        children = node.named_children
        writes = any(child.type == "AssignOp" for child in children)
        for child in children:
            visitor.visit(child, ASSIGN if writes and child.id == children[0].id else READ)

    return handle


def _field_init(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        owner = node.parent.prev_named_sibling if node.parent is not None else None
        typed = owner is not None and owner.type == "ErrorUnionExpr"
        for child in node.named_children:
            if child.type == "IDENTIFIER":
                visitor.member_name(child, owner if typed else None, WRITE)
            else:
                visitor.visit(child, READ)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "decl": _decl,
    "container_field": _container_field,
    "variable": _variable,
    "error_union": _error_union,
    "suffix": _suffix,
    "assign": _assign,
    "field_init": _field_init,
}
