"""Which view answers a call: path → repository → commit → snapshot or nearest indexed ancestor → workspace.

Queries never wait for a build: a commit without a snapshot is answered from its nearest indexed ancestor with the
files that differ laid over it, and the answer says so.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from query.errors import InvalidArgument, NotFound, NotIndexedError, NotServed, QueryError
from query.hub import changes, registered
from query.hub.bases import Base, Bases
from query.hub.heads import Heads
from query.hub.shelf import Shelf, Usage
from query.memory import forget_vectors, give_back, resident_bytes
from query.repo import RepoRef, locate
from query.state import Contents, State, Workspace

if TYPE_CHECKING:
    from query.engine.view import Loaded, View
    from query.mount import Mounted

_KEPT_VIEWS = 4
IDLE_SECONDS = 1_800.0
LONG_QUIET = 4  # looks, some seconds apart, that nobody has asked meanwhile


class Opened:
    """A view that is kept open, and what answers tell beside it."""

    def __init__(self, view: View, held: ExitStack | None = None) -> None:
        """`held` is what must stay open as long as the view."""
        self.view = view
        self._held = held or ExitStack()

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Bytes of each file: what reading it would have cost."""
        files = self.view.loaded.files
        return dict(zip(files.paths.to_pylist(), files.sizes.to_pylist(), strict=True))

    def counts(self, paths: Collection[str]) -> tuple[int, int]:
        """How many symbols and facts some files have."""
        ((symbols, facts),) = self._rows("overlaid.sql", {"paths": sorted(paths)})
        return symbols, facts

    def close(self) -> None:
        self.view.close()
        self._held.close()

    def _rows(self, name: str, values: dict[str, object] | None = None) -> list[tuple[Any, ...]]:
        with closing(self.view.mounted.cursor()) as cursor:
            return cursor.execute(files("query.hub").joinpath(name).read_text(encoding="utf-8"), values).fetchall()


@dataclass(frozen=True, slots=True)
class Served:
    """What answers a call, and where it comes from."""

    view: View
    opened: Opened
    repo: RepoRef
    base: Base
    workspace: Workspace | None = None


