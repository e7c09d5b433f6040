"""How values are written for people: numbers, sizes, and names that strangers chose."""

from __future__ import annotations

from decimal import Decimal

_UNITS = ("B", "KB", "MB", "GB", "TB")


def printable(text: str) -> str:
    """Text of strangers (paths, names, literals) without the control characters that could drive a terminal."""
    return "".join(char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in text)


def one_line(text: str) -> str:
    """The same on one line."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def size(count: int) -> str:
    """Bytes the way a person reads them: `12.4 MB`."""
    amount, unit = float(count), _UNITS[0]
    for unit in _UNITS:
        if amount < 1000 or unit == _UNITS[-1]:
            break
        amount /= 1000
    return f"{amount:,.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:,.1f} {unit}"


def plural(count: int, noun: str, many: str = "") -> str:
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def simple(value: object) -> object:
    """What JSON has no type for, as something it has."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    return float(value) if isinstance(value, Decimal) else str(value)
