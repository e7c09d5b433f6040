"""The tables of facts of real applications can be read, and are scored row by row."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from indexer.schema import FACT_KINDS

ROOT = Path(__file__).parent.parent
TABLES = sorted((ROOT / "tests" / "fact_tables").glob("*.tsv"))
HEAD = "# repository: some/where\n# commit: 0000\n# include: *.py\n# kinds: route\n# leave: tests/\n"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    monkeypatch.syspath_prepend(str(ROOT / "ci"))
    made = [importlib.import_module(f"accuracy_facts.{name}") for name in ("tables", "scoring")]
    yield made[0], made[1]
    for name in [name for name in sys.modules if name.startswith("accuracy_facts")]:
        del sys.modules[name]


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_tables_are_sound(file: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    table = modules[0].read_table(file)
    assert len(table.commit) == 40
    assert set(table.kinds) <= set(FACT_KINDS)
    assert {row.kind for row in table.rows} == set(table.kinds)


def test_rows_meet_facts_once(tmp_path: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    tables, scoring = modules
    file = tmp_path / "x.tsv"
    rows = ["route\tGET /a\tone\ta.py\t3", "route\tGET /b\t\ta.py\t0", "route\tGET /c\t\ta.py\t9"]
    file.write_text(HEAD + "\n".join(rows) + "\n")
    told = [
        tables.Row("route", "GET /a", "one", "a.py", 3),
        tables.Row("route", "GET /a", "one", "a.py", 4),
        tables.Row("route", "GET /b", "any", "a.py", 70),
        tables.Row("route", "GET /c", "", "a.py", 8),
    ]
    (score,) = scoring.score(tables.read_table(file), told)
    assert (score.right, len(score.wrong), len(score.missed)) == (2, 2, 1)
    assert not score.passes


def test_what_is_left_out_is_not_judged(tmp_path: Path, modules: tuple[ModuleType, ModuleType]) -> None:
    file = tmp_path / "x.tsv"
    file.write_text(HEAD)
    table = modules[0].read_table(file)
    assert table.judges("route", "a.py")
    assert not table.judges("route", "tests/a.py")
    assert not table.judges("log", "a.py")


@pytest.mark.parametrize("text", ["# commit: 0\n", HEAD + "route\tGET /\n"])
def test_a_table_that_cannot_be_read_says_why(
    text: str, tmp_path: Path, modules: tuple[ModuleType, ModuleType]
) -> None:
    file = tmp_path / "x.tsv"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"x\.tsv"):
        modules[0].read_table(file)
