"""Rows that linking adds to `refs`: what a member overrides, what a call through a value runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer.extract.rows import REFS, TEXT
from indexer.extract.terms import Op
from indexer.link.linker import CALLABLE
from indexer.link.values import ANY, Tag, Value
from indexer.schema import REF_KINDS

if TYPE_CHECKING:
    from indexer.link.finding import Finding
    from indexer.link.linker import Linker
    from indexer.link.program import Program

Ints = npt.NDArray[np.int64]
RUN = CALLABLE | {"class", "struct"}
IMPLYING = (Op.ITEM, Op.ENTER, Op.OPERATOR)  # steps that call something without naming it
MOST = 8  # a call that could run more than that says nothing


def calls_through_values(linker: Linker, finding: Finding, rows: Ints) -> list[tuple[int, ...]]:
    """(row, function): calls whose callee names no function but holds one, or one that something took the place of."""
    kinds, replacing = linker.program.kind, linker.dialect.replacing
    targets = finding.found.target[rows]
    named = {target for target in np.unique(targets).tolist() if target >= 0 and kinds[target] in RUN}
    replaced = {target: term for target in named if (term := replacing(target)) is not None}
    makers = {target: found for target in named if kinds[target] == "class" and (found := _makers(linker, target))}
    made: list[tuple[int, ...]] = []
    for row, term, target in zip(rows.tolist(), finding.term[rows].tolist(), targets.tolist(), strict=True):
        if target in named:
            functions = _run(linker, linker.holds(replaced[target])) if target in replaced else set()
            functions |= makers.get(target, set())
        else:
            functions = _functions(linker, term, target) if term >= 0 else set()
        if functions and len(functions := functions - {target}) <= MOST:
            made.extend((row, function) for function in sorted(functions))
    return made


def _makers(linker: Linker, symbol: int) -> set[int]:
    """The constructor that a class has from a base: making an object runs it, and its own name is not there."""
    found = _own(linker, linker.dialect.constructors(symbol))
    program, kinds = linker.program, linker.program.kind
    return {maker for maker in found if program.parent[maker] != symbol or kinds[maker] != "constructor"}


def _functions(linker: Linker, term: int, target: int) -> set[int]:
    """What a call runs that names no function."""
    program, dialect = linker.program, linker.dialect
    if program.ops[term] not in IMPLYING:
        return _run(linker, _held(linker, term, target))
    held = [linker.holds(each) if is_followed(program, each) else () for each in operands_of(program, term)]
    word = program.texts[program.parts[term][0]] if program.ops[term] == Op.OPERATOR else ""
    return _own(linker, dialect.implied(program.ops[term], word, held))


def operands_of(program: Program, term: int) -> Sequence[int]:
    """What a step that names nothing is done with."""
    return program.parts[term][int(program.ops[term] == Op.OPERATOR) :]


def is_followed(program: Program, value: int) -> bool:
    """Whether it is what is named, or given back by what is; longer chains seldom lead to one's own types."""
    return program.ops[value] != Op.CALL or program.ops[program.parts[value][0]] in (Op.SYMBOL, Op.IMPORT)


def _held(linker: Linker, term: int, target: int) -> tuple[Value, ...]:
    program = linker.program
    cell = program.parts[term][0] if program.ops[term] in (Op.CALLED, Op.CALL) else term
    if target >= 0 and not linker.is_met(cell):
        cell = linker.cell("held", target)
    return linker.holds(cell)


def _run(linker: Linker, values: tuple[Value, ...]) -> set[int]:
    """The repository's functions among the values; none where there may be any."""
    if not values:
        return set()
    symbols: list[int] = []
    for value in values:
        if value[0] in (Tag.FUNCTION, Tag.CLASS):
            symbols.append(value[1])
        elif value[0] in (Tag.INSTANCE, Tag.WRAPPED):
            symbols += linker.dialect.called_member(value)
    return _own(linker, symbols) if ANY not in values else set()


def _own(linker: Linker, symbols: Iterable[int]) -> set[int]:
    return {symbol for symbol in symbols if 0 <= symbol < linker.program.own}


def called_rows(
    refs: pa.Table, symbols: pa.Table, found: list[tuple[int, ...]], rule: int
) -> tuple[pa.Table, Ints, Ints]:
    """The same as rows of refs: the name of what is run, at the parenthesis: what is written before it is not it."""
    rows = np.asarray([row for row, _ in found], dtype=np.int64)
    targets = np.asarray([target for _, target in found], dtype=np.int64)
    table = refs.combine_chunks().take(rows)
    after = pa.array(table["col_end"].to_numpy() + 1)
    for name, column in (("line_start", table["line_end"]), ("col_start", table["col_end"]), ("col_end", after)):
        table = table.set_column(REFS.get_field_index(name), REFS.field(name), column)
    names = symbols["name"].take(targets).combine_chunks().dictionary_encode().cast(TEXT)
    table = table.set_column(REFS.get_field_index("to_name"), REFS.field("to_name"), names)
    return table, targets, np.full(len(found), rule, dtype=np.int64)


def as_rows(described: pa.Table, found: list[tuple[int, int, str]], rule: int) -> tuple[pa.Table, Ints, Ints]:
    """The same as rows of refs, with their targets and rules."""
    symbols = np.asarray([symbol for symbol, _, _ in found], dtype=np.int64)
    targets = np.asarray([target for _, target, _ in found], dtype=np.int64)
    chosen = described.select(["file", "name_line", "name_col", "name"]).take(symbols)
    names = chosen["name"].combine_chunks()
    begin = chosen["name_col"].to_numpy()
    width = np.fromiter((len(name) for name in names.to_pylist()), dtype=np.int32, count=len(names))
    kinds = pa.array([REF_KINDS.index(kind) for _, _, kind in found], pa.int32())
    columns = {
        "file": chosen["file"],
        "line_start": chosen["name_line"],
        "line_end": chosen["name_line"],
        "col_start": chosen["name_col"],
        "col_end": pa.array((begin + width).astype(np.int32)),
        "kind": pa.DictionaryArray.from_arrays(kinds, pa.array(REF_KINDS)),
        "from_symbol": pa.array(symbols.astype(np.int32)),
        "to_symbol": pa.array(targets.astype(np.int32)),
        "to_name": names.dictionary_encode().cast(TEXT),
        "to_container_hint": pa.nulls(len(names), TEXT),
        "term": pa.array(np.full(len(names), -1, dtype=np.int32)),
        "level": pa.array(np.zeros(len(names), dtype=np.int8)),
    }
    table = pa.table([columns[field.name] for field in REFS], schema=REFS)
    return table, targets, np.full(len(found), rule, dtype=np.int64)
