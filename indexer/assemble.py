"""Joins the batches of all files into the snapshot's tables: modules, ids, order. Works on whole columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.aside import Beside, here
from indexer.extract.reference_rows import INSTANTIABLE
from indexer.facts.make import Row as FactRow
from indexer.facts.make import make_facts
from indexer.identify import Symbols
from indexer.link import Findings, Links, as_links, link
from indexer.link.values import OUTSIDE
from indexer.model import Diagnostic, Entry
from indexer.modules import Tree, modules_of
from indexer.raw import Raw
from indexer.schema import CONFIDENCES, FACTS, REF_KINDS, REFS, RESOLUTIONS
from indexer.search.tables import chunk_table
from indexer.write import arrow_schema

Ints = npt.NDArray[np.int64]


class Names(Protocol):
    """What the numbers of symbols stand for."""

    id: pa.Array
    kind: pa.Array
    path: pa.Array
    rank: Ints  # by id

    def take(self, numbers: Ints) -> pa.Array: ...


Link = Callable[[Raw, list[str], list[str | None], Tree], Findings]


def assemble(
    raw: Raw,
    entries: Sequence[Entry],
    tree: Tree,
    churn: dict[str, int] | None,
    linking: Link = link,
    beside: Beside = here,
    found: list[Findings] | None = None,
    told: list[Diagnostic] | None = None,
) -> Iterator[tuple[str, pa.Table]]:
    """The snapshot's tables, each with the columns and the order that the schema promises.

    Those that need no links come first: with `beside` another process links meanwhile. What linking found is added to
    `found`, what facts could not be made of to `told`.
    """
    names = [entry.path for entry in entries]
    modules = modules_of(raw, names, tree)
    paths = pa.array(names, pa.string())
    with beside(linking, raw, names, modules, tree) as linked:
        symbols = Symbols(raw, paths, modules)
        yield "symbols", symbols.table()
        yield "files", files_table(raw, entries, modules, churn)
        yield "chunks", chunk_table(raw.chunks, paths, symbols.id)
        findings: Findings = linked()
    if found is not None:
        found.append(findings)
    links = as_links(raw, findings)
    yield "refs", refs_table(raw, links, paths, symbols)
    yield "imports", imports_table(raw, links, paths, symbols)
    yield "types", types_table(raw, links, symbols)
    yield "facts", facts_table(make_facts(raw, links, names, modules, told), symbols)


def files_table(
    raw: Raw, entries: Sequence[Entry], modules: list[str | None], churn: dict[str, int] | None
) -> pa.Table:
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


def refs_table(raw: Raw, links: Links, paths: pa.Array, symbols: Names) -> pa.Table:
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
        "external": pa.array(external, mask=rules == 0),
        "resolution": _coded(rules, pa.array(list(RESOLUTIONS))),
        "confidence": _coded(level, pa.array(CONFIDENCES)),
    }
    return pa.table({name: made[name] if name in made else refs[name] for name in REFS.column_names})


def _kinds(kinds: pa.DictionaryArray, target: Ints, symbols: Names) -> pa.DictionaryArray:
    """A call of a class makes an instance."""
    made_by_call = pc.is_in(symbols.kind, pa.array(sorted(INSTANTIABLE)))
    classes = made_by_call.to_numpy(zero_copy_only=False)
    words = pa.array(REF_KINDS)
    codes = pc.index_in(kinds.dictionary, words).to_numpy()[kinds.indices.to_numpy()] if len(kinds) else np.empty(0)
    made = (target >= 0) & (codes == REF_KINDS.index("call")) & (classes[target] if len(classes) else False)
    return _coded(np.where(made, REF_KINDS.index("instantiate"), codes), words)


def _coded(numbers: npt.NDArray[Any], texts: pa.Array) -> pa.DictionaryArray:
    """Texts by number without copying them; below 0 is null."""
    codes = numbers.astype(np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(np.maximum(codes, 0), mask=codes < 0), texts, safe=False)


def _ref_order(refs: pa.Table, target: Ints, symbols: Names) -> Ints:
    """Resolved first by target id, the rest by name; then by path and position."""
    last = int(symbols.rank.max(initial=-1)) + 1
    by_target = np.where(target >= 0, symbols.rank[np.maximum(target, 0)] if len(symbols.id) else 0, last)
    names = refs["to_name"].combine_chunks()
    values = names.dictionary if isinstance(names, pa.DictionaryArray) else pa.array([], pa.string())
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[pc.sort_indices(values).to_numpy()] = np.arange(len(values))
    by_name = ranks[names.indices.to_numpy()] if len(values) else np.empty(0, dtype=np.int64)
    place = (refs["line_start"].to_numpy().astype(np.int64) << 32) + refs["col_start"].to_numpy()
    order: Ints = np.lexsort((place, refs["file"].to_numpy(), by_target * (len(values) + 1) + by_name))
    return order


def imports_table(raw: Raw, links: Links, paths: pa.Array, symbols: Names) -> pa.Table:
    imports = raw.imports
    table = pa.table(
        {
            "path": paths.take(imports["file"].combine_chunks()),
            "line_start": imports["line_start"],
            "local_name": imports["local_name"],
            "module": imports["module"],
            "imported_name": imports["imported_name"],
            "to_path": paths.take(pa.array(links.import_file, mask=links.import_file < 0)),
            "to_symbol": symbols.take(links.import_target),
            "external": pa.array(links.import_where == OUTSIDE, mask=links.import_where == 0),
        }
    )
    keys = [(name, "ascending") for name in ("path", "line_start", "local_name", "module", "imported_name")]
    return table.sort_by(keys)


def types_table(raw: Raw, links: Links, symbols: Names) -> pa.Table:
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


def facts_table(rows: list[FactRow], symbols: Names) -> pa.Table:
    columns = list(zip(*sorted(rows, key=str), strict=True)) if rows else [()] * len(FACTS.columns)
    place = FACTS.column_names.index("symbol_id")
    columns[place] = symbols.take(np.asarray(columns[place], dtype=np.int64))
    table = pa.table([pa.array(column) for column in columns], FACTS.column_names).cast(arrow_schema(FACTS))
    return table.sort_by([(name, "ascending") for name in FACTS.sort])
