"""Ruby: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.text import decode, node_text, one_line
from indexer.extract.visitor import Handler
from indexer.languages.ruby import declarations, expressions, scoping
from indexer.languages.ruby.sections import visibility_of
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found, Import

TYPE_MAKERS = {"Struct.new": "struct", "Class.new": "class", "Data.define": "record", "Module.new": "module"}
MARKS = {
    "splat_parameter": "*{}", "hash_splat_parameter": "**{}", "block_parameter": "&{}", "keyword_parameter": "{}:",
}  # fmt: skip
MEMBERS = ("method", "constructor", "property")
HOMES = TYPE_KINDS | {"module", "constant"}


def refine(definition: Definition, found: Found, data: bytes) -> None:
    node = definition.node
    parent = found.definitions[definition.parent].kind if definition.parent >= 0 else ""
    if definition.kind == "function" and parent in HOMES:
        definition.kind = "constructor" if definition.name == b"initialize" else "method"
    if node.type == "simple_symbol":
        _from_symbol(definition, data)
    elif definition.kind == "constant":
        _made_type(definition, data)
    if definition.owns and definition.kind in ("method", "constructor", "property", "function"):
        definition.visibility = visibility_of(definition.node, definition.name, data)
    elif definition.kind == "field":
        definition.visibility = "private"
    if definition.parameters:
        _mark_parameters(definition, data)
    if node.type == "singleton_method" or (definition.kind in MEMBERS and _in_singleton_class(definition)):
        definition.modifiers.append("static")
    if node.type in ("class", "module"):
        end = definition.body.start_byte if definition.body is not None else node.end_byte
        text = one_line(data[node.start_byte : end]).partition("#")[0]
        definition.signature = text.removesuffix("end").rstrip(" ;")
    elif node.type in ("method", "singleton_method") and definition.signature and definition.body is None:
        definition.signature = definition.signature.removesuffix("end").rstrip(" ;")


def _from_symbol(definition: Definition, data: bytes) -> None:
    """`attr_reader :x` defines x: the colon is not part of the name, the whole call is the definition."""
    definition.name = definition.name[1:]
    definition.name_start += 1
    call = definition.node.parent.parent if definition.node.parent is not None else None
    if call is None:
        return
    word = call.child_by_field_name("method")
    definition.start, definition.end = call.start_byte, call.end_byte
    name = node_text(definition.node, data, 80)
    definition.signature = f"{node_text(word, data, 40)} {name}" if word is not None else name


def _mark_parameters(definition: Definition, data: bytes) -> None:
    """`*rest`, `**options`, `&block`, `key:` keep the mark that says how they are passed."""
    node = definition.node.child_by_field_name("parameters")
    parts = [part for part in node.named_children if not part.is_extra] if node is not None else []
    if definition.parameters is None or len(parts) != len(definition.parameters):
        return
    for index, part in enumerate(parts):
        name, kind, default = definition.parameters[index]
        if part.type in MARKS and part.named_child_count:
            definition.parameters[index] = (MARKS[part.type].format(name), kind, default)


def _made_type(definition: Definition, data: bytes) -> None:
    """`Point = Struct.new(…)` defines a type."""
    value = definition.node.child_by_field_name("right")
    if value is None or value.type != "call":
        return
    receiver, method = value.child_by_field_name("receiver"), value.child_by_field_name("method")
    if receiver is not None and method is not None:
        maker = f"{node_text(receiver, data, 40).removeprefix('::')}.{node_text(method, data, 40)}"
        definition.kind = TYPE_MAKERS.get(maker, definition.kind)
        definition.signature = (definition.signature or "").partition(" do ")[0]


def spell(definition: Definition, found: Found, inside: str) -> str:
    """`Shop::Cart#add`, `Shop::Cart.build`, `Shop::Cart::MAX`, as Ruby's own documentation writes them."""
    name = decode(definition.name)
    if definition.container:
        inside = "::".join(part for part in (inside, decode(definition.container).removeprefix("::")) if part)
    if not inside:
        return name
    if definition.kind in ("method", "constructor", "property") or name.startswith("@"):
        static = definition.node.type == "singleton_method" or _in_singleton_class(definition)
        return f"{inside}.{name}" if static else f"{inside}#{name}"
    return f"{inside}::{name}"


def _in_singleton_class(definition: Definition) -> bool:
    node = definition.node.parent
    for _ in range(4):
        if node is None or node.type in ("class", "module", "method"):
            return False
        if node.type == "singleton_class":
            return True
        node = node.parent
    return False


def refine_import(item: Import, data: bytes) -> None:
    """`autoload :Name` binds the constant that the file defines."""
    if item.local_name is not None:
        item.local_name = item.local_name.removeprefix(b":")


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "ruby_name": scoping.ruby_name,
    "itself": scoping.itself,
    "constant": scoping.constant,
    "state": scoping.state,
    "symbol": scoping.symbol,
    "global": scoping.global_variable,
    "keyword_pattern": scoping.keyword_pattern,
    "ruby_type": declarations.ruby_type,
    "ruby_method": declarations.ruby_method,
    "block": declarations.block,
    "alias": declarations.alias,
    "ruby_call": expressions.ruby_call,
    "super": expressions.bare_super,
    "path": expressions.path,
    "right_first": expressions.assignment,
    "operator_assignment": expressions.operator_assignment,
    "binary": expressions.binary,
    "last": expressions.last,
    "branches": expressions.branches,
    "return": expressions.returning,
    "rescue": expressions.rescue,
}
