"""What Rust's macros are given: parsed again as Rust, and left out where it is none."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

# Their arguments are words to be quoted, or a language of their own.
OPAQUE = (b"stringify", b"concat", b"env", b"option_env", b"cfg", b"quote", b"parse_quote", b"include_str")
PLACES_OF_ITEMS = ("source_file", "declaration_list")
LEVELS = 8  # macros inside macros
_BLANKED = bytes(code if code in b"\r\n" else 32 for code in range(256))


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
    for _ in range(LEVELS):
        tokens = QueryCursor(_query()).captures(trees[-1] if trees else root).get("tokens", [])
        readable = [found for node in tokens if (found := _readable(node, data)) is not None]
        if not readable:
            break
        trees.append(_parser().parse(_alone(readable, data)).root_node)
        nodes = trees[-1].named_children
        starts = [node.start_byte for node in nodes]
        for place, start, _, end in readable:
            parts[place] = nodes[bisect_left(starts, start) : bisect_left(starts, end)]
    return trees, parts


def _readable(tokens: Node, data: bytes) -> tuple[int, int, bytes, int] | None:
    """(start of the tokens, start, text, end) of what can be parsed: items, or expressions with a semicolon behind."""
    invocation = tokens.parent
    if invocation is None or not _worth_reading(tokens, invocation, data):
        return None
    start, end = tokens.start_byte, tokens.end_byte
    text = data[start:end]
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
    return any(child.type != "string_literal" for child in tokens.named_children)


def _holds_items(invocation: Node) -> bool:
    outer = invocation.parent
    if outer is not None and outer.type == "expression_statement":
        outer = outer.parent
    return outer is not None and outer.type in PLACES_OF_ITEMS


def _alone(readable: list[tuple[int, int, bytes, int]], data: bytes) -> bytes:
    """The file with everything else blanked: all offsets stay."""
    pieces: list[bytes] = []
    position = 0
    for _, start, text, _ in sorted(readable, key=lambda item: item[1]):
        pieces += (data[position:start].translate(_BLANKED), text)
        position = start + len(text)
    return b"".join(pieces)
