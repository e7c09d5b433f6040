"""Kotlin's functions and properties: receivers, parameters, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, PARAM, READ, TYPE
from indexer.extract.scopes import LOCAL
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.kotlin.parts import TYPES, child_of
from indexer.languages.kotlin.scopes import hold, instance

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]


def _function(spec: Spec) -> Handler:
    """With a receiver, members of the receiver's type are seen by their bare names."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        extends = child_of(node, "receiver_type") is not None
        before = visitor.enter("class" if extends else "function", node)
        visitor.scope.closed = not extends
        for child in node.named_children:
            kind = child.type
            if kind == "function_value_parameters":
                _parameters(visitor, child)
            elif kind == "receiver_type":
                _receiver(visitor, child)
            elif kind in TYPES:
                visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, visitor.visit(child, TYPE))
            elif kind == "function_body":
                result = visitor.children(child, READ)
                if visitor.data[child.start_byte : child.start_byte + 1] == b"=":
                    visitor.flow(Flow.RETURN, visitor.owner, 0, result)
            elif kind != "simple_identifier":
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _receiver(visitor: Visitor, node: Node) -> None:
    declared = 0
    for child in node.named_children:
        term = visitor.visit(child, TYPE)
        declared = term if child.type in TYPES else declared
    visitor.flow(Flow.IMPLEMENTS, visitor.owner, 0, declared)
    this = instance(visitor, declared)
    hold(visitor, b"this", this)
    if visitor.owner >= 0:
        hold(visitor, b"this@" + visitor.found.definitions[visitor.owner].name, this)


def _parameters(visitor: Visitor, node: Node) -> None:
    """Defaults stand behind their parameter as siblings."""
    place, many = 0, False
    for child in node.named_children:
        if child.type == "parameter_modifiers":
            many = b"vararg" in visitor.data[child.start_byte : child.end_byte]
            visitor.visit(child, READ)
        elif child.type == "parameter":
            declared = _parameter(visitor, child, many)
            visitor.flow(Flow.PARAMETER_TYPE, visitor.owner, place, declared)
            place, many = place + 1, False
        else:
            visitor.visit(child, READ)


def _parameter(visitor: Visitor, node: Node, many: bool) -> int:
    """Bind a parameter; the term of its declared type."""
    declared, name = 0, None
    for child in node.named_children:
        if child.type == "simple_identifier":
            name = child
        else:
            declared = visitor.visit(child, TYPE)
    if many and declared:
        array = visitor.term(Op.WRAP, visitor.text(b"Array"), declared)
        visitor.receive(name or node, PARAM, instance(visitor, array), True)
    elif name is not None:
        visitor.receive(name, PARAM, instance(visitor, declared), bool(declared))
    return declared


def _secondary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("function", node)
        for child in node.named_children:
            if child.type == "function_value_parameters":
                _parameters(visitor, child)
            else:
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _property(spec: Spec) -> Handler:
    """A local holds behind its declaration: `val x = x ?: return` reads the outer one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.scope
        declared = value = 0
        names: list[Node] = []
        for child in node.named_children:
            if child.type == "receiver_type":
                visitor.enter("class", node)
                visitor.scope.closed = False
                _receiver(visitor, child)
            elif child.type in ("variable_declaration", "multi_variable_declaration"):
                declared = _declared(visitor, child)
                names = [child] if child.type == "variable_declaration" else child.named_children
            elif child.type in ("getter", "setter"):
                _give(visitor, names, node, declared, value)
                visitor.visit(child, READ)
                names = []
            else:
                given = visitor.visit(child, READ)
                value = given if child.type not in ("modifiers", "type_parameters", "type_constraints") else value
        _give(visitor, names, node, declared, value)
        visitor.scope = before

    return handle


def _declared(visitor: Visitor, node: Node) -> int:
    """The declared type of a variable; several at once are told by their own."""
    declared = 0
    for child in node.named_children:
        if child.type == "variable_declaration":
            _declared(visitor, child)
        elif child.type != "simple_identifier":
            term = visitor.visit(child, TYPE)
            declared = term if child.type in TYPES else declared
    return declared


def _give(visitor: Visitor, names: list[Node], node: Node, declared: int, value: int) -> None:
    term = instance(visitor, declared) or (value if len(names) == 1 else 0)
    for part in names:
        name = child_of(part, "simple_identifier")
        if name is None:
            continue
        before = visitor.incoming, visitor.declared
        visitor.incoming, visitor.declared = term, bool(declared)
        if name.start_byte in visitor.found.by_name:
            visitor.name(name, BIND)
            visitor.flow(Flow.RETURN_TYPE, visitor.by_name[name.start_byte], 0, declared)
        else:
            visitor.bind(visitor.data[name.start_byte : name.end_byte], LOCAL, node.end_byte)
        visitor.incoming, visitor.declared = before


def _accessor(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("function", node)
        visitor.bind(b"field", LOCAL)
        for child in node.named_children:
            term = visitor.visit(child, PARAM if child.type == "simple_identifier" else READ)
            if child.type == "function_body" and visitor.data[child.start_byte : child.start_byte + 1] == b"=":
                visitor.flow(Flow.RETURN, visitor.owner, 0, term if node.type == "getter" else 0)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "function": _function,
    "secondary": _secondary,
    "property": _property,
    "accessor": _accessor,
}
