"""Accessors that Lombok writes: `getName()` on a type of whose field an annotation says so means that field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from indexer.extract.terms import Space

if TYPE_CHECKING:
    from indexer.languages.java.names import Names

ACCESSOR = re.compile(r"(get|is|set)([A-Z_$].*)")
WRITTEN = re.compile(r"@(lombok\.(?:experimental\.)?)?(\w+)(.*)", re.DOTALL)
GIVES = {"get": frozenset({"Data", "Value", "Getter"}), "set": frozenset({"Data", "Setter"})}


def accessed(dialect: Names, symbol: int, name: str, space: int) -> list[int]:
    """The field that an accessor of this name gives or sets."""
    accessor = ACCESSOR.fullmatch(name) if space == Space.CALL else None
    if accessor is None:
        return []
    word, stem = accessor.groups()
    wanted = GIVES["set" if word == "set" else "get"]
    fields = (stem[:1].lower() + stem[1:], stem, f"is{stem}")
    for owner in dialect.order(symbol):
        members = dialect.program.members.get(owner, {})
        for field in fields:
            if field in members and (found := [s for s in members[field] if _has(dialect, owner, s, wanted)]):
                return found[:1]
    return []


def _has(dialect: Names, owner: int, field: int, wanted: frozenset[str]) -> bool:
    """Whether a field's own annotations, else those of its type, ask for an accessor that goes by the usual name."""
    program = dialect.program
    if program.is_external(field) or program.kind[field] not in ("field", "constant"):
        return False
    if "static" in (program.modifiers[field] or ()):
        return False
    own, around = _annotations(dialect, field), _annotations(dialect, owner)
    if "Accessors" in own or "Accessors" in around:
        return False
    asked = [own[word] for word in ("Getter", "Setter") if word in own and word in wanted]
    if asked:
        return "NONE" not in asked[0]
    return not wanted.isdisjoint(around)


def _annotations(dialect: Names, symbol: int) -> dict[str, str]:
    """What Lombok's annotations at a definition say, by their names."""
    program = dialect.program
    found = {}
    for written in program.decorators[symbol] or ():
        parts = WRITTEN.fullmatch(written)
        if parts is not None and (parts[1] or _is_lomboks(dialect, program.file[symbol], parts[2])):
            found[parts[2]] = parts[3]
    return found


def _is_lomboks(dialect: Names, file: int, name: str) -> bool:
    home = dialect.program.files[file]
    modules = [item.module for item in home.imports.get(name, ())] or [star.module for star in home.stars]
    return any(module.split(".")[0] == "lombok" for module in modules)
