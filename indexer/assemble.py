"""Joins the batches of all files into the snapshot's tables: modules, ids, order. Works on whole columns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer import languages
from indexer.model import Entry
from indexer.modules import RULES, Tree
from indexer.schema import FACTS, KIND_PREFIX, SYMBOLS, TYPE_KINDS, UNRESOLVED
from indexer.write import arrow_schema

Ints = npt.NDArray[np.int64]


@dataclass(slots=True)
class Raw:
    """The batches' rows, one table per kind, symbols numbered over all files."""

    files: pa.Table
    symbols: pa.Table
    refs: pa.Table
    imports: pa.Table
    types: pa.Table


def merge(batches: Iterable[dict[str, pa.Table]]) -> Raw:
    """Concatenate the batches; their symbol numbers become global."""
    parts: dict[str, list[pa.Table]] = {name: [] for name in ("files", "symbols", "refs", "imports", "types")}
    offset = 0
    for batch in batches:
        shifted = dict(batch)
        shifted["symbols"] = _shift(batch["symbols"], ("parent",), offset)
        shifted["refs"] = _shift(batch["refs"], ("from_symbol", "to_symbol"), offset)
        shifted["types"] = _shift(batch["types"], ("symbol", "base"), offset)
        for name, tables in parts.items():
            tables.append(shifted[name])
        offset += batch["symbols"].num_rows
    return Raw(**{name: pa.concat_tables(tables).unify_dictionaries() for name, tables in parts.items()})


def _shift(table: pa.Table, columns: Sequence[str], offset: int) -> pa.Table:
    for name in columns:
        numbers = table[name].to_numpy()
        shifted = pa.array(np.where(numbers >= 0, numbers + offset, -1).astype(np.int32))
        table = table.set_column(table.schema.get_field_index(name), name, shifted)
    return table


def assemble(raw: Raw, entries: Sequence[Entry], tree: Tree, churn: dict[str, int] | None) -> dict[str, pa.Table]:
    """The snapshot's tables, each with the columns and the order that the schema promises."""
    modules = _modules(raw, entries, tree)
    paths = pa.array([entry.path for entry in entries], pa.string())
    symbols = _Symbols(raw, paths, modules)
    return {
        "files": _files(raw, entries, modules, churn),
        "symbols": symbols.table(),
        "refs": _refs(raw, paths, symbols),
        "imports": _imports(raw, paths),
        "types": _types(raw, symbols),
        "facts": _facts(),
    }


def _modules(raw: Raw, entries: Sequence[Entry], tree: Tree) -> list[str | None]:
    modules: list[str | None] = [None] * len(entries)
    rows = zip(
        raw.files["file"].to_pylist(), raw.files["language"].to_pylist(), raw.files["package"].to_pylist(), strict=True
    )
    for file, language, package in rows:
        if languages.is_parsed(language):
            modules[file] = RULES[languages.load(language).module](entries[file].path, package, tree)
    return modules


def _files(raw: Raw, entries: Sequence[Entry], modules: list[str | None], churn: dict[str, int] | None) -> pa.Table:
    rows = raw.files.sort_by("file")
    order = rows["file"].to_pylist()
    kept = [entries[file] for file in order]
    return pa.table(
        {
            "path": [entry.path for entry in kept],
            "blob": [entry.blob for entry in kept],
            "language": rows["language"],
            "size_bytes": pa.array([entry.size for entry in kept], pa.int64()),
            "line_count": rows["line_count"],
            "module": pa.array([modules[file] for file in order], pa.string()),
            "is_test": rows["is_test"],
            "parse_errors": rows["parse_errors"],
            "churn_30d": pa.array([None if churn is None else churn.get(e.path, 0) for e in kept], pa.int32()),
        }
    )


