"""The view that a command asks: chosen as a server chooses it, with what is edited laid over it on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from query.cli.target import hinting

if TYPE_CHECKING:
    from query.engine.locate import Meant
    from query.engine.view import View
    from query.hub import Hub
    from query.repo import RepoRef

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Target:
    """Which state is asked: a commit, the work tree over it, or a workspace that was kept."""

    path: Path
    ref: str | None
    cache_dir: Path
    live: bool = False
    workspace: str | None = None


def state_options(function: F) -> F:
    """`--live` and `--workspace`."""
    kept = click.option("--workspace", metavar="NAME", help="With the files that `codemap sync --name` kept.")
    live = click.option("--live", is_flag=True, help="With what is edited and not committed.")
    return live(kept(function))


def symbol_options(function: F) -> F:
    """A symbol and its file."""
    argument = click.argument("symbol")
    file = click.option("--file", metavar="PATH", help="The symbol's file, where several have that name.")
    return argument(file(function))


@contextmanager
def asked(target: Target) -> Iterator[View]:
    """The view of the target, closed at the end."""
    from query.hub import Hub
    from query.state import State

    _check(target)
    with (
        closing(Hub(target.cache_dir.absolute(), State(), None)) as hub,
        hinting(target.path, target.ref, target.cache_dir),
    ):
        repo = hub.at(hub.repository(str(target.path.expanduser().resolve())), target.ref)
        if target.live:
            with closing(edited(hub, repo)) as view:
                yield view
        else:
            with hub.serve(*_kept(hub, repo, target.workspace)) as served:
                yield served.view


def edited(hub: Hub, repo: RepoRef) -> View:
    """The commit with the work tree laid over it, in memory."""
    from query.engine.view import View
    from query.errors import InvalidArgument
    from query.hub import changes
    from query.overlay import overlay

    if not changes.has_work_tree(repo.root):
        raise InvalidArgument(f"{repo.root} has no work tree that git watches", "index it as it is now: codemap sync")
    base = hub.base(repo)
    contents = changes.committed(repo.root, repo.commit, base.overlaid)
    contents |= changes.on_disk(repo.root, changes.in_work_tree(repo.root, repo.commit))
    mounted = overlay(base.cache, replace(repo, commit=base.commit), contents)
    return View(mounted, repo, "live", overlaid=frozenset(contents))


def meant(view: View, symbol: str, file: str | None) -> Meant:
    from query.engine.locate import the_one

    return the_one(view, symbol, file)


def spoken(view: View, languages: Iterable[str]) -> tuple[str, ...]:
    """Languages as they are stored; one that no file is in is a slip, not an empty answer."""
    from query.errors import InvalidArgument

    wanted = tuple(language.lower() for language in languages)
    for language in wanted:
        if not view.loaded.files.in_languages([language]).any():
            known = sorted(view.loaded.symbols.columns["language"].unique().to_pylist())
            raise InvalidArgument(f"no file here is in {language!r}", f"there are: {', '.join(known)}")
    return wanted


def _check(target: Target) -> None:
    if target.live and (target.ref or target.workspace):
        raise click.UsageError("--live is about what is checked out: leave --ref and --workspace out")
    if target.ref and target.workspace:
        raise click.UsageError("a workspace has a commit of its own: leave --ref out")


def _kept(hub: Hub, repo: RepoRef, name: str | None) -> tuple[RepoRef, Any]:
    from query.errors import NotFound

    if name is None:
        return repo, None
    found = hub.state.get(repo.root, name)
    if found is None:
        known = ", ".join(one.workspace_id for one in hub.state.list(repo.root))
        hint = f"known are: {known}" if known else f"codemap sync --name {name}"
        raise NotFound(f"there is no workspace {name!r} of {repo.root}", hint)
    return hub.at(repo, found.base_commit), found
