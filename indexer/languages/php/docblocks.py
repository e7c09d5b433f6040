"""Types that documentation declares: `@var`, `@param`, `@return` in front of a definition."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.terms import Op, Space
from indexer.languages.php.names import free_term, word_term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from indexer.extract.visitor import Visitor

_TYPE = rb"(?:[^\s<>(){}]|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>|\([^()]*\)|\{[^{}]*\})+"
_TAG = re.compile(rb"@(?:phpstan-|psalm-)?(param|return|var)\s+(" + _TYPE + rb")(?:\s+(?:&|\.\.\.)*(\$\w+))?")
_NAME = re.compile(rb"\\?[A-Za-z_]\w*(?:\\\w+)*$")
_MANY = re.compile(rb"(?:array|list|iterable|non-empty-array|non-empty-list)<(?:[^,<>]*,\s*)?(.+)>$")
_PLAIN = frozenset(
    b"array bool boolean callable double false float int integer iterable list mixed never null numeric object "
    b"resource scalar string true void key value".split()
)
_WORDS = {b"$this": b"static", b"static": b"static", b"self": b"self"}
Tags = dict[bytes, int]


def tags_of(visitor: Visitor, node: Node) -> Tags:
    """Terms of the types that the comment right in front of a definition declares: `return`, `var`, `$parameter`."""
    if not visitor.comments:
        return {}
    start, end = visitor.comments[-1]
    text = visitor.data[start:end]
    if b"@" not in text or not text.startswith(b"/**") or visitor.data[end : node.start_byte].strip():
        return {}
    found = ((match[3] if match[1] == b"param" else match[1], match[2]) for match in _TAG.finditer(text))
    return {key: term for key, kind in found if key and (term := type_term(visitor, kind))}


def type_term(visitor: Visitor, text: bytes) -> int:
    return visitor.terms.union([_one(visitor, part) for part in _alternatives(text.lstrip(b"?"))])


def _alternatives(text: bytes) -> Iterator[bytes]:
    """The parts between `|` that stand in no brackets."""
    depth = begin = 0
    for place, sign in enumerate(text):
        if sign in b"<({[":
            depth += 1
        elif sign in b">)}]":
            depth -= 1
        elif sign in b"|&" and not depth:
            yield text[begin:place]
            begin = place + 1
    yield text[begin:]


def _one(visitor: Visitor, text: bytes) -> int:
    text = text.strip(b"() ")
    element = text[:-2] if text.endswith(b"[]") else (match[1] if (match := _MANY.match(text)) else b"")
    if element:
        of = type_term(visitor, element)
        return visitor.term(Op.WRAP, visitor.text(b"array"), of) if of else 0
    text = text.partition(b"<")[0]
    if text in _WORDS:
        return word_term(visitor, _WORDS[text])
    if text.lower() in _PLAIN or not _NAME.match(text):
        return 0
    return free_term(visitor, text, Space.TYPE)
