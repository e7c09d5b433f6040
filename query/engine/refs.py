"""Who refers to a symbol, by which rule that is known, and who may mean it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from indexer import schema
from query.engine.model import RESOLVED, UNRESOLVED, Symbol
from query.engine.parts import parts
from query.engine.spans import Quoted
from query.engine.tables import RULES, Ints
from query.engine.view import View
from query.errors import InvalidArgument

# Languages that call one another by name; a name in any other language means something else.
_FAMILIES = ({"javascript", "typescript", "tsx"}, {"java", "kotlin", "scala"}, {"c", "cpp"})


@dataclass(frozen=True, slots=True)
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
    found = tuple(_references(view, ordered[: max(0, limit)]))
    return References(symbol, found, len(ordered), len(resolved))


def _references(view: View, rows: Ints) -> Iterator[Reference]:
    """Rows with their lines quoted."""
    refs, symbols, files = view.loaded.refs, view.loaded.symbols, view.loaded.files
    columns = (refs.kind, refs.source, refs.path, refs.line, refs.line_end, refs.col, refs.rule, refs.confidence)
    quoted = Quoted(view)
    for row, *numbers in zip(rows.tolist(), *(column[rows].tolist() for column in columns), strict=True):
        kind, source, file, line, line_end, col, rule, confidence = numbers
        path = files.path(file)
        yield Reference(
            schema.REF_KINDS[kind], symbols.id(source), path, line, line_end, col, refs.state(row), RULES[rule],
            schema.CONFIDENCES[confidence], *refs.written(row), quoted.line(path, line),
        )  # fmt: skip


def _resolved(view: View, symbol: Symbol) -> Ints:
    """Rows that refer to the symbol, or make an object with the constructor that it is."""
    refs, container = view.loaded.refs, int(view.loaded.symbols.containers[symbol.number])
    rows = [refs.to(part) for part in parts(view, symbol.number)]
    if symbol.kind == "constructor" and container >= 0:
        rows += [_of_kinds(view, refs.to(part), ("instantiate",)) for part in parts(view, container)]
    return np.concatenate(rows)


def _possible(view: View, symbol: Symbol) -> Ints:
    """Unresolved rows of that name, in languages that could mean it; what leads outside does not."""
    refs, files = view.loaded.refs, view.loaded.files
    rows = refs.named(symbol.name)
    rows = rows[refs.external[rows] != 1]
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
