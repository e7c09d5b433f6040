"""Parses a text; what the grammar stumbles over is shown to it in words that it knows.

Grammars lag behind their languages. A rule of the language's `[mending]` finds such a place and says what to show there
instead, byte for byte. Only texts with errors are looked at, and a rule counts where it leaves fewer of them: all that
it finds, or what stands near errors. A rule with `astray` is about what is read amiss without an error. Names are
read from the text as it is.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from indexer.extract.errors import find_errors
from indexer.extract.text import Lines

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

    from indexer.languages import Language, Mending

MOST_ROUNDS = 4  # of one rule: a pattern finds one place of a list at a time
BYTE = re.compile(rb"[^\n]")


def parse(parser: Parser, language: Language, text: bytes) -> Node:
    root = parser.parse(text).root_node
    for kind, mending in language.strays:
        if any(child.type == kind for child in root.children):
            text = _shown(mending, text)
            root = parser.parse(text).root_node
    if not root.has_error or not language.mendings:
        return root
    return _Mended(parser, text, root).by(language.mendings)


def _shown(mending: Mending, text: bytes) -> bytes:
    """The text with what a rule puts in place of all that it finds, line breaks too."""
    pattern, put = mending
    places = [match.span(1) for match in pattern.finditer(text)]
    pieces = [text[before:start] + put * (end - start) for (_, before), (start, end) in pairwise([(0, 0), *places])]
    return b"".join(pieces) + text[places[-1][1] if places else 0 :]


class _Mended:
    def __init__(self, parser: Parser, text: bytes, root: Node) -> None:
        self.parser = parser
        self.text, self.root = text, root
        self.errors, self.near = find_errors(root)
        self.lines = Lines(text)  # the same whatever is shown: no line break ever changes

    def by(self, mendings: list[Mending]) -> Node:
        before = self.text
        for mending in mendings:
            for _ in range(MOST_ROUNDS):
                if not (self.errors and (self._try([mending], None) or self._try([mending], self.near))):
                    break
        if self.errors:  # several kinds may be one error together
            self._try(mendings, None, before, MOST_ROUNDS)
        return self.root

    def _try(self, mendings: list[Mending], near: set[int] | None, text: bytes = b"", rounds: int = 1) -> bool:
        """Whether rules leave fewer errors, on the given lines or on all."""
        shown, last = text or self.text, b""
        for _ in range(rounds):
            if shown == last:
                break
            last = shown
            for mending in mendings:
                shown = self._show(mending, shown, near)
        if shown == self.text:
            return False
        root = self.parser.parse(shown).root_node
        errors, left = find_errors(root)
        if errors >= self.errors:
            return False
        self.text, self.root, self.errors, self.near = shown, root, errors, left
        return True

    def _show(self, mending: Mending, text: bytes, near: set[int] | None) -> bytes:
        pattern, put = mending

        def shown(match: re.Match[bytes]) -> bytes:
            whole, first = match[0], match.start()
            if near is not None and self.lines.at(match.start(1)) not in near:
                return whole
            start, end = match.start(1) - first, match.end(1) - first
            return whole[:start] + BYTE.sub(put, whole[start:end]) + whole[end:]

        return pattern.sub(shown, text)
