"""One state of one repository that questions are asked of: a commit, or a workspace laid over it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from typing import Any, Generic, TypeVar, overload

from query.engine import central, relations
from query.engine.fact_table import Facts
from query.engine.loading import load_files, load_refs, load_symbols
from query.engine.relations import Base
from query.engine.statements import arrow, rows
from query.engine.tables import Bools, Files, Ints, Refs, Symbols
from query.engine.texts import Blobs, Kept, Text, blob_id, checked_path, file_below
from query.engine.words import Floats, WordIndex
from query.errors import InvalidArgument
from query.memory import give_back
from query.mount import Mounted
from query.repo import RepoRef

MOST_BYTES = 32 * 1024 * 1024
MOST_AHEAD = 50  # contents that are asked for at once: as many names fit into a pipe

T = TypeVar("T")


class lazily(Generic[T]):
    """A property that is made once, when first read; threads that come meanwhile wait for it, and for no other."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> lazily[T]: ...
    @overload
    def __get__(self, owner: Loaded, kind: type) -> T: ...
    def __get__(self, owner: Loaded | None, kind: type) -> T | lazily[T]:
        if owner is None:
            return self
        with owner.locks.setdefault(self._name, threading.Lock()):
            if self._name not in owner.__dict__:
                owner.__dict__[self._name] = self._make(owner)
        made: T = owner.__dict__[self._name]
        return made


class Loaded:
    """What a mounted snapshot holds, each part loaded when something needs it."""

    def __init__(self, mounted: Mounted) -> None:
        self.mounted = mounted
        self.locks: dict[str, threading.Lock] = {}

    @lazily
    def symbols(self) -> Symbols:
        return load_symbols(self.mounted)

    @lazily
    def files(self) -> Files:
        return load_files(self.mounted)

    @lazily
    def refs(self) -> Refs:
        return load_refs(self.mounted, self.symbols, self.files)

    @lazily
    def calls(self) -> Bools:
        return relations.call_mask(self.refs, self.symbols)

    @lazily
    def fan_in(self) -> Ints:
        return relations.fan_in(self.mounted, len(self.symbols))

    @lazily
    def overriding(self) -> Bools:
        return relations.overriding(self.mounted, self.symbols)

    @lazily
    def override_rows(self) -> Ints:
        return relations.override_rows(self.refs)

    @lazily
    def centrality(self) -> Floats:
        return central.centrality(self.refs, self.symbols)

    @lazily
    def prior(self) -> Floats:
        return relations.prior(self.symbols, self.fan_in)

    @lazily
    def facts(self) -> Facts:
        return Facts(arrow(self.mounted, "load", "facts"))

    @lazily
    def imported(self) -> dict[tuple[str, str], str]:
        return relations.imported(rows(self.mounted, "load", "external_imports"))

    def spelled(self, path: str, local: str) -> str | None:
        """What a name from outside means in a file."""
        return self.imported.get((path, local))

    @lazily
    def rows(self) -> dict[str, int]:
        """How many symbols and references there are."""
        ((symbols, refs),) = rows(self.mounted, "load", "rows")
        return {"symbols": symbols, "refs": refs}

    @lazily
    def churn(self) -> list[int | None]:
        """Of each file, in the order of `files`."""
        return list(arrow(self.mounted, "metrics", "churn")["churn_30d"].to_pylist())

    def parameters(self, ids: Collection[str]) -> dict[str, list[dict[str, Any]]]:
        """Of the symbols that take any, by id."""
        return dict(rows(self.mounted, "metrics", "parameters", {"ids": list(ids)}))

    def imports(self, paths: Collection[str]) -> list[tuple[str, str | None, str, str | None]]:
        """(path, local name, module, imported name) of each import of some files, in their order"""
        return rows(self.mounted, "metrics", "imports", {"paths": list(paths)})

    def near(self, name: str, qualified: str, limit: int) -> list[str]:
        """Ids of the symbols whose names come closest."""
        values = {"name": name, "qualified": qualified, "limit": limit}
        return [row[0] for row in rows(self.mounted, "load", "near_names", values)]

    @lazily
    def bases(self) -> tuple[dict[int, list[Base]], dict[int, list[Base]]]:
        return relations.bases(self.mounted, self.symbols)

    @lazily
    def words(self) -> WordIndex:
        made = WordIndex(self.symbols.columns)
        give_back()
        return made


