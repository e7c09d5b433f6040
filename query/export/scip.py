"""SCIP: a document per file with its definitions and every reference that is resolved inside the repository.

https://github.com/sourcegraph/scip, scip.proto; the numbers of fields are that file's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from itertools import groupby
from operator import itemgetter
from typing import Any

from indexer import schema
from query.engine.texts import Text
from query.engine.view import View
from query.export import Pieces, selected
from query.export.monikers import monikers
from query.export.wire import message, number, packed, text

_UTF8_TEXT, _CODE_POINTS = 1, 3
_WRITTEN = re.compile(r"([\"'`]).*?\1|\w+|.?")
_DEFINITION, _GENERATED, _TEST = 0x1, 0x10, 0x20
_ROLES = {"import": 0x2, "write": 0x4, "read": 0x8}
_KINDS = {
    "class": 7, "constant": 8, "constructor": 9, "enum": 11, "enum_member": 12, "event": 13, "field": 15,
    "function": 17, "interface": 21, "macro": 25, "method": 26, "module": 29, "namespace": 30, "object": 33,
    "operator": 34, "package": 35, "property": 41, "protocol": 42, "struct": 49, "trait": 53, "type_alias": 55,
    "union": 59, "variable": 61, "delegate": 73, "accessor": 72, "extension": 84, "indexer": 47, "record": 7,
}  # fmt: skip
# Where SCIP's spelling of a language is not ours with a capital letter.
_LANGUAGES = {
    "cpp": "CPP", "csharp": "CSharp", "javascript": "JavaScript", "php": "PHP", "sql": "SQL", "bash": "ShellScript",
    "tsx": "TypeScriptReact", "typescript": "TypeScript",
}  # fmt: skip


def pieces(view: View) -> Pieces:
    """The index: metadata, then one document after the other."""
    mounted = view.mounted
    names = monikers(mounted.repo_id, selected(mounted, "names"))
    bases: dict[str, list[str]] = defaultdict(list)
    for row in selected(mounted, "implementations"):
        bases[row["symbol_id"]].append(names[row["base"]])
    yield message(1, _metadata(view))
    definitions, occurrences = _Grouped(selected(mounted, "definitions")), _Grouped(selected(mounted, "occurrences"))
    for file in selected(mounted, "documents"):
        path = file["path"]
        defined = definitions.of(path)
        widths = _widths(view.lines(path), defined)
        yield message(2, _document(file, defined, widths, occurrences.of(path), names, bases))


class _Grouped:
    """Rows that come sorted by path, handed out file by file."""

    def __init__(self, rows: Iterator[dict[str, Any]]) -> None:
        self._groups = groupby(rows, itemgetter("path"))
        self._next = next(self._groups, None)

    def of(self, path: str) -> list[dict[str, Any]]:
        if self._next is None or self._next[0] != path:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows


def _metadata(view: View) -> bytes:
    tool = text(1, "codemap") + text(2, version("codemap"))
    return message(2, tool) + text(3, view.repo.root.as_uri()) + number(4, _UTF8_TEXT)


def _document(
    file: Mapping[str, Any],
    definitions: list[dict[str, Any]],
    widths: list[int],
    occurrences: list[dict[str, Any]],
    names: Mapping[str, str],
    bases: Mapping[str, list[str]],
) -> bytes:
    always = (_GENERATED if file["origin"] == "generated" else 0) | (_TEST if file["is_test"] else 0)
    parts = [text(4, _language(file["language"])), text(1, file["path"])]
    parts += [
        message(2, _definition(row, width, names, always)) for row, width in zip(definitions, widths, strict=True)
    ]
    parts += [message(2, _occurrence(row, names, always)) for row in occurrences]
    parts += [message(3, _information(row, names, bases.get(row["symbol_id"], []))) for row in definitions]
    return b"".join(parts) + number(6, _CODE_POINTS)


def _definition(row: Mapping[str, Any], width: int, names: Mapping[str, str], always: int) -> bytes:
    line, col = row["name_line"] - 1, row["name_col"]
    whole = _range(row["line_start"], row["col_start"], row["line_end"], row["col_end"])
    named = packed(1, (line, col, col + width)) + text(2, names[row["symbol_id"]])
    return named + number(3, _DEFINITION | always) + packed(7, whole)


def _widths(lines: Text | None, definitions: list[dict[str, Any]]) -> list[int]:
    """How much of the source each name takes: one in quotes, or an operator's, is not written as it is called."""
    return [
        _width(lines.line(row["name_line"])[row["name_col"] :] if lines else row["name"], row) for row in definitions
    ]


def _width(written: str, row: Mapping[str, Any]) -> int:
    name: str = row["name"]
    if schema.KIND_PREFIX[row["kind"]] == "N" and (row["name_line"], row["name_col"]) == (1, 0):
        return 0  # a file that is itself a module has no name to point at
    called = (name, name.partition(" ")[2])  # `operator bool` of `explicit operator bool`
    found = next((part for part in called if part and written.startswith(part)), "")
    return len(found) or next(_WRITTEN.finditer(written)).end()


def _occurrence(row: Mapping[str, Any], names: Mapping[str, str], always: int) -> bytes:
    place = _range(row["line_start"], row["col_start"], row["line_end"], row["col_end"])
    return packed(1, place) + text(2, names[row["to_symbol"]]) + number(3, _ROLES.get(row["kind"], 0) | always)


def _information(row: Mapping[str, Any], names: Mapping[str, str], bases: list[str]) -> bytes:
    parts = [text(1, names[row["symbol_id"]]), text(3, row["documentation"])]
    parts += [message(4, text(1, base) + number(3, 1)) for base in bases]
    parts += [number(5, _KINDS.get(row["kind"], 0)), text(6, row["name"])]
    if row["signature"]:
        parts.append(message(7, text(4, _language(row["language"])) + text(5, row["signature"])))
    return b"".join(parts) + text(8, names.get(row["container_id"] or ""))


def _language(name: str) -> str:
    return _LANGUAGES.get(name, name.capitalize())


def _range(line: int, col: int, line_end: int, col_end: int) -> tuple[int, ...]:
    return (line - 1, col, col_end) if line == line_end else (line - 1, col, line_end - 1, col_end)
