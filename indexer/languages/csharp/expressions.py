"""C#: roles of expressions and patterns that the shared roles cannot play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.visitor import BIND, NEW, READ, TYPE, WRITE, Visitor
from indexer.languages.csharp.names import arity, use_type
from indexer.languages.csharp.walk import plain

if TYPE_CHECKING:
    from tree_sitter import Node


@plain("attribute")
def attribute(visitor: Visitor, node: Node, context: int) -> None:
    """`[Name(1, Key = 2)]`: the type `NameAttribute` or `Name`, and writes of its members."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    if name.type == "identifier":
        use_type(visitor, name, TYPE, (b"Attribute", b""))
    elif name.type == "generic_name":
        ending = arity(name.named_children[-1])
        use_type(visitor, name.named_children[0], TYPE, (b"Attribute" + ending, ending))
        visitor.visit(name.named_children[-1], TYPE)
    else:
        visitor.visit(name, TYPE)
    for listed in node.named_children[1:]:
        for argument in listed.named_children:
            _attribute_argument(visitor, argument, name)


def _attribute_argument(visitor: Visitor, node: Node, attribute: Node) -> None:
    key = node.child_by_field_name("name")
    for child in node.named_children:
        if key is None or child.id != key.id:
            visitor.visit(child, READ)
        elif any(part.type == "=" for part in node.children):
            visitor.member_name(key, attribute, WRITE)


@plain("creation")
def creation(visitor: Visitor, node: Node, context: int) -> None:
    """`new Type(…) { Member = … }`"""
    made = node.child_by_field_name("type")
    for child in node.named_children:
        if made is not None and child.id == made.id:
            visitor.visit(child, NEW)
        elif child.type == "initializer_expression":
            _initializer(visitor, child, made)
        else:
            visitor.visit(child, READ)


def _initializer(visitor: Visitor, node: Node, owner: Node | None) -> None:
    for child in node.named_children:
        key = child.child_by_field_name("left") if child.type == "assignment_expression" else None
        value = child.child_by_field_name("right")
        if key is None or value is None:
            visitor.visit(child, READ)
            continue
        if key.type == "identifier":
            visitor.member_name(key, owner, WRITE)
        else:
            visitor.children(key, READ)
        if value.type == "initializer_expression":
            _initializer(visitor, value, key)
        else:
            visitor.visit(value, READ)


@plain("with")
def with_(visitor: Visitor, node: Node, context: int) -> None:
    """`value with { Member = … }`"""
    value = node.named_children[0]
    visitor.visit(value, READ)
    for part in node.named_children[1:]:
        for index, child in enumerate(part.named_children):
            if index == 0 and child.type == "identifier":
                visitor.member_name(child, value, WRITE)
            else:
                visitor.visit(child, READ)


@plain("anonymous")
def anonymous(visitor: Visitor, node: Node, context: int) -> None:
    """`new { Key = value, value }`: keys are names of the nameless type."""
    children = node.children
    for child, following in zip(children, [*children[1:], None], strict=True):
        if child.is_named and (following is None or following.type != "="):
            visitor.visit(child, READ)


@plain("argument")
def argument(visitor: Visitor, node: Node, context: int) -> None:
    """`name: value`, `out value`"""
    inner = context if context in (WRITE, BIND) else READ
    children = node.children
    if len(children) == 1:
        visitor.visit(children[0], inner)
        return
    key = node.child_by_field_name("name")
    if any(part.type == "out" for part in children):
        inner = WRITE
    for child in node.named_children:
        if key is None or child.id != key.id:
            visitor.visit(child, inner)


@plain("declaration")
def declaration(visitor: Visitor, node: Node, context: int) -> None:
    """`out Type name`; the grammar takes the argument `a * b` for one with a pointer's type."""
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    product = declared is not None and declared.type == "pointer_type"
    if declared is not None:
        visitor.visit(declared, READ if product else TYPE)
    if name is not None:
        visitor.visit(name, READ if product else BIND)


@plain("unary")
def unary(visitor: Visitor, node: Node, context: int) -> None:
    """`x++` writes; `x!` is `x`."""
    operators = {child.type for child in node.children if not child.is_named}
    if operators & {"++", "--"}:
        context = WRITE
    elif node.type == "prefix_unary_expression":
        context = READ
    for child in node.named_children:
        visitor.visit(child, context)


@plain("goto")
def goto(visitor: Visitor, node: Node, context: int) -> None:
    """A label is no name of the program; `goto case Constant` reads one."""
    if any(child.type == "case" for child in node.children):
        visitor.children(node, READ)


@plain("constant_pattern")
def constant_pattern(visitor: Visitor, node: Node, context: int) -> None:
    """`x is Name` mostly tests a type, `case Name:` a constant; the grammar does not tell them apart."""
    for child in node.named_children:
        _tested(visitor, child, context if context == TYPE else READ)


def _tested(visitor: Visitor, node: Node, context: int) -> None:
    """The grammar takes `x is Name && y` for `x is (Name && y)`."""
    if node.type != "binary_expression":
        visitor.visit(node, context if node.type in ("identifier", "generic_name") else READ)
        return
    left, *rest = node.named_children
    _tested(visitor, left, context)
    for child in rest:
        visitor.visit(child, READ)


@plain("subpattern")
def subpattern(visitor: Visitor, node: Node, context: int) -> None:
    """`Member.Inner: pattern`: members of the matched value."""
    keyed = any(child.type == ":" for child in node.children)
    for index, child in enumerate(node.named_children):
        if keyed and index == 0:
            _member_path(visitor, child)
        else:
            visitor.visit(child, READ)


def _member_path(visitor: Visitor, node: Node) -> None:
    receiver, name = node.child_by_field_name("expression"), node.child_by_field_name("name")
    if receiver is None or name is None:
        visitor.member_name(node, None, READ)
    else:
        _member_path(visitor, receiver)
        visitor.member_name(name, receiver, READ)


@plain("join")
def join(visitor: Visitor, node: Node, context: int) -> None:
    """`join Type name in source on …`"""
    declared = node.child_by_field_name("type")
    children = node.children
    for child, following in zip(children, [*children[1:], None], strict=True):
        if not child.is_named:
            continue
        if declared is not None and child.id == declared.id:
            visitor.visit(child, TYPE)
        else:
            visitor.visit(child, BIND if following is not None and following.type == "in" else READ)
