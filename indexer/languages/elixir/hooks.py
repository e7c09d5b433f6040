"""Elixir: what neither the table nor the query can say."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE
from indexer.extract.text import decode, node_text, one_line
from indexer.languages.elixir.names import header, word_of
from indexer.languages.elixir.scoping import ROLES

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

__all__ = ["ROLES", "identify", "refine", "refine_import", "spell"]

PRIVATE = frozenset({"defp", "defmacrop", "defguardp", "defnp", "typep"})
DOC_LIMIT = 4000


def identify(definition: Definition, data: bytes) -> bytes | None:
    """Functions and types are told apart by their number of arguments; clauses of one function are one."""
    if definition.kind == "impl":
        target = _implemented_for(definition.node, data)
        return definition.name + b"." + (target or b"impl")
    if definition.kind == "constant":
        return b"@" + definition.name
    if definition.kind not in CALLABLE and definition.kind != "type_alias":
        return None
    return definition.name + b"/%d" % len(_arguments(definition.node))


def _arguments(node: Node) -> list[Node]:
    call = header(node)
    if call is None or call.type != "call":
        return []
    arguments = next((child for child in call.named_children if child.type == "arguments"), None)
    return [child for child in arguments.named_children if not child.is_extra] if arguments is not None else []


def refine(definition: Definition, found: Found, data: bytes) -> None:
    node = definition.node
    word = word_of(node, data)
    if definition.kind in ("module", "protocol", "impl"):
        _describe_module(definition, node, data)
    elif definition.kind == "field":
        _describe_field(definition)
    else:
        definition.visibility = "private" if word in PRIVATE or definition.kind == "constant" else "public"
    if definition.kind in CALLABLE:
        _describe_function(definition, node, word, data)
    if definition.kind in CALLABLE or definition.kind == "type_alias":
        _read_attributes(definition, node, data)


def _describe_module(definition: Definition, node: Node, data: bytes) -> None:
    """`defmodule Shop.Cart` defines Cart; an implementation is named after its protocol and its type."""
    full = definition.name
    definition.id_name = definition.id_name or full
    definition.name = full.rpartition(b".")[2]
    definition.name_start += len(full) - len(definition.name)
    block = next((child for child in node.named_children if child.type == "do_block"), None)
    end = block.start_byte if block is not None else node.end_byte
    definition.body = block
    definition.signature = one_line(data[node.start_byte : end])
    for child in block.named_children if block is not None else ():
        if word_of(child, data) == "moduledoc":
            definition.documentation = _text(child, data)


def _implemented_for(node: Node, data: bytes) -> bytes | None:
    arguments = next((child for child in node.named_children if child.type == "arguments"), None)
    options = arguments.named_children[-1] if arguments is not None and arguments.named_child_count else None
    pair = options.named_children[0] if options is not None and options.type == "keywords" else None
    value = pair.child_by_field_name("value") if pair is not None else None
    return data[value.start_byte : value.end_byte] if value is not None and value.type == "alias" else None


def _describe_field(definition: Definition) -> None:
    bare = definition.name.strip(b": \n")
    definition.name_start += definition.name.startswith(b":")
    definition.name = bare
    definition.visibility = "public"


def _describe_function(definition: Definition, node: Node, word: str, data: bytes) -> None:
    parts = [child for child in node.named_children if child.type == "arguments"]
    first = parts[0].named_children[0] if parts and parts[0].named_child_count else None
    if first is not None:
        definition.signature = f"{word} {node_text(first, data)}"
    definition.parameters = [_parameter(argument, data) for argument in _arguments(node)]


def _parameter(node: Node, data: bytes) -> tuple[str, str | None, str | None]:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is not None and operator.type == "\\\\" and left is not None and right is not None:
        return node_text(left, data, 80), None, node_text(right, data, 120)
    return node_text(node, data, 80), None, None


def _read_attributes(definition: Definition, node: Node, data: bytes) -> None:
    """`@doc`, `@spec`, `@impl` stand before the function they are about."""
    sibling = node.prev_named_sibling
    while sibling is not None and (sibling.is_extra or sibling.type == "unary_operator"):
        word = word_of(sibling, data)
        if word in ("doc", "typedoc") and definition.documentation is None:
            definition.documentation = _text(sibling, data)
        elif word == "spec" and definition.return_type is None:
            definition.return_type = _returned(sibling, data)
        elif word in ("impl", "deprecated"):
            definition.decorators.insert(0, node_text(sibling, data, 200))
        elif word in ("type", "typep", "opaque", "callback"):
            break
        sibling = sibling.prev_named_sibling


def _argument(attribute: Node) -> Node | None:
    """The first argument of `@word argument`."""
    node = attribute.child_by_field_name("operand")
    arguments = node.named_children[-1] if node is not None and node.named_child_count else None
    return arguments.named_children[0] if arguments is not None and arguments.named_child_count else None


def _returned(attribute: Node, data: bytes) -> str | None:
    node = _argument(attribute)
    if node is not None and node.type == "binary_operator" and _operator(node) == "when":
        node = node.child_by_field_name("left")
    if node is None or node.type != "binary_operator" or _operator(node) != "::":
        return None
    right = node.child_by_field_name("right")
    return node_text(right, data, 200) if right is not None else None


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def _text(attribute: Node, data: bytes) -> str | None:
    """The text of a documentation attribute; `false` and file contents are none."""
    node = _argument(attribute)
    if node is None or node.type not in ("string", "sigil"):
        return None
    parts = [data[c.start_byte : c.end_byte] for c in node.named_children if c.type not in ("sigil_name",)]
    text = inspect.cleandoc(decode(b"".join(parts))).strip().replace("\x00", "")
    return (text if len(text) <= DOC_LIMIT else text[: DOC_LIMIT - 1] + "…") or None


def spell(definition: Definition, found: Found, inside: str) -> str:
    """`Shop.Cart.add/2`, as Elixir names functions."""
    name = decode(definition.id_name or definition.name)
    return f"{inside}.{name}" if inside else name


def refine_import(item: Import, data: bytes) -> None:
    """`alias` binds the last word of the name; `import` and `use` bring what is inside, `require` binds nothing."""
    word = word_of(item.node, data)
    if word == "import":
        item.star = True
        item.local_name = b"*"
    elif word in ("use", "require") and item.alias is None:
        item.local_name = None
    elif item.imported_name is not None:
        item.local_name = item.imported_name.rpartition(b".")[2]
