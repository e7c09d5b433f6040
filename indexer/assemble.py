"""Joins the batches of all files into the snapshot's tables: modules, ids, order. Works on whole columns."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer import languages
from indexer.aside import Beside, here
from indexer.extract.reference_rows import INSTANTIABLE
from indexer.facts.make import Row as FactRow
from indexer.facts.make import make_facts
from indexer.link import Findings, Links, as_links, link
from indexer.model import Entry
from indexer.modules import Tree, modules_of
from indexer.raw import Raw
from indexer.schema import CONFIDENCES, FACTS, KIND_PREFIX, REF_KINDS, REFS, RESOLUTIONS, SYMBOLS, TYPE_KINDS
from indexer.search.tables import chunk_table
from indexer.write import arrow_schema

Ints = npt.NDArray[np.int64]
Link = Callable[[Raw, list[str], list[str | None], Tree], Findings]


def assemble(
    raw: Raw,
    entries: Sequence[Entry],
    tree: Tree,
    churn: dict[str, int] | None,
    linking: Link = link,
    beside: Beside = here,
    found: list[Findings] | None = None,
) -> Iterator[tuple[str, pa.Table]]:
    """The snapshot's tables, each with the columns and the order that the schema promises.

    Those that need no links come first: with `beside` another process links meanwhile. What linking found is added to
    `found`.
    """
    names = [entry.path for entry in entries]
    modules = modules_of(raw, names, tree)
    paths = pa.array(names, pa.string())
    with beside(linking, raw, names, modules, tree) as linked:
        symbols = _Symbols(raw, paths, modules)
        yield "symbols", symbols.table()
        yield "files", _files(raw, entries, modules, churn)
        yield "chunks", chunk_table(raw.chunks, paths, symbols.id)
        findings: Findings = linked()
    if found is not None:
        found.append(findings)
    links = as_links(raw, findings)
    yield "refs", _refs(raw, links, paths, symbols)
    yield "imports", _imports(raw, links, paths, symbols)
    yield "types", _types(raw, links, symbols)
    yield "facts", _facts(make_facts(raw, links, names, modules), symbols)


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
            "origin": pa.array([entry.origin or None for entry in kept], pa.string()),
            "parse_errors": rows["parse_errors"],
            "churn_30d": pa.array([None if churn is None else churn.get(e.path, 0) for e in kept], pa.int32()),
        }
    )


class _Symbols:
    """Ids and qualified names of all symbols, and the order in which they are stored."""

    def __init__(self, raw: Raw, paths: pa.Array, modules: list[str | None]) -> None:
        self.raw = raw.symbols.combine_chunks()
        file = self._column("file")
        self.path = paths.take(file)
        self.language = _by_file(raw.files, "language", len(paths)).take(file)
        self.separator = self.language.dictionary_encode()
        self._name(pa.array(modules, pa.string()).take(file))
        self._identify()
        self.container = self._containers()

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

    def _identify(self) -> None:
        """Documentation-comment ids; the second definition of a name in path order gets `~2`."""
        kinds = self._column("kind")
        letters = kinds.dictionary_encode()
        prefix = pa.array([KIND_PREFIX[kind] + ":" for kind in letters.dictionary.to_pylist()], pa.string())
        shape = pc.binary_join_element_wise("(", self._column("shape"), ")", "")  # null where there is no shape
        bare = pc.binary_join_element_wise(prefix.take(letters.indices), self.qualified, shape.fill_null(""), "")
        self.id = self._unique(bare)
        rows = zip(self.language.to_pylist(), kinds.to_pylist(), self.id.to_pylist(), strict=True)
        self.stable = pa.array([_stable_id(*row) for row in rows], pa.string())
        self.order: Ints = pc.sort_indices(self.id).to_numpy().astype(np.int64)
        self.rank = np.empty(len(self.order), dtype=np.int64)
        self.rank[self.order] = np.arange(len(self.order))

    def _unique(self, bare: pa.Array) -> pa.Array:
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
        types = self._types_by_name()
        wanted = _join(self.separator, self.namespace, named)
        rows = zip(named.to_pylist(), self.language.to_pylist(), wanted.to_pylist(), strict=True)
        found = [None if name is None else types.get((language, full)) for name, language, full in rows]
        return pc.coalesce(pa.array(found, pa.string()), enclosing)

    def _types_by_name(self) -> dict[tuple[str, str], str]:
        kinds = pa.array(sorted(TYPE_KINDS - {"impl"}))
        chosen = pc.and_(pc.is_in(self._column("kind"), kinds), pc.invert(pc.match_substring(self.id, "~")))
        columns = (column.filter(chosen).to_pylist() for column in (self.language, self.qualified, self.id))
        return {(language, name): symbol for language, name, symbol in zip(*columns, strict=True)}

    def table(self) -> pa.Table:
        given = {
            "symbol_id": self.id,
            "stable_id": self.stable,
            "language": self.language,
            "name": self.name,
            "qualified_name": self.qualified,
            "namespace": self.namespace,
            "container_id": self.container,
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


def _refs(raw: Raw, links: Links, paths: pa.Array, symbols: _Symbols) -> pa.Table:
    refs = pa.concat_tables([raw.refs.combine_chunks().take(links.rows), links.added]).unify_dictionaries()
    refs = refs.combine_chunks()
    target = links.target
    order = _ref_order(refs, target, symbols)
    refs, target = refs.take(order), target[order]
    rules, external = links.rule[order], links.external[order]
    source = refs["from_symbol"].to_numpy().astype(np.int64)
    level = np.maximum(refs["level"].to_numpy(), links.level[order])
    made = {
        "path": _coded(refs["file"].to_numpy(), paths),
        "from_symbol": _coded(source, symbols.id),
        "to_symbol": _coded(target, symbols.id),
        "kind": _kinds(refs["kind"].combine_chunks(), target, symbols),
        "external": pa.array(external, mask=~(external | (target >= 0))),
        "resolution": _coded(rules, pa.array(list(RESOLUTIONS))),
        "confidence": _coded(level, pa.array(CONFIDENCES)),
    }
    return pa.table({name: made[name] if name in made else refs[name] for name in REFS.column_names})


def _kinds(kinds: pa.DictionaryArray, target: Ints, symbols: _Symbols) -> pa.DictionaryArray:
    """A call of a class makes an instance."""
    made_by_call = pc.is_in(symbols.raw["kind"].combine_chunks(), pa.array(sorted(INSTANTIABLE)))
    classes = made_by_call.to_numpy(zero_copy_only=False)
    words = pa.array(REF_KINDS)
    codes = pc.index_in(kinds.dictionary, words).to_numpy()[kinds.indices.to_numpy()] if len(kinds) else np.empty(0)
    made = (target >= 0) & (codes == REF_KINDS.index("call")) & (classes[target] if len(classes) else False)
    return _coded(np.where(made, REF_KINDS.index("instantiate"), codes), words)


def _coded(numbers: npt.NDArray[Any], texts: pa.Array) -> pa.DictionaryArray:
    """Texts by number without copying them; below 0 is null."""
    codes = numbers.astype(np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(np.maximum(codes, 0), mask=codes < 0), texts, safe=False)


def _ref_order(refs: pa.Table, target: Ints, symbols: _Symbols) -> Ints:
    """Resolved first by target id, the rest by name; then by path and position."""
    by_target = np.where(target >= 0, symbols.rank[np.maximum(target, 0)] if len(symbols.id) else 0, len(symbols.id))
    names = refs["to_name"].combine_chunks()
    values = names.dictionary if isinstance(names, pa.DictionaryArray) else pa.array([], pa.string())
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[pc.sort_indices(values).to_numpy()] = np.arange(len(values))
    by_name = ranks[names.indices.to_numpy()] if len(values) else np.empty(0, dtype=np.int64)
    place = (refs["line_start"].to_numpy().astype(np.int64) << 32) + refs["col_start"].to_numpy()
    order: Ints = np.lexsort((place, refs["file"].to_numpy(), by_target * (len(values) + 1) + by_name))
    return order


def _imports(raw: Raw, links: Links, paths: pa.Array, symbols: _Symbols) -> pa.Table:
    imports = raw.imports
    known = links.import_external | (links.import_target >= 0) | (links.import_file >= 0)
    table = pa.table(
        {
            "path": paths.take(imports["file"].combine_chunks()),
            "line_start": imports["line_start"],
            "local_name": imports["local_name"],
            "module": imports["module"],
            "imported_name": imports["imported_name"],
            "to_path": paths.take(pa.array(links.import_file, mask=links.import_file < 0)),
            "to_symbol": symbols.take(links.import_target),
            "external": pa.array(links.import_external, mask=~known),
        }
    )
    keys = [(name, "ascending") for name in ("path", "line_start", "local_name", "module", "imported_name")]
    return table.sort_by(keys)


def _types(raw: Raw, links: Links, symbols: _Symbols) -> pa.Table:
    types = raw.types
    owner = types["symbol"].to_numpy().astype(np.int64)
    position = types["position"].to_numpy()
    order = np.lexsort((position, symbols.rank[owner])) if len(owner) else np.empty(0, dtype=np.int64)
    return pa.table(
        {
            "path": symbols.path.take(pa.array(owner)),
            "symbol_id": symbols.take(owner),
            "position": types["position"],
            "relation": types["relation"],
            "base_name": types["base_name"],
            "base_symbol": symbols.take(links.base),
        }
    ).take(order)


def _facts(rows: list[FactRow], symbols: _Symbols) -> pa.Table:
    columns = list(zip(*sorted(rows, key=str), strict=True)) if rows else [()] * len(FACTS.columns)
    place = FACTS.column_names.index("symbol_id")
    columns[place] = symbols.take(np.asarray(columns[place], dtype=np.int64))
    table = pa.table([pa.array(column) for column in columns], FACTS.column_names).cast(arrow_schema(FACTS))
    return table.sort_by([(name, "ascending") for name in FACTS.sort])
