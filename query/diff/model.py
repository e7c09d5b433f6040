"""What a comparison of two snapshots tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Symbol = dict[str, Any]  # a row of symbols, by column


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """A symbol that is not what it was."""

    changes: list[str]  # added, removed, moved, renamed, signature, visibility, body
    kind: str
    symbol_id: str  # in the head; in the base where it was removed
    language: str
    path: str
    line: int
    old_symbol_id: str | None = None
    old_path: str | None = None
    before: str | None = None  # signature
    after: str | None = None
    breaking: str = ""  # why callers outside must change; empty where they need not
    is_test: bool = False


@dataclass(frozen=True, slots=True)
class FactChange:
    """A route, a config key, a table … that came, went or became another."""

    change: str  # added, removed, changed
    kind: str
    before: str | None
    after: str | None
    path: str
    line: int
    symbol_id: str | None


@dataclass(frozen=True, slots=True)
class CallerChange:
    """A symbol of both sides that is called from elsewhere than before."""

    symbol_id: str
    path: str
    line: int
    gained: int
    lost: int
    gained_examples: list[str]
    lost_examples: list[str]


@dataclass(frozen=True, slots=True)
class Risk:
    """A change with what hangs on it; the riskiest first."""

    symbol_id: str
    path: str
    line: int
    score: float
    direct: int  # symbols that use it themselves
    dependents: int  # those and the ones that use them, and so on
    tests: int  # of these in tests
    churn_30d: int
    breaking: bool


@dataclass(frozen=True, slots=True)
class Dependent:
    """A symbol that depends on others, and over how many steps."""

    symbol_id: str
    steps: int
    is_test: bool


@dataclass(frozen=True, slots=True)
class Blast:
    """What transitively depends on what changed."""

    changed: int
    affected: int
    tests: list[str]
    untested: int  # changed symbols that no test reaches
    risks: list[Risk] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Diff:
    """Everything that differs between two snapshots."""

    base: str
    head: str
    summary: dict[str, int]
    symbols: list[SymbolChange]
    facts: list[FactChange]
    callers: list[CallerChange]
    blast: Blast

    @property
    def breaking(self) -> list[SymbolChange]:
        return [change for change in self.symbols if change.breaking]
