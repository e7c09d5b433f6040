"""Documentation as text: docstrings and doc comments without their markers."""

from __future__ import annotations

import ast
import inspect
import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from indexer.extract.text import decode

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found
    from indexer.languages import Language

LIMIT = 4000
_XML_REF = re.compile(r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)\s*=\s*\"([^\"]*)\"\s*/?>")
_XML_NAMED = re.compile(r"<(?:param|typeparam|exception)\s+(?:name|cref)\s*=\s*\"(?:[A-Z]:)?([^\"]*)\"\s*>\s*")
_INLINE_TAG = re.compile(r"\{@(\w+)\s+([^{}]*)\}")
_TYPE_PARAMETER = re.compile(r"(@param\s+)<(\w+)>")
_XML_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_PLAIN_DOCSTRING = re.compile(r'"""([^"\\]*)"""', re.DOTALL)  # most of them: nothing to unescape
_MARKER = re.compile(r"^[^\S\n]*(?:///?!?|//!|/\*\*?!?|\*(?!/)|##?'?|--+|;+|%+)?[ \t]?", re.MULTILINE)
_LINE_END = re.compile(r"[ \t\r\f\v]+$", re.MULTILINE)


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
        if "inner" in rule and definition.documentation is None and definition.kind in ("module", "namespace"):
            definition.documentation = _inside(definition, rule["inner"], data, comments)


def _inside(definition: Definition, prefixes: list[str], data: bytes, comments: list[tuple[int, int]]) -> str | None:
    """The doc comments at the top of a body, where those of a module stand; other comments may come first."""
    position = definition.body.start_byte + 1 if definition.body is not None else definition.start
    marks = tuple(prefix.encode() for prefix in prefixes)
    block: list[str] = []
    for start, end in comments[bisect_left(comments, (position, 0)) :]:
        if data[position:start].strip():
            break
        text = data[start:end]
        if text.startswith(marks):
            block.append(_strip(decode(text)))
        elif block:
            break
        position = end
    return _finish("\n".join(block)) if block else None


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
        comment = data[start:end]
        near = gap.count(b"\n") <= 1 or rule.get("blank_lines", False)
        if gap.strip() or not near or not comment.startswith(prefixes):
            break
        if data[data.rfind(b"\n", 0, start) + 1 : start].strip():
            break  # a comment behind code belongs to that code
        block.append(comment)
        position = start
        index -= 1
    if not block:
        return None
    text = "\n".join(_strip(decode(part)) for part in reversed(block))
    if pattern := rule.get("ignore"):  # directives to tools, not text
        text = "\n".join(line for line in text.split("\n") if not re.match(pattern, line))
    if rule.get("inline_tags"):
        text = _from_inline_tags(text)
    return _finish(_from_xml(text) if rule.get("xml") else text)


def _strip(comment: str) -> str:
    comment = comment.strip()
    if comment.startswith("/*"):
        comment = comment.removesuffix("*/")
    return _LINE_END.sub("", _MARKER.sub("", comment))


def _from_inline_tags(text: str) -> str:
    """`{@code x}` and `{@link T#m label}` to what a reader sees; angle brackets in them are no tags."""
    text = _TYPE_PARAMETER.sub(r"\1&lt;\2&gt;", text)
    return _INLINE_TAG.sub(_inline_tag, text)


def _inline_tag(match: re.Match[str]) -> str:
    content = " ".join(match[2].split())
    if match[1].startswith("link"):
        target, _, label = content.partition(" ") if "(" not in content else (content, "", "")
        content = label or target.lstrip("#").replace("#", ".")
    return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _from_xml(text: str) -> str:
    text = _XML_NAMED.sub(r"\1: ", text).replace("<returns>", "Returns: ")
    text = _XML_TAG.sub("", _XML_REF.sub(r"\1", text))
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")


def _docstring(source: str) -> str | None:
    if (plain := _PLAIN_DOCSTRING.fullmatch(source)) is not None:
        return _finish(plain[1])
    try:
        value = ast.literal_eval(source)
    except (ValueError, SyntaxError, MemoryError):
        value = source.strip("\"'rRuUbB \n")
    return _finish(value) if isinstance(value, str) else None


def _finish(text: str) -> str | None:
    text = inspect.cleandoc(text).strip().replace("\x00", "")
    if len(text) > LIMIT:
        text = text[: LIMIT - 1] + "…"
    return text or None
