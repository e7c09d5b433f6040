"""Symbols that people refer to by name, file and kind: one of them, or nothing that could be mistaken for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.model import Symbol
from query.engine.parts import parts
from query.engine.symbols import near_names
from query.engine.view import View
from query.errors import Ambiguous, NotFound

_SEPARATOR = re.compile(r"\.|::|->|#")
_ARITY = re.compile(r"`+\d+")  # how many type parameters a name has
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Reference:
    """A name, as short or as qualified as is wanted; a file may be the end of a path."""

    name: str
    file: str | None = None
    kinds: Collection[str] = ()
    exported_only: bool = False

    def __str__(self) -> str:
        return f"{self.name} in {self.file}" if self.file else self.name


def by_ids(view: View, ids: Sequence[str]) -> dict[str, Symbol]:
    """The symbols of many ids, in one pass over the stable ones; those that nothing has are left out."""
    symbols = view.loaded.symbols
    stable = pc.is_in(symbols.columns["stable_id"], pa.array(ids, pa.string())).to_numpy(zero_copy_only=False)
    met = [symbols[number] for number in np.flatnonzero(stable).tolist()]
    numbers = {one: symbols.number(one) for one in ids}
    found = {one: symbols[number] for one, number in numbers.items() if number >= 0}
    # Of several the first counts, as it does for one id.
    return found | {symbol.stable_id: symbol for symbol in reversed(met)}


def meant(view: View, reference: Reference) -> Symbol:
    """The symbol that a reference means; where several fit, one that is no test or spelt just so is taken before."""
    found = [symbol for symbol in _called(view, reference) if _fits(symbol, reference)]
    types = {symbol.symbol_id for symbol in found}
    # A type is meant by its name, not what makes it.
    found = [symbol for symbol in found if symbol.kind != "constructor" or symbol.container_id not in types]
    for better in (lambda one: one.name == _parts(reference.name)[-1], lambda one: not one.is_test):
        found = [symbol for symbol in found if better(symbol)] or found
    if not found:
        near = near_names(view, reference.name)
        hint = "did you mean " + ", ".join(near) if near else "look for it with a search"
        raise NotFound(f"no symbol is called {str(reference)[:200]!r}", hint, near)
    first = found[0]
    # Overloads and pieces of one definition are one answer.
    same = {(symbol.path, symbol.qualified_name) for symbol in _pieces(view, first)}
    if any((symbol.path, symbol.qualified_name) not in same for symbol in found):
        ids = tuple(symbol.stable_id for symbol in found[:_MOST_NAMED])
        places = ", ".join(f"{symbol.path}:{symbol.name_line}" for symbol in found[:_MOST_NAMED])
        hint = f"say which file or kind: {places}; or give one of the ids {', '.join(ids)}"
        raise Ambiguous(f"{len(found)} symbols are called {str(reference)[:200]!r}", hint, ids)
    return first


def _pieces(view: View, symbol: Symbol) -> list[Symbol]:
    return [view.loaded.symbols[number] for number in parts(view, symbol.number)]


def _called(view: View, reference: Reference) -> list[Symbol]:
    """All symbols whose qualified name ends so, whatever the case."""
    wanted = _parts(reference.name.lower())
    symbols = (view.loaded.symbols[int(number)] for number in view.loaded.words.named(wanted[-1], prefix=False))
    return [one for one in symbols if _parts(one.qualified_name.lower())[-len(wanted) :] == wanted]


def _fits(symbol: Symbol, reference: Reference) -> bool:
    if reference.kinds and symbol.kind not in reference.kinds:
        return False
    if reference.exported_only and not symbol.exported:
        return False
    file = reference.file.replace("\\", "/").removeprefix("./") if reference.file else ""
    return not file or symbol.path == file or symbol.path.endswith(f"/{file}")


def _parts(name: str) -> list[str]:
    parts = [part for part in _SEPARATOR.split(_ARITY.sub("", name.strip().removesuffix("()"))) if part]
    return parts or [name]
