"""What a search is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field

SYMBOL, PATH, ERROR, NATURAL = "symbol", "path", "error", "natural_language"


@dataclass(frozen=True, slots=True)
class Filters:
    """All must hold; an empty one holds for everything."""

    languages: tuple[str, ...] = ()
    file_types: tuple[str, ...] = ()  # extensions without the dot
    directory: str = ""
    kinds: tuple[str, ...] = ()  # of symbols, in the schema's words

    @property
    def empty(self) -> bool:
        return not (self.languages or self.file_types or self.directory or self.kinds)


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that answers; `symbol_id` is null for documents and for what stands outside of definitions."""

    result_id: str
    result_type: str  # symbol, snippet, file
    path: str
    line_start: int
    line_end: int
    score: float  # 0 to 1
    sources: tuple[str, ...]  # exact, near_name, path, frame, log, lexical, semantic, documents
    language: str | None = None
    symbol_id: str | None = None
    stable_id: str | None = None
    kind: str | None = None
    name: str | None = None
    qualified_name: str | None = None
    signature: str | None = None
    snippet: str | None = None
    snippet_line: int = 0  # line that the snippet begins on


@dataclass(frozen=True, slots=True)
class Evidence:
    """How the hits were found."""

    sources: tuple[str, ...] = ()
    candidates: dict[str, int] = field(default_factory=dict)
    fusion_ms: float = 0.0
    model: str | None = None
    fallback_reason: str | None = None
    corrected: dict[str, str] = field(default_factory=dict)  # words that the index lacks, and what was taken instead


@dataclass(frozen=True, slots=True)
class Found:
    query: str
    intent: str
    hits: tuple[Hit, ...]
    total_candidates: int
    evidence: Evidence

    @property
    def truncated(self) -> bool:
        return len(self.hits) < self.total_candidates
