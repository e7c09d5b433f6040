"""Rust's use trees: each leaf binds a name where the declaration stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.visitor import Visitor
from indexer.languages.rust.names import bind_all, bind_import
from indexer.languages.rust.paths import text_of
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

IMPORT = REF_KINDS.index("import")


def use_declaration(visitor: Visitor, node: Node, context: int) -> None:
    if (tree := node.child_by_field_name("argument")) is not None:
        _use_tree(visitor, tree, None)


def _use_tree(visitor: Visitor, node: Node, prefix: Node | None) -> None:
    """Bind each leaf; the names on the way to it are references, the leaf itself comes with the import."""
    kind = node.type
    path = node.child_by_field_name("path")
    if kind == "identifier":
        bind_import(visitor, text_of(visitor, node))
    elif kind == "self" and prefix is not None:
        bind_import(visitor, text_of(visitor, prefix).rpartition(b"::")[2].strip())
    elif kind == "use_list":
        for child in node.named_children:
            _use_tree(visitor, child, prefix)
    elif kind == "scoped_use_list":
        _import_path(visitor, path, prefix)
        if (inner := node.child_by_field_name("list")) is not None:
            _use_tree(visitor, inner, path or prefix)
    elif kind == "use_wildcard":
        whole = node.named_children[0] if node.named_children else None
        _import_path(visitor, whole, prefix)
        bind_all(visitor, text_of(visitor, whole or prefix or node))
    elif kind == "scoped_identifier":
        _import_path(visitor, path, prefix)
        _bind_leaf(visitor, node, "name")
    elif kind == "use_as_clause":
        if path is not None and path.type == "scoped_identifier":
            _import_path(visitor, path.child_by_field_name("path"), prefix)
        _bind_leaf(visitor, node, "alias")


def _bind_leaf(visitor: Visitor, node: Node, field: str) -> None:
    if (leaf := node.child_by_field_name(field)) is not None:
        bind_import(visitor, text_of(visitor, leaf))


def _import_path(visitor: Visitor, node: Node | None, prefix: Node | None) -> None:
    if node is None:
        return
    name, path = node, prefix
    if node.type == "scoped_identifier":
        path = node.child_by_field_name("path")
        _import_path(visitor, path, prefix)
        name = node.child_by_field_name("name") or node
    if name.type == "identifier":
        start, end = (path.start_byte, path.end_byte) if path is not None else (0, 0)
        visitor.uses.append((name.start_byte, name.end_byte, IMPORT, None, visitor.owner, start, end))
