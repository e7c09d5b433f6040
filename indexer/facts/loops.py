"""In the worker: what a name goes over, where a loop or a function for each element gives it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.unit import Unit
    from indexer.facts.rules import Syntax

WORDS = re.compile(rb"[$\w]+")
EACH = frozenset({b"forEach", b"map"})  # call what they are given with each element


def gone_over(syntax: Syntax, unit: Unit, name: Node) -> Node | None:
    """The list whose elements the name stands for; None where no loop around gives it."""
    text, node = unit.data[name.start_byte : name.end_byte], name.parent
    while node is not None and node.id not in unit.found.by_node:
        if (fields := syntax.loops.get(node.type)) is not None:
            given, over = (_part(node, field) for field in fields)
            if given is not None and over is not None and _last_word(unit, given) == text:
                return over if over.start_byte > name.end_byte or over.end_byte < name.start_byte else None
        elif syntax.role(node) == "function":
            given = node.child_by_field_name("parameters") or node.child_by_field_name("parameter")
            if given is not None and text in (words := _words(unit, given)):
                return _object_of_each(unit, node) if words[0] == text else None
        node = node.parent
    return None


def _part(loop: Node, field: str) -> Node | None:
    """A field of a loop, or of the clause at its head (Go)."""
    return loop.child_by_field_name(field) or loop.named_children[0].child_by_field_name(field)


def _words(unit: Unit, node: Node) -> list[bytes]:
    return WORDS.findall(unit.data, node.start_byte, node.end_byte)


def _last_word(unit: Unit, node: Node) -> bytes:
    """Of `const router` and `_, router` the name; nothing where an element is taken apart."""
    text = unit.data[node.start_byte : node.end_byte]
    return b"" if text[-1:] in b"]})" else (_words(unit, node) or [b""])[-1]


def _object_of_each(unit: Unit, function: Node) -> Node | None:
    """`routers` of `routers.forEach(function)`."""
    call = function.parent.parent if function.parent is not None else None
    called = call.child_by_field_name("function") if call is not None else None
    if called is None or called.named_child_count != 2:
        return None
    over, name = called.named_children
    return over if unit.data[name.start_byte : name.end_byte] in EACH else None
