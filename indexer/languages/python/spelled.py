"""Types that are spelled in texts and comments: `"Later"`, `x = None  # type: Later`."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from indexer import languages
from indexer.extract.contexts import ASSIGN, TYPE
from indexer.extract.roles import ROLES as SHARED
from indexer.extract.terms import Op

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Point

    from indexer.extract.visitor import Handler, Visitor

Spec = dict[str, Any]
COMMENTED = re.compile(rb"[ \t]*#[ \t]*type:(?![ \t]*ignore\b)[ \t]*([^#\s](?:[^#\n]*[^#\s])?)")


@cache
def _parser() -> Parser:
    from tree_sitter import Parser

    return Parser(languages.load("python").grammar_object)


def within(visitor: Visitor, content: Node) -> int:
    """A forward reference is parsed where it stands, so that its names have their places."""
    return _parsed(visitor, content.start_byte, content.end_byte, content.start_point, content.end_point)


def _parsed(visitor: Visitor, start: int, end: int, start_point: Point, end_point: Point) -> int:
    from tree_sitter import Range

    parser = _parser()
    parser.included_ranges = [Range(start_point, end_point, start, end)]
    root = parser.parse(visitor.data).root_node
    parser.included_ranges = []
    if root.has_error or root.named_child_count != 1:
        return 0
    return visitor.visit(root.named_children[0], TYPE)


def commented(spec: Spec) -> Handler:
    """`left = value  # type: T`, as types were written before Python had a way to."""
    plain = SHARED["assignment"](spec)

    def handle(visitor: Visitor, node: Node, context: int) -> int | None:
        term = plain(visitor, node, context)
        found = COMMENTED.match(visitor.data, node.end_byte)
        declared = _of_comment(visitor, node, *found.span(1)) if found else 0
        if declared:
            uses = len(visitor.uses)
            visitor.receive(node.named_children[0], ASSIGN, visitor.term(Op.INSTANCE, declared), True)
            del visitor.uses[uses:]  # seen before
        return term

    return handle


def _of_comment(visitor: Visitor, node: Node, start: int, end: int) -> int:
    from tree_sitter import Point

    row, column = node.end_point
    begin = column + start - node.end_byte
    return _parsed(visitor, start, end, Point(row, begin), Point(row, begin + end - start))
