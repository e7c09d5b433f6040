"""Functions that inherit by their prototypes: what stands where a class says `extends`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.contexts import READ
from indexer.extract.definitions import CALLABLE
from indexer.extract.terms import Flow
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.visitor import Visitor

PROTOTYPE = b".prototype"
BASE = re.compile(rb"Object\.create\(\s*([\w$.]+)\.prototype\b|new\s+([\w$.]+)\s*\(|([\w$.]+)\.prototype$")
MOST = 120  # characters of what names a base
SAID = {b"inherits": b"", b"util.inherits": b"", b"Object.setPrototypeOf": PROTOTYPE}  # -> what follows both names


def inherit(visitor: Visitor, left: Node, right: Node) -> None:
    """`Child.prototype = Object.create(Base.prototype)`, `= new Base()`, `C.prototype.__proto__ = Base.prototype`."""
    if left.type != "member_expression" or right.type not in ("call_expression", "new_expression", "member_expression"):
        return
    name = text_of(visitor, left).removesuffix(b".__proto__")
    if name.endswith(PROTOTYPE) and (found := BASE.match(visitor.data[right.start_byte : right.start_byte + MOST])):
        group = next(number for number in (1, 2, 3) if found[number])
        _extend(visitor, name.removesuffix(PROTOTYPE), right, right.start_byte + found.start(group), found[group])


def inherits(visitor: Visitor, function: Node, arguments: Node) -> None:
    """`util.inherits(Child, Base)`, `Object.setPrototypeOf(Child.prototype, Base.prototype)`."""
    if function.type not in ("identifier", "member_expression") or function.end_byte - function.start_byte > 22:
        return
    if (ending := SAID.get(text_of(visitor, function))) is None or arguments.named_child_count != 2:
        return
    child, base = (text_of(visitor, node) for node in arguments.named_children)
    if child.endswith(ending) and base.endswith(ending):
        at = arguments.named_children[1]
        _extend(visitor, child.removesuffix(ending), at, at.start_byte, base.removesuffix(ending))


def _extend(visitor: Visitor, name: bytes, around: Node, start: int, base: bytes) -> None:
    """The function of that name extends what another name means."""
    index = visitor.scope.names.get(name, -1)
    if index < 0 or visitor.found.definitions[index].kind not in CALLABLE:
        return
    node = around.descendant_for_byte_range(start, start + len(base))
    if node is not None and node.start_byte == start and node.end_byte == start + len(base):
        uses = len(visitor.uses)
        visitor.flow(Flow.BASE, index, 0, visitor.visit(node, READ))
        del visitor.uses[uses:]  # its rows are made where the whole is visited
