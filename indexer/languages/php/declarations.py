"""PHP's roles of what is declared: types and what stands in them, functions, parameters, closures, namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BASES, READ, TYPE
from indexer.extract.roles import step
from indexer.extract.scopes import PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.php.docblocks import Tags, tags_of
from indexer.languages.php.names import Nameless, names_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
HEADERS = frozenset({"base_clause", "class_interface_clause"})
PARAMETERS = frozenset({"simple_parameter", "variadic_parameter", "property_promotion_parameter"})


def namespace(spec: Spec) -> Handler:
    """With a body it ends with that; without one it goes on to the next, or to the end."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names, name, body = names_of(visitor), node.child_by_field_name("name"), node.child_by_field_name("body")
        before, names.namespace = names.namespace, text_of(visitor, name) if name is not None else b""
        if body is not None:
            visitor.visit(body, READ)
            names.namespace = before
        return 0

    return handle


def type_declaration(spec: Spec) -> Handler:
    """A class, interface, trait or enum."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names, name = names_of(visitor), node.child_by_field_name("name")
        around, names.type, names.nameless = (names.type, names.nameless), visitor.owner, None
        before = visitor.enter("class", node)
        for child in node.named_children:
            if name is None or child.id != name.id:
                step(visitor, child, BASES if child.type in HEADERS else READ, READ)
        visitor.scope = before
        names.type, names.nameless = around
        return 0

    return handle


def nameless_type(spec: Spec) -> Handler:
    """`new class(…) extends A { … }`: stands for what it extends, unless it has methods of its own."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names, body = names_of(visitor), node.child_by_field_name("body")
        parts = [child for child in node.named_children if child != body]
        terms = [(child.type, visitor.visit(child, READ)) for child in parts]
        base = next((term for kind, term in terms if kind == "base_clause"), 0)
        around = names.type, names.nameless
        before = visitor.enter("class", node)
        names.type, names.nameless = -1, Nameless(visitor.scope, methods := _methods(visitor, body), base)
        if body is not None:
            visitor.visit(body, READ)
        visitor.scope = before
        names.type, names.nameless = around
        return 0 if methods else base

    return handle


def _methods(visitor: Visitor, body: Node | None) -> frozenset[bytes]:
    members = body.named_children if body is not None else ()
    names = (child.child_by_field_name("name") for child in members if child.type == "method_declaration")
    return frozenset(text_of(visitor, name) for name in names if name is not None)


def traits(spec: Spec) -> Handler:
    """`use A, B { … }` inside a type: bases as well."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        for child in node.named_children:
            if child.type == "use_list":
                continue
            term = visitor.visit(child, TYPE)
            if child.id in visitor.base_terms:
                visitor.base_terms[child.id] = term
        return 0

    return handle


def properties(spec: Spec) -> Handler:
    """`private Foo $a, $b = 1;`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        tags = tags_of(visitor, node)
        kind = node.child_by_field_name("type")
        declared = visitor.visit(kind, TYPE) if kind is not None else 0
        declared = declared or tags.get(b"var", 0)
        for child in node.named_children:
            if child.type == "property_element":
                _property(visitor, child, declared)
            elif kind is None or child.id != kind.id:
                visitor.visit(child, READ)
        return 0

    return handle


def _property(visitor: Visitor, node: Node, declared: int) -> None:
    name, *rest = node.named_children
    index = visitor.by_name.get(name.start_byte + 1, -1)
    if declared:
        visitor.flow(Flow.TYPE, index, 0, visitor.term(Op.INSTANCE, declared))
    for child in rest:
        visitor.flow(Flow.VALUE, index, 0, visitor.visit(child, READ))


def constant(spec: Spec) -> Handler:
    """`const A = value`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        name, *rest = node.named_children
        for child in rest:
            visitor.flow(Flow.VALUE, visitor.by_name.get(name.start_byte, -1), 0, visitor.visit(child, READ))
        return 0

    return handle


def function(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        tags = tags_of(visitor, node)
        before = visitor.enter("function", node)
        name, result = node.child_by_field_name("name"), node.child_by_field_name("return_type")
        declared = visitor.visit(result, TYPE) if result is not None else 0
        visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, declared or tags.get(b"return", 0))
        for child in node.named_children:
            if child.type == "formal_parameters":
                _parameters(visitor, child, visitor.owner, tags)
            elif child != name and child != result:
                visitor.visit(child, READ)
        visitor.scope = before
        return 0

    return handle


def _parameters(visitor: Visitor, node: Node, owner: int, tags: Tags) -> None:
    place = 0
    for child in node.named_children:
        if child.type in PARAMETERS:
            _parameter(visitor, child, owner, place, tags)
            place += 1
        else:
            visitor.visit(child, READ)


def _parameter(visitor: Visitor, node: Node, owner: int, place: int, tags: Tags) -> None:
    """Owned by a function, or (-1) by the closure whose parameters come now."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    declared = visitor.visit(kind, TYPE) if kind is not None else 0
    for child in node.named_children:
        if child != name and child != kind:
            visitor.visit(child, READ)
    if name is None:
        return
    text = text_of(visitor, name)
    declared = declared or tags.get(text, 0)
    if declared and node.type == "variadic_parameter":
        declared = visitor.term(Op.WRAP, visitor.text(b"array"), declared)
    visitor.flow(Flow.PARAMETER_TYPE, owner, place, declared)
    if declared:
        term = visitor.term(Op.INSTANCE, declared)
        visitor.flow(Flow.TYPE, visitor.by_name.get(name.start_byte + 1, -1), 0, term)
    elif owner >= 0:
        term = visitor.term(Op.PARAMETER, owner, place)
    else:
        term = visitor.term(Op.LAMBDA_PARAMETER, visitor.lambda_, place)
    bind(visitor, text, term)


def bind(visitor: Visitor, name: bytes, term: int) -> None:
    before, visitor.incoming = visitor.incoming, term
    visitor.bind(name, PARAMETER)
    visitor.incoming = before


def closure(spec: Spec) -> Handler:
    """A closure sees what it lists behind `use`, an arrow function all that is around it."""
    scope = "block" if spec.get("sees_around") else "function"

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        captured = _captured(visitor, node)
        serial = visitor.terms.fresh()
        returns, outer = visitor.returns, visitor.lambda_
        visitor.returns, visitor.lambda_ = [], serial
        before = visitor.enter(scope, node)
        for name, term in captured:
            bind(visitor, name, term)
        declared = given = 0
        for index, child in enumerate(node.named_children):
            if child.type == "formal_parameters":
                _parameters(visitor, child, -1, {})
            elif node.field_name_for_named_child(index) == "return_type":
                declared = visitor.visit(child, TYPE)
            elif child.type != "anonymous_function_use_clause":
                given = visitor.visit(child, READ)
        result = visitor.term(Op.INSTANCE, declared) if declared else visitor.terms.union([*visitor.returns, given])
        visitor.scope, visitor.returns, visitor.lambda_ = before, returns, outer
        return visitor.lambda_term(serial, result)

    return handle


def _captured(visitor: Visitor, node: Node) -> list[tuple[bytes, int]]:
    found = []
    for clause in node.named_children:
        if clause.type == "anonymous_function_use_clause":
            for child in clause.named_children:
                variable = child.named_children[0] if child.type == "by_ref" else child
                if variable.type == "variable_name":
                    found.append((text_of(visitor, variable), visitor.visit(variable, READ)))
    return found
