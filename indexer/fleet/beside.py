"""A process beside a cluster's worker: a worker has threads, which would make each build start its processes afresh.

It ends when the worker does, however that ends: nobody else holds the other end of its pipe.
"""

from __future__ import annotations

import atexit
import pickle
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

_lock = threading.Lock()  # a worker may run several items at once; they take turns
_beside: Beside | None = None


class Beside:
    """Runs one packed call after the other."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there,))
        self._process.start()
        there.close()
        # Else this process would wait at its end for one that waits for more.
        atexit.register(self._here.close)

    def run(self, packed: bytes) -> Any:
        self._here.send_bytes(packed)
        return pickle.loads(self._here.recv_bytes())


def run_beside(packed: bytes) -> Any:
    """What a packed function gives for its item; what it throws is thrown here."""
    global _beside
    with _lock:
        try:
            _beside = _beside or Beside()
            result = _beside.run(packed)
        except (EOFError, OSError) as error:
            _beside = None
            raise RuntimeError("its process died: out of memory, or killed") from error
    if isinstance(result, Exception):
        raise result
    return result


def _serve(there: Connection) -> None:
    try:
        while True:
            there.send_bytes(_answer(there.recv_bytes()))
    except (EOFError, OSError):
        return  # nobody is there any more


def _answer(packed: bytes) -> bytes:
    try:
        function, item = pickle.loads(packed)
        return pickle.dumps(function(item))
    except Exception as error:  # whatever it is, it is the item's, and the next one is waiting
        return pickle.dumps(error)
