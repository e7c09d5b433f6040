"""Elements: a component is called with its attributes as one object."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import CALL, READ
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _element(spec: Spec) -> Handler:
    """`<Panel a={b}>` calls Panel."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name = node.child_by_field_name("name")
        component = visitor.visit(name, CALL) if name is not None and _is_component(visitor, name) else 0
        props = visitor.term(Op.THROUGH, visitor.text(b"props"), component) if component else 0
        parts: list[int] = []
        for child in node.named_children:
            if child.type == "jsx_attribute":
                parts.append(_attribute(visitor, child, name, props))
            elif name is None or child.id != name.id:
                parts.append(visitor.visit(child, READ))
        given = visitor.term(Op.OBJECT, visitor.terms.fresh(), *[part for part in parts if part])
        return visitor.call(component, [given])

    return handle


def _is_component(visitor: Visitor, name: Node) -> bool:
    """A lower-case name is the platform's."""
    return name.type != "identifier" or not visitor.data[name.start_byte : name.start_byte + 1].islower()


def _attribute(visitor: Visitor, node: Node, component: Node | None, props: int) -> int:
    """`name={value}`: the name is one of what the component takes."""
    key, *rest = node.named_children
    if props and component is not None and key.type == "property_identifier":
        visitor.member_span(key, component.start_byte, component.end_byte, READ, props)
    term = 0
    for child in rest:
        term = visitor.visit(child, READ)
    return visitor.term(Op.KEYWORD, visitor.text(text_of(visitor, key)), term) if term else 0


def _closing(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name = node.child_by_field_name("name")
        if name is not None and _is_component(visitor, name):
            visitor.visit(name, READ)
        return 0

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {"jsx": _element, "jsx_closing": _closing}
