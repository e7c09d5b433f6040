"""Which of several definitions of one name counts: `cfg` read for Linux on x86-64 with the default features."""

from __future__ import annotations

import re
from functools import cache

_TOKEN = re.compile(r'\s*([\w:]+|"[^"]*"|[(),=])')
_CFG = re.compile(r"#\[\s*cfg\s*\((.*)\)\s*\]$", re.DOTALL)
FLAGS = ("unix", "debug_assertions", "panic")  # all others have to be asked for
VALUES = {
    "target_os": ("linux",), "target_arch": ("x86_64",), "target_family": ("unix",), "target_env": ("gnu",),
    "target_pointer_width": ("64",), "target_endian": ("little",), "target_vendor": ("unknown",), "panic": ("unwind",),
    "target_has_atomic": ("8", "16", "32", "64", "ptr"), "target_feature": ("sse2", "sse"),
}  # fmt: skip


def of_decorators(decorators: list[str] | None) -> list[str]:
    """The conditions among an item's attributes."""
    return [found[1] for text in decorators or () if (found := _CFG.match(text.strip())) is not None]


@cache
def holds(condition: str, features: frozenset[str] | None) -> bool:
    """Whether a condition is met."""
    return _Reader(_TOKEN.findall(condition), features).read()


class _Reader:
    def __init__(self, tokens: list[str], features: frozenset[str] | None) -> None:
        self.tokens = tokens[::-1]
        self.features = features

    def read(self) -> bool:
        word = self._next()
        if self._peek() == "(":
            self._next()
            return self._combined(word, self._list())
        if self._peek() == "=":
            self._next()
            return self._valued(word, self._next().strip('"'))
        return word in FLAGS

    def _list(self) -> list[bool]:
        found: list[bool] = []
        while self.tokens and self._peek() != ")":
            if self._peek() == ",":
                self._next()
                continue
            found.append(self.read())
        self._next()
        return found

    def _combined(self, word: str, parts: list[bool]) -> bool:
        return any(parts) if word == "any" else all(parts) if word == "all" else not any(parts)

    def _valued(self, word: str, value: str) -> bool:
        if word == "feature":
            return self.features is None or value in self.features
        return value in VALUES.get(word, ())

    def _next(self) -> str:
        return self.tokens.pop() if self.tokens else ""

    def _peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""
