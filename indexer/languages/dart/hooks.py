"""Dart: how its definitions look, whose modifiers, annotations and bodies stand beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import Handler
from indexer.languages.dart import chains, roles

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

Parameter = tuple[str, str | None, str | None]
WORDS = ("abstract", "base", "const", "const_builtin", "external", "factory", "final", "final_builtin", "interface",
         "late", "mixin", "required", "sealed", "static")  # fmt: skip


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.name_end == 0:
        return
    node = definition.node
    outer = _outer(node)
    definition.start, definition.end = outer.start_byte, outer.end_byte
    definition.modifiers = [node_text(child, data) for child in outer.children if child.type in WORDS]
    if node.type.endswith("_signature"):
        _function(definition, node, outer, found, data)
    elif definition.kind in ("variable", "field"):
        _variable(definition, node, outer, data)
    _annotations(definition, outer, data)


def _outer(node: Node) -> Node:
    """The node that holds the modifiers: a member's wrapper, a list of variables, a local function."""
    parent = node.parent
    while parent is not None and parent.type in (
        "method_signature", "declaration", "lambda_expression", "local_function_declaration",
        "initialized_identifier_list", "static_final_declaration_list", "identifier_list",
    ):  # fmt: skip
        node, parent = parent, parent.parent
    return node


def _function(definition: Definition, node: Node, outer: Node, found: Found, data: bytes) -> None:
    body = outer.next_named_sibling
    definition.signature = one_line(data[outer.start_byte : node.end_byte], 500)
    if outer.type == "local_function_declaration":
        definition.kind = "function"
        _nest(definition, outer, found)
    elif body is not None and body.type == "function_body":
        definition.body, definition.end = body, body.end_byte
    rows: list[Parameter] = []
    for child in node.named_children:
        if child.type == "formal_parameter_list":
            rows = _parameters(child, data)
    definition.parameters = None if node.type == "getter_signature" else rows
    name = node.child_by_field_name("name")
    if name is not None and definition.kind != "constructor":
        definition.return_type = one_line(data[node.start_byte : name.start_byte], 200).removesuffix("get").strip()
        definition.return_type = definition.return_type.removesuffix("set").strip() or None


def _nest(definition: Definition, outer: Node, found: Found) -> None:
    """A local function belongs to the function around it."""
    around: Node | None = outer
    while around is not None and around.type != "function_body":
        around = around.parent
    index = roles.owner_of(found, around) if around is not None else None
    if index is not None:
        definition.parent = index


def _parameters(node: Node, data: bytes) -> list[Parameter]:
    rows: list[Parameter] = []
    before = ""
    for child in node.children:
        if child.type == "formal_parameter":
            rows.append(_parameter(child, data))
        elif child.type == "optional_formal_parameters":
            rows.extend(_parameters(child, data))
        elif before in ("=", ":") and rows:
            rows[-1] = (*rows[-1][:2], node_text(child, data, 120))
        before = child.type
    return rows


def _parameter(node: Node, data: bytes) -> Parameter:
    names = list(roles.parameter_names(node))
    if not names:
        return node_text(node, data, 80), None, None
    kind = one_line(data[node.start_byte : names[-1].start_byte], 200)
    kind = kind.removeprefix("required ").removesuffix("this.").removesuffix("super.").strip()
    return node_text(names[-1], data, 80), None if kind in ("", "final", "var", "required") else kind, None


def _variable(definition: Definition, node: Node, outer: Node, data: bytes) -> None:
    """Type and words stand before the list of names."""
    first = outer
    if outer.type != "declaration" and node.type != "representation_declaration":
        while (before := first.prev_sibling) is not None and before.type not in (";", "function_body", "comment"):
            if not (before.type.startswith(("type_", "nullable", "inferred")) or before.type in (*WORDS, "late")):
                break
            first = before
    names = next((child for child in outer.named_children if child.type.endswith("_list")), outer)
    words = one_line(data[first.start_byte : names.start_byte], 160)
    definition.start = first.start_byte
    definition.signature = one_line(data[first.start_byte : outer.end_byte], 160).rstrip(" ;")
    kept = [word for word in words.split() if word not in ("var", "final", "const", "late", "static", "external")]
    if node.type != "representation_declaration":
        definition.return_type = " ".join(kept) or None
    else:
        definition.signature = one_line(data[node.start_byte : node.end_byte], 160).strip("()")
    if definition.kind == "variable" and words.split()[:1] == ["const"]:
        definition.kind = "constant"


def _annotations(definition: Definition, outer: Node, data: bytes) -> None:
    found = [child for child in outer.named_children if child.type == "annotation"]
    before = outer.prev_named_sibling
    while before is not None and before.type == "annotation":
        found.insert(0, before)
        definition.start = min(definition.start, before.start_byte)
        before = before.prev_named_sibling
    definition.decorators = [node_text(child, data, 200) for child in found]
    inner = [child for child in outer.named_children if child.type == "annotation"]
    if inner and definition.signature:
        stop = definition.body.start_byte if definition.body is not None else outer.end_byte
        definition.signature = one_line(data[inner[-1].end_byte : stop], 500).rstrip(" {;=>")


def refine_import(item: Import, data: bytes) -> None:
    """A prefix binds itself, `show` binds names, else everything is in scope."""
    node = item.node
    alias = next((child for child in node.named_children if child.type == "identifier"), None)
    if node.type in ("library_export", "part_directive", "part_of_directive"):
        item.local_name = None
    elif alias is not None:
        item.local_name = None if item.imported is not None else data[alias.start_byte : alias.end_byte]
    elif item.imported is None:
        shown = any(child.type == "combinator" and child.children[0].type == "show" for child in node.named_children)
        item.star, item.local_name = not shown, None if shown else b"*"


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "type_definition": roles.type_definition,
    "body": roles.body,
    "signature": roles.signature,
    "formal": roles.formal,
    "own_field": roles.own_field,
    "initializer": roles.initializer,
    "type_parameter": roles.type_parameter,
    "alias": roles.alias,
    "local": roles.local,
    "listed": roles.listed,
    "chain": chains.chain,
    "itself": chains.itself,
    "selector": chains.selector,
    "last": chains.last,
    "cast": chains.cast,
    "cast_type": chains.cast_type,
    "access": chains.access,
    "cascade": chains.cascade,
    "qualified_type": chains.qualified_type,
    "type_arguments": chains.type_arguments,
    "nullable": chains.nullable,
    "creation": chains.creation,
}
