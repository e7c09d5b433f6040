"""The facts of a snapshot with those of a layer among them."""

from __future__ import annotations

import pyarrow as pa

from query.engine.fact_table import Facts
from query.engine.model import Fact


class LaidFacts(Facts):
    """Those of `below` but for the paths that are hidden, and the layer's own."""

    def __init__(self, below: Facts, hidden: frozenset[str], own: pa.Table) -> None:
        super().__init__(own)
        self._below, self._hidden = below, hidden

    def of(self, symbol_id: str) -> list[Fact]:
        found = [*self._shown(self._below.of(symbol_id)), *super().of(symbol_id)]
        return sorted(found, key=lambda fact: (fact.path, fact.line_start))

    def of_kind(self, kind: str) -> list[Fact]:
        found = [*self._shown(self._below.of_kind(kind)), *super().of_kind(kind)]
        return sorted(found, key=lambda fact: (fact.value, fact.path, fact.line_start))

    def _shown(self, facts: list[Fact]) -> list[Fact]:
        return [fact for fact in facts if fact.path not in self._hidden]
