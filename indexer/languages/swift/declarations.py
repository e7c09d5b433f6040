"""Swift's declarations: types and extensions, functions with labels, enum cases; types by name."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import KIND_OF, NEW, PARAM, READ, TYPE
from indexer.extract.scopes import TYPE_PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.swift.values import instance, value

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
BODIES = ("function_body", "computed_property", "modifiers")


def _type_declaration(spec: Spec) -> Handler:
    """An extension refers to the type that it extends; what it adds is seen wherever the type is."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        outer, owner = visitor.scope.parent, visitor.owner
        visitor.scope.closed = False  # an extension elsewhere may bring members along
        if owner >= 0:
            visitor.hold(b"self", visitor.term(Op.SELF, owner))
            visitor.hold(b"Self", visitor.term(Op.CLS, owner))
            visitor.hold(b"super", visitor.term(Op.SUPER, owner))
        for child in node.named_children:
            if child.type == "user_type":
                _extended(visitor, child, owner)
            elif child.type == "inheritance_specifier":
                inner, visitor.scope = visitor.scope, outer or visitor.scope
                for part in child.named_children:
                    term = visitor.visit(part, TYPE)
                    if part.id in visitor.base_terms:
                        visitor.base_terms[part.id] = term
                visitor.scope = inner
            elif child.type != "type_identifier":
                visitor.visit(child, READ)

    return handle


def _extended(visitor: Visitor, node: Node, owner: int) -> None:
    """The name of an extension is the extended type's, not its own."""
    outer = visitor.scope.parent
    name = visitor.found.definitions[owner].name if owner >= 0 else b""
    if outer is not None and outer.names.get(name) == owner:
        del outer.names[name]
    inner, visitor.scope, visitor.owner = visitor.scope, outer or visitor.scope, -1
    names = [child for child in node.named_children if child.type == "type_identifier"]
    first = names[0]
    term = visitor.use(first.start_byte, first.end_byte, KIND_OF[TYPE], visitor.scope)
    for before, part in pairwise(names):
        start, end = part.start_byte, part.end_byte
        term = visitor.member(start, end, KIND_OF[TYPE], node.start_byte, before.end_byte, term)
    visitor.scope, visitor.owner = inner, owner


