"""Where a name is defined: the definitions that are called so, the one that is most likely meant first."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc

from query.engine import symbols as names
from query.engine.model import Symbol
from query.engine.tables import Bools, Symbols
from query.engine.view import View
from query.engine.words import Floats
from query.errors import Ambiguous, InvalidArgument, NotFound
from query.search.handles import HANDLE, symbol_number

# How well a name fits: as a whole, with its qualifier, but for the case, at its beginning.
QUALIFIED, EXACT, FOLDED, BEGINNING = 0.95, 0.9, 0.7, 0.5
_TEST, _VALUE, _BODILESS, _USE = -0.1, -0.03, -0.02, 0.05
_STABLE = re.compile(r"sym_[0-9a-f]{16}")
_SEPARATOR = re.compile(r"\.|::|->|#|/|\\")
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Place:
    symbol: Symbol
    score: float  # 0 to 1
    exact: bool = True  # spelled as it was asked, upper and lower case included


@dataclass(frozen=True, slots=True)
class Located:
    """`near` holds ids of what is called nearly so, where nothing is called so."""

    places: tuple[Place, ...]
    total: int
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meant:
    """The symbol that a name means, and others that it may mean as well."""

    symbol: Symbol
    others: tuple[Symbol, ...] = ()


def locate(view: View, name: str, kinds: Collection[str] = (), language: str | None = None, limit: int = 10) -> Located:
    """Definitions of a name, a qualified name or an id; beginnings count where nothing is called so."""
    wanted = name.strip().removesuffix("()")
    if not wanted:
        raise InvalidArgument("the name is empty", "give a symbol's name, qualified name or id")
    symbols = view.loaded.symbols
    allowed = _allowed(symbols, kinds, language)
    fit = _by_id(view, wanted)
    if not fit.any():
        fit = _fit(symbols, wanted)
    fit = np.where(allowed, fit, 0)
    if fit.max(initial=0) > BEGINNING:
        fit = np.where(fit > BEGINNING, fit, 0)
    numbers = np.flatnonzero(fit)
    score = np.clip(fit + _prior(view), 0, 1)
    best = numbers[np.argsort(-score[numbers], kind="stable")[:limit]]
    places = tuple(
        Place(symbols[int(number)], round(float(score[number]), 4), bool(fit[number] > FOLDED)) for number in best
    )
    return Located(places, len(numbers), () if places else names.near_names(view, wanted))


def the_one(view: View, name: str, path: str | None = None) -> Meant:
    """The symbol that a name means, in one file where the name is used in several."""
    found = [place for place in locate(view, name, limit=200).places if place.score > BEGINNING + _USE]
    if path is not None:
        wanted = path.replace("\\", "/").removeprefix("./")
        found = [place for place in found if place.symbol.path == wanted]
    if not found:
        raise _unknown(view, name, path)
    # Who writes `QuerySet` does not mean a field `queryset`.
    best, *others = (place.symbol for place in [place for place in found if place.exact] or found)
    if len({symbol.path for symbol in (best, *others)}) > 1:
        raise _ambiguous(name, [best, *others])
    return Meant(best, tuple(others))


def _by_id(view: View, wanted: str) -> Floats:
    symbols = view.loaded.symbols
    fit = np.zeros(len(symbols), np.float32)
    if _STABLE.fullmatch(wanted):
        fit[symbols.where("stable_id", wanted)] = 1
    else:
        number = symbol_number(view, wanted) if HANDLE.fullmatch(wanted) else symbols.number(wanted)
        fit[[number] if number >= 0 else []] = 1
    return fit


def _fit(symbols: Symbols, wanted: str) -> Floats:
    """How well each symbol's name fits, 0 for not at all."""
    parts = [part for part in _SEPARATOR.split(wanted) if part] or [wanted]
    last, written = parts[-1], symbols.columns["name"]
    folded = pc.utf8_lower(written)
    begins = pc.starts_with(folded, last.lower()).to_numpy(zero_copy_only=False)
    fit = np.where(begins, np.float32(BEGINNING), np.float32(0))
    fit[pc.equal(folded, last.lower()).to_numpy(zero_copy_only=False)] = FOLDED
    fit[pc.equal(written, last).to_numpy(zero_copy_only=False)] = EXACT
    if len(parts) == 1:
        return fit
    qualified = symbols.columns["qualified_name"]
    for number in np.flatnonzero(fit):
        spelled = _SEPARATOR.split(qualified[int(number)].as_py())[-len(parts) :]
        if spelled == parts:
            fit[number] = QUALIFIED
        elif [part.lower() for part in spelled[:-1]] != [part.lower() for part in parts[:-1]]:
            fit[number] = 0
        else:
            fit[number] = min(fit[number], np.float32(FOLDED))
    return fit


def _allowed(symbols: Symbols, kinds: Collection[str], language: str | None) -> Bools:
    mask = symbols.of_kinds(kinds) if kinds else np.ones(len(symbols), np.bool_)
    return mask & symbols.having("language", lambda one: one == language) if language else mask


def _prior(view: View) -> Floats:
    """What decides between definitions of one name: no test, no mere value, with a body, much used."""
    symbols = view.loaded.symbols
    lines = [symbols.columns[name].to_numpy() for name in ("line_start", "line_end")]
    solid = symbols.is_type | symbols.is_callable
    uses = np.log1p(view.loaded.fan_in)
    score = _USE * uses / max(float(uses.max(initial=0)), 1.0) + _TEST * symbols.is_test
    return np.asarray(score + _VALUE * ~solid + _BODILESS * (solid & (lines[0] == lines[1])), np.float32)


def _unknown(view: View, name: str, path: str | None) -> NotFound:
    near = names.near_names(view, name)
    where = f" in {path}" if path else ""
    hint = "did you mean " + ", ".join(near) if near else "look for it with a search"
    return NotFound(f"no symbol is called {name[:200]!r}{where}", hint, near, lead="did you mean")


def _ambiguous(name: str, found: list[Symbol]) -> Ambiguous:
    paths = list(dict.fromkeys(symbol.path for symbol in found))
    ids = tuple(symbol.symbol_id for symbol in found[:_MOST_NAMED])
    hint = f"say which file: {', '.join(paths[:_MOST_NAMED])}; or give one of the ids {', '.join(ids)}"
    message = f"{len(found)} symbols in {len(paths)} files are called {name[:200]!r}"
    return Ambiguous(message, hint, ids, lead="say which file with --file, or give an id instead of the name")
