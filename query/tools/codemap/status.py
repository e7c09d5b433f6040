"""repo.status: what is checked out, what is indexed, which workspaces there are."""

from __future__ import annotations

from datetime import UTC, datetime

from query.hub.changes import is_clean
from query.state import Workspace
from query.tools.call import Call
from query.tools.codemap.answers import Answer, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.records import RepoStatusResponse, WorkspaceSummary
from query.tools.codemap.routing import Repository, repository


@FAMILY.tool("repo.status")
def status(call: Call, where: Repository) -> Answer[RepoStatusResponse]:
    """Current commit, branch, index and workspaces of a repository."""
    repo = repository(call, where)
    base = call.hub.bases.own(repo)
    indexed = base is not None
    data = RepoStatusResponse(
        repo_id=repo.repo_id,
        current_commit_sha=repo.commit,
        branch_name=repo.branch or "",
        is_clean=is_clean(repo.root),
        baseline_index_exists=indexed,
        workspaces=[_summary(found) for found in call.hub.state.list(repo.root)],
    )
    ensure = next_action(call, "index.ensure_baseline", "index the commit that is checked out")
    summarize = next_action(call, "codemap.summarize", "see what the repository consists of")
    state = "not indexed" if base is None else f"indexed below {base.below}" if base.below else "indexed"
    return Answer(
        f"{repo.branch or 'detached HEAD'} at {repo.commit[:12]}, {'clean' if data.is_clean else 'changed'}, {state}",
        data,
        next_actions=[summarize if indexed else ensure],
    )


def _summary(found: Workspace) -> WorkspaceSummary:
    return WorkspaceSummary(
        workspace_id=found.workspace_id,
        repo_id=found.repo_id,
        baseline_commit_sha=found.base_commit,
        changed_file_count=found.changed_files,
        overlay_symbol_count=found.symbols,
        created_at=datetime.fromtimestamp(found.created_at, UTC),
        last_accessed_at=datetime.fromtimestamp(found.accessed_at, UTC),
    )