class _Symbols:
    """Ids and qualified names of all symbols, and the order in which they are stored."""

    def __init__(self, raw: Raw, paths: pa.Array, modules: list[str | None]) -> None:
        self.raw = raw.symbols
        self.path = paths.take(self.raw["file"].combine_chunks())
        language_of = dict(zip(raw.files["file"].to_pylist(), raw.files["language"].to_pylist(), strict=True))
        self.language = [language_of[file] for file in self.raw["file"].to_pylist()]
        self._name(modules)
        self._identify()
        self.container = self._containers()

    def _name(self, modules: list[str | None]) -> None:
        """Qualified name = module + namespaces + what encloses it in the file + its own name."""
        self.namespaces: list[str | None] = []
        self.qualified: list[str] = []
        self.names: list[str] = []
        columns = (self.raw[name].to_pylist() for name in ("file", "namespace", "local_name", "name"))
        for language, file, inner, local, name in zip(self.language, *columns, strict=True):
            separator = languages.load(language).separator
            namespace = separator.join(part for part in (modules[file], inner) if part) or None
            qualified = separator.join(part for part in (namespace, local) if part)
            self.namespaces.append(namespace)
            self.qualified.append(qualified)
            self.names.append(name or qualified.rpartition(separator)[2].rpartition("/")[2])

    def _identify(self) -> None:
        """Documentation-comment ids; the second definition of a name in path order gets `~2`."""
        kinds, shapes = self.raw["kind"].to_pylist(), self.raw["shape"].to_pylist()
        bare = [
            f"{KIND_PREFIX[kind]}:{name}({shape})" if shape is not None else f"{KIND_PREFIX[kind]}:{name}"
            for kind, name, shape in zip(kinds, self.qualified, shapes, strict=True)
        ]
        order = np.lexsort((self.raw["col_start"], self.raw["line_start"], self.raw["file"]))
        counts: dict[str, int] = {}
        self.ids = [""] * len(bare)
        for row in order.tolist():
            name = bare[row]
            seen = counts.get(name, 0) + 1
            counts[name] = seen
            self.ids[row] = name if seen == 1 else f"{name}~{seen}"
        self.stable = [
            "sym_" + hashlib.blake2b(f"{language}|{kind}|{name}".encode(), digest_size=8).hexdigest()
            for language, kind, name in zip(self.language, kinds, self.ids, strict=True)
        ]
        by_id = sorted(range(len(self.ids)), key=self.ids.__getitem__)
        self.order = np.asarray(by_id, dtype=np.int64)
        self.rank = np.empty(len(by_id), dtype=np.int64)
        self.rank[self.order] = np.arange(len(by_id))
        self.id_array = pa.array(self.ids, pa.string())

    def _containers(self) -> list[str | None]:
        """The enclosing symbol, or the type a definition names as its container, wherever that stands."""
        types = self._types_by_name()
        parents, named = self.raw["parent"].to_pylist(), self.raw["container"].to_pylist()
        rows = zip(parents, named, self.language, self.namespaces, strict=True)
        result: list[str | None] = []
        for parent, container, language, namespace in rows:
            if container is None:
                result.append(self.ids[parent] if parent >= 0 else None)
                continue
            separator = languages.load(language).separator
            name = f"{namespace}{separator}{container}" if namespace else container
            result.append(types.get((language, name)) or (self.ids[parent] if parent >= 0 else None))
        return result

    def _types_by_name(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        kinds = self.raw["kind"].to_pylist()
        for row in range(len(self.ids)):
            if kinds[row] in TYPE_KINDS and kinds[row] != "impl" and "~" not in self.ids[row]:
                found.setdefault((self.language[row], self.qualified[row]), self.ids[row])
        return found

    def table(self) -> pa.Table:
        given = {
            "symbol_id": self.id_array,
            "stable_id": pa.array(self.stable, pa.string()),
            "language": pa.array(self.language, pa.string()),
            "kind": self.raw["kind"],
            "name": pa.array(self.names, pa.string()),
            "qualified_name": pa.array(self.qualified, pa.string()),
            "namespace": pa.array(self.namespaces, pa.string()),
            "container_id": pa.array(self.container, pa.string()),
            "path": self.path,
        }
        rest = [name for name in SYMBOLS.column_names if name not in given]
        return pa.table(given | {name: self.raw[name] for name in rest}).select(SYMBOLS.column_names).take(self.order)

    def take(self, numbers: Ints) -> pa.Array:
        """Ids of symbol numbers; -1 gives null."""
        return self.id_array.take(pa.array(numbers, mask=numbers < 0))


def _refs(raw: Raw, paths: pa.Array, symbols: _Symbols) -> pa.Table:
    refs = raw.refs
    target = refs["to_symbol"].to_numpy().astype(np.int64)
    order = _ref_order(refs, target, symbols)
    refs, target = refs.take(order), target[order]
    resolved = target >= 0
    words = pa.array([UNRESOLVED, "scope"])
    levels = pa.array(["high", "low"])
    count = refs.num_rows
    return pa.table(
        {
            "path": paths.take(refs["file"].combine_chunks()),
            "line_start": refs["line_start"], "line_end": refs["line_end"],
            "col_start": refs["col_start"], "col_end": refs["col_end"],
            "kind": refs["kind"].cast(pa.string()),
            "from_symbol": symbols.take(refs["from_symbol"].to_numpy().astype(np.int64)),
            "to_symbol": symbols.take(target),
            "to_name": refs["to_name"].cast(pa.string()),
            "to_container_hint": refs["to_container_hint"].cast(pa.string()),
            "external": pa.array(np.zeros(count, dtype=bool), mask=~resolved),
            "resolution": words.take(pa.array(resolved.astype(np.int8))),
            "confidence": levels.take(refs["low"].cast(pa.int8()).combine_chunks()),
        }
    )  # fmt: skip


def _ref_order(refs: pa.Table, target: Ints, symbols: _Symbols) -> Ints:
    """Resolved first by target id, the rest by name; rows come in path and position order already."""
    by_target = np.where(target >= 0, symbols.rank[np.maximum(target, 0)] if len(symbols.ids) else 0, len(symbols.ids))
    names = refs["to_name"].combine_chunks()
    values = names.dictionary if isinstance(names, pa.DictionaryArray) else pa.array([], pa.string())
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[pc.sort_indices(values).to_numpy()] = np.arange(len(values))
    by_name = ranks[names.indices.to_numpy()] if len(values) else np.empty(0, dtype=np.int64)
    order: Ints = np.argsort(by_target * (len(values) + 1) + by_name, kind="stable")
    return order


def _imports(raw: Raw, paths: pa.Array) -> pa.Table:
    imports = raw.imports
    count = imports.num_rows
    table = pa.table(
        {
            "path": paths.take(imports["file"].combine_chunks()),
            "line_start": imports["line_start"],
            "local_name": imports["local_name"],
            "module": imports["module"],
            "imported_name": imports["imported_name"],
            "to_path": pa.nulls(count, pa.string()),
            "to_symbol": pa.nulls(count, pa.string()),
            "external": pa.nulls(count, pa.bool_()),
        }
    )
    keys = [(name, "ascending") for name in ("path", "line_start", "local_name", "module", "imported_name")]
    return table.sort_by(keys)


def _types(raw: Raw, symbols: _Symbols) -> pa.Table:
    types = raw.types
    owner = types["symbol"].to_numpy().astype(np.int64)
    position = types["position"].to_numpy()
    order = np.lexsort((position, symbols.rank[owner])) if len(owner) else np.empty(0, dtype=np.int64)
    return pa.table(
        {
            "symbol_id": symbols.take(owner),
            "position": types["position"],
            "relation": types["relation"],
            "base_name": types["base_name"],
            "base_symbol": symbols.take(types["base"].to_numpy().astype(np.int64)),
        }
    ).take(order)


def _facts() -> pa.Table:
    return arrow_schema(FACTS).empty_table()
