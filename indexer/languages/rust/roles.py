"""Rust's roles for the scope visitor: the items, macros and attributes, and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import READ, TYPE
from indexer.extract.scopes import LOCAL, PARAMETER
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.rust import expressions, kinds, macro_calls, paths, type_forms, uses
from indexer.languages.rust.names import current, enter, free, parameter, row
from indexer.languages.rust.paths import text_of, visit_field
from indexer.languages.rust.patterns import bind, bind_name
from indexer.languages.rust.type_forms import instance
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

IMPLEMENTATION = REF_KINDS.index("implementation")


def _function(visitor: Visitor, node: Node, context: int) -> int:
    index = visitor.owner
    implements(visitor, node, kinds.VALUES)
    before = enter(visitor, "item")
    if index in before.homes:
        current(visitor).home = index
    visit_field(visitor, node, "type_parameters")
    _parameters(visitor, node.child_by_field_name("parameters"), index)
    visitor.flow(Flow.RETURN_TYPE, index, 0, visit_field(visitor, node, "return_type", TYPE))
    _where(visitor, node)
    visit_field(visitor, node, "body")
    visitor.scope = before
    return 0


def implements(visitor: Visitor, node: Node, space: int) -> None:
    """What a trait's impl gives implements the trait's item."""
    trait, name = current(visitor).trait, node.child_by_field_name("name")
    if trait is not None and name is not None:
        term, hint = trait
        text = visitor.text(text_of(visitor, name))
        row(visitor, name, IMPLEMENTATION, visitor.term(Op.MEMBER, term, text, space) if term else 0, hint)


def _parameters(visitor: Visitor, node: Node | None, index: int) -> None:
    """Each parameter but `self` has a place."""
    place = 0
    for child in node.named_children if node is not None else ():
        kind = child.kind_id
        if kind == kinds.SELF_PARAMETER:
            bind_name(visitor, b"self", _self_term(visitor), -1, PARAMETER)
        elif kind != kinds.PARAMETER:
            visitor.visit(child, READ)
        else:
            pattern, term = child.child_by_field_name("pattern"), visit_field(visitor, child, "type", TYPE)
            if pattern is None:
                continue
            if pattern.kind_id == kinds.SELF:
                bind_name(visitor, b"self", instance(visitor, term), -1, PARAMETER)
                continue
            visitor.flow(Flow.PARAMETER_TYPE, index, place, term)
            bind(visitor, pattern, visitor.term(Op.PARAMETER, index, place), -1, PARAMETER)
            place += 1


def _self_term(visitor: Visitor) -> int:
    scope = current(visitor)
    return visitor.term(Op.THROUGH, visitor.text(b"self"), scope.self_type) if scope.self_type else 0


def _where(visitor: Visitor, node: Node) -> None:
    for child in node.named_children:
        if child.kind_id == kinds.WHERE_CLAUSE:
            visitor.visit(child, TYPE)


def _type_item(visitor: Visitor, node: Node, context: int) -> int:
    """A struct, enum or union: type parameters and `Self` hold in header and body."""
    name = visitor.found.definitions[visitor.owner].name
    head = free(visitor, name, kinds.TYPES)
    before = enter(visitor, "block")
    visit_field(visitor, node, "type_parameters")
    _body(visitor, node, head, _applied(visitor, head))
    visitor.scope = before
    return 0


def _applied(visitor: Visitor, head: int) -> int:
    """A type with its own type parameters."""
    parameters = current(visitor).parameters
    return visitor.term(Op.APPLY, head, *[term for term, _, _ in parameters.values()]) if parameters else head


def _body(visitor: Visitor, node: Node, head: int, whole: int) -> None:
    scope = current(visitor)
    scope.self_head, scope.self_type = head, whole
    _where(visitor, node)
    body = node.child_by_field_name("body")
    if body is not None:
        visitor.visit(body, READ)


def _trait(visitor: Visitor, node: Node, context: int) -> int:
    before = enter(visitor, "block")
    scope, index = current(visitor), visitor.owner
    scope.self_type, scope.self_head = visitor.term(Op.TYPE_PARAMETER, index, visitor.text(b"Self")), 0
    visit_field(visitor, node, "type_parameters")
    bounds = node.child_by_field_name("bounds")
    for child in bounds.named_children if bounds is not None else ():
        term = visitor.visit(child, TYPE)
        if child.id in visitor.base_terms:
            visitor.base_terms[child.id] = term
    _body(visitor, node, 0, scope.self_type)
    visitor.scope = before
    return 0


def _impl(visitor: Visitor, node: Node, context: int) -> int:
    """What is said of a type apart from it."""
    before = enter(visitor, "block")
    index, mark = visitor.owner, len(visitor.uses)
    visit_field(visitor, node, "type_parameters")
    trait, target = node.child_by_field_name("trait"), node.child_by_field_name("type")
    base = visitor.visit(trait, TYPE) if trait is not None else 0
    if trait is not None and trait.id in visitor.base_terms:
        visitor.base_terms[trait.id] = base
    whole = visitor.visit(target, TYPE) if target is not None else 0
    visitor.flow(Flow.TYPE, index, 0, _referred(visitor, target, whole))
    start = visitor.found.definitions[index].name_start
    head = next((use[7] for use in visitor.uses[mark:] if use[0] == start), 0)
    if trait is not None:
        told = visitor.term(Op.THROUGH, visitor.text(b"implements"), base) if base else 0
        current(visitor).trait_of_body = told, trait
    _body(visitor, node, head, whole)
    visitor.scope = before
    return 0


def _referred(visitor: Visitor, target: Node | None, whole: int) -> int:
    """`impl Trait for &T` says nothing of T itself."""
    if target is None or target.type != "reference_type":
        return whole
    of_any = parameter(visitor, text_of(visitor, target.named_children[-1])) is not None
    return visitor.term(Op.WRAP, visitor.text(b"&"), whole) if of_any else whole


def _members(visitor: Visitor, node: Node, context: int) -> int:
    """The body of an impl or trait, or what a foreign block declares."""
    before = enter(visitor, "class")
    current(visitor).trait = before.trait_of_body
    visitor.children(node, READ)
    visitor.scope = before
    return 0


def _alias(visitor: Visitor, node: Node, context: int) -> int:
    """A type's other name; in a trait a type that impls give."""
    implements(visitor, node, kinds.TYPES)
    before = enter(visitor, "block")
    visit_field(visitor, node, "type_parameters")
    visitor.flow(Flow.TYPE, visitor.owner, 0, visit_field(visitor, node, "type", TYPE))
    visitor.flow(Flow.TYPE, visitor.owner, 0, visit_field(visitor, node, "default_type", TYPE))
    for bound in type_forms.bounds(visitor, node.child_by_field_name("bounds")):
        visitor.flow(Flow.BOUND, visitor.owner, 0, bound)
    _where(visitor, node)
    visitor.scope = before
    return 0


