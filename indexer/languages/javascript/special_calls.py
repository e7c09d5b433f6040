"""Calls of what all functions and arrays have: `call`, `apply` and `bind`, functions that are passed to be called with
items, what is put into an array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import READ
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.javascript.functions import text_of

if TYPE_CHECKING:
    from tree_sitter import Node

APPLYING = frozenset({
    b"map", b"forEach", b"filter", b"reduce", b"reduceRight", b"some", b"every", b"find", b"findIndex", b"findLast",
    b"flatMap", b"sort", b"then", b"catch", b"finally", b"replace", b"replaceAll", b"nextTick",
})  # fmt: skip
LATER = frozenset({b"setTimeout", b"setInterval", b"setImmediate", b"queueMicrotask", b"requestAnimationFrame"})
ADDING = frozenset({b"push", b"unshift"})
CHAINS = frozenset({"identifier", "member_expression", "this"})
BEFORE_MEMBER = frozenset({"array", "call_expression", "subscript_expression", "string", "template_string"})
EACH = (b"map", b"forEach", b"filter", b"some", b"every", b"find", b"flatMap")
GIVEN = {b"then": Op.AWAIT, **dict.fromkeys(EACH, Op.ITEM)}  # what the function that is passed is called with
MOST_PUTS = 8  # of one name whose values are followed
ANY_KEY = b"[*]"  # the name of a member whose key nobody can tell


def result(visitor: Visitor, function: Node, callee: int, given: Node, arguments: list[int]) -> int:
    """The term of a call that has a meaning of its own, 0 where it is one like any other."""
    if not callee or function.type not in ("member_expression", "identifier"):
        return 0
    nodes = [child for child in given.named_children if not child.is_extra]
    if function.type == "identifier":
        if nodes and text_of(visitor, function) in LATER:
            _applied(visitor, callee, nodes[:1], arguments)
        return 0
    name = text_of(visitor, function.named_children[-1])
    base = function.named_children[0]
    if len(nodes) != len(arguments) or base.type not in CHAINS | BEFORE_MEMBER:
        return 0
    if name in APPLYING:
        first, *_ = _applied(visitor, callee, nodes[:2], arguments) or [0]
        if first and name in GIVEN and nodes[0].type == "identifier" and is_untyped(visitor):
            visitor.call(first, [visitor.term(GIVEN[name], _again(visitor, base))])
    elif base.type not in CHAINS:
        return 0
    elif name in ADDING and arguments and arguments[0] and is_untyped(visitor):
        _push(visitor, base, arguments)
    elif name in (b"call", b"bind", b"apply"):
        given_back = _on_function(visitor, name, base, nodes, arguments)
        if given_back:  # a class may have a method of that name
            return visitor.term(Op.THROUGH, visitor.text(b"own"), callee, given_back, visitor.call(callee, arguments))
    return 0


def _applied(visitor: Visitor, callee: int, nodes: list[Node], arguments: list[int]) -> list[int]:
    """Functions that are passed to be called, by place; 0 for what is none."""
    passed = []
    for node, term in zip(nodes, arguments, strict=False):
        is_passed = term and node.type in CHAINS
        passed.append(visitor.term(Op.THROUGH, visitor.text(b"applied"), callee, term) if is_passed else 0)
        if is_passed:
            visitor.implied(node, visitor.term(Op.CALLED, passed[-1]))
    return passed


def is_untyped(visitor: Visitor) -> bool:
    """Whether a variable may hold more than its declaration says: not in TypeScript."""
    return visitor.language == "javascript"


def _again(visitor: Visitor, node: Node) -> int:
    """The term of what was visited before."""
    uses = len(visitor.uses)
    term = visitor.visit(node, READ)
    del visitor.uses[uses:]
    return term


def _push(visitor: Visitor, base: Node, arguments: list[int]) -> None:
    if base.type == "this" or (base.type == "identifier" and not visitor.is_container(text_of(visitor, base))):
        return
    text = text_of(visitor, base)
    if visitor.puts[text] > MOST_PUTS:
        return
    visitor.puts[text] += 1
    known = [term for term in arguments if term]
    visitor.put(base, _again(visitor, base), visitor.term(Op.SEQUENCE, visitor.text(b"Array"), *known))


def _on_function(visitor: Visitor, name: bytes, base: Node, nodes: list[Node], arguments: list[int]) -> int:
    """`f.call(receiver, …)` calls f, `f.bind(receiver)` is f with a receiver of its own."""
    target = _again(visitor, base) if base.type != "this" else 0
    if not target:
        return 0
    if name == b"bind":
        if len(arguments) > 1 and all(arguments[1:]):
            visitor.call(target, arguments[1:])
        return target if len(arguments) < 2 else 0
    visitor.implied(base, visitor.term(Op.CALLED, target))
    given = arguments[1:]
    if name == b"apply":
        given = [visitor.term(Op.SPREAD, term) for term in arguments[1:2] if term]
    return visitor.call(target, given)
