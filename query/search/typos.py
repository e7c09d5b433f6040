"""Words and names that are one slip away from what is there."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING

from indexer.facade import search_terms, uncommon_terms
from query.search.index import TextIndex

if TYPE_CHECKING:
    from query.mount import Mounted

LEAST = 4  # letters of a word that may be misspelt: shorter ones are near to too much
LONG = 8  # letters of a name from which on two slips are forgiven


def corrected(index: TextIndex, text: str) -> tuple[list[str], dict[str, str]]:
    """The words of a text; one that neither a piece nor a dictionary has is read as the commonest a slip away."""
    words, strange = search_terms(text), uncommon_terms(text)
    swapped = {}
    for word in sorted(strange):
        if len(word) >= LEAST and word.isalpha() and index.rarity(word) == 0 and (near := _nearest(index, word)):
            swapped[word] = near
    return [swapped.get(word, word) for word in words], swapped


def _nearest(index: TextIndex, word: str) -> str | None:
    known = {near for near in _slips(word) if len(near) >= LEAST - 1 and index.rarity(near) > 0}
    return min(known, key=lambda near: (index.rarity(near), near), default=None)


def _slips(word: str) -> Iterator[str]:
    """A letter too many, too few, another one, or two of them swapped."""
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in ascii_lowercase:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]


def near_names(mounted: Mounted, name: str) -> list[str]:
    """Names of symbols that differ from this one by a slip, or by two where it is long."""
    from query.search.statements import rows

    if len(name) < LEAST:
        return []
    values = {"name": name.lower(), "most": 2 if len(name) >= LONG else 1}
    return [str(row["name"]) for row in rows(mounted, "near", values)]
