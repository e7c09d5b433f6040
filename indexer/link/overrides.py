"""Members that override or implement a member of a base: one reference from each to what it stands in for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.extract.terms import Flow
from indexer.schema import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from indexer.link.dialect import Dialect
    from indexer.link.program import Program

ABSTRACT = frozenset({"interface", "trait", "protocol"})
MEMBERS = frozenset({"method", "property", "indexer", "event", "operator", "accessor", "function"})


def overriding_rows(program: Program, dialect: Dialect, symbols: Iterable[int]) -> list[tuple[int, int, str]]:
    """(member, what it overrides, kind of reference); also where that lies outside the repository."""
    rows: list[tuple[int, int, str]] = []
    for symbol in symbols:
        try:
            rows.extend(_of(program, dialect, symbol))
        except RecursionError:  # bases that follow each other too deep: it overrides nothing that is known
            continue
    return rows


def _of(program: Program, dialect: Dialect, symbol: int) -> list[tuple[int, int, str]]:
    if program.kind[symbol] not in MEMBERS:
        return [(symbol, t, "write") for t in dialect.written(symbol) if not program.is_external(t)]
    owner = program.parent[symbol]
    if owner < 0 or not (program.kind[owner] in TYPE_KINDS or symbol in program.flows[Flow.IMPLEMENTS]):
        return []
    kinds = program.kind
    return [
        (symbol, base, "implementation" if kinds[program.parent[base]] in ABSTRACT else "override")
        for base in dialect.overridden(symbol)
    ]
