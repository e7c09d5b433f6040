"""Where the work of a fleet is done: a pool of processes here, or a cluster that ray or dask runs.

An engine runs a function over items and yields each result, or the error that took its place, as it comes. A worker
that dies costs the items that were in it, which are tried again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from indexer.fleet.beside import run_beside
from indexer.model import ConfigError

A = TypeVar("A")
B = TypeVar("B")

ENGINES = ("processes", "ray", "dask")
PATIENCE = 10  # seconds without a result, until somebody looks whether there are workers
Results = Iterator[tuple[A, B | BaseException]]


def run(engine: str, function: Callable[[A], B], items: Iterable[A], jobs: int) -> Results[A, B]:
    """Each item with what the function gave for it, in the order in which they are done."""
    chosen: Callable[[Callable[[A], B], list[A], int], Results[A, B]] = {
        "processes": _processes, "ray": _ray, "dask": _dask
    }[engine]  # fmt: skip
    return chosen(function, list(items), jobs)


def _processes(function: Callable[[A], B], items: list[A], jobs: int) -> Results[A, B]:
    waiting = items[::-1]
    while waiting:
        suspects: list[A] = []
        yield from _pooled(function, waiting, suspects, jobs)
        # One of those that were running killed its process: alone, each answers for itself.
        for item in suspects:
            lost: list[A] = []
            yield from _pooled(function, [item], lost, 1)
            for dead in lost:
                yield dead, RuntimeError("its process died: out of memory, or killed")


def _pooled(function: Callable[[A], B], waiting: list[A], suspects: list[A], jobs: int) -> Results[A, B]:
    """Work until nothing is waiting, or until a process dies: what was running then goes to the suspects."""
    # Spawned, not forked: a build starts threads and processes of its own.
    with ProcessPoolExecutor(min(jobs, len(waiting)), mp_context=get_context("spawn")) as pool:
        running: dict[Future[B], A] = {}
        while waiting or running:
            # No more than there are workers, so that few are suspects when one dies.
            while waiting and len(running) < jobs and not suspects:
                try:
                    running[pool.submit(function, waiting[-1])] = waiting[-1]
                except BrokenProcessPool:
                    break
                waiting.pop()
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                item, error = running.pop(done), done.exception()
                if isinstance(error, BrokenProcessPool):
                    suspects.append(item)
                else:
                    yield item, error or done.result()
            if suspects and not running:
                return


def _ray(function: Callable[[A], B], items: list[A], jobs: int) -> Results[A, B]:
    ray = _library("ray")
    started = not ray.is_initialized()
    if started:
        ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
    try:
        remote = ray.remote(num_cpus=1, max_retries=0)(run_beside)
        running: dict[Any, A] = {}
        waiting = items[::-1]
        while waiting or running:
            while waiting and len(running) < jobs:
                item = waiting.pop()
                running[remote.remote(ray.cloudpickle.dumps((function, item)))] = item
            for done in ray.wait(list(running))[0]:
                item = running.pop(done)
                try:
                    yield item, ray.get(done)
                except ray.exceptions.RayError as error:
                    yield item, getattr(error, "cause", None) or error
    finally:
        if started:
            ray.shutdown()


def _dask(function: Callable[[A], B], items: list[A], jobs: int) -> Results[A, B]:
    distributed, config, dumps = _library("distributed", "dask"), _library("dask").config, _library("cloudpickle").dumps
    # The address of a running cluster comes from the environment, as dask reads it.
    address = config.get("scheduler-address", None)
    local = {} if address else {
        "n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": logging.CRITICAL
    }  # fmt: skip
    # A build has processes of its own, which those of a daemon may not have.
    with config.set({"distributed.worker.daemon": False}), distributed.Client(address, **local) as client:
        running = {client.submit(run_beside, dumps((function, item)), pure=False): item for item in items}
        while running:
            for done in _done(distributed, client, list(running), 0 if address else jobs):
                error = done.exception()
                yield running.pop(done), error or done.result()


def _done(distributed: Any, client: Any, running: list[Any], own: int) -> set[Any]:
    """What is done; meanwhile a cluster of our own gets workers in the place of those it has given up."""
    while True:
        try:
            found: set[Any] = distributed.wait(running, timeout=PATIENCE, return_when="FIRST_COMPLETED").done
            return found
        except TimeoutError:
            # A worker that does not come back in time is forgotten, and the last one leaves nobody to work.
            if own:
                client.cluster.scale(own)


def _library(name: str, extra: str = "") -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError as error:
        extra = extra or name
        raise ConfigError(
            f"the engine needs {extra}, which is not installed", f"pip install 'codemap[{extra}]'"
        ) from error
