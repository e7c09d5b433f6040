"""What a document names of the code: words that are quoted, called, taken from something, or spelt as only code is."""

from __future__ import annotations

import re

MOST = 100  # names of a section: one that lists more says nothing of any
WORD = re.compile(r"(?<!\w)[A-Za-z_]\w{2,59}(?!\w)")
BEFORE, BEHIND = frozenset("`.:#@"), frozenset("`(")
COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]")


def named(text: str) -> list[str]:
    """In lower case and in order, each once: equal sections are equal rows."""
    found = {match[0].lower() for match in WORD.finditer(text) if _is_code(text, match)}
    return sorted(found) if len(found) <= MOST else []


def _is_code(text: str, match: re.Match[str]) -> bool:
    before, behind = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return before in BEFORE or behind in BEHIND or COMPOUND.search(match[0]) is not None
