"""Java: what neither the table nor the query can say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import PARAMETER
from indexer.extract.text import node_text
from indexer.extract.visitor import CALL, NEW, READ, TYPE, Handler, Visitor

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Definition, Found

Spec = dict[str, Any]
NO_TYPES = (b"var", b"this")


def refine(definition: Definition, found: Found, data: bytes) -> None:
    if definition.kind == "field" and {"static", "final"} <= set(definition.modifiers):
        definition.kind = "constant"
    elif definition.kind == "property" and definition.return_type is None:
        definition.return_type = _spread(definition.node, data)[1]
    elif definition.kind == "method" and definition.parameters is None:
        definition.parameters = []  # an annotation's element
    elif definition.kind == "constructor" and definition.parameters is None:
        _compact(definition, found)
    if definition.parameters and (listed := definition.node.child_by_field_name("parameters")) is not None:
        spread = [child for child in listed.named_children if child.type == "spread_parameter"]
        if spread:
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


def _type_word(spec: Spec) -> Handler:
    """A type's name; `var` is none."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if visitor.data[node.start_byte : node.end_byte] not in NO_TYPES:
            visitor.name(node, context if context == NEW or context > TYPE else TYPE)

    return handle


def _scoped_type(spec: Spec) -> Handler:
    """`Outer.@Nullable Inner`: the last name is a member of what stands before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        for child in parts[:-1]:
            visitor.visit(child, TYPE)
        visitor.member_name(parts[-1], parts[0], NEW if context == NEW else TYPE)

    return handle


def _access(spec: Spec) -> Handler:
    """`object.field`; `Outer.this` names the type only."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        receiver, name = node.child_by_field_name("object"), node.child_by_field_name("field")
        if receiver is not None:
            visitor.visit(receiver, READ)
        if name is not None and name.type == "identifier":
            visitor.member_name(name, receiver, context)

    return handle


def _method_reference(spec: Spec) -> Handler:
    """`Type::name` calls later what it names; `Type::new` makes one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        named = len(parts) > 1 and parts[-1].type == "identifier"
        for child in parts[:-1] if named else parts:
            visitor.visit(child, READ if named else NEW)
        if named:
            visitor.member_name(parts[-1], parts[0], CALL)

    return handle


def _creation(spec: Spec) -> Handler:
    """`new Type(…) { … }`, `outer.new Inner(…)`: an inner type is looked up in the outer value's type."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        made = node.child_by_field_name("type")
        receiver = node.named_children[0]
        for child in node.named_children:
            if made is None or child.id != made.id:
                visitor.visit(child, READ)
            elif receiver.end_byte <= made.start_byte and made.type == "type_identifier" and _is_value(receiver):
                visitor.member_name(made, receiver, NEW)
            else:
                visitor.visit(made, NEW)

    return handle


def _is_value(node: Node) -> bool:
    return node.type not in ("type_arguments", "annotation", "marker_annotation") and not node.is_extra


def _compact_constructor(spec: Spec) -> Handler:
    """The record's components are parameters here, not fields."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        index = visitor.found.by_node.get(node.id)
        parent = visitor.found.definitions[index].parent if index is not None else -1
        for definition in visitor.found.definitions:
            if definition.parent == parent and definition.kind == "property":
                visitor.scope.bind(definition.name, PARAMETER)
        for child in node.named_children:
            if child.start_byte not in visitor.found.by_name:
                visitor.visit(child, READ)

    return handle


def _case_label(spec: Spec) -> Handler:
    """A bare name is a constant of the switched value's type, or of the scope: only that type can tell."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type == "identifier":
                visitor.member_name(child, None, READ)
            else:
                visitor.visit(child, READ)

    return handle


def _if(spec: Spec) -> Handler:
    """Pattern variables hold inside; after `if (!(x instanceof T t)) return;` they hold in what follows."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        condition = node.child_by_field_name("condition")
        text = visitor.data[condition.start_byte : condition.end_byte] if condition is not None else b""
        before = visitor.scope
        if b"!" not in text or b"instanceof" not in text:
            visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "type_word": _type_word,
    "scoped_type": _scoped_type,
    "access": _access,
    "method_reference": _method_reference,
    "creation": _creation,
    "compact_constructor": _compact_constructor,
    "case_label": _case_label,
    "if": _if,
}
