"""A commit as git's object store has it: no checkout, any clone, any revision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager

from indexer.config import find_settings
from indexer.model import Diagnostic, Entry, Part, Settings, SourceError
from indexer.source.attributes import origins
from indexer.source.blobs import BlobReader
from indexer.source.churn import ChurnLog
from indexer.source.command import GitFailed, Repository
from indexer.source.filters import MOST_SETTINGS_BYTES, Findings, TreeItem, readable_path, select
from indexer.source.isolate import isolated, scratch_folder
from indexer.source.parts import part_of
from indexer.source.revision import repository_id, resolve_commit


class GitSource:
    """The files of one commit."""

    def __init__(self, repo: Repository, ref: str | None, settings: Settings | None, below: str = "") -> None:
        self._findings = Findings()
        self.commit: str = resolve_commit(repo, ref)
        self.diagnostics: list[Diagnostic] = self._findings.diagnostics
        self._counts: dict[str, int] | None = None
        self._counted = False
        with ExitStack() as stack, _room_needed(), ThreadPoolExecutor(max_workers=1) as aside:
            identity = aside.submit(repository_id, repo, self.commit)  # may walk the whole history
            self._view = view = isolated(repo, stack.enter_context(scratch_folder()))
            self._reader = stack.enter_context(closing(BlobReader(view, self._findings)))
            self.entries: list[Entry] = self._list(view, settings, below)
            self._churn = stack.enter_context(closing(ChurnLog(view, self.commit)))
            self.repo_id: str = self._identify(*identity.result())
            self._held = stack.pop_all()

    def read(self, entries: Iterable[Entry]) -> Iterator[tuple[Entry, bytes]]:
        """The contents, in the order asked for; what the clone lacks is left out and becomes a diagnostic."""
        return self._reader.read(entries)

    def ancestors(self, most: int) -> list[str]:
        """The commits before this one, nearest first, as far as the clone has them."""
        return self._view.run("rev-list", f"--max-count={most + 1}", self.commit).decode("ascii").split()[1:]

    def churn(self) -> dict[str, int] | None:
        """Commits per path in the 30 days before this commit, merges left out; None where the history is not there."""
        if not self._counted:
            self._counts = self._churn.collect(self._findings)
            self._counted = True
        return self._counts

    def close(self) -> None:
        self._held.close()

    def _identify(self, name: str, from_shallow: bool) -> str:
        if from_shallow:
            self._findings.note(
                "repo_id_from_shallow",
                "no remote and a shallow history: other clones may know the repository under another id",
            )
        return name

    def _list(self, repo: Repository, settings: Settings | None, below: str) -> list[Entry]:
        tree = list_tree(repo, self.commit)
        self.settings: Settings = settings or self._own_settings(tree)
        self.part: Part = part_of(tree, below, self._reader)
        within = [item for item in tree if self.part.holds(item.path)]
        if below and not within:
            raise SourceError(f"{self.commit[:12]} has nothing below {below!r}.", "Name a folder of the commit.")
        files = select(within, self.settings, self._findings)
        marked = origins(repo, tree, files, self._reader, self._findings)
        return [Entry(item.path, item.blob, item.size or 0, marked.get(item.path, "")) for item in files]

    def _own_settings(self, tree: list[TreeItem]) -> Settings:
        by_name = {item.raw: item for item in tree if item.is_file and item.size is not None}

        def read(name: str) -> bytes | None:
            item = by_name.get(name.encode())
            if item is None:
                return None
            if (item.size or 0) > MOST_SETTINGS_BYTES:
                self._findings.report("settings_skipped", [name])
                return None
            # Read to the end: a reader that stops half-way costs a new process.
            return dict(self._reader.read([entry := Entry(name, item.blob, item.size or 0)])).get(entry)

        return find_settings(read, f"{self.commit[:12]}:")


@contextmanager
def _room_needed() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SourceError(
            f"A temporary file cannot be written: {error}", "Free some space, or point TMPDIR at a folder that has it."
        ) from error


def list_tree(repo: Repository, commit: str) -> list[TreeItem]:
    """Everything in the commit's tree, submodules and links included."""
    try:
        listed = repo.run("ls-tree", "-r", "-z", "-l", "--full-tree", commit)
    except GitFailed as error:
        raise SourceError(f"The tree of {commit} cannot be listed: {error.message}", error.hint) from error
    return [_tree_item(record) for record in listed.split(b"\0") if record]


def _tree_item(record: bytes) -> TreeItem:
    facts, _, raw = record.partition(b"\t")
    mode, _, blob, size = facts.split()
    known = int(size) if size.isdigit() else None  # "BAD" where the object is missing, "-" for a submodule
    return TreeItem(int(mode, 8), blob.decode("ascii"), known, raw, readable_path(raw))
