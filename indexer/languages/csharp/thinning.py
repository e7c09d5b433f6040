"""Another reading of a C# file with `#if` repeats most of it: keeps what its own rows can depend on.

Rows come only from what the first reading left out. Bodies of methods elsewhere say nothing about that, so they are
blanked before the parse; where only `using` directives differ, the text ends behind the last of them.
"""

from __future__ import annotations

import re

Span = tuple[int, int]
SLASH = ord("/")
BRACES = (b"{", b"}")
BLANK = bytes(byte if byte in b"\r\n" else 32 for byte in range(256))
NO_CODE = re.compile(rb"(?:\s|//[^\n]*)*")
ONLY_USINGS = re.compile(rb"(?:\s|//[^\n]*|(?:global\s+)?using\s[^;(){}\"/]*;)*")
# Each alternative starts with a character of its own: the search then skips all others at once.
PIECE = re.compile(
    rb"\{|\}|//[^\n]*|/\*.*?\*/|\"\"\"+[^\"].*?\"\"\"+|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|@\"(?:[^\"]|\"\")*+\""
    rb"|\$\"(?:[^\"\\{}\n]|\\.|\{\{|\}\}|\{[^\"{}\n]*\})*+\"|\$@\"(?:[^\"{}]|\"\"|\{\{|\}\}|\{[^\"{}]*\})*+\""
    rb"|@\$\"(?:[^\"{}]|\"\"|\{\{|\}\}|\{[^\"{}]*\})*+\"|\"|'|\$|/\*|@\"|@\$",
    re.DOTALL,
)
NOT_UNDERSTOOD = frozenset({b'"', b"'", b"$", b"/*", b'@"', b"@$"})  # a literal that is not closed, or too involved
TYPE_HEADER = re.compile(rb"\b(?:class|struct|interface|record|enum|namespace|extension)\b")
METHOD_HEADER = re.compile(rb"[\w>]\s*\(")
VALUE = re.compile(rb"\b(?:new|is|switch)\b")


def thinned(other: bytes, spans: list[Span]) -> bytes | None:
    """`other` with less in it, None where it has nothing to add; `spans` are what the first reading left out."""
    own = [(start, end) for start, end in spans if NO_CODE.fullmatch(other, start, end) is None]
    if not own:
        return None
    last = own[-1][1]
    if b"{" not in other[:last] and all(ONLY_USINGS.fullmatch(other, start, end) for start, end in own):
        return other[:last]
    out = bytearray(other)
    for start, end in _Bodies(other, own).find():
        out[start:end] = other[start:end].translate(BLANK)
    return bytes(out)


class _Bodies:
    """Bodies of methods with nothing of the spans in them, in their header or in a header around them."""

    def __init__(self, data: bytes, spans: list[Span]) -> None:
        self.data = data
        self.spans = spans
        self.unfinished = [span for span in spans if not _is_finished(data[span[0] : span[1]].strip())]
        self.stack: list[tuple[int, str]] = []  # where each open block starts, and what it is
        self.brace = 0  # behind the last brace
        self.header = 0  # behind the last brace or comment
        self.broken = False  # whether a comment stands inside a header

    def find(self) -> list[Span]:
        """None at all where the text is not understood to its end."""
        found: list[Span] = []
        for match in PIECE.finditer(self.data):
            text = match[0]
            if text == b"{":
                self.stack.append((match.end(), self._kind(match.start())))
            elif text == b"}" and self.stack:
                start, kind = self.stack.pop()
                if kind == "method" and not _touched(self.spans, start, match.start()):
                    found.append((start, match.start()))
            elif text == b"}" or text in NOT_UNDERSTOOD:
                return []
            if text[0] == SLASH:
                self._pass_comment(match.start(), match.end())
            elif text in BRACES:
                self.header = self.brace = match.end()
                self.broken = False
        return found if not self.stack else []

    def _pass_comment(self, start: int, end: int) -> None:
        _, semicolon, after = self.data[self.header : start].rpartition(b";")
        self.broken = bool(after.strip()) or (self.broken and not semicolon)
        self.header = end

    def _kind(self, position: int) -> str:
        around = self.stack[-1][1] if self.stack else "type"
        if around != "type" or _touched(self.unfinished, self.brace, position):
            return ""
        begin = max(self.header, self.data.rfind(b";", self.header, position) + 1)
        header = self.data[begin:position]
        if TYPE_HEADER.search(header):
            return "type"
        if self.broken or not header.rstrip().endswith(b")") or VALUE.search(header):
            return ""
        return "method" if METHOD_HEADER.search(header) else ""


def _is_finished(text: bytes) -> bool:
    """No header of a definition starts in the text and goes on behind it."""
    return text[-1:] in (b";", b"}") or (text[:1] == b"[" and text[-1:] == b"]" and b"this" not in text)


def _touched(spans: list[Span], start: int, end: int) -> bool:
    return any(first < end and last > start for first, last in spans)
