"""Who refers to a symbol, by which rule that is known, and who may mean it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from indexer import schema
from query.engine.model import RESOLVED, UNRESOLVED, Symbol
from query.engine.parts import parts
from query.engine.spans import excerpt
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
    rows = np.concatenate([view.loaded.refs.to(part) for part in parts(view, symbol.number)])
    resolved = _of_kinds(view, rows, kinds)
    possible = _of_kinds(view, _possible(view, symbol), kinds)
    chosen = [*([] if state == UNRESOLVED else [resolved]), *([] if state == RESOLVED else [possible])]
    ordered = np.concatenate([_tests_last(view, rows) for rows in chosen])
    found = tuple(reference(view, int(row)) for row in ordered[: max(0, limit)])
    return References(symbol, found, len(ordered), len(resolved))


def reference(view: View, row: int) -> Reference:
    """One row with its line quoted."""
    refs = view.loaded.refs
    path, line = view.loaded.files.path(int(refs.path[row])), int(refs.line[row])
    name, hint = refs.written(row)
    return Reference(
        schema.REF_KINDS[refs.kind[row]], view.loaded.symbols.id(int(refs.source[row])), path, line,
        int(refs.line_end[row]), int(refs.col[row]), refs.state(row), RULES[refs.rule[row]],
        schema.CONFIDENCES[refs.confidence[row]], name, hint, excerpt(view, path, line),
    )  # fmt: skip


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
