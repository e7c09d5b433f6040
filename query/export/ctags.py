"""A tags file in the extended format (version 2), as readtags, vim and emacs read it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from query.engine.view import View
from query.export import Pieces, selected

_HEAD = (
    "!_TAG_FILE_ENCODING\tutf-8\t//\n"
    "!_TAG_FILE_FORMAT\t2\t/extended format/\n"
    "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/\n"
    "!_TAG_PROGRAM_NAME\tcodemap\t//\n"
    "!_TAG_PROGRAM_VERSION\t{version}\t//\n"
)
_ESCAPES = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def pieces(view: View) -> Pieces:
    """The head, then one line for each definition."""
    yield _HEAD.format(version=version("codemap")).encode()
    for row in selected(view.mounted, "tags"):
        # A tab or a line's end cannot be written in the first two columns.
        if row["name"] and row["name"].isprintable() and row["path"].isprintable():
            yield _line(row).encode("utf-8", "replace")


def _line(row: Mapping[str, Any]) -> str:
    fields = [
        ("kind", row["kind"]),
        ("line", row["name_line"]),
        ("language", row["language"]),
        ("scope", f"{row['scope_kind']}:{row['scope']}" if row["scope"] else None),
        ("access", row["visibility"]),
        ("signature", row["signature"]),
        ("end", row["line_end"]),
    ]
    written = "\t".join(f"{name}:{str(value).translate(_ESCAPES)}" for name, value in fields if value)
    return f'{row["name"]}\t{row["path"]}\t{row["name_line"]};"\t{written}\n'
