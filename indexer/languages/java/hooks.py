"""Java: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.text import node_text
from indexer.extract.visitor import Handler
from indexer.languages.java import calls, declarations, expressions, functions, statements
from indexer.languages.java.parts import Spec, is_spread, spread_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.kind == "field":
        if "static" in definition.modifiers and "final" in definition.modifiers:
            definition.kind = "constant"
    elif definition.kind == "property" and definition.return_type is None:
        definition.return_type = _spread(definition.node, data)[1]
    elif definition.kind == "method" and definition.parameters is None:
        definition.parameters = []  # an annotation's element
    elif definition.kind == "constructor" and definition.parameters is None:
        _compact(definition, found)
    for _, declared, _ in definition.parameters or ():
        if declared is None:  # only `String... names` keeps its type in no field
            _spread_parameter(definition, data)
            break
    if definition.parameters is not None and definition.node.has_error:
        _broken_spread(definition, data)


def _broken_spread(definition: Definition, data: bytes) -> None:
    """`Type @Nullable ... name`, which the grammar cannot read."""
    listed = definition.node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else ():
        if is_spread(child, data):
            kinds = [c for c in child.named_children if c.type not in ("modifiers", "marker_annotation", "annotation")]
            declared = "".join(node_text(kind, data, 200) for kind in kinds[:1]) + "..."
            definition.parameters = [
                *(definition.parameters or ()),
                (spread_name(child, data).decode(), declared, None),
            ]


def _spread_parameter(definition: Definition, data: bytes) -> None:
    listed = definition.node.child_by_field_name("parameters")
    spread = [c for c in listed.named_children if c.type == "spread_parameter"] if listed is not None else []
    if spread and definition.parameters:
        definition.parameters[-1] = (*_spread(spread[0], data), None)


def _spread(node: Node, data: bytes) -> tuple[str, str]:
    """Name and type of `final String... names`."""
    kinds = [c for c in node.named_children if c.type not in ("modifiers", "variable_declarator") and not c.is_extra]
    names = [c for c in node.named_children if c.type == "variable_declarator"]
    return "".join(node_text(n, data, 80) for n in names), "".join(node_text(k, data, 200) for k in kinds[:1]) + "..."


def _compact(definition: Definition, found: Found) -> None:
    """A compact constructor takes what its record lists."""
    if definition.parent >= 0:
        definition.parameters = list(found.definitions[definition.parent].parameters or [])


ROLES: dict[str, Callable[[Spec], Handler]] = {
    **calls.ROLES,
    **functions.ROLES,
    **declarations.ROLES,
    **expressions.ROLES,
    **statements.ROLES,
}
