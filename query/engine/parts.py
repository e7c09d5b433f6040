"""Types that are written in several pieces: partial classes, merged interfaces, reopened classes."""

from __future__ import annotations

import re

from query.engine.view import View

_COPY = re.compile(r"~\d+$")
# Languages in which a second definition of a type adds to the first; elsewhere it is another one.
_MERGING = frozenset({"ruby", "typescript", "tsx"})
_INHERITING = frozenset({"php"})  # where a type has its base's constructor, and linking does not tell whom it makes


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
    return len(constructors(view, int(view.loaded.symbols.containers[number]))) == 1


def made_by(view: View, constructor: int) -> list[int]:
    """Types whose objects a constructor makes: its own, and those that inherit it without one of their own."""
    container = int(view.loaded.symbols.containers[constructor])
    if container < 0:
        return []
    found = parts(view, container)
    for one in found:
        if view.loaded.symbols.columns["language"][one].as_py() not in _INHERITING:
            continue
        derived = [base.derived for base in view.loaded.bases[1].get(one, ()) if base.relation == "extends"]
        found += [each for each in derived if each not in found and _inherits(view, each, constructor)]
    return found


def _inherits(view: View, number: int, constructor: int) -> bool:
    """Whether the first constructor of a type and its bases, in the order of headers, is this one for sure."""
    seen, stack = set(), [number]
    while stack:
        one = stack.pop()
        if one < 0:
            return False  # nobody knows whether a type of elsewhere has one
        if own := constructors(view, one):
            return constructor in own
        if one not in seen:
            seen.add(one)
            bases = view.loaded.bases[0].get(one, ())
            stack += [base.base for base in reversed(bases) if base.relation == "extends"]
    return False


def constructors(view: View, number: int) -> list[int]:
    symbols = view.loaded.symbols
    members = (member for piece in parts(view, number) for member in symbols.members(piece))
    return [member for member in members if symbols.kind(member) == "constructor"]


def _merges(view: View, number: int) -> bool:
    columns = view.loaded.symbols.columns
    if columns["language"][number].as_py() in _MERGING:
        return True
    return "partial" in (columns["modifiers"][number].as_py() or ())
