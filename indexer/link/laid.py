"""A state with some files replaced, by the state's own numbers: rows and findings of the rest stay where they are."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from indexer.extract.terms import Op
from indexer.facts.model import Mark
from indexer.facts.numbers import replaced
from indexer.raw import Raw, homes, tables_of

if TYPE_CHECKING:
    from indexer.link.findings import Findings
    from indexer.link.local import Local

Ints = npt.NDArray[np.int64]


def laid_over(raw: Raw, local: Local) -> Raw:
    """All rows of the state without those of files that were replaced, whose terms say nothing: rows are numbers.

    Pieces of text are those of the replaced files alone: nothing is made from all of them.
    """
    files = np.unique(local.raw.files["file"].to_numpy())
    made = tables_of(local.raw)
    made["symbols"] = _blanked(laid_symbols(raw.symbols, made["symbols"], local.numbers), local.gone)
    made["marks"] = _with_numbers(made["marks"], local)
    for name in made.keys() - {"symbols", "chunks"}:
        made[name] = pa.concat_tables([_rest(name, raw, files), made[name]]).unify_dictionaries()
    order = np.argsort(made["marks"]["file"].to_numpy(), kind="stable")  # which of several counts depends on it
    made["marks"] = made["marks"].take(pa.array(order))
    return Raw(**made)


def _rest(name: str, raw: Raw, files: Ints) -> pa.Table:
    table: pa.Table = getattr(raw, name)
    if name == "texts":
        return table
    stays = _stays(name, raw, files)
    if name != "terms":
        return table.filter(pa.array(stays))
    for column, nothing in (("op", Op.UNKNOWN), ("file", -1)):
        place = table.schema.get_field_index(column)
        values = pa.array(np.where(stays, table[column].to_numpy(), nothing), table.schema.field(place).type)
        table = table.set_column(place, table.schema.field(place), values)
    return table


def own_marks(local: Local, first: int, term: int) -> list[Mark]:
    """The marks of the replaced files, with rows from the first on; `term` is the first one's number of their terms."""
    table = _with_numbers(local.raw.marks, local)
    homes = {name: getattr(local.raw, name)["file"].to_numpy() for name in ("symbols", "terms", "marks")}
    firsts = {}
    for file in np.unique(homes["marks"]).tolist():
        symbols, terms, marks = (np.flatnonzero(homes[name] == file) for name in ("symbols", "terms", "marks"))
        symbol = int(local.numbers[symbols].min()) if len(symbols) else 0
        firsts[file] = symbol, (int(terms[0]) + term if len(terms) else 0), int(marks[0]) + first
    *columns, data = [table[name].to_pylist() for name in table.column_names]
    rows = zip(*columns, map(json.loads, data), (firsts[file] for file in columns[0]), strict=True)
    return [Mark(first + row, *rest) for row, rest in enumerate(rows)]


def _with_numbers(marks: pa.Table, local: Local) -> pa.Table:
    """Their data count definitions from the file's first: new ones have numbers of their own."""
    if local.stays.all() and not local.gone:
        return marks
    homes = local.raw.symbols["file"].to_numpy()
    own = {file: local.numbers[homes == file] for file in np.unique(homes).tolist()}
    none = np.zeros(1, dtype=np.int64)  # of a file that defines nothing
    rows = zip((own.get(file, none) for file in marks["file"].to_pylist()), marks["data"].to_pylist(), strict=True)
    made = [json.dumps(_counted(json.loads(data), numbers - numbers.min())) for numbers, data in rows]
    place = marks.schema.get_field_index("data")
    return marks.set_column(place, marks.schema.field(place), pa.array(made, marks.schema.field(place).type))


def _counted(data: Any, numbers: Ints) -> Any:
    return replaced(data, lambda at: int(numbers[at]), lambda at: at)


def _stays(name: str, raw: Raw, files: Ints) -> npt.NDArray[np.bool_]:
    return ~np.isin(homes(name, raw), files)


def laid_symbols(table: pa.Table, rows: pa.Table, numbers: Ints) -> pa.Table:
    """Each row at its number."""
    count = table.num_rows
    place = np.arange(max(count, int(numbers.max(initial=-1)) + 1), dtype=np.int64)
    place[numbers] = count + np.arange(len(numbers))
    return pa.concat_tables([table, rows]).unify_dictionaries().combine_chunks().take(pa.array(place))


def _blanked(table: pa.Table, gone: list[int]) -> pa.Table:
    """Definitions that are gone have rows still, with nothing in them that anybody could look for."""
    mask = np.zeros(table.num_rows, dtype=bool)
    mask[gone] = True
    for column, nothing in (("kind", ""), ("name", ""), ("parent", -1), ("file", -1)) if gone else ():
        place = table.schema.get_field_index(column)
        values = table[column].combine_chunks()
        plain = values.dictionary_decode() if pa.types.is_dictionary(values.type) else values
        table = table.set_column(place, column, pc.if_else(pa.array(mask), pa.scalar(nothing, plain.type), plain))
    return table


def whole_findings(raw: Raw, found: Findings, local: Local) -> Findings:
    """What linking found in all files, by the rows of `laid_over`."""
    files, new = np.unique(local.raw.files["file"].to_numpy()), local.findings
    refs, imports, types = (_stays(name, raw, files) for name in ("refs", "imports", "types"))
    row = np.cumsum(refs) - 1
    count = int(refs.sum())
    inside = {*local.numbers.tolist(), *local.gone}

    def rows(old: list[tuple[int, ...]], fresh: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        kept = [(int(row[at]), *rest) for at, *rest in old if refs[at]]
        return kept + [(at + count, *rest) for at, *rest in fresh]

    made = {name: _joined(getattr(found, name), refs, getattr(new, name)) for name in
            ("target", "rule", "level", "external", "label")}  # fmt: skip
    made |= {name: _joined(getattr(found, name), imports, getattr(new, name)) for name in
             ("import_target", "import_file", "import_where")}  # fmt: skip
    overrides = [each for each in found.overrides if each[0] not in inside] + new.overrides
    return replace(
        new, **made, base=_joined(found.base, types, new.base), more=rows(found.more, new.more),
        called=rows(found.called, new.called), overrides=overrides,
    )  # fmt: skip


def _joined(old: npt.NDArray[np.generic], stays: npt.NDArray[np.bool_], new: npt.NDArray[np.generic]) -> Any:
    return np.concatenate([old[stays], new])
