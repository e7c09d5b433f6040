"""Ad-hoc statements under caps."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from indexer import schema
from query.engine.view import View
from query.errors import Interrupted, SqlError
from query.sql import Caps, describe_tables, run_select

sys.path.append(str(Path(__file__).parent))
shop = importlib.import_module("engine_repo")
view = shop.view

ENDLESS = "SELECT count(*) FROM range(100000000000) AS a(i), range(100) AS b(j) WHERE i % 7 = j"


def test_rows_beyond_the_cap_are_not_fetched(view: View) -> None:
    cut = run_select(view.mounted, "SELECT * FROM range(100000000000)", caps=Caps(rows=5))
    assert (cut.rows, cut.truncated) == ([(0,), (1,), (2,), (3,), (4,)], True)
    whole = run_select(view.mounted, "SELECT * FROM range(5)", caps=Caps(rows=5))
    assert (len(whole.rows), whole.truncated) == (5, False)


def test_characters_beyond_the_cap_are_not_fetched(view: View) -> None:
    cut = run_select(view.mounted, "SELECT repeat('x', 100) FROM range(1000)", caps=Caps(characters=250))
    assert (len(cut.rows), cut.truncated) == (2, True)


def test_a_statement_without_end_is_stopped_and_the_next_one_runs(view: View) -> None:
    with pytest.raises(Interrupted, match="longer than"):
        run_select(view.mounted, ENDLESS, caps=Caps(seconds=0.2))
    assert run_select(view.mounted, "SELECT 1", caps=Caps(seconds=30)).rows == [(1,)]


def test_a_statement_that_wants_too_much_memory_is_refused(view: View) -> None:
    with pytest.raises(SqlError, match="memory"):
        run_select(view.mounted, "SELECT string_agg(repeat('x', 1000000), '') FROM range(5000)", caps=Caps(rows=1))


def test_the_description_names_every_column(view: View) -> None:
    lines = describe_tables().splitlines()
    for table in schema.TABLES.values():
        assert f"{table.name}: {table.doc}" in lines
        assert all(f"  {column.name} {column.type}: {column.doc}" in lines for column in table.columns)
