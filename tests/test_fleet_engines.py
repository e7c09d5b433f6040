"""Clusters on this machine: each item is done, and a worker that dies costs its own item alone."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from indexer.fleet.engines import run as run_engine

LIBRARIES = {"ray": "ray", "dask": "distributed"}
pytestmark = [
    pytest.mark.long,
    # Sockets and loops that the clusters leave to the garbage collector.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(autouse=True)
def installed(engine: str) -> None:
    pytest.importorskip(LIBRARIES[engine], reason=f"pip install 'codemap[{engine}]'")


@pytest.mark.parametrize("engine", LIBRARIES)
def test_workers_that_die_and_functions_that_fail_cost_their_own_items(engine: str) -> None:
    deadly = "__import__('os')._exit(9)"
    found = dict(run_engine(engine, eval, ["1", deadly, "2", "1/0", "3"], 2))
    assert [found[item] for item in "123"] == [1, 2, 3]
    assert isinstance(found["1/0"], ZeroDivisionError)
    assert isinstance(found[deadly], Exception)


def kill_the_worker_once(mark: Path) -> str:
    if mark.exists():
        return "done"
    mark.touch()
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
    return "survived"


@pytest.mark.parametrize("engine", ["dask"])
def test_a_cluster_that_gave_up_its_last_worker_gets_another(engine: str, tmp_path: Path) -> None:
    import dask

    # As on a machine so busy that no worker is back in time.
    with dask.config.set({"distributed.deploy.lost-worker-timeout": "1ms"}):
        found = dict(run_engine(engine, kill_the_worker_once, [tmp_path / "mark"], 1))
    assert list(found.values()) == ["done"]
