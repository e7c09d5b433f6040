"""C#: roles of patterns and of query expressions; both bind names to parts of a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import BIND, READ, TYPE
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.csharp.expressions import literal
from indexer.languages.csharp.names import use_member
from indexer.languages.csharp.variables import receiver_term_of
from indexer.languages.csharp.walk import plain

if TYPE_CHECKING:
    from tree_sitter import Node


@plain("is")
def is_(visitor: Visitor, node: Node, context: int) -> int:
    """`value is pattern`"""
    value, pattern = node.child_by_field_name("expression"), node.child_by_field_name("pattern")
    if value is None or pattern is None:
        visitor.children(node, READ)
    else:
        visitor.receive(pattern, TYPE, receiver_term_of(visitor, value))
    return literal(visitor, b"bool")


@plain("switch_statement")
def switch_statement(visitor: Visitor, node: Node, context: int) -> int:
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    term = receiver_term_of(visitor, value) if value is not None else 0
    if body is None:
        return 0
    before = visitor.enter("block", node)
    for section in body.named_children:
        _section(visitor, section, term)
    visitor.scope = before
    return 0


def _section(visitor: Visitor, node: Node, value: int) -> None:
    """The names of a pattern hold in its own section, those of statements in all."""
    outer = visitor.scope
    visitor.enter("block", node)
    for child in node.named_children:
        visitor.scope = outer if child.type == "local_declaration_statement" else visitor.scope
        if child.type.endswith("_pattern"):
            visitor.receive(child, READ, value)
        else:
            visitor.visit(child, READ)
    visitor.scope = outer


@plain("switch_expression")
def switch_expression(visitor: Visitor, node: Node, context: int) -> int:
    parts = node.children
    value = receiver_term_of(visitor, parts[0])
    wanted, terms = visitor.incoming, []
    for arm in node.named_children:
        if arm.type == "switch_expression_arm" and arm.named_child_count:
            before = visitor.enter("block", arm)
            pattern, *rest = arm.named_children
            visitor.receive(pattern, READ, value)
            visitor.incoming = 0
            for child in rest[:-1]:
                visitor.visit(child, READ)
            visitor.incoming = wanted
            terms.append(visitor.visit(rest[-1], READ) if rest else 0)
            visitor.scope = before
    return visitor.terms.union(terms)


@plain("constant_pattern")
def constant_pattern(visitor: Visitor, node: Node, context: int) -> int:
    """`x is Name` mostly tests a type, `case Name:` a constant; the grammar does not tell them apart."""
    for child in node.named_children:
        _tested(visitor, child, context if context == TYPE else READ)
    return 0


def _tested(visitor: Visitor, node: Node, context: int) -> None:
    """The grammar takes `x is Name && y` for `x is (Name && y)`."""
    if node.type == "tuple_expression":
        visitor.visit(node, BIND)
    elif node.type == "member_access_expression":
        visitor.receive(node, context, 0)
    elif node.type != "binary_expression":
        visitor.receive(node, context if node.type in ("identifier", "generic_name") else READ, 0)
    else:
        left, *rest = node.named_children
        _tested(visitor, left, context)
        for child in rest:
            visitor.receive(child, READ, 0)


@plain("typed_pattern")
def typed_pattern(visitor: Visitor, node: Node, context: int) -> int:
    """`Type name`, `Type { Member: … } name`, `var name`: what is inside is about a value of the type."""
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    incoming = visitor.incoming
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    visitor.incoming = visitor.term(Op.INSTANCE, term) if term else incoming
    for child in node.named_children:
        if name is not None and child.id == name.id:
            visitor.visit(child, BIND)
        elif declared is None or child.id != declared.id:
            visitor.visit(child, READ)
    visitor.incoming = incoming
    return 0


@plain("positional_pattern")
def positional_pattern(visitor: Visitor, node: Node, context: int) -> int:
    """`(pattern, name: pattern)`"""
    incoming = visitor.incoming
    for place, child in enumerate(node.named_children):
        visitor.incoming = visitor.term(Op.THROUGH, visitor.text(b"item %d" % place), incoming) if incoming else 0
        inner = child.named_child(child.named_child_count - 1) if child.type == "subpattern" else child
        if inner is not None:
            visitor.visit(inner, READ)
    visitor.incoming = incoming
    return 0


@plain("subpattern")
def subpattern(visitor: Visitor, node: Node, context: int) -> int:
    """`Member.Inner: pattern`: members of the matched value."""
    keyed = any(child.type == ":" for child in node.children)
    incoming = visitor.incoming
    for index, child in enumerate(node.named_children):
        if keyed and index == 0:
            visitor.incoming = _member_path(visitor, child, incoming)
        else:
            visitor.visit(child, READ)
    visitor.incoming = incoming
    return 0


def _member_path(visitor: Visitor, node: Node, base: int) -> int:
    receiver, name = node.child_by_field_name("expression"), node.child_by_field_name("name")
    if receiver is None or name is None:
        return use_member(visitor, node, (0, 0), READ, base)
    inner = _member_path(visitor, receiver, base)
    return use_member(visitor, name, (receiver.start_byte, receiver.end_byte), READ, inner)


# -- queries


@plain("query")
def query(visitor: Visitor, node: Node, context: int) -> int:
    """`from x in xs … select y`: a sequence of what is selected, or of groups."""
    before, visitor.incoming = visitor.incoming, 0
    scope = visitor.enter("block", node)
    result = 0
    for child in node.named_children:
        if child.type == "identifier":  # `into name`
            item = visitor.term(Op.ITEM, result) if result else 0
            visitor.receive(child, BIND, item)
        elif child.type == "select_clause":
            result = _sequence(visitor, visitor.children(child, READ))
        elif child.type == "group_clause":
            terms = [visitor.visit(part, READ) for part in child.named_children]
            group = visitor.term(Op.THROUGH, visitor.text(b"group"), *reversed(terms)) if all(terms) else 0
            result = _sequence(visitor, group)
        else:
            visitor.visit(child, READ)
    visitor.scope, visitor.incoming = scope, before
    return result


def _sequence(visitor: Visitor, term: int) -> int:
    return visitor.term(Op.THROUGH, visitor.text(b"sequence"), term) if term else 0


@plain("from")
def from_(visitor: Visitor, node: Node, context: int) -> int:
    """`from Type name in values`, `join name in values on a equals b into group`, `let name = value`."""
    declared = node.child_by_field_name("type")
    term = visitor.visit(declared, TYPE) if declared is not None else 0
    parts = [child for child in node.children if child.is_named and (declared is None or child.id != declared.id)]
    if len(parts) < 2:
        return visitor.children(node, READ)
    name, values, *rest = parts
    given = receiver_term_of(visitor, values)
    item = given
    if node.type != "let_clause":
        item = visitor.term(Op.INSTANCE, term) if term else (visitor.term(Op.ITEM, given) if given else 0)
    visitor.receive(name, BIND, item)
    for child in rest:
        if child.type == "join_into_clause":
            visitor.receive(child, BIND, _sequence(visitor, item))
        else:
            visitor.visit(child, READ)
    return 0
