"""The language of symbol searches: words, prefix*, "phrases", AND by blank, OR, NOT, parentheses.

A word that consists of several (`getOrCreate`, `Cart.add`) is a phrase of them; it also matches a whole name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from query.engine.words import WordIndex, split_text
from query.errors import InvalidArgument

_HINT = 'use words, prefix*, "a phrase", OR, NOT and parentheses'
_TOKEN = re.compile(r'\s*(?:(?P<phrase>"[^"]*"\*?)|(?P<mark>[()])|(?P<word>[^\s()"]+))')
_MOST_TOKENS = 64  # a longer query is a pasted text
_WHOLE_NAME, _NAME_START = 12.0, 3.0

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Matches:
    """Which symbols match, and how well."""

    mask: Bools
    score: Floats

    def both(self, other: Matches) -> Matches:
        return Matches(self.mask & other.mask, self.score + other.score)

    def either(self, other: Matches) -> Matches:
        return Matches(self.mask | other.mask, self.score + other.score)

    def without(self, other: Matches) -> Matches:
        return Matches(self.mask & ~other.mask, self.score)


def match(index: WordIndex, query: str) -> Matches:
    """Evaluate a query."""
    tokens = _tokens(query)
    if not tokens:
        raise InvalidArgument("the query is empty", _HINT)
    parser = _Parser(index, tokens)
    found = parser.alternatives()
    if parser.rest:
        raise InvalidArgument(f"the query cannot be read from {parser.rest[0]!r} on", _HINT)
    return found


def _tokens(query: str) -> list[str]:
    tokens: list[str] = []
    at, end = 0, len(query.rstrip())
    while at < end:
        found = _TOKEN.match(query, at)
        if found is None:
            raise InvalidArgument("the query has a quote that is not closed", _HINT)
        tokens.append(found[0].strip())
        at = found.end()
    if len(tokens) > _MOST_TOKENS:
        raise InvalidArgument(f"the query has {len(tokens)} words, at most {_MOST_TOKENS} are read", "use fewer words")
    return tokens


class _Parser:
    """OR binds weaker than AND, AND weaker than NOT, as in SQLite's FTS5."""

    def __init__(self, index: WordIndex, tokens: list[str]) -> None:
        self._index = index
        self.rest = tokens

    def alternatives(self) -> Matches:
        found = self._together()
        while self._take("OR"):
            found = found.either(self._together())
        return found

    def _together(self) -> Matches:
        found = self._single()
        while self.rest and self.rest[0] not in ("OR", ")"):
            if self._take("NOT"):
                found = found.without(self._single())
            else:
                self._take("AND")
                found = found.both(self._single())
        return found

    def _single(self) -> Matches:
        if not self.rest or self.rest[0] in ("AND", "OR", "NOT", ")"):
            said = repr(self.rest[0]) if self.rest else "its end"
            raise InvalidArgument(f"the query wants a word before {said}", _HINT)
        token = self.rest.pop(0)
        if token != "(":
            return _word(self._index, token)
        found = self.alternatives()
        if not self._take(")"):
            raise InvalidArgument("the query has a parenthesis that is not closed", _HINT)
        return found

    def _take(self, token: str) -> bool:
        taken = bool(self.rest) and self.rest[0] == token
        if taken:
            self.rest.pop(0)
        return taken


def _word(index: WordIndex, token: str) -> Matches:
    prefix = token.endswith("*")
    text = token.rstrip("*").strip('"')
    found = _phrase(index, split_text(text), prefix)
    if text and not token.startswith('"'):
        _mark_names(index, found, text, prefix)
    return found


def _phrase(index: WordIndex, words: list[str], prefix: bool) -> Matches:
    found = Matches(np.zeros(index.size, np.bool_), np.zeros(index.size, np.float32))
    steps = [index.words_like(word, prefix and place == len(words) - 1) for place, word in enumerate(words)]
    told = [index.scores(step) for step in steps]
    if not told or not all(len(holders) for holders, _ in told):
        return found
    for holders, scores in told:
        found.score[holders] += scores
    found.mask[holders if len(steps) == 1 else index.in_sequence(steps)] = True
    return found


def _mark_names(index: WordIndex, found: Matches, text: str, prefix: bool) -> None:
    """A whole name, or its beginning, is what most people look for."""
    begins = index.named(text, prefix=True)
    found.score[begins] += _NAME_START
    wanted = begins if prefix else index.named(text, prefix=False)
    found.mask[wanted] = True
    if not prefix:
        found.score[wanted] += _WHOLE_NAME
