"""PHP: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.text import decode, node_text
from indexer.extract.visitor import ASSIGN, CALL, NEW, READ, TYPE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

WORDS = frozenset(
    b"self static parent null class never iterable object mixed void true false __DIR__ __FILE__ __LINE__ __CLASS__ "
    b"__METHOD__ __FUNCTION__ __NAMESPACE__ __TRAIT__ __PROPERTY__".split()
)
INCLUDES = ("require_expression", "require_once_expression", "include_expression", "include_once_expression")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """A promoted parameter says itself how visible it is and of which type."""
    node = definition.node
    if "(" in definition.modifiers:
        definition.modifiers = " ".join(definition.modifiers).replace(" ( set )", "(set)").split()
    if node.type != "property_promotion_parameter":
        return
    words = [
        child for child in node.children if child.type.endswith("_modifier") and child.type != "reference_modifier"
    ]
    definition.modifiers = [node_text(word, data, 40) for word in words]
    if (declared := node.child_by_field_name("type")) is not None:
        definition.return_type = node_text(declared, data, 200)


def spell(definition: Definition, found: Found, inside: str) -> str:
    r"""`Shop\Cart::add`, `Shop\Cart::$items`: members stand behind `::`, properties keep their sigil."""
    name = decode(definition.name)
    if definition.kind == "property":
        name = f"${name}"
    return f"{inside}::{name}" if inside else name


def refine_import(item: Import, data: bytes) -> None:
    """An included file binds no name; `use A\\B` binds B wherever it stands in a group."""
    if item.node.type in INCLUDES:
        item.local_name = None
    elif item.imported_name is not None and item.alias is None:
        item.local_name = item.imported_name.rpartition(b"\\")[2]


def _in_function(visitor: Visitor) -> bool:
    scope = visitor.scope
    while scope.parent is not None:
        if scope.kind == "function":
            return True
        scope = scope.parent
    return False


def _variable(spec: dict[str, Any]) -> Handler:
    """Every variable of a function is its own; only those of the file are seen by others."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        text = visitor.data[node.start_byte : node.end_byte]
        if text != b"$this" and not _in_function(visitor):
            visitor.name(node, ASSIGN if context == ASSIGN else READ)

    return handle


def _php_name(spec: dict[str, Any]) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if visitor.data[node.start_byte : node.end_byte] not in WORDS:
            visitor.name(node, READ if context > TYPE else context)

    return handle


def _qualified(spec: dict[str, Any]) -> Handler:
    r"""`A\B\name`: the last word is the name, what stands before it the qualifier."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name = node.named_children[-1] if node.named_child_count else node
        end = max(name.start_byte - 1, node.start_byte + 1)
        visitor.member_span(name, node.start_byte, end, READ if context > TYPE else context)

    return handle


def _static_member(spec: dict[str, Any]) -> Handler:
    """`Cart::MAX`, `Cart::class`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        visitor.visit(parts[0], READ)
        if len(parts) > 1 and parts[-1].type == "name":
            if visitor.data[parts[-1].start_byte : parts[-1].end_byte] != b"class":
                visitor.member_name(parts[-1], parts[0], READ)
        elif len(parts) > 1:
            visitor.visit(parts[-1], READ)

    return handle


def _php_member(spec: dict[str, Any]) -> Handler:
    """`$a->b`, `A::$b`, `$a->b()`, `A::b()`; a name in a variable is only read."""
    wanted = CALL if spec.get("call") else -1

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        receiver = node.child_by_field_name("object") or node.child_by_field_name("scope")
        name = node.child_by_field_name("name")
        for child in node.named_children:
            if name is None or child.id != name.id:
                visitor.visit(child, READ)
        if name is None:
            return
        kind = wanted if wanted >= 0 else (READ if context in (CALL, NEW) else context)
        if name.type == "name":
            visitor.member_name(name, receiver, kind)
        elif node.type == "scoped_property_access_expression" and name.type == "variable_name":
            if name.named_child_count == 1:
                visitor.member_name(name.named_children[0], receiver, kind)
        else:
            visitor.visit(name, READ)

    return handle


def _binary(spec: dict[str, Any]) -> Handler:
    """What stands behind `instanceof` is a type."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        operator = node.child_by_field_name("operator")
        tests = operator is not None and operator.type == "instanceof"
        for index, child in enumerate(node.named_children):
            visitor.visit(child, TYPE if index and tests else READ)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "variable": _variable,
    "php_name": _php_name,
    "qualified": _qualified,
    "static_member": _static_member,
    "php_member": _php_member,
    "binary": _binary,
}
