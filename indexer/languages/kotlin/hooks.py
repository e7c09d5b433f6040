"""Kotlin: a grammar almost without fields, so that the parts of a node are told by their types and places."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.visitor import BIND, CALL, PARAM, READ, TYPE, WRITE, Handler, Visitor
from indexer.languages.kotlin.parts import TYPES, child_of, refine, refine_import

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["ROLES", "refine", "refine_import"]

Spec = dict[str, Any]
BODIES = ("class_body", "enum_class_body")


def _class(spec: Spec) -> Handler:
    """Constructor parameters are seen by the bases' arguments and by initialisers; properties are members."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("block", node)
        parts = node.named_children
        constructor = child_of(node, "primary_constructor")
        for child in parts:
            if child.type in ("modifiers", "type_parameters"):
                visitor.visit(child, READ)
        for child in constructor.named_children if constructor is not None else []:
            if child.type == "class_parameter" and child.id not in visitor.found.by_node:
                visitor.visit(child, PARAM)
        visitor.enter("class", node)
        for child in parts:
            if child.type in BODIES:
                visitor.children(child, READ)
            elif child.type == "primary_constructor":
                _properties(visitor, child)
            elif child.type not in ("modifiers", "type_parameters", "type_identifier"):
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _properties(visitor: Visitor, constructor: Node) -> None:
    for child in constructor.named_children:
        if child.type != "class_parameter" or child.id in visitor.found.by_node:
            visitor.visit(child, PARAM)


def _class_parameter(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        named = False
        for child in node.named_children:
            if child.type == "simple_identifier" and not named:
                named = True
                visitor.name(child, PARAM)
            else:
                visitor.visit(child, TYPE if child.type in TYPES else READ)

    return handle


def _companion(spec: Spec) -> Handler:
    """Its members are seen in the class around it by their bare names."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            if child.type in BODIES:
                visitor.children(child, READ)
            elif child.type != "type_identifier":
                visitor.visit(child, READ)

    return handle


def _function(spec: Spec) -> Handler:
    """With a receiver, members of the receiver's type are seen by their bare names."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        extends = child_of(node, "receiver_type") is not None
        before = visitor.enter("class" if extends else "function", node)
        visitor.scope.closed = not extends
        for child in node.named_children:
            kind = child.type
            if kind == "function_value_parameters":
                visitor.visit(child, PARAM)
            elif kind != "simple_identifier":
                visitor.visit(child, TYPE if kind in TYPES or kind == "receiver_type" else READ)
        visitor.scope = before

    return handle


def _property(spec: Spec) -> Handler:
    """A local holds behind its declaration: `val x = x ?: return` reads the outer one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.scope
        if child_of(node, "receiver_type") is not None:
            visitor.enter("class", node)
            visitor.scope.closed = False
        for child in node.named_children:
            if child.type == "variable_declaration":
                _declare(visitor, child, node.end_byte)
            elif child.type == "multi_variable_declaration":
                for part in child.named_children:
                    _declare(visitor, part, node.end_byte)
            else:
                visitor.visit(child, TYPE if child.type == "receiver_type" else READ)
        visitor.scope = before

    return handle


def _declare(visitor: Visitor, node: Node, since: int) -> None:
    for child in node.named_children:
        if child.type != "simple_identifier":
            visitor.visit(child, TYPE)
        elif child.start_byte in visitor.found.by_name:
            visitor.name(child, BIND)
        else:
            visitor.scope.bind(visitor.data[child.start_byte : child.end_byte], LOCAL, since)


def _accessor(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        visitor.scope.bind(b"field", LOCAL)
        for child in node.named_children:
            visitor.visit(child, PARAM if child.type == "simple_identifier" else READ)

    return handle


def _lambda(spec: Spec) -> Handler:
    """It may have a receiver, which only its context tells."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("class", node)
        visitor.scope.closed = False
        listed = child_of(node, "lambda_parameters")
        if listed is None:
            visitor.scope.bind(b"it", PARAMETER)
        for child in node.named_children:
            visitor.visit(child, PARAM if child.type == "lambda_parameters" else READ)
        visitor.scope = before

    return handle


def _user_type(spec: Spec) -> Handler:
    """`a.b.Type<T>`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        start = last = -1
        for child in node.named_children:
            if child.type != "type_identifier":
                visitor.visit(child, TYPE)
            elif start < 0:
                start, last = child.start_byte, child.end_byte
                visitor.name(child, TYPE)
            else:
                visitor.member_span(child, start, last, TYPE)
                last = child.end_byte

    return handle


def _unnamed_parameters(spec: Spec) -> Handler:
    """Names in a function type say nothing."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            parts = child.named_children if child.type == "parameter" else [child]
            for part in parts:
                if part.type != "simple_identifier":
                    visitor.visit(part, TYPE)

    return handle


def _member(visitor: Visitor, node: Node, context: int) -> None:
    """What stands before the last suffix is read; the suffix names a member of it."""
    parts = node.named_children
    before, suffix = parts[:-1], parts[-1]
    for child in before:
        visitor.visit(child, READ)
    name = suffix.named_children[-1] if suffix.named_child_count else None
    if name is not None and name.type == "simple_identifier":
        visitor.member_name(name, before[0] if before else None, context)
    elif name is not None:
        visitor.visit(name, READ)


def _navigation(spec: Spec) -> Handler:
    return _member


def _assignable(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        last = node.named_children[-1].type if node.named_child_count else ""
        if last == "navigation_suffix":
            _member(visitor, node, WRITE)
        else:
            visitor.children(node, READ if last == "indexing_suffix" else WRITE)

    return handle


def _unary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        writes = any(child.type in ("++", "--") for child in node.children)
        visitor.children(node, WRITE if writes else READ)

    return handle


def _argument(spec: Spec) -> Handler:
    """`name = value`: the name is the parameter's."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        named = node.child_count > 2 and node.children[1].type == "="
        for child in node.named_children[1:] if named else node.named_children:
            visitor.visit(child, READ)

    return handle


def _infix(spec: Spec) -> Handler:
    """`a name b` calls `name` on `a`."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parts = node.named_children
        for index, child in enumerate(parts):
            if index == 1 and child.type == "simple_identifier":
                visitor.member_name(child, parts[0], CALL)
            else:
                visitor.visit(child, READ)

    return handle


def _reference(spec: Spec) -> Handler:
    """`Type::name`, `::name`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if not node.named_child_count:
            return  # `this::class`
        *before, name = node.named_children
        for child in before:
            visitor.visit(child, READ)
        if name.type != "simple_identifier":
            visitor.visit(name, READ)
        elif before:
            visitor.member_name(name, before[0], CALL)
        else:
            visitor.visit(name, CALL)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "class": _class,
    "class_parameter": _class_parameter,
    "companion": _companion,
    "function": _function,
    "property": _property,
    "accessor": _accessor,
    "lambda": _lambda,
    "user_type": _user_type,
    "unnamed_parameters": _unnamed_parameters,
    "navigation": _navigation,
    "assignable": _assignable,
    "unary": _unary,
    "argument": _argument,
    "infix": _infix,
    "reference": _reference,
}
