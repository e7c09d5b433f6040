"""Scala's declarations: types, functions with their lists of parameters, values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, PARAM, READ, TYPE
from indexer.extract.scopes import AMBIGUOUS, IMPORTED, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.scala.types import instance

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
OUTSIDE = ("annotation", "modifiers", "type_parameters")  # seen before the members are
SELF_TYPE = 100  # place of what a trait says that it will be mixed into, behind its bases


def _class(spec: Spec) -> Handler:
    """Parameters are members; a companion shares its class's name, so that a use of it may mean either."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        _mark_companion(visitor, node)
        before = visitor.enter("block", node)
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        for child in node.named_children:
            if child.type in OUTSIDE:
                visitor.visit(child, READ)
        visitor.enter("class", node)
        _hold_self(visitor, name)
        for child in node.named_children:
            if body is not None and child.id == body.id:
                visitor.scope.closed &= not any(c.type == "self_type" for c in body.named_children)
                visitor.children(body, READ)
            elif child.type not in OUTSIDE and (name is None or child.id != name.id):
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _hold_self(visitor: Visitor, name: Node | None) -> None:
    if visitor.owner >= 0 and name is not None:
        this = visitor.term(Op.SELF, visitor.owner)
        visitor.hold(b"this", this)
        visitor.hold(b"this " + visitor.data[name.start_byte : name.end_byte], this)
        visitor.hold(b"super", visitor.term(Op.SUPER, visitor.owner))


def _mark_companion(visitor: Visitor, node: Node) -> None:
    index = visitor.found.by_node.get(node.id)
    if index is not None:
        name = visitor.found.definitions[index].name
        if visitor.scope.names.get(name, index) != index:
            visitor.scope.names[name] = AMBIGUOUS


def _extends(spec: Spec) -> Handler:
    """Bases do not see the type's members; what is passed to them sees its parameters."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        inner = visitor.scope
        for index, child in enumerate(node.named_children):
            if node.field_name_for_named_child(index) == "arguments" or child.type == "arguments":
                visitor.visit(child, READ)
                continue
            visitor.scope = inner.parent or inner
            term = visitor.visit(child, TYPE)
            visitor.scope = inner
            if child.id in visitor.base_terms:
                visitor.base_terms[child.id] = term

    return handle


def _self_type(spec: Spec) -> Handler:
    """`self: Type =>`: the members of that type are there too."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        name = None
        for child in node.named_children:
            if child.type == "identifier" and name is None:
                name = child
            else:
                visitor.flow(Flow.BASE, visitor.owner, SELF_TYPE, visitor.visit(child, TYPE))
        if name is not None and visitor.owner >= 0:
            visitor.receive(name, BIND, visitor.term(Op.SELF, visitor.owner))

    return handle


def _function(spec: Spec) -> Handler:
    """The declared result, else what the body gives."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("function", node)
        place, declared, lists = 0, 0, 0
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if child.type == "parameters":
                place = _parameters(visitor, child, place)
                lists += 1
                if lists == 1:  # how many arguments the first list takes
                    count = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"Int"))
                    visitor.flow(Flow.EXPORT, visitor.owner, 0, count)
            elif field == "return_type":
                declared = visitor.visit(child, TYPE)
                visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, declared)
            elif field == "body":
                given = visitor.visit(child, READ)
                visitor.flow(Flow.RETURN, visitor.owner, 0, given if not declared else 0)
            elif field != "name":
                visitor.visit(child, READ)
        visitor.scope = before

    return handle


def _parameters(visitor: Visitor, node: Node, place: int) -> int:
    for child in node.named_children:
        if child.type == "parameter":
            visitor.flow(Flow.PARAMETER_TYPE, visitor.owner, place, parameter(visitor, child))
            place += 1
        else:
            visitor.visit(child, READ)
    return place


def parameter(visitor: Visitor, node: Node) -> int:
    """Bind a parameter; the term of its declared type."""
    name, declared = node.child_by_field_name("name"), 0
    for index, child in enumerate(node.named_children):
        if node.field_name_for_named_child(index) == "type":
            declared = visitor.visit(child, TYPE)
        elif name is None or child.id != name.id:
            visitor.visit(child, READ)
    if name is not None:
        written = node.child_by_field_name("type")
        many = written is not None and visitor.data[written.end_byte - 1 : written.end_byte] == b"*"
        held = visitor.term(Op.WRAP, visitor.text(b"Seq"), declared) if many and declared else declared
        visitor.receive(name, PARAM, instance(visitor, held), bool(declared))
    return declared


def _parameter(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        parameter(visitor, node)

    return handle


def _value(spec: Spec) -> Handler:
    """A name alone binds whatever its case."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        declared = given = 0
        patterns: list[Node] = []
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field in ("pattern", "name") or (field is None and child.type == "identifier"):
                patterns += child.named_children if child.type == "identifiers" else [child]
            elif field == "type":
                declared = visitor.visit(child, TYPE)
            else:
                term = visitor.visit(child, READ)
                given = term if field == "value" else given
        _give(visitor, patterns, declared, given)

    return handle


def _give(visitor: Visitor, patterns: list[Node], declared: int, given: int) -> None:
    term = instance(visitor, declared) or given
    for pattern in patterns:
        before = visitor.incoming, visitor.declared
        visitor.incoming, visitor.declared = term, bool(declared)
        if pattern.type == "identifier":
            visitor.name(pattern, BIND)
        else:
            visitor.visit(pattern, BIND)
        visitor.incoming, visitor.declared = before


def _type_parameters(spec: Spec) -> Handler:
    """All names first: a bound may name a later one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        place = -1
        bounds: list[tuple[int, Node]] = []
        for child in node.named_children:
            inner = child.child_by_field_name("name") if "variant" in child.type else child
            if child.type in ("identifier", "type_identifier") or (inner is not None and inner.id != child.id):
                place += 1
                _type_parameter(visitor, inner if inner is not None else child, place)
                if inner is not None and inner.id != child.id:
                    bounds += ((place, part) for part in child.named_children if part.id != inner.id)
            else:
                bounds.append((place, child))
        for at, bound in bounds:
            term = visitor.visit(bound, TYPE)
            visitor.flow(Flow.BOUND, visitor.owner, at, term if bound.type == "upper_bound" else 0)

    return handle


def _type_parameter(visitor: Visitor, node: Node, place: int) -> None:
    name = visitor.data[node.start_byte : node.end_byte]
    visitor.bind(name, TYPE_PARAMETER)
    term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(name))
    visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)


def _type_definition(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("block", node)
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "type":
                visitor.flow(Flow.TYPE, visitor.owner, 0, visitor.visit(child, TYPE))
            elif field != "name":
                visitor.visit(child, TYPE if child.type != "type_parameters" else READ)
        visitor.scope = before

    return handle


def _import(spec: Spec) -> Handler:
    """A name may bring a class and an object along: which one is meant, its use tells, not the file's scope."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        names = visitor.file_scope.names
        for name in [name for name, binding in names.items() if binding == IMPORTED]:
            del names[name]

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "imports": _import,
    "class": _class,
    "extends": _extends,
    "self_type": _self_type,
    "scala_function": _function,
    "scala_parameter": _parameter,
    "value": _value,
    "scala_type_parameters": _type_parameters,
    "scala_type_definition": _type_definition,
}
