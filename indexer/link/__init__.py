"""Links the files of a commit: which definition each reference, import and base means.

Works language family by language family: a dialect (`indexer/languages/<language>/linking.py`) says how names are
found, the linker follows the terms, and what comes out is laid beside the rows as columns.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from indexer import languages
from indexer.link.added import as_rows, called_rows
from indexer.link.faults import FAULTS, reason
from indexer.link.finding import MEDIUM, RULE, Finding, Open, dialect_of
from indexer.link.findings import Findings
from indexer.link.knowledge import add_imports
from indexer.link.program import File, Program
from indexer.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indexer.modules import Tree
    from indexer.raw import Raw

__all__ = ["Findings", "Links", "as_links", "dialect_of", "find", "link"]

Ints = npt.NDArray[np.int64]
DEEPEST = 10_000  # calls of Python inside each other while chains of bases and aliases are followed


@dataclass(slots=True)
class Links:
    """For each row of refs the place of its source row, its target, rule, confidence; rows that linking adds follow."""

    rows: Ints
    added: pa.Table
    target: Ints
    rule: npt.NDArray[np.int8]
    level: npt.NDArray[np.int8]
    external: npt.NDArray[np.bool_]
    import_target: Ints
    import_file: Ints
    import_where: npt.NDArray[np.int8]
    base: Ints


def link(raw: Raw, paths: list[str], modules: list[str | None], tree: Tree) -> Findings:
    return find(raw, paths, modules, tree, None)


def find(raw: Raw, paths: list[str], modules: list[str | None], tree: Tree, left: Open | None) -> Findings:
    """Everything, or what is left open where the rest is known."""
    program = program_of(raw, paths, modules)
    finding = Finding(raw, program, left)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
    for name, files in families(program).items():
        try:
            finding.add(name, files, tree)
        except FAULTS as fault:  # of what is no term's: the others' are told where they are
            message = f"{name}: {reason(fault)}: references between files are not linked"
            finding.found.told.append(Diagnostic("linking_incomplete", "", message))
    return finding.found


def program_of(raw: Raw, paths: Sequence[str], modules: Sequence[str | None], room: int = 0) -> Program:
    program = Program()
    tables = {name: getattr(raw, name).combine_chunks() for name in ("symbols", "terms", "flows", "texts")}
    program.add(tables, files_of(raw, paths, modules), room)
    add_imports(program, raw.imports, 0)
    return program


def files_of(raw: Raw, paths: Sequence[str], modules: Sequence[str | None]) -> dict[int, File]:
    rows = zip(*(raw.files[name].to_pylist() for name in ("file", "language", "package", "is_test")), strict=True)
    return {n: File(paths[n], language or "", modules[n], package, is_test) for n, language, package, is_test in rows}


def families(program: Program) -> dict[str, set[int]]:
    """Files by the language that says how their names are found."""
    families: dict[str, set[int]] = defaultdict(set)
    for number, file in program.files.items():
        if languages.is_parsed(file.language) and (family := languages.load(file.language).linking):
            families[family].add(number)
    return dict(sorted(families.items()))


def as_links(raw: Raw, found: Findings, symbols: pa.Table | None = None) -> Links:
    """The findings as columns of the rows that are written; `symbols` where there are more than those of the rows."""
    more = np.asarray(found.more, dtype=np.int64).reshape(-1, 3)
    added, targets, rules = _added(raw.refs, raw.symbols if symbols is None else symbols, found)
    kept = np.flatnonzero(~found.label | (found.target >= 0))
    none, guessed = np.zeros(len(more), dtype=bool), (rules == RULE["flow"]) * MEDIUM
    return Links(
        np.concatenate([kept, more[:, 0]]), added,
        np.concatenate([found.target[kept], more[:, 1], targets]),
        np.concatenate([found.rule[kept], more[:, 2], rules]).astype(np.int8),
        np.concatenate([found.level[kept], np.full(len(more), MEDIUM), guessed]).astype(np.int8),
        np.concatenate([found.external[kept], none, np.zeros(len(added), dtype=bool)]),
        found.import_target, found.import_file, found.import_where, found.base,
    )  # fmt: skip


def _added(refs: pa.Table, symbols: pa.Table, found: Findings) -> tuple[pa.Table, Ints, Ints]:
    """Rows at the names of members that override something, and where a call runs what a value holds."""
    overriding = as_rows(symbols, found.overrides, RULE["overrides"])
    called = called_rows(refs, symbols, found.called, RULE["flow"])
    tables, targets, rules = zip(overriding, called, strict=True)
    return pa.concat_tables(tables).unify_dictionaries(), np.concatenate(targets), np.concatenate(rules)
