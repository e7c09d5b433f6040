"""C# `#if`: blanks directives and the branches not taken, so that what is left is plain C# at the same offsets.

Which symbols are defined is the build's business, so one rule holds everywhere. A current .NET in its default
(Debug) configuration: its own symbols and `HAVE_…`-like feature flags are true, those of other frameworks are false.
Any other symbol takes, per file, the value that makes the first condition naming it hold. Two branches of one
condition are never taken both.
"""

from __future__ import annotations

import re

MODERN = re.compile(
    r"NET|DEBUG|TRACE|true|NET([5-9]|1\d)_\d(_OR_GREATER)?|NETCOREAPP(\d+_\d+_OR_GREATER)?"
    r"|(HAVE|HAS|FEATURE|SUPPORTS?|ENABLE)_\w+"
)
LEGACY = re.compile(
    r"false|NETFRAMEWORK|NET[1-4]\d+(_OR_GREATER)?|PORTABLE\w*|SILVERLIGHT\w*|WINDOWS_PHONE\w*|NETFX_CORE|WINRT"
    r"|NETCOREAPP[12]_\d|NETSTANDARD\w*|DOTNET(\d_\d)?"
)
DIRECTIVE = rb"^[ \t]*#[ \t]*([a-z]+)([^\r\n]*)"
# Strings and comments are met whole, so that a `#` at the start of a line inside them is no directive. One that is
# never closed goes on to the end: tried anew at each of its quotes, it would cost the square of its length.
TOKEN = re.compile(
    DIRECTIVE
    + rb"|//[^\n]*|/\*.*?(?:\*/|\Z)|\"{3,}.*?(?:\"{3,}|\Z)|\$?@\$?\"(?:[^\"]|\"\")*(?:\"|\Z)"
    + rb"|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?",
    re.MULTILINE | re.DOTALL,
)
LINE = re.compile(DIRECTIVE, re.MULTILINE)
MOST_TURNS = 3
WORD = re.compile(r"!=|==|&&|\|\||[!()]|\w+")


def prepare(data: bytes) -> bytes:
    """The same number of bytes and lines, without directives and inactive branches."""
    if b"#" not in data or LINE.search(data) is None:
        return data
    return _Masker(data).run()


def left_out(data: bytes) -> list[bytes]:
    """The same file with other branches taken: each branch that `prepare` blanks is there in one of them."""
    if b"#" not in data or LINE.search(data) is None:
        return []
    first = _Masker(data)
    first.run()
    others = {group: [n for n in range(count) if n != taken] for group, (taken, count) in first.groups.items()}
    turns = min(max(map(len, others.values()), default=0), MOST_TURNS)
    return [
        _Masker(data, {group: rest[turn] for group, rest in others.items() if turn < len(rest)}).run()
        for turn in range(turns)
    ]


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

    def run(self) -> bytes:
        position = 0
        while match := (TOKEN if self._active() else LINE).search(self.data, position):
            if match[1] is None:
                position = match.end()
                continue
            if not self._active():
                self._blank(position, match.start())
            self._blank(match.start(), match.end())
            self._directive(match[1].decode(), match[2].decode("utf-8", "replace"))
            position = match.end()
        if not self._active():
            self._blank(position, len(self.data))
        return bytes(self.out)

    def _active(self) -> bool:
        return not self.branches or self.branches[-1][0]

    def _blank(self, start: int, end: int) -> None:
        self.out[start:end] = re.sub(rb"[^\r\n]", b" ", self.data[start:end])

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
