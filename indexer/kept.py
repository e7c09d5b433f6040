"""Rows of files kept from one build to the next, so that a file that did not change is not parsed again.

They lie beside the snapshots, in `repo=<id>/rows/<commit>.arrow`, and may go at any time: a build that finds none
parses everything. A build on top of another keeps only the rows of the files it read, and names the commit that has
the others.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from indexer import schema
from indexer.layout import Layout, Renumbering
from indexer.link import stored
from indexer.link.findings import Findings
from indexer.manifest import REBUILD
from indexer.model import Diagnostic, Entry, Limits, Part, Settings, StoreError
from indexer.modules import Tree
from indexer.raw import PIECES, Ints, Late, Raw, combine, tables_of, used_texts
from indexer.version import code_digest

FORMAT = b"format"
ENTRIES = "entries"
Home = tuple[int, int]  # a level, and the number of a file in it
ENTRY = pa.schema([("path", pa.string()), ("blob", pa.string()), ("size", pa.int64()), ("origin", pa.string())])


@dataclass
class Outline:
    """A commit's files, and what is told of them whatever their rows."""

    entries: list[Entry]
    diagnostics: list[Diagnostic]  # of reading and parsing the files
    manifests: dict[str, bytes]  # contents of the files that say how modules are found
    settings: Settings
    part: Part  # which of the commit's files these are

    def tree(self) -> Tree:
        return Tree(frozenset([*(entry.path for entry in self.entries), *self.part.markers]), self.manifests)

    def outline(self, entries: Sequence[Entry], changed: Outline | None = None) -> Outline:
        """That of some entries, where those of the changed ones are told by them."""
        own = changed or Outline([], [], {}, self.settings, self.part)
        here = {entry.path for entry in entries} - {entry.path for entry in own.entries}
        told = [diagnostic for diagnostic in self.diagnostics if diagnostic.path in here]
        here |= self.part.manifests.keys()
        manifests = {path: data for path, data in self.manifests.items() if path in here} | own.manifests
        return Outline(list(entries), told + own.diagnostics, manifests, own.settings, self.part)

    def with_rows(self, raw: Raw) -> Kept:
        return Kept(self.entries, self.diagnostics, self.manifests, self.settings, self.part, raw)


@dataclass
class Kept(Outline):
    """The rows of a commit's files, numbered by their entries."""

    raw: Raw
    findings: Findings | None = None  # what linking these very rows found

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.raw, len(self.entries))

    def places(self, entries: Sequence[Entry]) -> Ints:
        """For each kept file its place among the entries; -1 where it is gone or has another content."""
        place = {entry: number for number, entry in enumerate(entries)}
        return np.asarray([place.get(entry, -1) for entry in self.entries], dtype=np.int64)

    def among(self, entries: Sequence[Entry], changed: Kept) -> Kept:
        """The rows of all entries: those of the changed ones, and of the others what is kept."""
        raw = combine([(kept.raw, kept.places(entries)) for kept in (self, changed)])
        return self.outline(entries, changed).with_rows(raw)

    def only(self, entries: Sequence[Entry]) -> Kept:
        """The rows of some of the entries."""
        return self.outline(entries).with_rows(combine([(self.raw, self.places(entries))]))


@dataclass(slots=True)
class Below:
    """What other rows are kept on top of."""

    commit: str
    kept: Kept


def save(path: Path, stage: Path, whole: Kept, below: Below | None = None) -> None:
    """Keep the rows, written in the folder `stage` first; a cache that cannot be written loses nothing but time."""
    assert whole.findings is not None
    if below is None:
        keep(path, stage, whole, stored.whole(whole.findings), whole.findings.told)
        return
    there, paths = set(below.kept.entries), {entry.path for entry in whole.entries}
    kept = whole.only([entry for entry in whole.entries if entry not in there])
    gone = [entry.path for entry in below.kept.entries if entry.path not in paths]
    assert below.kept.findings is not None
    found = stored.beyond(whole.findings, below.kept.findings, moved(below.kept, whole), whole.layout)
    keep(path, stage, kept, found, whole.findings.told, below.commit, gone)


def keep(
    path: Path,
    stage: Path,
    kept: Kept,
    found: dict[str, pa.Table],
    told: Sequence[Diagnostic],
    base: str | None = None,
    gone: Sequence[str] = (),
) -> None:
    """Write rows, those of all files or those that the base has not, with what linking found."""
    header = {
        "version": code_digest(),
        "base": base,
        "gone": sorted(gone),
        "diagnostics": [asdict(each) for each in kept.diagnostics],
        "manifests": {path: data.decode("latin-1") for path, data in kept.manifests.items()},
        "settings": asdict(kept.settings),
        "linking": [asdict(each) for each in told],
        "part": [kept.part.below, kept.part.markers, sorted(kept.part.manifests)],
    }
    entries = pa.Table.from_pylist([asdict(entry) for entry in kept.entries], schema=ENTRY)
    tables = {ENTRIES: entries} | tables_of(used_texts(kept.raw)) | found
    tables[PIECES] = tables.pop(PIECES)  # at the end, where they can be left unread
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(stage / path.name, tables, header)
        (stage / path.name).replace(path)


