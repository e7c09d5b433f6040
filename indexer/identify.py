"""What each symbol is called: ids, qualified names, containers, and the order in which symbols are stored."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer import languages
from indexer.raw import Raw
from indexer.schema import KIND_PREFIX, SYMBOLS, TYPE_KINDS

Ints = npt.NDArray[np.int64]
Types = dict[tuple[str, str], str]


class Symbols:
    """Ids and qualified names of all symbols, and the order in which they are stored."""

    def __init__(self, raw: Raw, paths: pa.Array, modules: list[str | None]) -> None:
        self.raw = raw.symbols.combine_chunks()
        file = self._column("file")
        self.path = paths.take(file)
        self.language = _by_file(raw.files, "language", len(paths)).take(file)
        self.separator = self.language.dictionary_encode()
        self.kind = self._column("kind")
        self._name(pa.array(modules, pa.string()).take(file))
        self.bare = self._bare()
        self.name_by(self._unique(self.bare))
        self.known: Callable[[], Types] = lambda: self.types  # of all files: these may not be all

    def _column(self, name: str) -> pa.Array:
        return self.raw[name].combine_chunks()

    def _name(self, modules: pa.Array) -> None:
        """Qualified name = module + namespaces + what encloses it in the file + its own name."""
        separators = [languages.load(name).separator for name in self.separator.dictionary.to_pylist()]
        self.separator = pa.array(separators, pa.string()).take(self.separator.indices)
        self.namespace = _join(self.separator, modules, self._column("namespace"))
        self.qualified = _join(self.separator, self.namespace, self._column("local_name")).fill_null("")
        names = self._column("name")
        nameless = pc.equal(names, "")  # files: their name is the last word of their module
        words = [re.split(r"[./:\\]", name)[-1] for name in self.qualified.filter(nameless).to_pylist()]
        self.name = pc.replace_with_mask(names, nameless, pa.array(words, pa.string()))

    def _bare(self) -> pa.Array:
        """Documentation-comment ids, the same for all definitions of a name."""
        letters = self.kind.dictionary_encode()
        prefix = pa.array([KIND_PREFIX[kind] + ":" for kind in letters.dictionary.to_pylist()], pa.string())
        shape = pc.binary_join_element_wise("(", self._column("shape"), ")", "")  # null where there is no shape
        return pc.binary_join_element_wise(prefix.take(letters.indices), self.qualified, shape.fill_null(""), "")

    def name_by(self, ids: pa.Array) -> None:
        self.id = ids
        self.order: Ints = pc.sort_indices(self.id).to_numpy().astype(np.int64)
        self.rank = np.empty(len(self.order), dtype=np.int64)
        self.rank[self.order] = np.arange(len(self.order))

    def _stable(self) -> pa.Array:
        rows = zip(self.language.to_pylist(), self.kind.to_pylist(), self.id.to_pylist(), strict=True)
        return pa.array([_stable_id(*row) for row in rows], pa.string())

    def _unique(self, bare: pa.Array) -> pa.Array:
        """The second definition of a name in path order gets `~2`."""
        codes = bare.dictionary_encode().indices.to_numpy()
        repeated = np.flatnonzero(np.bincount(codes)[codes] > 1) if len(codes) else codes
        keys = [self.raw[name].to_numpy()[repeated] for name in ("col_start", "line_start", "file")]
        counts: dict[str, int] = {}
        ids: dict[int, str] = {}
        for row in repeated[np.lexsort(keys)].tolist():
            name = bare[row].as_py()
            counts[name] = counts.get(name, 0) + 1
            ids[row] = name if counts[name] == 1 else f"{name}~{counts[name]}"
        mask = np.zeros(len(bare), dtype=bool)
        mask[repeated] = True
        return pc.replace_with_mask(
            bare, pa.array(mask), pa.array([ids[row] for row in repeated.tolist()], pa.string())
        )

    def _containers(self) -> pa.Array:
        """The enclosing symbol, or the type a definition names as its container, wherever that stands."""
        enclosing = self.take(self.raw["parent"].to_numpy().astype(np.int64))
        named = self._column("container")
        if named.null_count == len(named):
            return enclosing
        types = self.known()
        wanted = _join(self.separator, self.namespace, named)
        rows = zip(named.to_pylist(), self.language.to_pylist(), wanted.to_pylist(), strict=True)
        found = [None if name is None else types.get((language, full)) for name, language, full in rows]
        return pc.coalesce(pa.array(found, pa.string()), enclosing)

    @cached_property
    def types(self) -> Types:
        """Ids of types by language and name."""
        kinds = pa.array(sorted(TYPE_KINDS - {"impl"}))
        chosen = pc.and_(pc.is_in(self.kind, kinds), pc.invert(pc.match_substring(self.id, "~")))
        columns = (column.filter(chosen).to_pylist() for column in (self.language, self.qualified, self.id))
        return {(language, name): symbol for language, name, symbol in zip(*columns, strict=True)}

    def table(self) -> pa.Table:
        given = {
            "symbol_id": self.id,
            "stable_id": self._stable(),
            "language": self.language,
            "name": self.name,
            "qualified_name": self.qualified,
            "namespace": self.namespace,
            "container_id": self._containers(),
            "path": self.path,
        }
        columns = [given[name] if name in given else self.raw[name] for name in SYMBOLS.column_names]
        return pa.table(columns, SYMBOLS.column_names).take(self.order)

    def take(self, numbers: Ints) -> pa.Array:
        """Ids of symbol numbers; -1 gives null."""
        return self.id.take(pa.array(numbers, mask=numbers < 0))


def _by_file(files: pa.Table, column: str, count: int) -> pa.Array:
    """A column of the files, at each file's own number."""
    place = np.full(count, -1, dtype=np.int64)
    place[files["file"].to_numpy()] = np.arange(files.num_rows)
    return files[column].combine_chunks().take(pa.array(place, mask=place < 0))


def _join(separator: pa.Array, left: pa.Array, right: pa.Array) -> pa.Array:
    """Both parts with the separator between them; where one is missing or empty, the other alone."""
    joined = pc.binary_join_element_wise(left, right, separator)
    left_empty = pc.fill_null(pc.equal(left, ""), True)
    right_empty = pc.fill_null(pc.equal(right, ""), True)
    return pc.if_else(left_empty, right, pc.if_else(right_empty, left, joined))


def _stable_id(language: str, kind: str, symbol: str) -> str:
    return "sym_" + hashlib.blake2b(f"{language}|{kind}|{symbol}".encode(), digest_size=8).hexdigest()
