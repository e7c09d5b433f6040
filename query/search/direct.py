"""Answers that are named by the question itself: symbols, files, places of a stack trace, logged messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow.compute as pc

from query.engine.model import Symbol
from query.engine.tables import Symbols
from query.engine.view import View
from query.search.frames import Frame, frames, locate
from query.search.messages import LEAST_SAID, logged
from query.search.model import ERROR, PATH, SYMBOL, Filters
from query.search.ranking import path_admitted
from query.search.typos import near_names

MOST = 50
_PREFERRED = {"T": 0, "M": 1}
_SEPARATOR = re.compile(r"\.|::|->|#|/")
_POSITION = re.compile(r"^(.*?)(?::(\d+))?(?::\d+)?$")
_MOSTLY = 0.5  # part of a text that a message must be, where nothing else speaks for an error


@dataclass(frozen=True, slots=True)
class Direct:
    """A symbol, or a place in a file where `symbol` is none."""

    source: str  # exact, near_name, path, frame, log
    path: str
    line_start: int
    line_end: int
    symbol: Symbol | None = None


def direct(view: View, intent: str, text: str, filters: Filters) -> list[Direct]:
    """What the question names, the surest first."""
    if intent == SYMBOL:
        found = _named(view, text, filters)
    elif intent == PATH:
        found = list(_paths(view, text, filters))
    elif intent == ERROR:
        found = [*_traced(view, text), *_logged(view, text)]
    else:
        found = list(_logged(view, text, max(LEAST_SAID, _MOSTLY * len(text))))
    return found[:MOST]


def _of(source: str, symbol: Symbol) -> Direct:
    return Direct(source, symbol.path, symbol.line_start, symbol.line_end, symbol)


def _named(view: View, text: str, filters: Filters) -> list[Direct]:
    spelled = text.removesuffix("()")
    last = _SEPARATOR.split(spelled)[-1]
    symbols = view.loaded.symbols
    source, numbers = "exact", _called(symbols, [last])
    if not numbers:
        source, numbers = "near_name", _called(symbols, near_names(view.mounted, last))
    found = [(symbols[number], int(view.loaded.fan_in[number])) for number in numbers]
    chosen = [(symbol, uses) for symbol, uses in found if _passes(symbol, filters)]
    chosen.sort(key=lambda one: _preference(one[0], one[1], spelled))
    return [_of(source, symbol) for symbol, _ in chosen]


def _called(symbols: Symbols, names: list[str]) -> list[int]:
    """Numbers of the symbols of these names, in upper or lower case."""
    folded = pc.utf8_lower(symbols.columns["name"])
    found: list[int] = []
    for name in names:
        found += np.flatnonzero(pc.equal(folded, name.lower()).to_numpy(zero_copy_only=False)).tolist()
    return found


def _passes(symbol: Symbol, filters: Filters) -> bool:
    return (
        path_admitted(symbol.path, filters)
        and (not filters.languages or symbol.language in filters.languages)
        and (not filters.kinds or symbol.kind in filters.kinds)
    )


def _preference(symbol: Symbol, uses: int, spelled: str) -> tuple[Any, ...]:
    """Qualified as asked, spelt as asked, no test, types and functions before values, much used."""
    parts = _SEPARATOR.split(spelled)
    qualified = _SEPARATOR.split(symbol.qualified_name)
    return (
        qualified[-len(parts) :] != parts,
        symbol.name != parts[-1],
        symbol.is_test,
        _PREFERRED.get(symbol.symbol_id[0], 2),
        -uses,
        symbol.symbol_id,
    )


def _paths(view: View, text: str, filters: Filters) -> Iterator[Direct]:
    match = _POSITION.match(text.strip())
    assert match is not None  # every part is optional
    wanted, line = match[1].replace("\\", "/").removeprefix("./").strip("/").lower(), int(match[2] or 0)
    known = [path for path in view.loaded.files.paths.to_pylist() if path_admitted(path, filters)]
    alike = [path for path in known if wanted in path.lower()]
    alike.sort(key=lambda path: (_distance(path.lower(), wanted), len(path), path))
    for path in alike[:MOST]:
        symbol = around(view.loaded.symbols, Frame(path, line)) if line else None
        yield Direct("path", path, line or 1, line or 1, symbol)


def _distance(path: str, wanted: str) -> int:
    """The file itself, a file of that name or end, a file so named but for its ending, a folder, anything else."""
    name, stem = path.rpartition("/")[2], path.rpartition(".")[0]
    tests = (
        path == wanted,
        path.endswith("/" + wanted),
        stem == wanted or stem.endswith("/" + wanted),
        name.startswith(wanted),
        f"/{wanted}/" in f"/{path}",
    )
    return tests.index(True) if True in tests else len(tests)


def _traced(view: View, text: str) -> Iterator[Direct]:
    found = frames(text)
    known = view.loaded.files.paths.to_pylist() if found else []
    for frame in found:
        if (path := locate(frame.path, known)) is not None:
            symbol = around(view.loaded.symbols, Frame(path, frame.line, frame.name))
            yield _of("frame", symbol) if symbol else Direct("frame", path, frame.line, frame.line)


def around(symbols: Symbols, frame: Frame) -> Symbol | None:
    """The innermost definition at a line; where the trace names another one of the file, lines have moved since."""
    here = [symbols[number] for number in symbols.where("path", frame.path)]
    inside = [s for s in here if s.line_start <= frame.line <= s.line_end and not s.symbol_id.startswith("N:")]
    innermost = min(inside, key=lambda s: (s.line_end - s.line_start, s.symbol_id), default=None)
    name = re.split(r"\W+", frame.name.strip("<>()"))[-1]
    if not name or (innermost is not None and innermost.name == name):
        return innermost
    alike = [symbol for symbol in here if symbol.name == name]
    return min(alike, key=lambda s: (abs(s.line_start - frame.line), s.symbol_id), default=innermost)


def _logged(view: View, text: str, least: float = LEAST_SAID) -> Iterator[Direct]:
    for message in logged(view, text, least):
        symbol = around(view.loaded.symbols, Frame(message.path, message.line_start))
        yield Direct("log", message.path, message.line_start, message.line_end, symbol)
