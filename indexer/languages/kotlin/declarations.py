"""Kotlin's declarations: types, functions, properties, their parameters and type parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import PARAM, READ, TYPE
from indexer.extract.scopes import TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.kotlin.parts import TYPES, child_of
from indexer.languages.kotlin.scopes import hold, instance

if TYPE_CHECKING:
    from tree_sitter import Node


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
        _hold_self(visitor, visitor.owner)
        for child in parts:
            if child.type in BODIES:
                visitor.children(child, READ)
            elif child.type == "primary_constructor":
                _properties(visitor, child)
            elif child.type == "delegation_specifier":
                _base(visitor, child)
            elif child.type not in ("modifiers", "type_parameters", "type_identifier"):
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _hold_self(visitor: Visitor, owner: int) -> None:
    if owner >= 0:
        this = visitor.term(Op.SELF, owner)
        hold(visitor, b"this", this)
        hold(visitor, b"this@" + visitor.found.definitions[owner].name, this)
        hold(visitor, b"super", visitor.term(Op.SUPER, owner))


def _base(visitor: Visitor, node: Node) -> None:
    """A base's name does not see the type's members; what is passed to its constructor sees its companion's."""
    for child in node.named_children:
        if child.type == "user_type":
            inner = visitor.scope
            visitor.scope = inner.parent or inner
            term = visitor.visit(child, TYPE)
            visitor.scope = inner
            if child.id in visitor.base_terms:
                visitor.base_terms[child.id] = term
        elif child.type in ("constructor_invocation", "explicit_delegation"):
            _base(visitor, child)
        else:
            visitor.visit(child, READ)


def _properties(visitor: Visitor, constructor: Node) -> None:
    for child in constructor.named_children:
        if child.type != "class_parameter" or child.id in visitor.found.by_node:
            visitor.visit(child, PARAM)


def _class_parameter(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name, declared = None, 0
        for child in node.named_children:
            if child.type == "simple_identifier" and name is None:
                name = child
            elif child.type in TYPES:
                declared = visitor.visit(child, TYPE)
            else:
                visitor.visit(child, READ)
        if name is not None:
            visitor.receive(name, PARAM, instance(visitor, declared), bool(declared))

    return handle


def _companion(spec: Spec) -> Handler:
    """Its members are seen in the class around it by their bare names."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        definitions, own = visitor.found.definitions, visitor.owner
        if own >= 0 and definitions[own].parent >= 0:
            visitor.flow(Flow.EXPORT, definitions[own].parent, 0, visitor.term(Op.SYMBOL, own))
        for child in node.named_children:
            if child.type in BODIES:
                visitor.children(child, READ)
            elif child.type == "delegation_specifier":
                _base(visitor, child)
            elif child.type != "type_identifier":
                visitor.visit(child, READ)

    return handle


def _object_literal(spec: Spec) -> Handler:
    """A nameless type: its members stand in for those of its bases."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        bases: list[int] = []
        for child in node.named_children:
            if child.type == "class_body":
                _nameless(visitor, child, bases)
                continue
            for part in child.named_children:
                if part.type == "user_type":
                    bases.append(visitor.visit(part, TYPE))
                elif part.type == "constructor_invocation":
                    bases += [visitor.visit(inner, TYPE) for inner in part.named_children if inner.type == "user_type"]
                    visitor.children(part.named_children[-1], READ)
                else:
                    visitor.visit(part, READ)
        return instance(visitor, bases[0]) if len(bases) == 1 else 0

    return handle


def _nameless(visitor: Visitor, body: Node, bases: list[int]) -> None:
    before = visitor.enter("class", body)
    visitor.scope.closed = False
    hold(visitor, b"this", instance(visitor, bases[0]) if len(bases) == 1 else 0)
    for child in body.named_children:
        index = visitor.found.by_node.get(child.id, -1)
        for place, base in enumerate(bases):
            visitor.flow(Flow.IMPLEMENTS, index, place + 1, base)
        visitor.visit(child, READ)
    visitor.scope = before


def _type_parameters(spec: Spec) -> Handler:
    """All names first: a bound may name a later one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        listed = [child for child in node.named_children if child.type == "type_parameter"]
        for place, child in enumerate(listed):
            if (name := child_of(child, "type_identifier")) is not None:
                text = visitor.data[name.start_byte : name.end_byte]
                visitor.bind(text, TYPE_PARAMETER)
                term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(text))
                visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)
        for place, child in enumerate(listed):
            for part in child.named_children:
                if part.type in TYPES:
                    visitor.flow(Flow.BOUND, visitor.owner, place, visitor.visit(part, TYPE))

    return handle


def _type_alias(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("block", node)
        for child in node.named_children:
            if child.type in TYPES:
                visitor.flow(Flow.TYPE, visitor.owner, 0, visitor.visit(child, TYPE))
            elif child.type != "type_identifier":
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "class": _class,
    "class_parameter": _class_parameter,
    "companion": _companion,
    "object_literal": _object_literal,
    "kotlin_type_parameters": _type_parameters,
    "kotlin_type_alias": _type_alias,
}