def _function(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before, place, declared = "", 0, 0
        for child in node.children:
            if child.type == "parameter":
                declared = _parameter(visitor, child, place)
                place += 1
            elif child.is_named and child.start_byte not in visitor.found.by_name:
                if before == "=":
                    value(visitor, child, instance(visitor, declared))
                elif before == "->":
                    result = visitor.visit(child, TYPE)
                    visitor.flow(Flow.RETURN_TYPE, visitor.owner, 0, result)
                    visitor.hold(b"return", instance(visitor, result))
                else:
                    visitor.visit(child, READ if child.type in BODIES else TYPE)
            before = child.type

    return handle


def _parameter(visitor: Visitor, node: Node, place: int) -> int:
    """Bind a parameter; the label that callers write goes with it."""
    names = [child for child in node.named_children if child.type == "simple_identifier"]
    declared = 0
    for child in node.named_children:
        if child.type not in ("simple_identifier", "parameter_modifiers"):
            declared = visitor.visit(child, TYPE)
    if names:
        label = visitor.text(visitor.data[names[0].start_byte : names[0].end_byte])
        visitor.flow(Flow.EXPORT, visitor.owner, place, visitor.term(Op.CONSTANT, label, label))
        held = declared
        if visitor.data[node.end_byte : node.end_byte + 3] == b"..." or node.children[-1].type == "...":
            held = visitor.term(Op.WRAP, visitor.text(b"Array"), declared) if declared else 0
        visitor.receive(names[-1], PARAM, instance(visitor, held), bool(declared))
    visitor.flow(Flow.PARAMETER_TYPE, visitor.owner, place, declared)
    return declared


def _user_type(spec: Spec) -> Handler:
    """`A.B<C>`: names, each a member of what stands before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        names = [child for child in node.named_children if child.type == "type_identifier"]
        term = 0
        for position, name in enumerate(names):
            kind = NEW if context == NEW and position == len(names) - 1 else TYPE
            if position:
                term = visitor.member_span(name, node.start_byte, names[position - 1].end_byte, kind, term)
            elif visitor.data[name.start_byte : name.end_byte] == b"Self":
                term = visitor.nearest(b"self")
            elif visitor.data[name.start_byte : name.end_byte] != b"Any":
                term = visitor.name(name, kind)
        for child in node.named_children:
            if child.type == "type_arguments":
                given = [visitor.visit(part, TYPE) for part in child.named_children]
                term = visitor.term(Op.APPLY, term, *given) if term else 0
            elif child.type != "type_identifier":
                visitor.visit(child, TYPE)
        return term

    return handle


def _function_type(spec: Spec) -> Handler:
    """`(A, B) -> C`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        parameters: list[int] = []
        result = 0
        listed = node.child_by_field_name("params")
        for child in node.named_children:
            if listed is not None and child.id == listed.id:
                parameters = [instance(visitor, visitor.visit(part, TYPE)) for part in child.named_children]
            else:
                result = instance(visitor, visitor.visit(child, TYPE))
        return visitor.term(Op.FUNCTION_TYPE, result, *parameters)

    return handle


def _constructor(spec: Spec) -> Handler:
    """`Type<Argument>(…)`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        made, *rest = node.named_children
        term = visitor.visit(made, NEW)
        for child in rest:
            visitor.visit(child, READ)
        return visitor.term(Op.NEW, term) if term else 0

    return handle


def _type_parameter(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        place = visitor.signatures.setdefault(visitor.owner, 0)
        for child in node.named_children:
            if child.type != "type_identifier":
                visitor.flow(Flow.BOUND, visitor.owner, place, visitor.visit(child, TYPE))
                continue
            text = visitor.data[child.start_byte : child.end_byte]
            visitor.bind(text, TYPE_PARAMETER)
            term = visitor.term(Op.TYPE_PARAMETER, visitor.owner, visitor.text(text))
            visitor.flow(Flow.TYPE_PARAMETER, visitor.owner, place, term)
            visitor.signatures[visitor.owner] = place + 1

    return handle


def _type_alias(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        for child in node.named_children:
            term = visitor.visit(child, TYPE) if child.start_byte not in visitor.by_name else 0
            if child.type not in ("modifiers", "type_parameters", "type_identifier"):
                visitor.flow(Flow.TYPE, visitor.owner, 0, term)

    return handle


def _enum_entry(spec: Spec) -> Handler:
    """`case name(Type, label: Type)`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        last = -1
        for index, child in enumerate(node.named_children):
            field = node.field_name_for_named_child(index)
            if field == "name":
                last = visitor.by_name.get(child.start_byte, -1)
                if last >= 0:
                    visitor.declare(visitor.data[child.start_byte : child.end_byte], last)
            elif field == "data_contents":
                types = [part for part in child.named_children if part.type != "simple_identifier"]
                for place, part in enumerate(types):
                    visitor.flow(Flow.PARAMETER_TYPE, last, place, visitor.visit(part, TYPE))
            else:
                visitor.visit(child, READ)

    return handle


def _transfer(spec: Spec) -> Handler:
    """`return .name`: a member of what the function gives back. Labels are no references."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        word = node.children[0].type if node.children else ""
        if word in ("break", "continue"):
            return
        for child in node.named_children:
            value(visitor, child, visitor.nearest(b"return") if word == "return" else 0)

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "type_declaration": _type_declaration,
    "function": _function,
    "user_type": _user_type,
    "swift_function_type": _function_type,
    "constructor": _constructor,
    "swift_type_parameter": _type_parameter,
    "swift_type_alias": _type_alias,
    "swift_enum_entry": _enum_entry,
    "transfer": _transfer,
}
