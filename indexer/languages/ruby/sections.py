"""Ruby's visibility: sections that a bare `private` opens, and calls that name methods."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

WORDS = frozenset({"public", "protected", "private"})
NAMING = {
    "private_class_method": "private", "public_class_method": "public", "private_constant": "private",
    "public": "public", "protected": "protected", "private": "private",
}  # fmt: skip
BODIES = ("body_statement", "block_body", "program")


def visibility_of(node: Node, name: bytes, data: bytes) -> str:
    """What the section, the word in front or a later call says about a method."""
    outer: Node | None = node.parent
    inner = node
    word = ""
    while outer is not None and outer.type not in BODIES:
        if outer.type == "call" and not word:
            word = _word(outer, data)
        inner, outer = outer, outer.parent
    if word in WORDS:
        return word
    if outer is None or outer.type == "program":
        return "public"
    sections, named = _sections(outer, data)
    static = node.type == "singleton_method"
    if (name, static) in named:
        return named[name, static]
    if static:
        return "public"
    return next((word for start, word in reversed(sections) if start < inner.start_byte), "public")


@lru_cache(maxsize=16)
def _sections(body: Node, data: bytes) -> tuple[list[tuple[int, str]], dict[tuple[bytes, bool], str]]:
    """Where sections start in a body, and the methods that are named one by one."""
    sections: list[tuple[int, str]] = []
    named: dict[tuple[bytes, bool], str] = {}
    for child in body.named_children:
        if child.type == "identifier" and (word := data[child.start_byte : child.end_byte].decode()) in WORDS:
            sections.append((child.start_byte, word))
        elif child.type == "call" and (word := _word(child, data)) in NAMING:
            arguments = child.child_by_field_name("arguments")
            for part in arguments.named_children if arguments is not None else ():
                if part.type == "simple_symbol":
                    named[data[part.start_byte + 1 : part.end_byte], "class" in word] = NAMING[word]
    return sections, named


def _word(call: Node, data: bytes) -> str:
    method = call.child_by_field_name("method")
    if method is None or call.child_by_field_name("receiver") is not None:
        return ""
    return data[method.start_byte : method.end_byte].decode("utf-8", "replace")
