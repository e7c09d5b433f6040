"""Types that are written in several pieces: partial classes, merged interfaces, reopened classes."""

from __future__ import annotations

import re

from query.engine.view import View

_COPY = re.compile(r"~\d+$")
# Languages in which a second definition of a type adds to the first; elsewhere it is another one.
_MERGING = frozenset({"ruby", "typescript", "tsx"})


def parts(view: View, number: int) -> list[int]:
    """All pieces of a type, the one asked for first; anything else is in one piece."""
    symbols = view.loaded.symbols
    if not symbols.is_type[number] or not _merges(view, number):
        return [number]
    stem = _COPY.sub("", str(symbols.id(number)))
    found = [number]
    copy, piece = 1, symbols.number(stem)
    while piece >= 0:
        if piece != number and symbols.kind(piece) == symbols.kind(number) and _merges(view, piece):
            found.append(piece)
        copy += 1
        piece = symbols.number(f"{stem}~{copy}")
    return found


def is_sole_constructor(view: View, number: int) -> bool:
    """Whether an object of its type can be made by no other: code that makes one names the type alone."""
    symbols = view.loaded.symbols
    pieces = parts(view, int(symbols.containers[number]))
    return sum(symbols.kind(member) == "constructor" for piece in pieces for member in symbols.members(piece)) == 1


def _merges(view: View, number: int) -> bool:
    columns = view.loaded.symbols.columns
    if columns["language"][number].as_py() in _MERGING:
        return True
    return "partial" in (columns["modifiers"][number].as_py() or ())
