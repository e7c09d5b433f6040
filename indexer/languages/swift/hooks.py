"""Swift: directives, implicit members, parameters without a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ
from indexer.extract.scopes import LOCAL
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import Handler, Visitor
from indexer.languages import load
from indexer.languages.swift import declarations, operators, values
from indexer.languages.swift.bindings import binding, pattern, switch

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

DIRECTIVE = re.compile(rb"^[ \t]*#(?:if|elseif|else|endif)\b[^\r\n]*", re.MULTILINE)
UNSAFE = re.compile(rb"(?<=\bnonisolated)\(unsafe\)")
VISIBILITY: dict[str, str] = load("swift").visibility["words"]
Parameter = tuple[str, str | None, str | None]


def prepare(data: bytes) -> bytes:
    """Blank what the grammar stumbles over: `#if` and its kin, whose branches are each whole, and `(unsafe)`."""
    for mark, words in ((b"#if", DIRECTIVE), (b"nonisolated(", UNSAFE)):
        if mark in data:
            data = words.sub(lambda match: b" " * len(match[0]), data)
    return data


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


def _implicit(spec: dict[str, Any]) -> Handler:
    """Names that hold in a block without being declared there."""
    names = [name.encode() for name in spec["names"]]

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for name in names:
            visitor.scope.bind(name, LOCAL)
        visitor.children(node, READ)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    **declarations.ROLES,
    **values.ROLES,
    **operators.ROLES,
    "binding": binding,
    "pattern": pattern,
    "switch": switch,
    "implicit": _implicit,
}
