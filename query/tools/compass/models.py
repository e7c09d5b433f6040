"""The records of the CodeCompass contracts, field for field; what is told only at times is left out at others."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from query.engine.model import Relation
from query.jobs.store import Mode, Status
from query.tools.compass.standing import Indexing, Metadata, SchemaStatus


def _is_empty(value: object) -> bool:
    return value is None or value == []


Intent = Literal["symbol", "path", "error", "natural_language"]
# Left out where there is nothing to tell.
Sparse = Field(default=None, exclude_if=_is_empty)


class Response(BaseModel):
    metadata: Metadata


class IndexResponse(Response):
    job_id: str
    status: Status
    mode: Mode
    file_count: int | None


class SyncResponse(Response):
    job_id: str
    status: Status
    mode: Mode
    changed_files: int | None


class JobRecord(BaseModel):
    job_id: str
    ref: str
    mode: Mode
    status: Status
    changed_files: int | None
    duration_ms: int | None
    created_at: str
    progress: Annotated[str | None, Sparse] = None
    error: Annotated[str | None, Sparse] = None


class StatusResponse(Response):
    project_id: str
    repo_root: str
    index_status: Indexing
    schema_status: SchemaStatus
    current_schema_version: int | None
    required_schema_version: int
    last_indexed_at: str | None
    ref: str
    file_count: int | None
    symbol_count: int | None
    active_job: JobRecord | None
    recent_jobs: list[JobRecord]


class Handle(BaseModel):
    """A symbol that other calls can be made about."""

    symbol_id: str
    symbol_stable_id: str
    name: str
    kind: str
    path: str
    line_start: int


class SymbolRow(Handle):
    qualified_name: str
    line_end: int
    signature: Annotated[str | None, Sparse] = None


class LocatedRow(SymbolRow):
    language: str
    score: float


class LocateResponse(Response):
    results: list[LocatedRow]
    total_candidates: int
    near_names: Annotated[list[str] | None, Sparse] = None


class Branch(SymbolRow):
    depth: int
    children: Annotated[list[Branch] | None, Sparse] = None


class HierarchyResponse(Response):
    hierarchy: list[Branch]
    direction: Literal["ancestors", "descendants"]
    chain_length: int
    other_matches: Annotated[list[str] | None, Sparse] = None


class RelatedRow(SymbolRow):
    relation: Relation
    language: str


class RelatedResponse(Response):
    anchor: Handle | None
    related: list[RelatedRow]
    scope_used: Literal["file", "module", "package"]
    total_found: int
    other_matches: Annotated[list[str] | None, Sparse] = None


class NextAction(BaseModel):
    """A call worth making now: the tool and its parameters."""

    tool: str
    name: Annotated[str | None, Sparse] = None
    symbol_name: Annotated[str | None, Sparse] = None
    query: Annotated[str | None, Sparse] = None
    path: Annotated[str | None, Sparse] = None
    ref: Annotated[str | None, Sparse] = None
    limit: Annotated[int | None, Sparse] = None


class SearchRow(BaseModel):
    """One place, with the fields of both contracts; `compact` leaves the texts out."""

    result_id: str
    symbol_id: str | None
    symbol_stable_id: str | None
    result_type: Literal["symbol", "snippet", "file"]
    path: str
    line_start: int
    line_end: int
    kind: str | None
    name: str | None
    qualified_name: str | None
    language: str | None
    score: float
    snippet: Annotated[str | None, Sparse] = None
    chunk_id: str
    repository_id: str
    file_path: str
    content: Annotated[str | None, Sparse] = None
    content_truncated: Annotated[bool | None, Sparse] = None
    start_line: int
    end_line: int
    similarity_score: float
    context_before: Annotated[str | None, Sparse] = None
    context_after: Annotated[str | None, Sparse] = None


class JoinStatus(BaseModel):
    """Hits that are symbols, and hits that are not."""

    hits: int
    misses: int


class Debug(BaseModel):
    join_status: JoinStatus
    sources: list[str]
    candidates: dict[str, int]
    fusion_ms: float
    model: str | None
    fallback_reason: str | None
    corrected: dict[str, str]


class SearchResponse(Response):
    results: list[SearchRow]
    query_intent: Intent | None
    total_candidates: int
    total_count: int
    latency_ms: int
    suggested_next_actions: list[NextAction]
    debug: Annotated[Debug | None, Sparse] = None


class ContextItem(SymbolRow):
    language: str
    score: float
    body: Annotated[str | None, Sparse] = None
    body_truncated: Annotated[bool | None, Sparse] = None


class ContextMetadata(Metadata):
    total_candidates: int
    returned: int
    strategy: Literal["breadth", "depth"]
    remaining_candidates: Annotated[int | None, Sparse] = None
    suggestion: Annotated[str | None, Sparse] = None


class ContextResponse(BaseModel):
    context_items: list[ContextItem]
    estimated_tokens: int
    truncated: bool
    metadata: ContextMetadata
