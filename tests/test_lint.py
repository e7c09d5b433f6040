"""Every rule of the linter, broken on purpose."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from indexer import schema
from indexer.write import arrow_schema
from query.lint import PATH_COLUMNS, SYMBOL_COLUMNS, VOCABULARIES, Problem, checks, lint
from query.mount import mount

Rows = dict[str, list[dict[str, Any]]]
COMMIT = "c" * 40


def span(first: int, last: int, start: int, end: int) -> dict[str, int]:
    return {"line_start": first, "line_end": last, "col_start": start, "col_end": end}


def symbol(symbol_id: str, kind: str, **more: Any) -> dict[str, Any]:
    name = symbol_id.rsplit(".", 1)[-1].removeprefix(symbol_id[:2])
    row = dict.fromkeys(schema.SYMBOLS.column_names)
    row |= {"symbol_id": symbol_id, "stable_id": "sym_" + "0" * 16, "language": "python", "kind": kind, "name": name}
    row |= {"qualified_name": symbol_id[2:], "path": "a.py", **span(2, 5, 0, 9), "name_line": 2, "name_col": 6}
    return row | {"is_test": False, "fingerprint": "f", "confidence": "high"} | more


def ref(line: int, **more: Any) -> dict[str, Any]:
    row = dict.fromkeys(schema.REFS.column_names)
    row |= {"path": "a.py", **span(line, line, 4, 5), "kind": "call", "to_name": "f", "resolution": "unresolved"}
    return row | {"confidence": "high"} | more


def sound() -> Rows:
    file = {"blob": "b" * 40, "size_bytes": 9, "line_count": 6, "is_test": False, "parse_errors": 0, "churn_30d": None}
    fact = {"kind": "log", "detail": '{"level": "info"}', "framework": None, "symbol_id": "M:a.C.f", "path": "a.py"}
    place = {"module": "a", "language": "python"}
    imported = {"path": "a.py", "line_start": 1, "module": "b", "imported_name": None, "to_symbol": None}
    base = {"path": "a.py", "symbol_id": "T:a.C", "relation": "extends", "base_name": "B", "base_symbol": None}
    piece = {"path": "a.py", "line_start": 2, "line_end": 5, "kind": "definition", "symbol_id": "T:a.C", "title": None}
    piece |= {"length": 7, "terms": ["add", "cart"], "counts": [6, 1], "model": "m/1", "vector": b"\x01"}
    return {
        "files": [{"path": "a.py", **file, **place}, {"path": "b/c.py", **file, **place}],
        "symbols": [
            symbol("M:a.C.f", "method", container_id="T:a.C", **span(3, 4, 4, 9), name_line=3, name_col=8),
            symbol("T:a.C", "class"),
        ],
        "refs": [
            ref(3, to_symbol="M:a.C.f", from_symbol="M:a.C.f", resolution="scope", external=False),
            ref(4, external=True, resolution="scope"),
            ref(5),
        ],
        "imports": [
            {**imported, "local_name": "b", "to_path": "b/c.py", "external": False},
            {**imported, "local_name": None, "to_path": None, "external": True},
        ],
        "types": [{**base, "position": 0}, {**base, "position": 1}],
        "facts": [
            {**fact, "value": "x", "line_start": 3, "line_end": 3, "confidence": "high"},
            {**fact, "value": "y", "line_start": 2, "line_end": 3, "confidence": "low"},
        ],
        "chunks": [{**piece, "position": 0}, {**piece, "position": 1, "model": None, "vector": None}],
    }


def store(cache: Path, rows: Rows, claimed: dict[str, int] | None = None) -> Path:
    """Write rows that the indexer's own writer would refuse."""
    folder = schema.snapshot_dir(cache, "r", COMMIT)
    folder.mkdir(parents=True)
    files = []
    for table in schema.TABLES.values():
        lenient = pa.schema([pa.field(f.name, f.type) for f in arrow_schema(table)])
        path = folder / f"{table.name}.parquet"
        pq.write_table(pa.Table.from_pylist(rows[table.name], schema=lenient), path)
        content = path.read_bytes()
        file = {"table": table.name, "path": path.name, "bytes": len(content)}
        count = (claimed or {}).get(table.name, len(rows[table.name]))
        files.append({**file, "rows": count, "sha256": hashlib.sha256(content).hexdigest()})
    layers = [{"commit": COMMIT, "files": files}]
    manifest = {"schema_version": schema.SCHEMA_VERSION, "repo_id": "r", "commit": COMMIT, "layers": layers}
    (folder / schema.MANIFEST).write_text(json.dumps(manifest))
    return folder


def problems(cache: Path) -> dict[tuple[str, str], Problem]:
    with mount(cache, "r", COMMIT, verify=False) as mounted:
        return {(problem.table, problem.rule): problem for problem in lint(mounted)}


def put(table: str, row: int = 0, **values: Any) -> Callable[[Rows], None]:
    return lambda rows: rows[table][row].update(values)


def again(table: str) -> Callable[[Rows], None]:
    return lambda rows: rows[table].append(copy.deepcopy(rows[table][-1]))


