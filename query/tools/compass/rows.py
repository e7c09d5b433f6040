"""Symbols of the engine as rows of the contracts."""

from __future__ import annotations

from typing import Any

from query.engine.model import Symbol
from query.tools.compass.vocabulary import kind_of


def handle(symbol: Symbol) -> dict[str, Any]:
    """What names a symbol, and where it is."""
    return {
        "symbol_id": symbol.symbol_id,
        "symbol_stable_id": symbol.stable_id,
        "name": symbol.name,
        "kind": kind_of(symbol),
        "path": symbol.path,
        "line_start": symbol.line_start,
    }


def row(symbol: Symbol) -> dict[str, Any]:
    """A symbol with its full name and signature."""
    return handle(symbol) | {
        "qualified_name": symbol.qualified_name,
        "line_end": symbol.line_end,
        "signature": symbol.signature,
    }
