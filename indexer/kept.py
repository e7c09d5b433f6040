"""Rows of files kept from one build to the next, so that a file that did not change is not parsed again.

They lie beside the snapshots, in `repo=<id>/rows/<commit>.arrow`, and may go at any time: a build that finds none
parses everything. A build on top of another keeps only the rows of the files it read, and names the commit that has
the others.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from indexer import schema
from indexer.link import stored
from indexer.link.findings import Findings, Renumbering
from indexer.model import Diagnostic, Entry, Limits, Part, Settings
from indexer.modules import Tree
from indexer.raw import Ints, Raw, combine, tables_of, used_texts

FORMAT = b"format"
ENTRIES = "entries"
ENTRY = pa.schema([("path", pa.string()), ("blob", pa.string()), ("size", pa.int64()), ("origin", pa.string())])


@dataclass(slots=True)
class Kept:
    """The rows of a commit's files, numbered by their entries."""

    entries: list[Entry]
    raw: Raw
    diagnostics: list[Diagnostic]  # of reading and parsing the files
    manifests: dict[str, bytes]  # contents of the files that say how modules are found
    settings: Settings
    findings: Findings | None = None  # what linking these very rows found
    part: Part = field(default_factory=Part)  # which of the commit's files these are

    def places(self, entries: Sequence[Entry]) -> Ints:
        """For each kept file its place among the entries; -1 where it is gone or has another content."""
        place = {entry: number for number, entry in enumerate(entries)}
        return np.asarray([place.get(entry, -1) for entry in self.entries], dtype=np.int64)

    def among(self, entries: Sequence[Entry], changed: Kept) -> Kept:
        """The rows of all entries: those of the changed ones, and of the others what is kept."""
        raw = combine([(kept.raw, kept.places(entries)) for kept in (self, changed)])
        here = {entry.path for entry in entries} - {entry.path for entry in changed.entries}
        told = [diagnostic for diagnostic in self.diagnostics if diagnostic.path in here]
        manifests = self._manifests(here) | changed.manifests
        return Kept(list(entries), raw, told + changed.diagnostics, manifests, changed.settings, part=self.part)

    def only(self, entries: Sequence[Entry]) -> Kept:
        """The rows of some of the entries."""
        here = {entry.path for entry in entries}
        told = [diagnostic for diagnostic in self.diagnostics if diagnostic.path in here]
        raw = combine([(self.raw, self.places(entries))])
        return Kept(list(entries), raw, told, self._manifests(here), self.settings, part=self.part)

    def tree(self) -> Tree:
        return Tree(frozenset([*(entry.path for entry in self.entries), *self.part.markers]), self.manifests)

    def _manifests(self, here: Collection[str]) -> dict[str, bytes]:
        return {path: data for path, data in self.manifests.items() if path in here or path in self.part.manifests}


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
    found = stored.beyond(whole.findings, below.kept.findings, moved(below.kept, whole), whole.raw)
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
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(stage / path.name, tables, header)
        (stage / path.name).replace(path)


def load(cache: Path, repo_id: str, commit: str) -> Kept | None:
    """The rows of all files of a commit, those it stands on put together with its own."""
    read = _read(schema.rows_file(schema.snapshot_dir(cache, repo_id, commit)))
    if read is None:
        return None
    header, kept, found = read
    told = [Diagnostic(**each) for each in header["linking"]]
    if header["base"] is None:
        kept.findings = stored.read(found)
        kept.findings.told = told
        return kept
    below = load(cache, repo_id, header["base"])
    if below is None or below.findings is None:
        return None
    replaced = set(header["gone"]) | {entry.path for entry in kept.entries}
    entries = [entry for entry in below.entries if entry.path not in replaced] + kept.entries
    whole = below.among(sorted(entries, key=lambda entry: entry.path), kept)
    whole.findings = stored.read_beyond(found, below.findings, moved(below, whole), whole.raw)
    whole.findings.told = told
    return whole


def moved(below: Kept, whole: Kept) -> Renumbering:
    return Renumbering(below.raw, whole.raw, below.places(whole.entries))


def _write(path: Path, tables: dict[str, pa.Table], header: dict[str, Any]) -> None:
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    metadata = {FORMAT: json.dumps(header).encode()}
    with pa.OSFile(str(path), "wb") as file:
        for name, table in tables.items():
            shape = table.schema.with_metadata(metadata if name == ENTRIES else None)
            with pa.ipc.new_stream(file, shape, options=options) as writer:
                writer.write_table(table.combine_chunks().replace_schema_metadata(shape.metadata))


def _read(path: Path) -> tuple[dict[str, Any], Kept, dict[str, pa.Table]] | None:
    try:
        with pa.memory_map(str(path)) as file:
            names = [ENTRIES, *Raw.__dataclass_fields__, *stored.TABLES]
            tables = {name: pa.ipc.open_stream(file).read_all() for name in names}
    except (OSError, pa.ArrowException):
        return None
    listed = tables.pop(ENTRIES)
    header = json.loads(listed.schema.metadata[FORMAT])
    entries = [Entry(**row) for row in listed.to_pylist()]
    told = [Diagnostic(**each) for each in header["diagnostics"]]
    manifests = {path: text.encode("latin-1") for path, text in header["manifests"].items()}
    settings = Settings(**header["settings"] | {"limits": Limits(**header["settings"]["limits"])})
    found = {name: tables.pop(name) for name in stored.TABLES}
    part = _part(header, manifests)
    return header, Kept(entries, Raw(**tables), told, manifests, settings, part=part), found


def _part(header: dict[str, Any], manifests: dict[str, bytes]) -> Part:
    below, markers, telling = header.get("part", ("", (), ()))
    return Part(below, tuple(markers), {path: manifests[path] for path in telling})
