"""What a symbol stands in, and what stands in it."""

from __future__ import annotations

from dataclasses import dataclass

from query.engine.model import Symbol
from query.engine.parts import parts
from query.engine.view import View

MOST = 500
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Branch:
    symbol: Symbol
    depth: int
    children: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Inside:
    """A symbol with everything inside; `total` counts the branches that are there."""

    root: Branch
    total: int
    truncated: bool


def ancestors(view: View, symbol: Symbol) -> list[Symbol]:
    """The symbol itself, then what it stands in, up to the outermost."""
    symbols = view.loaded.symbols
    chain, number = [symbol], int(symbols.containers[symbol.number])
    while number >= 0 and len(chain) < _DEEPEST:
        chain.append(symbols[number])
        number = int(symbols.containers[number])
    return chain


def descendants(view: View, symbol: Symbol, limit: int = MOST) -> Inside:
    """The tree of what stands inside, level by level until `limit` symbols are met."""
    children: dict[int, list[int]] = {symbol.number: []}
    level, met, cut = [symbol.number], 1, False
    while level and not cut:
        for parent in level:
            found = _members(view, parent)
            cut = met + len(found) > limit
            children[parent] = found[: limit - met]
            met += len(children[parent])
            if cut:
                break
        level = [member for parent in level for member in children.get(parent, ())]
    return Inside(_branch(view, symbol.number, children, 0), met, cut)


def _members(view: View, number: int) -> list[int]:
    """Members of all pieces of a type, in the order of their places."""
    symbols = view.loaded.symbols
    found = [member for part in parts(view, number) for member in symbols.members(part)]
    paths, lines = symbols.columns["path"], symbols.columns["line_start"]
    return sorted(found, key=lambda member: (paths[member].as_py(), lines[member].as_py()))


def _branch(view: View, number: int, children: dict[int, list[int]], depth: int) -> Branch:
    inside = tuple(_branch(view, member, children, depth + 1) for member in children.get(number, ()))
    return Branch(view.loaded.symbols[number], depth, inside)
