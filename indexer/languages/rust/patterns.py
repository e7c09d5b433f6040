"""Rust's patterns, and the expressions that bind names with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.visitor import READ, TYPE, Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import current, enter, member, use
from indexer.languages.rust.paths import capital, text_of, visit_fields

if TYPE_CHECKING:
    from tree_sitter import Node

USED_PATTERNS = frozenset(
    ("scoped_identifier", "range_pattern", "const_block", "macro_invocation", "line_comment", "block_comment",
     "generic_pattern", "attribute_item")
)  # fmt: skip


def _bind(visitor: Visitor, node: Node, since: int, binding: int = LOCAL) -> None:
    """A pattern: its names bind, but a capitalised name or a path is a use."""
    kind = node.type
    if kind == "identifier":
        if capital(text := text_of(visitor, node)):
            use(visitor, node, READ, current(visitor))
        else:
            visitor.scope.bind(text, binding, since)
    elif kind == "tuple_struct_pattern":
        for index, child in enumerate(node.named_children):
            if index:
                _bind(visitor, child, since, binding)
            else:
                visitor.visit(child, READ)
    elif kind == "struct_pattern":
        _bind_struct(visitor, node, since, binding)
    elif kind in USED_PATTERNS:
        visitor.visit(node, READ)
    else:
        for child in node.named_children:
            _bind(visitor, child, since, binding)


def _bind_struct(visitor: Visitor, node: Node, since: int, binding: int) -> None:
    target = node.child_by_field_name("type")
    if target is not None:
        visitor.visit(target, TYPE)
    for part in node.named_children:
        if part.type != "field_pattern":
            continue
        name, pattern = part.child_by_field_name("name"), part.child_by_field_name("pattern")
        if name is not None and name.type != "integer_literal":
            member(visitor, name, target, READ)
        if pattern is not None:
            _bind(visitor, pattern, since, binding)
        elif name is not None:
            visitor.scope.bind(text_of(visitor, name), binding, since)


def let(visitor: Visitor, node: Node, context: int) -> None:
    """The value does not see the names that the pattern binds."""
    pattern = node.child_by_field_name("pattern")
    if pattern is None:
        return
    begin = pattern.end_byte
    for child in node.named_children:
        if child.start_byte >= begin and child.kind_id not in kinds.BESIDE:
            visitor.visit(child, READ)
    _bind(visitor, pattern, node.end_byte)


def branch(visitor: Visitor, node: Node, context: int) -> None:
    """`if let`, `while let`: what the condition binds holds in the body, not in `else`."""
    before = enter(visitor, "block")
    visit_fields(visitor, node, ("condition", "consequence", "body"))
    visitor.scope = before
    visit_fields(visitor, node, ("alternative",))


def for_loop(visitor: Visitor, node: Node, context: int) -> None:
    visit_fields(visitor, node, ("value",))
    before = enter(visitor, "block")
    if (pattern := node.child_by_field_name("pattern")) is not None:
        _bind(visitor, pattern, -1)
    visit_fields(visitor, node, ("body",))
    visitor.scope = before


def arm(visitor: Visitor, node: Node, context: int) -> None:
    before = enter(visitor, "block")
    pattern = node.child_by_field_name("pattern")
    condition = pattern.child_by_field_name("condition") if pattern is not None else None
    for child in pattern.named_children if pattern is not None else ():
        if condition is None or child.id != condition.id:
            _bind(visitor, child, -1)
    if condition is not None:
        visitor.visit(condition, READ)
    visit_fields(visitor, node, ("value",))
    visitor.scope = before


def block(visitor: Visitor, node: Node, context: int) -> None:
    before = enter(visitor, "block")
    visitor.children(node, READ)
    visitor.scope = before


def parameters(visitor: Visitor, node: Node | None) -> None:
    for child in node.named_children if node is not None else ():
        if child.type == "parameter":
            if (pattern := child.child_by_field_name("pattern")) is not None:
                _bind(visitor, pattern, -1, PARAMETER)
            visit_fields(visitor, child, ("type",))
        elif child.type in ("self_parameter", "attribute_item", "variadic_parameter"):
            visitor.visit(child, READ)
        else:
            _bind(visitor, child, -1, PARAMETER)
