"""What a call is about: repository, commit, workspace; and the consistency mode that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from query.buffers import EDITOR, desk_of, shown
from query.errors import InvalidArgument, NotFound, WorkspaceRequired
from query.tools.call import Call
from query.tools.registry import Group

if TYPE_CHECKING:
    from query.buffers import Layer
    from query.engine.view import View
    from query.repo import RepoRef
    from query.state import Workspace

Word = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]+$")]
SymbolId = Annotated[Word, Field(description="or stable_id")]
FilePath = Annotated[Word, Field(description="relative to the repository")]
Source = Annotated[str, StringConstraints(max_length=2_000_000)]
MOST_VIRTUAL = 4_000_000  # characters of all virtual files of a call


class VirtualFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    file_path: Word
    content: Source


class Repository(Group):
    repo_path: Annotated[Word, Field(description="absolute")]


class State(Repository):
    """A commit, or a workspace laid over it."""

    workspace_id: Name | None = None
    as_of: Annotated[Word, Field(description="commit or ref")] | None = None


class Where(State):
    """A state with the mode in which the contract wants it read."""

    consistency: Literal["Committed", "Workspace", "Ephemeral"] | None = None


class Buffers(Where):
    """A state with files that an editor holds and has not saved; they count where source is read."""

    virtual_files: Annotated[list[VirtualFile], Field(max_length=100)] | None = None


def repository(call: Call, where: Repository) -> RepoRef:
    """The repository at its HEAD; noted, since every answer tells which commit it is about."""
    call.repo = call.hub.repository(where.repo_path)
    return call.repo


def workspace(call: Call, repo: RepoRef, workspace_id: str) -> Workspace:
    if workspace_id == EDITOR:
        desk_of(call.hub, repo.root).layer(repo)  # what was pushed a moment ago is written first
    found = call.hub.state.get(repo.root, workspace_id)
    if found is None:
        near = tuple(known.workspace_id for known in call.hub.state.list(repo.root))[:5]
        hint = f"known are: {', '.join(near)}" if near else "create it with workspace_create"
        raise NotFound(
            f"there is no workspace {workspace_id!r} of {repo.root}", hint, near, {"workspace_id": workspace_id}
        )
    return found


@contextmanager
def opened(call: Call, where: State) -> Iterator[View]:
    """The view that answers; time until it is there counts as looking up, time after it as querying."""
    with ExitStack() as leases:
        with call.phase("open"):
            repo = repository(call, where)
            found = _workspace(call, repo, where)
            drafts = _drafts(call, repo, found)
            found = drafts.workspace if drafts else found
            call.repo = call.hub.at(repo, found.base_commit if found else where.as_of)
            call.served = leases.enter_context(call.hub.serve(call.repo, found, linked=drafts is None or drafts.linked))
        with call.phase("query"):
            yield _with_buffers(shown(call.served.view, drafts), where)


def _drafts(call: Call, repo: RepoRef, found: Workspace | None) -> Layer | None:
    """What an editor holds, as it is seen now: linked with the rest or not yet."""
    return desk_of(call.hub, repo.root).layer(repo) if found and found.workspace_id == EDITOR else None


def _workspace(call: Call, repo: RepoRef, where: State) -> Workspace | None:
    buffers = where.virtual_files if isinstance(where, Buffers) else None
    told = where.consistency if isinstance(where, Where) else None
    mode = told or ("Ephemeral" if buffers else "Workspace" if where.workspace_id else "Committed")
    if buffers and mode != "Ephemeral":
        raise InvalidArgument(f"virtual_files mean nothing in {mode} mode", "leave consistency out, or say Ephemeral")
    if mode == "Committed":
        return None
    if where.workspace_id is None:
        raise WorkspaceRequired(f"{mode} mode needs a workspace_id", "create a workspace with workspace_create")
    if where.as_of is not None:
        raise InvalidArgument("as_of and workspace_id exclude each other", "a workspace has a commit of its own")
    return workspace(call, repo, where.workspace_id)


def _with_buffers(view: View, where: State) -> View:
    if not isinstance(where, Buffers) or not where.virtual_files:
        return view
    if sum(len(file.content) for file in where.virtual_files) > MOST_VIRTUAL:
        raise InvalidArgument(f"virtual_files hold more than {MOST_VIRTUAL:,} characters", "send what is read alone")
    return view.with_virtual({file.file_path: file.content.encode() for file in where.virtual_files})
