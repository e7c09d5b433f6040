"""Clusters on this machine: each item is done, and a worker that dies costs its own item alone."""

from __future__ import annotations

import pytest

from indexer.fleet.engines import run as run_engine

LIBRARIES = {"ray": "ray", "dask": "distributed"}
pytestmark = [
    pytest.mark.long,
    pytest.mark.parametrize("engine", LIBRARIES),
    # Sockets and loops that the clusters leave to the garbage collector.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(autouse=True)
def installed(engine: str) -> None:
    pytest.importorskip(LIBRARIES[engine], reason=f"pip install 'codemap[{engine}]'")


def test_workers_that_die_and_functions_that_fail_cost_their_own_items(engine: str) -> None:
    deadly = "__import__('os')._exit(9)"
    found = dict(run_engine(engine, eval, ["1", deadly, "2", "1/0", "3"], 2))
    assert [found[item] for item in "123"] == [1, 2, 3]
    assert isinstance(found["1/0"], ZeroDivisionError)
    assert isinstance(found[deadly], Exception)
