"""Describes a definition for a reader: signature, parameters, types, modifiers, decorators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.definitions import CALLABLE
from indexer.extract.text import decode, first_field, node_text, one_line

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition
    from indexer.languages import Describe, Language

TAIL = "{:=;,| -"  # what stands between a declaration and its body
ARROWS = ("=>", "->")
VALUE_LIMIT = 160


def describe(definition: Definition, language: Language, data: bytes) -> None:
    """Fill in what the definition's own header says."""
    parts = language.parts
    node = definition.node
    if definition.kind not in parts.plain:
        if definition.body is None:
            definition.body = first_field(node, parts.body)
        _header(definition, parts, data)
    if definition.kind in CALLABLE or definition.kind in ("delegate", "indexer", "record", "class", "struct"):
        if (parameters := first_field(node, parts.parameters)) is not None:
            definition.parameters = read_parameters(parameters, parts, data)
        elif definition.kind in CALLABLE:
            definition.parameters = _inner_parameters(definition, parts, data)
    if definition.owns and definition.return_type is None:
        declared = first_field(node, parts.return_type)
        if declared is not None and declared.start_byte != definition.name_start:
            definition.return_type = node_text(declared, data, 200).removeprefix(":").strip() or None
    definition.signature = _signature(definition, data)


def _inner_parameters(
    definition: Definition, parts: Describe, data: bytes
) -> list[tuple[str, str | None, str | None]] | None:
    """Parameters of a function that is the value of a declaration, or sits inside a declarator."""
    for field in ("value", "declarator", "right"):
        inner = definition.node.child_by_field_name(field)
        depth = 0
        while inner is not None and depth < 4:
            if (parameters := first_field(inner, parts.parameters)) is not None:
                if definition.body is None:
                    definition.body = first_field(inner, parts.body)
                if definition.return_type is None and (found := first_field(inner, ("return_type",))) is not None:
                    definition.return_type = node_text(found, data, 200).removeprefix(":").strip() or None
                return read_parameters(parameters, parts, data)
            inner = inner.child_by_field_name("declarator")
            depth += 1
    return None


def _header(definition: Definition, parts: Describe, data: bytes) -> None:
    """Decorators and modifiers: children before the name, the wrappers' children, siblings before."""
    if not (parts.decorators or parts.modifiers) or not definition.owns:
        return
    node: Node | None = definition.node
    found: list[Node] = []
    if parts.decorators_before:
        found.extend(_siblings_before(definition, parts.decorators))
    outer = definition.node.parent if parts.wrappers else None
    while outer is not None and outer.type in parts.wrappers:
        before = [child for child in outer.children if child.end_byte <= definition.node.start_byte]
        found.extend(child for child in before if child not in found)
        outer = outer.parent
    assert node is not None
    for child in node.children:
        if child.start_byte >= definition.name_start and not _is_part(child, parts):
            break
        found.append(child)
    for child in found:
        _note(definition, child, parts, data)


def _is_part(child: Node, parts: Describe) -> bool:
    return child.type in parts.modifiers or child.type in parts.decorators


def _siblings_before(definition: Definition, decorators: tuple[str, ...]) -> list[Node]:
    """Attributes that stand before the definition; they belong to its span."""
    found: list[Node] = []
    sibling = definition.node.prev_named_sibling
    while sibling is not None and (sibling.type in decorators or sibling.is_extra):
        if sibling.type in decorators:
            found.append(sibling)
        sibling = sibling.prev_named_sibling
    if found:
        definition.start = min(definition.start, found[-1].start_byte)
    return found[::-1]


def _note(definition: Definition, child: Node, parts: Describe, data: bytes) -> None:
    kind = child.type
    if kind in parts.decorators:
        definition.decorators.append(node_text(child, data, 200))
    elif kind in parts.modifiers:
        if child.child_count == 0:
            definition.modifiers.append(node_text(child, data, 40))
            return
        for part in child.children:
            if part.type in parts.decorators:
                definition.decorators.append(node_text(part, data, 200))
            elif not part.is_extra:
                definition.modifiers.append(node_text(part, data, 40))


