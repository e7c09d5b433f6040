"""Whether a document was made from a file's content, and its places in our units: lines from 1, columns in code points.

An index does not say which content it was made from. It is believed where the text that it holds is the file's; else
where every place lies in the file on whole words, and definitions stand where their names are.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import replace

from indexer.scip.read import CODE_POINTS, DEFINITION, UTF8, Document, Occurrence

_LOCAL = "local "
_LAST_NAME = re.compile(r"(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:\([^()]*\)\.|[/#.!\])])$")
_NUMBERED = re.compile(r"~\d+$")
# How many must stand on their names: constructors and computed names are spelled in other ways, references by aliases.
_DEFINED, _USED = 0.95, 0.5


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
    return found if document.text or _named(found, lines) else None


def _moved(one: Occurrence, lines: list[str], encoding: int) -> Occurrence | None:
    if one.line_end >= len(lines) or one.line > one.line_end:
        return None
    col, col_end = _column(lines[one.line], one.col, encoding), _column(lines[one.line_end], one.col_end, encoding)
    if col is None or col_end is None or (one.line == one.line_end and col > col_end):
        return None
    return replace(one, line=one.line + 1, line_end=one.line_end + 1, col=col, col_end=col_end)


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
    told: dict[bool, list[bool]] = {True: [], False: []}
    for one in found:
        name = last_name(one.symbol)
        if name and one.col < one.col_end:
            told[bool(one.roles & DEFINITION)].append(is_spelled(lines[one.line - 1][one.col : one.col_end], name))
    defined, used = told[True], told[False]
    return bool(defined or used) and sum(defined) >= _DEFINED * len(defined) and sum(used) >= _USED * len(used)


def is_spelled(written: str, name: str) -> bool:
    """Whether a name is what is written: without quotes, and without the number of a second definition."""
    return written.strip("\"'`@$:") == _NUMBERED.sub("", name.strip("<>"))


def last_name(symbol: str) -> str:
    """The name that a symbol ends with; nothing for locals, and for files as such (`__init__:`)."""
    match = None if symbol.startswith(_LOCAL) else _LAST_NAME.search(symbol)
    return (match[1] or match[2]).replace("``", "`") if match else ""
