"""Which view answers a call: path → repository → commit → snapshot or nearest indexed ancestor → workspace.

Queries never wait for a build: a commit without a snapshot is answered from its nearest indexed ancestor with the
files that differ laid over it, and the answer says so.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexer import schema
from query.errors import InvalidArgument, NotFound, NotIndexedError, NotServed, QueryError
from query.hub import changes, registered
from query.hub.heads import Heads
from query.hub.shelf import Shelf, Usage
from query.repo import RepoRef, locate
from query.state import Contents, State, Workspace

if TYPE_CHECKING:
    from query.engine.view import Loaded, View
    from query.mount import Mounted

_LOG = logging.getLogger("codemap")
MOST_OVERLAID = 300  # files that are parsed within a query; beyond, the ancestor answers as it is
_KEPT_VIEWS = 4
_KEPT_BASES = 1_000
IDLE_SECONDS = 1_800.0


@dataclass(frozen=True, slots=True)
class Base:
    """The snapshot that a commit is answered from, and what is laid over it."""

    commit: str
    distance: int = 0
    changed: tuple[str, ...] = ()

    @property
    def overlaid(self) -> tuple[str, ...]:
        return self.changed if len(self.changed) <= MOST_OVERLAID else ()


class Opened:
    """A view that is kept open, and what answers tell beside it."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Bytes of each file: what reading it would have cost."""
        return dict(self._rows("sizes.sql"))

    def counts(self, paths: Collection[str]) -> tuple[int, int]:
        """How many symbols and facts some files have."""
        ((symbols, facts),) = self._rows("overlaid.sql", {"paths": sorted(paths)})
        return symbols, facts

    def close(self) -> None:
        self.view.close()

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
        self._heads = Heads(cache)
        self.served_roots = [path.expanduser().resolve() for path in roots or ()]
        self._allowed = None if roots is None else {self._shared_folder(root) for root in self.served_roots}
        if roots is None:
            self.served_roots += registered.roots(state)
        self._met: dict[str, Path] = {}
        self._shelf: Shelf[Opened] = Shelf(_KEPT_VIEWS, idle_seconds)
        self._bases: dict[tuple[str, str, int], Base] = {}
        self._closed = False

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

    def base(self, repo: RepoRef) -> Base:
        """The commit's own snapshot, else its nearest indexed ancestor's."""
        if self.is_indexed(repo):
            return Base(repo.commit)
        folder = schema.repo_dir(self.cache, repo.repo_id)
        key = (repo.repo_id, repo.commit, folder.stat().st_mtime_ns if folder.exists() else 0)
        if key not in self._bases:
            if len(self._bases) >= _KEPT_BASES:
                self._bases.clear()
            self._bases[key] = self._nearest(repo)
        return self._bases[key]

    def is_indexed(self, repo: RepoRef) -> bool:
        return os.path.isfile(_manifest(self.cache, repo.repo_id, repo.commit))  # noqa: PTH113 - see there

    @contextmanager
    def serve(self, repo: RepoRef, workspace: Workspace | None = None) -> Iterator[Served]:
        """The view of a commit or a workspace, kept open while it is used."""
        base = self.base(repo)
        # A workspace that has changed nothing shares what is loaded for its commit.
        own = workspace if workspace and workspace.changed_files else None
        key = (repo.repo_id, repo.commit, base.commit, own.token if own else "")
        with self._shelf.lease(key, lambda: Opened(self._open(repo, base, own))) as found:
            view = found.view if own is workspace else _on_disk(found.view, repo, workspace)
            yield Served(view, found, repo, base, workspace)

    def warm(self) -> None:
        """Load what most questions about the first repository need; what stands against it is told to who asks."""
        with suppress(QueryError, OSError):
            for root in self.served_roots[:1]:
                with self.serve(self.repository(str(root))) as served:
                    loaded = served.view.loaded
                    beside = threading.Thread(target=_read_words, args=(loaded,), name="warm-up words")
                    beside.start()
                    _ = loaded.prior, served.opened.sizes
                    beside.join()
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

    def _nearest(self, repo: RepoRef) -> Base:
        if self._pulled(repo):
            return Base(repo.commit)
        folder = schema.repo_dir(self.cache, repo.repo_id)
        indexed = {
            manifest.parent.name.removeprefix("commit=") for manifest in folder.glob(f"commit=*/{schema.MANIFEST}")
        }
        nearest = changes.nearest_indexed(repo.root, repo.commit, indexed)
        if nearest is None:
            what = f"commit {repo.commit[:12]} of {repo.root} is not indexed, and no ancestor of it is"
            raise NotIndexedError(what, f"codemap index --path {repo.root} --ref {repo.commit[:12]}")
        commit, distance = nearest
        return Base(commit, distance, tuple(changes.between(repo.root, commit, repo.commit)))

    def _pulled(self, repo: RepoRef) -> bool:
        """Whether the object store behind the cache has the commit."""
        if schema.store_url(self.cache) is None:
            return False
        from indexer.facade import fetch_snapshot

        try:
            return fetch_snapshot(self.cache, repo.repo_id, repo.commit)
        except Exception as error:
            # A store that cannot be reached should not cost the answer that an ancestor can give.
            _LOG.warning("the store behind %s cannot be asked: %s", self.cache, error)
            return False

    def _open(self, repo: RepoRef, base: Base, workspace: Workspace | None) -> View:
        from query.engine.view import View

        contents = changes.committed(repo.root, repo.commit, base.overlaid)
        if workspace is None:
            return View(self._mount(repo, base, contents), repo, overlaid=frozenset(contents))
        contents |= self.state.contents(workspace)
        mounted = self._mount(repo, base, contents)
        return View(mounted, repo, workspace.workspace_id, workspace.revision, frozenset(contents))

    def _mount(self, repo: RepoRef, base: Base, contents: Contents) -> Mounted:
        if not contents:
            from query.mount import mount

            return mount(self.cache, repo.repo_id, base.commit)
        from query.overlay import overlay

        return overlay(self.cache, replace(repo, commit=base.commit), contents)

    def usage(self) -> Usage:
        return self._shelf.usage()

    def tend(self, most_bytes: int) -> None:
        """Close views that are idle, and one more where this process has more memory than it should."""
        self._shelf.sweep()
        if resident_bytes() > most_bytes:
            self._shelf.shrink()

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


@lru_cache(_KEPT_BASES)
def _manifest(cache: Path, repo_id: str, commit: str) -> str:
    """A plain string, kept: every call looks at it, and to put the path together took longer than to look."""
    return str(schema.snapshot_dir(cache, repo_id, commit) / schema.MANIFEST)


def resident_bytes() -> int:
    """Memory that this process occupies; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _on_disk(view: View, repo: RepoRef, workspace: Workspace | None) -> View:
    """The same symbols, with texts from a work tree."""
    shown = view.with_virtual({})
    if workspace is not None:
        shown.repo, shown.workspace, shown.revision = repo, workspace.workspace_id, workspace.revision
    return shown
