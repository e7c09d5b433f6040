"""Swift: directives, implicit members, parameters without a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import CALL, KIND_OF, NEW, READ, TYPE, Handler, Visitor
from indexer.languages import load
from indexer.languages.swift.bindings import binding, pattern

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

DIRECTIVE = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif)\b[^\r\n]*", re.MULTILINE)
VISIBILITY: dict[str, str] = load("swift").visibility["words"]
Parameter = tuple[str, str | None, str | None]


def prepare(data: bytes) -> bytes:
    """Blank `#if` and its kin: each branch is whole in itself, and the grammar stumbles over conditions."""
    if b"#if" not in data:
        return data
    return DIRECTIVE.sub(lambda match: b" " * len(match[0]), data)


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Members are properties; a function's parameters are its direct children."""
    node = definition.node
    if definition.kind == "field":
        definition.kind = "property"
    elif definition.kind == "variable" and any(child.type == "value_binding_pattern" for child in node.children):
        words = [child for child in node.children if child.type == "value_binding_pattern"]
        definition.kind = "constant" if node_text(words[0], data) == "let" else "variable"
    _inherited(definition, found)
    if definition.kind in ("property", "variable", "constant"):
        _describe_property(definition, node, data)
    elif node.type.endswith(("function_declaration", "init_declaration", "subscript_declaration")):
        definition.parameters = _parameters(node, data)
        definition.return_type = _after_arrow(node, data)
        if definition.kind == "indexer":
            _cut(definition, node, data)


def _inherited(definition: Definition, found: Found) -> None:
    """Cases, requirements and members of an extension are as visible as what holds them."""
    parent = found.definitions[definition.parent] if definition.parent >= 0 else None
    if parent is None or not VISIBILITY.keys().isdisjoint(definition.modifiers):
        return
    if parent.kind in ("protocol", "extension") or definition.kind == "enum_member":
        definition.visibility = next((VISIBILITY[word] for word in parent.modifiers if word in VISIBILITY), None)


def _cut(definition: Definition, node: Node, data: bytes) -> None:
    """The header without accessors."""
    for child in node.children:
        if child.type in ("computed_property", "willset_didset_block", "protocol_property_requirements"):
            definition.body = child
            definition.signature = one_line(data[_after_attributes(node) : child.start_byte], 160).rstrip()


def _after_attributes(node: Node) -> int:
    start = node.start_byte
    for child in node.children[0].children if node.children[0].type == "modifiers" else ():
        if child.type != "attribute":
            return child.start_byte
        start = child.end_byte
    return start


def _describe_property(definition: Definition, node: Node, data: bytes) -> None:
    """The type behind the property's own name."""
    own = False
    definition.return_type = None
    for child in node.children:
        if child.type == "pattern":
            own = child.start_byte <= definition.name_start < child.end_byte
        elif child.type == "type_annotation" and own:
            definition.return_type = node_text(child, data, 200).removeprefix(":").strip()
    _cut(definition, node, data)


def _parameters(node: Node, data: bytes) -> list[Parameter]:
    rows: list[Parameter] = []
    before = ""
    for child in node.children:
        if child.type == "parameter":
            rows.append(_parameter(child, data))
        elif before == "=" and rows:
            rows[-1] = (*rows[-1][:2], node_text(child, data, 120))
        before = child.type
    return rows


def _parameter(node: Node, data: bytes) -> Parameter:
    names = [child for child in node.named_children if child.type == "simple_identifier"]
    colon = next((child for child in node.children if child.type == ":"), None)
    name = node_text(names[-1], data, 80) if names else ""
    return name, one_line(data[colon.end_byte : node.end_byte], 200) if colon is not None else None, None


def _after_arrow(node: Node, data: bytes) -> str | None:
    arrow = next((child for child in node.children if child.type == "->"), None)
    result = arrow.next_named_sibling if arrow is not None else None
    return node_text(result, data, 200) if result is not None else None


def refine_import(item: Import, data: bytes) -> None:
    """`import struct Module.Name` takes one name; a plain import shows everything."""
    words = item.module_text.split(b".")
    item.local_name = words[-1] if len(words) > 1 else b"*"
    item.star = len(words) == 1


def _type_declaration(spec: dict[str, Any]) -> Handler:
    """An extension refers to the type that it extends."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "user_type":
                first = child.named_children[0]
                outer = visitor.scope.parent
                visitor.use(first.start_byte, first.end_byte, KIND_OF[TYPE], outer)
            elif child.type != "type_identifier":
                visitor.visit(child, TYPE if child.type == "inheritance_specifier" else READ)

    return handle


def _function(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = ""
        for child in node.children:
            if child.is_named and child.start_byte not in visitor.found.by_name:
                body = child.type in ("function_body", "computed_property", "modifiers")
                visitor.visit(child, READ if body or before == "=" else TYPE)
            before = child.type

    return handle


def _user_type(spec: dict[str, Any]) -> Handler:
    """`A.B<C>`: names, each a member of what stands before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        wanted = NEW if context == NEW else TYPE
        names = [child for child in node.named_children if child.type == "type_identifier"]
        for position, name in enumerate(names):
            kind = wanted if position == len(names) - 1 else TYPE
            if position:
                visitor.member_span(name, node.start_byte, names[position - 1].end_byte, kind)
            elif visitor.data[name.start_byte : name.end_byte] not in (b"Self", b"Any"):
                visitor.name(name, kind)
        for child in node.named_children:
            if child.type != "type_identifier":
                visitor.visit(child, TYPE)

    return handle


def _navigation(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        target, suffix = node.named_children[0], node.named_children[-1]
        visitor.visit(target, READ)
        for child in suffix.named_children:
            if child.type == "simple_identifier":
                if visitor.data[child.start_byte : child.end_byte] != b"self":
                    visitor.member_name(child, target, context)
            else:
                visitor.visit(child, READ)

    return handle


def _prefix(spec: dict[str, Any]) -> Handler:
    """`.name`: a member of the type that the context asks for."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        implicit = bool(node.children) and node.children[0].type == "."
        for child in node.named_children:
            if implicit and child.type == "simple_identifier":
                visitor.member_span(child, 0, 0, context if context == CALL else READ)
            else:
                visitor.visit(child, READ)

    return handle


def _call(spec: dict[str, Any]) -> Handler:
    """A subscript looks like a call; what has a capital letter is a type and gets an instance."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        callee, *rest = node.named_children
        subscript = visitor.data[rest[-1].start_byte : rest[-1].start_byte + 1] == b"[" if rest else False
        visitor.visit(callee, READ if subscript else _called(visitor, callee))
        for child in rest:
            visitor.visit(child, READ)

    return handle


def _called(visitor: Visitor, node: Node) -> int:
    name = visitor.data[node.start_byte : node.end_byte].rpartition(b".")[2]
    return NEW if name[:1].isupper() and node.type in ("simple_identifier", "navigation_expression") else CALL


def _transfer(spec: dict[str, Any]) -> Handler:
    """Labels are no references."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if not node.children or node.children[0].type not in ("break", "continue"):
            visitor.children(node, READ)

    return handle


def _implicit(spec: dict[str, Any]) -> Handler:
    """Names that hold in a block without being declared there."""
    names = [name.encode() for name in spec["names"]]

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for name in names:
            visitor.scope.bind(name, LOCAL)
        visitor.children(node, READ)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "type_declaration": _type_declaration,
    "function": _function,
    "user_type": _user_type,
    "navigation": _navigation,
    "prefix": _prefix,
    "swift_call": _call,
    "transfer": _transfer,
    "binding": binding,
    "pattern": pattern,
    "implicit": _implicit,
}
