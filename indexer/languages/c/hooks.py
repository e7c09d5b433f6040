"""C: how its definitions are described, and what its includes bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.declarators import function_declarator, innermost
from indexer.extract.definitions import CALLABLE, Definition, Found, Import
from indexer.extract.text import node_text, one_line
from indexer.languages.c.masking import hide, mended
from indexer.languages.c.masking import mask as prepare
from indexer.languages.c.roles import ROLES

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ROLES", "hide", "mended", "prepare", "refine", "refine_import"]
ENDS = ("field_initializer_list", "compound_statement", "try_statement")  # what follows a function's signature
KEPT = (b"const", b"volatile")  # qualifiers that are part of a type


def refine_import(item: Import, data: bytes) -> None:
    """An include brings along everything that the header declares."""
    if item.node.type == "preproc_include":
        item.local_name = b"*"


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.kind == "macro":
        _describe_macro(definition, data)
        return
    end = next((c.start_byte for c in definition.node.children if c.type in ENDS), definition.end)
    end = min(end, definition.body.start_byte) if definition.body is not None else end
    start = definition.start
    declarator = function_declarator(definition.node) if definition.kind in CALLABLE else None
    if declarator is not None:
        definition.parameters = read_parameters(declarator, data)
    if definition.kind in CALLABLE or definition.kind in ("variable", "field", "type_alias"):
        definition.return_type = declared_type(definition, data)
        text = _without_body(definition, data[start:end])
    elif definition.node.type == "type_definition":
        definition.return_type, text = None, _without_body(definition, data[start : definition.end])
    else:
        definition.return_type, text = None, data[start:end]
    definition.signature = one_line(text, 500 if definition.kind in CALLABLE else 160).rstrip(" ;,{")


def _without_body(definition: Definition, text: bytes) -> bytes:
    """A declaration whose type is spelled out on the spot: the type's members are not part of the signature."""
    kind = _typed(definition)
    body = kind.child_by_field_name("body") if kind is not None else None
    if body is None:
        return text
    mark = b"" if kind is None or kind.child_by_field_name("name") is not None else "{…}".encode()
    return text[: body.start_byte - definition.start] + mark + text[body.end_byte - definition.start :]


def _describe_macro(definition: Definition, data: bytes) -> None:
    node = definition.node
    parameters = node.child_by_field_name("parameters")
    definition.signature = one_line(data[node.start_byte : node.end_byte], 160)
    definition.return_type = None
    if parameters is None:
        definition.parameters = None
        return
    end = parameters.end_byte
    definition.signature = one_line(data[node.start_byte : end], 160)
    definition.parameters = [(node_text(child, data, 80), None, None) for child in parameters.named_children]


def read_parameters(declarator: Node, data: bytes) -> list[tuple[str, str | None, str | None]]:
    """(name, type, default): the type is what is left when the name is taken out."""
    rows: list[tuple[str, str | None, str | None]] = []
    listed = declarator.child_by_field_name("parameters")
    for node in listed.named_children if listed is not None else ():
        if node.is_extra:
            continue
        if node.type == "identifier":
            rows.append((node_text(node, data, 80), None, None))
            continue
        default = node.child_by_field_name("default_value")
        named = node.child_by_field_name("declarator")
        end = default.start_byte if default is not None else node.end_byte
        name = innermost(named) if named is not None else None
        if name is None or name.child_count or not name.is_named or name.type.startswith("abstract"):
            text, label = data[node.start_byte : end], ""
        else:
            text, label = data[node.start_byte : name.start_byte] + data[name.end_byte : end], node_text(name, data, 80)
        kind = one_line(text, 200).rstrip(" =")
        if kind == "void" and not label:
            continue
        rows.append((label, kind or None, node_text(default, data, 120) if default is not None else None))
    if listed is not None and any(child.type == "..." for child in listed.children):
        rows.append(("", "...", None))
    return rows


def declared_type(definition: Definition, data: bytes) -> str | None:
    """The type in front, with the stars of the declarator."""
    kind = _typed(definition)
    node = kind.parent if kind is not None else None
    if kind is None or node is None or kind.child_by_field_name("body") is not None:
        return None
    qualifiers = [node_text(c, data, 40) for c in node.children if c.type == "type_qualifier" and c.text in KEPT]
    stars = data[kind.end_byte : definition.name_start].rpartition(b",")[2].count(b"*")
    return " ".join([*qualifiers, node_text(kind, data, 160), *(["*" * stars] if stars else [])])


def _typed(definition: Definition) -> Node | None:
    """The type that the declaration begins with."""
    node: Node | None = definition.node
    while node is not None and node.child_by_field_name("type") is None and node.start_byte >= definition.start:
        node = node.parent
    return node.child_by_field_name("type") if node is not None else None
