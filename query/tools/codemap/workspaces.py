"""workspace.*: an agent's own state of a work tree, kept apart from all others and across restarts."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from indexer import schema
from query.errors import QueryError, StateError
from query.hub.parts import WHOLE, folder_of
from query.state import Workspace
from query.tools.call import Call
from query.tools.codemap.answers import Answer, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.models import SemanticLevel
from query.tools.codemap.records import (
    CreateWorkspaceResponse,
    ListedWorkspace,
    ResetWorkspaceResponse,
    WorkspaceDeleteResponse,
    WorkspaceListResponse,
)
from query.tools.codemap.routing import Name, Repository, Word, repository, workspace
from query.tools.codemap.vocabulary import LEVELS

if TYPE_CHECKING:
    from query.repo import RepoRef


@FAMILY.tool("workspace.create", read_only=False)
def create(
    call: Call, where: Repository, workspace_id: Name, solution_path: Word, commit_sha: Word | None = None
) -> Answer[CreateWorkspaceResponse]:
    """Create a workspace for edits that only its agent sees, about what lies below solution_path."""
    repo = repository(call, where)
    at = call.hub.at(repo, commit_sha)
    below = folder_of(at, solution_path)
    call.hub.base(at, below or None)  # refuses a commit that nothing can answer for
    found = call.hub.state.create(repo.root, repo.repo_id, workspace_id, at.commit, below or WHOLE)
    call.repo = at
    return Answer(
        f"workspace {workspace_id} stands on {found.base_commit[:12]} at revision {found.revision}",
        CreateWorkspaceResponse(
            workspace_id=workspace_id, baseline_commit_sha=found.base_commit, current_revision=found.revision
        ),
        next_actions=[next_action(call, "index.refresh_overlay", "take in what is edited", workspace_id=workspace_id)],
    )


@FAMILY.tool("workspace.reset", read_only=False, destructive=True)
def reset(call: Call, where: Repository, workspace_id: Name) -> Answer[ResetWorkspaceResponse]:
    """Forget everything a workspace has laid over its commit."""
    repo = repository(call, where)
    before = workspace(call, repo, workspace_id)
    after = call.hub.state.reset(before)
    if after is None:
        raise StateError(f"workspace {workspace_id!r} changed meanwhile", "call it again")
    return Answer(
        f"workspace {workspace_id} is back at its commit {before.base_commit[:12]}",
        ResetWorkspaceResponse(
            workspace_id=workspace_id, previous_revision=before.revision, new_revision=after.revision
        ),
    )


@FAMILY.tool("workspace.list")
def list_(call: Call, where: Repository) -> Answer[WorkspaceListResponse]:
    """Workspaces of a repository, and whether they are stale."""
    repo = repository(call, where)
    found = [_listed(call, repo, one) for one in call.hub.state.list(repo.root)]
    stale = sum(one.is_stale for one in found)
    return Answer(
        f"{len(found)} workspaces, {stale} of them stale",
        WorkspaceListResponse(workspaces=found, current_commit_sha=repo.commit),
    )


@FAMILY.tool("workspace.delete", read_only=False, destructive=True)
def delete(call: Call, where: Repository, workspace_id: Name) -> Answer[WorkspaceDeleteResponse]:
    """Delete a workspace and what it has laid over its commit."""
    deleted = call.hub.state.delete(repository(call, where).root, workspace_id)
    return Answer(
        f"workspace {workspace_id} {'is deleted' if deleted else 'did not exist'}",
        WorkspaceDeleteResponse(workspace_id=workspace_id, deleted=deleted),
    )


def _listed(call: Call, repo: RepoRef, found: Workspace) -> ListedWorkspace:
    return ListedWorkspace(
        workspace_id=found.workspace_id,
        base_commit_sha=found.base_commit,
        overlay_revision=found.revision,
        modified_file_count=found.changed_files,
        is_stale=found.base_commit != repo.commit,
        semantic_level=_level(call, repo, found),
        fact_count=found.facts,
        created_at=datetime.fromtimestamp(found.created_at, UTC),
    )


def _level(call: Call, repo: RepoRef, found: Workspace) -> SemanticLevel | None:
    try:
        base = call.hub.base(replace(repo, commit=found.base_commit), found.below)
        manifest = schema.snapshot_dir(base.cache, found.repo_id, base.commit) / schema.MANIFEST
        return LEVELS.get(json.loads(manifest.read_text(encoding="utf-8"))["semantic_level"])
    except (QueryError, OSError, ValueError, KeyError, TypeError):
        return None
