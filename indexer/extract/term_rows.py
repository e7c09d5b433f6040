"""Terms and flows of the files of a batch as rows: collected while files are read, renumbered all at once.

Files are small and arrays have a price per call. Terms of names and locals are others once a file is settled: they
vanish, and whoever named them names what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.extract.terms import S, T, Term, parts_of

Ints = npt.NDArray[np.int64]
Flow = tuple[int, int, int, int]  # how, definition, place, term
LONGEST = 32  # of chains of aliases, as a power of two: what goes on longer runs in a circle


@dataclass(slots=True)
class _File:
    file: int
    terms: Mapping[Term, int]
    alias: Mapping[int, int]  # terms of names and locals -> what they are
    symbols: Sequence[int]  # of each definition its number within the batch
    flows: Sequence[Flow]


class TermRows:
    def __init__(self) -> None:
        self.files: list[_File] = []
        self.count = 0  # of terms that stay

    def add(
        self, file: int, terms: Mapping[Term, int], alias: Mapping[int, int], symbols: Sequence[int], flows: list[Flow]
    ) -> int:
        """Returns the number that the file's first term will have."""
        first = self.count
        self.files.append(_File(file, terms, alias, symbols, flows))
        self.count += len(terms) - len(alias)
        return first

    @cached_property
    def _sizes(self) -> Ints:
        return _counts(file.terms for file in self.files)

    @cached_property
    def _bases(self) -> Ints:
        """Where the terms of each file begin, those of names and locals among them."""
        return _begins(self._sizes)

    @cached_property
    def _aliases(self) -> tuple[Ints, Ints]:
        sizes = _counts(file.alias for file in self.files)
        base = np.repeat(self._bases, sizes)
        terms = _numbers(chain.from_iterable(file.alias for file in self.files))
        return base + terms, base + _numbers(chain.from_iterable(file.alias.values() for file in self.files))

    @cached_property
    def _stays(self) -> npt.NDArray[np.bool_]:
        stays = np.ones(int(self._sizes.sum()), dtype=bool)
        stays[self._aliases[0]] = False
        return stays

    @cached_property
    def _final(self) -> Ints:
        """Of each term its number in the end."""
        stays, (terms, ends) = self._stays, self._aliases
        final = np.arange(len(stays))
        final[terms] = ends
        moving = terms
        for _ in range(LONGEST):
            moving = moving[~stays[final[moving]]]
            if not len(moving):
                break
            final[moving] = final[final[moving]]
        circle = moving[~stays[final[moving]]]
        final[circle] = self._bases[np.searchsorted(self._bases, circle, side="right") - 1]
        numbers: Ints = (np.cumsum(stays) - 1)[final]
        return numbers

    def settled(self, terms: Ints, counts: Sequence[int]) -> Ints:
        """Numbers in the end of the terms that files name, so many of each; -1 where nobody can tell."""
        base = np.repeat(self._bases, counts)
        return np.where(self._final[base + terms] > self._final[base], self._final[base + terms], -1)

    def terms(self) -> tuple[pa.Array, pa.Array, pa.Array]:
        """File, operation and parts of each term."""
        lengths = _counts(chain.from_iterable(file.terms for file in self.files)) - 1
        flat = _numbers(chain.from_iterable(chain.from_iterable(file.terms for file in self.files)))
        begins = _begins(lengths + 1)
        is_part = np.ones(len(flat), dtype=bool)
        is_part[begins] = False
        stays, file = self._stays, np.repeat(np.arange(len(self.files)), self._sizes)
        parts = flat[is_part][np.repeat(stays, lengths)]
        ops, lengths, file = flat[begins][stays], lengths[stays], file[stays]
        classes, home = parts_of(ops, lengths), np.repeat(file, lengths)
        is_term, is_symbol = classes == T, classes == S
        parts[is_term] = self._final[self._bases[home[is_term]] + parts[is_term]]
        parts[is_symbol] = self._symbols(home[is_symbol], parts[is_symbol])
        ends = pa.array(np.append(0, np.cumsum(lengths)).astype(np.int32))
        numbers = np.asarray([one.file for one in self.files], dtype=np.int32)[file]
        listed = pa.ListArray.from_arrays(ends, pa.array(parts.astype(np.int32)))
        return pa.array(numbers), pa.array(ops.astype(np.int8)), listed

    def flows(self) -> Ints:
        """How, symbol, place and term of each flow that is known to lead somewhere."""
        counts = _counts(file.flows for file in self.files)
        rows = _numbers(chain.from_iterable(chain.from_iterable(file.flows for file in self.files))).reshape(-1, 4)
        rows[:, 1] = self._symbols(np.repeat(np.arange(len(self.files)), counts), rows[:, 1])
        rows[:, 3] = self.settled(rows[:, 3], counts.tolist())
        return rows[(rows[:, 1] >= 0) & (rows[:, 3] >= 0)]

    @cached_property
    def _symbol_numbers(self) -> tuple[Ints, Ints]:
        """Where those of each file begin, and the numbers of all; -1 stands before them all."""
        sizes = _counts(file.symbols for file in self.files)
        return _begins(sizes) + 1, np.append(-1, _numbers(chain.from_iterable(file.symbols for file in self.files)))

    def _symbols(self, file: Ints, definitions: Ints) -> Ints:
        begins, numbers = self._symbol_numbers
        return numbers[np.where(definitions >= 0, begins[file] + definitions, 0)]


def _numbers(values: Iterable[int]) -> Ints:
    return np.fromiter(values, dtype=np.int64)


def _counts(values: Iterable[Sized]) -> Ints:
    return np.fromiter(map(len, values), dtype=np.int64)


def _begins(sizes: Ints) -> Ints:
    begins: Ints = np.cumsum(sizes) - sizes
    return begins
