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
        if program.kind[symbol] not in MEMBERS:
            rows.extend((symbol, t, "write") for t in dialect.written(symbol) if not program.is_external(t))
            continue
        owner = program.parent[symbol]
        is_member = owner >= 0 and (program.kind[owner] in TYPE_KINDS or symbol in program.flows[Flow.IMPLEMENTS])
        for base in dialect.overridden(symbol) if is_member else ():
            abstract = program.kind[program.parent[base]] in ABSTRACT
            rows.append((symbol, base, "implementation" if abstract else "override"))
    return rows