def _value_item(visitor: Visitor, node: Node, context: int) -> int:
    """A constant or static; inside a function it is a local that holds in the whole block."""
    name = node.child_by_field_name("name")
    implements(visitor, node, kinds.VALUES)
    declared = _wrapped(visitor, instance(visitor, visit_field(visitor, node, "type", TYPE)))
    if node.id in visitor.found.by_node:
        visitor.flow(Flow.TYPE, visitor.owner, 0, declared)
    elif name is not None:
        bind_name(visitor, text_of(visitor, name), declared, -1, LOCAL)
    visit_field(visitor, node, "value")
    return 0


def _wrapped(visitor: Visitor, declared: int) -> int:
    """Inside a macro a static may be of another type than is written: `thread_local!` makes a key of it."""
    scope = current(visitor)
    if not scope.wrappers or scope.wrapper.startswith(b"cfg_"):
        return declared
    if declared and scope.wrapper.endswith(b"thread_local"):
        return visitor.term(Op.THROUGH, visitor.text(b"LocalKey"), declared)
    return 0


def _field(visitor: Visitor, node: Node, context: int) -> int:
    visitor.flow(Flow.TYPE, visitor.owner, 0, instance(visitor, visit_field(visitor, node, "type", TYPE)))
    return 0


def _places(visitor: Visitor, node: Node, context: int) -> int:
    """The fields of a tuple struct or variant are known by place."""
    place = 0
    for child in node.named_children:
        term = visitor.visit(child, TYPE)
        if child.kind_id not in kinds.ASIDE and child.kind_id != kinds.VISIBILITY:
            visitor.flow(Flow.PARAMETER_TYPE, visitor.owner, place, term)
            place += 1
    return 0


