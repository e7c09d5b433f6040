"""What a call is about: the repository that an id, a name or a path means, with the drafts that its editor holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from query.buffers import desk_of, shown
from query.errors import LocateError
from query.tools.call import Call

if TYPE_CHECKING:
    from query.buffers import Layer
    from query.engine.view import View
    from query.hub import Hub, Served
    from query.repo import RepoRef

Word = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
RepoId = Annotated[Word, Field(description="id, name or absolute path")]


@dataclass(frozen=True, slots=True)
class Asked:
    """A view, which state of the code it is, and how many drafts it does not show, or not linked yet."""

    repo_id: str
    view: View
    ledger: str
    waiting: int = 0
    linked: bool = True  # else calls and facts of drafts are still being looked for


def repository(call: Call, name: str) -> RepoRef:
    """The repository at its HEAD."""
    call.repo = call.hub.repository(name if Path(name).is_absolute() else str(_root(call.hub, name)))
    return call.repo


@contextmanager
def opened(call: Call, name: str) -> Iterator[Asked]:
    """The newest state that is ready: the commit that is checked out, under the drafts of its editor."""
    repo = repository(call, name)
    with ExitStack() as leases:
        with call.phase("open"):
            desk = desk_of(call.hub, repo.root)
            layer = desk.layer(repo)
            at = call.hub.at(repo, layer.workspace.base_commit) if layer else repo
            workspace, linked = (layer.workspace, layer.linked) if layer else (None, True)
            call.served = leases.enter_context(call.hub.serve(at, workspace, linked=linked))
        view, ledger = shown(call.served.view, layer), _ledger(call.served, layer)
        yield Asked(repo.repo_id, view, ledger, desk.status().pending, linked)


def _root(hub: Hub, name: str) -> Path:
    known = hub.known()
    if name in known:
        return known[name]
    alike = {root for repo_id, root in known.items() if name in (root.name, repo_id.rpartition("-")[0])}
    if len(alike) == 1:
        return alike.pop()
    hint = f"known are: {', '.join(known)}" if known else "give an absolute path, or start the server with --path"
    raise LocateError(f"no repository {name[:100]!r} is known here", hint)


def _ledger(served: Served, layer: Layer | None) -> str:
    """The commit that answers, and how many events of an editor are laid over it."""
    base = served.base
    commit = base.commit if base.changed and not base.overlaid else served.repo.commit
    return f"{commit[:12]}+{layer.overlay_version}" if layer else commit[:12]
