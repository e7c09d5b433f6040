"""Who refers to a symbol, by which rule that is known, and who may mean it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from indexer import schema
from query.engine.calls import CANDIDATES
from query.engine.model import EXTERNAL, RESOLVED, UNRESOLVED, Symbol
from query.engine.parts import is_sole_constructor, made_by, parts
from query.engine.spans import Quoted
from query.engine.tables import RULES, Ints, texts
from query.engine.view import View
from query.errors import InvalidArgument

# Languages that call one another by name; a name in any other language means something else.
_FAMILIES = ({"javascript", "typescript", "tsx"}, {"java", "kotlin", "scala"}, {"c", "cpp"})


@dataclass(slots=True)  # not frozen: each answer makes dozens, and setting frozen fields takes three times as long
class Reference:
    """An occurrence; an unresolved one has the name in common with the symbol, and nothing that says more."""

    kind: str
    from_symbol: str | None
    path: str
    line_start: int
    line_end: int
    col_start: int
    state: str
    rule: str
    confidence: str
    to_name: str
    to_container_hint: str | None
    excerpt: str | None


@dataclass(frozen=True, slots=True)
class References:
    symbol: Symbol
    rows: tuple[Reference, ...]
    total: int
    resolved: int

    @property
    def truncated(self) -> bool:
        return len(self.rows) < self.total


def find(
    view: View, symbol: Symbol, kinds: Collection[str] = (), state: str | None = None, limit: int = 50
) -> References:
    """References of the kinds (default: all), resolved ones first, those in tests last."""
    _check(kinds, state)
    resolved = _of_kinds(view, _resolved(view, symbol), kinds)
    possible = _of_kinds(view, _possible(view, symbol), kinds)
    chosen = [*([] if state == UNRESOLVED else [resolved]), *([] if state == RESOLVED else [possible])]
    ordered = np.concatenate([_tests_last(view, rows) for rows in chosen])
    found = tuple(_references(view, ordered[: max(0, limit)], _loose(view, symbol)))
    return References(symbol, found, len(ordered), len(resolved))


def count_possible(view: View, symbol: Symbol, kinds: Collection[str] = ()) -> int:
    """How many references that no rule resolves could mean the symbol."""
    return len(_of_kinds(view, _possible(view, symbol), kinds))


def _references(view: View, rows: Ints, loose: Collection[int]) -> Iterator[Reference]:
    """Rows with their lines quoted; what points to one of `loose` may mean the symbol or another."""
    refs, quoted = view.loaded.refs, Quoted(view)
    numbers = (
        refs.target, refs.external, refs.kind, refs.line, refs.line_end, refs.col, refs.rule, refs.confidence
    )  # fmt: skip
    names = (
        (view.loaded.symbols.ids, refs.source), (view.loaded.files.paths, refs.path), (refs.names, refs.name),
        (refs.hints, refs.hint),
    )  # fmt: skip
    columns = [column[rows].tolist() for column in numbers]
    columns += [texts(column, codes[rows]) for column, codes in names]
    for target, external, kind, line, end, col, rule, sure, source, path, name, hint in zip(*columns, strict=True):
        how = (_state(target, external), RULES[rule], schema.CONFIDENCES[sure])
        if target in loose:
            how = (UNRESOLVED, CANDIDATES, "low")
        excerpt = quoted.line(path, line)
        yield Reference(schema.REF_KINDS[kind], source, path, line, end, col, *how, name, hint, excerpt)


def _state(target: int, external: int) -> str:
    if target >= 0:
        return RESOLVED
    return EXTERNAL if external == 1 else UNRESOLVED


def _resolved(view: View, symbol: Symbol) -> Ints:
    """Rows that refer to the symbol, or make an object with the constructor that it is."""
    rows = [view.loaded.refs.to(part) for part in parts(view, symbol.number)]
    made = _constructed(view, symbol)
    if made and is_sole_constructor(view, symbol.number):
        rows += _made(view, made)
    return np.concatenate(rows)


def _loose(view: View, symbol: Symbol) -> list[int]:
    """The type of one constructor of several: who names it may run any of them."""
    made = _constructed(view, symbol)
    return made if made and not is_sole_constructor(view, symbol.number) else []


def _constructed(view: View, symbol: Symbol) -> list[int]:
    """The types that a constructor makes objects of, in all their pieces."""
    return made_by(view, symbol.number) if symbol.kind == "constructor" else []


def _made(view: View, pieces: list[int]) -> list[Ints]:
    return [_of_kinds(view, view.loaded.refs.to(piece), ("instantiate",)) for piece in pieces]


def _possible(view: View, symbol: Symbol) -> Ints:
    """Rows of that name that could mean it: unresolved ones, in its languages; one constructor of several."""
    if pieces := _loose(view, symbol):
        return np.concatenate(_made(view, pieces))
    refs, files = view.loaded.refs, view.loaded.files
    rows = refs.named(symbol.name)
    rows = rows[refs.rule[rows] == RULES.index(UNRESOLVED)]
    family = next((family for family in _FAMILIES if symbol.language in family), {symbol.language})
    return np.asarray(rows[files.in_languages(family)[refs.path[rows]]])


def _of_kinds(view: View, rows: Ints, kinds: Collection[str]) -> Ints:
    if not kinds:
        return rows
    return rows[np.isin(view.loaded.refs.kind[rows], [schema.REF_KINDS.index(kind) for kind in kinds])]


def _tests_last(view: View, rows: Ints) -> Ints:
    return rows[np.argsort(view.loaded.files.is_test[view.loaded.refs.path[rows]], kind="stable")]


def _check(kinds: Collection[str], state: str | None) -> None:
    if unknown := sorted(set(kinds) - set(schema.REF_KINDS)):
        raise InvalidArgument(f"no such kind of reference: {', '.join(unknown)}", f"one of {schema.REF_KINDS}")
    if state not in (None, RESOLVED, UNRESOLVED):
        raise InvalidArgument(f"no such state of resolution: {state}", f"{RESOLVED} or {UNRESOLVED}, or leave it out")
