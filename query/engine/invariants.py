"""What holds of a symbol whatever the input, as its source says: assertions, guards, annotations, declarations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files

from query.engine.model import Fact, Symbol
from query.engine.texts import Text
from query.engine.view import View

MOST = 6
MOST_LINES = 400  # of a body that are read
_LONGEST = 120
_GUARD_ABOVE = 3  # lines between a condition and what it throws

_ASSERTION = re.compile(
    r"^\s*(?:assert\s+(?P<plain>[^;,:]+(?:==[^;,]+)?)"
    r"|(?:debug_)?assert(?:_eq|_ne)?!\((?P<macro>.+?)\);?$"
    r"|(?:Debug\.Assert|console\.assert|invariant|assert|precondition|require|check)"
    r"\((?P<call>[^\"']+?)(?:,\s*[\"'$].*)?\)?;?$)"
)
_NOT_NULL = re.compile(
    r"(?:requireNonNull|checkNotNull|ThrowIfNull(?:OrEmpty|OrWhiteSpace)?|notNull|ArgumentNotNull)\(\s*(\w+)"
)
_CHECK = re.compile(r"(?:checkArgument|checkState|Validate\.isTrue|Assert\.isTrue)\(\s*(.+?)(?:,\s*[\"'].*)?\)?;?$")
_CONDITION = re.compile(
    r"^\s*(?:\}?\s*else\s+|\}\s*)?(?:el)?if\b\s*\(?(?P<condition>.+?)\)?\s*(?:[:{]|then\b|throw\b.*|raise\b.*)?$"
)
_THROWN = re.compile(r"\b(?:raise|throw)\b")
_RAISED_IF = re.compile(r"\braise\b.+?\b(?P<word>if|unless)\s+(?P<condition>.+)$")

_FINAL = frozenset({"final", "val"})
_DECORATOR_NAME = re.compile(r"([A-Za-z_]\w*)\s*(?:[(\]].*)?$", re.DOTALL)
_OPTIONAL_IS_TOLD = frozenset({"kotlin", "swift"})  # a type without a question mark cannot be absent
_NOTHING = frozenset({"Unit", "Void", "()", "Nothing", "Never"})


def invariants(view: View, symbol: Symbol, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Short sentences, those about the whole symbol first; cut at some."""
    found = [*_declared(symbol), *_body(view, symbol, facts)]
    return tuple(dict.fromkeys(found))[:MOST]


def _declared(symbol: Symbol) -> Iterator[str]:
    promises = _promises()
    for word in symbol.modifiers or ():
        if word in _FINAL:
            yield promises["final"][symbol.symbol_id[0]]
        elif word in promises["modifiers"]:
            yield promises["modifiers"][word]
    for written in symbol.decorators or ():
        name = _DECORATOR_NAME.search(written.strip("@[]#! "))
        if "frozen=True" in written:
            yield "is immutable"
        elif name and name[1] in promises["decorators"]:
            yield promises["decorators"][name[1]]
    declared = symbol.return_type or ""
    if symbol.language in _OPTIONAL_IS_TOLD and declared and not declared.endswith("?") and declared not in _NOTHING:
        yield "returns non-null" if symbol.symbol_id.startswith("M:") else "is never null"


def _body(view: View, symbol: Symbol, facts: Sequence[Fact]) -> Iterator[str]:
    if not view.loaded.symbols.is_callable[symbol.number]:
        return
    text = view.lines(symbol.path)
    if text is None:
        return
    last = min(symbol.line_end, symbol.name_line + MOST_LINES)
    thrown = {fact.line_start: _exception(fact) for fact in facts if fact.kind == "exception"}
    for line in range(symbol.name_line, last + 1):
        written = text.line(line)
        yield from _asserted(written)
        if line in thrown:
            yield _guard(text, symbol, line, thrown[line])


def _asserted(written: str) -> Iterator[str]:
    if match := _ASSERTION.match(written):
        condition = match["plain"] or match["macro"] or match["call"]
        yield f"asserts {_cut(condition)}"
    elif match := _NOT_NULL.search(written):
        yield f"{match[1]} is not null"
    elif match := _CHECK.search(written):
        yield f"requires {_cut(match[1])}"


def _guard(text: Text, symbol: Symbol, line: int, exception: str) -> str:
    """What is thrown, with the condition that stands right before it where there is one."""
    written = text.line(line)
    if match := _RAISED_IF.search(written):
        return f"throws {exception} {match['word']} {_cut(match['condition'])}"
    lines: Iterable[int] = range(line, max(symbol.name_line, line - _GUARD_ABOVE), -1)
    for above in lines:
        said = text.line(above)
        if match := _CONDITION.match(said):
            return f"throws {exception} if {_cut(match['condition'])}"
        if above != line and (_THROWN.search(said) or _indent(said) < _indent(written)):
            break
    return f"throws {exception}"


def _exception(fact: Fact) -> str:
    """The type's bare name, without what it is made with."""
    name = re.match(r"[\w.:\\]+", str(fact.detail.get("type") or fact.value).strip())
    return name[0] if name else "an error"


@cache
def _promises() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(
        files("query.engine").joinpath("invariants.toml").read_text(encoding="utf-8")
    )
    return found


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _cut(text: str) -> str:
    plain = " ".join(text.split()).rstrip(";,")
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"
