"""Signatures in parts, and what definitions take from other modules; asked for many symbols at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from query.engine.model import Symbol
from query.engine.view import View

_BRACKET = re.compile(r"[<\[]")
_ROOT = re.compile(r"\.|::|->|/")


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str | None
    default: str | None


@dataclass(frozen=True, slots=True)
class Signature:
    """`parameters` is none where a symbol takes none by its kind; `overloads` are other signatures of the same name."""

    text: str
    parameters: tuple[Parameter, ...] | None
    returns: str | None
    generics: tuple[str, ...]
    overloads: tuple[str, ...]


def signatures(view: View, symbols: Sequence[Symbol]) -> dict[int, Signature]:
    """The signature of each symbol, by its number."""
    ids = [symbol.symbol_id for symbol in symbols]
    found = view.loaded.parameters(ids)
    overloads = _overloads(view, symbols)
    return {
        symbol.number: Signature(
            symbol.signature or symbol.qualified_name,
            _parameters(found[symbol.symbol_id]) if symbol.symbol_id in found else None,
            symbol.return_type,
            generics(symbol),
            overloads.get(symbol.number, ()),
        )
        for symbol in symbols
    }


def generics(symbol: Symbol) -> tuple[str, ...]:
    """Type parameters as they stand behind the name, or before it in Java's methods."""
    written = symbol.signature or ""
    if symbol.symbol_id[0] not in "TM" or not _BRACKET.search(written):
        return ()
    behind = re.search(rf"(?<![\w]){re.escape(symbol.name)}\s*([<\[])", written)
    before = re.search(r"(?:^|\s)(<)[^()]*?\b" + re.escape(symbol.name) + r"\b", written) if not behind else None
    match = behind or before
    return tuple(_split(written, match.start(1))) if match else ()


def imports(view: View, symbols: Sequence[Symbol]) -> dict[int, tuple[str, ...]]:
    """Imported names that each symbol uses, as the import spells them; of a module all that its file imports."""
    paths = sorted({symbol.path for symbol in symbols})
    local: dict[str, dict[str, str]] = {path: {} for path in paths}
    for path, name, module, imported in view.loaded.imports(paths):
        spelled = f"{module}.{imported}" if imported and imported != "*" else module
        local[path].setdefault(name or spelled, spelled)
    return {symbol.number: tuple(_used(view, symbol, local[symbol.path])) for symbol in symbols}


def _used(view: View, symbol: Symbol, local: dict[str, str]) -> Iterable[str]:
    if symbol.symbol_id.startswith("N:"):
        return dict.fromkeys(local.values())
    refs, tables = view.loaded.refs, view.loaded.symbols
    inside = [symbol.number, *(tables.members(symbol.number) if tables.is_type[symbol.number] else ())]
    met = np.concatenate([refs.of(number) for number in inside])
    # Receivers and names are few; their texts are looked at once each.
    names = {refs.names[int(code)].as_py() for code in np.unique(refs.name[met])}
    hints = {refs.hints[int(code)].as_py() for code in np.unique(refs.hint[met]) if code >= 0}
    used = names | {_ROOT.split(hint, maxsplit=1)[0] for hint in hints}
    return dict.fromkeys(spelled for name, spelled in local.items() if name in used)


def _overloads(view: View, symbols: Sequence[Symbol]) -> dict[int, tuple[str, ...]]:
    """Further signatures of the same qualified name, in one pass over all names."""
    columns, tables = view.loaded.symbols.columns, view.loaded.symbols
    wanted = [symbol for symbol in symbols if tables.is_callable[symbol.number]]
    named = pc.is_in(columns["qualified_name"], pa.array([symbol.qualified_name for symbol in wanted], pa.string()))
    alike: dict[str, list[int]] = {}
    for number in np.flatnonzero(named.to_numpy(zero_copy_only=False) & tables.is_callable).tolist():
        alike.setdefault(tables.name(number), []).append(number)
    return {
        symbol.number: tuple(
            columns["signature"][other].as_py() or tables.name(other)
            for other in alike[symbol.qualified_name]
            if other != symbol.number
        )
        for symbol in wanted
    }


def _parameters(found: list[dict[str, Any]]) -> tuple[Parameter, ...]:
    return tuple(Parameter(one["name"], one["type"], one["default"]) for one in found)


def _split(written: str, start: int) -> Iterable[str]:
    """What stands between brackets, cut at its own commas."""
    depth, item = 0, ""
    for letter in written[start:]:
        if letter in "<[(":
            depth += 1
        elif letter in ">])":
            depth -= 1
        if depth == 0 or (depth == 1 and letter in ",<["):
            if item.strip():
                yield item.strip()
            item = ""
        else:
            item += letter
        if depth == 0:
            return
