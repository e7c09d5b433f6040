"""The records of the SDL contract, field for field; what there is nothing to tell of is left out where it may be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from query.buffers.model import Result
from query.tools.sdl.vocabulary import Kind, Phase, Visibility


class Record(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


def _is_absent(value: object) -> bool:
    return value is None


Sparse = Field(default=None, exclude_if=_is_absent)


class Range(Record):
    start_line: int
    start_col: int
    end_line: int
    end_col: int


class ParameterRecord(Record):
    name: str
    type: Annotated[str | None, Sparse] = None
    default: Annotated[str | None, Sparse] = None


class SignatureRecord(Record):
    """`text` stands where there are no parts: of types and values, and in concise cards."""

    text: Annotated[str | None, Sparse] = None
    params: Annotated[list[ParameterRecord] | None, Sparse] = None
    returns: Annotated[str | None, Sparse] = None
    generics: Annotated[list[str] | None, Sparse] = None
    overloads: Annotated[list[str] | None, Sparse] = None


class Deps(Record):
    """Labels, cut at some; the totals stand where they are."""

    imports: Annotated[list[str] | None, Sparse] = None
    imports_total: Annotated[int | None, Sparse] = None
    calls: list[str]
    calls_total: Annotated[int | None, Sparse] = None


class CanonicalTest(Record):
    symbol_id: str
    name: str
    file: str
    distance: int


class MetricsRecord(Record):
    fan_in: int
    fan_out: int
    churn_30d: Annotated[int | None, Field(alias="churn30d")]
    test_refs: int
    canonical_test: CanonicalTest | None


class ClusterRecord(Record):
    cluster_id: str
    label: str
    member_count: int


class ProcessRecord(Record):
    process_id: str
    label: str
    role: Literal["entry", "intermediate", "exit"]
    depth: int


class ResolvedCall(Record):
    label: str
    symbol_id: Annotated[str | None, Sparse] = None
    confidence: float
    resolver_id: str
    resolution_phase: Phase
    resolution_reason: str


class CallResolution(Record):
    min_call_confidence: Annotated[float | None, Sparse] = None
    calls: list[ResolvedCall]


class Version(Record):
    ledger_version: str
    ast_fingerprint: str


class Card(Record):
    """A whole card; a concise one lacks fields; one that is not modified has three."""

    not_modified: Annotated[Literal[True] | None, Sparse] = None
    drafts_waiting: Annotated[int | None, Sparse] = None
    symbol_id: Annotated[str | None, Sparse] = None
    repo_id: Annotated[str | None, Sparse] = None
    file: Annotated[str | None, Sparse] = None
    range: Annotated[Range | None, Sparse] = None
    kind: Annotated[Kind | None, Sparse] = None
    name: Annotated[str | None, Sparse] = None
    exported: Annotated[bool | None, Sparse] = None
    visibility: Annotated[Visibility | None, Sparse] = None
    signature: Annotated[SignatureRecord | None, Sparse] = None
    summary: Annotated[str | None, Sparse] = None
    invariants: Annotated[list[str] | None, Sparse] = None
    side_effects: Annotated[list[str] | None, Sparse] = None
    deps: Annotated[Deps | None, Sparse] = None
    call_resolution: Annotated[CallResolution | None, Sparse] = None
    metrics: Annotated[MetricsRecord | None, Sparse] = None
    cluster: Annotated[ClusterRecord | None, Sparse] = None
    processes: Annotated[list[ProcessRecord] | None, Sparse] = None
    more_processes: Annotated[Literal[True] | None, Sparse] = None
    etag: Annotated[str | None, Sparse] = None
    ledger_version: Annotated[str | None, Sparse] = None
    version: Annotated[Version | None, Sparse] = None


class FailedInput(Record):
    input: str
    classification: str
    message: str
    fallback_tools: list[str]
    candidates: Annotated[list[str] | None, Sparse] = None


class CardsResponse(Record):
    cards: list[Card]
    partial: bool
    succeeded: list[str]
    failed: list[str]
    failures: list[FailedInput]


class Found(Record):
    symbol_id: str
    name: str
    qualified_name: str
    kind: Kind
    file: str
    line: int


class Evidence(Record):
    sources: list[str]
    candidate_counts: dict[str, int]
    fusion_latency_ms: float
    model: str | None
    fallback_reason: str | None


class Truncation(Record):
    returned: int
    total: int
    hint: str


class SearchResponse(Record):
    results: list[Found]
    retrieval_mode: Literal["hybrid", "legacy"]
    retrieval_evidence: Annotated[Evidence | None, Sparse] = None
    truncation: Annotated[Truncation | None, Sparse] = None
    drafts_waiting: Annotated[int | None, Sparse] = None
    near_names: Annotated[list[str] | None, Sparse] = None
    ledger_version: str


class PushResponse(Record):
    accepted: bool
    repo_id: str
    overlay_version: int
    parse_scheduled: bool
    checkpoint_scheduled: bool
    warnings: list[str]


class CheckpointResponse(Record):
    repo_id: str
    requested: bool
    checkpoint_id: str
    pending_buffers: int
    checkpointed_files: int
    failed_files: int
    last_checkpoint_at: str | None


class StatusResponse(Record):
    repo_id: str
    enabled: bool
    pending_buffers: int
    dirty_buffers: int
    parse_queue_depth: int
    checkpoint_pending: bool
    last_buffer_event_at: str | None
    last_checkpoint_at: str | None
    last_checkpoint_result: Result | None
    last_checkpoint_error: str | None
    reconcile_queue_depth: int
    reconcile_inflight: bool
