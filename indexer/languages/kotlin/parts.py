"""Kotlin: the parts of definitions and imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.text import node_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

Parameter = tuple[str, str | None, str | None]
TYPES = ("user_type", "nullable_type", "function_type", "parenthesized_type", "type_modifiers")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    node = definition.node
    if definition.container is not None:
        definition.container = definition.container.partition(b"<")[0].rstrip(b"?")
    if node.type == "class_declaration":
        _refine_class(definition, data)
    elif node.type == "companion_object" and definition.name == b"object":
        definition.name = b"Companion"
    elif definition.kind == "property":
        _refine_property(definition, data)
    else:
        listed = child_of(node, "function_value_parameters")
        definition.parameters = _parameters(listed, data) if listed is not None else definition.parameters


def _refine_class(definition: Definition, data: bytes) -> None:
    words = {child.type for child in definition.node.children}
    if "interface" in words:
        definition.kind = "interface"
    elif "enum" in words:
        definition.kind = "enum"
    elif "annotation" in definition.modifiers:
        definition.kind = "annotation"
    listed = child_of(definition.node, "primary_constructor")
    if listed is not None:
        definition.parameters = _parameters(listed, data)


def _refine_property(definition: Definition, data: bytes) -> None:
    if "const" in definition.modifiers:
        definition.kind = "constant"
    declared = child_of(definition.node, "variable_declaration") or definition.node
    definition.return_type = _declared_type(declared, data)


def child_of(node: Node, kind: str) -> Node | None:
    return next((child for child in node.named_children if child.type == kind), None)


def _declared_type(node: Node, data: bytes) -> str | None:
    return next((node_text(child, data, 200) for child in node.named_children if child.type in TYPES), None)


def _parameters(listed: Node, data: bytes) -> list[Parameter]:
    """Defaults stand behind their parameter as siblings, in constructors inside it."""
    rows: list[Parameter] = []
    many = False
    for child in listed.named_children:
        if child.type in ("parameter", "class_parameter"):
            name, declared, default = _parameter(child, data)
            rows.append((name, f"vararg {declared}" if many else declared, default))
            many = False
        elif child.type == "parameter_modifiers":
            many = b"vararg" in data[child.start_byte : child.end_byte]
        elif rows and not child.is_extra:
            rows[-1] = (*rows[-1][:2], node_text(child, data, 120))
    return rows


def _parameter(node: Node, data: bytes) -> Parameter:
    name = child_of(node, "simple_identifier")
    last = node.named_children[-1]
    default = last if node.child_count > 1 and last.prev_sibling is not None and last.prev_sibling.type == "=" else None
    text = node_text(name, data, 80) if name is not None else ""
    return text, _declared_type(node, data), node_text(default, data, 120) if default is not None else None


def refine_import(item: Import, data: bytes) -> None:
    """`import a.b.C as D`: the last word is imported from what stands before it."""
    kinds = {child.type: child for child in item.node.named_children}
    if "wildcard_import" in kinds:
        item.star, item.local_name = True, b"*"
        return
    words = item.module.named_children if item.module is not None else []
    if len(words) < 2:
        item.local_name = item.module_text
        return
    item.module, item.imported = None, words[-1]
    item.imported_name = data[words[-1].start_byte : words[-1].end_byte]
    item.module_text = data[words[0].start_byte : words[-2].end_byte]
    item.local_name = item.imported_name
    if "import_alias" in kinds:
        alias = kinds["import_alias"].named_children[0]
        item.local_name = data[alias.start_byte : alias.end_byte]
