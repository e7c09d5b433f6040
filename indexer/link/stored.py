"""Findings as tables, kept beside the rows they are about: all of them, or what differs from an earlier state's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.link.findings import Findings, Note, Renumbering, carried
from indexer.raw import Raw

Ints = npt.NDArray[np.int64]
COLUMNS = ("target", "rule", "level", "external", "label")  # by rows of refs
TABLES = ("found_refs", "found_imports", "found_types", "found_more", "found_called", "found_notes")
NOTES = pa.schema(
    [
        ("function", pa.int32()), ("receiver", pa.int8()), ("arguments", pa.list_(pa.int32())),
        ("sources", pa.list_(pa.int32())),
    ]
)  # fmt: skip


def whole(found: Findings) -> dict[str, pa.Table]:
    return tables(found, np.arange(len(found.target)), found.notes)


def beyond(found: Findings, base: Findings, moved: Renumbering, raw: Raw) -> dict[str, pa.Table]:
    """What differs from the base's findings, which stand for the rest; a note that is gone has no sources."""
    known = carried(base, moved, raw)
    differs = [np.asarray(getattr(found, name) != getattr(known, name)) for name in COLUMNS]
    before = _moved_notes(base, moved)
    notes = {note: sources for note, sources in found.notes.items() if before.get(note) != sources}
    gone: dict[Note, set[int]] = {note: set() for note in before.keys() - found.notes.keys()}
    return tables(found, np.flatnonzero(np.logical_or.reduce(differs)), notes | gone)


def read(kept: Mapping[str, pa.Table]) -> Findings:
    refs = kept["found_refs"]
    imports, columns = kept["found_imports"], {name: refs[name].to_numpy() for name in COLUMNS}
    return Findings(
        **columns | {"target": columns["target"].astype(np.int64)}, import_target=_numbers(imports, "target"),
        import_file=_numbers(imports, "file"), import_external=imports["external"].to_numpy(),
        base=_numbers(kept["found_types"], "base"), more=_listed(kept["found_more"]),
        called=_listed(kept["found_called"]), notes=_notes(kept["found_notes"]),
    )  # fmt: skip


def read_beyond(kept: Mapping[str, pa.Table], base: Findings, moved: Renumbering, raw: Raw) -> Findings:
    """The findings that `beyond` kept the difference of."""
    part, made = read(kept), carried(base, moved, raw)
    rows = kept["found_refs"]["row"].to_numpy()
    for name in COLUMNS:
        getattr(made, name)[rows] = getattr(part, name)
    notes = {note: sources for note, sources in (_moved_notes(base, moved) | part.notes).items() if sources}
    rest = {name: getattr(made, name) for name in COLUMNS}
    return replace(part, **rest, notes=notes)


def _moved_notes(found: Findings, moved: Renumbering) -> dict[Note, set[int]]:
    terms = moved.rows["terms"]
    made: dict[Note, set[int]] = {}
    for note, sources in found.notes.items():
        if (now := moved.note(note)) is not None:
            still = {
                int(terms[source]) if source >= 0 else -1 for source in sources if source < 0 or terms[source] >= 0
            }
            made.setdefault(now, set()).update(still)
    return {note: sources for note, sources in made.items() if sources}


def tables(found: Findings, rows: Ints, notes: Mapping[Note, set[int]]) -> dict[str, pa.Table]:
    """Of references and notes those given, of the rest all."""
    refs = {name: getattr(found, name)[rows] for name in COLUMNS}
    refs |= {"row": rows.astype(np.int32), "target": refs["target"].astype(np.int32)}
    imports = {"target": found.import_target, "file": found.import_file, "external": found.import_external}
    listed = [(function, tag, given, sorted(sources)) for (function, tag, given), sources in notes.items()]
    columns = [list(column) for column in zip(*listed, strict=True)] or [[], [], [], []]
    return {
        "found_refs": pa.table(refs),
        "found_imports": pa.table(imports),
        "found_types": pa.table({"base": found.base}),
        "found_more": _rows(found.more, ("row", "to", "rule")),
        "found_called": _rows(found.called, ("row", "to")),
        "found_notes": pa.table(columns, schema=NOTES),
    }


def _rows(listed: list[tuple[int, ...]], names: tuple[str, ...]) -> pa.Table:
    columns = np.asarray(listed, dtype=np.int32).reshape(-1, len(names)).T
    return pa.table([pa.array(column) for column in columns], names=list(names))


def _listed(table: pa.Table) -> list[tuple[int, ...]]:
    return list(zip(*table.to_pydict().values(), strict=True))


def _notes(table: pa.Table) -> dict[Note, set[int]]:
    rows = zip(*table.to_pydict().values(), strict=True)
    return {(function, tag, tuple(given)): set(sources) for function, tag, given, sources in rows}


def _numbers(table: pa.Table, column: str) -> Ints:
    numbers: Ints = table[column].to_numpy().astype(np.int64)
    return numbers
