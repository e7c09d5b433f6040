"""PHP: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.text import decode, node_text
from indexer.extract.visitor import Handler
from indexer.languages.php import declarations, expressions

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found, Import

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


def identify(definition: Definition, data: bytes) -> bytes | None:
    """A property and a method may go by one name."""
    return b"$" + definition.name if definition.kind == "property" else None


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


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "namespace": declarations.namespace,
    "type_declaration": declarations.type_declaration,
    "nameless_type": declarations.nameless_type,
    "traits": declarations.traits,
    "properties": declarations.properties,
    "constant": declarations.constant,
    "function": declarations.function,
    "closure": declarations.closure,
    "variable": expressions.variable,
    "php_name": expressions.name,
    "qualified": expressions.qualified,
    "static_member": expressions.static_member,
    "php_member": expressions.member,
    "binary": expressions.binary,
    "conditional": expressions.conditional,
    "last": expressions.last,
    "augmented": expressions.augmented,
    "creation": expressions.creation,
    "foreach": expressions.foreach,
    "element": expressions.subscript,
    "catch": expressions.catch,
    "if": expressions.branch,
}
