"""Where the rows of each file stand among those of all: by how many rows each has, without looking at any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from indexer.raw import Raw, homes

Ints = npt.NDArray[np.int64]
NUMBERED = ("symbols", "terms", "refs", "imports", "types")


@dataclass
class Layout:
    """Rows lie in the order of languages, and of files; both are given by the files' numbers."""

    language: npt.NDArray[np.object_]
    count: dict[str, Ints]

    @classmethod
    def of(cls, raw: Raw, files: int) -> Layout:
        language = np.full(files, "", dtype=object)
        language[raw.files["file"].to_numpy()] = [name or "" for name in raw.files["language"].to_pylist()]
        return cls(language, {name: np.bincount(homes(name, raw), minlength=files) for name in NUMBERED})

    @classmethod
    def joined(cls, parts: Sequence[Layout], part: Ints, number: Ints) -> Layout:
        """Files taken from several layouts: of each the layout, and its number there."""
        first = np.cumsum([0, *(len(each.language) for each in parts)])[:-1]
        at = first[part] + number
        language = np.concatenate([each.language for each in parts])[at]
        return cls(language, {name: np.concatenate([each.count[name] for each in parts])[at] for name in NUMBERED})

    @cached_property
    def order(self) -> Ints:
        """The files as their rows lie."""
        _, codes = np.unique(self.language.astype(str), return_inverse=True)
        order: Ints = np.argsort(codes, kind="stable")
        return order

    @cached_property
    def first(self) -> dict[str, Ints]:
        """For each file the number of its first row."""
        made = {}
        for name, count in self.count.items():
            made[name] = np.empty_like(count)
            made[name][self.order] = np.cumsum(count[self.order]) - count[self.order]
        return made

    def rows(self, name: str) -> int:
        return int(self.count[name].sum())

    def rows_of(self, name: str, file: int) -> Ints:
        first = int(self.first[name][file])
        return np.arange(first, first + int(self.count[name][file]))


class Renumbering:
    """Where the rows of files that did not change stand in a later state; -1 where they are gone."""

    def __init__(self, old: Layout, new: Layout, place: Ints) -> None:
        self.place = place  # of each old file
        self.rows: dict[str, Ints] = {name: self._moved(name, old, new) for name in NUMBERED}

    def _moved(self, name: str, old: Layout, new: Layout) -> Ints:
        stays = self.place >= 0
        shift = np.where(stays, new.first[name][np.maximum(self.place, 0)] - old.first[name], 0)
        count = old.count[name][old.order]
        rows: Ints = np.arange(old.rows(name)) + np.repeat(shift[old.order], count)
        rows[np.repeat(~stays[old.order], count)] = -1
        return rows

    def __call__(self, name: str, numbers: Ints) -> Ints:
        """Old numbers as new ones."""
        to = self.rows[name]
        return np.where(numbers >= 0, to[np.maximum(numbers, 0)], -1) if len(to) else np.full_like(numbers, -1)
