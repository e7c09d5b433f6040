"""Which symbol is meant: by id, by name, by words."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from indexer import schema
from query.engine.matching import match
from query.engine.model import Symbol
from query.engine.tables import Bools
from query.engine.view import View
from query.errors import InvalidArgument, NotFound

_NEAR = 5
_SNIPPET = 160
_STABLE = re.compile(r"sym_[0-9a-f]{16}")
_LAST_SEGMENT = re.compile(r"([^.:#/\\$]+)(?:\(.*)?$")


@dataclass(frozen=True, slots=True)
class Hit:
    """A symbol that a search found; the lower its score, the better."""

    symbol: Symbol
    score: float
    snippet: str | None


@dataclass(frozen=True, slots=True)
class Search:
    hits: tuple[Hit, ...]
    total: int
    near: tuple[str, ...] = ()

    @property
    def truncated(self) -> bool:
        return len(self.hits) < self.total


def resolve(view: View, symbol_id: str) -> Symbol:
    """The symbol of a symbol_id or stable_id; a qualified name will do where one symbol alone has it."""
    symbols = view.loaded.symbols
    number = symbols.number(symbol_id)
    if number >= 0:
        return symbols[number]
    column = "stable_id" if _STABLE.fullmatch(symbol_id) else "qualified_name"
    named = symbols.where(column, symbol_id)
    if len(named) == 1 or (named and column == "stable_id"):
        return symbols[named[0]]
    raise _not_found(view, symbol_id, [symbols[number].symbol_id for number in named[:_NEAR]])


def near_names(view: View, text: str, limit: int = _NEAR) -> tuple[str, ...]:
    """Ids of the symbols whose names come closest."""
    spelled = text.partition(":")[2] or text
    found = _LAST_SEGMENT.search(spelled)
    return tuple(view.loaded.near(found[1] if found else spelled, spelled, limit))


def search(
    view: View,
    query: str | None,
    kinds: Collection[str] = (),
    namespace: str | None = None,
    path_prefix: str | None = None,
    limit: int = 20,
) -> Search:
    """Symbols that match the words, the best first; without words all symbols of the kinds."""
    words = (query or "").strip()
    browsing = words in ("", "*")
    if browsing and not kinds:
        raise InvalidArgument("a search wants a query or kinds", 'give a query like "Order*", or kinds to browse')
    _check_kinds(kinds)
    score = view.loaded.prior
    mask = _within(view, kinds, namespace, path_prefix)
    if not browsing:
        found = match(view.loaded.words, words)
        score = score + found.score
        mask &= found.mask
    numbers = np.flatnonzero(mask)
    best = numbers[np.argsort(-score[numbers], kind="stable")[:limit]]
    hits = tuple(_hit(view, int(number), float(score[number])) for number in best)
    return Search(hits, len(numbers), () if hits or browsing else near_names(view, _plainest(words)))


def _hit(view: View, number: int, score: float) -> Hit:
    symbol = view.loaded.symbols[number]
    return Hit(symbol, -round(score, 4), snippet(symbol.documentation))


def snippet(documentation: str | None) -> str | None:
    """The first paragraph, cut."""
    if not documentation:
        return None
    text = " ".join(documentation.strip().split("\n\n", 1)[0].split())
    return text if len(text) <= _SNIPPET else text[: _SNIPPET - 1].rstrip() + "…"


def _within(view: View, kinds: Collection[str], namespace: str | None, path_prefix: str | None) -> Bools:
    symbols = view.loaded.symbols
    mask = symbols.of_kinds(kinds) if kinds else np.ones(len(symbols), np.bool_)
    if namespace:
        mask = mask & symbols.starting("namespace", namespace)
    if path_prefix:
        mask = mask & symbols.starting("path", path_prefix.removeprefix("./"))
    return mask


def _check_kinds(kinds: Collection[str]) -> None:
    if unknown := sorted(set(kinds) - schema.KIND_PREFIX.keys()):
        known = ", ".join(schema.KIND_PREFIX)
        raise InvalidArgument(f"no such kind of symbol: {', '.join(unknown)}", f"kinds are {known}")


def _plainest(words: str) -> str:
    """The longest word of a query: the one that near names are looked for."""
    plain = [word.strip('"*()') for word in words.split() if word not in ("AND", "OR", "NOT")]
    return max(plain, key=len, default=words)


def _not_found(view: View, symbol_id: str, named: list[str]) -> NotFound:
    near = tuple(named) or near_names(view, symbol_id)
    said = f"{len(named)} symbols or more are" if named else "no symbol is"
    hint = "did you mean " + ", ".join(near) if near else "look for it with a search"
    return NotFound(f"{said} called {symbol_id[:300]!r} in this snapshot", hint, near, {"symbol_id": symbol_id[:300]})
