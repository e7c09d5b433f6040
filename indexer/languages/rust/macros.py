"""What Rust's macros are given: parsed again as Rust, and left out where it is none."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from indexer.languages.rust import kinds

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

# Their arguments are words to be quoted, or a language of their own.
OPAQUE = (b"stringify", b"concat", b"env", b"option_env", b"cfg", b"quote", b"parse_quote", b"include_str")
PLACES_OF_ITEMS = ("source_file", "declaration_list")
_CALLED = re.compile(rb"!\s*(?:/|[(\[{])")  # a macro, or something like it
REF = re.compile(rb"\bstatic ref(?= +\w+ *:)")  # lazy_static's items, which are not Rust without the word
LEVELS = 8  # macros inside macros


@cache
def _query() -> Query:
    from tree_sitter import Query
    from tree_sitter_language_pack import get_language

    return Query(get_language("rust"), "(macro_invocation (token_tree) @tokens)")


@cache
def _parser() -> Parser:
    from tree_sitter import Parser
    from tree_sitter_language_pack import get_language

    return Parser(get_language("rust"))


def inject(root: Node, data: bytes) -> tuple[list[Node], dict[int, list[Node]]]:
    """Further trees of the file, and which of their nodes stand for the tokens that start at a byte."""
    from tree_sitter import QueryCursor

    trees: list[Node] = []
    parts: dict[int, list[Node]] = {}
    texts = [data]
    for _ in range(LEVELS):
        if not any(map(_CALLED.search, texts)):
            break
        tokens = QueryCursor(_query()).captures(trees[-1] if trees else root).get("tokens", [])
        readable = [found for node in tokens if (found := _readable(node, data)) is not None]
        if not readable:
            break
        trees.append(_alone(readable, data))
        nodes = trees[-1].named_children
        starts = [node.start_byte for node in nodes]
        for place, start, _, end in readable:
            parts[place] = nodes[bisect_left(starts, start) : bisect_left(starts, end)]
        texts = [text for _, _, text, _ in readable]
    return trees, parts


def _readable(tokens: Node, data: bytes) -> tuple[int, int, bytes, int] | None:
    """(start of the tokens, start, text, end) of what can be parsed: items, or expressions with a semicolon behind."""
    invocation = tokens.parent
    if invocation is None or not _worth_reading(tokens, invocation, data):
        return None
    start, end = tokens.start_byte, tokens.end_byte
    text = REF.sub(rb"static    ", data[start:end])
    if not text.startswith(b"{"):
        text += b";"
    elif _holds_items(invocation):
        start, text = start + 1, text[1:-1]
    if _parser().parse(text).root_node.has_error:
        return None
    return tokens.start_byte, start, text, end


def _worth_reading(tokens: Node, invocation: Node, data: bytes) -> bool:
    name = invocation.child_by_field_name("macro")
    if name is None or data[name.start_byte : name.end_byte].rpartition(b"::")[2] in OPAQUE:
        return False
    return any(child.kind_id != kinds.STRING_LITERAL for child in tokens.named_children)


def _holds_items(invocation: Node) -> bool:
    outer = invocation.parent
    if outer is not None and outer.type == "expression_statement":
        outer = outer.parent
    return outer is not None and outer.type in PLACES_OF_ITEMS


def _alone(readable: list[tuple[int, int, bytes, int]], data: bytes) -> Node:
    """The tree of these texts alone: all offsets stay."""
    from tree_sitter import Parser, Range

    changed = bytearray(data)
    ranges: list[Range] = []
    for _, start, text, end in sorted(readable, key=lambda item: item[1]):
        changed[start : start + len(text)] = text
        if start + len(text) < end:
            changed[end - 1] = 32  # a brace that held items: a blank keeps tokens apart
        ranges.append(Range((0, 0), (0, 0), start, max(end, start + len(text))))
    return Parser(_parser().language, included_ranges=ranges).parse(bytes(changed)).root_node
