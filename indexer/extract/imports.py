"""What import statements bind, by the language's habit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from indexer.extract.definitions import Found
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
