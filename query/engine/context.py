"""Code for a question within a budget of tokens: what answers best first, as much as fits."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from query.engine.model import Symbol
from query.engine.view import View
from query.search import Filters, Hit
from query.search.service import search

MOST_CANDIDATES = 200
TOKENS_PER_WORD = 1.3
SHARE = 3  # a body gets one part in so many of the budget, and more only where less of it says nothing
LEAST_BODY = 3  # lines; less of a body helps nobody
# What speaks for a candidate beside its text, held against 1 for the text.
KIND, VISIBILITY, CENTRALITY = 0.1, 0.1, 0.2
_KINDS = {"T": 1.0, "M": 1.0, "P": 0.5, "E": 0.5, "F": 0.3, "N": 0.2}
_VISIBLE = {"private": 0.0, "protected": 0.6, "internal": 0.8}
_UNTOLD = 0.8


@dataclass(frozen=True, slots=True)
class Candidate:
    symbol: Symbol
    score: float  # 0 to 1


@dataclass(frozen=True, slots=True)
class Packed:
    """Items as they are serialised, in the order of their use; `tokens` is the sum of their estimates."""

    items: tuple[dict[str, Any], ...]
    tokens: int
    total: int

    @property
    def truncated(self) -> bool:
        return len(self.items) < self.total or any(item.get("body_truncated") for item in self.items)


def estimate(item: Mapping[str, Any]) -> int:
    """Tokens of one item: words of its JSON between white space, and a third for how they are cut."""
    return math.ceil(len(json.dumps(item, ensure_ascii=False).split()) * TOKENS_PER_WORD)


def candidates(view: View, query: str, languages: tuple[str, ...] = ()) -> list[Candidate]:
    """Symbols that answer a question, the most useful first."""
    found = search(view, query, Filters(languages=languages), MOST_CANDIDATES)
    ranked = {
        number: _candidate(view, number, hit) for hit in reversed(found.hits) if (number := _number(view, hit)) >= 0
    }
    return sorted(ranked.values(), key=lambda one: (-one.score, one.symbol.symbol_id))


def pack(described: Iterable[dict[str, Any]], max_tokens: int) -> Packed:
    """As many items as fit, in their order; long bodies are cut, so that one of them does not take all the room."""
    items: list[dict[str, Any]] = []
    tokens = total = 0
    full = False
    for item in described:
        total += 1
        if full:
            continue
        room = max_tokens - tokens
        fitting = _fitted(item, min(room, max_tokens // SHARE)) or _fitted(item, room)
        full = fitting is None
        if fitting is not None:
            items.append(fitting)
            tokens += estimate(fitting)
    return Packed(tuple(items), tokens, total)


def body(view: View, symbol: Symbol) -> str | None:
    """The source of a symbol; none where this clone does not have it."""
    text = view.lines(symbol.path)
    if text is None:
        return None
    return "\n".join(text.line(number) for number in range(symbol.line_start, symbol.line_end + 1))


def _fitted(item: dict[str, Any], room: int) -> dict[str, Any] | None:
    """The item, or the item with as many lines of its body as there is room for."""
    if estimate(item) <= room:
        return item
    lines = str(item.get("body") or "").split("\n")
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate(_cut(item, lines[:middle])) <= room else (low, middle - 1)
    return _cut(item, lines[:low]) if low >= LEAST_BODY else None


def _cut(item: dict[str, Any], lines: list[str]) -> dict[str, Any]:
    return item | {"body": "\n".join(lines), "body_truncated": True}


def _number(view: View, hit: Hit) -> int:
    return view.loaded.symbols.number(hit.symbol_id) if hit.symbol_id else -1


def _candidate(view: View, number: int, hit: Hit) -> Candidate:
    symbol = view.loaded.symbols[number]
    visible = 1.0 if symbol.exported else _VISIBLE.get(symbol.visibility or "", _UNTOLD)
    worth = KIND * _KINDS.get(symbol.symbol_id[0], 0.0) + VISIBILITY * visible
    worth += CENTRALITY * float(view.loaded.centrality[number])
    return Candidate(symbol, round(hit.score * (1 + worth) / (1 + KIND + VISIBILITY + CENTRALITY), 4))