class Hub:
    """Repositories that may be asked about, and their views that are open."""

    def __init__(
        self, cache: Path, state: State, roots: Sequence[Path] | None, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        """`roots` None: every repository may be asked about."""
        self.cache = cache
        self.state = state
        self.bases = Bases(cache, state)
        self._heads = Heads(cache)
        self.served_roots = [path.expanduser().resolve() for path in roots or ()]
        self._allowed = None if roots is None else {self._shared_folder(root) for root in self.served_roots}
        if roots is None:
            self.served_roots += registered.roots(state)
        self._met: dict[str, Path] = {}
        self._shelf: Shelf[Opened] = Shelf(_KEPT_VIEWS, idle_seconds)
        self._closed = False
        self._asked, self._quiet = 0, LONG_QUIET + 1

    @property
    def serves_any(self) -> bool:
        return self._allowed is None

    def folder(self, repo_path: str) -> Path:
        """A path that may be asked about."""
        path = Path(repo_path)
        if "\0" in repo_path or not path.is_absolute():
            raise InvalidArgument(f"{repo_path[:200]!r} is no absolute path", "give the absolute path of a repository")
        # Roots were resolved at the start: to do it for each call would take longer than to find out where HEAD stands.
        folder = next((root for root in self.served_roots if str(root) == repo_path), None) or path.resolve()
        self._check_served(folder)
        return folder

    def register(self, repo: RepoRef, name: str) -> None:
        """Serve the repository from now on, and after a restart; searches that name none look into it, too."""
        registered.register(self.state, repo, name)
        if repo.root not in self.served_roots:
            self.served_roots = [*self.served_roots, repo.root]

    def repository(self, repo_path: str) -> RepoRef:
        """The repository around a path, at its HEAD."""
        folder = self.folder(repo_path)
        found = self._heads.at(folder)
        self._met.setdefault(found.repo_id, found.root)
        return found

    def has_git(self, root: Path) -> bool:
        """Whether a folder that was met is a repository of git's, or in one."""
        return self._heads.folders(root) is not None

    def known(self) -> dict[str, Path]:
        """Work trees by repository id: those that are served by name, and those that were asked about."""
        for root in self.served_roots:
            with suppress(QueryError):
                self.repository(str(root))
        return dict(self._met)

    def at(self, repo: RepoRef, revision: str | None) -> RepoRef:
        """The repository at another commit: a hash, a tag or a branch."""
        if revision is None or revision == repo.commit:
            return repo
        # A full hash is taken at its word when its snapshot is there: git need not be asked.
        exact = replace(repo, commit=revision, branch=None)
        if re.fullmatch(r"[0-9a-f]{40,64}", revision) and self.is_indexed(exact):
            return exact
        return locate(repo.root, revision, self.cache)

    def base(self, repo: RepoRef, below: str | None = None) -> Base:
        """The snapshot that answers for a commit, or for what lies below a folder of it."""
        return self.bases.of(repo, below)

    def is_indexed(self, repo: RepoRef) -> bool:
        return self.bases.is_indexed(repo)

    @contextmanager
    def serve(
        self, repo: RepoRef, workspace: Workspace | None = None, below: str | None = None, linked: bool = True
    ) -> Iterator[Served]:
        """The view of a commit, of what lies below a folder of it, or of a workspace; kept open while it is used.

        Where it need not be `linked`, edited files show what they say themselves, which is there sooner.
        """
        base = self.base(repo, workspace.below if workspace else below)
        # A workspace that has changed nothing shares what is loaded for its commit.
        own = workspace if workspace and workspace.changed_files else None
        key = (*_key(repo, base, own), "" if linked else "draft")
        with self._shelf.lease(key, lambda: self._open(repo, base, own, linked)) as found:
            view = found.view if own is workspace else _on_disk(found.view, repo, workspace)
            yield Served(view, found, repo, base, workspace)

    def warm(self, many: bool = False) -> None:
        """Load what most questions about the first repository need; what stands against it is told to who asks.

        Where `many` will ask, what searches need is loaded, too: else all of the first ones would wait for it.
        """
        with suppress(QueryError, OSError):
            for root in self.served_roots[:1]:
                with self.serve(self.repository(str(root))) as served:
                    loaded = served.view.loaded
                    beside = threading.Thread(target=_read_words, args=(loaded,), name="warm-up words")
                    beside.start()
                    _ = loaded.prior, served.opened.sizes
                    beside.join()
                    if many and not self._closed:
                        _ready_to_search(served.view)
                    # Most begin with a search, and should not share the processor with what they need next.
                    _ = self._closed or loaded.calls

    def unindexed(self, repo: RepoRef, path: str) -> View:
        """One file of a commit that nothing is indexed of: it can be read, and nothing else asked."""
        from query.engine.texts import checked_path
        from query.engine.view import View

        name = checked_path(path)
        data = changes.committed(repo.root, repo.commit, [name])[name]
        if data is None:
            hint = "paths are relative to the repository's root"
            raise NotFound(f"there is no file {name} in this commit", hint, asked={"file_path": name})
        nothing: Any = None
        return View(nothing, repo).with_virtual({name: data})

    def _open(self, repo: RepoRef, base: Base, workspace: Workspace | None, linked: bool = True) -> Opened:
        from query.engine.view import View

        contents = changes.committed(repo.root, repo.commit, base.overlaid)
        name, revision = (workspace.workspace_id, workspace.revision) if workspace else (None, 0)
        if workspace is not None:
            contents |= {path: data for path, data in self.state.contents(workspace).items() if base.holds(path)}
        given = name, revision, frozenset(contents)
        if contents and base.below == base.indexed:
            return self._laid_over(repo, base, contents, given, linked)
        return Opened(View(self._mount(repo, base, contents), repo, *given))

    def _laid_over(
        self, repo: RepoRef, base: Base, contents: Contents, given: tuple[str | None, int, frozenset[str]], linked: bool
    ) -> Opened:
        """Made from what is loaded of the snapshot below, which stays open meanwhile."""
        from indexer.facade import draft, overlay
        from query.engine.laid import Laid, Layer
        from query.engine.view import View
        from query.mount import laid_over

        at = replace(repo, commit=base.commit)
        tables = (overlay if linked else draft)(repo.root, base.cache, repo.repo_id, base.commit, contents)
        if tables is None:
            raise NotIndexedError("the edited files can only be shown once they are linked", "ask again")
        with ExitStack() as held:
            served = held.enter_context(self._snapshot(at, base))
            mounted = laid_over(served.view.mounted, tables)
            loaded = Laid(mounted, served.view.loaded, Layer(tables))
            view = View(mounted, repo, *given, loaded, before=served.view, linked=linked)
            return Opened(view, held.pop_all())

    @contextmanager
    def _snapshot(self, repo: RepoRef, base: Base) -> Iterator[Opened]:
        """The view of a snapshot with nothing laid over it."""
        pure = replace(base, distance=0, changed=())
        with self._shelf.lease((*_key(repo, pure, None), ""), lambda: self._open(repo, pure, None)) as found:
            yield found

    def _mount(self, repo: RepoRef, base: Base, contents: Contents) -> Mounted:
        if not contents:
            from query.mount import mount

            return mount(base.cache, repo.repo_id, base.commit, below=_limit(base))
        from query.overlay import overlay

        return overlay(base.cache, replace(repo, commit=base.commit), contents, _limit(base))

    def usage(self) -> Usage:
        return self._shelf.usage()

    def tend(self, most_bytes: int) -> None:
        """Close views that are idle, and one more where this process has more memory than it should."""
        self._shelf.sweep()
        self._rest()
        if resident_bytes() > most_bytes:
            self._shelf.shrink()

    def _rest(self) -> None:
        """After the last questions what they needed for a moment is given back, and later what is kept of it."""
        usage = self._shelf.usage()
        asked = usage.hits + usage.misses
        self._asked, self._quiet = asked, self._quiet + 1 if asked == self._asked else 0
        if self._quiet == LONG_QUIET:
            for opened in self._shelf.unused():
                opened.view.rest()
            forget_vectors()
        if self._quiet in (1, LONG_QUIET):
            give_back()

    def close(self) -> None:
        self._closed = True
        self._shelf.close()

    def _shared_folder(self, path: Path) -> Path:
        """What all work trees of a repository have in common."""
        found = self._heads.folders(path)
        return found.common if found else path

    def _check_served(self, folder: Path) -> None:
        if self._allowed is not None and self._shared_folder(folder) not in self._allowed:
            hint = "ask about a repository that the server was started for, or start it with --path or --allow-any-repo"
            raise NotServed(f"{folder} is not served here", hint)


def _read_words(loaded: Loaded) -> None:
    with suppress(Exception):  # the first search meets it again, and tells it
        _ = loaded.words


def _ready_to_search(view: View) -> None:
    from query.search.service import make_ready

    with suppress(Exception):  # the first search meets it again, and tells it
        make_ready(view)


def _key(repo: RepoRef, base: Base, workspace: Workspace | None) -> tuple[str, ...]:
    token = workspace.token if workspace else ""
    return repo.repo_id, repo.commit, base.commit, base.indexed, base.below, token


def _limit(base: Base) -> str:
    """What is to be left out of a snapshot that holds more."""
    return "" if base.indexed == base.below else base.below


def _on_disk(view: View, repo: RepoRef, workspace: Workspace | None) -> View:
    """The same symbols, with texts from a work tree."""
    shown = view.with_virtual({})
    if workspace is not None:
        shown.repo, shown.workspace, shown.revision = repo, workspace.workspace_id, workspace.revision
    return shown
