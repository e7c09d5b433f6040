"""What a call is about: the repository that the server was started for, and the branch, tag or commit that is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from query.errors import InvalidArgument, LocateError, NotIndexedError
from query.hub.heads import find_folders
from query.jobs import LIVE
from query.tools.call import Call
from query.tools.compass.standing import CURRENT, Standing
from query.tools.registry import Budget, Group

if TYPE_CHECKING:
    from query.engine.view import View
    from query.repo import RepoRef
    from query.state import Workspace

Word = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Question = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
Limit = Annotated[int, Budget("max_results", 100)]
Language = Annotated[Word, Field(description="only this language")]


class Scope(Group):
    ref: Annotated[Word, Field(description="branch, tag or commit; default: what is checked out")] | None = None
    repo_path: Annotated[Word, Field(description="default: the served repository")] | None = None


def standing(call: Call, scope: Scope) -> Standing:
    """The repository and commit that are meant, and how their index stands."""
    head = _repository(call, scope.repo_path)
    call.repo = head
    checked_out = scope.ref in (None, LIVE)
    call.repo = repo = head if checked_out else _at(call, head, str(scope.ref))
    workspace = _edited(call, head) if checked_out else None
    # A folder without git has no commit that anybody could name.
    unnamed = workspace is not None or (head.branch is None and find_folders(head.root) is None)
    ref = scope.ref or (LIVE if unnamed else head.branch or head.commit)
    found = Standing(call, head, repo, ref, workspace)
    CURRENT.set(found)
    return found


@contextmanager
def opened(call: Call, scope: Scope) -> Iterator[tuple[Standing, View | None]]:
    """How the index stands, and the view that answers; none where nothing is indexed yet."""
    found = standing(call, scope)
    with ExitStack() as leases:
        view = None
        with call.phase("open"), suppress(NotIndexedError):
            call.served = leases.enter_context(call.hub.serve(found.repo, found.workspace))
            view = call.served.view
        if view is not None:
            found.check()  # a view that was opened before must not answer otherwise than a new one
        yield found, view


def _edited(call: Call, head: RepoRef) -> Workspace | None:
    """The workspace of what is edited, while it stands on what is checked out and holds anything."""
    # Looking must not create a database for people who never kept anything.
    found = call.hub.state.get(head.root, LIVE) if call.hub.state.path.exists() else None
    return found if found and found.base_commit == head.commit and found.changed_files else None


def _repository(call: Call, repo_path: str | None) -> RepoRef:
    if repo_path is None and not call.hub.served_roots:
        raise LocateError("no repository is served by default", "give repo_path, or start the server with --path")
    path = repo_path or str(call.hub.served_roots[0])
    try:
        return call.hub.repository(path)
    except NotIndexedError as error:
        return _registered(call, call.hub.folder(path), error)


def _registered(call: Call, folder: Path, error: NotIndexedError) -> RepoRef:
    """A folder without git that nothing is indexed of yet: a project once somebody said so."""
    from indexer.schema import repo_id
    from query.hub.registered import roots
    from query.repo import RepoRef

    if folder not in roots(call.hub.state):
        hint = f"run `codemap init --path {folder}` and call index_repo, or run `codemap index --path {folder}`"
        raise NotIndexedError(error.message, hint) from error
    return RepoRef(repo_id(None, folder.as_posix()), "", folder, None)


def _at(call: Call, head: RepoRef, ref: str) -> RepoRef:
    try:
        return call.hub.at(head, ref)
    except LocateError as error:
        raise InvalidArgument(error.message, error.hint) from error
