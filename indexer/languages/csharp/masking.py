"""C# `#if`: blanks directives and the branches not taken, so that what is left is plain C# at the same offsets.

Which symbols are defined is the build's business, so one rule holds everywhere. A current .NET in its default
(Debug) configuration: its own symbols and `HAVE_…`-like feature flags are true, those of other frameworks are false.
Any other symbol takes, per file, the value that makes the first condition naming it hold. Two branches of one
condition are never taken both.
"""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.languages.csharp.thinning import BLANK, Span, thinned

MODERN = re.compile(
    r"NET|DEBUG|TRACE|true|NET([5-9]|1\d)_\d(_OR_GREATER)?|NETCOREAPP(\d+_\d+_OR_GREATER)?"
    r"|(HAVE|HAS|FEATURE|SUPPORTS?|ENABLE)_\w+"
)
LEGACY = re.compile(
    r"false|NETFRAMEWORK|NET[1-4]\d+(_OR_GREATER)?|PORTABLE\w*|SILVERLIGHT\w*|WINDOWS_PHONE\w*|NETFX_CORE|WINRT"
    r"|NETCOREAPP[12]_\d|NETSTANDARD\w*|DOTNET(\d_\d)?"
)
# Strings and comments are met whole, so that a `#` at the start of a line inside them is no directive. One that is
# never closed goes on to the end: tried anew at each of its quotes, it would cost the square of its length.
# All up to the next `#` is one match: one step in C instead of one in Python per token.
SKIPPED = re.compile(
    rb"(?:[^#/\"'@]++|//[^\n]*+|/\*.*?(?:\*/|\Z)|\"{3,}.*?(?:\"{3,}|\Z)|@\$?\"(?:[^\"]|\"\")*+(?:\"|\Z)"
    rb"|\"(?:\\.|[^\"\\\n])*+\"?|'(?:\\.|[^'\\\n])*+'?|[/@])*+",
    re.DOTALL,
)
DIRECTIVE = re.compile(rb"#[ \t]*([a-z]+)([^\r\n]*)")
MOST_TURNS = 3
Part = tuple[int, int, bool]  # start, end, whether it is active
WORD = re.compile(r"!=|==|&&|\|\||[!()]|\w+")


def prepare(data: bytes) -> bytes:
    """The same number of bytes and lines, without directives and inactive branches."""
    return _first(data).text if b"#" in data else data


def left_out(data: bytes) -> list[bytes]:
    """The same file with other branches taken: each branch that `prepare` blanks is there in one of them."""
    if b"#" not in data:
        return []
    first = _first(data)
    others = {group: [n for n in range(count) if n != taken] for group, (taken, count) in first.groups.items()}
    turns = min(max(map(len, others.values()), default=0), MOST_TURNS)
    readings = []
    for turn in range(turns):
        other = _Masker(data, {group: rest[turn] for group, rest in others.items() if turn < len(rest)})
        spans = _added(first.parts, other.parts)
        text = thinned(other.text, spans) if spans is not None else other.text
        readings += [text] if text is not None else []
    return readings


def _added(first: list[Part], other: list[Part]) -> list[Span] | None:
    """What only the other reading has; None where the two do not agree on what is a directive."""
    if [part[:2] for part in first] != [part[:2] for part in other]:
        return None
    return [now[:2] for before, now in zip(first, other, strict=True) if now[2] and not before[2]]


@lru_cache(maxsize=1)
def _first(data: bytes) -> _Masker:
    """Asked for twice in a row: before the first reading and after it."""
    return _Masker(data)


