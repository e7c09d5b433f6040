"""The records of the CodeMap contract, field for field; null where the source does not tell."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, Field

Confidence = Literal["High", "Medium", "Low"]
SemanticLevel = Literal["Full", "Partial", "SyntaxOnly"]
ResolutionState = Literal["Resolved", "Unresolved"]
RefKind = Literal["Call", "Read", "Write", "Instantiate", "Override", "Implementation"]
SymbolKind = Literal[
    "Class", "Struct", "Interface", "Enum", "Delegate", "Record", "Method", "Property", "Field", "Event", "Constant",
    "Constructor", "Indexer", "Operator",
]  # fmt: skip
FactKind = Literal["Route", "Config", "DbTable", "DiRegistration", "Middleware", "Exception", "Log", "RetryPolicy"]

T = TypeVar("T")


class Rows(BaseModel):
    """A list that may be cut to fit; `rows_field` names the field that holds it, and `truncated` tells."""

    rows_field: ClassVar[str]


class EvidencePointer(BaseModel):
    repo_id: str
    file_path: str
    line_start: int
    line_end: int
    symbol_id: str | None = None
    excerpt: str | None = None


class NextAction(BaseModel):
    tool: str
    rationale: str
    parameters: dict[str, Any] | None = None


class TimingBreakdown(BaseModel):
    total_ms: float
    db_query_ms: float = 0
    cache_lookup_ms: float = 0
    roslyn_compile_ms: float = 0
    ranking_ms: float = 0


class LimitApplied(BaseModel):
    requested: int
    hard_cap: int


class ProjectDiagnostic(BaseModel):
    project_name: str
    compiled: bool
    symbol_count: int
    reference_count: int
    errors: list[str] | None = None


class ResponseMeta(BaseModel):
    timing: TimingBreakdown
    baseline_commit_sha: str
    limits_applied: dict[str, LimitApplied]
    tokens_saved: int
    cost_avoided: float
    workspace_id: str | None = None
    overlay_revision: int = 0
    semantic_level: SemanticLevel | None = None
    project_diagnostics: list[ProjectDiagnostic] | None = None
    below: str | None = Field(None, description="folder that the answer is limited to")
    served_from: str | None = Field(None, description="commit of the snapshot that answered")
    distance: int = Field(0, description="commits between it and the one asked about")
    overlaid_files: int = Field(0, description="files laid over it")
    outdated_files: int = Field(0, description="files that differ and were too many to lay over")


class Envelope(BaseModel, Generic[T]):
    answer: str
    data: T
    evidence: list[EvidencePointer]
    next_actions: list[NextAction]
    confidence: Confidence
    meta: ResponseMeta


class SymbolRef(BaseModel):
    to_symbol: str
    fully_qualified_name: str
    kind: RefKind
    file_path: str
    line: int


class Fact(BaseModel):
    kind: FactKind
    value: str
    detail: str | None = None


class SymbolCard(Rows):
    rows_field = "facts"

    symbol_id: str
    fully_qualified_name: str
    kind: SymbolKind
    native_kind: str
    signature: str
    documentation: str | None
    namespace: str
    containing_type: str | None
    file_path: str
    span_start: int
    span_end: int
    visibility: str
    attributes: list[str]
    calls_top: list[SymbolRef]
    facts: list[Fact]
    side_effects: list[str]
    thrown_exceptions: list[str]
    evidence: list[EvidencePointer]
    confidence: Confidence
    stable_id: str | None
    truncated: bool = False


class SymbolSearchHit(BaseModel):
    symbol_id: str
    fully_qualified_name: str
    kind: SymbolKind
    native_kind: str
    signature: str
    documentation_snippet: str | None
    file_path: str
    line: int
    score: float


class SymbolSearchResponse(Rows):
    rows_field = "hits"

    hits: list[SymbolSearchHit]
    total_count: int
    truncated: bool
    near_names: list[str] = []


class SpanResponse(BaseModel):
    file_path: str
    start_line: int
    end_line: int
    total_file_lines: int
    content: str
    truncated: bool


class ClassifiedReference(BaseModel):
    kind: RefKind
    from_symbol: str | None
    file_path: str
    line_start: int
    line_end: int
    excerpt: str | None
    resolution_state: ResolutionState
    to_name: str | None
    to_container_hint: str | None
    rule: str
    confidence: Confidence


class FindRefsResponse(Rows):
    rows_field = "references"

    target_symbol: str
    references: list[ClassifiedReference]
    total_count: int
    truncated: bool


class Reached(BaseModel):
    """A call that puts a node into the graph: the other end, the rule that resolved it, its line."""

    symbol_id: str
    rule: str
    line: int


class CallGraphNode(BaseModel):
    symbol_id: str
    display_name: str
    kind: SymbolKind
    depth: int
    file_path: str | None
    line: int
    edges_to: list[str]
    reached_by: list[Reached]


class CallGraphResponse(Rows):
    rows_field = "nodes"

    root: str
    nodes: list[CallGraphNode]
    total_nodes_found: int
    truncated: bool


class TypeRef(BaseModel):
    symbol_id: str
    display_name: str


class TypeHierarchyResponse(Rows):
    rows_field = "derived_types"

    target_type: str
    base_type: TypeRef | None
    interfaces: list[TypeRef]
    derived_types: list[TypeRef]
    truncated: bool = False


class EndpointInfo(BaseModel):
    http_method: str
    route_path: str
    handler_symbol: str
    file_path: str
    line: int
    confidence: Confidence
    attributes: list[str]


class ListEndpointsResponse(Rows):
    rows_field = "endpoints"

    endpoints: list[EndpointInfo]
    total_count: int
    truncated: bool


class ConfigKeyInfo(BaseModel):
    key: str
    used_by_symbol: str
    file_path: str
    line: int
    usage_pattern: str
    confidence: Confidence


class ListConfigKeysResponse(Rows):
    rows_field = "keys"

    keys: list[ConfigKeyInfo]
    total_count: int
    truncated: bool


class DbTableInfo(BaseModel):
    table_name: str
    # pydantic keeps the name `schema` for itself.
    schema_: str | None = Field(alias="schema")
    entity_symbol: str | None
    referenced_by: list[str]
    confidence: Confidence


class ListDbTablesResponse(Rows):
    rows_field = "tables"

    tables: list[DbTableInfo]
    total_count: int
    truncated: bool


class TraceAnnotation(BaseModel):
    kind: FactKind
    value: str
    confidence: Confidence


class TraceNode(BaseModel):
    symbol_id: str
    stable_id: str | None
    display_name: str
    depth: int
    rule: str | None
    annotations: list[TraceAnnotation]
    children: list[TraceNode]


class FeatureTraceResponse(BaseModel):
    entry_point: str
    entry_point_name: str
    entry_point_route: str | None
    nodes: list[TraceNode]
    total_nodes_traversed: int
    depth: int
    truncated: bool
