"""Names inside declarators, the way C and its kin nest them: `int *(*table[3])(void)`, `void Cart::add()`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_ARGUMENTS = re.compile(rb"<[^<>]*>")


def innermost(node: Node) -> Node:
    """The name that a declarator is about; the node itself where it is no declarator."""
    while node.child_count:
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in ("parenthesized_declarator", "reference_declarator", "attributed_declarator"):
            named = [child for child in node.named_children if not child.is_extra]
            inner = named[0 if node.type == "attributed_declarator" else -1] if named else None
        if inner is None or inner.type.startswith("abstract_"):
            return node
        node = inner
    return node


def function_declarator(node: Node) -> Node | None:
    """The declarator whose parameters are the function's own: the one right around the name."""
    parent = innermost(node).parent
    while parent is not None and parent.type == "parenthesized_declarator":
        parent = parent.parent
    return parent if parent is not None and parent.child_by_field_name("parameters") is not None else None


def declared_name(node: Node, data: bytes) -> tuple[Node, bytes | None, bool]:
    """(name, what it is qualified with, whether it takes parameters) of a captured declarator."""
    name = innermost(node)
    takes = name is not node and function_declarator(node) is not None
    start = name.start_byte
    while name.type == "qualified_identifier" and (inner := name.child_by_field_name("name")) is not None:
        name = inner
    if name.type in ("template_function", "template_type") and (inner := name.child_by_field_name("name")) is not None:
        name = inner
    return name, _container(data[start : name.start_byte]), takes


def _container(prefix: bytes) -> bytes | None:
    """`Cart<T>::` without the arguments and the white space."""
    before = b""
    while prefix != before:
        before, prefix = prefix, _ARGUMENTS.sub(b"", prefix)
    return b"".join(prefix.split()).strip(b":") or None
