"""Rust's patterns: what they bind, and which part of the value each name gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.contexts import READ, TYPE
from indexer.extract.scopes import LOCAL
from indexer.extract.terms import Op
from indexer.extract.visitor import Visitor
from indexer.languages.rust import kinds
from indexer.languages.rust.names import member, value_name
from indexer.languages.rust.paths import capital, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    Pattern = Callable[[Visitor, Node, int, int, int], None]


def bind(visitor: Visitor, node: Node, term: int, since: int, binding: int = LOCAL) -> None:
    """Bind the names of a pattern to the parts of a term; a capitalised name or a path is a use."""
    (PATTERNS.get(node.type) or _all)(visitor, node, term, since, binding)


def bind_name(visitor: Visitor, name: bytes, term: int, since: int, binding: int) -> None:
    visitor.incoming, before = term, visitor.incoming
    visitor.bind(name, binding, since)
    visitor.incoming = before


def _name(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    if capital(text := text_of(visitor, node)):
        value_name(visitor, node, READ)
    else:
        bind_name(visitor, text, term, since, binding)


def _all(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    """`&x`, `ref x`, `mut x`, `a | b`, `x @ pattern`: all of them get the whole."""
    for child in node.named_children:
        bind(visitor, child, term, since, binding)


def _use(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    visitor.visit(node, READ)


def _nothing(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    """Literals and `..` bind nothing."""


def part(visitor: Visitor, term: int, name: bytes) -> int:
    return visitor.term(Op.MEMBER, term, visitor.text(name), kinds.FIELDS) if term else 0


def _tuple(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    """Places behind `..` are not known."""
    known = True
    for place, child in enumerate(node.named_children):
        known = known and child.type != "remaining_field_pattern"
        bind(visitor, child, part(visitor, term, b"%d" % place) if known else 0, since, binding)


def _slice(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    item = visitor.term(Op.ITEM, term) if term else 0
    for child in node.named_children:
        bind(visitor, child, item if child.type != "captured_pattern" else 0, since, binding)


def _tuple_struct(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    """`Some(x)`: what the variant or struct declares at each place."""
    head, *rest = [child for child in node.named_children if child.kind_id not in kinds.BESIDE]
    named = visitor.visit(head, READ)
    known = bool(named)
    for place, child in enumerate(rest):
        known = known and child.type != "remaining_field_pattern"
        bind(visitor, child, _taken(visitor, named, term, b"%d" % place) if known else 0, since, binding)


def _taken(visitor: Visitor, named: int, term: int, name: bytes) -> int:
    key = visitor.term(Op.CONSTANT, visitor.text(name), visitor.text(b""))
    return visitor.term(Op.THROUGH, visitor.text(b"take"), named, key, term)


def _struct(visitor: Visitor, node: Node, term: int, since: int, binding: int) -> None:
    target = node.child_by_field_name("type")
    named = visitor.visit(target, TYPE) if target is not None else 0
    shape = visitor.term(Op.THROUGH, visitor.text(b"shape"), named) if named else 0
    for field in node.named_children:
        if field.type != "field_pattern":
            continue
        name, pattern = field.child_by_field_name("name"), field.child_by_field_name("pattern")
        if name is None:
            continue
        text = text_of(visitor, name)
        if name.type != "integer_literal":
            member(visitor, name, shape, target, READ, kinds.FIELDS)
        taken = _taken(visitor, named, term, text) if named else 0
        if pattern is not None:
            bind(visitor, pattern, taken, since, binding)
        else:
            bind_name(visitor, text, taken, since, binding)


_USED = ("scoped_identifier", "range_pattern", "const_block", "macro_invocation", "line_comment", "block_comment",
         "generic_pattern", "attribute_item")  # fmt: skip
_PLAIN = ("remaining_field_pattern", "mutable_specifier", "integer_literal", "string_literal", "char_literal")
PATTERNS: dict[str, Pattern] = {
    "identifier": _name, "tuple_struct_pattern": _tuple_struct, "struct_pattern": _struct, "tuple_pattern": _tuple,
    "slice_pattern": _slice, **dict.fromkeys(_USED, _use), **dict.fromkeys(_PLAIN, _nothing),
}  # fmt: skip
