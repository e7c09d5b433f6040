"""Blanks the preprocessor where it cuts through C's own structure, so that the rest can be parsed.

`#if` around whole declarations or statements stays. Where a branch opens a brace that another closes, or stands inside
an expression or a list, one branch is kept and the others are blanked; branches are never merged. Offsets stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
    rb"|R\"([^\s()\\]{0,16})\(.*?\)\1\"|\"(?:\\.|[^\"\\\n])*\"?|(?<!\w)'(?:\\.|[^'\\\n])*'?"
    rb"|^[ \t]*\#[ \t]*(\w*)(?:\\\r?\n|/\*.*?\*/|[^\n])*"
    rb"|[{}()\[\];]",
    re.DOTALL | re.MULTILINE,
)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_ENUM = re.compile(rb"\benum\b")
_CASE = re.compile(rb"\b(?:case|default)\b")
_ELSE = re.compile(rb"(?:\s|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+else\b")
_UNLIKELY = re.compile(rb"(?<!\w)(?:0|_?WIN(?:32|64)|_MSC_VER|__CYGWIN__|__APPLE__|KR_headers|VAX|__cplusplus)\b")
# A macro that takes part of a declaration: `T x INITIAL(= 0);`, `INITIAL(static T y;)`.
_PART = re.compile(rb"\b[A-Z][A-Z0-9_]+[ \t]*\((?:[ \t]*=[^()\n]*|[^()\n]*;[ \t]*)\)")
# Attributes behind the parameters of a function that is declared: `int f(int) PRINTF_LIKE(1, 2);`
_BEHIND = re.compile(
    rb"^[A-Za-z_][^;{}#=]{0,400}?\)(\s*+(?:[A-Z_][A-Z0-9_]*+\s*+(?:\([^();{}]*+\))?\s*+)++);", re.MULTILINE
)
# Macros in front of a declaration: `API int f(void);`, and those that stand alone at the left edge.
_BEFORE = re.compile(
    rb"^(?:[ \t]*[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=[ \t]+(?:(?:static|extern|inline|const|volatile|struct|union|enum|unsigned"
    rb"|signed|void|int|char|long|short|float|double|bool|size_t|u?int\d+_t)\b"
    rb"|[a-z_]\w*(?:[ \t]*\*+[ \t]*|[ \t]+)(?:\w+|\(\w+\))\s*\())"
    rb"|[A-Z][A-Z0-9]*_[A-Z0-9_]+[ \t]*(?=\r?$))",
    re.MULTILINE,
)
# Between the type and the name of a function: `void * API_CALL f(void);`.
_BETWEEN = re.compile(rb"(?:(?<=\*)|(?<=\* )|(?<=\bvoid ))[A-Z][A-Z0-9]*_[A-Z0-9_]+(?=[ \t]+\w+[ \t]*\()")
# Macros that have a line to themselves among statements.
_AMONG = re.compile(
    rb"(?:\{\s*?\n[ \t]+(?=[\w \t]+\r?\n\s*\w)|[;}]\s*?\n[ \t]+)([A-Z][A-Z0-9]*_[A-Z0-9_]+)[ \t]*(?=\r?\n\s*[\w}])"
)
_NAME = re.compile(rb"[A-Z_]\w*")
_WORD = re.compile(rb"\b[A-Z][A-Z0-9_]{2,}\b")
# A macro that has a line to itself stands for a whole statement or declaration.
_ALONE = re.compile(rb"(?:\A|\n)[ \t]*[A-Z][A-Z0-9]*_[A-Z0-9_]*\Z")
_GIVEN = re.compile(rb"\(.*\)", re.DOTALL)
BLANKED = bytes(code if code in b"\r\n" else 32 for code in range(256))
CLOSES = {b"}": b"{", b")": b"(", b"]": b"["}
MOST_NESTED = 200


@dataclass(frozen=True, slots=True)
class Open:
    """A bracket that is still open; `listed` where commas, not statements, stand inside."""

    bracket: bytes
    listed: bool
    outer: Open | None


@dataclass(slots=True)
class State:
    """Where the scan is: what is open, the last character that counts, whether something closed too much."""

    open: Open | None = None
    last: bytes = b""
    first_word: bytes = b""
    broken: bool = False
    blanks: list[tuple[int, int]] = field(default_factory=list)


class Masker:
    def __init__(self, data: bytes, unlikely: re.Pattern[bytes]) -> None:
        self.data = data
        self.unlikely = unlikely
        self.tokens = list(_TOKEN.finditer(data))
        self.at = 0
        self.position = 0
        self.depth = 0

    def scan(self, state: State) -> bytes:
        """Go on to the directive that ends this branch and return it; b"" at the end of the file."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self._gap(state, self.data[self.position : token.start()])
            self.at, self.position = self.at + 1, token.end()
            directive = token[2]
            if directive is None:
                self._plain(state, token[0], token)
            elif directive in (b"else", b"elif", b"endif", b"elifdef", b"elifndef"):
                return bytes(directive)
            elif directive in (b"if", b"ifdef", b"ifndef"):
                self._conditional(state, token)
            elif directive == b"line" or (state.open is not None and state.open.listed):
                state.blanks.append(token.span())
            else:
                # The grammar ends a macro at a comment, even where a backslash goes on; blanks at its end confuse it.
                start, text = token.start(), token[0]
                inside = (c for c in _COMMENT.finditer(text) if text[c.end() :].strip())
                state.blanks += [(start + c.start(), start + c.end()) for c in inside]
        return b""

    def _gap(self, state: State, text: bytes) -> None:
        text = text.strip()
        if text:
            state.first_word = state.first_word or text.split(None, 1)[0]
            state.last = b";" if _ALONE.search(text) else text[-40:]

    def _plain(self, state: State, text: bytes, token: re.Match[bytes]) -> None:
        mark = text[:1]
        if text[:2] in (b"//", b"/*"):
            return
        state.first_word = state.first_word or mark
        if mark in b"{([":
            listed = mark != b"{" or self._is_list(state)
            state.open = Open(mark, listed, state.open)
        elif mark in b"})]":
            if state.open is not None and state.open.bracket == CLOSES[mark]:
                state.open = state.open.outer
            else:
                state.broken = True
        state.last = mark

    def _is_list(self, state: State) -> bool:
        """The brace of an initialiser or an enum."""
        if state.last.endswith((b"=", b",")) or _ENUM.search(state.last) is not None:
            return True
        return state.open is not None and state.open.listed and state.last in (b"{", b"(", b"]")

    def _conditional(self, state: State, first: re.Match[bytes]) -> None:
        """All branches of one `#if` … `#endif`; then what stays of it."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise RecursionError
        directives, branches, word = [first], [], b"if"
        while word not in (b"endif", b""):
            branch = State(state.open)
            word = self.scan(branch)
            branches.append(branch)
            directives.append(self.tokens[self.at - 1])
        self.depth -= 1
        if self._whole(state, branches) and not self._goes_on():
            for branch in branches:
                state.blanks += branch.blanks
            state.last = b";"
            return
        self._choose(state, branches, directives)

    def _goes_on(self) -> bool:
        """An `else` behind the conditional belongs to what stands inside it."""
        return _ELSE.match(self.data, self.position) is not None

    @staticmethod
    def _whole(state: State, branches: list[State]) -> bool:
        """Every branch holds whole statements or declarations, and the conditional stands between such."""
        ends = (b";", b"}", b")") if state.open is None else (b";", b"}")
        if state.open is not None and state.open.listed:
            return False
        if state.last and not state.last.endswith((*ends, b"{")):
            return False
        return all(
            branch.open is state.open
            and not branch.broken
            and branch.first_word != b"else"
            and not _is_initialiser(branch.first_word)
            and (not branch.last or branch.last.endswith(ends) or _ends_case(branch.last))
            for branch in branches
        )

    def _choose(self, state: State, branches: list[State], directives: list[re.Match[bytes]]) -> None:
        """The first branch whose condition is likely here; none, if there is but one and it is not."""
        kept = next((i for i, d in enumerate(directives[:-1]) if self._likely(d)), -1)
        for index, branch in enumerate(branches):
            start, end = directives[index].span()
            state.blanks.append((start, end))
            if index == kept:
                state.blanks += branch.blanks
            else:
                state.blanks.append((end, directives[index + 1].start()))
        state.blanks.append(directives[-1].span())
        if kept >= 0:
            state.open = branches[kept].open
            state.last = branches[kept].last or state.last
            state.broken = state.broken or branches[kept].broken

    def _likely(self, directive: re.Match[bytes]) -> bool:
        text = directive[0]
        unlikely = self.unlikely.search(text) is not None
        return unlikely if directive[2] in (b"ifndef", b"elifndef") and unlikely else not unlikely


def _is_initialiser(word: bytes) -> bool:
    """`: member(value)` behind the parameters of a constructor."""
    return word.startswith(b":") and not word.startswith(b"::")


def _ends_case(text: bytes) -> bool:
    """A label needs a statement behind it, `case …:` does not."""
    return text.endswith(b":") and _CASE.search(text) is not None


def mask(data: bytes, unlikely: re.Pattern[bytes] = _UNLIKELY) -> bytes:
    if b"#" not in data:
        return data
    state = State()
    masker = Masker(data, unlikely)
    try:
        while masker.scan(state):
            pass
    except RecursionError:
        return data
    if not state.blanks:
        return data
    masked = bytearray(data)
    for start, end in state.blanks:
        masked[start:end] = masked[start:end].translate(BLANKED)
    return bytes(masked)


def hide(data: bytes) -> tuple[bytes, list[tuple[int, int]]]:
    """Without macros that stand where the grammar has no place for them, and where their names stand."""
    spans: list[tuple[int, int]] = []

    def blank(match: re.Match[bytes]) -> bytes:
        """Blanks of the same length; what goes on from the line above stays."""
        group = match.lastindex or 0
        begin, end = match.span(group)
        if match.string[max(0, begin - 3) : begin].rstrip().endswith(b"\\"):
            return match[0]
        if not is_comment(match.string, begin):
            spans.extend((begin + name.start(), begin + name.end()) for name in macro_names(match[group]))
        first = match.start()
        return match[0][: begin - first] + match[group].translate(BLANKED) + match[0][end - first :]

    for pattern in (_BEHIND, _PART, _BEFORE, _BETWEEN, _AMONG):
        data = pattern.sub(blank, data)
    return data, spans


def mended(data: bytes, shown: bytes) -> list[tuple[int, int]]:
    """Where macros stand that were taken out of what the grammar was shown."""
    words = (word.span() for word in _WORD.finditer(data))
    return [(start, end) for start, end in words if shown[start:end].isspace() and not is_comment(data, start)]


def is_comment(data: bytes, place: int) -> bool:
    """Inside a comment or a text."""
    line = data[data.rfind(b"\n", 0, place) + 1 : place]
    if b"//" in line or line.lstrip().startswith((b"*", b"/*")) or line.count(b'"') % 2 == 1:
        return True
    return data.rfind(b"/*", 0, place) > data.rfind(b"*/", 0, place)


def macro_names(text: bytes) -> list[re.Match[bytes]]:
    """The macros that are named, without what they are given."""
    plain = _GIVEN.sub(lambda given: b" " * len(given[0]), text)
    return list(_NAME.finditer(plain))
