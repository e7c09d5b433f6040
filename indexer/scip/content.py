"""Whether a document was made from a file's content, and its places in our units: lines from 1, columns in code points.

An index does not say which content it was made from. It is believed where the text that it holds is the file's; else
where every place lies in the file on whole words, and definitions stand where their names are.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import replace

from indexer.scip.read import CODE_POINTS, DEFINITION, IMPORT, UTF8, Document, Occurrence

LOCAL = "local "
_LAST_NAME = re.compile(r"(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:\([^()]*\)\.|[/#.!\])])$")
_NUMBERED = re.compile(r"~\d+$")
_QUOTES = "\"'`"
_LEADING = (".", "->", "::")
_MARKS = _QUOTES + "@$:."  # what stands around names and is no part of them
# How many must stand on their names: constructors and computed names are spelled in other ways, references by aliases.
_DEFINED, _TOLD = 0.95, 0.5
_OFTEN = 3  # uses of an alias that are no accident


def placed(document: Document, data: bytes) -> list[Occurrence] | None:
    """The occurrences in our units; None where the document was made from other content."""
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")
    if document.text and document.text.removeprefix("\ufeff") != text:
        return None
    lines = text.split("\n")
    found = []
    for one in document.occurrences:
        moved = _moved(one, lines, document.encoding)
        if moved is None or not (document.text or _on_words(moved, lines)):
            return None
        found.append(moved)
    # A file with nothing in it cannot have had other content that these places fit.
    return found if document.text or not text or _named(found, lines) else None


def _moved(one: Occurrence, lines: list[str], encoding: int) -> Occurrence | None:
    if one.line_end >= len(lines) or one.line > one.line_end:
        return None
    col, col_end = _column(lines[one.line], one.col, encoding), _column(lines[one.line_end], one.col_end, encoding)
    if col is None or col_end is None or (one.line == one.line_end and col > col_end):
        return None
    before = lines[one.line][:col].strip() or "".join(lines[max(0, one.line - 1) : one.line]).strip()
    behind = lines[one.line][col_end:].strip() or "".join(lines[one.line + 1 : one.line + 2]).strip()
    reached = before.endswith(_LEADING)
    # A list goes on, or ends, behind it.
    brief = not reached and behind.startswith((",", "}"))
    return replace(
        one, line=one.line + 1, line_end=one.line_end + 1, col=col, col_end=col_end, reached=reached, brief=brief
    )


def _column(line: str, col: int, encoding: int) -> int | None:
    """A column in code points; None where the line has no such place."""
    if encoding == CODE_POINTS or line.isascii():
        return col if col <= len(line) else None
    coded = line.encode("utf-8" if encoding == UTF8 else "utf-16-le", "surrogatepass")
    size = col if encoding == UTF8 else 2 * col
    if size > len(coded):
        return None
    return len(coded[:size].decode("utf-8" if encoding == UTF8 else "utf-16-le", "replace"))


def _on_words(one: Occurrence, lines: list[str]) -> bool:
    """Whether the place begins and ends where words do."""
    if one.line != one.line_end or one.col == one.col_end:
        return True
    line = lines[one.line - 1]
    return not _inside_word(line, one.col) and not _inside_word(line, one.col_end)


def _inside_word(line: str, col: int) -> bool:
    return 0 < col < len(line) and _is_word(line[col - 1]) and _is_word(line[col])


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _named(found: list[Occurrence], lines: list[str]) -> bool:
    """Whether definitions and references stand on their names; where there are none, nothing speaks for the file."""
    defined: list[bool] = []
    used: list[bool] = []
    aliases = _aliases(found, lines)
    for one in found:
        name, written = last_name(one.symbol), lines[one.line - 1][one.col : one.col_end]
        spelled = is_spelled(written, name) or (not one.roles & DEFINITION and aliases.get(one.symbol) == written)
        # The path of an import may leave out what the file is called.
        if name and written and (spelled or written[0] not in _QUOTES):
            (defined if one.roles & DEFINITION else used).append(spelled)
    told = defined + used
    return bool(told) and sum(defined) >= _DEFINED * len(defined) and sum(told) >= _TOLD * len(told)


def _aliases(found: list[Occurrence], lines: list[str]) -> dict[str, str]:
    """The one word that stands for a symbol each time it is used: other content would have another word somewhere."""
    words: dict[str, Counter[str]] = {}
    for one in found:
        if not one.roles & (DEFINITION | IMPORT):
            words.setdefault(one.symbol, Counter())[lines[one.line - 1][one.col : one.col_end]] += 1
    once = {symbol: next(iter(told.items())) for symbol, told in words.items() if len(told) == 1}
    return {symbol: word for symbol, (word, times) in once.items() if times >= _OFTEN and word.isidentifier()}


def is_spelled(written: str, name: str) -> bool:
    """Whether a name is what is written: `name as alias`, in quotes, the end of a path or of a longer name."""
    first, name = written.partition(" as ")[0].strip(_MARKS), _NUMBERED.sub("", name.strip("<>")).strip(_MARKS)
    return first == name or first.endswith(f"/{name}") or (first != "" and name.endswith((f".{first}", f" {first}")))


def last_name(symbol: str) -> str:
    """The name that a symbol ends with; nothing for locals, and for files as such (`__init__:`)."""
    match = None if symbol.startswith(LOCAL) else _LAST_NAME.search(symbol)
    return (match[1] or match[2]).replace("``", "`") if match else ""
