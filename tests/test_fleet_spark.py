"""Spark reads a cache where it lies: the same rows, with repository and commit as columns of the path."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from indexer import schema
from indexer.fleet.run import index_all
from indexer.fleet.work import Item
from query.fleet.tables import Fleet
from query.sql import run_select

sys.path.append(str(Path(__file__).parent))
fleet = importlib.import_module("test_fleet")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java"),
    # Spark's own sockets and the way it asks for Python's version.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::UserWarning"),
]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spark")
    repos = {"library": fleet.LIBRARY, "shop": fleet.SHOP}
    index_all([Item(str(fleet.make(folder / name, files))) for name, files in repos.items()], folder / "cache")
    return folder / "cache"


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="pip install 'codemap[spark]'")
    settings = {
        "spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "512m", "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(tmp_path_factory.mktemp("warehouse")),
    }  # fmt: skip
    builder = sql.SparkSession.builder.master("local[1]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def read(spark: Any, cache: Path, table: str) -> Any:
    """A table as the documentation reads it."""
    root = cache / schema.LAYOUT
    return spark.read.option("basePath", str(root)).parquet(f"{root}/repo=*/commit=*/{table}.parquet")


@pytest.mark.parametrize("table", schema.TABLES)
def test_every_column_of_every_table_is_read(spark: Any, cache: Path, table: str) -> None:
    found = read(spark, cache, table)
    assert found.columns == [*schema.TABLES[table].column_names, "repo", "commit"]
    with Fleet(cache) as mounted:
        ((count,),) = run_select(mounted, f'SELECT count(*) FROM "{table}"').rows
    assert len(found.collect()) == count


def test_the_same_statement_gives_the_same_rows(spark: Any, cache: Path) -> None:
    statement = (
        "SELECT s.repo, s.symbol_id, count(*) AS uses FROM refs r JOIN symbols s "
        "ON s.repo = r.repo AND s.symbol_id = r.to_symbol GROUP BY s.repo, s.symbol_id ORDER BY s.repo, s.symbol_id"
    )
    for table in ("refs", "symbols"):
        read(spark, cache, table).createOrReplaceTempView(table)
    with Fleet(cache) as mounted:
        wanted = run_select(mounted, statement).rows
    assert [tuple(row) for row in spark.sql(statement).collect()] == wanted != []
