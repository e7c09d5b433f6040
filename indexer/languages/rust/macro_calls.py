"""Rust's macros where they are called: the macro's name, and what it is given where that reads as Rust."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import CALL, KIND_OF, READ
from indexer.extract.terms import Flow, Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import current, free, member, row
from indexer.languages.rust.paths import qualifier, text_of, visit_field
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

TYPE_USE = REF_KINDS.index("type_use")
PATTERN_MACROS = (b"matches", b"assert_matches", b"debug_assert_matches")
# What the standard library's macros give back.
RESULTS = {
    b"format": b"String", b"matches": b"bool", b"vec": b"Vec", b"concat": b"str", b"stringify": b"str", b"pin": b"*",
    b"dbg": b"*", b"ready": b"?",
}  # fmt: skip
GROUPS = frozenset(map(kinds.number, ("tuple_expression", "parenthesized_expression", "array_expression")))


def macro(visitor: Visitor, node: Node, context: int) -> int:
    name = node.child_by_field_name("macro")
    if name is None:
        return 0
    word = path(visitor, name)
    given = visitor.found.injected.get(node.named_children[-1].start_byte, ())
    terms = _given(visitor, given, word) if given else []
    if word not in RESULTS or (RESULTS[word] in (b"*", b"?") and not any(terms[:1])):
        return 0
    return visitor.term(Op.THROUGH, visitor.text(RESULTS[word]), *terms[:1])


def _given(visitor: Visitor, given: Sequence[Node], word: bytes) -> list[int]:
    """What a macro is given; items know that it stands around them."""
    scope = current(visitor)
    before, scope.wrapper = scope.wrappers, word
    terms: list[int] = []
    scope.wrappers = (*before, free(visitor, word, kinds.MACROS))
    for child in given:
        if (index := visitor.found.by_node.get(child.id)) is not None:
            for wrapper in scope.wrappers:
                visitor.flow(Flow.DECORATOR, index, 0, wrapper)
        terms += _arguments(visitor, child, word in PATTERN_MACROS)
    scope.wrappers = before
    return terms


def path(visitor: Visitor, name: Node) -> bytes:
    """The name of a macro is looked up among macros; gives back its last word."""
    if name.kind_id == kinds.SCOPED_IDENTIFIER:
        before, last = name.child_by_field_name("path"), name.child_by_field_name("name")
        base = qualifier(visitor, before) if before is not None else free(visitor, b"::", kinds.TYPES)
        if last is None:
            return b""
        member(visitor, last, base, before, CALL, kinds.MACROS)
        return text_of(visitor, last)
    row(visitor, name, KIND_OF[CALL], free(visitor, text_of(visitor, name), kinds.MACROS))
    return text_of(visitor, name)


def _arguments(visitor: Visitor, node: Node, first_only: bool) -> list[int]:
    statement = node.kind_id == kinds.EXPRESSION_STATEMENT
    inner = node.named_children[0] if statement and node.named_children else node
    if inner.kind_id not in GROUPS:
        visitor.visit(node, READ)
        return []
    terms: list[int] = []
    for child in inner.named_children[: 1 if first_only else None]:
        # `name = value` names an argument of a format string.
        if child.type == "assignment_expression":
            visit_field(visitor, child, "right")
        else:
            terms.append(visitor.visit(child, READ))
    return terms


def attribute(visitor: Visitor, node: Node, context: int) -> int:
    """`#[derive(…)]` and `#[a::b]` use macros; what else attributes hold are words, not names."""
    name = node.named_children[0] if node.named_children else None
    if name is None:
        return 0
    if name.kind_id == kinds.SCOPED_IDENTIFIER:
        path(visitor, name)
        return 0
    tokens = node.child_by_field_name("arguments")
    if text_of(visitor, name) == b"derive" and tokens is not None:
        children = tokens.children
        for index, child in enumerate(children):
            if child.kind_id == kinds.IDENTIFIER and children[index + 1].type != "::":
                alone = children[index - 1].type != "::"
                term = free(visitor, text_of(visitor, child), kinds.MACROS) if alone else 0
                row(visitor, child, TYPE_USE, term)
    return 0