def _module(visitor: Visitor, node: Node, context: int) -> int:
    """Inside a module only its own names hold."""
    body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
    if body is None:
        if name is not None:
            uses.module_declaration(visitor, node, text_of(visitor, name))
        return 0
    before = enter(visitor, "module", sees=False)
    scope = current(visitor)
    scope.home, scope.self_head, scope.self_type = visitor.owner, 0, 0
    visitor.children(body, READ)
    visitor.scope = before
    return 0


def _as_role(handler: Handler) -> Callable[[dict[str, Any]], Handler]:
    return lambda spec: handler


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "value_name": _as_role(paths.identifier),
    "type_space_name": _as_role(paths.type_identifier),
    "primitive": _as_role(paths.primitive),
    "receiver": _as_role(paths.receiver),
    "path": _as_role(paths.path),
    "field": _as_role(paths.field),
    "parenthesized": _as_role(paths.parenthesized),
    "struct_expression": _as_role(paths.struct_expression),
    "last": _as_role(type_forms.last),
    "applied": _as_role(type_forms.generic),
    "pointer": _as_role(type_forms.pointer),
    "array_type": _as_role(type_forms.array),
    "tuple_type": _as_role(type_forms.tuple_type),
    "function_type": _as_role(type_forms.function_type),
    "several": _as_role(type_forms.several),
    "qualified": _as_role(type_forms.qualified),
    "type_parameters": _as_role(type_forms.type_parameters),
    "where": _as_role(type_forms.where),
    "let": _as_role(expressions.let),
    "branch": _as_role(expressions.branch),
    "for": _as_role(expressions.for_loop),
    "match": _as_role(expressions.match),
    "block": _as_role(expressions.block),
    "closure": _as_role(expressions.closure),
    "return_value": _as_role(expressions.return_value),
    "rust_call": _as_role(expressions.call),
    "rust_assignment": _as_role(expressions.assignment),
    "index": _as_role(expressions.index),
    "tuple": _as_role(expressions.tuple_expression),
    "array": _as_role(expressions.array_expression),
    "cast": _as_role(expressions.cast),
    "binary": _as_role(expressions.binary),
    "unary": _as_role(expressions.unary),
    "attempt": _as_role(expressions.attempt),
    "async": _as_role(expressions.async_block),
    "function": _as_role(_function),
    "type_item": _as_role(_type_item),
    "trait": _as_role(_trait),
    "impl": _as_role(_impl),
    "members": _as_role(_members),
    "alias": _as_role(_alias),
    "value_item": _as_role(_value_item),
    "field_item": _as_role(_field),
    "places": _as_role(_places),
    "module": _as_role(_module),
    "use": _as_role(uses.use_declaration),
    "extern_crate": _as_role(uses.extern_crate),
    "attribute_item": _as_role(uses.attribute_item),
    "macro": _as_role(macro_calls.macro),
    "macro_definition": _as_role(uses.macro_definition),
    "attribute": _as_role(macro_calls.attribute),
}
