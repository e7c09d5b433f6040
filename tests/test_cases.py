"""Golden cases: a small source tree in, the same source out with a caret line under each name.

tests/cases/<language>/<case>/src/ holds the files, annotated.txt what the indexer says of them; `--update` writes it.
A folder named <case>.known-gap states what should be: it must still fail, and mending it forces the rename.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer import languages
from indexer.facade import index_contents

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/*/src"))

WITHOUT_DEFINITION = {True: "external", False: "inside", None: "?"}  # `inside`: a package, namespace or file


def contents(case: Path) -> dict[str, bytes]:
    source = case / "src"
    return {str(p.relative_to(source)): p.read_bytes() for p in sorted(source.rglob("*")) if p.is_file()}


def render(case: Path) -> str:
    """Every line of source, and under it what the tables say starts there."""
    files = contents(case)
    tables = {name: table.to_pylist() for name, table in index_contents(files).items()}
    notes: dict[tuple[str, int], list[tuple[int, int, str]]] = defaultdict(list)
    for path, line, start, end, text in _notes(tables):
        notes[path, line].append((start, end, text))
    modules = {row["path"]: row["module"] for row in tables["files"]}
    lines: list[str] = []
    for path, data in files.items():
        lines.append(f"=== {path} (module {modules[path]})")
        for number, source in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
            lines.append(f"  {source.rstrip()}".rstrip())
            for start, end, text in sorted(notes.get((path, number), [])):
                lines.append("//" + " " * start + "^" * max(end - start, 1) + " " + text)
    return "\n".join(lines).rstrip() + "\n"


def _notes(tables: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, int, int, int, str]]:
    symbols = {row["symbol_id"]: row for row in tables["symbols"]}
    for row in tables["symbols"]:
        width = len(row["name"]) if row["signature"] else 1
        yield row["path"], row["name_line"], row["name_col"], row["name_col"] + width, _symbol(row)
    for row in tables["refs"]:
        target = row["to_symbol"] or WITHOUT_DEFINITION[row["external"]]
        hint = f" on {row['to_container_hint']}" if row["to_container_hint"] else ""
        low = "" if row["confidence"] == "high" else f" [{row['confidence']}]"
        text = f"{row['kind']} -> {target} ({row['resolution']}{hint}){low}"
        yield row["path"], row["line_start"], row["col_start"], row["col_end"], text
    for row in tables["imports"]:
        target = row["to_symbol"] or row["to_path"] or WITHOUT_DEFINITION[row["external"]]
        name = f" name={row['imported_name']}" if row["imported_name"] else ""
        text = f"import {row['local_name']} = {row['module']}{name} -> {target}"
        yield row["path"], row["line_start"], 0, 1, text
    for row in tables["types"]:
        owner = symbols[row["symbol_id"]]
        text = f"{row['relation']} #{row['position']} {row['base_name']} -> {row['base_symbol'] or '?'}"
        yield owner["path"], owner["name_line"], owner["name_col"], owner["name_col"] + 1, text
    for row in tables["facts"]:
        framework = f" ({row['framework']})" if row["framework"] else ""
        sure = "" if row["confidence"] == "high" else f" [{row['confidence']}]"
        text = f"FACT {row['kind']}{framework} {row['value']!r} of {row['symbol_id']} {row['detail']}{sure}"
        yield row["path"], row["line_start"], 0, 1, text


def _symbol(row: dict[str, Any]) -> str:
    parts = [f"DEF {row['kind']} {row['symbol_id']}", f"lines {row['line_start']}-{row['line_end']}"]
    parts.append(f"{row['visibility']}{' exported' if row['exported'] else ''}{' test' if row['is_test'] else ''}")
    if row["container_id"]:
        parts.append(f"in {row['container_id']}")
    if row["signature"]:
        parts.append(f"sig `{row['signature']}`")
    if row["parameters"] is not None:
        parts.append("params " + "; ".join(f"{p['name']}:{p['type']}={p['default']}" for p in row["parameters"]))
    parts.extend(f"{key} {row[key]}" for key in ("return_type", "modifiers", "decorators") if row[key])
    if row["documentation"]:
        parts.append(f"doc {row['documentation']!r}")
    if row["confidence"] != "high":
        parts.append(f"[{row['confidence']}]")
    return " | ".join(parts)


@pytest.mark.parametrize("case", FOLDERS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_case(case: Path, request: pytest.FixtureRequest) -> None:
    golden = case / "annotated.txt"
    rendered = render(case)
    if request.config.getoption("--update") and not case.name.endswith(".known-gap"):
        golden.write_text(rendered, encoding="utf-8")
    assert golden.exists(), f"{golden} is missing: run `pytest tests/test_cases.py --update` and read what it wrote"
    expected = golden.read_text(encoding="utf-8")
    if case.name.endswith(".known-gap"):
        assert rendered != expected, "this gap is mended: rename the folder"
    else:
        assert rendered == expected


@pytest.mark.parametrize("name", languages.names())
def test_every_language_has_cases(name: str) -> None:
    assert any(path.parent.name == name for path in FOLDERS), f"tests/cases/{name}/ has no case"
