"""Which of the files that were linked beside edited ones have other references, imports or bases than before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.link.overrides import overriding_rows

if TYPE_CHECKING:
    from indexer.link.ground import Ground
    from indexer.link.local import Local

Ints = npt.NDArray[np.int64]
COLUMNS = {
    "refs": ("target", "rule", "level", "external", "label"),
    "imports": ("import_target", "import_file", "import_where"),
    "types": ("base",),
}


def retold(ground: Ground, local: Local) -> set[int]:
    """Those files, by their numbers; asked when the edited ones are no longer in place."""
    beside = sorted(set(local.files.tolist()) - local.edited)
    if not beside:
        return set()
    homes = {"refs": local.raw.refs["file"].to_numpy(), "imports": local.raw.imports["file"].to_numpy()}
    home_of = dict(zip(local.numbers.tolist(), local.raw.symbols["file"].to_pylist(), strict=True))
    homes["types"] = np.asarray([home_of[n] for n in local.raw.types["symbol"].to_pylist()], dtype=np.int64)
    found: set[int] = set()
    for name, columns in COLUMNS.items():
        now = np.concatenate([np.flatnonzero(homes[name] == file) for file in beside])
        was = np.concatenate([ground.layout.rows_of(name, file) for file in beside])
        for column in columns:
            differs = getattr(local.findings, column)[now] != getattr(ground.found, column)[was]
            found |= set(homes[name][now[differs]].tolist())
        if name == "refs":
            found |= _several(ground, local, dict(zip(was.tolist(), now.tolist(), strict=True)), homes[name])
    return found | _overriding(ground, local, {number: home for number, home in home_of.items() if home in beside})


def _several(ground: Ground, local: Local, row_of: dict[int, int], home: Ints) -> set[int]:
    """Files in which a reference means other further things, or runs others."""
    inside = set(row_of.values())
    found: set[int] = set()
    for old, new in ((ground.found.more, local.findings.more), (ground.found.called, local.findings.called)):
        was = {(row_of[row], *rest) for row, *rest in old if row in row_of}
        found |= {int(home[row]) for row, *_ in was ^ {each for each in new if each[0] in inside}}
    return found


def _overriding(ground: Ground, local: Local, home_of: dict[int, int]) -> set[int]:
    """Files with members that override something else."""
    was: set[tuple[int, int, str]] = set()
    for family, files in ground.families.items():
        own = [number for number, home in home_of.items() if home in files]
        dialect = ground.new_linker(family).dialect if own else None
        if dialect is not None:
            was |= set(overriding_rows(ground.program, dialect, own))
            dialect.detach()
    inside = {row for row in was if not ground.program.is_external(row[1])}
    return {home_of[member] for member, *_ in inside ^ {row for row in local.findings.overrides if row[0] in home_of}}
