"""Runs a language's query over one file and sorts what it finds."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import MODULE, Definition, Found, Import
from indexer.extract.nesting import Item, Nesting

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.languages import Language


def collect(language: Language, data: bytes, root: Node) -> Found:
    from tree_sitter import QueryCursor

    found = Found()
    items: list[Item] = []
    settings, defines, first_fact = language.pattern_settings, language.defines, language.first_fact
    trees = [root]
    if (inject := getattr(language.hooks, "inject", None)) is not None:
        more, found.injected = inject(root, data)
        trees += more
    for tree in trees:
        for pattern, captures in QueryCursor(language.query).matches(tree):
            if pattern >= first_fact:
                found.matched.append((pattern - first_fact, captures))
                continue
            capture = defines[pattern]
            if capture is None or capture[:11] != "definition.":
                _sort_match(found, items, captures, settings[pattern], data)
                continue
            node = captures[capture][0]
            start, end = node.start_byte, node.end_byte
            for name in captures["name"]:
                items.append(Item(start, end, node, capture[11:], name, captures, settings[pattern]))  # noqa: PERF401
    if language.file_symbol:
        _add_file_symbol(found, language.file_symbol, root, len(data))
    items.sort(key=attrgetter("end"), reverse=True)  # what begins at one place: the outer before the inner
    items.sort(key=attrgetter("start"))
    Nesting(language, data, found).run(items)
    for index, definition in enumerate(found.definitions):
        _widen(found, index, definition, language)
    return found


@cache
def _split(capture: str) -> tuple[str, str]:
    head, _, tail = capture.partition(".")
    return head, tail


def _sort_match(
    found: Found, items: list[Item], captures: dict[str, list[Node]], settings: dict[str, Any], data: bytes
) -> None:
    """File one match under what its captures say it is."""
    owner = captures.get("owner")
    for capture, nodes in captures.items():
        head, tail = _split(capture)
        node = nodes[0]
        if head == "definition":
            start, end = node.start_byte, node.end_byte
            for name in captures["name"]:
                items.append(Item(start, end, node, tail, name, captures, settings))  # noqa: PERF401 - the hot one
        elif head == "namespace" or head == "function" or head == "apart":
            label = captures["name"][0] if head == "namespace" else None
            items.append(Item(node.start_byte, node.end_byte, node, "@" + head, label, captures, settings))
        elif head == "import":
            found.imports.append(_import(node, captures))
        elif head == "base" and owner:
            found.bases.extend((owner[0].id, tail, base) for base in nodes)
        elif head == "doc" and owner:
            found.docs[owner[0].id] = node
        elif head == "reference":
            found.references.append((tail, node, captures["hint"][0] if "hint" in captures else None))
        elif head == "exported":
            found.exports.update(data[n.start_byte : n.end_byte] for n in nodes)
        elif head == "package":
            name = captures["name"][0]
            found.package = data[name.start_byte : name.end_byte]


def _import(node: Node, captures: dict[str, list[Node]]) -> Import:
    def one(key: str) -> Node | None:
        nodes = captures.get(key)
        return nodes[0] if nodes else None

    return Import(node, one("module"), one("imported"), one("alias"), "star" in captures)


def _add_file_symbol(found: Found, kind: str, root: Node, size: int) -> None:
    found.definitions.append(Definition(kind, b"", root, 0, size, 0, 0))
    found.by_node[root.id] = MODULE


def _widen(found: Found, index: int, definition: Definition, language: Language) -> None:
    """Take the wrappers around a definition (decorators, `export`) into its span."""
    wrappers = language.describe.wrappers
    if not wrappers:
        return
    node = definition.node.parent
    while node is not None and node.type in wrappers:
        definition.start, definition.end = node.start_byte, max(definition.end, node.end_byte)
        found.wrapped.setdefault(node.id, index)
        node = node.parent
