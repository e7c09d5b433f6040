"""Java's functions: methods, constructors, lambdas; their parameters, type parameters, results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from indexer.extract.contexts import PARAM, READ, TYPE
from indexer.extract.scopes import PARAMETER, TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.java.parts import (
    BLOCK,
    DIMENSIONS,
    IDENTIFIER,
    PARAMETERS,
    PLAIN,
    SPREAD,
    TYPE_NAME,
    Spec,
    arrays,
    instance,
    is_spread,
    kind_of,
    kinds_of,
    spread_name,
)

if TYPE_CHECKING:
    from tree_sitter import Node


def _method(spec: Spec) -> Handler:
    """A method or constructor; what stands at no other place is the declared result."""
    plain = PLAIN | kinds_of("type_parameters", "block", "constructor_body")
    parameters, throws, dimensions = map(kind_of, ("formal_parameters", "throws", "dimensions"))

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("function", node)
        result = 0
        for child in node.named_children:
            kind = child.kind_id
            if kind == IDENTIFIER and child.start_byte in visitor.by_name:
                continue
            if kind == parameters:
                _parameters(visitor, child, visitor.owner)
            elif kind in plain:
                visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, result)
                result = 0
                visitor.visit(child, READ)
            elif kind == throws:
                visitor.visit(child, TYPE)
            elif kind == dimensions:
                result = arrays(visitor, result, child)
            elif result:
                visitor.visit(child, READ)  # what an annotation's element is by default
            else:
                result = visitor.visit(child, TYPE)
        visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, result)
        visitor.scope = before
        return 0

    return handle


def _parameters(visitor: Visitor, node: Node, owner: int) -> None:
    """Each parameter holds what its declaration says; calls are held against that."""
    place = 0
    for child in node.named_children:
        if child.kind_id in PARAMETERS:
            declared = parameter(visitor, child)
        elif is_spread(child, visitor.data):
            declared = _broken_spread(visitor, child)
        else:
            visitor.visit(child, READ)
            continue
        visitor.flow(Flow.PARAMETER_TYPE, owner, place, declared)
        place += 1


def parameter(visitor: Visitor, node: Node) -> int:
    """Bind a parameter; the term of its declared type."""
    declared, names = 0, []
    for child in node.named_children:
        kind = child.kind_id
        if kind in NAMES:
            names.append(child)
        elif kind == DIMENSIONS:
            declared = arrays(visitor, declared, child)
        elif kind in PLAIN:
            visitor.visit(child, READ)
        else:
            declared = visitor.visit(child, TYPE)
    if node.kind_id == SPREAD:
        declared = visitor.term(Op.WRAP, visitor.text(b"array"), declared) if declared else 0
    for name in names:
        visitor.receive(name, PARAM, instance(visitor, declared), bool(declared))
    return declared


def _broken_spread(visitor: Visitor, node: Node) -> int:
    """`Type @Nullable ... name`: the grammar takes the name for a part of the annotation's."""
    declared = 0
    for child in node.named_children:
        if child.type == "marker_annotation":
            name = child.named_children[0]
            visitor.visit(name.child_by_field_name("scope") or name, TYPE)
        elif child.kind_id in PLAIN:
            visitor.visit(child, READ)
        else:
            declared = visitor.visit(child, TYPE)
    declared = visitor.term(Op.WRAP, visitor.text(b"array"), declared) if declared else 0
    incoming, visitor.incoming = visitor.incoming, instance(visitor, declared)
    visitor.bind(spread_name(node, visitor.data), PARAMETER)
    visitor.incoming = incoming
    return declared


def _component(spec: Spec) -> Handler:
    """A parameter met outside a list of parameters: a record's component."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parameter(visitor, node)
        return 0

    return handle


def _type_parameters(spec: Spec) -> Handler:
    """All names first: a bound may name a later one."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        bounds: list[tuple[int, Node]] = []
        place = -1
        for child in node.named_children:
            if child.type != "type_parameter":
                continue
            place += 1
            for part in child.named_children:
                if part.type == "type_bound":
                    bounds += ((place, bound) for bound in part.named_children)
                elif part.kind_id == TYPE_NAME:
                    _type_parameter(visitor, part, place)
                else:
                    visitor.visit(part, READ)
        for place, bound in bounds:
            visitor.flow(Flow.BOUND, visitor.owner, place, visitor.visit(bound, TYPE))
        return 0

    return handle


def _type_parameter(visitor: Visitor, node: Node, place: int) -> None:
    name = visitor.data[node.start_byte : node.end_byte]
    visitor.bind(name, TYPE_PARAMETER)
    term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(name))
    visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)


