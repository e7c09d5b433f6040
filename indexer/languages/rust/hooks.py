"""Rust: what neither the table nor the query can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.text import decode, node_text, one_line
from indexer.languages.rust.macros import inject
from indexer.languages.rust.names import is_value
from indexer.languages.rust.roles import ROLES

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

__all__ = ["ROLES", "inject", "refine", "refine_import"]
STRIPPED = ("type_arguments", "lifetime")
LIKE_PARENT = ("trait", "enum", "enum_member")  # what is inside is as visible as they are


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if not definition.name_end:
        # What stands at the top of a file belongs to its first item.
        definition.decorators, definition.modifiers = [], []
    definition.modifiers = _whole_modifiers(definition.modifiers)
    definition.visibility = _visibility(definition, found)
    if definition.kind == "impl":
        _name_impl(definition, data)
    elif definition.kind == "module" and definition.name_end and definition.body is None:
        definition.id_name = b"mod " + definition.name  # the module itself is the file
    elif definition.kind == "macro":
        definition.signature = f"macro_rules! {decode(definition.name)}"
    elif definition.kind == "type_alias":
        definition.return_type = None
    elif definition.kind in ("struct", "enum_member") and is_value(definition.node):
        _tuple_fields(definition, data)


def _visibility(definition: Definition, found: Found) -> str:
    word = next((word for word in definition.modifiers if word.startswith("pub")), "")
    if word:
        return "public" if word == "pub" else "private" if word == "pub(self)" else "internal"
    if definition.kind == "macro" and any(text.startswith("#[macro_export") for text in definition.decorators):
        return "public"
    if definition.parent < 0:
        return "public"
    parent = found.definitions[definition.parent]
    if definition.kind == "impl":
        same = (d for d in found.definitions if d.name == definition.name and d.parent == definition.parent)
        return next((d.visibility for d in same if d.visibility and d.kind != "impl"), "public")
    if parent.kind in LIKE_PARENT or (parent.kind == "impl" and parent.node.child_by_field_name("trait") is not None):
        return parent.visibility or "public"
    return "private"


def _whole_modifiers(words: list[str]) -> list[str]:
    """`pub ( crate )` is one modifier."""
    whole: list[str] = []
    depth = 0
    for word in words:
        if depth or word == "(":
            blank = " " if word not in "()" and whole[-1][-1] not in "(:" and word != "::" else ""
            whole[-1] += blank + word
            depth += (word == "(") - (word == ")")
        else:
            whole.append(word)
    return whole


def _name_impl(definition: Definition, data: bytes) -> None:
    """`Type`, or `<Type as Trait>`: without paths and generic arguments."""
    node = definition.node
    target, trait = node.child_by_field_name("type"), node.child_by_field_name("trait")
    definition.return_type = None
    if target is None:
        return
    name = _bare(target, data)
    definition.name = name if trait is None else b"<" + name + b" as " + _bare(trait, data) + b">"


def _bare(node: Node, data: bytes) -> bytes:
    if node.type in ("scoped_type_identifier", "generic_type"):
        inner = node.child_by_field_name("name") or node.child_by_field_name("type")
        return _bare(inner, data) if inner is not None else b""
    if node.child_count == 0:
        return data[node.start_byte : node.end_byte]
    parts: list[bytes] = []
    for child in node.children:
        if child.type not in STRIPPED and not child.is_extra:
            blank = b" " if child.type in ("dyn", "mut", "mutable_specifier", "const", "impl") else b""
            parts.append(_bare(child, data) + blank)
    return b"".join(parts)


def _tuple_fields(definition: Definition, data: bytes) -> None:
    body = definition.node.child_by_field_name("body")
    if body is None:
        return
    types = [child for child in body.named_children if not child.is_extra]
    types = [child for child in types if child.type not in ("visibility_modifier", "attribute_item")]
    definition.parameters = [(str(index), node_text(child, data, 200), None) for index, child in enumerate(types)]
    definition.signature = one_line(data[definition.node.start_byte : definition.node.end_byte]).rstrip(" ;,")


def refine_import(item: Import, data: bytes) -> None:
    """The whole path of a leaf of a use tree."""
    parts: list[str] = []
    node: Node | None = item.node
    inner: Node | None = None
    while node is not None and node.type != "use_declaration":
        path = node.child_by_field_name("path")
        if node.type == "use_wildcard":
            path = node.named_children[0] if node.named_children else None
        elif node.type == "use_as_clause" and path is not None:
            path = path.child_by_field_name("path")
        if path is not None and (inner is None or inner.id != path.id):
            parts.insert(0, decode(b"".join(data[path.start_byte : path.end_byte].split())))
        inner, node = node, node.parent
    if item.module is not None:
        return
    item.module_text = "::".join(parts).encode()
    if item.imported is not None and item.imported.type == "self":
        item.imported = None
        item.module_text, _, last = item.module_text.rpartition(b"::")
        item.imported_name = last
        if item.alias is None:
            item.local_name = last
        if not item.module_text:
            item.module_text, item.imported_name = last, None
    elif item.imported is not None and not item.module_text:
        item.module_text, item.imported_name = item.imported_name or b"", None
