"""Findings as tables, kept beside the rows they are about: all of them, or what differs from an earlier state's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.layout import Layout, Renumbering
from indexer.link.findings import Findings, Note, carried, moved_note

Ints = npt.NDArray[np.int64]
Level = tuple[Mapping[str, pa.Table], Renumbering | None]  # what is kept, and where its rows stand in the last state
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


def beyond(found: Findings, base: Findings, moved: Renumbering, layout: Layout) -> dict[str, pa.Table]:
    """What differs from the base's findings, which stand for the rest; a note that is gone has no sources."""
    known = carried(base, moved, layout)
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
        import_file=_numbers(imports, "file"), import_where=imports["where"].to_numpy(),
        base=_numbers(kept["found_types"], "base"), more=_listed(kept["found_more"]),
        called=_listed(kept["found_called"]), notes=_notes(kept["found_notes"]),
    )  # fmt: skip


def read_levels(levels: Sequence[Level], layout: Layout) -> Findings:
    """The findings of the last state: each level says what differs from those before it."""
    made = read(levels[-1][0])
    for name in COLUMNS:  # what no level tells of a row is that it leads nowhere
        setattr(made, name, np.full(layout.rows("refs"), -(name == "target"), dtype=getattr(made, name).dtype))
    made.notes = {}
    for kept, moved in levels:
        refs = kept["found_refs"]
        rows, columns = _numbers(refs, "row"), {name: refs[name].to_numpy() for name in COLUMNS}
        if moved is not None:
            rows, columns["target"] = moved("refs", rows), moved("symbols", _numbers(refs, "target"))
        stays = rows >= 0
        for name, values in columns.items():
            getattr(made, name)[rows[stays]] = values[stays]
        _lay_notes(made.notes, _notes(kept["found_notes"], moved))
    return made


def _lay_notes(notes: dict[Note, set[int]], more: Mapping[Note, set[int]]) -> None:
    for note, sources in more.items():
        if sources:
            notes[note] = sources
        else:
            notes.pop(note, None)


def _moved_notes(found: Findings, moved: Renumbering) -> dict[Note, set[int]]:
    terms = moved.rows["terms"]
    made: dict[Note, set[int]] = {}
    for note, sources in found.notes.items():
        if (now := moved_note(note, moved)) is not None:
            still = {
                int(terms[source]) if source >= 0 else -1 for source in sources if source < 0 or terms[source] >= 0
            }
            made.setdefault(now, set()).update(still)
    return {note: sources for note, sources in made.items() if sources}


def tables(found: Findings, rows: Ints, notes: Mapping[Note, set[int]]) -> dict[str, pa.Table]:
    """Of references and notes those given, of the rest all."""
    refs = {name: getattr(found, name)[rows] for name in COLUMNS}
    refs |= {"row": rows.astype(np.int32), "target": refs["target"].astype(np.int32)}
    imports = {"target": found.import_target, "file": found.import_file, "where": found.import_where}
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


def _notes(table: pa.Table, moved: Renumbering | None = None) -> dict[Note, set[int]]:
    """By the numbers of a later state, without those that have to do with what is gone there."""
    if moved is not None:
        table = _moved_rows(table, moved)
    given, sources = (_each(table, name) for name in ("arguments", "sources"))
    functions = zip(table["function"].to_pylist(), table["receiver"].to_pylist(), map(tuple, given), strict=True)
    return dict(zip(functions, map(set, sources), strict=True))


def _each(table: pa.Table, column: str) -> Iterator[list[int]]:
    """What the lists of a column hold: several times as fast as Arrow's own way."""
    flat, ends = (numbers.tolist() for numbers in _lists(table, column))
    return (flat[begin:end] for begin, end in pairwise(ends))


def _moved_rows(table: pa.Table, moved: Renumbering) -> pa.Table:
    function = _numbers(table, "function")
    named = np.where(function >= 0, moved("symbols", function), -moved("terms", -function))
    gone = np.where(function >= 0, named < 0, named > 0)
    given, ends = _lists(table, "arguments")
    given = moved("terms", given)
    gone |= np.add.reduceat(np.append(given < 0, False), ends[:-1]) * (np.diff(ends) > 0) > 0
    sources, bounds = _lists(table, "sources")
    terms = moved("terms", sources)
    still = (sources < 0) | (terms >= 0)
    count = np.append(0, np.cumsum(still))[bounds]
    gone |= (np.diff(count) == 0) & (np.diff(bounds) > 0)  # a note that had none says that it is gone itself
    columns = [
        pa.array(named), table["receiver"].combine_chunks(), pa.ListArray.from_arrays(pa.array(ends), pa.array(given)),
        pa.ListArray.from_arrays(pa.array(count), pa.array(np.where(sources < 0, -1, terms)[still])),
    ]  # fmt: skip
    return pa.table(columns, NOTES.names).filter(pa.array(~gone))


def _lists(table: pa.Table, column: str) -> tuple[Ints, Ints]:
    """What all lists of a column hold, and where each of them begins."""
    listed = table[column].combine_chunks()
    ends = listed.offsets.to_numpy()
    return listed.values.to_numpy()[ends[0] : ends[-1]].astype(np.int64), (ends - ends[0]).astype(np.int32)


def _numbers(table: pa.Table, column: str) -> Ints:
    numbers: Ints = table[column].to_numpy().astype(np.int64)
    return numbers
