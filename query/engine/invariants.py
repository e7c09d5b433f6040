"""What holds of a symbol whatever the input, as its source says: assertions, guards, annotations, declarations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
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
_CONDITION = re.compile(r"^\s*(?:\}?\s*else\s+|\}\s*)?(?:el)?if\b\s*(?P<rest>.+)$")
_AFTER = re.compile(r"\s*(?:[:{]|\bthen\b|\bthrow\b|\braise\b).*$")
_LEAVES = re.compile(r"\b(?:return|continue|break|goto)\b")
_THROWN = re.compile(r"\b(?:raise|throw)\b")
_OWN_WORDS = {"panic": "panics", "error": "returns an error"}
_RAISED_IF = re.compile(r"\braise\b.+?\b(?P<word>if|unless)\s+(?P<condition>.+)$")

_BY_KIND = {"final": "final", "val": "final", "readonly": "readonly"}
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
        if word in _BY_KIND:
            yield promises[_BY_KIND[word]][symbol.symbol_id[0]]
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
    thrown = {fact.line_start: _thrown(fact) for fact in facts if fact.kind == "exception"}
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


def _guard(text: Text, symbol: Symbol, line: int, thrown: str) -> str:
    """What is thrown, with the condition that it stands under where that is right above."""
    written = text.line(line)
    if match := _RAISED_IF.search(written):
        return f"{thrown} {match['word']} {_cut(match['condition'])}"
    for above in range(line, max(symbol.name_line, line - _GUARD_ABOVE), -1):
        said = text.line(above)
        if (match := _CONDITION.match(said)) and (above == line or _indent(said) < _indent(written)):
            condition = _condition(match["rest"])
            return f"{thrown} if {_cut(condition)}" if condition else thrown
        if above != line and (_THROWN.search(said) or _indent(said) < _indent(written)):
            break
    return thrown


def _condition(rest: str) -> str | None:
    """What stands between `if` and its body; none where the line does not hold all of it, or leaves by itself."""
    closed = _closing(rest)
    body = rest[closed + 1 :] if closed else ""
    if _LEAVES.search(body):
        return None
    if closed and (not body.strip() or _AFTER.fullmatch(body)):
        return rest[1:closed]
    told = _AFTER.sub("", rest)
    return told if told.count("(") == told.count(")") and told != rest else None


def _closing(text: str) -> int:
    """Where the parenthesis that a text begins with is closed; 0 where it begins with none or is not closed."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place
    return 0


def _thrown(fact: Fact) -> str:
    """How the code gives up, by the error's bare name."""
    match = re.match(r"[\w.:\\]+", str(fact.detail.get("type") or fact.value).strip())
    name = match[0].rstrip(":.") if match else "an error"
    return _OWN_WORDS.get(name, f"throws {name}")


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
