"""TypeScript, TSX: JavaScript's hooks, and what the grammar cannot read."""

from __future__ import annotations

import re
from itertools import islice

from indexer.languages.javascript.hooks import ROLES, refine, refine_import

__all__ = ["ROLES", "prepare", "refine", "refine_import"]

STAR_OF_TYPES = re.compile(rb"(?<=\bexport )type(?= +\*)")
LONGEST = 4000  # bytes of type parameters that are looked through
MOST = 2000  # lines of a file that begin so
NO_END = b"{;,(|&=?:<[+-*/!~^%."  # behind these an expression or a type goes on


def prepare(data: bytes) -> bytes:
    """`export type *` is `export *`; a call signature that begins a line is set apart from the member before it."""
    if b"export type" in data:
        data = STAR_OF_TYPES.sub(b"    ", data)
    made = bytearray(data)
    for found in islice(re.finditer(rb"\n[ \t]+(?=<(?:[A-Za-z_$]|\r?\n))", data), MOST):
        if _begins_signature(data, found.start(), found.end()):
            made[found.end() - 1 : found.end()] = b";"
    return bytes(made)


def _begins_signature(data: bytes, line: int, start: int) -> bool:
    """`<T>(…)` behind what is no open expression; JSX and comparisons are none."""
    end = _closing(data, start)
    if end < 0 or data[end + 1 : end + 2] != b"(":
        return False
    before = _before(data, line)
    return bool(before) and before[-1:] not in NO_END and not before.endswith(b"=>")


def _closing(data: bytes, start: int) -> int:
    """Where the angle bracket that opens is closed."""
    depth = 0
    for at in range(start, min(start + LONGEST, len(data))):
        sign = data[at]
        if sign == 60:  # <
            depth += 1
        elif sign == 62 and data[at - 1] != 61:  # > that is not =>
            depth -= 1
            if depth == 0:
                return at
        elif sign == 59:  # ;
            return -1
    return -1


def _before(data: bytes, end: int) -> bytes:
    """What stands before, without lines of comments."""
    while end > 0:
        begin = data.rfind(b"\n", 0, end) + 1
        text = data[begin:end].strip()
        if text.endswith(b"*/"):
            end = data.rfind(b"/*", 0, end)
        elif text and not text.startswith(b"//"):
            return text.partition(b" //")[0].rstrip()
        else:
            end = begin - 1
    return b""
