"""Documentation as text: docstrings and doc comments without their markers."""

from __future__ import annotations

import ast
import inspect
import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from indexer.extract.text import decode

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found
    from indexer.languages import Language

LIMIT = 4000
_XML_REF = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)\s*=\s*\"([^\"]*)\"\s*/?>")
_XML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_MARKER = re.compile(r"^\s*(?:///?!?|//!|/\*\*?!?|\*(?!/)|##?'?|--+|;+|%+)?[ \t]?")


def attach(found: Found, language: Language, data: bytes, comments: list[tuple[int, int]]) -> None:
    """Give each definition the docstring or the comment block that stands right before it."""
    rule = language.documentation
    prefixes = tuple(prefix.encode() for prefix in rule.get("prefixes", ()))
    ends = [end for _, end in comments]
    for definition in found.definitions:
        if rule.get("docstring") and (node := found.docs.get(definition.node.id)) is not None:
            definition.documentation = _docstring(decode(data[node.start_byte : node.end_byte]))
        elif prefixes and definition.owns and definition.name_end:
            definition.documentation = _before(definition, rule, prefixes, data, comments, ends)


def _before(
    definition: Definition,
    rule: dict[str, Any],
    prefixes: tuple[bytes, ...],
    data: bytes,
    comments: list[tuple[int, int]],
    ends: list[int],
) -> str | None:
    """The run of comments that ends on the line above (or on the same line before) the definition."""
    position = definition.start
    block: list[bytes] = []
    index = bisect_right(ends, position) - 1
    while index >= 0:
        start, end = comments[index]
        gap = data[end:position]
        text = data[start:end]
        if gap.strip() or gap.count(b"\n") - text.endswith(b"\n") * 0 > 1 or not text.startswith(prefixes):
            break
        if data[data.rfind(b"\n", 0, start) + 1 : start].strip():
            break  # a comment behind code belongs to that code
        block.append(text)
        position = start
        index -= 1
    if not block:
        return None
    text = "\n".join(_strip(decode(part)) for part in reversed(block))
    if pattern := rule.get("ignore"):  # directives to tools, not text
        text = "\n".join(line for line in text.split("\n") if not re.match(pattern, line))
    return _finish(_from_xml(text) if rule.get("xml") else text)


def _strip(comment: str) -> str:
    comment = comment.strip()
    if comment.startswith("/*"):
        comment = comment.removesuffix("*/")
    return "\n".join(_MARKER.sub("", line, count=1).rstrip() for line in comment.splitlines())


def _from_xml(text: str) -> str:
    text = _XML_TAG.sub("", _XML_REF.sub(r"\1", text))
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


def _docstring(source: str) -> str | None:
    try:
        value = ast.literal_eval(source)
    except (ValueError, SyntaxError, MemoryError):
        value = source.strip("\"'rRuUbB \n")
    return _finish(inspect.cleandoc(value)) if isinstance(value, str) else None


def _finish(text: str) -> str | None:
    text = inspect.cleandoc(text).strip().replace("\x00", "")
    if len(text) > LIMIT:
        text = text[: LIMIT - 1] + "…"
    return text or None
