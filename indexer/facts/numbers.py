"""The numbers inside the data of marks: definitions and terms, counted from the file's first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from indexer.facts.reading import Value

Number = Callable[[int], Any]


def replaced(value: Value, symbol: Number, term: Number) -> Value:
    """The same with other numbers, or what else they stand for."""
    if isinstance(value, list):
        return [replaced(item, symbol, term) for item in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Value] = {}
    for key, held in value.items():
        if key == "k":  # named arguments: their names are the code's own
            made[key] = {name: replaced(given, symbol, term) for name, given in held.items()}
        elif key == "t" and isinstance(held, int):
            made[key] = term(held)
        elif key in ("s", "d") and isinstance(held, int):
            made[key] = symbol(held)
        else:
            made[key] = replaced(held, symbol, term)
    return made
