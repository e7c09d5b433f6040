"""What linking found, beside the rows it is about, and as it stands after some files changed.

Kept from one commit to the next, so that only what a change can reach is linked again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from indexer.layout import Layout, Renumbering
    from indexer.model import Diagnostic

Ints = npt.NDArray[np.int64]
Note = tuple[int, int, tuple[int, ...]]  # function (below 0: a nameless one), tag of the receiver or -1, arguments


@dataclass(slots=True)
class Findings:
    """By rows of refs, imports and types; `notes` are calls that may say what parameters hold, and their terms."""

    target: Ints
    rule: npt.NDArray[np.int8]
    level: npt.NDArray[np.int8]
    external: npt.NDArray[np.bool_]
    label: npt.NDArray[np.bool_]  # rows that count only where something comes of them
    import_target: Ints
    import_file: Ints
    import_where: npt.NDArray[np.int8]  # INSIDE, OUTSIDE, 0 where nobody can tell
    base: Ints
    more: list[tuple[int, ...]] = field(default_factory=list)  # row, further target, rule
    called: list[tuple[int, ...]] = field(default_factory=list)  # row, what it calls through a value
    overrides: list[tuple[int, int, str]] = field(default_factory=list)  # member, what it overrides, kind
    notes: dict[Note, set[int]] = field(default_factory=dict)
    told: list[Diagnostic] = field(default_factory=list)


def moved_note(note: Note, moved: Renumbering) -> Note | None:
    """A note whose function and arguments are all still there."""
    function, tag, arguments = note
    symbols, terms = moved.rows["symbols"], moved.rows["terms"]
    named = int(symbols[function]) if function >= 0 else -int(terms[-function])
    given = tuple(int(terms[term]) for term in arguments)
    gone = min(given, default=0) < 0 or (named < 0 if function >= 0 else named > 0)
    return None if gone else (named, tag, given)


def carried(findings: Findings, moved: Renumbering, new: Layout) -> Findings:
    """The same findings by new rows; those of files that changed are left open; overrides and notes are left out."""
    rows = moved.rows["refs"]
    was = np.flatnonzero(rows >= 0)
    count = new.rows("refs")

    def laid(values: npt.NDArray[Any], fill: int) -> npt.NDArray[Any]:
        made = np.full(count, fill, dtype=values.dtype)
        made[rows[was]] = values[was]
        return made

    more: list[tuple[int, ...]] = [
        (int(rows[r]), int(s), rule) for (r, _, rule), s in _with(findings.more, moved) if rows[r] >= 0
    ]
    called: list[tuple[int, ...]] = [
        (int(rows[r]), int(s)) for (r, _), s in _with(findings.called, moved) if rows[r] >= 0
    ]
    return replace(
        _imports(findings, moved, new),
        target=laid(moved("symbols", findings.target), -1), rule=laid(findings.rule, 0),
        level=laid(findings.level, 0), external=laid(findings.external, 0), label=laid(findings.label, 0),
        more=more, called=called, overrides=[], notes={}, told=[],
    )  # fmt: skip


def _with(rows: Sequence[tuple[Any, ...]], moved: Renumbering) -> Iterable[tuple[tuple[Any, ...], int]]:
    targets = moved("symbols", np.asarray([row[1] for row in rows], dtype=np.int64))
    return zip(rows, targets.tolist(), strict=True)


def _imports(findings: Findings, moved: Renumbering, new: Layout) -> Findings:
    imports, types = moved.rows["imports"], moved.rows["types"]
    was, had = np.flatnonzero(imports >= 0), np.flatnonzero(types >= 0)
    count = new.rows("imports")
    target, home = np.full(count, -1, dtype=np.int64), np.full(count, -1, dtype=np.int64)
    where, base = np.zeros(count, dtype=np.int8), np.full(new.rows("types"), -1, dtype=np.int64)
    target[imports[was]] = moved("symbols", findings.import_target[was])
    files = findings.import_file[was]
    home[imports[was]] = np.where(files >= 0, moved.place[np.maximum(files, 0)], -1) if len(files) else files
    where[imports[was]] = findings.import_where[was]
    base[types[had]] = moved("symbols", findings.base[had])
    return replace(findings, import_target=target, import_file=home, import_where=where, base=base)