def load(cache: Path, repo_id: str, commit: str) -> Kept | None:
    """The rows of all files of a commit, those it stands on put together with its own."""
    levels: list[_Level] = []
    base: str | None = commit
    while base is not None:
        level = _read(schema.rows_file(schema.snapshot_dir(cache, repo_id, base)))
        if level is None or level.header.get("version") != code_digest():
            return None
        levels.insert(0, level)
        base = level.header["base"]
    whole = _joined(levels)
    assert whole.findings is not None
    whole.findings.told = [Diagnostic(**each) for each in levels[-1].header["linking"]]
    return whole


def _joined(levels: list[_Level]) -> Kept:
    """Of each file the rows of the last level that has it."""
    parts = [level.kept for level in levels]
    if len(parts) == 1:
        parts[0].findings = stored.read(levels[0].found)
        return parts[0]
    states = _states(levels)
    place = {home: number for number, home in enumerate(states[-1])}
    layouts = [_layout(parts, state) for state in states]
    whole = parts[0].outline([], None)
    for part, state in zip(parts, states, strict=True):
        whole = whole.outline([parts[level].entries[number] for level, number in state], part)
    places = [
        [place.get((level, number), -1) for number in range(len(part.entries))] for level, part in enumerate(parts)
    ]
    made = whole.with_rows(combine([(part.raw, _ints(at)) for part, at in zip(parts, places, strict=True)]))
    last = layouts[-1]
    moves = [Renumbering(layout, last, _ints([place.get(home, -1) for home in state]))
             for layout, state in zip(layouts[:-1], states[:-1], strict=True)]  # fmt: skip
    found = zip((level.found for level in levels), (*moves, None), strict=True)
    made.findings = stored.read_levels(list(found), last)
    return made


def _states(levels: list[_Level]) -> list[list[Home]]:
    """For each level the files of its commit in their order, by the level that has their rows and their place there."""
    homes: dict[str, Home] = {}
    states = []
    for number, level in enumerate(levels):
        for path in level.header["gone"]:
            del homes[path]
        homes |= {entry.path: (number, place) for place, entry in enumerate(level.kept.entries)}
        states.append([homes[path] for path in sorted(homes)])
    return states


def _layout(parts: list[Kept], state: list[Home]) -> Layout:
    part, number = _ints(state).reshape(-1, 2).T
    return Layout.joined([each.layout for each in parts], part, number)


def _ints(numbers: Sequence[Any]) -> Ints:
    return np.asarray(numbers, dtype=np.int64)


def moved(below: Kept, whole: Kept) -> Renumbering:
    return Renumbering(below.layout, whole.layout, below.places(whole.entries))


def _write(path: Path, tables: dict[str, pa.Table], header: dict[str, Any]) -> None:
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    metadata = {FORMAT: json.dumps(header).encode()}
    with pa.OSFile(str(path), "wb") as file:
        for name, table in tables.items():
            shape = table.schema.with_metadata(metadata if name == ENTRIES else None)
            with pa.ipc.new_stream(file, shape, options=options) as writer:
                writer.write_table(table.combine_chunks().replace_schema_metadata(shape.metadata))


@dataclass(slots=True)
class _Level:
    """What one file keeps: rows and findings, of all files or of those that its base has not."""

    header: dict[str, Any]
    kept: Kept
    found: dict[str, pa.Table]


class RowsDamaged(StoreError):
    """What is kept cannot be read, though it began well."""


@contextlib.contextmanager
def pieces_aside(rows: Kept, folder: Path) -> Iterator[None]:
    """The pieces of text lie in a file as long as this lasts: linking needs the memory more."""
    path = folder / "pieces.arrow"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, rows.raw.chunks.schema) as writer:
        writer.write_table(rows.raw.chunks)

    def pieces() -> pa.Table:
        with pa.memory_map(str(path)) as file:
            return pa.ipc.open_stream(file).read_all()

    rows.raw = Late(tables_of(rows.raw), pieces)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _late(tables: dict[str, pa.Table], file: pa.MemoryMappedFile) -> Raw:
    """Rows with the pieces of text that come next in the file."""
    rest = file.read_buffer()  # mapped, not read; several may ask at once, so nobody moves about in the file

    def pieces() -> pa.Table:
        try:
            return pa.ipc.open_stream(rest).read_all()
        except (OSError, pa.ArrowException) as error:
            raise RowsDamaged("Rows kept from an earlier build are damaged.", REBUILD) from error

    return Late(tables, pieces)


def _read(path: Path) -> _Level | None:
    try:
        file = pa.memory_map(str(path))
        names = [ENTRIES, *(name for name in Raw.__dataclass_fields__ if name != PIECES), *stored.TABLES]
        tables = {name: pa.ipc.open_stream(file).read_all() for name in names}
    except (OSError, pa.ArrowException):
        return None
    listed = tables.pop(ENTRIES)
    header = json.loads(listed.schema.metadata[FORMAT])
    entries = [Entry(*row) for row in zip(*listed.to_pydict().values(), strict=True)]
    told = [Diagnostic(**each) for each in header["diagnostics"]]
    manifests = {path: text.encode("latin-1") for path, text in header["manifests"].items()}
    settings = Settings(**header["settings"] | {"limits": Limits(**header["settings"]["limits"])})
    found = {name: tables.pop(name) for name in stored.TABLES}
    made = Kept(entries, told, manifests, settings, _part(header, manifests), _late(tables, file))
    return _Level(header, made, found)


def _part(header: dict[str, Any], manifests: dict[str, bytes]) -> Part:
    below, markers, telling = header.get("part", ("", (), ()))
    return Part(below, tuple(markers), {path: manifests[path] for path in telling})
