"""JavaScript, TypeScript, TSX: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.text import node_text, one_line
from indexer.languages.javascript import (
    declarations,
    decorating,
    exports,
    expressions,
    functions,
    invocations,
    jsx,
    narrowing,
    patterns,
    signatures,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import
    from indexer.extract.visitor import Handler

Spec = dict[str, Any]
DECLARATIONS = ("lexical_declaration", "variable_declaration")
AROUND_IMPORT = (*DECLARATIONS, "export_statement", "expression_statement")
AMBIENT = ("module", "ambient_declaration")  # `declare module "x"`, `declare global`: for every file
ROOTS = ("program", "ERROR")
AROUND_MEMBER = ("call_expression", "member_expression", "assignment_expression", "new_expression")
AROUND_REQUIRE = (
    *("call_expression", "assignment_expression", "binary_expression", "expression_statement", "return_statement"),
    *("arguments", "array", "pair"),
)
PARAMETERS = ("required_parameter", "optional_parameter")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Signatures start at `const`; what an object holds is a property; parameter properties describe themselves."""
    kind = definition.node.type
    if kind == "variable_declarator":
        _refine_variable(definition, data)
    elif kind == "pair" and definition.kind in ("variable", "constant"):
        definition.kind = "property"
    elif kind in PARAMETERS:
        _refine_parameter(definition, data)
    elif kind in AMBIENT and definition.container is not None:
        found.exports.add(definition.name)
    elif kind in ROOTS:
        found.imports = [item for item in found.imports if item.node.type != "call_expression" or _counts(item)]


def _refine_variable(definition: Definition, data: bytes) -> None:
    node = definition.node
    value = node.child_by_field_name("value")
    if value is not None and value.child_count and value.children[0].type == "async":
        definition.modifiers.append("async")
    parent = node.parent
    if parent is None or parent.type not in DECLARATIONS:
        return
    definition.signature = f"{node_text(parent.children[0], data)} {definition.signature}"
    if sum(child.type == "variable_declarator" for child in parent.named_children) > 1:
        definition.start, definition.end = node.start_byte, node.end_byte


def _refine_parameter(definition: Definition, data: bytes) -> None:
    """`constructor(private readonly db: Db)`: a field with the parameter's modifiers and type."""
    node, start = definition.node, definition.node.start_byte
    for child in node.children:
        if child.type in ("accessibility_modifier", "override_modifier", "readonly"):
            definition.modifiers.append(node_text(child, data, 40))
        elif child.type == "decorator":
            definition.decorators.append(node_text(child, data, 200))
            start = child.end_byte
    definition.signature = one_line(data[start : node.end_byte], 160)
    declared = node.child_by_field_name("type")
    if declared is not None:
        definition.return_type = node_text(declared, data, 200).removeprefix(":").strip()


def refine_import(item: Import, data: bytes) -> None:
    """`import x from` takes the default, `x = require()` the module; inside a function neither binds in the file."""
    required = item.node.type == "variable_declarator"
    if item.imported is not None and item.alias is not None and item.imported == item.alias:
        item.imported_name = _required_member(item.node, data) if required else b"default"
    if required and not _at_top(item.node):
        item.local_name = None


def _counts(item: Import) -> bool:
    """`import()` anywhere; a bare `require()` where its value is used, but not in a variable: that is one already."""
    call = item.node
    parent = call.parent
    if parent is None or call.children[0].type == "import":
        return True
    if parent.type != "member_expression":
        return parent.type in AROUND_REQUIRE
    around = parent.parent
    # Of an assignment what is assigned, not what it is assigned to.
    return around is not None and around.type in AROUND_MEMBER and around.child_by_field_name("left") != parent


def _required_member(node: Node, data: bytes) -> bytes | None:
    """`x = require('m').y` takes `y`, `x = require('m')` the module itself."""
    value = node.child_by_field_name("value")
    member = value.child_by_field_name("property") if value is not None else None
    return data[member.start_byte : member.end_byte] if member is not None else None


def _at_top(node: Node) -> bool:
    parent = node.parent
    while parent is not None and parent.type in AROUND_IMPORT:
        parent = parent.parent
    return parent is not None and parent.type == "program"


ROLES: dict[str, Callable[[Spec], Handler]] = {
    **expressions.ROLES,
    **functions.ROLES,
    **invocations.ROLES,
    **signatures.ROLES,
    **jsx.ROLES,
    **patterns.ROLES,
    **declarations.ROLES,
    **decorating.ROLES,
    **exports.ROLES,
    **narrowing.ROLES,
}
