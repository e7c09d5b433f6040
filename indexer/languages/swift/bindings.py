"""Swift's bindings: in declarations, conditions, loops and patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL
from indexer.extract.visitor import ASSIGN, BIND, READ, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

BOUND = ("bound_identifier",)
NAMED = {"capture_list_item": ("name",)}


def binding(spec: dict[str, Any]) -> Handler:
    """`let x = x`: a name holds after the value that it is given."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        pending: list[Node] = []
        binds, before = False, ""
        for index, child in enumerate(node.children):
            field, kind = node.field_name_for_child(index), child.type
            if kind == "simple_identifier" and field in NAMED.get(node.type, BOUND):
                pending.append(child)
                _shorthand(visitor, node, child)
            elif kind == "pattern":
                pending.extend(_bound(visitor, child, binds or field in ("name", "item")))
            elif kind == "simple_identifier" and before == ".":
                visitor.member_span(child, 0, 0, READ)
            elif child.is_named:
                visitor.visit(child, READ)
                if kind not in ("value_binding_pattern", "type_annotation", "modifiers"):
                    pending = _settle(visitor, pending, child.end_byte)
            binds = kind == "value_binding_pattern" or (binds and kind not in ("=", "case"))
            before = kind
        _settle(visitor, pending, node.start_byte if node.type == "for_statement" else node.end_byte)

    return handle


def _shorthand(visitor: Visitor, node: Node, name: Node) -> None:
    """`if let x` reads an outer x."""
    following = name.next_sibling
    if node.type.endswith("_statement") and (following is None or following.type not in ("=", "type_annotation")):
        visitor.name(name, READ)
        _settle(visitor, [name], name.end_byte)


def _settle(visitor: Visitor, names: list[Node], since: int) -> list[Node]:
    for name in names:
        text = visitor.data[name.start_byte : name.end_byte]
        index = visitor.found.by_name.get(name.start_byte)
        if index is not None:
            visitor.declare(text, index)
        else:
            visitor.scope.bind(text, LOCAL, since)
    return []


def _bound(visitor: Visitor, node: Node, binds: bool) -> list[Node]:
    """Names that a pattern binds; what else it names is used."""
    names: list[Node] = []
    binds = binds or any(child.type == "value_binding_pattern" for child in node.named_children)
    before = ""
    for child in node.children:
        if child.type == "simple_identifier" and before == ".":
            visitor.member_span(child, 0, 0, READ)
        elif child.type == "simple_identifier" and binds:
            names.append(child)
        elif child.type == "pattern":
            names.extend(_bound(visitor, child, binds))
        elif child.is_named:
            visitor.visit(child, READ)
        before = child.type
    return names


def pattern(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        _settle(visitor, _bound(visitor, node, context in (BIND, ASSIGN)), node.start_byte)

    return handle
