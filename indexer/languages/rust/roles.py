"""Rust's roles for the scope visitor: the items, macros and attributes, and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.scopes import IMPORTED, LOCAL, TYPE_PARAMETER
from indexer.extract.visitor import CALL, READ, TYPE, Handler, Visitor
from indexer.languages.rust import paths, patterns
from indexer.languages.rust.names import bind_self, current, enter, member, settle, use
from indexer.languages.rust.paths import qualifier, text_of, visit_fields
from indexer.languages.rust.patterns import parameters
from indexer.languages.rust.uses import use_declaration

if TYPE_CHECKING:
    from tree_sitter import Node

PATTERN_MACROS = (b"matches", b"assert_matches", b"debug_assert_matches")


def _type_parameters(visitor: Visitor, node: Node, context: int) -> None:
    scope = current(visitor)
    for child in node.named_children:
        name = child.child_by_field_name("name")
        if name is not None and child.type in ("type_parameter", "const_parameter"):
            scope.types.bind(text_of(visitor, name), TYPE_PARAMETER)
            if child.type == "const_parameter":
                scope.bind(text_of(visitor, name), TYPE_PARAMETER)
        visit_fields(visitor, child, ("bounds", "default_type", "type", "value"))


def _function(visitor: Visitor, node: Node, context: int) -> None:
    """A function or a closure."""
    settle(visitor, node)
    before = enter(visitor, "function")
    visit_fields(visitor, node, ("type_parameters",))
    parameters(visitor, node.child_by_field_name("parameters"))
    visit_fields(visitor, node, ("return_type",), TYPE)
    for child in node.named_children:
        if child.type == "where_clause":
            visitor.visit(child, TYPE)
    visit_fields(visitor, node, ("body",))
    visitor.scope = before


def _type_item(visitor: Visitor, node: Node, context: int) -> None:
    """A type, trait, impl or alias: type parameters and `Self` hold in header and body, members nowhere."""
    definition = settle(visitor, node)
    before = enter(visitor, "block")
    if node.type not in ("type_item", "associated_type"):
        bind_self(visitor, node, definition)
    visit_fields(visitor, node, ("type_parameters",))
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if child.type != "type_parameters" and (body is None or child.id != body.id):
            visitor.visit(child, READ)
    if body is not None:
        enter(visitor, "class")
        visitor.children(body, READ)
    visitor.scope = before


def _value_item(visitor: Visitor, node: Node, context: int) -> None:
    """A constant or static; inside a function it is a local that holds in the whole block."""
    name = node.child_by_field_name("name")
    if settle(visitor, node) is None and name is not None:
        visitor.scope.bind(text_of(visitor, name), LOCAL)
    visit_fields(visitor, node, ("type", "value"))


def _module(visitor: Visitor, node: Node, context: int) -> None:
    """Inside a module only its own names hold, unless it imports all of its parent's."""
    body = node.child_by_field_name("body")
    settle(visitor, node)
    if body is None:
        if (name := node.child_by_field_name("name")) is not None:
            current(visitor).types.bind(text_of(visitor, name), IMPORTED)
        return
    uses = b"".join(text_of(visitor, child) for child in body.named_children if child.type == "use_declaration")
    before = enter(visitor, "module", b"super::*" in b"".join(uses.split()))
    visitor.children(body, READ)
    visitor.scope = before


def _macro(visitor: Visitor, node: Node, context: int) -> None:
    """The macro is called; what it is given counts where it reads as Rust."""
    name = node.child_by_field_name("macro")
    if name is not None and name.type == "identifier":
        use(visitor, name, CALL, current(visitor).macros)
    elif name is not None:
        path, last = name.child_by_field_name("path"), name.child_by_field_name("name")
        if path is not None:
            qualifier(visitor, path)
        if last is not None:
            member(visitor, last, path, CALL)
    given = visitor.found.injected.get(node.named_children[-1].start_byte, ())
    first_only = name is not None and text_of(visitor, name).rpartition(b"::")[2] in PATTERN_MACROS
    for child in given:
        _macro_arguments(visitor, child, first_only)


def _macro_arguments(visitor: Visitor, node: Node, first_only: bool) -> None:
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else node
    if inner.type not in ("tuple_expression", "parenthesized_expression", "array_expression"):
        visitor.visit(node, READ)
        return
    for child in inner.named_children[: 1 if first_only else None]:
        # `name = value` names an argument of a format string.
        if child.type == "assignment_expression":
            visit_fields(visitor, child, ("right",))
        else:
            visitor.visit(child, READ)


def _macro_definition(visitor: Visitor, node: Node, context: int) -> None:
    settle(visitor, node)


def _attribute(visitor: Visitor, node: Node, context: int) -> None:
    """`#[derive(…)]` uses types, `#[a::b]` a macro; what else attributes hold are words, not names."""
    path = node.named_children[0] if node.named_children else None
    if path is None:
        return
    if path.type == "scoped_identifier":
        paths.path(visitor, path, CALL)
        return
    tokens = node.child_by_field_name("arguments")
    if text_of(visitor, path) == b"derive" and tokens is not None:
        children = tokens.children
        for index, child in enumerate(children):
            if child.type == "identifier" and children[index + 1].type != "::":
                space = current(visitor).types if children[index - 1].type != "::" else None
                use(visitor, child, TYPE, space)


def _as_role(handler: Handler) -> Callable[[dict[str, Any]], Handler]:
    return lambda spec: handler


ROLES: dict[str, Callable[[dict[str, Any]], Handler]] = {
    "value_name": _as_role(paths.identifier),
    "type_space_name": _as_role(paths.type_identifier),
    "path": _as_role(paths.path),
    "field": _as_role(paths.field),
    "struct_expression": _as_role(paths.struct_expression),
    "let": _as_role(patterns.let),
    "branch": _as_role(patterns.branch),
    "for": _as_role(patterns.for_loop),
    "arm": _as_role(patterns.arm),
    "block": _as_role(patterns.block),
    "function": _as_role(_function),
    "type_item": _as_role(_type_item),
    "type_parameters": _as_role(_type_parameters),
    "value_item": _as_role(_value_item),
    "module": _as_role(_module),
    "use": _as_role(use_declaration),
    "macro": _as_role(_macro),
    "macro_definition": _as_role(_macro_definition),
    "attribute": _as_role(_attribute),
    "type_binding": _as_role(paths.type_binding),
}
