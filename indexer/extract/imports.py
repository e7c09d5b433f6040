"""What import statements bind, by the language's habit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found, Import
    from indexer.languages import Language


def read_imports(found: Found, language: Language, data: bytes) -> None:
    """Fill in module, imported and local name of each import."""
    refine = getattr(language.hooks, "refine_import", None)
    for item in found.imports:
        item.module_text = unquoted(item.module, data) if item.module is not None else b""
        item.imported_name = unquoted(item.imported, data) if item.imported is not None else None
        alias = unquoted(item.alias, data) if item.alias is not None else None
        item.local_name = alias or item.imported_name or _bound_by_default(item.module_text, language.import_binds)
        if item.star:
            item.local_name = b"*"
        if refine is not None:
            refine(item, data)


def take_apart(found: Found, functions: tuple[str, ...]) -> dict[int, list[tuple[bytes, Import]]]:
    """Imports that bind in a function what the file binds otherwise: they bind nothing in the file."""
    meant: dict[bytes, set[tuple[bytes, bytes | None]]] = {}
    for item in found.imports:
        meant.setdefault(item.local_name or b"*", set()).add((item.module_text, item.imported_name))
    rivals = {name for name, ways in meant.items() if len(ways) > 1 and name != b"*"}
    rivals |= {d.name for d in found.definitions if d.parent <= 0 and d.name in meant}
    apart: dict[int, list[tuple[bytes, Import]]] = {}
    for item in found.imports:
        if (name := item.local_name) and name in rivals and _is_within(item.node, functions):
            apart.setdefault(item.node.id, []).append((name, item))
            item.local_name = None
    return apart


def _is_within(node: Node, kinds: tuple[str, ...]) -> bool:
    around = node.parent
    while around is not None and around.type not in kinds:
        around = around.parent
    return around is not None


def unquoted(node: Node, data: bytes) -> bytes:
    return data[node.start_byte : node.end_byte].strip(b"\"'`<> \t\r\n;")


def _bound_by_default(module: bytes, habit: str) -> bytes | None:
    """The name that importing a module without alias binds."""
    if habit == "none" or not module:
        return None
    parts = [part for part in module.replace(b"::", b"/").replace(b"\\", b"/").split(b"/") if part]
    if habit == "last_segment":
        return parts[-1] if parts else None
    words = [word for part in parts for word in part.split(b".") if word]
    return (words[0] if habit == "first" else words[-1]) if words else None
