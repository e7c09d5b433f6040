"""index.*: have a commit indexed, take in what is edited."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Annotated

from pydantic import Field

from query.errors import BuildError, InvalidArgument, StateError
from query.hub import changes
from query.hub.builds import Built
from query.hub.parts import folder_of, remember
from query.repo import RepoRef
from query.state import Contents, Workspace
from query.tools.call import Call
from query.tools.codemap import diagnostics
from query.tools.codemap.answers import Answer, next_action
from query.tools.codemap.family import FAMILY
from query.tools.codemap.records import EnsureBaselineResponse, IndexStats, RefreshOverlayResponse
from query.tools.codemap.routing import Name, Repository, Word, repository, workspace
from query.tools.codemap.vocabulary import LEVELS


@FAMILY.tool("index.ensure_baseline", read_only=False, slow=True)
def ensure_baseline(call: Call, where: Repository, solution_path: Word | None = None) -> Answer[EnsureBaselineResponse]:
    """Index HEAD, or what lies below solution_path, unless it is indexed; other tools keep answering."""
    repo = repository(call, where)
    wanted = folder_of(repo, solution_path) if solution_path is not None else ""
    # Where all of the commit is there already, a part of it need not be built.
    below = "" if wanted and (call.hub.is_indexed(repo) or call.hub.bases.pulled(repo)) else wanted
    with call.phase("build"):
        built = call.services.builds.ensure(repo, _steps(call), call.stop.calling, below=below)
    remember(call.hub.state, repo.root, wanted)
    what = "was indexed already" if built.already_existed else f"is indexed, {built.seconds:.1f} s"
    return Answer(
        f"commit {repo.commit[:12]}{f' below {below}' if below else ''} {what}",
        EnsureBaselineResponse(
            commit_sha=repo.commit,
            already_existed=built.already_existed,
            stats=None if built.already_existed else _stats(built),
            from_cache=built.from_cache,
        ),
        next_actions=[next_action(call, "codemap.summarize", "see what the repository consists of")],
    )


@FAMILY.tool("index.refresh_overlay", read_only=False)
def refresh_overlay(
    call: Call,
    where: Repository,
    workspace_id: Name,
    file_paths: Annotated[list[Word], Field(max_length=2_000)] | None = None,
) -> Answer[RefreshOverlayResponse]:
    """Take files edited on disk into a workspace; without file_paths, all that git sees changed."""
    repo = repository(call, where)
    before = workspace(call, repo, workspace_id)
    call.repo = call.hub.at(repo, before.base_commit)
    with call.phase("build"):
        laid = _edited(call, repo, before, file_paths)
        after, updated = _revised(call, before, laid, file_paths or laid)
    return Answer(
        f"{len(file_paths or laid)} files read, {updated} symbols; the workspace is at revision {after.revision}",
        RefreshOverlayResponse(
            files_reindexed=len(file_paths or laid), symbols_updated=updated, new_overlay_revision=after.revision
        ),
        next_actions=[next_action(call, "symbols.search", "search the edited state", workspace_id=workspace_id)],
    )


def _edited(call: Call, repo: RepoRef, before: Workspace, file_paths: list[str] | None) -> Contents:
    """All files that the workspace is to lay over its commit."""
    if file_paths is None:
        return changes.on_disk(repo.root, changes.in_work_tree(repo.root, before.base_commit, before.solution_path))
    from query.engine.texts import checked_path

    paths = [checked_path(path) for path in file_paths]
    if before.below and (other := [path for path in paths if not path.startswith(f"{before.below}/")]):
        hint = "create a workspace with a wider solution_path"
        raise InvalidArgument(f"{other[0][:200]!r} is not below {before.below}, which the workspace is about", hint)
    read = changes.on_disk(repo.root, paths)
    committed = changes.committed(repo.root, before.base_commit, paths)
    kept = {path: data for path, data in call.hub.state.contents(before).items() if path not in read}
    # What is as the commit has it need not be laid over it.
    return kept | {path: data for path, data in read.items() if data != committed.get(path)}


def _revised(call: Call, before: Workspace, laid: Contents, paths: list[str] | Contents) -> tuple[Workspace, int]:
    """The workspace with these files and how many symbols those of `paths` hold; as it was where that fails."""
    previous = call.hub.state.contents(before)
    after = call.hub.state.revise(before, laid)
    if after is None or call.repo is None:
        raise StateError(f"workspace {before.workspace_id!r} changed meanwhile", "call it again")
    try:
        with call.hub.serve(call.repo, after) as served:
            call.served = served
            call.hub.state.count(after, *served.opened.counts(laid))
            return after, served.opened.counts(paths)[0]
    except Exception as error:
        call.hub.state.revise(after, previous)
        raise BuildError(f"the edited files cannot be laid over the commit: {error}", "name fewer files") from error


def _steps(call: Call) -> Callable[[str], None]:
    """Each line that the build says is a step forward."""
    said = count(1)
    return lambda line: call.progress(next(said), line)


def _stats(built: Built) -> IndexStats:
    rows, level = built.manifest["counts"]["rows"], built.manifest["semantic_level"]
    return IndexStats(
        symbol_count=rows["symbols"],
        reference_count=rows["refs"],
        file_count=rows["files"],
        elapsed_seconds=round(built.seconds, 3),
        confidence="Low" if level == "syntax_only" else "High",
        semantic_level=LEVELS[level],
        project_diagnostics=diagnostics.of_build(built.manifest),
    )
