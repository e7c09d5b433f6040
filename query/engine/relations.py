"""What follows from the tables: bases both ways, imported names, how much a symbol is used, what runs code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from indexer import schema
from query.engine.statements import arrays, arrow
from query.engine.tables import Bools, Ints, Refs, Symbols
from query.engine.words import Floats
from query.mount import Mounted

_CALL, _INSTANTIATE, _READ, _WRITE = (schema.REF_KINDS.index(kind) for kind in ("call", "instantiate", "read", "write"))
_USE, _TYPE, _CALLABLE, _TEST = 0.5, 1.0, 0.5, -3.0


@dataclass(frozen=True, slots=True)
class Base:
    """A base of a type as its header names it; both are numbers, and `base` is -1 outside the repository."""

    derived: int
    base: int
    name: str
    relation: str


def bases(mounted: Mounted, symbols: Symbols) -> tuple[dict[int, list[Base]], dict[int, list[Base]]]:
    """(bases of each type, types that each symbol is a base of)"""
    table = arrow(mounted, "load", "bases")
    derived, base = (symbols.numbers(table[name]).tolist() for name in ("symbol_id", "base_symbol"))
    up: dict[int, list[Base]] = {}
    down: dict[int, list[Base]] = {}
    for found in map(Base, derived, base, table["base_name"].to_pylist(), table["relation"].to_pylist()):
        up.setdefault(found.derived, []).append(found)
        if found.base >= 0:
            down.setdefault(found.base, []).append(found)
    return up, down


def imported(rows: Iterable[Sequence[Any]]) -> dict[tuple[str, str], str]:
    """What names from outside mean in a file: (path, local name) to the module or `module.name`."""
    found = {}
    for path, local, module, name in rows:
        found[path, local] = f"{module}.{name}" if name and name != "*" else module
    return found


def fan_in(mounted: Mounted, symbols: int) -> Ints:
    """How many references each symbol has, imports left out."""
    counted = arrays(mounted, "load", "fan_in")
    counts = np.zeros(symbols, np.int32)
    counts[counted["number"]] = counted["count"]
    return counts


OVERRIDES = ("override", "implementation")  # kinds of references that say so


def overriding(mounted: Mounted, symbols: Symbols) -> Bools:
    """Which symbols override or implement a member of a base that the repository has."""
    mask = np.zeros(len(symbols) + 1, np.bool_)  # the last one stands for no symbol
    mask[symbols.numbers(arrow(mounted, "load", "overriding")["from_symbol"])] = True
    return np.asarray(mask[:-1], np.bool_)


def override_rows(refs: Refs) -> Ints:
    """References from what overrides or implements something, in order."""
    return np.flatnonzero(np.isin(refs.kind, [schema.REF_KINDS.index(kind) for kind in OVERRIDES])).astype(np.int32)


def call_mask(refs: Refs, symbols: Symbols) -> Bools:
    """Which references run code: calls, instantiations, and reads and writes of properties that hold code."""
    runs = np.isin(refs.kind, (_CALL, _INSTANTIATE))
    acts = np.isin(refs.kind, (_CALL, _INSTANTIATE, _READ, _WRITE)) & (refs.source >= 0)
    active = np.zeros(len(symbols) + 1, np.bool_)  # the last one stands for no symbol
    active[refs.source[acts]] = True
    active[:-1] &= symbols.of_kinds(("property", "indexer", "accessor"))
    active[-1] = False
    accessed = np.isin(refs.kind, (_READ, _WRITE)) & active[refs.target]
    return np.asarray(runs | accessed, np.bool_)


def prior(symbols: Symbols, fan_in: Ints) -> Floats:
    """What decides between matches of equal words: how often it is used, what it is, whether it is a test."""
    score = (
        _USE * np.log1p(fan_in) + _TYPE * symbols.is_type + _CALLABLE * symbols.is_callable + _TEST * symbols.is_test
    )
    return np.asarray(score, np.float32)