# What breaks a rule; several for a rule that has several ways to be broken.
BROKEN: list[tuple[str, str, Callable[[Rows], None]]] = [
    ("files", "unique_path", again("files")),
    ("files", "blob_shape", put("files", blob="B" * 40)),
    ("files", "blob_shape", put("files", blob="b" * 41)),
    ("files", "path_shape", put("files", path="/a.py")),
    ("files", "path_shape", put("files", path="x/../a.py")),
    ("files", "path_shape", put("files", path="")),
    ("files", "counts_not_negative", put("files", line_count=-1)),
    ("files", "counts_not_negative", put("files", churn_30d=-1)),
    ("symbols", "unique_symbol_id", again("symbols")),
    ("symbols", "symbol_id_shape", put("symbols", symbol_id="T:a.C.f")),
    ("symbols", "symbol_id_shape", put("symbols", symbol_id="M:")),
    ("symbols", "stable_id_shape", put("symbols", stable_id="sym_123")),
    ("symbols", "range", put("symbols", line_start=0)),
    ("symbols", "range", put("symbols", line_start=5, line_end=4)),
    ("symbols", "range", put("symbols", line_end=8)),
    ("symbols", "range", put("symbols", col_start=-1)),
    ("symbols", "range", put("symbols", line_end=3, col_start=8, col_end=7)),
    ("symbols", "name_in_span", put("symbols", name_line=2)),
    ("symbols", "name_in_span", put("symbols", name_line=5)),
    ("symbols", "name_in_span", put("symbols", name_col=3)),
    ("symbols", "name_in_span", put("symbols", name_line=4, name_col=10)),
    ("symbols", "own_container", put("symbols", container_id="M:a.C.f")),
    ("refs", "range", put("refs", line_start=0)),
    ("refs", "range", put("refs", line_start=9, line_end=9)),
    ("refs", "range", put("refs", col_end=3)),
    ("refs", "unresolved_iff_unknown", put("refs", 0, resolution="unresolved")),
    ("refs", "unresolved_iff_unknown", put("refs", 1, resolution="unresolved")),
    ("refs", "unresolved_iff_unknown", put("refs", 2, resolution="scope")),
    ("refs", "unresolved_iff_unknown", put("refs", 2, to_symbol="M:a.C.f")),
    ("refs", "unresolved_iff_unknown", put("refs", 0, external=None)),
    ("refs", "external_has_no_symbol", put("refs", external=True)),
    ("imports", "range", put("imports", line_start=9)),
    ("imports", "external_has_no_target", put("imports", 0, external=True)),
    ("types", "unique_position", again("types")),
    ("types", "position_not_negative", put("types", position=-1)),
    ("facts", "range", put("facts", line_end=9)),
    ("facts", "range", put("facts", 1, line_start=4)),
    ("facts", "detail_is_json", put("facts", detail="{level")),
    ("chunks", "unique_position", again("chunks")),
    ("chunks", "range", put("chunks", line_end=9)),
    ("chunks", "range", put("chunks", 1, line_start=6)),
    ("chunks", "weights_match_terms", put("chunks", counts=[1])),
    ("chunks", "vector_has_model", put("chunks", vector=None)),
    *[(table, f"vocabulary:{column}", put(table, **{column: "strange"})) for table, column in VOCABULARIES],
    *[(table, f"symbol_exists:{column}", put(table, **{column: "T:gone"})) for table, column in SYMBOL_COLUMNS],
    *[(table, f"file_exists:{column}", put(table, **{column: "gone.py"})) for table, column in PATH_COLUMNS],
    *[
        (table.name, f"not_null:{column.name}", put(table.name, **{column.name: None}))
        for table in schema.TABLES.values()
        for column in table.columns
        if not column.nullable
    ],
    *[(name, "sorted", lambda rows, name=name: rows[name].reverse()) for name in schema.TABLES],
]


def test_a_sound_snapshot_has_no_problems(tmp_path: Path) -> None:
    store(tmp_path, sound())
    assert problems(tmp_path) == {}


@pytest.mark.parametrize(("table", "rule", "damage"), BROKEN, ids=[f"{t}.{r}" for t, r, _ in BROKEN])
def test_a_broken_rule_is_found(tmp_path: Path, table: str, rule: str, damage: Callable[[Rows], None]) -> None:
    rows = sound()
    damage(rows)
    store(tmp_path, rows)
    found = problems(tmp_path)[table, rule]
    assert found.count >= 1
    assert found.example not in ("", "None") or rule in ("path_shape",)


def test_every_rule_is_broken_by_some_case(tmp_path: Path) -> None:
    store(tmp_path, sound())
    with mount(tmp_path, "r", COMMIT) as mounted:
        rules = {(check.table, check.rule) for check in checks(mounted)}
    assert rules - {(table, "rows") for table in schema.TABLES} == {(table, rule) for table, rule, _ in BROKEN}


@pytest.mark.parametrize("table", schema.TABLES)
def test_row_counts_are_compared_with_the_manifest(tmp_path: Path, table: str) -> None:
    store(tmp_path, sound(), {table: 7})
    assert problems(tmp_path).keys() == {(table, "rows")}


def test_a_changed_byte_is_a_problem_of_its_table(tmp_path: Path) -> None:
    path = store(tmp_path, sound()) / "refs.parquet"
    content = bytearray(path.read_bytes())
    content[10] ^= 1
    path.write_bytes(content)
    found = problems(tmp_path)
    assert found.keys() == {("refs", "hash")}
    assert "refs.parquet" in found["refs", "hash"].example


def test_count_and_example_tell_what_is_wrong(tmp_path: Path) -> None:
    rows = sound()
    rows["refs"][0]["from_symbol"] = rows["refs"][1]["from_symbol"] = "T:gone"
    store(tmp_path, rows)
    assert list(problems(tmp_path).values()) == [Problem("refs", "symbol_exists:from_symbol", 2, "T:gone")]


def test_empty_tables_are_sound(tmp_path: Path) -> None:
    store(tmp_path, {name: [] for name in schema.TABLES})
    assert problems(tmp_path) == {}
