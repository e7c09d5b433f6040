"""Runs one function in a process of its own while this one goes on with something else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from indexer.model import IndexerError
from indexer.pool import interrupts_held

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Begins a function with arguments; the context's value gives back what it returned.
Beside = Callable[..., AbstractContextManager[Callable[[], Any]]]


@contextmanager
def here(function: Callable[..., Any], *arguments: Any) -> Iterator[Callable[[], Any]]:
    """No other process: the function runs when its result is asked for."""
    yield lambda: function(*arguments)


@contextmanager
def aside(function: Callable[..., Any], *arguments: Any) -> Iterator[Callable[[], Any]]:
    """A forked process, which has the arguments already; here where a fork is not safe."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        yield lambda: function(*arguments)
        return
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_run, args=(sending, function, arguments))
    with interrupts_held():
        process.start()
    sending.close()
    try:
        yield lambda: _result(receiving)
    finally:
        process.kill()
        process.join()


def _run(sending: Connection, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began it is interrupted as well, and ends it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        sending.send((function(*arguments), ""))
    except Exception:
        sending.send((None, traceback.format_exc()))


def _result(receiving: Connection) -> Any:
    try:
        result, failure = receiving.recv()
    except EOFError:
        failure = "the process that links ended without a word"
    if failure:
        raise IndexerError(f"linking failed: {failure}", "please report this; `--jobs 1` links in one process")
    return result
