"""Go: what neither the table nor the query can say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL, TYPE_PARAMETER
from indexer.extract.text import node_text, one_line
from indexer.extract.visitor import ASSIGN, KIND_OF, READ, TYPE, TYPE_BIND, Handler, Visitor
from indexer.languages.go.calls import call, composite, conversion, instantiation, text
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found, Import

VERSION = re.compile(rb"v\d+")
DECLARED_BY = {"type_spec": "type", "type_alias": "type", "const_spec": "const", "var_spec": "var"}


def refine(definition: Definition, found: Found, data: bytes) -> None:
    """Keyword and doc comment of an ungrouped spec, dots of a variadic parameter, tags of a field."""
    node = definition.node
    if (word := DECLARED_BY.get(node.type)) is not None:
        definition.signature = f"{word} {definition.signature}"
        _widen(definition, node)
    if definition.kind in TYPE_KINDS:
        definition.return_type = None
    elif definition.kind == "field":
        _describe_field(definition, node, data)
    elif definition.parameters:
        _mark_variadic(definition)


def _widen(definition: Definition, node: Node) -> None:
    parent = node.parent
    if parent is not None and parent.type.endswith("_declaration") and parent.child_count < 3:
        definition.start, definition.end = parent.start_byte, parent.end_byte


def _describe_field(definition: Definition, node: Node, data: bytes) -> None:
    declared, tag = node.child_by_field_name("type"), node.child_by_field_name("tag")
    if declared is not None and node.child_by_field_name("name") is None:
        definition.return_type = one_line(data[node.start_byte : declared.end_byte], 200)
    if tag is not None:
        definition.decorators.append(node_text(tag, data, 200))


def _mark_variadic(definition: Definition) -> None:
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
        item.local_name = _package_name(item.module_text)


def _package_name(path: bytes) -> bytes | None:
    parts = [part for part in path.split(b"/") if part]
    if len(parts) > 1 and VERSION.fullmatch(parts[-1]):
        parts.pop()
    if not parts:
        return None
    head, dot, tail = parts[-1].rpartition(b".")
    name = head if dot and (VERSION.fullmatch(tail) or tail == b"go") else parts[-1]
    return name.removeprefix(b"go-").removesuffix(b"-go") or name


def _binding(spec: dict[str, Any]) -> Handler:
    """A declaration or assignment: its right side does not see the names of its left side."""
    names_field, until_field = spec["names"], spec.get("until")

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        names: list[Node] = []
        values: list[tuple[Node, int]] = []
        since = node.end_byte
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == names_field:
                names.extend(child.named_children if child.type == "expression_list" else (child,))
            else:
                values.append((child, TYPE if field == "type" else READ))
                if field == until_field and field is not None:
                    since = child.end_byte
        assigns = bool(names) and _assigns(node)
        if until_field:
            _bind(visitor, names, since)
        for child, wanted in values:
            visitor.visit(child, wanted)
        if assigns:
            _write(visitor, names)
        elif not until_field:
            _bind(visitor, names, since)

    return handle


def _assigns(node: Node) -> bool:
    """`=` instead of `:=` in a statement that can have both."""
    if node.type == "assignment_statement":
        return True
    if node.type in ("range_clause", "receive_statement"):
        return any(child.type == "=" for child in node.children)
    return False


def _write(visitor: Visitor, names: list[Node]) -> None:
    for name in names:
        if name.type != "identifier" or text(visitor, name) != b"_":
            visitor.visit(name, ASSIGN)


def _bind(visitor: Visitor, names: list[Node], since: int) -> None:
    for name in names:
        index = visitor.found.by_name.get(name.start_byte)
        if index is not None:
            visitor.declare(text(visitor, name), index)
        elif name.type == "identifier":
            visitor.scope.bind(text(visitor, name), LOCAL, since)


def _type_parameters(spec: dict[str, Any]) -> Handler:
    """Constraints see all type parameters of their list."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for declaration in node.named_children:
            for name in declaration.children_by_field_name("name"):
                visitor.scope.bind(text(visitor, name), TYPE_PARAMETER)
        for declaration in node.named_children:
            for bound in declaration.children_by_field_name("type"):
                visitor.visit(bound, TYPE)

    return handle


def _method(spec: dict[str, Any]) -> Handler:
    """The receiver's type arguments declare the method's type parameters."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "receiver":
                _receiver(visitor, child)
            elif field != "name":
                visitor.visit(child, READ if field == "body" else TYPE)

    return handle


def _receiver(visitor: Visitor, node: Node) -> None:
    for part in node.named_children:
        if part.type == "generic_type":
            arguments = part.child_by_field_name("type_arguments")
            if arguments is not None:
                visitor.visit(arguments, TYPE_BIND)
            visitor.visit(part.named_children[0], TYPE)
        elif part.type in ("parameter_declaration", "pointer_type", "parenthesized_type"):
            _receiver(visitor, part)
        elif part.type == "identifier":
            visitor.scope.bind(text(visitor, part), LOCAL)
        else:
            visitor.visit(part, TYPE)


def _field(spec: dict[str, Any]) -> Handler:
    """Fields do not see each other; an embedded field is a use of its type too."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        declared = node.child_by_field_name("type")
        inner = visitor.scope
        visitor.scope = inner.parent or inner
        if declared is not None and node.child_by_field_name("name") is None:
            _embedded(visitor, declared)
        elif declared is not None:
            visitor.visit(declared, TYPE)
        visitor.scope = inner

    return handle


def _embedded(visitor: Visitor, node: Node) -> None:
    if node.type == "type_identifier":
        visitor.uses.append((node.start_byte, node.end_byte, KIND_OF[TYPE], visitor.scope, visitor.owner, 0, 0))
    elif node.type == "qualified_type":
        package, name = node.named_children[0], node.named_children[-1]
        visitor.visit(package, TYPE)
        span = (package.start_byte, package.end_byte)
        visitor.uses.append((name.start_byte, name.end_byte, KIND_OF[TYPE], None, visitor.owner, *span))
    elif node.type == "generic_type":
        _embedded(visitor, node.named_children[0])
        for argument in node.named_children[1:]:
            visitor.visit(argument, TYPE)


def _type_case(spec: dict[str, Any]) -> Handler:
    """`case nil` of a type switch names no type."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) != "type":
                visitor.visit(child, READ)
            elif text(visitor, child) != b"nil":
                visitor.visit(child, TYPE)

    return handle


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "binding": _binding,
    "type_parameters": _type_parameters,
    "method": _method,
    "field": _field,
    "go_call": call,
    "go_conversion": conversion,
    "go_instantiation": instantiation,
    "composite": composite,
    "type_case": _type_case,
}
