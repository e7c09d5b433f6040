"""Thin TypeScript declaration files: comments go, declarations that the compiler would merge are merged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

MERGED = {"interface_declaration", "internal_module", "module"}
BODIES = {"interface_body", "object_type", "statement_block"}
# What the grammar does not read -> the same in a spelling that it does.
RESPELLED = {rb"(?m)^( *)global \{": rb"\1declare global {", rb"keyof readonly (\w+\[\])": rb"keyof (readonly \1)"}


def uncommented(source: bytes) -> bytes:
    """The source with its comments cut out, a narrow indentation and no blank lines."""
    kept, place = [], 0
    for comment in _comments(get_parser("typescript").parse(source).root_node):
        kept.append(source[place : comment.start_byte])
        place = comment.end_byte
    text = b"".join([*kept, source[place:]])
    for unread, readable in RESPELLED.items():
        text = re.sub(unread, readable, text)
    lines = (line.rstrip() for line in text.splitlines())
    return b"".join(_indented(line) + b"\n" for line in lines if line)


def _comments(node: Node) -> Iterator[Node]:
    if node.type == "comment":
        yield node
    else:
        for child in node.children:
            yield from _comments(child)


def _indented(line: bytes) -> bytes:
    bare = line.lstrip()
    return b" " * ((len(line) - len(bare)) // 4) + bare


def merged(source: bytes) -> bytes:
    """Interfaces and namespaces with the same head in one scope become one declaration, at the place of the first."""
    root = get_parser("typescript").parse(source).root_node
    return b"\n".join(_merge(list(root.named_children), source)) + b"\n"


def _merge(statements: list[Node], source: bytes) -> list[bytes]:
    groups: dict[bytes, list[Node]] = {}
    for statement in statements:
        body = _body(statement)
        key = statement.text or b"" if body is None else source[statement.start_byte : body.start_byte]
        groups.setdefault(re.sub(rb"\s+", b" ", key).strip(), []).append(statement)
    return [_declaration(head, members, source) for head, members in groups.items()]


def _body(statement: Node) -> Node | None:
    """The body of an interface or namespace, also behind `declare` or `export`."""
    if statement.type in {"ambient_declaration", "export_statement", "expression_statement"}:
        inner = [_body(child) for child in statement.named_children]
        return next((body for body in inner if body is not None), None)
    if statement.type not in MERGED:
        return None
    return next((child for child in statement.named_children if child.type in BODIES), None)


def _declaration(head: bytes, members: list[Node], source: bytes) -> bytes:
    bodies = [body for body in map(_body, members) if body is not None]
    if not bodies:
        return b"\n".join(dict.fromkeys(member.text or b"" for member in members))
    if bodies[0].type == "statement_block":
        inner = _merge([child for body in bodies for child in body.named_children], source)
    else:
        inner = _distinct([child for body in bodies for child in body.named_children])
    return b"\n".join([head + b" {", *filter(None, inner), b"}"])


def _distinct(members: list[Node]) -> list[bytes]:
    """Members of merged interfaces: overloads stay side by side, a property that is declared again goes."""
    kept: dict[bytes, bytes] = {}
    for member in members:
        text, name = member.text or b"", member.child_by_field_name("name")
        key = name.text if member.type == "property_signature" and name is not None else text
        kept.setdefault(key or b"", b" " + text.rstrip(b";,") + b";")
    return list(kept.values())
