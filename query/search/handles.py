"""Hits by their handles: a later call can be about one of them without searching again."""

from __future__ import annotations

import hashlib
import re

from query.engine.view import View
from query.search.direct import Direct
from query.search.index import TextIndex

HANDLE = re.compile(r"snip_[0-9a-f]{16}")
_STABLE = re.compile(r"sym_[0-9a-f]{16}")


def result_id(key: str) -> str:
    """The handle of a hit: from its symbol's id, or from `path:line`."""
    return "snip_" + hashlib.blake2b(key.encode(), digest_size=8).hexdigest()


def is_handle(view: View, text: str) -> bool:
    """Whether a question is a handle or an id, and so about one thing alone."""
    if HANDLE.fullmatch(text) or _STABLE.fullmatch(text):
        return True
    return text[1:2] == ":" and view.loaded.symbols.number(text) >= 0  # most are not even like an id


def symbol_number(view: View, handle: str) -> int:
    """The symbol that a handle was made from, or that has the id; -1 where there is none."""
    symbols = view.loaded.symbols
    if _STABLE.fullmatch(handle):
        return next(iter(symbols.where("stable_id", handle)), -1)
    if not HANDLE.fullmatch(handle):
        return symbols.number(handle)
    return next((number for number, one in enumerate(symbols.ids.to_pylist()) if result_id(one) == handle), -1)


def standing_for(view: View, index: TextIndex, handle: str) -> Direct | None:
    """The symbol or the piece of a file that a handle stands for, while the index has it."""
    number = symbol_number(view, handle)
    if number >= 0:
        symbol = view.loaded.symbols[number]
        return Direct("exact", symbol.path, symbol.line_start, symbol.line_end, symbol)
    for segment in index.segments:
        columns = (segment.columns[name].to_pylist() for name in ("path", "line_start", "line_end"))
        for path, first, last in zip(*columns, strict=True):
            if result_id(f"{path}:{first}") == handle:
                return Direct("exact", path, first, last)
    return None
