"""Text to words as programmers mean them: identifiers cut at case and underscores, common endings taken off.

Index and question go through the same functions, or they would not meet.
"""

from __future__ import annotations

import re
from functools import lru_cache

TOKEN = re.compile(r"\w+")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
DOUBLED = re.compile(r"([bdfgmnprt])\1$")
LONGEST = 40  # hashes and encoded data are no words
MOST_PARTS = 12
# Words that carry a sentence and not its meaning; programming words of the same spelling (for, if, not) are among them.
STOP = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "do", "does", "for", "from",
        "had", "has", "have", "how", "if", "in", "into", "is", "it", "its", "may", "of", "on", "or", "our",
        "so", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "to",
        "was", "we", "were", "what", "when", "where", "which", "while", "who", "why", "will", "with", "would",
        "you", "your",
    }
)  # fmt: skip


@lru_cache(maxsize=200_000)
def split(token: str) -> tuple[str, ...]:
    """`parseHTTPHeader_v2` → parse, http, header, v, 2; a token that is no word gives nothing."""
    if len(token) > LONGEST:
        return ()
    if not token.isascii():
        return tuple(part.lower() for part in token.split("_") if part)
    parts = [part.lower() for part in PART.findall(token)]
    return tuple(part for part in parts if part not in STOP) if len(parts) <= MOST_PARTS else ()


def words(text: str) -> list[str]:
    """The words of a text in order."""
    return [part for token in TOKEN.findall(text) for part in split(token)]


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """A word without the ending that its forms differ by: caches, cached, caching → cach."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    return _without_e(_without_suffix(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_suffix(word: str) -> str:
    for suffix, least in (("ing", 3), ("ed", 3), ("ion", 4), ("or", 4), ("er", 4)):
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            return DOUBLED.sub(r"\1", word[: -len(suffix)])
    return word


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
