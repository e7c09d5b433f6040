"""Call graphs of small programs, one idea each: which calls are found, and how many that are not there.

tests/call_edges/<language>*.txt holds them: `== category/name`, `-- path` before each file, then `-- edges` with lines
`caller: callee callee`; a module's own code is the module. They say what runs, not what is found: some is missed.
Most were taken from a run; those of javascript_fresh and javascript_later were written by hand from reading the
programs, and so were, of python_fresh, the calls of classes without `__init__`, which a run does not show. The programs
of python_later also hold what is not followed: descriptors, `globals()`, `__init_subclass__`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer.facade import index_contents

PROGRAMS = Path(__file__).parent / "call_edges"
CALLED = frozenset({"function", "method", "constructor", "class"})
AROUND = frozenset({"class", "variable", "constant", "field"})  # what does not run by itself
FLOORS = {  # precision, recall; a decorated name is two edges
    "python": (0.97, 0.98),
    "javascript": (0.99, 0.95),
    "python_more": (0.95, 0.95),
    "javascript_more": (0.98, 0.93),
    "python_fresh": (0.94, 0.94),
    "javascript_fresh": (0.99, 0.97),
    "python_later": (0.96, 0.92),
    "javascript_later": (0.99, 0.96),
}
Edges = set[tuple[str, str]]


def programs(text: str) -> Iterator[tuple[str, dict[str, bytes], Edges]]:
    for program in re.split(r"^== ", text, flags=re.M)[1:]:
        name, *parts = re.split(r"^-- (.+)\n", program, flags=re.M)
        given = dict(zip(parts[::2], parts[1::2], strict=True))
        lines = [line.partition(":") for line in given.pop("edges").splitlines()]
        edges = {(plain(caller), plain(callee)) for caller, _, rest in lines for callee in rest.split()}
        yield name.strip(), {path: source.encode() for path, source in given.items()}, edges


def plain(name: str) -> str:
    """Without the kind, parameters and counting of an id; making an object is calling its class."""
    return re.sub(r"^\w:|\(.*\)$|~\d+$", "", name).removesuffix(".__init__").removesuffix(".constructor")


def found(files: dict[str, bytes]) -> Edges:
    tables = {name: table.to_pylist() for name, table in index_contents(files).items()}
    symbols = {row["symbol_id"]: row for row in tables["symbols"]}
    modules = {row["path"]: row["module"] for row in tables["files"]}
    return {
        (caller(row["from_symbol"], symbols) or modules[row["path"]], plain(row["to_symbol"]))
        for row in tables["refs"]
        if row["to_symbol"] and is_call(row, symbols[row["to_symbol"]]["kind"])
    }


def is_call(row: dict[str, Any], kind: str) -> bool:
    if row["kind"] in ("call", "instantiate"):
        return kind in CALLED or (kind == "property" and row["path"].endswith(".py"))
    return row["kind"] == "read" and kind == "property" and bool(row["path"].endswith(".py"))


def caller(symbol: str | None, symbols: dict[str, dict[str, Any]]) -> str:
    while symbol and symbols[symbol]["kind"] in AROUND:
        symbol = symbols[symbol]["container_id"]
    return plain(symbol) if symbol and symbols[symbol]["kind"] != "module" else ""


@pytest.mark.parametrize("programs_of", sorted(FLOORS))
def test_calls_of_small_programs(programs_of: str) -> None:
    right = wrong = missed = 0
    told: list[str] = []
    for name, files, edges in programs((PROGRAMS / f"{programs_of}.txt").read_text(encoding="utf-8")):
        here = found(files)
        right, wrong, missed = right + len(here & edges), wrong + len(here - edges), missed + len(edges - here)
        told += [
            f"{name}: {sign} {a} -> {b}" for sign, some in (("+", here - edges), ("-", edges - here)) for a, b in some
        ]
    precision, recall = right / (right + wrong), right / (right + missed)
    message = f"precision {precision:.3f}, recall {recall:.3f}\n" + "\n".join(sorted(told))
    assert precision >= FLOORS[programs_of][0] and recall >= FLOORS[programs_of][1], message


@pytest.mark.parametrize("name", ["dynamic/eval"])
@pytest.mark.parametrize("language", ["javascript", "python"])
def test_what_runs_as_text_is_not_followed(language: str, name: str) -> None:
    listed = {named: files for named, files, _ in programs((PROGRAMS / f"{language}.txt").read_text(encoding="utf-8"))}
    assert found(listed[name]) == set()
