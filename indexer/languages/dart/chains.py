"""Dart's chains: what follows a name, a type or an expression stands beside it, as siblings."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indexer.extract.contexts import ASSIGN, BIND, CALL, NEW, PARAM, READ, TYPE, TYPE_BIND, WRITE
from indexer.extract.terms import Op
from indexer.extract.visitor import Handler, Visitor
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

Spec = dict[str, Any]
SELECTORS = ("selector", "unconditional_assignable_selector", "conditional_assignable_selector")


@lru_cache(maxsize=1)
def _kept(visitor: Visitor) -> dict[int, int]:
    """Of each node that others may follow: the term of the chain that ends with it."""
    return {}


def keep(visitor: Visitor, node: Node, term: int) -> int:
    _kept(visitor)[node.id] = term
    return term


def at(visitor: Visitor, node: Node) -> int:
    return _kept(visitor).get(node.id, 0)


def before(visitor: Visitor, node: Node) -> int:
    """The term of what stands before a node."""
    sibling = node.prev_named_sibling
    return at(visitor, sibling) if sibling is not None else 0


def last_of(visitor: Visitor, nodes: list[Node]) -> int:
    """Visit siblings; the term of the chain that they end with."""
    term = 0
    for node in nodes:
        given = visitor.visit(node, READ)
        term = _kept(visitor).get(node.id, given)
    return term


def text(visitor: Visitor, node: Node) -> bytes:
    return visitor.data[node.start_byte : node.end_byte]


def type_around(visitor: Visitor) -> int:
    definitions, index = visitor.found.definitions, visitor.owner
    while index >= 0 and definitions[index].kind not in TYPE_KINDS:
        index = definitions[index].parent
    return index


def _called(node: Node) -> bool:
    """Whether arguments follow."""
    following = node.next_named_sibling
    if following is None:
        return False
    if following.type == "selector":
        return following.named_child_count > 0 and following.named_children[0].type == "argument_part"
    return following.type in ("argument_part", "arguments")


def chain(spec: Spec) -> Handler:
    """A bare identifier: what follows it says whether it is called, read or written."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        if context in (BIND, PARAM, TYPE_BIND):
            return visitor.name(node, context)
        kind = READ
        if _called(node):
            kind = NEW if text(visitor, node).lstrip(b"_")[:1].isupper() else CALL
        elif context in (ASSIGN, WRITE):
            following = node.next_named_sibling
            kind = READ if following is not None and following.type in SELECTORS else WRITE
        return keep(visitor, node, visitor.name(node, kind))

    return handle


def itself(spec: Spec) -> Handler:
    """`this`, `super`"""
    op = Op.SUPER if spec["op"] == "super" else Op.SELF

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        around = type_around(visitor)
        return keep(visitor, node, visitor.term(op, around) if around >= 0 else 0)

    return handle


def selector(spec: Spec) -> Handler:
    """`.name`, `(…)`, `!`, `[…]` behind something."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        children = node.named_children
        if children and children[0].type == "argument_part":
            return keep(visitor, node, visitor.call(before(visitor, node), _arguments(visitor, children[0])))
        if children:
            return keep(visitor, node, visitor.visit(children[0], context))
        return keep(visitor, node, before(visitor, node))

    return handle


def _arguments(visitor: Visitor, part: Node) -> list[int]:
    found: list[int] = []
    for child in part.named_children:
        if child.type == "arguments":
            found = [last_of(visitor, argument.named_children) for argument in child.named_children]
        else:
            visitor.visit(child, READ)
    return found


def last(spec: Spec) -> Handler:
    """Stands for the chain that it holds; `op` is a step on that."""
    op = {"await": Op.AWAIT}.get(spec.get("op", ""), 0)

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = last_of(visitor, node.named_children)
        return keep(visitor, node, visitor.term(op, term) if op and term else term)

    return handle


def cast(spec: Spec) -> Handler:
    """`a as A`"""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        term = last_of(visitor, node.named_children)
        return keep(visitor, node, visitor.term(Op.INSTANCE, term) if term else 0)

    return handle


def cast_type(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, TYPE)
        return keep(visitor, node, at(visitor, node.named_children[-1]))

    return handle


def access(spec: Spec) -> Handler:
    """`.name` behind something: the receiver is everything before it."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        anchor = node.parent if node.parent is not None and node.parent.type == "selector" else node
        base, term = before(visitor, anchor), 0
        for child in node.named_children:
            if child.type == "identifier":
                term = _member(visitor, child, anchor, _wanted(visitor, child, anchor, node, context), base)
            else:
                visitor.visit(child, READ)
                term = visitor.term(Op.INDEX, base) if base and child.type == "index_selector" else 0
        return keep(visitor, node, term)

    return handle


