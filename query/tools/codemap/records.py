"""Records of the CodeMap contract about repositories, builds and workspaces, and those beyond it."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from query.tools.codemap.models import Confidence, ProjectDiagnostic, Rows, SemanticLevel


class WorkspaceSummary(BaseModel):
    """As repo.status tells it."""

    workspace_id: str
    repo_id: str
    baseline_commit_sha: str
    changed_file_count: int
    overlay_symbol_count: int
    created_at: datetime
    last_accessed_at: datetime


class RepoStatusResponse(BaseModel):
    repo_id: str
    current_commit_sha: str
    branch_name: str
    is_clean: bool
    baseline_index_exists: bool
    workspaces: list[WorkspaceSummary]


class IndexStats(BaseModel):
    symbol_count: int
    reference_count: int
    file_count: int
    elapsed_seconds: float
    confidence: Confidence
    semantic_level: SemanticLevel
    project_diagnostics: list[ProjectDiagnostic] | None


class EnsureBaselineResponse(BaseModel):
    commit_sha: str
    already_existed: bool
    stats: IndexStats | None
    from_cache: bool = False


class CreateWorkspaceResponse(BaseModel):
    workspace_id: str
    baseline_commit_sha: str
    current_revision: int


class ResetWorkspaceResponse(BaseModel):
    workspace_id: str
    previous_revision: int
    new_revision: int


class RefreshOverlayResponse(BaseModel):
    files_reindexed: int
    symbols_updated: int
    new_overlay_revision: int


class ListedWorkspace(BaseModel):
    """As workspace.list tells it."""

    workspace_id: str
    base_commit_sha: str
    overlay_revision: int
    modified_file_count: int
    is_stale: bool
    semantic_level: SemanticLevel | None
    fact_count: int
    created_at: datetime | None


class WorkspaceListResponse(BaseModel):
    workspaces: list[ListedWorkspace]
    current_commit_sha: str


class WorkspaceDeleteResponse(BaseModel):
    workspace_id: str
    deleted: bool


class SqlResponse(Rows):
    rows_field = "rows"

    columns: list[str]
    rows: list[list[str | int | float | bool | None]]
    truncated: bool
    tables: str | None = None


class SummaryResponse(BaseModel):
    markdown: str
