"""Bash: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, READ, WRITE
from indexer.extract.visitor import Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

Spec = dict[str, Any]
LOCAL_WORDS = frozenset({"local", "declare", "typeset"})
CONSTANT_FLAGS = ("-r", "-xr", "-rx", "-ir", "-ar")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """What is declared read-only is a constant; the declaring word belongs to the signature."""
    parent = definition.node.parent
    if definition.kind == "function":
        definition.parameters = None
    elif definition.kind == "variable" and parent is not None and parent.type == "declaration_command":
        word = parent.children[0].type
        flags = [data[c.start_byte : c.end_byte].decode("utf-8", "replace") for c in parent.children[1:2]]
        if word == "readonly" or any(flag in CONSTANT_FLAGS for flag in flags):
            definition.kind = "constant"
        definition.modifiers.append(word)
        definition.start = parent.start_byte
        definition.signature = f"{word} {definition.signature}"


def _in_function(visitor: Visitor) -> bool:
    return visitor.scope.kind == "function" or (visitor.scope.parent is not None and visitor.scope.kind == "block")


def _declaration(spec: Spec) -> Handler:
    """`local x=1` makes a local; `export` and `readonly` write what all share."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        word = node.children[0].type if node.child_count else ""
        flags = {visitor.data[c.start_byte : c.end_byte] for c in node.named_children if c.type == "word"}
        binds = word in LOCAL_WORDS and b"-g" not in flags and _in_function(visitor)
        for child in node.named_children:
            if child.type == "variable_name":
                visitor.name(child, BIND if binds else WRITE)
            elif child.type == "variable_assignment":
                _assignment(visitor, child, binds)
            else:
                visitor.visit(child, READ)

    return handle


def _assignment(visitor: Visitor, node: Node, binds: bool) -> None:
    name = node.child_by_field_name("name")
    if not binds or name is None or name.type != "variable_name":
        visitor.visit(node, READ)
        return
    visitor.name(name, BIND)
    for child in node.named_children:
        if child != name:
            visitor.visit(child, READ)


def _command_name(spec: Spec) -> Handler:
    """A plain word is called; anything else is put together when it runs."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        first = node.named_children[0] if node.named_child_count else None
        if first is None:
            return
        if first.type != "word":
            visitor.visit(first, READ)
        elif visitor.data[first.start_byte : first.end_byte] not in (b"source", b".", b"[", b"[["):
            visitor.name(first, CALL)

    return handle


def _command(spec: Spec) -> Handler:
    """`X=1 command`: X is none of the script's."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "variable_assignment":
                value = child.child_by_field_name("value")
                if value is not None:
                    visitor.visit(value, READ)
            else:
                visitor.visit(child, READ)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "declaration": _declaration,
    "command": _command,
    "command_name": _command_name,
}