def _wanted(visitor: Visitor, name: Node, anchor: Node, node: Node, context: int) -> int:
    if _called(anchor):
        return NEW if text(visitor, name)[:1].isupper() else CALL
    last = anchor.next_named_sibling is None
    return WRITE if context in (ASSIGN, WRITE) and last and anchor is node else READ


def _member(visitor: Visitor, name: Node, anchor: Node, kind: int, base: int) -> int:
    first = _chain_start(anchor)
    return visitor.member_span(name, first.start_byte, anchor.start_byte, kind, base)


def _chain_start(node: Node) -> Node:
    while (sibling := node.prev_named_sibling) is not None:
        node = sibling
        if node.type not in SELECTORS and node.type != "cascade_section":
            break
    return node


def cascade(spec: Spec) -> Handler:
    """`a..b()..c = d`: each a member of a."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        first, last = _chain_start(node), node.prev_named_sibling
        while last is not None and last.type == "cascade_section":
            last = last.prev_named_sibling
        end = last.end_byte if last is not None else first.end_byte
        base = at(visitor, last) if last is not None else 0
        written = any(child.type in ("=", "assignment_operator") for child in node.children)
        for child in node.named_children:
            if child.type != "cascade_selector":
                visitor.visit(child, READ)
                continue
            for name in child.named_children:
                if name.type == "identifier":
                    kind = CALL if _called(child) else (WRITE if written else READ)
                    keep(visitor, child, visitor.member_span(name, first.start_byte, end, kind, base))
                else:
                    visitor.visit(name, READ)
        return keep(visitor, node, base)

    return handle


def qualified_type(spec: Spec) -> Handler:
    def handle(visitor: Visitor, node: Node, context: int) -> int:
        wanted = context if context in (NEW, TYPE_BIND) else TYPE
        sign, prefix = node.prev_sibling, node.prev_named_sibling
        if sign is not None and sign.type == "." and prefix is not None:
            return keep(visitor, node, visitor.member_name(node, prefix, wanted, before(visitor, node)))
        following = node.next_named_sibling
        prefixes = following is not None and following.type == "type_identifier"
        return keep(visitor, node, visitor.name(node, TYPE if wanted == NEW and prefixes else wanted))

    return handle


def type_arguments(spec: Spec) -> Handler:
    """`<A, B<C>>` behind a type."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        visitor.children(node, TYPE)
        ends = [child.prev_named_sibling for child in node.children if child.type in (",", ">")]
        terms = [at(visitor, end) for end in ends if end is not None]
        base = before(visitor, node)
        return keep(visitor, node, visitor.term(Op.APPLY, base, *terms) if base and terms else base)

    return handle


def nullable(spec: Spec) -> Handler:
    return lambda visitor, node, context: keep(visitor, node, before(visitor, node))


def creation(spec: Spec) -> Handler:
    """`new A.named(…)`: the type is instantiated, its constructor called."""

    def handle(visitor: Visitor, node: Node, context: int) -> int:
        sibling: Node | None = None
        made = 0
        for child in node.named_children:
            if child.type == "type_identifier":
                made = visitor.visit(child, NEW)
            elif child.type == "identifier" and sibling is not None:
                visitor.member_name(child, sibling, CALL, made)
            else:
                visitor.visit(child, READ)
            sibling = child
        return keep(visitor, node, visitor.term(Op.NEW, made) if made else 0)

    return handle
