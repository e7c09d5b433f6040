"""Elixir's roles: calls, operators, patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import BIND, CALL, KIND_OF, NEW, READ, TYPE
from indexer.extract.visitor import Handler, Visitor
from indexer.languages.elixir.definitions import (
    declare_attribute,
    visit_attribute,
    visit_function,
    visit_module,
    visit_options,
)
from indexer.languages.elixir.names import arguments_of, operator_of, text_of, visit_word, word_of

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
MODULES = frozenset({"defmodule", "defprotocol", "defimpl"})
FUNCTIONS = frozenset({"def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "defn", "defnp"})
IMPORTS = frozenset({"alias", "import", "require", "use"})
BINDING = frozenset({"=", "|", "<>", "++"})  # both sides of these are patterns inside a pattern


def _name(spec: Spec) -> Handler:
    """A name that was matched before is a local; every other bare word is a call."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        visit_word(visitor, node, context, 0)

    return handle


def _alias(spec: Spec) -> Handler:
    """`Shop.Cart`: the last word is the name; the whole of it may be an alias."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        if node.start_byte in visitor.found.by_name:
            return
        text = text_of(visitor, node)
        last = node.end_byte - len(text.rpartition(b".")[2])
        kind = KIND_OF[context if context in (TYPE, NEW) else READ]
        if last == node.start_byte:
            visitor.use(last, node.end_byte, kind, visitor.scope)
        else:
            visitor.member(last, node.end_byte, kind, node.start_byte, last - 1, 0)

    return handle


def _call(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        word = word_of(node, visitor.data)
        if word in MODULES:
            visit_module(visitor, node)
        elif word in FUNCTIONS:
            visit_function(visitor, node)
        elif word in IMPORTS:
            visit_options(visitor, node)
        elif word in ("for", "with"):
            before = visitor.enter("block", node)
            _plain(visitor, node, context, 0)
            visitor.scope = before
        elif context == TYPE:
            _type_call(visitor, node)
        else:
            _plain(visitor, node, context, 0)

    return handle


def _plain(visitor: Visitor, node: Node, context: int, piped: int) -> None:
    """A call with or without module; inside a pattern its arguments bind."""
    target, arguments = node.child_by_field_name("target"), arguments_of(node)
    rest = [child for child in node.named_children if child not in (target, arguments)]
    given = [child for child in arguments.named_children if not child.is_extra] if arguments is not None else []
    arity = len(given) + piped + any(child.type == "do_block" for child in rest)
    if target is not None and target.type == "identifier":
        visit_word(visitor, target, CALL, arity)
    elif target is not None and target.type == "dot" and arguments is None and not rest:
        left = target.child_by_field_name("left")
        visitor.visit(target, CALL if piped or (left is not None and left.type in ("alias", "atom")) else READ)
    elif target is not None:
        visitor.visit(target, CALL)
    inner = context if context > TYPE else READ
    for child in (*given, *rest):
        visitor.visit(child, inner)


def _dot(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            visitor.visit(left, READ)
        if right is not None and right.type == "identifier":
            visitor.member_name(right, left, context if context in (CALL, TYPE) else READ)
        elif right is not None:
            visitor.visit(right, READ)

    return handle


def _type_call(visitor: Visitor, node: Node) -> None:
    target, arguments = node.child_by_field_name("target"), arguments_of(node)
    if target is not None and target.type == "identifier":
        visit_word(visitor, target, TYPE, 0)
    elif target is not None:
        visitor.visit(target, TYPE)
    for child in arguments.named_children if arguments is not None else ():
        visitor.visit(child, TYPE)


def _unary(spec: Spec) -> Handler:
    """`@attribute`, `^pinned`, `&captured/1`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        operator, operand = operator_of(node), node.child_by_field_name("operand")
        inner = next((child for child in node.named_children), None)
        if operator == "@" and operand is not None:
            declare_attribute(visitor, node)
            visit_attribute(visitor, operand)
        elif operator == "&" and inner is not None and inner.type == "binary_operator" and operator_of(inner) == "/":
            _capture(visitor, inner)
        else:
            visitor.children(node, READ if operator == "^" or context in (CALL, NEW) else context)

    return handle


def _capture(visitor: Visitor, node: Node) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    count = text_of(visitor, right) if right is not None else b""
    if left is not None and left.type == "identifier" and count.isdigit():
        visit_word(visitor, left, CALL, int(count))
    elif left is not None and left.type == "call" and (target := left.child_by_field_name("target")) is not None:
        visitor.visit(target, CALL)
    else:
        visitor.children(node, READ)


def _binary(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            visitor.children(node, READ)
        elif context == TYPE:
            _in_type(visitor, node, left, right)
        elif context > TYPE:
            _in_pattern(visitor, operator_of(node), left, right, context)
        else:
            _in_code(visitor, operator_of(node), left, right)

    return handle


def _in_type(visitor: Visitor, node: Node, left: Node, right: Node) -> None:
    """`name :: type` inside a type only names a part."""
    if not (operator_of(node) == "::" and left.type == "identifier"):
        visitor.visit(left, TYPE)
    visitor.visit(right, TYPE)


def _in_pattern(visitor: Visitor, operator: str, left: Node, right: Node, context: int) -> None:
    if operator == "::":
        visitor.visit(left, context)
    elif operator in BINDING:
        visitor.visit(left, context)
        visitor.visit(right, context)
    elif operator in ("\\\\", "when", "in"):
        visitor.visit(left, context)
        visitor.visit(right, TYPE if operator == "in" else READ)
    elif operator == "=>":
        visitor.visit(left, READ)
        visitor.visit(right, context)
    else:
        visitor.visit(left, READ)
        visitor.visit(right, READ)


def _in_code(visitor: Visitor, operator: str, left: Node, right: Node) -> None:
    if operator in ("=", "<-"):
        visitor.visit(right, READ)
        visitor.visit(left, BIND)
    elif operator == "|>":
        visitor.visit(left, READ)
        if right.type == "identifier":
            visit_word(visitor, right, CALL, 1)
        elif right.type == "call":
            _plain(visitor, right, READ, 1)
        else:
            visitor.visit(right, READ)
    elif operator == "::":
        visitor.visit(left, READ)
    else:
        visitor.visit(left, READ)
        visitor.visit(right, READ)


def _struct(spec: Spec) -> Handler:
    """`%User{…}` makes a User, or matches one."""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        visitor.children(node, TYPE if context >= TYPE else NEW)

    return handle


def _clause(spec: Spec) -> Handler:
    """`patterns -> body`"""

    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("block", node)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            visitor.visit(left, TYPE if context == TYPE else BIND)
        if right is not None:
            visitor.visit(right, TYPE if context == TYPE else READ)
        visitor.scope = before

    return handle


def _block(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> None:
        before = visitor.enter("block", node)
        visitor.children(node, READ)
        visitor.scope = before

    return handle


ROLES: dict[str, Callable[[Spec], Handler]] = {
    "elixir_name": _name,
    "alias": _alias,
    "elixir_call": _call,
    "dot": _dot,
    "unary": _unary,
    "binary": _binary,
    "struct": _struct,
    "clause": _clause,
    "block": _block,
}
