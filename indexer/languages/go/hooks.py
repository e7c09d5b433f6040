"""Go: what neither the table nor the query can say."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indexer.extract.text import node_text, one_line
from indexer.languages.go import bindings, declarations, kinds, names, types
from indexer.languages.go.calls import call, conversion, instantiation, spread
from indexer.languages.go.literals import composite
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import
    from indexer.extract.visitor import Handler

CONSTRAINT = re.compile(rb"^//go:build .+$", re.MULTILINE)
VERSION = re.compile(rb"v\d+")
_WORDS = {"type_spec": "type", "type_alias": "type", "const_spec": "const", "var_spec": "var"}
DECLARED_BY = {kinds.number(kind): word for kind, word in _WORDS.items()}
TAG_ENDS = b'`"'


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Keyword and doc comment of an ungrouped spec, dots of a variadic parameter, tags of a field."""
    node = definition.node
    if definition.parent < 0 and definition.local:
        definition.container = b"_"  # inside a function without a name: not the package's
    if definition.parent < 0 and (constraint := _constraint(data)):
        definition.decorators.append(constraint)
    if (word := DECLARED_BY.get(node.kind_id)) is not None:
        definition.signature = f"{word} {definition.signature}"
        _widen(definition, node)
    if definition.kind in TYPE_KINDS:
        definition.return_type = None
    elif definition.kind == "field":
        _describe_field(definition, node, data)
    elif definition.parameters:
        _mark_variadic(definition, data)


@lru_cache(maxsize=1)
def _constraint(data: bytes) -> str:
    """The line above the package clause that says when the file is built."""
    match = CONSTRAINT.search(data, 0, max(data.find(b"\npackage "), 0))
    return one_line(match[0], 200) if match is not None else ""


def _widen(definition: Definition, node: Node) -> None:
    parent = node.parent
    if parent is not None and parent.type.endswith("_declaration") and parent.child_count < 3:
        definition.start, definition.end = parent.start_byte, parent.end_byte


def _describe_field(definition: Definition, node: Node, data: bytes) -> None:
    if node.named_children[0].kind_id != kinds.FIELD_IDENTIFIER:
        declared = node.child_by_field_name("type")
        if declared is not None:
            definition.return_type = one_line(data[node.start_byte : declared.end_byte], 200)
    # Only a tag ends in a quote: most fields have none to look for.
    if data[node.end_byte - 1] in TAG_ENDS and (tag := node.child_by_field_name("tag")) is not None:
        definition.decorators.append(node_text(tag, data, 200))


def _mark_variadic(definition: Definition, data: bytes) -> None:
    end = definition.body.start_byte if definition.body is not None else definition.end
    if b"..." not in data[definition.name_end : end]:
        return
    parameters = definition.node.child_by_field_name("parameters")
    last = parameters.named_children[-1:] if parameters is not None else []
    if definition.parameters and last and last[0].type == "variadic_parameter_declaration":
        name, kind, default = definition.parameters[-1]
        definition.parameters[-1] = (name, f"...{kind}", default)


def refine_import(item: Import, data: bytes) -> None:
    """What an import binds: major versions and `go-` are not part of a package's name."""
    if item.alias is not None:
        item.local_name = None if item.local_name == b"_" else item.local_name
    elif not item.star:
        item.local_name = package_name(item.module_text)


def package_name(path: bytes) -> bytes | None:
    parts = [part for part in path.split(b"/") if part]
    if len(parts) > 1 and VERSION.fullmatch(parts[-1]):
        parts.pop()
    if not parts:
        return None
    head, dot, tail = parts[-1].rpartition(b".")
    name = head if dot and (VERSION.fullmatch(tail) or tail == b"go") else parts[-1]
    return name.removeprefix(b"go-").removesuffix(b"-go") or name


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "assertion": bindings.assertion,
    "binary": bindings.binary,
    "clause": bindings.clause,
    "condition": bindings.condition,
    "constants": bindings.constants,
    "declaration": bindings.declaration,
    "go_index": bindings.index,
    "sliced": bindings.sliced,
    "statement": bindings.statement,
    "type_switch": bindings.type_switch,
    "unary": bindings.unary,
    "identifier": names.identifier,
    "type_identifier": names.type_identifier,
    "field": declarations.field,
    "nameless": declarations.nameless,
    "go_parameter": types.parameter,
    "signature": types.signature,
    "go_type": declarations.type_definition,
    "type_parameters": types.type_parameters,
    "wrapped": types.wrapped,
    "go_call": call,
    "go_conversion": conversion,
    "go_instantiation": instantiation,
    "go_spread": spread,
    "composite": composite,
}
