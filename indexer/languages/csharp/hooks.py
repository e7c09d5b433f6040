"""C#: what neither the table nor the query can say about definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.text import decode, node_text, one_line
from indexer.languages.csharp import calls as _calls  # each adds its roles
from indexer.languages.csharp import lambdas as _lambdas
from indexer.languages.csharp import patterns as _patterns
from indexer.languages.csharp.masking import left_out, prepare
from indexer.languages.csharp.names import arity, child_of
from indexer.languages.csharp.walk import ROLES

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

__all__ = ["ROLES", "left_out", "prepare", "refine"]
_ = _calls, _lambdas, _patterns

Parameter = tuple[str, str | None, str | None]
WITH_PARAMETERS = {
    "method", "constructor", "operator", "function", "delegate", "class", "struct", "record", "indexer", "destructor",
}  # fmt: skip
MODIFIERS = {"ref", "out", "in", "this", "params", "scoped", "readonly"}


def refine(definition: Definition, found: Found, data: bytes) -> None:
    kind, node = definition.kind, definition.node
    if kind in WITH_PARAMETERS:
        listed = child_of(node, "bracketed_parameter_list" if kind == "indexer" else "parameter_list")
        if listed is not None:
            definition.parameters = _parameters(listed, data)
            definition.id_shape = ",".join(_shape(declared or name) for name, declared, _ in definition.parameters)
    if kind in ("property", "indexer", "event"):
        _describe_property(definition, data)
    if kind in ("field", "event") and (declaration := child_of(node, "variable_declaration")) is not None:
        _describe_field(definition, declaration, data)
    elif kind == "enum_member":
        definition.body = None
        definition.signature = one_line(data[definition.name_start : node.end_byte], 160)
    elif kind == "constructor" and (chained := child_of(node, "constructor_initializer")) is not None:
        definition.signature = (definition.signature or "").removesuffix(node_text(chained, data)).rstrip()
    elif kind == "operator":
        _describe_operator(definition, data)
    definition.id_name = _id_name(definition, data)


def _parameters(listed: Node, data: bytes) -> list[Parameter]:
    rows: list[Parameter] = []
    spread: str | None = None
    for index, child in enumerate(listed.named_children):
        field = listed.field_name_for_named_child(index)
        if child.type == "parameter":
            rows.append(_parameter(child, data))
        elif field == "type":  # the grammar flattens `params T[] rest` into the list
            spread = "params " + node_text(child, data, 200)
        elif field == "name":
            rows.append((node_text(child, data, 80), spread, None))
    return rows


def _parameter(node: Node, data: bytes) -> Parameter:
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    words = [node_text(c, data, 200) for c in node.named_children if c.type == "modifier"]
    if declared is not None:
        words.append(node_text(declared, data, 200))
    default: str | None = None
    if name is not None and (value := name.next_named_sibling) is not None and not value.is_extra:
        default = node_text(value, data, 120)
    return node_text(name, data, 80) if name is not None else "", " ".join(words) or None, default


def _shape(declared: str) -> str:
    """As documentation ids have it: `ref`, `out` and `in` are one mark, `this` and `params` are no part of a type."""
    *words, last = (declared.split() if "<" not in declared and "(" not in declared else _leading(declared)) or [""]
    return last + "@" * any(word in ("ref", "out", "in") for word in words)


def _leading(declared: str) -> list[str]:
    """Modifiers and the rest of a type that has blanks of its own."""
    words = declared.split()
    count = next(index for index, word in enumerate(words) if word not in MODIFIERS)
    return [*words[:count], "".join(words[count:])]


def _describe_property(definition: Definition, data: bytes) -> None:
    """`{ get; private set; }` tells a reader what can be done with it; bodies do not belong there."""
    node = definition.node
    if node.type == "parameter":
        definition.visibility = "public"
    accessors = node.child_by_field_name("accessors")
    if accessors is None or definition.kind == "event":
        return
    words = []
    for accessor in accessors.named_children:
        name = accessor.child_by_field_name("name")
        if accessor.type == "accessor_declaration" and name is not None:
            modifiers = [node_text(c, data, 40) for c in accessor.named_children if c.type == "modifier"]
            words.append(" ".join([*modifiers, node_text(name, data, 40)]) + ";")
    definition.signature = f"{definition.signature} {{ {' '.join(words)} }}"


def _describe_field(definition: Definition, declaration: Node, data: bytes) -> None:
    declared = declaration.child_by_field_name("type")
    definition.return_type = node_text(declared, data, 200) if declared is not None else None
    if "const" in definition.modifiers:
        definition.kind = "constant"


def _describe_operator(definition: Definition, data: bytes) -> None:
    if definition.node.type == "operator_declaration":
        definition.name = b"operator " + definition.name
        return
    made = definition.node.child_by_field_name("type")
    if made is not None:
        definition.return_type = node_text(made, data, 200)
        words = [child.type for child in definition.node.children if child.type in ("implicit", "explicit")]
        definition.name = " ".join([*words, "operator", definition.return_type]).encode()


def _id_name(definition: Definition, data: bytes) -> bytes | None:
    """Spelling within ids: arity of generics, the interface of an explicit implementation."""
    node, kind = definition.node, definition.kind
    if kind in ("field", "constant", "enum_member"):
        return None
    if kind == "destructor":
        return b"Finalize"
    name = b"Item" if kind == "indexer" else definition.name
    if (specifier := child_of(node, "explicit_interface_specifier")) is not None:
        text = "".join(decode(data[specifier.start_byte : specifier.end_byte]).split()).rstrip(".")
        name = text.replace(".", "#").encode() + b"#" + name
    if kind in ("property", "event"):
        return name if name != definition.name else None
    if (listed := child_of(node, "type_parameter_list")) is not None:
        ending = arity(listed)
        name += ending if kind not in ("method", "function") else b"`" + ending
    return name if name != definition.name else None
