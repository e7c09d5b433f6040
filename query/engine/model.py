"""Rows as the engine hands them out: the schema's vocabulary, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

RESOLVED, UNRESOLVED, EXTERNAL = "resolved", "unresolved", "external"
STATES = (RESOLVED, UNRESOLVED, EXTERNAL)

Relation = Literal["same_file", "same_module", "imported", "same_package"]  # how two symbols belong together


@dataclass(frozen=True, slots=True)
class Symbol:
    """A row of `symbols` by its columns; `number` is its place in the view."""

    number: int
    symbol_id: str
    stable_id: str
    language: str
    kind: str
    name: str
    qualified_name: str
    namespace: str | None
    container_id: str | None
    path: str
    line_start: int
    line_end: int
    col_start: int
    col_end: int
    name_line: int
    name_col: int
    signature: str | None
    return_type: str | None
    documentation: str | None
    visibility: str | None
    exported: bool | None
    is_test: bool
    modifiers: list[str] | None
    decorators: list[str] | None
    fingerprint: str
    confidence: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of `facts`; `detail` is the JSON object in it."""

    kind: str
    value: str
    detail: dict[str, Any]
    framework: str | None
    symbol_id: str | None
    path: str
    line_start: int
    line_end: int
    confidence: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A place that backs a statement."""

    path: str
    line_start: int
    line_end: int
    symbol_id: str | None = None
    excerpt: str | None = None
