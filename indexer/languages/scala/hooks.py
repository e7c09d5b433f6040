"""Scala: what neither the table nor the query can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.describe import read_parameters
from indexer.languages import load
from indexer.languages.scala import declarations, patterns, types, values

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition is found.definitions[0]:
        found.package = _package(definition.node, data)
    node = definition.node
    lists = [c for c in node.named_children if c.type in ("parameters", "class_parameters")]
    for more in lists[1:]:
        definition.parameters = (definition.parameters or []) + read_parameters(more, load("scala").parts, data)
    words = {child.type for child in node.children}
    if node.type == "class_parameter" and not words & {"val", "var"} and not _is_case(node):
        definition.visibility = "private"
    elif any(word.startswith(("private[", "protected[")) and word[-6:] != "[this]" for word in definition.modifiers):
        definition.visibility = "internal"


def _is_case(parameter: Node) -> bool:
    """Parameters of a case class, also behind a list of its own, are its fields."""
    owner = parameter.parent.parent if parameter.parent is not None else None
    return owner is not None and (owner.type == "full_enum_case" or any(c.type == "case" for c in owner.children))


def _package(node: Node, data: bytes) -> bytes:
    """`package a.b` followed by `package c` is a.b.c."""
    root = node
    while root.parent is not None:
        root = root.parent
    clauses = [c for c in root.named_children if c.type == "package_clause" and c.child_by_field_name("body") is None]
    names = [name for c in clauses if (name := c.child_by_field_name("name")) is not None]
    return b".".join(b"".join(data[name.start_byte : name.end_byte].split()) for name in names)


def refine_import(item: Import, data: bytes) -> None:
    path = [c for i, c in enumerate(item.node.named_children) if item.node.field_name_for_named_child(i) == "path"]
    if item.imported is not None and path and path[-1] == item.imported:
        path.pop()
    if not path:
        item.module_text = item.imported_name or b""
        return
    item.module = path[-1]
    item.module_text = b"".join(data[path[0].start_byte : path[-1].end_byte].split())


ROLES = {**types.ROLES, **values.ROLES, **patterns.ROLES, **declarations.ROLES}