def _compact_constructor(spec: Spec) -> Handler:
    """The record's components are parameters here, not fields."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        before = visitor.enter("function", node)
        index = visitor.found.by_node.get(node.id)
        parent = visitor.found.definitions[index].parent if index is not None else -1
        for place, definition in enumerate(visitor.found.definitions):
            if definition.parent == parent and definition.kind == "property":
                visitor.incoming = visitor.term(Op.SYMBOL, place)
                visitor.bind(definition.name, PARAMETER)
        visitor.incoming = 0
        for child in node.named_children:
            if child.start_byte not in visitor.found.by_name:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def value(visitor: Visitor, node: Node, wanted: int) -> int:
    """The term of an expression where a type is wanted: what has none of its own takes that."""
    kind = node.kind_id
    if kind == LAMBDA:
        return nameless_function(visitor, node, wanted)
    if not wanted or kind not in PASSING:
        return visitor.visit(node, READ)
    if kind == INVOCATION:
        term = visitor.visit(node, READ)
        if term and any(child.kind_id == LAMBDA for child in node.named_children[-1].named_children):
            visitor.term(Op.THROUGH, visitor.text(b"expected"), term, wanted)
        return term
    if kind == REFERENCE:
        return _wanted_reference(visitor, visitor.visit(node, READ), wanted)
    children = [child for child in node.named_children if not child.is_extra]
    terms = [value(visitor, child, wanted if place or kind != TERNARY else 0) for place, child in enumerate(children)]
    return visitor.terms.union(terms[1:] if kind == TERNARY else terms)


def _wanted_reference(visitor: Visitor, referred: int, wanted: int) -> int:
    """A reference to a method where a type is wanted: that decides what it refers to."""
    if not referred:
        return 0
    term = visitor.term(Op.THROUGH, visitor.text(b"as_wanted"), referred, wanted)
    if visitor.uses and visitor.uses[-1][7] == referred:
        visitor.callees[term] = visitor.callees[referred]
        visitor.uses[-1] = (*visitor.uses[-1][:7], term)
    return term


def nameless_function(visitor: Visitor, node: Node, wanted: int) -> int:
    """A lambda: its parameters are typed by what is wanted, or by where the lambda is passed."""
    serial = visitor.terms.fresh()
    before, visitor.returns, incoming = visitor.returns, [], visitor.incoming
    scope = visitor.enter("function", node)
    listed, body = node.child_by_field_name("parameters"), node.child_by_field_name("body")
    if listed is not None:
        _lambda_parameters(visitor, listed, serial, wanted)
    visitor.incoming = 0
    given = visitor.visit(body, READ) if body is not None else 0
    if body is not None and body.kind_id == BLOCK:
        nothing = visitor.term(Op.WRAP, visitor.text(b"void"))
        given = visitor.terms.union(visitor.returns) if visitor.returns else nothing
    visitor.scope, visitor.returns, visitor.incoming = scope, before, incoming
    return visitor.lambda_term(serial, given)


def _lambda_parameters(visitor: Visitor, listed: Node, serial: int, wanted: int) -> None:
    single = listed.kind_id == IDENTIFIER
    names = [listed] if single else [child for child in listed.named_children if not child.is_extra]
    for place, child in enumerate(names):
        term = visitor.term(Op.LAMBDA_PARAMETER, serial, place)
        if child.kind_id in PARAMETERS:
            declared = parameter(visitor, child)
            if declared:
                continue
            name = child.child_by_field_name("name") or child
        else:
            name = child
        if wanted:
            number = visitor.term(Op.CONSTANT, visitor.text(b"%d" % place), visitor.text(b"int"))
            term = visitor.term(Op.THROUGH, visitor.text(b"parameter"), wanted, number)
        visitor.receive(name, PARAM, term)


def _lambda(spec: Spec) -> Handler:
    """Met where no type is wanted: an argument is typed by the function it goes to."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        return nameless_function(visitor, node, 0)

    return handle


def _return(spec: Spec) -> Handler:
    """What a lambda gives back is its result; a method's result is declared."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        returns = visitor.returns
        for child in node.named_children:
            if returns is not None:
                returns.append(visitor.visit(child, READ))
            else:
                function = visitor.term(Op.SYMBOL, visitor.owner) if visitor.owner >= 0 else 0
                value(visitor, child, visitor.term(Op.THROUGH, visitor.text(b"result_of"), function) if function else 0)
        return 0

    return handle


LAMBDA, REFERENCE, TERNARY, INVOCATION = map(
    kind_of, ("lambda_expression", "method_reference", "ternary_expression", "method_invocation")
)
PASSING = kinds_of("method_reference", "ternary_expression", "parenthesized_expression", "method_invocation")
NAMES = kinds_of("identifier", "variable_declarator", "underscore_pattern")
ROLES: dict[str, Callable[[Spec], Handler]] = {
    "method": _method,
    "component": _component,
    "type_parameters": _type_parameters,
    "compact_constructor": _compact_constructor,
    "lambda": _lambda,
    "return": _return,
}
