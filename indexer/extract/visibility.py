"""Visibility and export: one small named rule per habit, chosen by the language's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from indexer.extract.definitions import MODULE
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from indexer.extract.definitions import Definition, Found
    from indexer.languages import Language

Rule = Callable[["Definition", "Definition | None", dict[str, Any]], str]


def underscore(definition: Definition, parent: Definition | None, table: dict[str, Any]) -> str:
    """Python, Dart, Lua: a leading underscore hides, double underscores around a name do not."""
    name = definition.name
    if name.startswith(b"__") and name.endswith(b"__"):
        return "public"
    return "private" if name.startswith(b"_") else "public"


def capital(definition: Definition, parent: Definition | None, table: dict[str, Any]) -> str:
    """Go: an upper-case first letter exports."""
    return "public" if definition.name[:4].decode("utf-8", "replace")[:1].isupper() else "internal"


def modifiers(definition: Definition, parent: Definition | None, table: dict[str, Any]) -> str:
    """Words in front decide; without one, the default for where the definition stands."""
    words: dict[str, str] = table.get("words", {})
    named = [words[word] for word in definition.modifiers if word in words]
    if named:
        return "protected internal" if {"protected", "internal"} <= set(named) else named[0]
    defaults: dict[str, str] = table.get("defaults", {})
    kind = parent.kind if parent is not None else "file"
    if f"{kind}.{definition.kind}" in defaults:
        return defaults[f"{kind}.{definition.kind}"]
    if kind in defaults:
        return defaults[kind]
    place = "member" if kind in TYPE_KINDS else "top"
    return defaults.get(place, "public")


def everything(definition: Definition, parent: Definition | None, table: dict[str, Any]) -> str:
    return "public"


def exports(definition: Definition, parent: Definition | None, table: dict[str, Any]) -> str:
    """JavaScript: members by modifier or `#`, top-level names by `export`."""
    if parent is not None and parent.kind in TYPE_KINDS | {"namespace"} - {"enum"}:
        return "private" if definition.name.startswith(b"#") else modifiers(definition, parent, table)
    return "public"


RULES: dict[str, Rule] = {
    "underscore": underscore,
    "capital": capital,
    "modifiers": modifiers,
    "public": everything,
    "exports": exports,
}


def attach(found: Found, language: Language) -> None:
    table = language.visibility
    rule = RULES[table.get("rule", "public")]
    needs_export = table.get("rule") == "exports"
    exporting = set(table.get("exporting", ("public", "protected", "protected internal")))
    for definition in found.definitions:
        parent = found.definitions[definition.parent] if definition.parent >= 0 else None
        # What a hook has said stands.
        definition.visibility = definition.visibility or rule(definition, parent, table)
        top = parent is None or (definition.parent == MODULE and language.file_symbol is not None)
        visible = definition.visibility in exporting and not definition.local
        if needs_export and top and definition.name_end:
            visible = visible and (definition.name in found.exports or "export" in definition.modifiers)
        elif needs_export and parent is not None and parent.kind in ("namespace", "module"):
            visible = visible and ("export" in definition.modifiers or "declare" in parent.modifiers)
        definition.exported = visible and (parent is None or parent.exported is not False)