class _Masker:
    """`forced` names the branch to take of some `#if`s, counted from the start of the file."""

    def __init__(self, data: bytes, forced: dict[int, int] | None = None) -> None:
        self.data = data
        self.out = bytearray(data)
        self.forced = forced or {}
        self.symbols: dict[str, bool] = {}
        self.branches: list[tuple[bool, bool]] = []  # (this branch is active, one was taken) of each open #if
        self.open: list[int] = []  # number of each open #if
        self.count = 0
        self.groups: dict[int, tuple[int, int]] = {}  # of each #if that was looked at: branch taken (-1), branches
        self.parts: list[Part] = []  # from directive to directive
        self.text = self._run()

    def _run(self) -> bytes:
        position = done = 0
        while (position := self._next_mark(position)) >= 0:
            begin = self._line_start(position)
            match = DIRECTIVE.match(self.data, position) if begin >= 0 else None
            if match is None:
                position += 1
                continue
            self._blank(begin if self._active() else done, match.end())
            self.parts.append((done, begin, self._active()))
            self._directive(match[1].decode(), match[2].decode("utf-8", "replace"))
            position = done = match.end()
        if not self._active():
            self._blank(done, len(self.data))
        self.parts.append((done, len(self.data), self._active()))
        return bytes(self.out)

    def _next_mark(self, position: int) -> int:
        """The next `#`, in active text only one outside strings and comments; -1 where there is none."""
        if self._active() and (match := SKIPPED.match(self.data, position)) is not None:
            position = match.end()
        return self.data.find(b"#", position)

    def _line_start(self, position: int) -> int:
        """Where the line starts, if only blanks stand before the position; else -1."""
        begin = self.data.rfind(b"\n", 0, position) + 1
        return begin if not self.data[begin:position].strip(b" \t") else -1

    def _active(self) -> bool:
        return not self.branches or self.branches[-1][0]

    def _blank(self, start: int, end: int) -> None:
        self.out[start:end] = self.data[start:end].translate(BLANK)

    def _directive(self, word: str, rest: str) -> None:
        rest = rest.partition("//")[0]
        if word == "if":
            outer = self._active()
            self.open.append(self.count)
            self.count += 1
            if outer:
                self.groups[self.open[-1]] = (-1, 0)
            taken = outer and self._takes(rest)
            self.branches.append((taken, taken or not outer))
        elif word in ("elif", "else") and self.branches:
            taken = self.branches[-1][1]
            now = self._takes("true" if word == "else" else rest, late=taken)
            self.branches[-1] = (now, taken or now)
        elif word == "endif" and self.branches:
            self.branches.pop()
            self.open.pop()
        elif word in ("define", "undef") and self._active():
            self.symbols[rest.strip()] = word == "define"

    def _takes(self, condition: str, late: bool = False) -> bool:
        """Whether the next branch of the innermost #if is the one to take; not when one came before (`late`)."""
        group = self.open[-1]
        if group not in self.groups:
            return False
        before, number = self.groups[group]
        chosen = self.forced.get(group)
        taken = number == chosen if chosen is not None else not late and _Condition(condition, self.symbols).value()
        self.groups[group] = (number if taken else before, number + 1)
        return taken


class _Condition:
    """Recursive descent over `||`, `&&`, `==`, `!=`, `!`, parentheses."""

    def __init__(self, text: str, symbols: dict[str, bool]) -> None:
        self.words = WORD.findall(text)[:100]
        self.symbols = symbols

    def value(self) -> bool:
        return self._or(False)

    def _next(self, *expected: str) -> bool:
        if self.words and self.words[0] in expected:
            self.words.pop(0)
            return True
        return False

    def _or(self, negated: bool) -> bool:
        result = self._and(negated)
        while self._next("||"):
            result = self._and(negated) or result
        return result

    def _and(self, negated: bool) -> bool:
        result = self._equal(negated)
        while self._next("&&"):
            result = self._equal(negated) and result
        return result

    def _equal(self, negated: bool) -> bool:
        result = self._unary(negated)
        while self.words and self.words[0] in ("==", "!="):
            same = self.words.pop(0) == "=="
            result = (result == self._unary(negated)) == same
        return result

    def _unary(self, negated: bool) -> bool:
        if self._next("!"):
            return not self._unary(not negated)
        if self._next("("):
            result = self._or(negated)
            self._next(")")
            return result
        return self._symbol(self.words.pop(0), negated) if self.words else False

    def _symbol(self, word: str, negated: bool) -> bool:
        if word not in self.symbols:
            legacy = LEGACY.fullmatch(word)
            self.symbols[word] = not legacy and (bool(MODERN.fullmatch(word)) or not negated)
        return self.symbols[word]