class View:
    """A commit (`workspace` is none) or a workspace at a revision, with the files that differ from the commit."""

    def __init__(
        self,
        mounted: Mounted,
        repo: RepoRef,
        workspace: str | None = None,
        revision: int = 0,
        overlaid: frozenset[str] = frozenset(),
        loaded: Loaded | None = None,
        before: View | None = None,
        linked: bool = True,
    ) -> None:
        """`before` is what something was laid over; where that is not `linked` yet, only `before` knows the whole."""
        self.mounted = mounted
        self.repo = repo
        self.workspace = workspace
        self.revision = revision
        self.overlaid = overlaid
        self.before = before
        self.linked = linked
        self.virtual: Mapping[str, bytes] = {}
        self.loaded = loaded or Loaded(mounted)
        self._blobs = Blobs(repo.root)
        self._kept = Kept()

    def with_virtual(self, files: Mapping[str, bytes]) -> View:
        """The same state with some contents replaced for reading; everything loaded is shared."""
        other = copy(self)
        other.virtual = {checked_path(path): data for path, data in files.items()}
        return other

    def text(self, path: str) -> bytes | None:
        """The content of a file, as UTF-8 where it has a mark of another encoding; none where there is no such file."""
        found = self.lines(path)
        return None if found is None else found.data

    def lines(self, path: str) -> Text | None:
        """The content of a file with its lines found."""
        path = checked_path(path)
        if path in self.virtual:
            return Text(self.virtual[path])
        return self._committed(path) if self.workspace is None else self._on_disk(path)

    def read_ahead(self, paths: Iterable[str]) -> None:
        """Have the contents of some files at hand before they are asked for one by one."""
        if self.workspace is not None:
            return
        files = self.loaded.files
        numbers = [files.number(path) for path in dict.fromkeys(paths) if path not in self.virtual]
        wanted = [files.blob(number) for number in numbers if number >= 0 and files.size(number) <= MOST_BYTES]
        wanted = [blob for blob in dict.fromkeys(wanted) if self._kept.get(blob) is None][:MOST_AHEAD]
        for blob, data in zip(wanted, self._blobs.read_all(wanted) if wanted else (), strict=True):
            if data is not None:
                self._kept.put(blob, Text(data))

    def rest(self) -> None:
        """Nobody asks: texts are read again when somebody does."""
        self._kept.clear()
        self._blobs.close()

    def close(self) -> None:
        self._blobs.close()
        self.mounted.close()

    def _committed(self, path: str) -> Text | None:
        files = self.loaded.files
        number = files.number(path)
        if number < 0:
            return None
        _check_size(path, files.size(number))
        return self._keep(files.blob(number), lambda: self._blob(path, files.blob(number)))

    def _blob(self, path: str, blob: str) -> bytes | None:
        """The blob; in a folder without git, or a clone without it, the file if it still is what was indexed."""
        data = self._blobs.read(blob)
        if data is None and (real := file_below(self.repo.root, path)) is not None:
            data = real.read_bytes()
            return data if blob_id(data, blob) == blob else None
        return data

    def _on_disk(self, path: str) -> Text | None:
        real = file_below(self.repo.root, path)
        if real is None:
            return None
        state = real.stat()
        _check_size(path, state.st_size)
        return self._keep(f"{real}\0{state.st_mtime_ns}\0{state.st_size}", real.read_bytes)

    def _keep(self, key: str, read: Callable[[], bytes | None]) -> Text | None:
        text = self._kept.get(key)
        if text is None:
            try:
                data = read()
            except OSError:  # it was removed, or is not ours to read
                return None
            text = Text(data) if data is not None else None
            if text is not None:
                self._kept.put(key, text)
        return text


def _check_size(path: str, size: int) -> None:
    if size > MOST_BYTES:
        raise InvalidArgument(f"{path} has {size:,} bytes: too large to be shown", "read it with other tools")