def read_parameters(node: Node, parts: Describe, data: bytes) -> list[tuple[str, str | None, str | None]]:
    """(name, type, default) of each parameter, in order."""
    if node.child_count == 0 and node.is_named:
        return [(node_text(node, data, 80), None, None)]
    rows: list[tuple[str, str | None, str | None]] = []
    for child in node.named_children:
        if child.is_extra or child.type in parts.parameter_skip or child.type in parts.decorators:
            continue
        rows.extend(_parameter(child, parts, data))
    return rows


def _parameter(node: Node, parts: Describe, data: bytes) -> list[tuple[str, str | None, str | None]]:
    if not node.named_child_count:
        return [(decode(data[node.start_byte : node.end_byte])[:80], None, None)]
    declared = first_field(node, parts.parameter_type)
    default = first_field(node, parts.parameter_default)
    type_text = node_text(declared, data, 200).removeprefix(":").strip() if declared is not None else None
    default_text = node_text(default, data, 120) if default is not None else None
    names = _parameter_names(node, parts, (declared is not None) + (default is not None))
    if not names and declared is not None:
        names = [c for c in node.named_children if c.id != declared.id and (default is None or c.id != default.id)][:1]
        if not names:
            return [("", type_text, default_text)]
    texts = [node_text(name, data, 80) for name in names] or [node_text(node, data, 80)]
    return [(text, type_text, default_text) for text in texts]


def _parameter_names(node: Node, parts: Describe, others: int) -> list[Node]:
    """One name as a rule, several where the language lets them share a type (`a, b int`)."""
    first = first_field(node, parts.parameter_name)
    if first is None or node.named_child_count <= others + 1:
        return [] if first is None else [first]
    ids = [field for field in parts.parameter_name if isinstance(field, int)]
    return [child for field in ids for child in node.children_by_field_id(field)] or [first]


def _signature(definition: Definition, data: bytes) -> str:
    """The declaration on one line: from the definition itself to its body."""
    start, end = definition.node.start_byte, definition.node.end_byte
    if definition.kind in ("module", "package") and definition.name_end == 0:
        return ""
    body = definition.body
    if body is not None and body.start_byte > definition.name_start:
        end = _before_comments(body)
    start = _after_decorators(definition, start)
    limit = 500 if body is not None or definition.kind in CALLABLE else VALUE_LIMIT
    source = _without_comments(definition, data, start, end)
    text = one_line(source, limit)
    if b"\n" in source:  # written over several lines: without the blanks that the line breaks leave
        text = text.replace("( ", "(").replace(" )", ")").replace(",)", ")")
    if end == definition.node.end_byte:
        return text.rstrip(" ;,{")
    text = text.rstrip(TAIL)
    while text.endswith(ARROWS):
        text = text[:-2].rstrip(TAIL)
    return text


def _without_comments(definition: Definition, data: bytes, start: int, end: int) -> bytes:
    """A declaration over several lines may have comments between its parts; on one line they would hide the rest."""
    source = data[start:end]
    if b"\n" not in source or not (b"#" in source or b"//" in source):
        return source
    parts = [part for child in definition.node.children if child.start_byte < end for part in (child, *child.children)]
    for part in reversed(parts):
        if part.type.endswith("comment") and start <= part.start_byte < end:
            source = source[: part.start_byte - start] + source[part.end_byte - start :]
    return source


def _before_comments(body: Node) -> int:
    """Where a body begins, comments on the line of the declaration included."""
    first, before = body, body.prev_sibling
    while before is not None and before.type.endswith("comment"):
        first, before = before, before.prev_sibling
    return first.start_byte


def _after_decorators(definition: Definition, start: int) -> int:
    """Skip attributes and annotations that are part of the node itself."""
    if not definition.decorators:
        return start
    for child in definition.node.children:
        if child.start_byte >= definition.name_start:
            break
        if child.type.endswith(("decorator", "attribute_list", "annotation", "attribute_item")):
            start = child.end_byte
        elif child.type == "modifiers":
            for part in child.children:
                if not part.type.endswith(("annotation", "attribute")):
                    return part.start_byte
                start = part.end_byte
        else:
            return child.start_byte
    return start
